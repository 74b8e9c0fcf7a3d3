"""Stand-ins for card pictures, which the preview's page cannot fetch: a small card in its colours.

The page is offline by design, and card art is not ours to ship. On Discord the pictures are real.
"""

from collections.abc import Iterator
from itertools import product
from math import isqrt

from bot.cards import links
from bot.cards.catalogue import Catalogue
from bot.game.faces import Side
from bot.ui.pictures.png import assembled

# The page stretches a picture to the width of the message, so the card stands on a wide strip.
WIDTH, HEIGHT = 1120, 300
NOTHING, BORDER, FRAME, PAPER, ART = range(5)


def _rounded(width: int, height: int, radius: int) -> Iterator[tuple[int, int, int, int, int]]:
    for row in range(radius + 1):
        inset = radius - isqrt(row * (2 * radius - row))
        yield inset, row, width - inset, height - row, BORDER


# Left, top, right and bottom in pixels, and what is there; later ones cover earlier ones.
_BOXES = (
    *_rounded(214, 300, 16),
    (10, 10, 204, 290, FRAME),
    (18, 18, 196, 38, PAPER),
    (18, 44, 196, 160, ART),
    (18, 166, 196, 186, PAPER),
    (18, 192, 196, 280, PAPER),
)
_FRAMES = {
    "W": (232, 224, 196),
    "U": (58, 122, 178),
    "B": (72, 66, 78),
    "R": (186, 74, 56),
    "G": (62, 128, 82),
}
_GOLD = (201, 162, 39)
_COLOURLESS = (140, 144, 152)


def pictures() -> dict[str, tuple[str, bytes]]:
    """Return a file name and a PNG for the address of every card picture there is."""
    drawn: dict[tuple[int, int, int], bytes] = {}
    found = {}
    for card, side in product(Catalogue.load(), Side):
        address = links.picture(card, side)
        if address is not None:
            frame = _frame(card.face(side).colours or "")
            if frame not in drawn:
                drawn[frame] = _png(frame)
            found[address] = ("card.png", drawn[frame])
    return found


def _frame(colours: str) -> tuple[int, int, int]:
    if len(colours) > 1:
        return _GOLD
    return _FRAMES.get(colours, _COLOURLESS)


def _png(frame: tuple[int, int, int]) -> bytes:
    palette = ((0, 0, 0), (22, 22, 26), frame, _mixed(frame, 235), _mixed(frame, 40))
    colours = bytes(value for tone in palette for value in tone)
    return assembled(WIDTH, HEIGHT, colours, _pixels(), clear=b"\x00")  # NOTHING is transparent


def _pixels() -> bytes:
    rows = [bytearray(WIDTH) for _ in range(HEIGHT)]
    for left, top, right, bottom, tone in _BOXES:
        for row in rows[top:bottom]:
            row[left:right] = bytes([tone]) * (right - left)
    return b"".join(b"\x00" + row for row in rows)


def _mixed(colour: tuple[int, int, int], with_: int) -> tuple[int, int, int]:
    red, green, blue = ((value + 2 * with_) // 3 for value in colour)
    return red, green, blue
