"""Permanents whose other face no camera shows: what represents them, and which face is up.

Rule numbers: Comprehensive Rules, edition 2026-09-25.
"""

from enum import StrEnum

from bot.game.engine import Frozen
from bot.game.faces import DoubleFaced, Face, Keyword, Side, Turning
from bot.game.mana_value import ManaValue, mana_value, mana_value_of_a_copy


class DayNight(StrEnum):
    """It is neither at first; once it is day or night, it is always exactly one (CR 731.1)."""

    DAY = "day"
    NIGHT = "night"


class Permanent(Frozen):
    """One permanent. ``number`` is its own for as long as the game lasts.

    ``cards`` are the double-faced cards or tokens that represent it: one, two where a pair has
    melded, none where a single-faced card or token is a copy. ``copied`` are the values that it has
    as a copy, whatever represents it. ``control`` are those who control it by right, the one who
    does now last, the one under whom it entered first. Players are Discord user ids.
    """

    number: int
    cards: tuple[DoubleFaced, ...] = ()
    token: bool = False
    up: Side = Side.FRONT
    copied: Face | None = None
    owner: int
    control: tuple[int, ...]

    @property
    def face(self) -> Face:
        """The face that counts: the copied values, else those of the face that is up."""
        return self.copied or self.cards[0].face(self.up)

    @property
    def name(self) -> str:
        """The name that it has now."""
        return self.face.name

    @property
    def controller(self) -> int:
        """Who controls it now."""
        return self.control[-1]

    @property
    def melded(self) -> bool:
        """Whether it is a melded permanent: one object, represented by two cards (CR 701.42a)."""
        return len(self.cards) == 2

    @property
    def double_faced(self) -> bool:
        """Whether what represents it has a second face to turn to (CR 712.9)."""
        return len(self.cards) == 1 and self.cards[0].turns_over

    @property
    def never_turns(self) -> bool:
        """Whether it can never turn over at all: no second face, or one that is a spell's."""
        return not self.double_faced or self.cards[0].face(self.up.other).spell_type is not None

    @property
    def bound(self) -> Keyword | None:
        """Daybound or nightbound, if it is: day and night alone turn it (CR 702.145b, e)."""
        for keyword in (Keyword.DAYBOUND, Keyword.NIGHTBOUND):
            if keyword in self.face.keywords:
                return keyword
        return None

    @property
    def turns(self) -> Turning | None:
        """What turns it over at an upkeep, where it is a Werewolf that looks at spells."""
        return None if self.never_turns else self.face.turns

    @property
    def value(self) -> ManaValue:
        """Its mana value now."""
        if self.copied is not None:
            return mana_value_of_a_copy(self.copied)
        return mana_value(self.cards[0], self.up)

    def turned(self) -> "Permanent":
        """Return it with its other face up. As a copy it keeps its copied values (CR 712.9)."""
        return self.but(up=self.up.other)

    def out_of_step(self, now: DayNight | None) -> bool:
        """Tell whether day or night turns it over at once (CR 702.145b, e)."""
        wrong = (
            (DayNight.NIGHT, Keyword.DAYBOUND, Side.FRONT),
            (DayNight.DAY, Keyword.NIGHTBOUND, Side.BACK),
        )
        return not self.never_turns and (now, self.bound, self.up) in wrong


def melded_pair(first: Permanent, second: Permanent) -> bool:
    """Tell whether two permanents are the two cards of a meld pair, and no copies (CR 701.42b)."""
    cards = [p.cards[0] for p in (first, second) if len(p.cards) == 1 and not p.token]
    if len(cards) != 2 or first.copied is not None or second.copied is not None:
        return False
    one, other = cards
    return one.meld is not None and one.meld.partner == other.faces[0].name
