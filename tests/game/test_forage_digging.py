"""Foraging Squirrels: who may dig up which card, when, and where to."""

import pytest

from bot.game.forage.board import CELLS, name_of
from bot.game.forage.game import (
    can_dig,
    dig_allowed,
    diggable,
    may_still_dig,
)
from bot.game.forage.turns import CardDug, Dig
from tests.game.forest import (
    ANA,
    BEA,
    CAIO,
    CARD,
    DUDA,
    HOUSE,
    RIGHT,
    Forest,
    drawn,
)


def test_a_dig_puts_a_card_onto_an_empty_space() -> None:
    forest = Forest.floor("S W U . .\n. . . R! .", turn=2).dig("D2", "A5")
    assert forest.has("S W U . .\n.\n.\n.\nR!")
    (dug,) = forest.happened(CardDug)
    assert drawn(dug.food) == "R!"
    assert forest.haul(BEA) == ""


def test_a_dig_may_come_before_the_move() -> None:
    forest = Forest.floor("S W U . .\nW . . . .", turn=2).dig("A2", "D1")
    assert forest.whose == BEA
    assert forest.moves == {"W right: W"}
    forest.move("W", RIGHT)
    assert forest.haul(BEA) == "W"


def test_a_dig_may_come_after_the_move() -> None:
    forest = Forest.floor("S W U U .", turn=2).move("W", RIGHT).dig("D1", "E5")
    assert forest.has(". S U . .\n.\n.\n.\n. . . . U")
    assert forest.whose == ANA


def test_the_space_the_squirrel_left_is_empty_and_can_be_dug_onto() -> None:
    forest = Forest.floor("S W U U .", turn=2).move("W", RIGHT).dig("D1", "A1")
    assert forest.has("U S U . .")


def test_the_first_player_cannot_dig() -> None:
    forest = Forest.floor("S W U W U", turn=3)
    assert forest.whose == ANA
    assert not can_dig(forest.game, ANA)
    assert not may_still_dig(forest.game, ANA)
    forest.refuses(forest.digging("E1", "E5"), rule=CARD, match="<@11> went first")


@pytest.mark.parametrize(("turn", "player"), [(2, BEA), (3, CAIO), (4, DUDA)])
def test_from_the_games_second_turn_on_every_other_player_can_dig(turn: int, player: int) -> None:
    """Already in their own first turn: the card lets them once the first player has had a turn."""
    forest = Forest.floor("S W U W U", players=4, turn=turn)
    assert forest.whose == player
    assert forest.game.forager(player).turns == 1
    assert can_dig(forest.game, player)
    forest.dig("E1", "E5")


def test_a_player_digs_once_a_game() -> None:
    forest = Forest.floor("S W U W U", turn=2).dig("E1", "E5")
    forest.refuses(forest.digging("D1", "D5"), rule=CARD, match="once a game")
    forest.move("W", RIGHT).move("U", RIGHT)
    assert forest.whose == BEA
    assert not can_dig(forest.game, BEA)
    forest.refuses(forest.digging("E5", "A1"), rule=CARD, match="once a game")


def test_each_player_has_a_dig_of_their_own() -> None:
    forest = Forest.floor("S W U W U", players=3, turn=2).dig("E1", "E5").move("W", RIGHT)
    assert forest.whose == CAIO
    assert can_dig(forest.game, CAIO)


def test_nobody_can_dig_in_another_players_turn() -> None:
    forest = Forest.floor("S W U W U", players=3, turn=2)
    assert may_still_dig(forest.game, CAIO)
    assert not can_dig(forest.game, CAIO)


@pytest.mark.parametrize("cell", ["A1", "A5"])
def test_only_food_can_be_dug_up_not_the_squirrel(cell: str) -> None:
    forest = Forest.floor("S W U W U", turn=2)
    forest.refuses(forest.digging(cell, "E5"), rule=CARD, match=f"No food lies on {cell}")


def test_a_card_in_the_first_or_last_corner_can_be_dug_up_too() -> None:
    first = Forest.floor("W . . . .\n. S W", turn=2).dig("A1", "E5")
    assert first.has(". . . . .\n. S W\n.\n.\n. . . . W")
    last = Forest.floor(". . . . .\n. S W\n.\n.\n. . . . W", turn=2).dig("E5", "A1")
    assert last.has("W . . . .\n. S W")


@pytest.mark.parametrize("onto", ["A1", "B1", "C1"])
def test_a_card_is_dug_only_onto_an_empty_space(onto: str) -> None:
    """Neither onto the squirrel, nor onto itself, nor onto another card."""
    forest = Forest.floor("S W U W U", turn=2)
    forest.refuses(forest.digging("B1", onto), rule=CARD, match=f"empty space. {onto} is not one")


@pytest.mark.parametrize(("cell", "onto"), [(-1, 9), (25, 9), (1, -1), (1, 25)])
def test_a_dig_stays_on_the_floor(cell: int, onto: int) -> None:
    forest = Forest.floor("S W U W U", turn=2)
    forest.refuses(
        Dig(player=BEA, cell=cell, onto=onto), rule=CARD, match="No food lies|onto an empty"
    )


def test_a_collected_card_cannot_be_dug_up() -> None:
    forest = Forest.floor("S W U W U", turn=2).move("W", RIGHT)
    assert forest.haul(BEA) == "W"
    forest.refuses(forest.digging("B1", "E5"), rule=CARD, match="No food lies on B1")


def test_a_dig_before_the_move_must_leave_a_move() -> None:
    forest = Forest.floor("S . W . .\n. U . . .", turn=2)
    forest.refuses(forest.digging("C1", "C2"), rule=HOUSE, match="you still have to move")
    forest.dig("C1", "A5")
    assert forest.moves == {"W down: W"}


def test_what_can_be_dug_is_listed_with_where_to() -> None:
    forest = Forest.floor("S . W . .\n. U . . .", turn=2)
    listed = {name_of(d.cell): {name_of(cell) for cell in d.onto} for d in diggable(forest.game)}
    assert listed["C1"] == {"B1", "D1", "E1", "A2", "A3", "A4", "A5"}
    assert listed["B2"] == {name for name in CELLS if name not in ("A1", "C1", "B2")}


def test_nothing_can_be_dug_onto_a_full_floor() -> None:
    rows = "\n".join(["S W W W W", *["W W W W W"] * 4])
    forest = Forest.floor(rows)
    assert diggable(forest.game) == ()


def test_who_left_digs_no_more() -> None:
    forest = Forest.floor("S W U B R", players=3).leave(BEA)
    assert not may_still_dig(forest.game, BEA)
    assert may_still_dig(forest.game, CAIO)


def test_only_a_card_can_be_dug_and_only_onto_an_empty_space() -> None:
    game = Forest.floor("S W U . .", turn=2).game
    for cell, onto, allowed in (("B1", "A5", True), ("D1", "A5", False), ("B1", "C1", False)):
        assert dig_allowed(game, CELLS[cell], CELLS[onto]) is allowed
