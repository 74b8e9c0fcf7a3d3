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


async def another(pressed: Interaction) -> str:
    """Return what the presser is told privately, after a message that everybody sees."""
    if not (await pressed.followed()).ephemeral:
        pressed._settled.clear()
    return await told(pressed)


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
    old, ended = discord.panel(), await discord.slash("Ana", "pod end")
    while old.buttons:
        await edited(old)
    return ended.message


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

    async def test_is_not_drawn_over_by_a_second_tap_on_the_end_of_a_game(
        self, discord: DiscordServer, bot: Program
    ) -> None:
        recap = await end_a_game(discord)
        as_seen = list(recap.components)
        discord.faults.fail(FOLLOWUP, 403, code=50001)
        slow = discord.faults.hold(RESTORING)
        await discord.send_press("Ana", "New pod", on=recap)
        await slow.meeting.wait()
        recap.components, left = as_seen, recap.components
        second = await discord.send_press("Bruno", "New pod", on=recap)
        recap.components = left
        await second.answer()

        assert slow.hold is not None
        slow.hold.set()
        recap.edited.clear()
        await edited(recap)
        assert second.message.ephemeral
        assert "so nothing was done" in second.message.text
        assert "A pod gathers: 1" in recap.text
        assert "Join" in recap.buttons

    async def test_is_drawn_once_more_if_a_second_tap_has_drawn_over_it(
        self, discord: DiscordServer, bot: Program
    ) -> None:
        recap = await end_a_game(discord)
        as_seen = list(recap.components)
        lost = discord.faults.hold(FOLLOWUP)
        lost.cut = Cut.DROPPED
        await discord.send_press("Ana", "New pod", on=recap)
        await lost.meeting.wait()
        recap.components, left = as_seen, recap.components
        slow = discord.faults.hold(CALLBACK)
        second = await discord.send_press("Bruno", "New pod", on=recap)
        recap.components = left
        await slow.meeting.wait()

        assert lost.hold is not None
        lost.hold.set()
        while "Join" not in recap.buttons:
            await edited(recap)
        assert slow.hold is not None
        slow.hold.set()
        await told(await second.answer())
        assert "A pod gathers: 1" in recap.text
        assert "Join" in recap.buttons

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

    async def test_is_one_with_the_message_that_was_posted_unheard_once_that_is_pressed(
        self, discord: DiscordServer, bot: Program
    ) -> None:
        upper = await self.pinging(discord)
        discord.faults.cut(FOLLOWUP, Cut.RESET, carried_out=True)
        await another(await discord.press("Ana", "Next turn"))
        lower = discord.panel()
        assert "Next turn" in upper.buttons
        upper.edited.clear()
        await discord.press("Bruno", "I take the initiative", on=lower)
        await edited(upper)
        assert upper.buttons == []
        assert upper.text.endswith(f"/{lower.id})")

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

    async def test_stays_when_a_press_is_delivered_twice(
        self, discord: DiscordServer, bot: Program
    ) -> None:
        recap = await end_a_game(discord)
        slow = discord.faults.hold(FOLLOWUP)
        pressed = await discord.send_press("Ana", "New pod", on=recap)
        await slow.meeting.wait()
        again = discord.faults.hold(CALLBACK)
        await discord.resend(pressed)
        await again.meeting.wait()
        assert again.hold is not None
        again.hold.set()
        await discord.slash("Bruno", "pod log")  # by then it has been refused
        assert slow.hold is not None
        slow.hold.set()
        await pressed.followed()
        for _ in range(2):  # by then an edit would have followed
            await discord.slash("Bruno", "pod log")
        assert_stays(recap)
        assert "A pod gathers: 1" in discord.panel().text

    async def test_brings_the_next_panel_if_that_was_never_delivered(
        self, discord: DiscordServer, bot: Program
    ) -> None:
        recap = await end_a_game(discord)
        discord.faults.fail(CALLBACK, 403, code=50001)
        first, second = SHORT
        await discord.slash("Ana", "pod start", player1=first, player2=second)
        assert discord.panel() is recap

        pressed = await discord.press("Bruno", "New pod", on=recap)
        panel = await pressed.followed()
        assert discord.panel() is panel
        assert "Turn 1" in panel.text
        assert "Next turn" in panel.buttons
        private = await another(pressed)
        assert "so nothing was done" in private
        assert private.endswith(f"/{panel.id})")
        assert_stays(recap)

    @pytest.mark.parametrize("how", Cut)
    async def test_stays_without_a_word_if_the_connection_is_lost(
        self, discord: DiscordServer, bot: Program, how: Cut
    ) -> None:
        recap = await end_a_game(discord)
        as_seen = list(recap.components)
        begun = await discord.press("Ana", "New pod", on=recap)
        await begun.followed()
        recap.components = as_seen
        lost = discord.faults.cut(FOLLOWUP, how)
        await discord.press("Bruno", "New pod", on=recap)
        await lost.meeting.wait()
        await discord.press("Ana", "Join", on=discord.panel())
        assert_stays(recap)
        assert "ERROR" not in bot.log

    async def test_does_not_stay_once_it_is_taken_back_though_an_edit_was_lost(
        self, discord: DiscordServer, bot: Program
    ) -> None:
        recap = await end_a_game(discord)
        lost = discord.faults.cut(CALLBACK, Cut.DROPPED)
        await discord.send_press("Ana", "Undo", on=recap)
        await lost.meeting.wait()
        await discord.slash("Ana", "pod undo")
        while recap.buttons:
            await edited(recap)
        assert recap.text.endswith(f"/{discord.panel().id})")


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
