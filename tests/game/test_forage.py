"""Foraging Squirrels, turn by turn: moving, and whose turn it is."""

import pytest

from bot.errors import NO_RULE
from bot.game.forage.board import name_of
from bot.game.forage.cards import Colour
from bot.game.forage.game import (
    can_dig,
    legal_moves,
    may_still_dig,
)
from bot.game.forage.turns import EndTurn, Move, SquirrelMoved
from tests.game.forest import (
    ANA,
    BEA,
    CAIO,
    CARD,
    DOWN,
    DUDA,
    HOUSE,
    LEFT,
    NOBODY_HERE,
    RIGHT,
    UP,
    Forest,
    drawn,
)

# The move


def test_a_move_takes_each_next_card_of_the_colour_and_stops_before_another() -> None:
    forest = Forest.floor("""
        S W W U W
        G . . . .
    """)
    forest.move("W", RIGHT)
    assert forest.haul(ANA) == "W W"
    assert forest.has("""
        . . S U W
        G . . . .
    """)


def test_each_move_adds_to_what_was_taken_before() -> None:
    forest = Forest.floor("S W U B R")
    for colour in "WUBR":
        forest.move(colour, RIGHT, done=True)
    assert (forest.haul(ANA), forest.haul(BEA)) == ("W B", "U R")


def test_a_move_goes_on_to_the_edge_if_everything_matches() -> None:
    forest = Forest.floor("""
        S . . . .
        R . . . .
        R . . . .
        R . . . .
        R B . . .
    """)
    forest.move("R", DOWN)
    assert forest.haul(ANA) == "R R R R"
    assert forest.has("""
        . . . . .
        . . . . .
        . . . . .
        . . . . .
        S B . . .
    """)


def test_the_squirrel_jumps_over_empty_spaces() -> None:
    forest = Forest.floor("""
        S . W . W
        U . . . .
    """)
    forest.move("W", RIGHT)
    assert forest.haul(ANA) == "W W"


def test_the_squirrel_ends_on_the_last_card_taken_and_does_not_slide_on() -> None:
    forest = Forest.floor("S . W . . \n . . U . .")
    forest.move("W", RIGHT)
    assert forest.has(". . S . . \n . . U . .")


def test_the_squirrel_can_go_in_four_directions_and_never_diagonally() -> None:
    forest = Forest.floor("""
        W W W . .
        W S W . .
        W W W . .
    """)
    assert forest.moves == {"W up: W", "W left: W", "W right: W", "W down: W"}


def test_the_squirrel_cannot_stop_early() -> None:
    """What a move takes follows from colour and direction alone."""
    forest = Forest.floor("S W W W U")
    assert forest.moves == {"W right: W W W"}


def test_a_multicoloured_card_has_each_of_its_colours() -> None:
    forest = Forest.floor("S WU U W .")
    assert forest.moves == {"W right: WU", "U right: WU U"}
    forest.move("U", RIGHT)
    assert forest.haul(ANA) == "WU U"


def test_a_land_is_colourless() -> None:
    forest = Forest.floor("S L C L W")
    assert forest.moves == {"C right: L C L"}
    refused = forest.refuses(forest.moving("G", RIGHT), rule=HOUSE, match="takes at least one")
    assert "is not green" in str(refused)


def test_colourless_takes_no_coloured_card() -> None:
    forest = Forest.floor("S WUBRG! . . .")
    assert forest.moves == {f"{colour} right: WUBRG!" for colour in "WUBRG"}
    forest.refuses(forest.moving("C", RIGHT), rule=HOUSE, match="is not colourless")


def test_a_move_must_take_a_card_the_first_one_does_not_match() -> None:
    forest = Forest.floor("S W U . .")
    refused = forest.refuses(forest.moving("U", RIGHT), rule=HOUSE, match="The first card that way")
    assert str(refused.details["card"]) in str(refused)


def test_a_move_must_take_a_card_none_lies_that_way() -> None:
    forest = Forest.floor("S W . . .")
    forest.refuses(forest.moving("W", DOWN), rule=HOUSE, match="No card lies that way")
    forest.refuses(forest.moving("W", LEFT), rule=HOUSE, match="No card lies that way")
    forest.refuses(forest.moving("W", UP), rule=HOUSE, match="No card lies that way")


def test_a_move_tells_what_it_took_and_where() -> None:
    forest = Forest.floor("S . W W* .\n. . . U .").move("W", RIGHT)
    (moved,) = forest.happened(SquirrelMoved)
    assert [name_of(cell) for cell in moved.cells] == ["C1", "D1"]
    assert [drawn(card) for card in moved.taken] == ["W", "W*"]


def test_what_each_move_would_take_is_known_beforehand() -> None:
    forest = Forest.floor("""
        . . U . .
        . . . . .
        W . S W! W
        . . C . .
    """)
    assert forest.moves == {"U up: U", "W left: W", "W right: W! W", "C down: C"}
    ends = {move.direction: name_of(move.end) for move in legal_moves(forest.game)}
    assert ends == {UP: "C1", LEFT: "A3", RIGHT: "E3", DOWN: "C4"}


# Whose turn it is


@pytest.mark.parametrize("players", [2, 3, 4])
def test_turns_go_round_in_order_from_the_first_player(players: int) -> None:
    order = (ANA, BEA, CAIO, DUDA)[:players]
    forest = Forest.floor("S W U W U\n. . . . R\n", players=players, first=order[-1])
    assert forest.game.turn == 1
    for number, (player, colour) in enumerate([(order[-1], "W"), (order[0], "U")], start=1):
        assert forest.whose == player
        assert forest.game.turn == number
        assert forest.game.forager(player).turns == 1
        forest.move(colour, RIGHT, done=True)
    assert forest.game.turn == 3


def test_only_the_player_whose_turn_it_is_may_act() -> None:
    forest = Forest.floor("S W U W U", players=3)
    for player in (BEA, CAIO):
        forest.refuses(forest.moving("W", RIGHT, by=player), rule=CARD, match="It is <@11>'s turn")
        forest.refuses(forest.digging("B1", "B2", by=player), rule=CARD, match="<@11>'s turn")
        forest.refuses(EndTurn(player=player), rule=CARD, match="<@11>'s turn")


def test_who_does_not_play_cannot_act() -> None:
    forest = Forest.floor("S W U W U")
    command = forest.moving("W", RIGHT, by=NOBODY_HERE)
    forest.refuses(command, rule=NO_RULE, match="<@99> does not play")
    with pytest.raises(KeyError):
        forest.game.forager(NOBODY_HERE)


def test_a_player_moves_once_a_turn() -> None:
    forest = Forest.floor("S W U W U", turn=2).move("W", RIGHT)
    assert legal_moves(forest.game) == ()
    forest.refuses(forest.moving("U", RIGHT), rule=CARD, match="You have moved this turn")


def test_a_turn_cannot_be_passed_without_moving() -> None:
    forest = Forest.floor("S W U W U", turn=2)
    forest.refuses(EndTurn(player=BEA), rule=HOUSE, match="Move first")
    forest.dig("E1", "E5")
    forest.refuses(EndTurn(player=BEA), rule=HOUSE, match="Move first")


def test_the_first_players_turn_ends_with_the_move() -> None:
    forest = Forest.floor("S W U W U").move("W", RIGHT)
    assert forest.kinds == ["squirrel_moved", "forage_turn_ended", "forage_turn_began"]
    assert forest.whose == BEA


def test_after_the_move_a_player_with_a_dig_left_may_dig_or_be_done() -> None:
    forest = Forest.floor("S W U W U", turn=2).move("W", RIGHT)
    assert forest.kinds == ["squirrel_moved"]
    assert forest.whose == BEA
    assert can_dig(forest.game, BEA)
    forest.done()
    assert forest.kinds == ["forage_turn_ended", "forage_turn_began"]
    assert forest.whose == ANA
    assert may_still_dig(forest.game, BEA)


def test_unless_it_says_so_a_move_leaves_the_dig_for_afterwards() -> None:
    forest = Forest.floor("S W U W U", turn=2)
    forest.act(Move(player=BEA, colour=Colour.WHITE, direction=RIGHT))
    assert (forest.kinds, forest.whose) == (["squirrel_moved"], BEA)


def test_a_move_can_say_that_the_turn_is_done() -> None:
    forest = Forest.floor("S W U W U", turn=2).move("W", RIGHT, done=True)
    assert forest.whose == ANA
    assert may_still_dig(forest.game, BEA)


def test_saying_done_ends_a_turn_only_once() -> None:
    """The first player's turn ends by itself; the next player's must not end with it."""
    forest = Forest.floor("S W U W U").move("W", RIGHT, done=True)
    assert forest.kinds.count("forage_turn_ended") == 1
    assert forest.whose == BEA
    forest = Forest.floor("S W . . .").move("W", RIGHT, done=True)
    assert forest.kinds == ["squirrel_moved", "forage_turn_ended", "forage_ended"]


def test_the_turn_ends_by_itself_once_the_dig_is_used() -> None:
    forest = Forest.floor("S W U W U", turn=2).dig("E1", "E5").move("W", RIGHT)
    assert forest.whose == ANA
    forest = Forest.floor("S W U W U", turn=2).move("W", RIGHT).dig("E1", "E5")
    assert forest.kinds == ["card_dug", "forage_turn_ended", "forage_turn_began"]
    assert forest.whose == ANA


def test_the_turn_ends_by_itself_if_no_card_is_left_to_dig() -> None:
    forest = Forest.floor("S W . . .", turn=2).move("W", RIGHT)
    assert forest.kinds == ["squirrel_moved", "forage_turn_ended", "forage_ended"]
