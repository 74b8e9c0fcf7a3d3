"""The unmodified program, as a process of its own, played with over real sockets."""

from pathlib import Path

import pytest

from tests.e2e.conftest import evening
from tests.e2e.discord_server import DiscordServer
from tests.e2e.loopback import schema
from tests.e2e.loopback.command_limits import EDIT, FORM, REPLY
from tests.e2e.loopback.interactions import Interaction
from tests.e2e.loopback.program import Program
from tests.e2e.loopback.world import World
from tests.samples import TOKEN

SHORT = ("Ana", "Bruno")


async def seat(discord: DiscordServer, *names: str, where: str = "") -> Interaction:
    """Seat a pod in this order; who begins is for the dice."""
    players = {f"player{number}": name for number, name in enumerate(names, start=1)}
    return await discord.slash(names[0], "pod start", where, order="listed", **players)


async def test_it_logs_in_registers_its_commands_once_and_sends_heartbeats(
    discord: DiscordServer, bot: Program
) -> None:
    await discord.gateway.until("HEARTBEAT")

    assert discord.commands.synced == 1
    assert {"pod start", "bounty reveal", "dfc show", "forage move"} <= set(discord.commands.names)
    assert discord.rest.requests[0] == "GET /users/@me"
    assert list(discord.rest.requests)[-2:] == ["GET /gateway/bot", "GET /gateway"]


async def test_an_evening_is_played_with_commands_and_buttons(
    discord: DiscordServer, bot: Program
) -> None:
    seated = await seat(discord, *SHORT)
    assert seated.kind == REPLY
    assert "The pod sits down: Ana → Bruno" in seated.text

    for _ in range(4):
        pressed = await discord.press("Ana", "Next turn")
        assert pressed.kind == EDIT
    assert "Turn 5" in discord.panel().text

    taken = await discord.slash("Bruno", "initiative take")
    assert "Bruno takes the initiative." in taken.text
    shown = await discord.slash("Ana", "bounty reveal")
    assert "### Bounty: " in shown.text

    kept = bot.rows("SELECT seq, interaction FROM steps ORDER BY seq")
    assert [seq for seq, _ in kept] == [1, 2, 3, 4, 5, 6]
    assert kept[-1] == (6, taken.id)


async def test_a_panel_is_retired_when_a_newer_one_takes_its_place(
    discord: DiscordServer, bot: Program
) -> None:
    old = (await seat(discord, *SHORT)).message
    again = await discord.slash("Ana", "pod status")
    assert discord.panel() is again.message

    await old.edited.wait()  # a courtesy, which comes after the answer
    assert "Next turn" not in old.buttons
    assert str(again.message.id) in old.text


async def test_undo_asks_and_then_takes_back(discord: DiscordServer, bot: Program) -> None:
    await seat(discord, *SHORT)
    await discord.press("Ana", "Next turn")

    asked = await discord.press("Bruno", "Undo")
    assert "Turn 2" in asked.text
    undone = await discord.press("Bruno", "Yes, undo")

    assert "Turn 1" in undone.text


async def test_what_a_bystander_does_is_refused_to_them_alone(
    discord: DiscordServer, bot: Program
) -> None:
    await seat(discord, *SHORT)

    refused = await discord.slash("Eva", "pod next")

    assert refused.refused
    assert "Only they, or a moderator, can act for it" in refused.text
    assert bot.rows("SELECT count(*) FROM steps") == [(1,)]


async def test_cards_are_offered_while_their_name_is_typed(
    discord: DiscordServer, bot: Program
) -> None:
    for typed in ("gatstaf sh", "Gatstaf Sheperd", "pastor de gats"):
        offered = await discord.type("Ana", "dfc show", "card", typed)

        assert any("Gatstaf Shepherd" in name for name in offered), typed


async def test_a_card_is_shown_and_turned_over_in_a_direct_message(
    discord: DiscordServer, bot: Program
) -> None:
    discord.world.direct("Ana")

    shown = await discord.slash("Ana", "dfc show", "@Ana", card="Gatstaf Shepherd")
    assert "## Gatstaf Shepherd" in shown.text
    turned = await discord.press("Ana", shown.message.buttons[0], on=shown.message)

    assert "## Gatstaf Howler" in turned.text


async def test_pictures_and_forms_go_over_the_wire(discord: DiscordServer, bot: Program) -> None:
    begun = await discord.slash("Ana", "forage start", player1="Ana", player2="Bruno")
    assert [name.rpartition(".")[2] for name, _ in begun.message.files.values()] == ["png"]

    form = await discord.slash("Ana", "forage start", "pod-2", boosters="own")
    assert form.kind == FORM
    pasted = await discord.submit("Ana", form, "Ponder")

    assert pasted.answered
    assert "Ponder" not in bot.log


async def test_a_press_that_no_button_has_is_refused(discord: DiscordServer, bot: Program) -> None:
    panel = (await seat(discord, *SHORT)).message
    panel.component("Next turn")["custom_id"] = "pk:pod.dance:1.1:"

    answer = await discord.press("Ana", "pk:pod.dance:1.1:")

    assert answer.refused
    assert "another version" in answer.text


async def test_two_shards_serve_their_own_servers(tmp_path: Path) -> None:
    world = World(SHORT)
    world.guild("even", shard=(0, 2))
    world.guild("odd", shard=(1, 2))
    async with (
        DiscordServer(world, shards=2) as discord,
        Program.started(discord, tmp_path) as bot,
    ):
        for where in ("even", "odd"):
            assert "The pod sits down" in (await seat(discord, *SHORT, where=where)).text

        assert discord.gateway.happened["IDENTIFY"] == 2
        assert bot.rows("SELECT count(DISTINCT guild) FROM steps") == [(2,)]
        assert discord.violations == []


async def test_a_wrong_token_is_told_in_a_sentence(tmp_path: Path) -> None:
    async with DiscordServer(evening(), token=TOKEN[::-1]) as discord:
        program = await Program.start(discord, tmp_path, DISCORD_TOKEN=TOKEN)
        try:
            assert await program.ended() == 2
        finally:
            await program.kill()

    assert "Discord does not accept DISCORD_TOKEN" in program.log
    assert TOKEN not in program.log


@pytest.mark.skipif(schema.missing() is not None, reason=str(schema.missing()))
async def test_bodies_are_checked_against_discords_own_description(
    discord: DiscordServer, bot: Program
) -> None:
    # The other tests of this module are checked by it, too, where it is at hand.
    broken = schema.Schemas().broken("callback", {"type": 4, "data": {"components": "none"}})

    assert broken
    assert (await seat(discord, *SHORT)).answered
