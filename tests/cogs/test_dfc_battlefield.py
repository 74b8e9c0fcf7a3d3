"""``/dfc enter``, ``transform``, ``copy``, ``meld``, ``control``, ``leave`` and ``board``."""

from collections.abc import AsyncIterator
from pathlib import Path

import discord
import pytest

from bot.cards.catalogue import Catalogue
from bot.cards.lookalikes import Lookalikes
from bot.game.faces import Side
from bot.game.permanent import DayNight, Permanent
from cogs.dfc.cog import DfcCog
from tests.foraging import type_in
from tests.pods import BYSTANDER, POD, ROBOT, Answer, Pod


@pytest.fixture
async def pod(tmp_path: Path) -> AsyncIterator[Pod]:
    async with Pod.open(tmp_path) as pod:
        await pod.seat(*POD)
        yield pod


async def battlefield(pod: Pod) -> tuple[Permanent, ...]:
    return (await pod.game()).battlefield


async def enter(pod: Pod, who: str, card: str, **how: object) -> Answer:
    answer = await pod.slash(who, "dfc enter", card=card, **how)
    assert not answer.private
    return answer


class TestEnter:
    async def test_a_card_by_the_name_of_its_front(self, pod: Pod) -> None:
        await enter(pod, "Ana", "Delver of Secrets")
        assert "Ana has **Delver of Secrets** on the battlefield (front up)." in pod.panel_text()

    async def test_a_card_chosen_from_what_is_offered(self, pod: Pod) -> None:
        offered = await pod.people["Ana"].autocomplete(
            pod.channel, "dfc enter", "card", "gatstaf sh"
        )
        await enter(pod, "Ana", offered[0]["value"])
        assert [p.name for p in await battlefield(pod)] == ["Gatstaf Shepherd"]

    async def test_under_another_players_control(self, pod: Pod) -> None:
        await enter(pod, "Ana", "Delver of Secrets", player="Bruno", owner="Carla")
        [permanent] = await battlefield(pod)
        assert (pod.name(permanent.controller), pod.name(permanent.owner)) == ("Bruno", "Carla")

    async def test_transformed_because_an_effect_says_so(self, pod: Pod) -> None:
        await enter(pod, "Ana", "Delver of Secrets", transformed=True)
        assert "**Insectile Aberration** on the battlefield (back up)" in pod.panel_text()

    async def test_a_modal_card_as_the_face_that_was_named(self, pod: Pod) -> None:
        await enter(pod, "Ana", "Agadeem, the Undercrypt")
        [permanent] = await battlefield(pod)
        assert permanent.up is Side.BACK

    async def test_by_its_back_asks_which_face_is_up(self, pod: Pod) -> None:
        answer = await pod.slash("Ana", "dfc enter", card="Insectile Aberration")
        assert "Which is it?" in answer.private
        assert not await battlefield(pod)
        await pod.press("Ana", "Insectile Aberration", on=answer.message)
        [permanent] = await battlefield(pod)
        assert permanent.up is Side.BACK

    async def test_by_its_back_with_an_answer_is_not_asked(self, pod: Pod) -> None:
        await enter(pod, "Ana", "Insectile Aberration", transformed=False)
        [permanent] = await battlefield(pod)
        assert permanent.up is Side.FRONT

    async def test_a_misspelt_card_is_one_tap_away(self, pod: Pod) -> None:
        answer = await pod.slash("Ana", "dfc enter", card="Brutal Catha", player="Bruno")
        await pod.press("Ana", "Brutal Cathar", on=answer.message)
        [permanent] = await battlefield(pod)
        assert (permanent.name, pod.name(permanent.controller)) == ("Brutal Cathar", "Bruno")

    async def test_a_melded_permanent_enters_by_melding(self, pod: Pod) -> None:
        answer = await pod.slash("Ana", "dfc enter", card="Brisela, Voice of Nightmares")
        assert "is two cards: put both on the board, then `/dfc meld`." in answer.private
        names = await pod.type("Ana", "dfc enter", "card", "brisela")
        assert not any("Brisela" in name for name in names)

    async def test_through_the_form_on_the_board(self, pod: Pod) -> None:
        board = await pod.slash("Ana", "dfc board")
        opened = await pod.press("Ana", "A card enters…", on=board.message)
        await type_in(pod, "Ana", opened, "Delver of Secrets")
        assert [p.name for p in await battlefield(pod)] == ["Delver of Secrets"]

    async def test_of_two_tokens_back_to_back_the_one_that_was_named(self, pod: Pod) -> None:
        cog = pod.bot.get_cog("DfcCog")
        assert isinstance(cog, DfcCog)
        [match] = Catalogue.load().find("Propaganda")
        front, back = match.card.faces
        tokens = match.card.but(token=True, faces=(front.but(name="Zib"), back.but(name="Zob")))
        cog.catalogue = Catalogue([tokens], Lookalikes({}))
        await enter(pod, "Ana", "Zob")
        assert [p.name for p in await battlefield(pod)] == ["Zob"]
        answer = await pod.slash("Ana", "dfc enter", card="Zob", transformed=True)
        assert "CR 712.14" in answer.private

    async def test_a_defeated_siege_comes_back_from_its_page(self, pod: Pod) -> None:
        await enter(pod, "Ana", "Invasion of Zendikar")
        board = await pod.slash("Ana", "dfc board")
        picked = await pod.pick("Ana", "Pick one", "1 · Invasion of Zendikar", on=board.message)
        await pod.press("Ana", "Defeated: cast its back face", on=picked.message)
        [permanent] = await battlefield(pod)
        assert permanent.name == "Awakened Skyclave"

    async def test_a_name_that_no_card_has_changes_nothing(self, pod: Pod) -> None:
        answer = await pod.slash("Ana", "dfc enter", card="Grizzly Bears @everyone **")
        assert "I know no double-faced card called “Grizzly Bears" in answer.private
        assert "@everyone" not in answer.private
        assert not await battlefield(pod)

    async def test_what_only_looks_double_faced_is_named(self, pod: Pod) -> None:
        answer = await pod.slash("Ana", "dfc enter", card="Fire // Ice", transformed=True)
        assert "is not double-faced" in answer.private
        assert "CR 712.14" in answer.private

    async def test_at_a_table_without_a_pod(self, tmp_path: Path) -> None:
        async with Pod.open(tmp_path, database="open.db") as pod:
            await enter(pod, "Ana", "Delver of Secrets")
            assert "### On the board: 1" in pod.panel_text()

    async def test_by_a_bystander_is_refused(self, pod: Pod) -> None:
        answer = await pod.slash(BYSTANDER, "dfc enter", card="Delver of Secrets", player="Ana")
        assert answer.private
        assert not await battlefield(pod)

    async def test_a_bot_has_no_permanents(self, pod: Pod) -> None:
        answer = await pod.slash("Ana", "dfc enter", card="Delver of Secrets", player=ROBOT)
        assert "does not play" in answer.private


class TestTransform:
    async def test_by_name_number_and_by_what_is_offered(self, pod: Pod) -> None:
        await enter(pod, "Ana", "Delver of Secrets")
        await pod.slash("Bruno", "dfc transform", permanent="delver")
        await pod.slash("Bruno", "dfc transform", permanent="#1")
        [offer] = await pod.people["Ana"].autocomplete(
            pod.channel, "dfc transform", "permanent", "insect"
        )
        assert offer["name"] == "1 · Delver of Secrets (front up)"
        await pod.slash("Bruno", "dfc transform", permanent=offer["value"])
        assert "**Delver of Secrets** → **Insectile Aberration**" in pod.panel_text()

    async def test_with_one_choice_on_the_panel(self, pod: Pod) -> None:
        await enter(pod, "Ana", "Delver of Secrets")
        await pod.pick("Carla", "Turn over…", "1 · Delver of Secrets")
        assert (await battlefield(pod))[0].up is Side.BACK

    async def test_a_name_that_several_have_asks_for_the_number(self, pod: Pod) -> None:
        for _ in range(2):
            await enter(pod, "Ana", "Delver of Secrets")
        answer = await pod.slash("Ana", "dfc transform", permanent="delver")
        assert "Several permanents fit: 1 · Delver of Secrets (front up), 2 ·" in answer.private

    @pytest.mark.parametrize("asked", ["9", "99999999999999999999", "Shepherd", "#", "²", "-1"])
    async def test_what_is_not_there_is_said(self, pod: Pod, asked: str) -> None:
        await enter(pod, "Ana", "Delver of Secrets")
        before = await battlefield(pod)
        answer = await pod.slash("Ana", "dfc transform", permanent=asked)
        assert "Number" in answer.private or "Nothing on the board" in answer.private
        assert await battlefield(pod) == before

    async def test_a_clone_is_refused_with_its_rule(self, pod: Pod) -> None:
        await enter(pod, "Ana", "Delver of Secrets")
        await pod.slash("Bruno", "dfc copy", permanent="1")
        answer = await pod.slash("Bruno", "dfc transform", permanent="2")
        assert "CR 712.9" in answer.private


class TestCopies:
    async def test_a_token_copy_has_both_faces(self, pod: Pod) -> None:
        await enter(pod, "Ana", "Delver of Secrets")
        await pod.slash("Bruno", "dfc copy", permanent="1", kind="token", player="Carla")
        await pod.slash("Bruno", "dfc transform", permanent="2")
        assert (await battlefield(pod))[1].name == "Insectile Aberration"
        assert pod.name((await battlefield(pod))[1].controller) == "Carla"

    async def test_a_permanent_becomes_a_copy_and_stops_being_one(self, pod: Pod) -> None:
        await enter(pod, "Ana", "Delver of Secrets")
        await enter(pod, "Ana", "Gatstaf Shepherd")
        await pod.slash("Ana", "dfc copy", permanent="delver", onto="shepherd")
        assert [p.name for p in await battlefield(pod)] == ["Delver of Secrets"] * 2
        board = await pod.slash("Ana", "dfc board")
        picked = await pod.pick("Ana", "Pick one", "2 · Delver of Secrets", on=board.message)
        await pod.press("Ana", "No copy any more", on=picked.message)
        assert [p.name for p in await battlefield(pod)] == ["Delver of Secrets", "Gatstaf Shepherd"]


class TestMeldAndControl:
    async def test_a_pair_melds_and_leaves_as_two_cards(self, pod: Pod) -> None:
        await enter(pod, "Ana", "Graf Rats")
        await enter(pod, "Ana", "Midnight Scavengers")
        await pod.slash("Ana", "dfc meld", first="rats", second="scavengers")
        assert "meld into **Chittering Host**" in pod.panel_text()
        await pod.slash("Ana", "dfc leave", permanent="chittering")
        assert "as two cards, Graf Rats and Midnight Scavengers" in pod.panel_text()

    async def test_control_goes_to_another_player_and_back(self, pod: Pod) -> None:
        await enter(pod, "Ana", "Delver of Secrets")
        await pod.slash("Bruno", "dfc control", permanent="1", player="Bruno")
        assert pod.name((await battlefield(pod))[0].controller) == "Bruno"
        await pod.slash("Bruno", "dfc control", permanent="1", player="Ana")
        assert (await battlefield(pod))[0].control == (pod.id("Ana"),)


class TestTheBoard:
    async def test_is_for_the_asker_alone(self, pod: Pod) -> None:
        await enter(pod, "Ana", "Delver of Secrets")
        panel = pod.panel
        answer = await pod.slash(BYSTANDER, "dfc board")
        assert "mana value 1" in answer.private
        assert pod.panel.id == panel.id

    async def test_is_to_be_looked_at_only_by_who_does_not_play(self, pod: Pod) -> None:
        for told in ("Nothing is on it.", "mana value 1"):
            opened = await pod.press(BYSTANDER, "Board of faces", on=await pod.more(BYSTANDER))
            assert told in opened.private
            assert pod.labels(opened.message) == pod.menus(opened.message) == []
            await enter(pod, "Ana", "Delver of Secrets")

    async def test_everything_can_be_done_from_it(self, pod: Pod) -> None:
        await enter(pod, "Ana", "Graf Rats")
        await enter(pod, "Ana", "Midnight Scavengers")
        await enter(pod, "Ana", "Delver of Secrets")
        for menu, choice in (
            ("Becomes a copy of…", "1 · Graf Rats"),
            ("Melds with…", "2 · Midnight Scavengers"),
        ):
            picked = await self.pick(pod, "3 · " if "Becomes" in menu else "1 · Graf Rats")
            await pod.pick("Ana", menu, choice, on=picked.message)
        picked = await self.pick(pod, "4 · Chittering Host")
        await pod.press("Ana", "I have a Clone of it", on=picked.message)
        picked = await self.pick(pod, "4 · Chittering Host")
        await pod.press("Ana", "I make a token copy", on=picked.message)
        picked = await self.pick(pod, "5 · Chittering Host")
        await pod.pick("Ana", "Control to…", "Bruno", on=picked.message)
        names = [(p.number, p.name, p.token) for p in await battlefield(pod)]
        assert names == [
            (3, "Graf Rats", False),
            (4, "Chittering Host", False),
            (5, "Chittering Host", False),
            (6, "Chittering Host", True),
        ]
        board = await pod.slash("Ana", "dfc board")
        await pod.pick(
            "Ana",
            "Off the battlefield",
            *(f"{number} · Chittering Host" for number in (4, 5, 6)),
            on=board.message,
        )
        assert [p.name for p in await battlefield(pod)] == ["Graf Rats"]

    async def test_one_permanent_turns_and_leaves_from_its_page(self, pod: Pod) -> None:
        await enter(pod, "Ana", "Delver of Secrets")
        picked = await self.pick(pod, "1 · Delver of Secrets")
        await pod.press("Ana", "Turn over to Insectile Aberration", on=picked.message)
        picked = await self.pick(pod, "1 · Insectile Aberration")
        back = await pod.press("Ana", "The whole board", on=picked.message)
        assert "## The board" in back.private
        picked = await self.pick(pod, "1 · Insectile Aberration")
        await pod.press("Ana", "Off the battlefield", on=picked.message)
        assert not await battlefield(pod)

    async def test_a_stale_board_changes_nothing(self, pod: Pod) -> None:
        await enter(pod, "Ana", "Delver of Secrets")
        board = await pod.slash("Ana", "dfc board")
        await pod.press("Bruno", "Next turn")
        answer = await pod.pick("Ana", "Off the", "1 · Delver of Secrets", on=board.message)
        assert "The table had moved on" in answer.private
        assert len(await battlefield(pod)) == 1

    async def test_what_left_meanwhile_is_not_picked(self, pod: Pod) -> None:
        await enter(pod, "Ana", "Delver of Secrets")
        board = await pod.slash("Ana", "dfc board")
        await pod.slash("Bruno", "dfc leave", permanent="1")
        answer = await pod.pick("Ana", "Pick one", "1 · Delver of Secrets", on=board.message)
        assert "Number 1 is not on the board" in answer.private

    async def pick(self, pod: Pod, choice: str) -> Answer:
        board = await pod.slash("Ana", "dfc board")
        [option] = [o for o in pod.options("Pick one", board.message) if o.startswith(choice)]
        return await pod.pick("Ana", "Pick one", option, on=board.message)


class TestDayAndNight:
    async def test_an_effect_makes_it_day_or_night(self, pod: Pod) -> None:
        await pod.slash("Ana", "pod day", state="night")
        assert "### 🌙 Night" in pod.panel_text()
        answer = await pod.slash("Ana", "pod day", state="night")
        assert "It is night already." in answer.private

    async def test_a_mistake_is_taken_back_after_a_question(self, pod: Pod) -> None:
        await pod.slash("Ana", "pod day", state="night")
        asked = await pod.slash("Ana", "pod day", state="neither")
        assert "Was it set by mistake?" in asked.private
        await pod.press("Ana", "Yes, by mistake", on=asked.message)
        assert (await pod.game()).day is None

    async def test_the_menu_of_rarer_acts_has_it(self, pod: Pod) -> None:
        await pod.press("Ana", "It becomes day", on=await pod.more("Ana"))
        assert (await pod.game()).day is DayNight.DAY

    async def test_next_turn_asks_and_any_answer_passes_the_turn(self, pod: Pod) -> None:
        await pod.slash("Ana", "pod day", state="day")
        number = (await pod.game()).turns.number
        await pod.press("Bruno", "Next turn")
        assert "How many spells did Ana cast this turn?" in pod.panel_text()
        assert (await pod.game()).turns.number == number
        await pod.press("Carla", "No spell")
        assert "Night falls: no spell was cast by last turn's player." in pod.panel_text()
        assert (await pod.game()).turns.number == number + 1

    async def test_the_turn_may_go_on_after_all(self, pod: Pod) -> None:
        await pod.slash("Ana", "pod day", state="day")
        await pod.press("Bruno", "Next turn")
        await pod.press("Bruno", "The turn goes on")
        assert "How many spells" not in pod.panel_text()
        assert await pod.active() == ["Ana"]

    async def test_the_command_asks_too(self, pod: Pod) -> None:
        await pod.slash("Ana", "pod day", state="night")
        await pod.slash("Bruno", "pod next")
        await pod.press("Bruno", "Two or more")
        assert "Day breaks" in pod.panel_text()

    async def test_a_correction_is_remembered_over_the_question(self, pod: Pod) -> None:
        await pod.slash("Ana", "pod day", state="day")
        await pod.slash("Bruno", "pod next", player="Diego")
        await pod.press("Bruno", "One spell")
        assert await pod.active() == ["Diego"]

    async def test_a_bystander_is_not_asked(self, pod: Pod) -> None:
        await pod.slash("Ana", "pod day", state="day")
        answer = await pod.press(BYSTANDER, "Next turn")
        assert answer.private
        assert "How many spells" not in pod.panel_text()

    async def test_an_open_choice_of_room_comes_before_the_question(self, pod: Pod) -> None:
        await pod.slash("Ana", "pod day", state="day")
        await pod.press("Ana", "I take the initiative")
        await pod.press("Ana", "I take the initiative")
        answer = await pod.press("Ana", "Next turn")
        assert "chooses where to venture" in pod.panel_text()
        assert "How many spells" not in pod.panel_text() + answer.private

    @pytest.mark.parametrize(
        "custom_id",
        ["pk:pod.cast:{}:3|0", "pk:pod.cast:{}:", "pk:pod.cast:{}:0|x", "pk:pod.day:{}:x"],
    )
    async def test_a_forged_answer_changes_nothing(self, pod: Pod, custom_id: str) -> None:
        await pod.slash("Ana", "pod day", state="day")
        before = await pod.table()
        seen = f"{before.version.game}.{before.version.seq}"
        answer = await pod.forge("Ana", custom_id.format(seen))
        assert answer.private
        assert await pod.table() == before

    async def test_waiting_werewolves_are_asked_about_before_the_turn_ends(self, pod: Pod) -> None:
        await enter(pod, "Ana", "Gatstaf Shepherd")
        for _ in range(2):
            number = (await pod.game()).turns.number
            await pod.press("Ana", "Next turn")
            answer = await pod.press("Ana", "Nobody cast a spell")
        assert "**Gatstaf Shepherd** would have turned over, and did not." in answer.private
        assert (await pod.game()).turns.number == number
        await pod.press("Ana", "Yes, next turn", on=answer.message)
        assert (await pod.game()).turns.number == number + 1

    async def test_an_answer_that_tells_too_little_is_refused(self, pod: Pod) -> None:
        await pod.slash("Ana", "pod day", state="day")
        before = await pod.table()
        seen = f"{before.version.game}.{before.version.seq}"
        answer = await pod.forge("Ana", f"pk:pod.cast:{seen}:-|0")
        assert "How many spells were cast this turn?" in answer.private
        assert await pod.table() == before


async def test_where_only_the_reader_brought_the_bot_no_table_is_kept(
    pod: Pod, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(discord.Interaction, "is_user_integration", lambda self: True)
    monkeypatch.setattr(discord.Interaction, "is_guild_integration", lambda self: False)
    answer = await pod.slash("Ana", "dfc enter", card="Delver of Secrets")
    assert "Here only you have me." in answer.private
    assert not await battlefield(pod)
