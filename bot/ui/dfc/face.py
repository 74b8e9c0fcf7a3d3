"""One face of a double-faced card in lines of text, and its picture."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, Self

import discord

from bot.cards import links, notes
from bot.cards.card import Card, Face
from bot.game.faces import Kind, Side
from bot.game.mana_value import mana_value
from bot.i18n import listed, mark, say, spoken
from bot.ui.dfc.facts import numbers, reason
from bot.ui.dfc.language import Wording, other_names, wording
from bot.ui.dfc.oracle import literal
from bot.ui.layout import text
from bot.ui.mana import Symbols

_COLOURS = {
    "W": mark("white"),
    "U": mark("blue"),
    "B": mark("black"),
    "R": mark("red"),
    "G": mark("green"),
}

Item = discord.ui.Item[Any]


class _Called(NamedTuple):
    """What a side is called, by itself and in the description of its picture."""

    side: str
    picture: str


_FRONT = _Called(mark("Front face"), mark("{name}, front face: a picture of the card"))
_BACK = _Called(mark("Back face"), mark("{name}, back face: a picture of the card"))
_BOTH = _Called(mark("Both sides"), mark("{name}, both sides: a picture of the card"))
_MELDED = _Called(
    mark("Both back faces, melded"),
    mark("{name}, both back faces, melded: a picture of the card"),
)


@dataclass(frozen=True)
class Reading:
    """A card as it is shown to a reader: in the language that is spoken, with these symbols."""

    card: Card
    symbols: Symbols
    wordings: tuple[Wording, Wording]

    @classmethod
    def of(cls, card: Card, symbols: Symbols) -> Self:
        """Return what is read of a card just now."""
        language = spoken()
        front, back = wording(card, Side.FRONT, language), wording(card, Side.BACK, language)
        return cls(card, symbols, (front, back))

    def wording(self, side: Side) -> Wording:
        """Return what is read of a face."""
        return self.wordings[side is Side.BACK]


def face_texts(reading: Reading, side: Side, heading: str, rules_text: str) -> Iterator[Item]:
    """Yield a face: its name behind ``heading``, its facts, its ``rules_text``, notes on it.

    The rules text stands by itself, so that the quotation ends where it does.
    """
    yield text("\n".join(_facts(reading, side, heading)))
    if rules_text:
        yield text(rules_text)
    yield text("\n".join(_notes(reading, side)))


def _facts(reading: Reading, side: Side, heading: str) -> Iterator[str]:
    face, shown = reading.card.face(side), reading.wording(side)
    drawn = reading.symbols.drawn(face.cost)
    cost = say("Cost {cost}", cost=drawn) if drawn else say("No mana cost")
    yield f"{heading} {literal(shown.name)}"
    yield " · ".join([f"*{side_name(reading.card, side)}*", literal(shown.type), *numbers(face)])
    yield " · ".join([cost, *_colours(face)])


def _notes(reading: Reading, side: Side) -> Iterator[str]:
    card, symbols = reading.card, reading.symbols
    value = mana_value(card, side)
    yield say(
        "**Mana value {n}**: {reason} ({rule}).",
        n=value.value,
        reason=symbols.drawn(reason(value)),
        rule=value.rule,
    )
    yield from notes.of_face(card.face(side))
    if names := other_names(card, side, spoken()):
        yield "-# " + " · ".join(f"{tongue}: {literal(name)}" for tongue, name in names.items())


def pictures(card: Card, side: Side, shown: set[str]) -> Iterator[Item]:
    """Yield a face's picture, unless it is among those that are ``shown`` already; add it there."""
    address = links.picture(card, side)
    if address is None and not told_once(card):
        missing = (
            say("Its picture covers the backs of both cards: see Scryfall.")
            if card.meld is not None and side is Side.BACK
            else say("Its picture is not known here: see Scryfall.")
        )
        yield text(f"-# {missing}")
    elif address is not None and address not in shown:
        shown.add(address)
        # One gallery a picture: Discord crops pictures that share one.
        described = say(_called(card, side).picture, name=card.face(side).name)
        whole = discord.MediaGalleryItem(address, description=described)
        yield discord.ui.MediaGallery(whole)


def side_name(card: Card, side: Side) -> str:
    """Return what a side of this card is called."""
    return say(_called(card, side).side)


def _called(card: Card, side: Side) -> _Called:
    if told_once(card):
        return _BOTH
    if side is Side.FRONT:
        return _FRONT
    return _MELDED if card.kind is Kind.MELD else _BACK


def told_once(card: Card) -> bool:
    """Tell whether both sides are one and the same card, in two pictures."""
    return card.kind is Kind.REVERSIBLE and card.faces[0].name == card.faces[1].name


def colour_names(colours: str) -> str:
    """Return colours in words, in the order of the colour wheel: "white, blue and green"."""
    if not colours:
        return say("colourless")
    return listed([say(_COLOURS[letter]) for letter in colours])


def _colours(face: Face) -> Iterator[str]:
    if face.colours is None:
        return
    names: Sequence[str] = face.colours
    if face.indicator:
        yield say("{colours} (colour indicator)", colours=colour_names(face.colours))
    elif not names and any(letter in face.cost for letter in _COLOURS):
        yield say("colourless, whatever its cost")
    else:
        yield colour_names(face.colours)
