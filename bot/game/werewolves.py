"""Werewolves of the first Innistrad and Shadows over Innistrad: they look at spells, not at day.

At the beginning of each upkeep, one that has its front face up turns over if nobody cast a spell
last turn; one that has its back face up turns back if one player cast two or more. The abilities
use the stack, so the table says which of them resolved.

Rule numbers: Comprehensive Rules, edition 2026-09-25.
"""

from random import Random
from typing import Literal

from bot.errors import RuleViolation
from bot.game.battlefield import on_battlefield
from bot.game.engine import Command, Event, Frozen, Happenings, whenever
from bot.game.faces import Turning
from bot.game.game import Cast, Game
from bot.game.transforming import TurnedBy, TurnedOver, may_turn, turning
from bot.game.turns import UpkeepBegan


class Howling(Frozen):
    """A Werewolf whose ability triggered: its number and its name."""

    number: int
    name: str


class WerewolvesTriggered(Event[Game]):
    """Abilities of Werewolves trigger at the beginning of an upkeep."""

    kind: Literal["werewolves_triggered"] = "werewolves_triggered"
    werewolves: tuple[Howling, ...]

    def evolve(self, game: Game) -> Game:
        """Remember them until they have turned, or the turn is over."""
        numbers = tuple(werewolf.number for werewolf in self.werewolves)
        return game.but(this_turn=game.this_turn.but(turning=numbers))


class TurnWerewolves(Command[Game]):
    """The abilities of all Werewolves that triggered resolve."""

    kind: Literal["turn_werewolves"] = "turn_werewolves"

    def decide(self, game: Game, luck: Random) -> Happenings[Game]:
        """In one step: nobody acts between them but with instants, which the table sees."""
        game.require_going_on()
        waiting = [on_battlefield(game, number) for number in game.this_turn.turning]
        # One that has become a copy of a daybound permanent since cannot turn (CR 702.145b).
        turned = tuple(turning(werewolf) for werewolf in waiting if may_turn(werewolf))
        if not turned:
            raise RuleViolation("CR 701.27f", "No Werewolf waits to turn over.")
        yield TurnedOver(turned=turned, by=TurnedBy.OWN_ABILITY)


@whenever(UpkeepBegan)
def howl(event: UpkeepBegan, game: Game, luck: Random) -> Happenings[Game]:
    """Whenever an upkeep begins: those whose condition was met last turn trigger (CR 603.4)."""
    met = _met(game.this_turn.last)
    werewolves = tuple(
        Howling(number=p.number, name=p.name) for p in game.battlefield if p.turns in met
    )
    if werewolves:
        yield WerewolvesTriggered(werewolves=werewolves)


def _met(last: Cast) -> frozenset[Turning]:
    if last.anyone == 0:
        return frozenset({Turning.NO_SPELL})
    return frozenset({Turning.TWO_SPELLS} if last.anyone == 2 else ())
