"""Which face is up, as a table reads it: the panel's part, the board, and the questions."""

from collections.abc import Callable
from dataclasses import dataclass, field

import pytest

from bot.cards.catalogue import Catalogue
from bot.game.battlefield import MOST_PERMANENTS, EnterBattlefield, GainControl, LeaveBattlefield
from bot.game.copying import CopyPermanent, StopCopying
from bot.game.daynight import SetDayNight, answers
from bot.game.engine import Command
from bot.game.game import Cast, Game
from bot.game.melding import Meld
from bot.game.permanent import DayNight
from bot.game.pod import LeaveGame
from bot.game.transforming import Transform
from bot.game.turns import NextTurn
from bot.game.werewolves import TurnWerewolves
from bot.table import Table as Shown
from bot.table import Version
from bot.ui import board, spells
from bot.ui.layout import assert_sendable, view
from bot.ui.panel import panel
from bot.ui.telling import give_back, tell_all
from tests.game.table import ANA, BEA, CAIO, Table
from tests.ui.shown import buttons, menus, parts, text

NAMES: dict[int, str] = {ANA: "Ana", BEA: "Bea", CAIO: "Caio"}


@dataclass
class Board:
    """A seated table whose players put double-faced cards on the battlefield."""

    catalogue: Catalogue
    table: Table = field(default_factory=Table.seated)

    def enter(self, name: str, player: int = ANA, **how: bool) -> str:
        [match, *_] = self.catalogue.find(name)
        return self.act(EnterBattlefield(player=player, card=match.card.facts(), **how))

    def act(self, command: Command[Game]) -> str:
        """What the table is told."""
        return "\n".join(tell_all(self.table.act(command).last))

    @property
    def shown(self) -> Shown[Game]:
        return Shown(Version(1, 2), self.table.game, 1)

    def panel(self) -> str:
        return text(panel(self.shown, NAMES.get))


@pytest.fixture
def here(catalogue: Catalogue) -> Board:
    return Board(catalogue)


class TestThePanel:
    def test_says_nothing_of_a_board_where_there_is_none(self, here: Board) -> None:
        assert "board" not in here.panel()

    def test_has_each_permanent_with_the_face_that_is_up(self, here: Board) -> None:
        here.enter("Delver of Secrets")
        here.enter("Gatstaf Shepherd", BEA, transformed=True)
        assert "### On the board: 2" in here.panel()
        assert f"`1` **Delver of Secrets** (front up) · <@{ANA}>" in here.panel()
        assert f"`2` **Gatstaf Howler** (back up) · <@{BEA}>" in here.panel()

    def test_says_day_or_night(self, here: Board) -> None:
        here.act(SetDayNight(to=DayNight.NIGHT))
        assert "### 🌙 Night" in here.panel()

    def test_offers_to_turn_over_what_may_turn(self, here: Board) -> None:
        here.enter("Delver of Secrets")
        here.enter("Brutal Cathar")
        [menu] = [p for p in parts(panel(here.shown, NAMES.get)) if p.get("options")]
        assert [option["label"] for option in menu["options"]] == ["1 · Delver of Secrets"]

    def test_lists_the_werewolves_that_turn_with_a_button_for_all_and_one_for_each(
        self, here: Board
    ) -> None:
        here.enter("Gatstaf Shepherd")
        here.enter("Afflicted Deserter")
        here.act(NextTurn(cast=Cast(anyone=0)))
        labels = buttons(panel(here.shown, NAMES.get))
        assert "All turn over" in labels
        assert {"1 · Gatstaf Shepherd", "2 · Afflicted Deserter"} <= set(labels)

    def test_one_werewolf_has_one_button(self, here: Board) -> None:
        here.enter("Gatstaf Shepherd")
        here.act(NextTurn(cast=Cast(anyone=0)))
        labels = buttons(panel(here.shown, NAMES.get))
        assert "It turns over" in labels
        assert "1 · Gatstaf Shepherd" not in labels

    def test_more_werewolves_than_buttons_come_first_in_the_menu(self, here: Board) -> None:
        here.enter("Delver of Secrets")
        for _ in range(6):
            here.enter("Gatstaf Shepherd")
        here.act(NextTurn(cast=Cast(anyone=0)))
        layout = panel(here.shown, NAMES.get)
        [menu] = [p for p in parts(layout) if p.get("options")]
        assert menu["options"][0]["label"] == "2 · Gatstaf Shepherd"
        assert menu["options"][-1]["label"] == "1 · Delver of Secrets"


class TestTheBoard:
    def test_fits_into_a_message_whatever_its_cards_are_called(self, here: Board) -> None:
        delver = here.catalogue.find("Delver of Secrets")[0].card.facts()
        front, back = (
            face.but(name="x" * 150, type="Creature " + "x" * 90) for face in delver.faces
        )
        for _ in range(10):
            here.act(EnterBattlefield(player=ANA, card=delver.but(faces=(front, back))))
        layout = board.board(here.shown, NAMES.get)
        assert_sendable(layout)
        assert "… and " in text(layout)
        assert_sendable(board.one(here.shown, NAMES.get, here.table.game.battlefield[0]))
        assert_sendable(panel(here.shown, NAMES.get))

    def test_has_the_facts_of_the_face_that_is_up_and_its_mana_value_now(self, here: Board) -> None:
        here.enter("Delver of Secrets", transformed=True)
        told = text(board.board(here.shown, NAMES.get))
        assert "`1` **Insectile Aberration** · back up, turns into Delver of Secrets" in told
        assert f"-# <@{ANA}> · Creature — Human Insect · 3/2 · mana value 1" in told

    def test_names_the_owner_where_somebody_else_controls_it(self, here: Board) -> None:
        here.enter("Delver of Secrets")
        here.act(GainControl(permanent=1, player=BEA))
        assert f"<@{BEA}>, owned by <@{ANA}>" in text(board.board(here.shown, NAMES.get))

    def test_tells_what_to_do_where_nothing_is_on_it(self, here: Board) -> None:
        assert "`/dfc enter` puts" in text(board.board(here.shown, NAMES.get))

    def test_is_read_page_by_page(self, here: Board) -> None:
        for _ in range(21):
            here.enter("Delver of Secrets")
        pages = [text(board.board(here.shown, NAMES.get, page)) for page in range(3)]
        assert [page.count("**Delver of Secrets**") for page in pages] == [10, 10, 1]
        assert text(board.board(here.shown, NAMES.get, 99)) == pages[2]

    def test_of_a_game_that_is_over_is_only_read(self, here: Board) -> None:
        here.enter("Delver of Secrets")
        here.act(LeaveGame(players=(BEA, CAIO, 14)))
        assert not menus(board.board(here.shown, NAMES.get))

    def test_a_permanent_has_all_that_may_happen_to_it(self, here: Board) -> None:
        here.enter("Graf Rats")
        here.enter("Midnight Scavengers")
        rats = here.table.game.battlefield[0]
        layout = board.one(here.shown, NAMES.get, rats)
        assert menus(layout) == ["Control to…", "Melds with…", "Becomes a copy of…"]
        assert "Turn over" not in " ".join(buttons(layout))

    def test_a_copy_can_stop_being_one_only_where_its_own_card_is_known(self, here: Board) -> None:
        here.enter("Delver of Secrets")
        here.enter("Gatstaf Shepherd")
        here.act(CopyPermanent(player=ANA, permanent=1, onto=2))
        here.act(CopyPermanent(player=ANA, permanent=1))
        _, copier, clone = here.table.game.battlefield
        assert "No copy any more" in buttons(board.one(here.shown, NAMES.get, copier))
        assert "No copy any more" not in buttons(board.one(here.shown, NAMES.get, clone))

    @pytest.mark.parametrize("language", ["front", "back"])
    def test_every_card_there_is_fits(self, catalogue: Catalogue, language: str) -> None:
        here = Board(catalogue)
        for card in list(catalogue)[:MOST_PERMANENTS]:
            if card.faces[0].spell_type is None:
                here.act(EnterBattlefield(player=ANA, card=card.facts()))
        for page in range(6):
            assert_sendable(board.board(here.shown, NAMES.get, page))
        for permanent in here.table.game.battlefield:
            assert_sendable(board.one(here.shown, NAMES.get, permanent))


class TestFindingAPermanent:
    @pytest.mark.parametrize("typed", ["1", "delver", "SECRETS", "insectile", "aberration 1", ""])
    def test_by_its_number_and_by_either_face(self, here: Board, typed: str) -> None:
        here.enter("Delver of Secrets")
        assert board.offered(here.table.game, typed) == [("1 · Delver of Secrets (front up)", 1)]

    def test_what_is_not_there_is_not_found(self, here: Board) -> None:
        here.enter("Delver of Secrets")
        assert board.offered(here.table.game, "shepherd") == []


class TestTheQuestion:
    def labels(self, here: Board) -> list[str]:
        layout = view(*spells.ask_spells(here.shown, NAMES.get))
        assert_sendable(layout)
        return buttons(layout)[:-1]

    def test_of_day_and_night_is_about_the_active_player(self, here: Board) -> None:
        here.act(SetDayNight(to=DayNight.DAY))
        assert self.labels(here) == ["No spell", "One spell", "Two or more"]

    def test_of_werewolves_is_about_everybody(self, here: Board) -> None:
        here.enter("Gatstaf Shepherd")
        assert self.labels(here) == [
            "Nobody cast a spell",
            "Nobody cast two",
            "One player cast two or more",
        ]

    def test_of_both_is_one_question(self, here: Board) -> None:
        here.enter("Gatstaf Shepherd")
        here.act(SetDayNight(to=DayNight.DAY))
        assert self.labels(here) == [
            "Nobody cast a spell",
            "Ana none, others one at most",
            "Ana none, another two or more",
            "Ana one, others one at most",
            "Ana one, another two or more",
            "Ana two or more",
        ]
        assert len(answers(here.table.game)) == 6

    def test_names_the_active_player_who_left(self, here: Board) -> None:
        here.act(SetDayNight(to=DayNight.DAY))
        here.act(LeaveGame(players=(ANA,)))
        layout = view(*spells.ask_spells(here.shown, NAMES.get))
        assert f"How many spells did <@{ANA}> cast this turn?" in text(layout)

    def test_of_two_heads_is_about_the_one_who_cast_more(self, catalogue: Catalogue) -> None:
        here = Board(catalogue, Table.giants())
        here.act(SetDayNight(to=DayNight.DAY))
        layout = view(*spells.ask_spells(here.shown, NAMES.get))
        assert f"<@{ANA}> and <@{BEA}> cast this turn, whoever of them cast more?" in text(layout)


TOLD: dict[str, Callable[[Board], str]] = {
    f"<@{ANA}> has **Delver of Secrets** on the battlefield (front up).": lambda here: here.enter(
        "Delver of Secrets"
    ),
    "It becomes day, as something daybound is here (CR 702.145d).": lambda here: here.enter(
        "Brutal Cathar"
    ),
    "Turned over: **Delver of Secrets** → **Insectile Aberration**.": lambda here: (
        here.enter("Delver of Secrets") and here.act(Transform(permanent=1))
    ),
    "Night falls: no spell was cast by last turn's player.\n"
    "With it, these turn over: **Brutal Cathar** → **Moonrage Brute**.": lambda here: (
        here.enter("Brutal Cathar") and here.act(NextTurn(cast=Cast(active=0)))
    ),
    "Upkeep: **Gatstaf Shepherd** would turn over.": lambda here: (
        here.enter("Gatstaf Shepherd") and here.act(NextTurn(cast=Cast(anyone=0)))
    ),
    "**Graf Rats** and **Midnight Scavengers** meld into **Chittering Host**.": lambda here: (
        here.enter("Graf Rats")
        and here.enter("Midnight Scavengers")
        and here.act(Meld(first=1, second=2))
    ),
    "Off the battlefield: **Chittering Host** as two cards, Graf Rats and Midnight Scavengers.": (
        lambda here: (
            here.enter("Graf Rats")
            and here.enter("Midnight Scavengers")
            and here.act(Meld(first=1, second=2))
            and here.act(LeaveBattlefield(permanents=(3,)))
        )
    ),
    f"<@{BEA}> controls **Delver of Secrets** now.": lambda here: (
        here.enter("Delver of Secrets") and here.act(GainControl(permanent=1, player=BEA))
    ),
    f"**Delver of Secrets** goes back to <@{ANA}>.": lambda here: (
        here.enter("Delver of Secrets")
        and here.act(GainControl(permanent=1, player=BEA))
        and here.act(LeaveGame(players=(BEA,)))
    ),
    "Its owner has left, and with them: **Delver of Secrets**.": lambda here: (
        here.enter("Delver of Secrets", BEA) and here.act(LeaveGame(players=(BEA,)))
    ),
    "**Gatstaf Shepherd** becomes a copy of **Delver of Secrets**.": lambda here: (
        here.enter("Delver of Secrets")
        and here.enter("Gatstaf Shepherd")
        and here.act(CopyPermanent(player=ANA, permanent=1, onto=2))
    ),
    "Turned over: **Delver of Secrets**, as a copy the same.": lambda here: (
        here.enter("Delver of Secrets")
        and here.enter("Gatstaf Shepherd")
        and here.act(CopyPermanent(player=ANA, permanent=1, onto=2))
        and here.act(Transform(permanent=2))
    ),
    "**Delver of Secrets** is no copy any more: it is **Gatstaf Shepherd** again.": lambda here: (
        here.enter("Delver of Secrets")
        and here.enter("Gatstaf Shepherd")
        and here.act(CopyPermanent(player=ANA, permanent=1, onto=2))
        and here.act(StopCopying(permanent=2))
    ),
    f"<@{BEA}> has a token that is a copy of **Delver of Secrets** (front up, token).": (
        lambda here: (
            here.enter("Delver of Secrets")
            and here.act(CopyPermanent(player=BEA, permanent=1, token=True))
        )
    ),
    "It is neither day nor night after all.": lambda here: (
        here.act(SetDayNight(to=DayNight.DAY)) and here.act(SetDayNight(to=None, sure=True))
    ),
    "Turned over: **Gatstaf Shepherd** → **Gatstaf Howler**.": lambda here: (
        here.enter("Gatstaf Shepherd")
        and here.act(NextTurn(cast=Cast(anyone=0)))
        and here.act(TurnWerewolves())
    ),
}


@pytest.mark.parametrize("sentence", TOLD)
def test_what_happened_is_told(here: Board, sentence: str) -> None:
    assert sentence in TOLD[sentence](here)


def test_what_came_under_the_control_of_a_leaver_is_told_to_be_exiled(here: Board) -> None:
    [match] = here.catalogue.find("Delver of Secrets")
    here.act(EnterBattlefield(player=BEA, card=match.card.facts(), owner=ANA))
    told = here.act(LeaveGame(players=(BEA,)))
    assert "Exiled, since it came under the control of one who left (CR 800.4a)" in told


def test_an_undo_tells_which_cards_hands_must_turn_back(here: Board) -> None:
    here.enter("Delver of Secrets")
    events = here.table.act(Transform(permanent=1)).last
    assert give_back(events) == ["By hand: **Insectile Aberration** over to the other face again."]
