"""Copying: Clones, tokens created as copies, and permanents that become copies (CR 707).

Rule numbers: Comprehensive Rules, edition 2026-09-25.
"""

from random import Random
from typing import Literal

from bot.errors import NO_RULE, RuleViolation
from bot.game.battlefield import (
    BoardChanged,
    Entered,
    PermanentEntered,
    changed,
    on_battlefield,
    refuse_crowd,
)
from bot.game.engine import Command, Happenings
from bot.game.faces import DoubleFaced, Face, Side
from bot.game.game import Game, Player
from bot.game.permanent import Permanent


class BecameCopy(BoardChanged):
    """A permanent becomes a copy of another one: it has the values of ``face`` now."""

    kind: Literal["became_copy"] = "became_copy"
    number: int
    name: str
    face: Face

    def evolve(self, game: Game) -> Game:
        """What represents it, and the side that is up, stay as they are."""
        return changed(game, self.number, copied=self.face)


class StoppedCopying(BoardChanged):
    """A permanent is no copy any more and has its own values again, ``into``."""

    kind: Literal["stopped_copying"] = "stopped_copying"
    number: int
    name: str
    into: str

    def evolve(self, game: Game) -> Game:
        """Show its own face."""
        return changed(game, self.number, copied=None)


class CopyPermanent(Command[Game]):
    """A copy of a permanent: by a Clone (``token`` False), or as a token created as a copy.

    ``onto`` is a permanent on the battlefield that becomes the copy, instead of one that enters.
    """

    kind: Literal["copy_permanent"] = "copy_permanent"
    player: Player
    permanent: int
    token: bool = False
    onto: int | None = None

    def decide(self, game: Game, luck: Random) -> Happenings[Game]:
        """A copy has the face that is up (CR 707.8); a token created as one has both (707.8a)."""
        game.require_playing(self.player)
        original = on_battlefield(game, self.permanent)
        if self.onto is not None:
            yield self._become(on_battlefield(game, self.onto), original)
            return
        refuse_crowd(game)
        both = self.token and original.double_faced
        copy = Permanent(
            number=game.entered + 1,
            cards=(_both_faces(original),) if both else (),
            token=self.token,
            up=original.up if both else Side.FRONT,
            copied=None if both else original.face,
            owner=self.player,
            control=(self.player,),
        )
        how = Entered.TOKEN_COPY if self.token else Entered.CLONE
        yield PermanentEntered(permanent=copy, how=how)

    def _become(self, copier: Permanent, original: Permanent) -> BecameCopy:
        if self.token:
            raise RuleViolation(
                "CR 707.8a", "A token created as a copy is a new permanent: nothing becomes it."
            )
        if copier.number == original.number:
            raise RuleViolation(NO_RULE, "It would be a copy of itself.")
        return BecameCopy(number=copier.number, name=copier.name, face=original.face)


def _both_faces(original: Permanent) -> DoubleFaced:
    """Return the faces of a token that is a copy; for good those copied, if ``original`` is one."""
    card, copied = original.cards[0], original.copied
    return card if copied is None else card.but(faces=(copied, copied))


class StopCopying(Command[Game]):
    """The effect that made a double-faced permanent a copy has ended."""

    kind: Literal["stop_copying"] = "stop_copying"
    permanent: int

    def decide(self, game: Game, luck: Random) -> Happenings[Game]:
        """What is nothing but a copy stays one."""
        game.require_going_on()
        found = on_battlefield(game, self.permanent)
        if found.copied is None:
            raise RuleViolation(NO_RULE, "**{name}** is no copy.", name=found.name)
        if not found.cards:
            raise RuleViolation(
                NO_RULE,
                "I do not know the card behind **{name}**. If it is no copy any more, it can leave "
                "this board.",
                name=found.name,
            )
        own = found.but(copied=None)
        yield StoppedCopying(number=found.number, name=found.name, into=own.name)
