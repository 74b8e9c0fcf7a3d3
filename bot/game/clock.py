"""The turn clock: how long turns take. It only informs, and can be paused.

The rules know no time: whoever gives a command says when it was given, in seconds since 1970.
"""

from random import Random
from typing import Literal

from bot.errors import NO_RULE, RuleViolation
from bot.game.engine import Command, Event, Happenings
from bot.game.game import Game


class ClockPaused(Event[Game]):
    """The clock stands still: a break, or a discussion."""

    kind: Literal["clock_paused"] = "clock_paused"
    at: int

    def evolve(self, game: Game) -> Game:
        """Keep what this turn has taken so far."""
        clock = game.clock
        return game.but(clock=clock.but(since=None, so_far=clock.this_turn(self.at), paused=True))


class ClockResumed(Event[Game]):
    """The clock goes on."""

    kind: Literal["clock_resumed"] = "clock_resumed"
    at: int

    def evolve(self, game: Game) -> Game:
        """Count from now on."""
        return game.but(clock=game.clock.but(since=self.at, paused=False))


class PauseClock(Command[Game]):
    """Pause the turn clock."""

    kind: Literal["pause_clock"] = "pause_clock"
    at: int

    def decide(self, game: Game, luck: Random) -> Happenings[Game]:
        """It goes on by itself as the next turn begins."""
        game.require_going_on()
        if game.clock.paused:
            raise RuleViolation(NO_RULE, "The clock is paused already.")
        if game.clock.since is None:
            raise RuleViolation(NO_RULE, "No clock is running: it starts with the next turn.")
        yield ClockPaused(at=self.at)


class ResumeClock(Command[Game]):
    """Let the turn clock go on."""

    kind: Literal["resume_clock"] = "resume_clock"
    at: int

    def decide(self, game: Game, luck: Random) -> Happenings[Game]:
        """Only a paused one can."""
        game.require_going_on()
        if not game.clock.paused:
            raise RuleViolation(NO_RULE, "The clock is not paused.")
        yield ClockResumed(at=self.at)


def spent(game: Game, now: int) -> dict[int, int]:
    """Return how many seconds each team's turns took, the turn now included, by team index."""
    totals = dict(game.clock.spent)
    if game.turns.whose is not None:
        so_far = game.clock.this_turn(now)
        totals[game.turns.whose] = totals.get(game.turns.whose, 0) + so_far
    return totals
