"""The process ends, in good order or not; and everybody presses at once."""

import asyncio
import sqlite3
from contextlib import closing

from tests.e2e.conftest import POD
from tests.e2e.discord_server import DiscordServer
from tests.e2e.loopback.messages import text_of
from tests.e2e.loopback.program import FILE, Program
from tests.e2e.test_loopback import SHORT, seat
from tests.e2e.test_loopback_faults import CALLBACK, steps

PRESSES = 500
DONE = "The turn of "
"""What a panel says of a turn that has just been passed."""


async def test_sigterm_leaves_once_there_is_nothing_under_way(
    discord: DiscordServer, bot: Program
) -> None:
    await seat(discord, *SHORT)

    bot.terminate()

    assert await bot.ended() == 0
    assert "stopped" in bot.log
    assert "ERROR" not in bot.log


async def test_sigterm_lets_an_answer_under_way_arrive(
    discord: DiscordServer, bot: Program
) -> None:
    await seat(discord, *SHORT)
    held = discord.faults.hold(CALLBACK)
    assert held.hold is not None
    pressed = await discord.send_press("Ana", "Next turn", on=discord.panel())
    await held.meeting.wait()

    bot.terminate()
    held.hold.set()

    assert "Turn 2" in (await pressed.answer()).text
    assert await bot.ended() == 0
    assert steps(bot) == 2


async def test_sigterm_finishes_an_act_that_waits_for_the_disk(
    discord: DiscordServer, bot: Program
) -> None:
    await seat(discord, *SHORT)
    with closing(sqlite3.connect(bot.folder / FILE, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        pressed = await discord.send_press("Ana", "Next turn", on=discord.panel())
        # Looking asks nothing of the one who writes: once it is answered, the press waits there.
        await discord.slash("Eva", "dfc show", card="Gatstaf Shepherd")
        bot.terminate()
        other.execute("COMMIT")

    assert "Turn 2" in (await pressed.answer()).text
    assert await bot.ended() == 0
    assert steps(bot) == 2


async def test_a_new_process_goes_on_where_the_old_one_stopped(
    discord: DiscordServer, bot: Program
) -> None:
    await seat(discord, *SHORT)
    pressed = await discord.press("Ana", "Next turn")
    await bot.kill()

    async with Program.started(discord, bot.folder):
        await discord.resend(pressed)
        again = await discord.press("Ana", "Next turn")

    assert "Turn 3" in again.text
    assert steps(bot) == 3


async def test_of_presses_on_one_button_at_the_same_moment_one_counts(
    discord: DiscordServer, bot: Program
) -> None:
    panel = (await seat(discord, *POD)).message
    before = text_of(panel.components)

    pressed = [
        await discord.send_press(POD[number % len(POD)], "Next turn", on=panel)
        for number in range(PRESSES)
    ]
    await asyncio.gather(*(press.answer() for press in pressed))

    done = [press for press in pressed if DONE in text_of(press.data["components"])]
    assert len(done) == 1
    assert "Turn 2" in panel.text
    assert before != text_of(panel.components)
    assert bot.rows("SELECT interaction FROM steps WHERE seq > 1") == [(done[0].id,)]


async def test_of_commands_at_the_same_moment_exactly_the_legal_ones_count(
    discord: DiscordServer, bot: Program
) -> None:
    await seat(discord, *SHORT)
    people = ("Ana", "Bruno", "Carla", "Eva")  # two of them sit at the table

    sent = {
        who: [await discord.send_slash(who, "pod next") for _ in range(PRESSES // len(people))]
        for who in people
    }
    await asyncio.gather(*(command.answer() for each in sent.values() for command in each))

    done = [c.id for each in sent.values() for c in each if DONE in text_of(c.data["components"])]
    kept = bot.rows("SELECT interaction FROM steps WHERE seq > 1 ORDER BY interaction")
    assert [(id_,) for id_ in sorted(done)] == kept
    refused = [command for who in SHORT for command in sent[who] if command.id not in set(done)]
    # A table that is too busy says so in time; nothing else may keep a player's act from counting.
    assert all("busy" in command.text for command in refused)
    assert all(command.refused for who in ("Carla", "Eva") for command in sent[who])
