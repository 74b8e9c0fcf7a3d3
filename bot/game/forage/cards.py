"""The food of Foraging Squirrels: the cards of Modern Horizons 2, and what a set booster holds.

They are facts, written as JSON in ``data/mh2.json``, which also tells what is uncertain about them.
"""

import json
from collections.abc import Mapping
from enum import StrEnum
from importlib.resources import files
from types import MappingProxyType
from typing import Any

from pydantic import field_validator

from bot.game.engine import Frozen


class Colour(StrEnum):
    """What a player may name: a colour, or colourless."""

    WHITE = "white"
    BLUE = "blue"
    BLACK = "black"
    RED = "red"
    GREEN = "green"
    COLOURLESS = "colourless"

    @property
    def letter(self) -> str:
        """The letter Magic writes it with: W, U, B, R, G or C."""
        return _LETTERS[self]


_LETTERS = dict(zip(Colour, "WUBRGC", strict=True))
_BY_LETTER = {letter: colour for colour, letter in _LETTERS.items()}


class Rarity(StrEnum):
    """The rarity of a card; basic lands have one of their own."""

    COMMON = "C"
    UNCOMMON = "U"
    RARE = "R"
    MYTHIC = "M"
    BASIC_LAND = "L"


class FoodCard(Frozen):
    """A card as it is printed. ``colours`` is never empty: what has none is colourless.

    ``showcase``: it exists with a sketch or an old frame. ``squirrel``: a squirrel is taken to be
    in its art.
    """

    number: int
    name: str
    pt: str | None = None
    es: str | None = None
    rarity: Rarity
    colours: tuple[Colour, ...]
    land: bool = False
    showcase: bool = False
    squirrel: bool = False

    @field_validator("colours", mode="before")
    @classmethod
    def _from_letters(cls, letters: str) -> tuple[Colour, ...]:
        return tuple(_BY_LETTER[letter] for letter in letters or "C")

    def __str__(self) -> str:
        return self.name

    @property
    def is_rare(self) -> bool:
        """It is a rare or a mythic rare."""
        return self.rarity in (Rarity.RARE, Rarity.MYTHIC)

    def names(self) -> dict[str, str]:
        """Return its printed names by language: en, and pt and es where they are known."""
        names = {"en": self.name, "pt": self.pt, "es": self.es}
        return {language: name for language, name in names.items() if name is not None}


class Food(Frozen):
    """A food card in the game: which card (its collector number), and whether this one is foil."""

    number: int
    foil: bool = False

    @property
    def card(self) -> FoodCard:
        """The card as it is printed."""
        return CARDS[self.number]

    @property
    def colours(self) -> tuple[Colour, ...]:
        """The colours it can be taken with, or colourless alone."""
        return self.card.colours


Groups = Mapping[str, int]
"""Weights of groups of rarities, such as ``{"C": 4, "U": 3, "RM": 3}``."""


class Split(Frozen):
    """How many of the six commons and uncommons are which, and how often of the total weight."""

    commons: int
    uncommons: int
    weight: int


class Booster(Frozen):
    """What a set booster holds, slot by slot. Within a group a card weighs ``per_card``, else 1."""

    basic_foil_percent: int
    splits: tuple[Split, ...]
    wildcard: Groups
    rare_mythic: Groups
    new_to_modern: Groups
    new_to_modern_numbers: tuple[int, int]
    showcase: Groups
    foil: Groups
    per_card: Groups

    def is_new_to_modern(self, card: FoodCard) -> bool:
        """Tell whether it is one of the reprints that this set brought to Modern."""
        first, last = self.new_to_modern_numbers
        return first <= card.number <= last


def _read() -> Any:
    return json.loads(files("data").joinpath("mh2.json").read_text(encoding="utf-8"))


_mh2 = _read()

CARDS: Mapping[int, FoodCard] = MappingProxyType(
    {row["number"]: FoodCard.model_validate(row) for row in _mh2["cards"]}
)
"""All cards by collector number, basic lands included."""

BOOSTER = Booster.model_validate(_mh2["booster"])

SQUIRREL_ART: tuple[int, ...] = tuple(card.number for card in CARDS.values() if card.squirrel)
"""The numbers of the cards that are taken to have a squirrel in their art."""
