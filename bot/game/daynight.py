"""Day and night: neither at first, then always one of them (CR 731, 702.145).

Rule numbers: Comprehensive Rules, edition 2026-09-25.
"""

from collections.abc import Iterator
from enum import StrEnum
from random import Random
from typing import ClassVar, Literal

from bot.errors import NO_RULE, Doubt, RuleViolation
from bot.game.battlefield import BoardChanged
from bot.game.engine import Command, Event, Happenings, whenever
from bot.game.faces import Keyword
from bot.game.game import Cast, Game
from bot.game.permanent import DayNight
from bot.game.transforming import TurnedBy, TurnedOver, turning
from bot.game.turns import TurnEnded, UntapBegan


class Made(StrEnum):
    """What made it day or night."""

    EFFECT = "effect"
    BOUND = "bound"  # a daybound or nightbound permanent, when it was neither
    SPELLS = "spells"  # how many the active player cast last turn
    CORRECTION = "correction"


class DayNightChanged(Event[Game]):
    """It becomes day or night, or (a correction) neither."""

    kind: Literal["day_night_changed"] = "day_night_changed"
    to: DayNight | None
    made: Made = Made.EFFECT

    def evolve(self, game: Game) -> Game:
        """Keep it: it is the game's, and stays when players leave."""
        return game.but(day=self.to)


class SetDayNight(Command[Game]):
    """An effect makes it day or night. Neither is a correction."""

    kind: Literal["set_day_night"] = "set_day_night"
    opens_a_game: ClassVar[bool] = True
    to: DayNight | None
    sure: bool = False

    def decide(self, game: Game, luck: Random) -> Happenings[Game]:
        """Once it is one of them, it is never neither again (CR 731.1): that is asked about."""
        game.require_going_on()
        if self.to is game.day:
            raise {
                DayNight.DAY: RuleViolation("CR 731.1", "It is day already."),
                DayNight.NIGHT: RuleViolation("CR 731.1", "It is night already."),
                None: RuleViolation("CR 731.1", "It is neither day nor night yet."),
            }[self.to]
        if self.to is None:
            refuse_neither(game)
        if self.to is None and not self.sure:
            raise Doubt(
                "CR 731.1",
                "Once it is day or night, it is one of them for the rest of the game. Was it set "
                "by mistake?",
                sure=self.but(sure=True),
            )
        yield DayNightChanged(to=self.to, made=Made.EFFECT if self.to else Made.CORRECTION)


def refuse_neither(game: Game) -> None:
    """Refuse to make it neither where a permanent sees to it that it is day or night."""
    for permanent in game.battlefield:
        if permanent.bound is not None:
            raise RuleViolation(
                "CR 702.145d" if permanent.bound is Keyword.DAYBOUND else "CR 702.145g",
                "With **{name}** on the battlefield it is always day or night. If it is there by "
                "mistake, take it off first.",
                name=permanent.name,
            )


class SpellsNotCounted(RuleViolation):
    """The turn cannot end before the table has said how many spells were cast in it."""


@whenever(TurnEnded)
def count_spells(event: TurnEnded, game: Game, luck: Random) -> Happenings[Game]:
    """Whenever a turn ends: what the next one looks back at has to be known."""
    asked = questions(game)
    if any(getattr(event.cast, name) is None for name in asked):
        raise SpellsNotCounted(
            "CR 731.2" if "active" in asked else NO_RULE,
            "How many spells were cast this turn? Press **Next turn**, and tell me.",
        )
    active, anyone = event.cast.active, event.cast.anyone
    if active is not None and anyone is not None and active > anyone:
        raise RuleViolation(NO_RULE, "Nobody cast fewer spells than the player who cast the most.")
    yield from ()


@whenever(UntapBegan)
def check_day_and_night(event: UntapBegan, game: Game, luck: Random) -> Happenings[Game]:
    """Whenever an untap step begins, before anything untaps (CR 502.2, 731.2).

    By day, if the last turn's active player cast no spell, it becomes night; by night, if one
    player of that turn's team cast two or more, it becomes day. A player who left counts (800.4i).
    """
    cast = game.this_turn.last.active
    if game.day is DayNight.DAY and cast == 0:
        yield DayNightChanged(to=DayNight.NIGHT, made=Made.SPELLS)
    elif game.day is DayNight.NIGHT and cast == 2:
        yield DayNightChanged(to=DayNight.DAY, made=Made.SPELLS)


@whenever(BoardChanged)
def begin_day_or_night(event: BoardChanged, game: Game, luck: Random) -> Happenings[Game]:
    """Whenever it is neither: a daybound permanent makes it day (CR 702.145d).

    A nightbound one makes it night, if there is none that is daybound (702.145g).
    """
    bound = {permanent.bound for permanent in game.battlefield}
    if game.day is not None:
        return
    if Keyword.DAYBOUND in bound:
        yield DayNightChanged(to=DayNight.DAY, made=Made.BOUND)
    elif Keyword.NIGHTBOUND in bound:
        yield DayNightChanged(to=DayNight.NIGHT, made=Made.BOUND)


@whenever(BoardChanged, DayNightChanged)
def turn_with_day_and_night(
    event: BoardChanged | DayNightChanged, game: Game, luck: Random
) -> Happenings[Game]:
    """Whenever it is night, daybound permanents turn over; by day, nightbound ones turn back.

    All of them at once, and at once (CR 702.145b, e).
    """
    turned = tuple(turning(p) for p in game.battlefield if p.out_of_step(game.day))
    if turned:
        yield TurnedOver(turned=turned, by=TurnedBy.DAY_OR_NIGHT)


Question = Literal["active", "anyone"]


def questions(game: Game) -> tuple[Question, ...]:
    """Return what has to be known of a turn before it can end, as field names of `Cast`."""
    return tuple(_questions(game))


def _questions(game: Game) -> Iterator[Question]:
    if game.over:
        return
    if game.day is not None:
        yield "active"
    if any(permanent.turns for permanent in game.battlefield):
        yield "anyone"


def answers(game: Game) -> tuple[Cast, ...]:
    """Return every answer to the `questions`, the fewest spells first; none if nothing is asked."""
    asked = questions(game)
    if not asked:
        return ()
    counts: tuple[Literal[0, 1, 2], ...] = (0, 1, 2)
    return tuple(
        Cast(active=active, anyone=anyone)
        for active in (counts if "active" in asked else (None,))
        for anyone in (counts if "anyone" in asked else (None,))
        if active is None or anyone is None or active <= anyone
    )
