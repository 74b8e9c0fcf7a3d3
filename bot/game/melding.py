"""Melding: two cards of a pair become one permanent (CR 701.42, 712.4).

Rule numbers: Comprehensive Rules, edition 2026-09-25.
"""

from random import Random
from typing import Literal

from bot.errors import RuleViolation
from bot.game.battlefield import BoardChanged, on_battlefield, without
from bot.game.engine import Command, Happenings
from bot.game.faces import Side
from bot.game.game import Game
from bot.game.permanent import Permanent, melded_pair


class PermanentsMelded(BoardChanged):
    """Two cards are exiled and come back as one permanent, ``into``."""

    kind: Literal["permanents_melded"] = "permanents_melded"
    names: tuple[str, str]
    parts: tuple[int, int]
    into: Permanent

    def evolve(self, game: Game) -> Game:
        """It is a new object."""
        game = without(game, frozenset(self.parts))
        return game.but(battlefield=(*game.battlefield, self.into), entered=self.into.number)


class Meld(Command[Game]):
    """Two permanents meld into one (CR 701.42)."""

    kind: Literal["meld"] = "meld"
    first: int
    second: int

    def decide(self, game: Game, luck: Random) -> Happenings[Game]:
        """Only the two cards of a pair do, owned and controlled by one player."""
        game.require_going_on()
        first, second = on_battlefield(game, self.first), on_battlefield(game, self.second)
        if not melded_pair(first, second):
            raise RuleViolation(
                "CR 701.42b",
                "Only the two cards of a meld pair meld, no tokens and no copies. **{first}** and "
                "**{second}** stay as they are.",
                first=first.name,
                second=second.name,
            )
        if len({first.owner, first.controller, second.owner, second.controller}) != 1:
            raise RuleViolation(
                "CR 701.42c",
                "Both must be owned and controlled by the player who melds them: **{first}** and "
                "**{second}** stay as they are.",
                first=first.name,
                second=second.name,
            )
        yield PermanentsMelded(
            names=(first.name, second.name),
            parts=(first.number, second.number),
            into=Permanent(
                number=game.entered + 1,
                cards=(*first.cards, *second.cards),
                up=Side.BACK,
                owner=first.owner,
                control=(first.owner,),
            ),
        )
