"""Foraging Squirrels: players leave, a game is stopped, and the next one begins."""

from typing import get_args

from bot.errors import NO_RULE
from bot.game.engine import Command
from bot.game.forage.game import EndedBy, Forage
from bot.game.forage.lobby import (
    EndForage,
    LeaveForage,
    OpenForageLobby,
)
from bot.game.forage.rules import AnyForageCommand
from tests.game.forest import ANA, BEA, CAIO, DOWN, NOBODY_HERE, RIGHT, Forest


def test_a_player_leaves_and_the_game_goes_on() -> None:
    forest = Forest.floor("S W U B R\nW", players=3).leave(BEA)
    assert forest.kinds == ["foragers_left"]
    assert forest.whose == ANA
    forest.move("W", RIGHT)
    assert forest.whose == CAIO


def test_the_turn_of_a_leaver_passes_on() -> None:
    forest = Forest.floor("S W U B R", players=3, turn=2).leave(BEA)
    assert forest.whose == CAIO
    assert forest.game.turn == 3
    assert not forest.game.moved


def test_a_leaver_who_had_moved_may_have_ended_the_game() -> None:
    forest = Forest.floor("S W . . .\nU", players=3, turn=2).move("W", RIGHT)
    assert not forest.game.over
    forest.leave(BEA)
    assert forest.game.ending is not None
    assert forest.game.ending.by is EndedBy.NO_FOOD_IN_LINE
    assert forest.game.ending.winners == (ANA, CAIO)


def test_a_leavers_haul_stays_out_of_the_game() -> None:
    forest = Forest.floor("S W U . .\n. . B", players=3).move("W", RIGHT).leave(ANA)
    assert forest.has(". S U . .\n. . B")
    assert forest.haul(ANA) == "W"
    assert ANA not in forest.totals()


def test_the_first_player_leaving_makes_nobody_else_first() -> None:
    forest = Forest.floor("S W U B R", players=3).leave(ANA)
    assert forest.game.first == ANA
    assert forest.whose == BEA
    forest.dig("E1", "E5")


def test_the_last_one_left_wins() -> None:
    forest = Forest.floor("S W U B R", players=3).leave(ANA, CAIO)
    assert forest.kinds == ["foragers_left", "forage_ended"]
    assert forest.game.ending is not None
    assert forest.game.ending.by is EndedBy.LAST_ONE_LEFT
    assert forest.game.ending.winners == (BEA,)


def test_if_everybody_leaves_nobody_wins() -> None:
    forest = Forest.floor("S W U B R").leave(ANA, BEA)
    assert forest.game.ending is not None
    assert forest.game.ending.winners == ()
    assert forest.game.ending.score.players == ()


def test_who_left_does_not_come_back() -> None:
    forest = Forest.floor("S W U B R", players=3).leave(BEA)
    forest.refuses(LeaveForage(players=(BEA,)), rule=NO_RULE, match="<@12> has left")
    forest.refuses(forest.moving("W", DOWN, by=BEA), rule=NO_RULE, match="<@12> has left")
    forest.refuses(LeaveForage(players=()), rule=NO_RULE, match="Name at least one player")
    forest.refuses(LeaveForage(players=(NOBODY_HERE,)), rule=NO_RULE, match="does not play")


def test_a_stopped_game_tells_the_score_and_has_no_winner() -> None:
    forest = Forest.floor("S W U B R\nU").move("W", RIGHT).act(EndForage())
    assert forest.game.ending is not None
    assert forest.game.ending.by is EndedBy.STOPPED
    assert forest.game.ending.winners == ()
    assert forest.game.ending.score.leaders == (ANA,)
    forest.refuses(EndForage(), rule=NO_RULE, match="game is over")


def test_a_lobby_can_open_after_a_game() -> None:
    forest = Forest.floor("S W U B R").act(EndForage()).act(OpenForageLobby(player=CAIO))
    assert forest.game.lobby is not None
    assert not forest.game.over
    assert not forest.game.seated
    forest.refuses(LeaveForage(players=()), rule=NO_RULE, match="No squirrels are foraging here")


def test_what_begins_a_game_or_a_lobby_does_so_where_one_has_ended() -> None:
    """What a lobby plays with, and whether it stays, is for those who have joined."""
    commands: tuple[type[Command[Forage]], ...] = get_args(get_args(AnyForageCommand)[0])
    assert {command.__name__ for command in commands if command.opens_a_game} == {
        "OpenForageLobby",
        "StartForage",
    }
    assert {command.__name__ for command in commands if command.settles_a_lobby} == {
        "EndForage",
        "LeaveForageLobby",
        "StartForage",
    }
