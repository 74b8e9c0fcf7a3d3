"""Cards that look as if they had two faces and have one: well-known ones by name, and their kinds.

Rule numbers are those of the Comprehensive Rules of `bot.game.facts.RULES_EDITION`.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from bot.cards.search import words
from bot.i18n import mark


class Layout(StrEnum):
    """A way to print two sets of characteristics on one face."""

    SPLIT = "split"
    AFTERMATH = "aftermath"
    ROOM = "room"
    FLIP = "flip"
    ADVENTURE = "adventure"
    OMEN = "omen"
    PREPARE = "prepare"

    @property
    def reason(self) -> str:
        """Why such a card is not double-faced, as a sentence about it to be said."""
        return _REASONS[self]

    @property
    def called(self) -> str:
        """What such a card is called, to be said."""
        return _TITLES[self]


_TITLES = {
    Layout.SPLIT: mark("split card"),
    Layout.AFTERMATH: mark("split card with aftermath"),
    Layout.ROOM: mark("Room"),
    Layout.FLIP: mark("flip card"),
    Layout.ADVENTURE: mark("adventurer card"),
    Layout.OMEN: mark("omen card"),
    Layout.PREPARE: mark("preparation card"),
}
_REASONS = {
    Layout.SPLIT: mark(
        "It is a split card: both halves are printed on the front, behind which is an ordinary "
        "Magic back (CR 709.1)."
    ),
    Layout.AFTERMATH: mark(
        "It is a split card with aftermath: both halves are on the front, one of them sideways "
        "(CR 709.1)."
    ),
    Layout.ROOM: mark(
        "It is a Room, a split card that stays on the battlefield: you unlock its doors, and "
        "never turn it over (CR 709.5)."
    ),
    Layout.FLIP: mark(
        "It is a flip card: its other half stands upside down on the front, and you rotate it, "
        "once and for good (CR 710.1, 710.4)."
    ),
    Layout.ADVENTURE: mark(
        "It is an adventurer card: the Adventure is a frame inside the front, and matters only "
        "while it is cast that way (CR 715.2, 715.4)."
    ),
    Layout.OMEN: mark(
        "It is an omen card: the Omen is a frame inside the front, and matters only while it is "
        "cast that way (CR 720.2, 720.4)."
    ),
    Layout.PREPARE: mark(
        "It is a preparation card: the spell in the small frame on its front is only ever cast "
        "as a copy, while the permanent is prepared (CR 722.3)."
    ),
}


@dataclass(frozen=True, slots=True)
class Lookalike:
    """A card with one face that is often taken for a double-faced one."""

    name: str
    layout: Layout


class Lookalikes:
    """Well-known look-alikes, found by their whole name or either half of it."""

    def __init__(self, names: Mapping[Layout, Sequence[str]]) -> None:
        self._by_name: dict[str, Lookalike] = {}
        for layout, listed in names.items():
            for name in listed:
                for part in (name, *name.split(" // ")):
                    self._by_name[_key(part)] = Lookalike(name, layout)

    def find(self, text: str) -> Lookalike | None:
        """Return the look-alike with this name, if it is one of them."""
        return self._by_name.get(_key(text))


def _key(text: str) -> str:
    return "".join(words(text))
