"""Pages of substitute cards to print and cut out, nine a page, as PDF and as a picture."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from io import BytesIO

from PIL import Image

from bot.cards.card import Card
from bot.i18n import say
from bot.ui.print_letters import DOTS, Ink
from bot.ui.substitute_card import HEIGHT, WIDTH, draw

PER_ROW, ROWS = 3, 3
PER_PAGE = PER_ROW * ROWS
MOST_PAGES = 12
MOST_CARDS = PER_PAGE * MOST_PAGES

_TICK = 1.8
"""How far lines to cut along stick out."""

_THIN = 0.12
_REDUCED = 3
"""The picture has a third of the PDF's dots: 200 an inch."""


class Paper(StrEnum):
    """A size of paper."""

    A4 = "A4"
    LETTER = "Letter"

    @property
    def size(self) -> tuple[float, float]:
        """Width and height in millimetres."""
        return (210.0, 297.0) if self is Paper.A4 else (215.9, 279.4)


@dataclass(frozen=True, slots=True)
class Printed:
    """The pages: all of them as PDF, the first one also as PNG."""

    pdf: bytes
    png: bytes
    pages: int
    cards: int


def printed(cards: Sequence[Card], paper: Paper) -> Printed:
    """Draw the substitutes of these cards, one for each copy, the first `MOST_CARDS` of them.

    Takes about half a second a page, and 100 MB while it draws: not for an event loop.

    Raises:
        ValueError: there is no card.
    """
    if not cards:
        raise ValueError("no card to print")
    kept = cards[:MOST_CARDS]
    pages = -(-len(kept) // PER_PAGE)
    pdf, png = BytesIO(), b""
    for number in range(pages):
        page = _page(kept[number * PER_PAGE : (number + 1) * PER_PAGE], paper, number + 1, pages)
        if number == 0:
            png = _picture(page)
        # One page after the other, each written and let go before the next: it takes 35 MB.
        page = page.point(_black_or_white, "1")
        page.save(pdf, "PDF", resolution=DOTS * 25.4, title=_TITLE, append=number > 0)
        del page
    return Printed(pdf.getvalue(), png, pages, len(kept))


_TITLE = "Substitute cards"


def _page(cards: Sequence[Card], paper: Paper, number: int, of: int) -> Image.Image:
    width, height = paper.size
    ink = Ink(width, height)
    left, top = (width - PER_ROW * WIDTH) / 2, (height - ROWS * HEIGHT) / 2
    drawn = {card.id: draw(card) for card in {card.id: card for card in cards}.values()}
    for place, card in enumerate(cards):
        x, y = left + place % PER_ROW * WIDTH, top + place // PER_ROW * HEIGHT
        ink.image.paste(drawn[card.id], (round(x * DOTS), round(y * DOTS)))
    _cuts(ink, left, top, len(cards))
    head = say(
        "Podkeeper · substitute cards, page {page} of {pages} · print at 100 %: each is {size} mm",
        page=number,
        pages=of,
        size="63 × 88",  # noqa: RUF001
    )
    ink.write((width / 2, top - 2.6), head, 2.4, anchor="ms")
    foot = say(
        "Unofficial fan content, not for sale. Not approved or endorsed by Wizards of the Coast."
    )
    ink.write((width / 2, height - top + 4.2), foot, 1.9, anchor="ms")
    return ink.image


def _cuts(ink: Ink, left: float, top: float, count: int) -> None:
    """Draw the lines to cut along: one cut serves the cards on both its sides."""
    columns, rows = min(count, PER_ROW), -(-count // PER_ROW)
    right, bottom = left + columns * WIDTH, top + rows * HEIGHT
    for row in range(rows + 1):
        y = top + row * HEIGHT
        ink.line((left - _TICK, y), (right + _TICK, y), _THIN)
    for column in range(columns + 1):
        x = left + column * WIDTH
        ink.line((x, top - _TICK), (x, bottom + _TICK), _THIN)


def _black_or_white(shade: int) -> int:
    return 255 if shade > 127 else 0


def _picture(page: Image.Image) -> bytes:
    """Return a page as a PNG in sixteen shades of grey, with its real size in it."""
    few = page.reduce(_REDUCED).quantize(16, dither=Image.Dither.NONE)
    file = BytesIO()
    dots = DOTS * 25.4 / _REDUCED
    few.save(file, "PNG", optimize=True, dpi=(dots, dots))
    return file.getvalue()
