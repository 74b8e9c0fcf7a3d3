"""Double-faced cards as the rules see them: two faces, of one of four kinds (CR 712).

Rule numbers: Comprehensive Rules, edition 2026-09-25.
"""

from enum import StrEnum
from typing import Annotated, Literal

from pydantic import Field, model_validator

from bot.game.engine import Frozen


class Kind(StrEnum):
    """How the two faces belong together."""

    TRANSFORMING = "transforming"  # CR 712.2, "nonmodal" in the rules
    MODAL = "modal"  # CR 712.3
    MELD = "meld"  # CR 712.4
    REVERSIBLE = "reversible"  # the same card on both sides: none of the three kinds of CR 712.1


class Side(StrEnum):
    """A side of a card."""

    FRONT = "front"
    BACK = "back"

    @property
    def other(self) -> "Side":
        """The side that is down while this one is up."""
        return Side.BACK if self is Side.FRONT else Side.FRONT


class Keyword(StrEnum):
    """A keyword that decides which face is up."""

    DAYBOUND = "daybound"
    NIGHTBOUND = "nightbound"
    DISTURB = "disturb"


class Turning(StrEnum):
    """When a Werewolf of the first Innistrad blocks turns over, looked at in each upkeep."""

    NO_SPELL = "no_spell"  # nobody cast a spell last turn
    TWO_SPELLS = "two_spells"  # one player cast two or more spells last turn


Colours = Annotated[str, Field(pattern=r"^W?U?B?R?G?$")]
Cost = Annotated[str, Field(pattern=r"^(\{[^{}]+\})*$")]
ScryfallId = Annotated[str, Field(pattern=r"^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$")]


class Face(Frozen):
    """One face. An empty ``cost`` is no mana cost, which is not a cost of {0} (CR 202.1b).

    ``colours`` is None where they are not known; ``power`` and the like are None where the face
    has none, and may be ``*``.
    """

    name: str
    cost: Cost = ""
    type: str
    colours: Colours | None = None
    indicator: Colours = ""
    power: str | None = None
    toughness: str | None = None
    loyalty: str | None = None
    defense: str | None = None
    keywords: tuple[Keyword, ...] = ()
    turns: Turning | None = None

    @property
    def spell_type(self) -> Literal["instant", "sorcery"] | None:
        """The card type that keeps this face off the battlefield (CR 712.10), if it has one."""
        types = self.type.partition(" — ")[0].split()
        if "Instant" in types:
            return "instant"
        return "sorcery" if "Sorcery" in types else None

    def has_type(self, card_type: str) -> bool:
        """Tell whether the face has a card type, such as ``Land``."""
        return card_type in self.type.partition(" — ")[0].split()


class Meld(Frozen):
    """What a meld card melds with (CR 712.5). ``result_id`` is the melded card on Scryfall."""

    partner: str
    partner_id: ScryfallId
    partner_cost: Cost = ""
    result_id: ScryfallId | None = None


class DoubleFaced(Frozen):
    """A double-faced card or token. ``id`` is a printing of it on Scryfall."""

    id: ScryfallId
    kind: Kind
    token: bool = False
    faces: tuple[Face, Face]
    meld: Meld | None = None

    @model_validator(mode="after")
    def _a_meld_card_has_a_partner(self) -> "DoubleFaced":
        if (self.kind is Kind.MELD) != (self.meld is not None):
            raise ValueError(f"{self.faces[0].name}: meld cards, and only they, have a partner")
        return self

    def face(self, side: Side) -> Face:
        """Return a face; the back of a meld card is the melded permanent (CR 712.8)."""
        return self.faces[side is Side.BACK]

    @property
    def name(self) -> str:
        """The whole name as lists write it: both faces, a meld card only its own."""
        front, back = self.faces
        return front.name if self.kind is Kind.MELD else f"{front.name} // {back.name}"

    @property
    def turns_over(self) -> bool:
        """Whether it is of a kind that can transform (CR 712.9; meld cards never, 712.4c)."""
        return self.kind in {Kind.TRANSFORMING, Kind.MODAL}
