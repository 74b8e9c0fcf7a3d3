"""What goes wrong on the way to Discord: the act is kept once, and answered or refused once."""

import pytest

from tests.e2e.discord_server import DiscordServer
from tests.e2e.loopback.faults import Cut
from tests.e2e.loopback.program import Program
from tests.e2e.loopback.rest import UNKNOWN_INTERACTION
from tests.e2e.test_loopback import SHORT, seat

CALLBACK = "POST /interactions/"
RETIRING = "PATCH /webhooks/"


def steps(bot: Program) -> int:
    """Return how many acts are kept."""
    [(count,)] = bot.rows("SELECT count(*) FROM steps")
    return int(count)


@pytest.mark.parametrize("everywhere", [False, True], ids=["of a route", "global"])
async def test_a_rate_limit_is_waited_for(
    discord: DiscordServer, bot: Program, everywhere: bool
) -> None:
    await seat(discord, *SHORT)
    met = discord.faults.limit(CALLBACK, 0.2, everywhere=everywhere)

    pressed = await discord.press("Ana", "Next turn")

    assert met.met == 1
    assert "Turn 2" in pressed.text
    assert (pressed.attempts, steps(bot)) == (1, 2)
    assert "We are being rate limited" in bot.log or "is rate limited" in bot.log


@pytest.mark.parametrize("status", [500, 503])
async def test_an_error_of_discords_is_tried_again(
    discord: DiscordServer, bot: Program, status: int
) -> None:
    await seat(discord, *SHORT)
    met = discord.faults.fail(CALLBACK, status)

    pressed = await discord.press("Ana", "Next turn")

    assert met.met == 1
    assert "Turn 2" in pressed.text
    assert (pressed.attempts, steps(bot)) == (1, 2)


async def test_an_answer_that_comes_too_late_keeps_the_act(
    discord: DiscordServer, bot: Program
) -> None:
    await seat(discord, *SHORT)
    late = discord.faults.fail(CALLBACK, 404, code=UNKNOWN_INTERACTION)

    await discord.send_slash("Ana", "pod next")
    await late.meeting.wait()
    shown = await discord.slash("Ana", "pod status")

    assert "Turn 2" in shown.text
    assert "ERROR" not in bot.log


async def test_a_slow_answer_holds_up_no_other_table(discord: DiscordServer, bot: Program) -> None:
    await seat(discord, *SHORT, where="pod-1")
    await seat(discord, *SHORT, where="pod-2")
    held = discord.faults.hold(CALLBACK)
    assert held.hold is not None

    slow = await discord.send_press("Ana", "Next turn", on=discord.panel("pod-1"))
    quick = await discord.press("Ana", "Next turn", where="pod-2")
    assert "Turn 2" in quick.text
    assert not slow.answered
    held.hold.set()

    assert "Turn 2" in (await slow.answer()).text


@pytest.mark.parametrize("how", Cut)
async def test_an_answer_lost_on_its_way_is_made_up_for(
    discord: DiscordServer, bot: Program, how: Cut
) -> None:
    await seat(discord, *SHORT)
    met = discord.faults.cut(CALLBACK, how)

    pressed = await discord.press("Ana", "Next turn")

    assert met.met == 1
    assert pressed.refused
    assert "What you did is done" in pressed.text
    assert steps(bot) == 2
    assert "Turn 2" in (await discord.slash("Ana", "pod status")).text


@pytest.mark.parametrize("how", Cut)
async def test_an_answer_that_was_heard_is_not_repeated_to_the_player(
    discord: DiscordServer, bot: Program, how: Cut
) -> None:
    await seat(discord, *SHORT)
    discord.faults.cut(CALLBACK, how, carried_out=True)

    shown = await discord.slash("Ana", "pod next")
    assert "Turn 2" in shown.text
    pressed = await discord.press("Ana", "Next turn", on=shown.message)

    assert "Turn 3" in pressed.text
    assert shown.followups == []
    assert steps(bot) == 3


async def test_an_old_panel_that_cannot_be_retired_still_points_the_way(
    discord: DiscordServer, bot: Program
) -> None:
    old = (await seat(discord, *SHORT)).message
    discord.faults.cut(RETIRING, Cut.RESET, times=10)
    discord.faults.fail("PATCH /channels/", 403, times=10)
    await discord.slash("Ana", "pod status")
    assert "Next turn" in old.buttons

    pressed = await discord.press("Ana", "Next turn", on=old)

    assert "further down" in pressed.text or "discord.com/channels" in pressed.text
    assert steps(bot) == 1


@pytest.mark.parametrize("at_once", [True, False], ids=["at once", "later"])
async def test_an_interaction_that_comes_twice_counts_once(
    discord: DiscordServer, bot: Program, at_once: bool
) -> None:
    await seat(discord, *SHORT)

    pressed = await discord.send_press("Ana", "Next turn", on=discord.panel())
    if not at_once:
        await pressed.answer()
    await discord.resend(pressed)
    await pressed.answer()
    shown = await discord.slash("Ana", "pod status")

    assert "Turn 2" in shown.text
    assert steps(bot) == 2


async def test_a_start_is_not_put_off_by_errors_and_limits(
    discord: DiscordServer, bot: Program
) -> None:
    await bot.kill()
    discord.faults.limit("GET /users/@me", 0.1, everywhere=True)
    discord.faults.limit("PUT /applications/", 0.1)
    discord.faults.fail("GET /gateway/bot", 502)

    async with Program.started(discord, bot.folder):
        assert (await seat(discord, *SHORT)).answered


async def test_a_discord_that_is_down_is_told_in_a_sentence(
    discord: DiscordServer, bot: Program
) -> None:
    await bot.kill()
    discord.faults.fail("GET /users/@me", 503)

    program = await Program.start(discord, bot.folder)

    assert await program.ended() == 1
    assert "Discord refused to start the bot" in program.log
    assert "Traceback" not in program.log
