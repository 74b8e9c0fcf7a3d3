"""Turns: whose it is, who comes next, extra and skipped ones, and what a turn is made of.

Rule numbers: Comprehensive Rules, edition 2026-09-25.
"""

from random import Random
from typing import Literal, NamedTuple

from bot.errors import NO_RULE, Doubt, RuleViolation
from bot.game.engine import Command, Event, Happenings
from bot.game.game import Cast, Clock, Game, Player, ThisTurn, Turns

NOTHING_TOLD = Cast()


class TurnEnded(Event[Game]):
    """The turn is over. ``cast`` is what the table told about the spells in it.

    ``time`` is when, in seconds since 1970, None where nobody looked.
    """

    kind: Literal["turn_ended"] = "turn_ended"
    cast: Cast = Cast()
    time: int | None = None

    def evolve(self, game: Game) -> Game:
        """Stop the clock of the turn; other rules wait for it."""
        clock, whose = game.clock, game.turns.whose
        if whose is None or self.time is None:
            return game
        taken = clock.spent.get(whose, 0) + clock.this_turn(self.time)
        return game.but(clock=Clock(spent={**clock.spent, whose: taken}))


class TurnBegan(Event[Game]):
    """A turn begins: of ``team`` (None at an unseated table), the order going on from ``at``.

    ``players`` are those of the team: an event tells its own story, whoever sits where later.
    ``passed`` are the teams that left whose turn would have begun on the way here (CR 800.4k).
    ``time`` is when, in seconds since 1970, None where nobody looked.
    """

    kind: Literal["turn_began"] = "turn_began"
    team: int | None = None
    players: tuple[Player, ...] = ()
    at: int = 0
    time: int | None = None
    extra: bool = False
    passed: tuple[int, ...] = ()

    def evolve(self, game: Game) -> Game:
        """Count the turn and forget what concerned the last one only."""
        turns = game.turns
        begun = self.passed if self.team is None else (*self.passed, self.team)
        return game.but(
            this_turn=ThisTurn(),
            clock=Clock(since=self.time, spent=game.clock.spent),
            turns=turns.but(
                teams=tuple(
                    team.but(turns=team.turns + 1) if index == self.team else team
                    for index, team in enumerate(turns.teams)
                ),
                number=turns.number + 1,
                whose=self.team,
                at=self.at,
                extra=turns.extra[:-1] if self.extra else turns.extra,
                starting_turns=turns.starting_turns + begun.count(turns.starting),
            ),
        )


class UntapBegan(Event[Game]):
    """The untap step of the turn begins. ``last`` is what was cast in the turn before."""

    kind: Literal["untap_began"] = "untap_began"
    last: Cast = Cast()

    def evolve(self, game: Game) -> Game:
        """Remember it: this turn's upkeep may look back at it too."""
        return game.but(this_turn=game.this_turn.but(last=self.last))


class UpkeepBegan(Event[Game]):
    """The upkeep of the turn begins."""

    kind: Literal["upkeep_began"] = "upkeep_began"

    def evolve(self, game: Game) -> Game:
        """Nothing of its own; other rules wait for it."""
        return game


class TurnSkipped(Event[Game]):
    """A turn is skipped. It does not exist for any count (CR 500.11, 614.10)."""

    kind: Literal["turn_skipped"] = "turn_skipped"
    team: int
    players: tuple[Player, ...]
    at: int
    extra: bool = False
    passed: tuple[int, ...] = ()

    def evolve(self, game: Game) -> Game:
        """Take the skip off, and go past the turn."""
        turns = game.turns
        skips = list(turns.skips)
        skips.remove(self.team)
        return game.but(
            turns=turns.but(
                skips=tuple(skips),
                at=self.at,
                extra=turns.extra[:-1] if self.extra else turns.extra,
                starting_turns=turns.starting_turns + self.passed.count(turns.starting),
            )
        )


class ExtraTurnAdded(Event[Game]):
    """A team will take an extra turn after this one."""

    kind: Literal["extra_turn_added"] = "extra_turn_added"
    team: int
    players: tuple[Player, ...]

    def evolve(self, game: Game) -> Game:
        """Put it on top: the latest created is taken first (CR 500.7)."""
        return game.but(turns=game.turns.but(extra=(*game.turns.extra, self.team)))


class SkipAdded(Event[Game]):
    """A team's next turn will be skipped."""

    kind: Literal["skip_added"] = "skip_added"
    team: int
    players: tuple[Player, ...]

    def evolve(self, game: Game) -> Game:
        """Remember the skip."""
        return game.but(turns=game.turns.but(skips=(*game.turns.skips, self.team)))


class NextTurn(Command[Game]):
    """End the turn and begin the next one, or ``player``'s: a correction.

    ``cast`` is what was cast in it, where the next turn looks back at that. ``time`` is when, in
    seconds since 1970.
    """

    kind: Literal["next_turn"] = "next_turn"
    player: Player | None = None
    cast: Cast = Cast()
    time: int | None = None
    sure: bool = False

    def decide(self, game: Game, luck: Random) -> Happenings[Game]:
        """Other rules may hold it back as the turn ends, such as an open choice of room."""
        game.require_going_on()
        self._ask_about_werewolves(game)
        if self.player is not None:
            game.require_seated()
            game.require_playing(self.player)
        game = yield TurnEnded(cast=self.cast, time=self.time)
        if not game.seated:
            yield from begin(TurnBegan(time=self.time), self.cast)
            return
        named = None if self.player is None else game.team_of(self.player)
        if named is not None and named != natural_next(game).team:
            # House rule: naming another player is a correction; the order goes on from there.
            turn = TurnBegan(team=named, players=game.members(named), at=named, time=self.time)
            yield from begin(turn, self.cast)
            return
        coming = upcoming(game)
        while coming.team in game.turns.skips:
            game = yield TurnSkipped(**coming._asdict())
            coming = upcoming(game)
        yield from begin(TurnBegan(**coming._asdict(), time=self.time), self.cast)

    def _ask_about_werewolves(self, game: Game) -> None:
        """Ask where abilities that triggered at the upkeep were neither turned nor countered."""
        numbers = game.this_turn.turning
        waiting = [p.name for p in game.battlefield if p.number in numbers and p.bound is None]
        if waiting and not self.sure:
            raise Doubt(
                "CR 603.3",
                "At the upkeep **{names}** would have turned over, and did not. Was the ability "
                "countered?",
                names=", ".join(waiting),
                sure=self.but(sure=True),
            )


class AddExtraTurn(Command[Game]):
    """A player takes an extra turn after this one."""

    kind: Literal["add_extra_turn"] = "add_extra_turn"
    player: Player

    def decide(self, game: Game, luck: Random) -> Happenings[Game]:
        """In Two-Headed Giant the team takes it (CR 805.8)."""
        game.require_seated()
        game.require_playing(self.player)
        refuse_too_many(game.turns.extra)
        team = game.team_of(self.player)
        yield ExtraTurnAdded(team=team, players=game.members(team))


class AddSkip(Command[Game]):
    """A player's next turn will be skipped."""

    kind: Literal["add_skip"] = "add_skip"
    player: Player

    def decide(self, game: Game, luck: Random) -> Happenings[Game]:
        """Skips add up: two skips are two turns."""
        game.require_seated()
        game.require_playing(self.player)
        refuse_too_many(game.turns.skips)
        team = game.team_of(self.player)
        yield SkipAdded(team=team, players=game.members(team))


class Upcoming(NamedTuple):
    """A turn that would begin: whose, and where the order then stands."""

    team: int
    players: tuple[Player, ...]
    at: int
    extra: bool
    passed: tuple[int, ...]


MOST_QUEUED = 20


def refuse_too_many(queue: tuple[int, ...]) -> None:
    """Refuse to queue more extra or skipped turns than any table means."""
    if len(queue) >= MOST_QUEUED:
        raise RuleViolation(
            NO_RULE, "{count} turns are queued already. Undo one first.", count=len(queue)
        )


def begin(turn: TurnBegan, last: Cast = NOTHING_TOLD) -> Happenings[Game]:
    """Begin a turn. What happens as it begins comes in this order: bounty, untap step, upkeep.

    The bounty waits for `TurnBegan`, day and night for `UntapBegan` (CR 502.2), the initiative for
    `UpkeepBegan` (CR 726.2). ``last`` is what was cast in the turn before.
    """
    yield turn
    yield UntapBegan(last=last)
    yield UpkeepBegan()


def upcoming(game: Game) -> Upcoming:
    """Return the turn that comes next, skips not looked at."""
    turns = game.turns
    if turns.extra:
        team = turns.extra[-1]
        return Upcoming(team, game.members(team), turns.at, True, ())
    team, passed = next_in_order(game, turns.at)
    return Upcoming(team, game.members(team), team, False, passed)


def natural_next(game: Game) -> Upcoming:
    """Return the turn that `NextTurn` would begin, skips included."""
    coming = upcoming(game)
    while coming.team in game.turns.skips:
        game = TurnSkipped(**coming._asdict()).evolve(game)
        coming = upcoming(game)
    return coming


def next_in_order(game: Game, seat: int) -> tuple[int, tuple[int, ...]]:
    """Return the next team after ``seat`` that is still in the game, and those gone on the way.

    A turn of a player who left does not begin (CR 800.4k).
    """
    count = len(game.turns.teams)
    passed: list[int] = []
    for step in range(1, count + 1):
        team = (seat + step) % count
        if game.members(team):
            return team, tuple(passed)
        passed.append(team)
    raise RuleViolation("CR 104.4a", "Nobody is left in the game.")


def next_player(game: Game) -> Player:
    """Return the next player in turn order from the active seat; extra turns do not count."""
    whose = game.turns.whose if game.turns.whose is not None else game.turns.at
    team, _ = next_in_order(game, whose)
    return game.members(team)[0]


def without(turns: Turns, gone: frozenset[int]) -> Turns:
    """Drop the queued extra and skipped turns of teams that are out of the game."""
    return turns.but(
        extra=tuple(team for team in turns.extra if team not in gone),
        skips=tuple(team for team in turns.skips if team not in gone),
    )
