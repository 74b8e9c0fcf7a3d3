"""One substitute card for a double-faced card: names and facts of both faces, in our own design.

A substitute names the card that it stands for, and may tell more of it (CR 713.2). It has no art
and no rules text: in play the card itself takes its place (CR 713.5). The dotted lines are for the
player's own notes.
"""

from collections.abc import Iterator

from PIL import Image

from bot.cards.card import Card, Face
from bot.game.faces import Keyword, Kind, Side, Turning
from bot.game.mana_value import mana_value
from bot.i18n import mark, say
from bot.ui.print_letters import WHITE, Ink, fitted, symbols_width, width

WIDTH, HEIGHT = 63.0, 88.0
"""A Magic card, in millimetres."""

_RIM = 4.0
_RIGHT = WIDTH - _RIM
_BAND_TOP, _BAND = 42.6, 4.4
_FOOT = 84.4
_SYMBOL = 4.0
_NOTE = 5.6
"""From one dotted line to the next."""

_SWAP = mark("Face up in a public zone: use the real card (CR 713.5)")
_BANDS = {
    Kind.TRANSFORMING: mark("BACK FACE"),
    Kind.MODAL: mark("OR ITS BACK FACE"),
    Kind.REVERSIBLE: mark("THE SAME ON BOTH SIDES"),
}
_KEYWORDS = {
    Keyword.DAYBOUND: mark("Daybound"),
    Keyword.NIGHTBOUND: mark("Nightbound"),
    Keyword.DISTURB: mark("Disturb"),
}
_TURNS = {
    Turning.NO_SPELL: mark("Each upkeep: turns if nobody cast a spell last turn"),
    Turning.TWO_SPELLS: mark("Each upkeep: turns back if a player cast 2+ spells last turn"),
}


def draw(card: Card) -> Image.Image:
    """Draw the substitute for a card in shades of grey, at its real size, without an edge."""
    ink = Ink(WIDTH, HEIGHT)
    if card.kind is Kind.REVERSIBLE:
        _face(ink, card, Side.FRONT, 3.6, _FOOT - _BAND - 2)
        _band(ink, _FOOT - _BAND - 1.2, say(_BANDS[card.kind]))
    else:
        _face(ink, card, Side.FRONT, 3.6, _BAND_TOP - 1.4)
        _band(ink, _BAND_TOP, _between(card))
        _face(ink, card, Side.BACK, _BAND_TOP + _BAND + 1.8, _FOOT - 1.0)
    swap = fitted(say(_SWAP), _RIGHT - _RIM, (1.75, 1.6, 1.45), 1)
    ink.write((WIDTH / 2, _FOOT + 1.9), swap.lines[0], swap.size, anchor="ms")
    return ink.image


def _between(card: Card) -> str:
    if card.meld is None:
        return say(_BANDS[card.kind])
    return say("WITH {card} IT MELDS INTO", card=card.meld.partner.upper())


def _band(ink: Ink, top: float, text: str) -> None:
    ink.frame((_RIM - 1, top, _RIGHT + 1, top + _BAND), 0.1, 0.8, fill=0)
    line = fitted(text, _RIGHT - _RIM, (2.5, 2.2, 1.9, 1.7), 1, bold=True)
    middle = top + _BAND / 2 + line.size * 0.365
    ink.write((WIDTH / 2, middle), line.lines[0], line.size, bold=True, anchor="ms", ink=WHITE)


def _face(ink: Ink, card: Card, side: Side, top: float, bottom: float) -> None:
    """Draw what is known of a face between two heights."""
    face = card.face(side)
    below = _type(ink, face, _title(ink, face, side, top))
    for text in _play(face):
        line = fitted(text, _RIGHT - _RIM, (2.3, 2.1, 1.9), 1)
        below += line.size * 1.3
        ink.write((_RIM, below), line.lines[0], line.size)
    corner = _corner(ink, face, bottom)
    value = mana_value(card, side).value
    ink.write((_RIM, bottom - 0.4), say("Mana value {n}", n=value), 2.3)
    lines = int((bottom - 2.6 - below - 2.0) / _NOTE)
    for number in range(lines):
        y = bottom - 4.6 - number * _NOTE
        ink.dotted(_RIM, _RIGHT if y < bottom - 6.4 or not corner else _RIGHT - corner - 1.5, y)


def _title(ink: Ink, face: Face, side: Side, top: float) -> float:
    """Write name and cost as on a card, the name left, where a hand of cards shows it."""
    ink.triangle((_RIM, top + 0.5, _RIM + 3, top + 3.3), up=side is Side.FRONT)
    left = _RIM + 4
    room = _RIGHT - left
    if cost := symbols_width(face.cost, _SYMBOL):
        room -= cost + 1.2
        ink.symbols((_RIGHT - cost, top + 1.9), face.cost, _SYMBOL)
    name = fitted(face.name, room, (4.3, 4.0, 3.7, 3.4, 3.1, 2.8), 2, bold=True)
    for number, line in enumerate(name.lines):
        ink.write((left, top + 3.3 + number * name.size * 1.12), line, name.size, bold=True)
    return top + 3.3 + (len(name.lines) - 1) * name.size * 1.12


def _type(ink: Ink, face: Face, above: float) -> float:
    left = _RIM
    base = above + 4.3
    if indicator := "".join(f"{{{colour}}}" for colour in face.indicator):
        ink.symbols((left, base - 1), indicator, 2.8)
        left += symbols_width(indicator, 2.8) + 1
    line = fitted(face.type, _RIGHT - left, (2.9, 2.7, 2.5, 2.3, 2.1), 2)
    for number, text in enumerate(line.lines):
        ink.write((left, base + number * line.size * 1.15), text, line.size)
    base += (len(line.lines) - 1) * line.size * 1.15
    ink.line((_RIM, base + 1.4), (_RIGHT, base + 1.4), 0.15)
    return base + 1.9


def _play(face: Face) -> Iterator[str]:
    yield from (say(_KEYWORDS[keyword]) for keyword in face.keywords)
    if face.turns is not None:
        yield say(_TURNS[face.turns])


def _corner(ink: Ink, face: Face, bottom: float) -> float:
    """Draw the box with power and toughness or the like; return how wide it is."""
    text = _numbers(face)
    if not text:
        return 0
    size = 4.2 if "/" in text else 2.9
    room = width(text, size, bold=True) + 3
    ink.frame((_RIGHT - room, bottom - 5.6, _RIGHT, bottom), 0.3, 1.2)
    middle = bottom - 2.8 + size * 0.365
    ink.write((_RIGHT - room / 2, middle), text, size, bold=True, anchor="ms")
    return room


def _numbers(face: Face) -> str:
    if face.power is not None and face.toughness is not None:
        return f"{face.power}/{face.toughness}"
    if face.loyalty is not None:
        return say("Loyalty {n}", n=face.loyalty)
    return say("Defense {n}", n=face.defense) if face.defense is not None else ""
