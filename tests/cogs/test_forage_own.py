"""Playing with the boosters that the pod opened: nothing that was typed gets lost."""

import aiohttp
import discord
import pytest

from bot.cards.boosters import own_cards
from bot.game.forage.cards import CARDS
from bot.ui.modals import MOST_TYPED
from cogs.forage.own import LOST, MOST_BYTES, MOST_KEPT, Wish, Wishes
from tests import foraging
from tests.pods import BYSTANDER, Answer, Pod

NAMES = [card.name for card in list(CARDS.values())[:24]]
CARDS_TEXT = "\n".join([*NAMES[:23], f"{NAMES[23]} *F*"])
MISSPELT = CARDS_TEXT.replace(NAMES[0], "Chaterstorm", 1).replace(NAMES[1], "`Xyzzy` @everyone")


async def opened(pod: Pod, text: str = CARDS_TEXT) -> None:
    """The game on the floor is played with exactly these cards."""
    game = await foraging.game(pod)
    assert game.own == own_cards(text.splitlines()).food
    on_the_floor = [food for food in game.grid if food is not None]
    assert sorted(map(repr, (*on_the_floor, *game.set_aside))) == sorted(map(repr, game.own))


class TestPasting:
    async def test_opens_a_form_and_starts(self, pod: Pod) -> None:
        form = await foraging.begin(pod, "Ana", "Bruno", boosters="own")
        assert foraging.filled_in(form) == ""
        await foraging.type_in(pod, "Ana", form, CARDS_TEXT)
        assert "24 cards lie on the floor. Ana → Bruno;" in pod.panel_text()
        assert "## Turn 1" in pod.panel_text()
        await opened(pod)

    async def test_without_players_opens_a_lobby(self, pod: Pod) -> None:
        form = await pod.slash("Ana", "forage start", boosters="own", seed="Acorn")
        await foraging.type_in(pod, "Ana", form, CARDS_TEXT)
        assert "Played with your own boosters: 24 cards, grid `ACORN`." in pod.panel_text()
        await pod.press("Bruno", "Join")
        await pod.press("Bruno", "Start")
        await opened(pod)

    async def test_unknown_names_are_asked_about(self, pod: Pod) -> None:
        form = await foraging.begin(pod, "Ana", "Bruno", boosters="own")
        answer = await foraging.type_in(pod, "Ana", form, MISSPELT)
        assert "I know 22 cards, but two lines name none." in answer.private
        assert "- `Chaterstorm` → **Chatterstorm**" in answer.private
        assert "- `'Xyzzy' @everyone` → " in answer.private
        assert "Nothing of what you typed is lost." in answer.private
        assert pod.messages == []

    async def test_the_form_opens_again_with_the_text_in_it(self, pod: Pod) -> None:
        form = await foraging.begin(pod, "Ana", "Bruno", boosters="own")
        asked = (await foraging.type_in(pod, "Ana", form, MISSPELT)).message
        form = await pod.press("Ana", "Correct the text", on=asked)
        assert foraging.filled_in(form) == MISSPELT
        half = MISSPELT.replace("Chaterstorm", NAMES[0])
        asked = (await foraging.type_in(pod, "Ana", form, half)).message
        assert "I know 23 cards, but a line names none." in pod.read(asked)
        form = await pod.press("Ana", "Correct the text", on=asked)
        answer = await foraging.type_in(pod, "Ana", form, CARDS_TEXT)
        assert "Done: see the table below." in answer.private
        assert "24 cards lie on the floor. Ana → Bruno;" in pod.panel_text()
        await opened(pod)

    async def test_or_one_goes_on_without_them(self, pod: Pod) -> None:
        form = await foraging.begin(pod, "Ana", "Bruno", boosters="own")
        asked = (await foraging.type_in(pod, "Ana", form, MISSPELT)).message
        await pod.press("Ana", "Go on without them", on=asked)
        assert "22 cards lie on the floor." in pod.panel_text()
        assert (await foraging.game(pod)).players == (pod.id("Ana"), pod.id("Bruno"))

    async def test_of_unknown_names_alone_one_cannot_go_on(self, pod: Pod) -> None:
        form = await foraging.begin(pod, "Ana", "Bruno", boosters="own")
        asked = (await foraging.type_in(pod, "Ana", form, "Xyzzy")).message
        assert "I know no card of these." in pod.read(asked)
        assert pod.labels(asked) == ["Correct the text"]

    @pytest.mark.parametrize(
        ("typed", "no"),
        [
            ("61 Forest", "Those are 61 cards."),
            ("# a remark", "There is no card in it."),
            ("Forest\n" * 101, "Those are more than 100 lines."),
        ],
    )
    async def test_what_cannot_be_played_with_is_not_lost(
        self, pod: Pod, typed: str, no: str
    ) -> None:
        form = await foraging.begin(pod, "Ana", "Bruno", boosters="own")
        answer = await foraging.type_in(pod, "Ana", form, typed)
        assert no in answer.private
        form = await pod.press("Ana", "Correct the text", on=answer.message)
        assert foraging.filled_in(form) == typed

    async def test_a_game_that_began_meanwhile_is_not_disturbed(self, pod: Pod) -> None:
        form = await foraging.begin(pod, "Ana", "Bruno", boosters="own")
        await foraging.begin(pod, "Carla", "Diego")
        answer = await foraging.type_in(pod, "Ana", form, CARDS_TEXT)
        assert "This table belongs to Carla and Diego." in answer.private
        assert pod.labels(answer.message) == ["Correct the text"]
        assert (await foraging.game(pod)).players == (pod.id("Carla"), pod.id("Diego"))

    async def test_of_two_at_once_each_gets_their_own(self, pod: Pod) -> None:
        ana = await pod.slash("Ana", "forage start", boosters="own")
        there = pod.in_channel("pod-2")
        carla = await there.slash("Carla", "forage start", boosters="own")
        await foraging.type_in(pod, "Ana", ana, NAMES[0])
        await foraging.type_in(there, "Carla", carla, NAMES[1])
        assert "1. Ana" in pod.panel_text()
        assert "1. Carla" in there.panel_text()

    async def test_nothing_is_kept_by_discord_py(self, pod: Pod) -> None:
        await foraging.begin(pod, "Ana", "Bruno", boosters="own")
        assert pod.bot._connection._view_store._modals == {}


class TestARestart:
    async def test_while_somebody_types(self, pod: Pod) -> None:
        form = await foraging.begin(pod, "Ana", "Bruno", boosters="own")
        await pod.restart()
        answer = await foraging.type_in(pod, "Ana", form, CARDS_TEXT)
        assert LOST in answer.private
        assert "Foraging Squirrels: 1 of 4" in pod.panel_text()
        assert "24 cards" in pod.panel_text()

    async def test_where_nothing_but_cards_is_lost(self, pod: Pod) -> None:
        form = await pod.slash("Ana", "forage start", boosters="own")
        await pod.restart()
        answer = await foraging.type_in(pod, "Ana", form, CARDS_TEXT)
        assert answer.private == ""
        assert "24 cards" in pod.panel_text()

    async def test_is_told_of_after_a_correction_too(self, pod: Pod) -> None:
        form = await pod.slash("Ana", "forage start", boosters="own", seed="Acorn")
        await pod.restart()
        asked = (await foraging.type_in(pod, "Ana", form, MISSPELT)).message
        await pod.restart()
        form = await pod.press("Ana", "Correct the text", on=asked)
        answer = await foraging.type_in(pod, "Ana", form, CARDS_TEXT)
        assert LOST in answer.private

    async def test_while_a_question_is_open(self, pod: Pod) -> None:
        form = await foraging.begin(pod, "Ana", "Bruno", boosters="own")
        asked = (await foraging.type_in(pod, "Ana", form, MISSPELT)).message
        await pod.restart()
        answer = await pod.press("Ana", "Go on without them", on=asked)
        assert "I was restarted" in answer.private
        form = await pod.press("Ana", "Correct the text", on=asked)
        assert form.result.modal is not None
        assert "I was restarted" in form.result.modal["components"][0]["description"]
        await foraging.type_in(pod, "Ana", form, CARDS_TEXT)
        assert "Foraging Squirrels: 1 of 4" in pod.panel_text()


class TestAFile:
    async def test_starts_at_once(self, pod: Pod) -> None:
        file = ("cards.txt", b"\xef\xbb\xbf" + CARDS_TEXT.encode())
        await foraging.begin(pod, "Ana", "Bruno", boosters="own", cards=file)
        assert "24 cards lie on the floor." in pod.panel_text()
        assert not pod.panel.flags.ephemeral
        await opened(pod)
        await foraging.play_out(pod)
        assert "your own 24 cards, seed `HELLO`" in pod.panel_text()

    async def test_means_own_boosters(self, pod: Pod) -> None:
        await foraging.begin(pod, "Ana", "Bruno", cards=("cards.txt", CARDS_TEXT.encode()))
        await opened(pod)

    async def test_unknown_names_are_asked_about(self, pod: Pod) -> None:
        file = ("cards.txt", MISSPELT.encode())
        answer = await foraging.begin(pod, "Ana", "Bruno", cards=file)
        assert "I know 22 cards" in answer.private
        form = await pod.press("Ana", "Correct the text", on=answer.message)
        await foraging.type_in(pod, "Ana", form, CARDS_TEXT)
        await opened(pod)

    async def test_too_long_for_a_form_is_corrected_in_the_file(self, pod: Pod) -> None:
        long = MISSPELT + "\n# " + "x" * MOST_TYPED
        answer = await foraging.begin(pod, "Ana", "Bruno", cards=("cards.txt", long.encode()))
        assert "Correct the file, and send it again" in answer.private
        assert pod.labels(answer.message) == ["Go on without them"]

    @pytest.mark.parametrize(
        ("name", "content"),
        [
            ("cards.txt", b"x" * (MOST_BYTES + 1)),
            ("cards.png", b"\x89PNG"),
            ("cards.txt", "Éolienne".encode("latin-1")),
            ("cards.txt", b"Forest\0"),
        ],
    )
    async def test_what_is_no_list_of_cards(self, pod: Pod, name: str, content: bytes) -> None:
        answer = await foraging.begin(pod, "Ana", "Bruno", cards=(name, content))
        assert "a text file of at most 20 kB, UTF-8" in answer.private
        assert pod.messages == []

    async def test_that_discord_does_not_give(
        self, pod: Pod, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        async def read(*args: object, **kwargs: object) -> bytes:
            raise aiohttp.ClientError

        monkeypatch.setattr(discord.Attachment, "read", read)
        answer = await foraging.begin(pod, "Ana", "Bruno", cards=("cards.txt", b"Forest"))
        assert "Discord did not give me the file." in answer.private


class TestWishes:
    def test_are_for_who_had_them(self) -> None:
        wishes = Wishes()
        key = wishes.keep(Wish(1, typed="mine"))
        assert wishes.get(key, 2) is None
        assert wishes.get(key, 1) == Wish(1, typed="mine")

    def test_the_oldest_is_forgotten(self) -> None:
        wishes = Wishes()
        first, *_, last = [wishes.keep(Wish(1)) for _ in range(MOST_KEPT + 1)]
        assert wishes.get(first, 1) is None
        assert wishes.get(last, 1) is not None


class TestAFormThatNobodyWasShown:
    async def test_of_another_version_says_so(self, pod: Pod) -> None:
        answer = Answer(pod, await foraging.send_form(pod, "Ana", "pk:forage.nuts:0.0:"))
        assert "from another version" in answer.private

    async def test_that_is_not_ours_is_left_alone(self, pod: Pod) -> None:
        assert not (await foraging.send_form(pod, "Ana", "nuts")).acknowledged

    async def test_without_its_field_says_what_is_missing(self, pod: Pod) -> None:
        answer = Answer(pod, await foraging.send_form(pod, "Ana", "pk:forage.cards:0.0:"))
        assert "There is no card in it." in answer.private


async def test_somebody_elses_form_is_not_theirs(pod: Pod) -> None:
    form = await foraging.begin(pod, "Ana", "Bruno", boosters="own")
    asked = (await foraging.type_in(pod, "Ana", form, MISSPELT)).message
    answer = await pod.forge(BYSTANDER, pod.button_id("Go on without them", asked), on=asked)
    assert "I was restarted" in answer.private
    assert pod.messages == []
