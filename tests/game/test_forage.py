"""Foraging Squirrels, turn by turn: moving, digging, whose turn it is, and the end."""

import pytest

from bot.errors import NO_RULE
from bot.game.forage.board import CELLS, name_of
from bot.game.forage.cards import Colour
from bot.game.forage.game import (
    EndedBy,
    can_dig,
    dig_allowed,
    diggable,
    legal_moves,
    may_still_dig,
)
from bot.game.forage.lobby import EndForage
from bot.game.forage.turns import CardDug, Dig, EndTurn, ForageEnded, Move, SquirrelMoved
from tests.game.forest import (
    ANA,
    BEA,
    CAIO,
    DOWN,
    DUDA,
    LEFT,
    NOBODY_HERE,
    RIGHT,
    UP,
    Forest,
    drawn,
)

CARD, HOUSE = "Foraging Squirrels", "House rule"


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


# Digging


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


# The end


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


def test_who_left_digs_no_more() -> None:
    forest = Forest.floor("S W U B R", players=3).leave(BEA)
    assert not may_still_dig(forest.game, BEA)
    assert may_still_dig(forest.game, CAIO)


def test_only_a_card_can_be_dug_and_only_onto_an_empty_space() -> None:
    game = Forest.floor("S W U . .", turn=2).game
    for cell, onto, allowed in (("B1", "A5", True), ("D1", "A5", False), ("B1", "C1", False)):
        assert dig_allowed(game, CELLS[cell], CELLS[onto]) is allowed


def test_nothing_happens_before_the_game() -> None:
    forest = Forest()
    assert not forest.game.food_in_line
    assert legal_moves(forest.game) == ()
    assert diggable(forest.game) == ()
    forest.refuses(
        forest.moving("W", RIGHT, by=ANA), rule=NO_RULE, match="No squirrels are foraging"
    )
