"""Who had the initiative when, for the recap."""

import json

from bot.game.dungeon import open_choices
from bot.game.game import Holding
from bot.game.recap import Held, recap
from bot.game.rules import COMMANDER
from tests.game.table import ANA, BEA, CAIO, Table


def held(table: Table) -> list[tuple[int, int, int]]:
    """Tell each holder with their first and last turn."""
    return [(one.player, one.first, one.last) for one in recap(table.game).held]


def go_on(table: Table, turns: int) -> Table:
    """Pass turns; whoever has to choose a room takes the first."""
    for _ in range(turns):
        while choices := open_choices(table.game):
            table.choose(choices[0].player, choices[0].ways[0].room.id)
        table.next()
    return table


def test_nobody_held_it_in_a_game_without_it() -> None:
    assert held(Table.seated().turns(4)) == []


def test_it_is_held_from_the_turn_in_which_it_was_taken() -> None:
    table = Table.seated().turns(2)
    first = table.number
    table.take(CAIO)
    assert held(table) == [(CAIO, first, first)]
    assert recap(table.game).held == (Held(player=CAIO, first=first, last=first),)


def test_it_is_held_until_the_turn_before_the_next_takes_it() -> None:
    table = Table.seated().take(CAIO)
    first = table.number
    go_on(table, 3).take(BEA)
    assert held(table) == [(CAIO, first, first + 2), (BEA, first + 3, first + 3)]


def test_taking_it_again_changes_nothing() -> None:
    table = Table.seated().take(CAIO)
    before = table.game.holdings
    assert go_on(table, 2).take(CAIO).game.holdings == before


def test_of_several_in_one_turn_whoever_has_it_as_the_turn_ends_counts() -> None:
    table = Table.seated()
    first = table.number
    table.take(CAIO).take(BEA)
    assert table.game.holdings == (Holding(player=BEA, turn=first),)
    go_on(table, 1).take(CAIO).take(BEA)
    assert held(table) == [(BEA, first, first + 1)], "it came back within the turn"


def test_whoever_has_it_back_later_holds_it_anew() -> None:
    table = go_on(Table.seated().take(CAIO), 1).take(BEA)
    go_on(table, 1).take(CAIO)
    assert held(table) == [(CAIO, 1, 1), (BEA, 2, 2), (CAIO, 3, 3)]


def test_at_an_unseated_table_it_can_be_lost() -> None:
    table = go_on(Table().take(ANA), 2).leave(ANA)
    assert table.game.holdings[-1] == Holding(player=None, turn=2)
    assert held(table) == [(ANA, 0, 1)]


def test_a_game_that_was_kept_before_this_was_known_can_be_read() -> None:
    kept = Table.seated().take(CAIO).game.model_dump(mode="json")
    del kept["holdings"]
    game = COMMANDER.read(json.dumps(kept))
    assert (game.initiative, game.holdings, recap(game).held) == (CAIO, (), ())
