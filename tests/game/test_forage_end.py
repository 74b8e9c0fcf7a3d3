"""Foraging Squirrels: when the game ends, and what is possible then."""

from bot.errors import NO_RULE
from bot.game.forage.board import CELLS
from bot.game.forage.game import (
    EndedBy,
    can_dig,
    diggable,
    legal_moves,
    may_still_dig,
)
from bot.game.forage.lobby import EndForage
from bot.game.forage.turns import Dig, EndTurn, ForageEnded
from tests.game.forest import (
    ANA,
    BEA,
    RIGHT,
    Forest,
)


def test_the_game_ends_when_no_card_is_in_line_after_a_turn() -> None:
    forest = Forest.floor("S W . . .\nU . . . .").move("W", RIGHT)
    assert forest.kinds == ["squirrel_moved", "forage_turn_ended", "forage_ended"]
    ending = forest.game.ending
    assert ending is not None
    assert ending.by is EndedBy.NO_FOOD_IN_LINE
    assert ending.winners == (ANA,)
    assert forest.game.whose is None


def test_cards_out_of_line_stay_and_belong_to_nobody() -> None:
    forest = Forest.floor("S W . . .\nU . . . .").move("W", RIGHT)
    assert forest.has(". S . . .\nU . . . .")
    assert forest.totals() == {ANA: 2, BEA: 0}


def test_the_game_goes_on_while_a_card_is_in_line_however_far() -> None:
    forest = Forest.floor("S W . . .\n.\n.\n.\n. U").move("W", RIGHT)
    assert forest.whose == BEA
    assert forest.moves == {"U down: U"}


def test_the_end_is_checked_after_the_dig_which_can_prolong_the_game() -> None:
    forest = Forest.floor("S W . . .\nU . . . .", turn=2).move("W", RIGHT)
    assert forest.kinds == ["squirrel_moved"]
    forest.dig("A2", "E1")
    assert not forest.game.over
    assert forest.whose == ANA


def test_a_dig_after_the_move_can_end_the_game() -> None:
    forest = Forest.floor("S W . . .\n. U . . .", turn=2).move("W", RIGHT).dig("B2", "A2")
    assert forest.game.over


def test_who_is_done_where_no_card_is_in_line_ends_the_game() -> None:
    forest = Forest.floor("S W . . .\nU . . . .", turn=2).move("W", RIGHT).done()
    assert forest.kinds == ["forage_turn_ended", "forage_ended"]


def test_the_next_player_cannot_dig_to_revive_a_finished_game() -> None:
    forest = Forest.floor("S W . . .\nU . . . .").move("W", RIGHT)
    assert forest.game.over
    assert not can_dig(forest.game, BEA)
    assert diggable(forest.game) == ()
    forest.refuses(
        Dig(player=BEA, cell=CELLS["A2"], onto=CELLS["A1"]), rule=NO_RULE, match="game is over"
    )


def test_a_move_that_leaves_the_floor_bare_ends_the_game() -> None:
    forest = Forest.floor("S W W . .").move("W", RIGHT)
    (ended,) = forest.happened(ForageEnded)
    assert ended.winners == (ANA,)


def test_nothing_happens_in_a_game_that_is_over() -> None:
    forest = Forest.floor("S W W . .").move("W", RIGHT)
    assert legal_moves(forest.game) == ()
    assert forest.game.active == ()
    for command in (forest.moving("W", RIGHT, by=BEA), EndTurn(player=BEA)):
        forest.refuses(command, rule=NO_RULE, match="`/forage start` begins a new one")


def test_in_a_game_that_was_stopped_nobody_moves_or_digs() -> None:
    stopped = Forest.floor("S W U B R", turn=2).act(EndForage()).game
    assert (legal_moves(stopped), diggable(stopped)) == ((), ())
    assert not may_still_dig(stopped, BEA)


def test_nothing_happens_before_the_game() -> None:
    forest = Forest()
    assert not forest.game.food_in_line
    assert legal_moves(forest.game) == ()
    assert diggable(forest.game) == ()
    forest.refuses(
        forest.moving("W", RIGHT, by=ANA), rule=NO_RULE, match="No squirrels are foraging"
    )
