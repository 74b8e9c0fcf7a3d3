"""A table always has one panel, and it shows the newest state, whatever happens on the way."""

import asyncio

import pytest

from tests.e2e.discord_server import DiscordServer
from tests.e2e.loopback.faults import Cut
from tests.e2e.loopback.interactions import LONGEST_TEST, Interaction
from tests.e2e.loopback.messages import Message, parts
from tests.e2e.loopback.program import Program
from tests.e2e.test_loopback import SHORT, seat

CALLBACK = "POST /interactions/"
FOLLOWUP = "POST /webhooks/"
RESTORING = "PATCH /webhooks/"


async def told(pressed: Interaction) -> str:
    """Return what the presser is told privately, once they are."""
    message = await pressed.followed()
    assert message.ephemeral
    return message.text


async def edited(message: Message) -> None:
    """Wait until a message has been edited, since it was made or since this was last awaited."""
    async with asyncio.timeout(LONGEST_TEST):
        await message.edited.wait()
    message.edited.clear()


async def end_a_game(discord: DiscordServer) -> Message:
    """Play a little and end it; returns the message with the recap and its picture."""
    await seat(discord, *SHORT)
    for _ in range(3):
        await discord.press("Ana", "Next turn")
    return (await discord.slash("Ana", "pod end")).message


def assert_stays(recap: Message) -> None:
    """Check that the end of a game can be read, with its picture, and no more be pressed."""
    assert "## The game is over" in recap.text
    assert recap.buttons == []
    [(name, png)] = recap.files.values()
    assert png.startswith(b"\x89PNG")
    shown = [item for part in parts(recap.components) for item in part.get("items", ())]
    assert [item["media"]["url"].rpartition("/")[2] for item in shown] == [name]


class TestThePanelThatCannotBePostedBelow:
    """Its place was given up already, so it comes back there."""

    async def pinging(self, discord: DiscordServer) -> Message:
        """Seat a pod in which every new turn is a new message; returns its panel."""
        await seat(discord, *SHORT)
        return (await discord.slash("Ana", "pod pings", state="on")).message

    async def play(
        self, discord: DiscordServer, who: str, verb: str, panel: Message
    ) -> Interaction:
        """Use the first button or menu that does ``verb``, and what a menu offers first."""
        part = next(
            part
            for part in parts(panel.components)
            if str(part.get("custom_id")).startswith(verb) and not part.get("disabled")
        )
        chosen = [part["options"][0]["label"]] if part.get("options") else []
        return await discord.press(who, part["custom_id"], *chosen, on=panel)

    @pytest.mark.parametrize("how", Cut)
    async def test_is_back_where_it_was_pressed_if_the_connection_is_lost(
        self, discord: DiscordServer, bot: Program, how: Cut
    ) -> None:
        panel = await self.pinging(discord)
        discord.faults.cut(FOLLOWUP, how)
        pressed = await discord.press("Ana", "Next turn")
        assert "What you did is done" in await told(pressed)
        assert discord.panel() is panel
        assert "Turn 2" in panel.text
        assert "Next turn" in panel.buttons

    async def test_is_back_if_what_gave_up_its_place_was_heard_but_not_answered(
        self, discord: DiscordServer, bot: Program
    ) -> None:
        panel = await self.pinging(discord)
        discord.faults.cut(CALLBACK, Cut.DROPPED, carried_out=True)
        await discord.press("Ana", "Next turn")
        while "Next turn" not in panel.buttons:
            await edited(panel)
        assert "Turn 2" in panel.text

    async def test_comes_back_with_its_picture(self, discord: DiscordServer, bot: Program) -> None:
        begun = await discord.slash("Ana", "forage start", player1="Ana", player2="Bruno")
        await discord.slash("Ana", "pod pings", state="on")
        panel = (await discord.slash("Ana", "forage status")).message
        whose = begun.text.partition("## Turn 1: ")[2].split("\n")[0]
        await self.play(discord, whose, "pk:forage.colour", panel)
        discord.faults.fail(FOLLOWUP, 403, code=50001)
        pressed = await self.play(discord, whose, "pk:forage.move", panel)
        assert "What you did is done" in await told(pressed)
        [(_, png)] = panel.files.values()
        assert png.startswith(b"\x89PNG")

    async def test_hides_no_cause_if_it_cannot_come_back_either(
        self, discord: DiscordServer, bot: Program
    ) -> None:
        await self.pinging(discord)
        discord.faults.fail(FOLLOWUP, 403, code=50001)
        discord.faults.cut(RESTORING, Cut.DROPPED, times=10)
        pressed = await discord.press("Ana", "Next turn")
        assert "What you did is done" in await told(pressed)
        assert "discord.errors.Forbidden" in bot.log
        assert "During handling" not in bot.log


class TestAnswersThatOvertakeEachOther:
    """Acts come one after the other, but the newest message may be that of the older act."""

    async def test_of_two_commands(self, discord: DiscordServer, bot: Program) -> None:
        await seat(discord, *SHORT)
        slow = discord.faults.hold(CALLBACK)
        first = await discord.send_slash("Ana", "pod next")
        await slow.meeting.wait()
        second = await discord.slash("Bruno", "initiative take")

        assert slow.hold is not None
        slow.hold.set()
        await first.answer()
        await edited(first.message)
        await edited(second.message)

        assert discord.panel() is first.message
        assert "Initiative: Bruno" in first.message.text
        assert "Next turn" not in second.message.buttons
        assert "Turn 3" in (await discord.press("Ana", "Next turn")).text

    async def test_of_a_look_at_the_table_and_a_press(
        self, discord: DiscordServer, bot: Program
    ) -> None:
        old = (await seat(discord, *SHORT)).message
        slow = discord.faults.hold(CALLBACK)
        looked = await discord.send_slash("Eva", "pod status")
        await slow.meeting.wait()
        await discord.press("Ana", "Next turn", on=old)

        assert slow.hold is not None
        slow.hold.set()
        await looked.answer()
        await edited(looked.message)

        assert "Turn 2" in looked.message.text
        assert discord.panel() is looked.message


class TestTheEndOfAGame:
    """It stays to be read, with its picture, above the panel of the next game."""

    async def test_stays_when_a_command_begins_the_next(
        self, discord: DiscordServer, bot: Program
    ) -> None:
        recap = await end_a_game(discord)
        recap.edited.clear()
        await seat(discord, *SHORT)
        await edited(recap)
        assert_stays(recap)

    async def test_stays_after_a_question_was_closed(
        self, discord: DiscordServer, bot: Program
    ) -> None:
        recap = await end_a_game(discord)
        await discord.press("Ana", "Undo")
        await discord.press("Ana", "Keep it")
        recap.edited.clear()
        await seat(discord, *SHORT)
        await edited(recap)
        assert_stays(recap)

    @pytest.mark.parametrize("pause", [0.0, 0.15])
    async def test_stays_when_its_button_is_tapped_twice(
        self, discord: DiscordServer, bot: Program, pause: float
    ) -> None:
        recap = await end_a_game(discord)
        as_seen = list(recap.components)
        first = await discord.send_press("Ana", "New pod", on=recap)
        await asyncio.sleep(pause)
        recap.components = as_seen
        second = await discord.send_press("Bruno", "New pod", on=recap)
        await first.answer()
        assert "so nothing was done" in await told(await second.answer())
        assert_stays(recap)
        assert "A pod gathers: 1" in discord.panel().text


@pytest.mark.parametrize("how", Cut)
async def test_an_old_panel_is_retired_as_the_bot_if_the_connection_is_lost(
    discord: DiscordServer, bot: Program, how: Cut
) -> None:
    old = (await seat(discord, *SHORT)).message
    discord.faults.cut(RESTORING, how)
    await discord.slash("Ana", "pod status")
    await edited(old)
    assert old.buttons == []
    assert "never retrieved" not in bot.log
