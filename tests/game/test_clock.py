"""The turn clock: it informs, and changes nothing else."""

from bot.errors import NO_RULE
from bot.game.clock import PauseClock, ResumeClock, spent
from bot.game.game import Mode, Order
from bot.game.pod import OpenLobby, StartLobby, StartPod
from bot.game.turns import AddSkip, NextTurn
from tests.game.table import ANA, BEA, CAIO, DUDA, Table

START = 1_800_000_000


def begun(*players: int, mode: Mode = Mode.FREE_FOR_ALL) -> Table:
    """A pod whose first turn began at `START`."""
    players = players or (ANA, BEA, CAIO, DUDA)
    return Table().act(StartPod(players=players, mode=mode, order=Order.LISTED, time=START))


def times(table: Table, now: int) -> list[int]:
    """What each team's turns took, from the starting team on."""
    first = table.game.turns.starting
    taken = spent(table.game, START + now)
    teams = len(table.game.turns.teams)
    return [taken.get((first + at) % teams, 0) for at in range(teams)]


def next_at(table: Table, seconds: int) -> Table:
    return table.act(NextTurn(time=START + seconds))


def test_the_turn_that_goes_on_counts() -> None:
    assert times(begun(), 90) == [90, 0, 0, 0]


def test_each_turn_counts_for_whoever_had_it() -> None:
    table = begun()
    for seconds in (60, 100, 220, 221, 300):
        next_at(table, seconds)
    assert times(table, 310) == [60 + 79, 40 + 10, 120, 1]


def test_a_lobby_starts_the_clock_too() -> None:
    table = Table()
    for player in (ANA, BEA):
        table.act(OpenLobby(player=player))
    table.act(StartLobby(player=ANA, time=START))
    assert table.game.clock.since == START


def test_a_break_does_not_count() -> None:
    table = begun().act(PauseClock(at=START + 30))
    assert times(table, 500) == [30, 0, 0, 0]
    table.act(ResumeClock(at=START + 600))
    assert times(table, 610) == [40, 0, 0, 0]
    next_at(table, 620)
    assert times(table, 620) == [50, 0, 0, 0]


def test_the_next_turn_ends_a_break() -> None:
    table = begun().act(PauseClock(at=START + 30))
    next_at(table, 600)
    assert times(table, 610) == [30, 10, 0, 0]
    assert not table.game.clock.paused


def test_it_can_be_paused_once_and_started_once() -> None:
    table = begun()
    table.refuses(ResumeClock(at=START), rule=NO_RULE, match="not paused")
    table.act(PauseClock(at=START + 30))
    table.refuses(PauseClock(at=START + 40), rule=NO_RULE, match="paused already")
    assert table.game.clock.so_far == 30


def test_it_can_be_paused_again_once_it_goes_on() -> None:
    table = begun().act(PauseClock(at=START + 30)).act(ResumeClock(at=START + 600))
    table.refuses(ResumeClock(at=START + 610), rule=NO_RULE, match="not paused")
    table.act(PauseClock(at=START + 620))
    assert times(table, 900) == [50, 0, 0, 0]


def test_before_the_first_turn_nothing_runs() -> None:
    Table().refuses(PauseClock(at=START), rule=NO_RULE, match="No clock is running")


def test_a_clock_that_was_set_back_counts_nothing() -> None:
    table = begun()
    next_at(table, -60)
    assert times(table, -60) == [0, 0, 0, 0]


def test_a_skipped_turn_takes_no_time() -> None:
    table = begun(ANA, BEA)
    other = next(p for p in (ANA, BEA) if p not in table.active)
    table.act(AddSkip(player=other))
    next_at(table, 60)
    assert times(table, 100) == [100, 0]


def test_two_heads_share_their_time() -> None:
    table = begun(ANA, BEA, CAIO, DUDA, mode=Mode.TWO_HEADED_GIANT)
    next_at(table, 60)
    assert times(table, 70) == [60, 10]


def test_a_correction_starts_the_clock_of_the_turn_it_begins() -> None:
    table = begun()
    after_next = table.game.players[(table.game.turns.starting + 2) % 4]
    table.act(NextTurn(player=after_next, time=START + 60))
    assert times(table, 90) == [60, 0, 30, 0]


def test_a_turn_whose_end_nobody_timed_counts_for_nobody() -> None:
    assert times(begun().next(), 90) == [0, 0, 0, 0]


def test_at_an_unseated_table_it_runs_for_no_team() -> None:
    table = next_at(next_at(Table(), 0), 60)
    assert table.game.clock.this_turn(START + 90) == 30
    assert spent(table.game, START + 90) == {}


def test_a_table_that_never_told_the_time_shows_none() -> None:
    table = Table.seated().next()
    assert table.game.clock.since is None
    assert not any(spent(table.game, START).values())
