"""Transforming: a permanent turns over to its other face (CR 701.27, 712.9-10).

Rule numbers: Comprehensive Rules, edition 2026-09-25.
"""

from enum import StrEnum
from random import Random
from typing import Literal

from bot.errors import RuleViolation
from bot.game.battlefield import on_battlefield
from bot.game.engine import Command, Event, Frozen, Happenings
from bot.game.faces import Keyword, Kind, Side
from bot.game.game import Game
from bot.game.permanent import Permanent


class TurnedBy(StrEnum):
    """What turned permanents over."""

    TOLD = "told"
    DAY_OR_NIGHT = "day or night"
    OWN_ABILITY = "own ability"


class Turned(Frozen):
    """A permanent that turned over: what it was and is called, and the side that is up now."""

    number: int
    name: str
    into: str
    up: Side


class TurnedOver(Event[Game]):
    """Permanents turn over, all at once. They stay the objects they were (CR 712.18)."""

    kind: Literal["turned_over"] = "turned_over"
    turned: tuple[Turned, ...]
    by: TurnedBy = TurnedBy.TOLD

    def evolve(self, game: Game) -> Game:
        """Turn them. An ability of theirs that waits to turn them does nothing (CR 701.27f)."""
        up = {turned.number: turned.up for turned in self.turned}
        game = game.but(
            battlefield=tuple(
                p.but(up=up[p.number]) if p.number in up else p for p in game.battlefield
            )
        )
        waiting = tuple(number for number in game.this_turn.turning if number not in up)
        return game.but(this_turn=game.this_turn.but(turning=waiting))


class Transform(Command[Game]):
    """A permanent transforms, or converts, which is the same (CR 701.27, 701.28)."""

    kind: Literal["transform"] = "transform"
    permanent: int

    def decide(self, game: Game, luck: Random) -> Happenings[Game]:
        """Only what has another face turns, and only when that face can be there."""
        game.require_going_on()
        found = on_battlefield(game, self.permanent)
        refuse_to_turn(found)
        own = found.number in game.this_turn.turning
        by = TurnedBy.OWN_ABILITY if own else TurnedBy.TOLD
        yield TurnedOver(turned=(turning(found),), by=by)


def refuse_to_turn(permanent: Permanent) -> None:
    """Refuse to transform or convert what cannot."""
    name = permanent.name
    if not permanent.cards:
        raise RuleViolation(
            "CR 712.9",
            "**{name}** is a copy with one face only: told to transform, it stays as it is.",
            name=name,
        )
    card = permanent.cards[0]
    if card.kind is Kind.MELD:
        raise RuleViolation("CR 712.4c", "Meld cards never transform: **{name}** stays.", name=name)
    if not permanent.double_faced:
        raise RuleViolation(
            "CR 712.9",
            "**{name}** has a card of its own on its other side, not another face: told to "
            "transform, it stays as it is.",
            name=name,
        )
    other = card.face(permanent.up.other)
    if other.spell_type is not None:
        raise RuleViolation(
            "CR 712.10",
            "The other face, **{other}**, is a spell's: **{name}** stays as it is.",
            other=other.name,
            name=name,
        )
    if permanent.bound is Keyword.DAYBOUND:
        raise RuleViolation(
            "CR 702.145b", "**{name}** is daybound: it turns over only as night falls.", name=name
        )
    if permanent.bound is Keyword.NIGHTBOUND:
        raise RuleViolation(
            "CR 702.145e", "**{name}** is nightbound: it turns back only as day breaks.", name=name
        )


def turning(permanent: Permanent) -> Turned:
    """Return what turning a permanent over does to it."""
    after = permanent.turned()
    return Turned(number=after.number, name=permanent.name, into=after.name, up=after.up)


def may_turn(permanent: Permanent) -> bool:
    """Tell whether a permanent would turn over if it were told to transform."""
    return not permanent.never_turns and permanent.bound is None
