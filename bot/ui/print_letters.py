"""Letters and mana symbols for what is printed: black on white, measured in millimetres.

The font is DejaVu Sans Condensed, which comes with the program (`data/fonts`). Symbols are drawn
here: a ring with a letter or number in it, two letters where either pays.
"""

import re
from collections.abc import Sequence
from functools import lru_cache
from importlib.resources import files
from io import BytesIO
from itertools import pairwise
from typing import NamedTuple

from PIL import Image, ImageDraw, ImageFont

DOTS = 600 / 25.4
"""Dots a millimetre: what home printers print, 600 an inch."""

BLACK, WHITE = 0, 255

_FONTS = {False: "DejaVuSansCondensed.ttf", True: "DejaVuSansCondensed-Bold.ttf"}
_SYMBOL = re.compile(r"\{([^{}]+)\}")

Box = tuple[float, float, float, float]
"""Left, top, right and bottom, in millimetres."""


class Fitted(NamedTuple):
    """A text as it fits: its lines, and the size of its letters in millimetres."""

    lines: tuple[str, ...]
    size: float

    @property
    def height(self) -> float:
        """How high all lines are, in millimetres."""
        return len(self.lines) * self.size * 1.15


class Ink:
    """A sheet of paper, and a pen that measures in millimetres."""

    def __init__(self, width: float, height: float) -> None:
        """Begin with white paper."""
        self.image = Image.new("L", (_dots(width), _dots(height)), WHITE)
        self._pen = ImageDraw.Draw(self.image)

    def line(self, start: tuple[float, float], end: tuple[float, float], width: float) -> None:
        """Draw a straight line."""
        self._pen.line([*map(_dots, start), *map(_dots, end)], BLACK, max(1, _dots(width)))

    def dotted(self, left: float, right: float, y: float) -> None:
        """Draw a dotted line to write on."""
        for dot in range(_dots(left), _dots(right), _dots(1)):
            self._pen.ellipse([dot, _dots(y), dot + _dots(0.16), _dots(y + 0.16)], BLACK)

    def frame(self, box: Box, width: float, radius: float = 0, fill: int | None = None) -> None:
        """Draw a rectangle, with rounded corners if a radius is named."""
        corners = [*map(_dots, box)]
        self._pen.rounded_rectangle(corners, _dots(radius), fill, BLACK, max(1, _dots(width)))

    def triangle(self, box: Box, *, up: bool) -> None:
        """Draw the mark of a front face, pointing up, or of a back face, pointing down."""
        left, top, right, bottom = map(_dots, box)
        tip, base = (top, bottom) if up else (bottom, top)
        self._pen.polygon([(left, base), (right, base), ((left + right) / 2, tip)], BLACK)

    def write(
        self,
        at: tuple[float, float],
        text: str,
        size: float,
        *,
        bold: bool = False,
        anchor: str = "ls",
        ink: int = BLACK,
    ) -> None:
        """Write a line, ``at`` its anchor: by default the left end of its base line."""
        font = _font(_dots(size), bold)
        self._pen.text((_dots(at[0]), _dots(at[1])), text, ink, font, anchor)

    def symbols(self, at: tuple[float, float], cost: str, size: float) -> None:
        """Draw the symbols of a cost, the left edge and the middle of the first one at ``at``."""
        x, y = at
        for part in symbols(cost):
            self._symbol((x + size / 2, y), part, size)
            x += size * _STEP

    def _symbol(self, centre: tuple[float, float], part: str, size: float) -> None:
        x, y = centre
        radius = size / 2
        ring = [*map(_dots, (x - radius, y - radius, x + radius, y + radius))]
        self._pen.ellipse(ring, WHITE, BLACK, max(1, _dots(size * 0.06)))
        halves = part.split("/")
        if len(halves) == 1:
            letters = size * (0.72 if len(part) == 1 else 0.5)
            self.write((x, y + letters * 0.365), part, letters, bold=True, anchor="ms")
            return
        slant = radius * 0.707
        self.line((x - slant, y + slant), (x + slant, y - slant), size * 0.05)
        for half, way in zip((halves[0], "/".join(halves[1:])), (-1, 1), strict=True):
            letters = size * (0.42 if len(half) == 1 else 0.26)
            middle = (x + way * size * 0.19, y + way * size * 0.19 + letters * 0.365)
            self.write(middle, half, letters, bold=True, anchor="ms")


_STEP = 1.08
"""From one symbol to the next, in parts of its size."""


def symbols(cost: str) -> list[str]:
    """Return the symbols of a cost: ``{2}{W/U}`` as 2 and W/U."""
    return _SYMBOL.findall(cost)


def symbols_width(cost: str, size: float) -> float:
    """Return how wide the symbols of a cost are, in millimetres."""
    count = len(symbols(cost))
    return (count - 1) * size * _STEP + size if count else 0


def width(text: str, size: float, *, bold: bool = False) -> float:
    """Return how wide a text is, in millimetres."""
    return _font(_dots(size), bold).getlength(text) / DOTS


def fitted(
    text: str, room: float, sizes: Sequence[float], most_lines: int, *, bold: bool = False
) -> Fitted:
    """Return a text in lines, in the first of these sizes in which it fits into ``room``.

    Where it fits in none, it is cut off in the last one.
    """
    for size in sizes:
        lines = _wrapped(text, room, size, bold)
        if len(lines) <= most_lines and all(width(ln, size, bold=bold) <= room for ln in lines):
            return Fitted(tuple(lines), size)
    size = sizes[-1]
    lines = [_cut(line, room, size, bold) for line in _wrapped(text, room, size, bold)]
    if len(lines) > most_lines:
        lines[most_lines - 1] = _cut(f"{lines[most_lines - 1]} …", room, size, bold)
    return Fitted(tuple(lines[:most_lines]), size)


def _wrapped(text: str, room: float, size: float, bold: bool) -> list[str]:
    words, lines = text.split(), [""]
    for before, word in pairwise(["", *words]):
        longer = f"{lines[-1]} {word}" if before else word
        if before and width(longer, size, bold=bold) > room:
            lines.append(word)
        else:
            lines[-1] = longer
    return lines


def _cut(line: str, room: float, size: float, bold: bool) -> str:
    if width(line, size, bold=bold) <= room:
        return line
    while line and width(f"{line}…", size, bold=bold) > room:
        line = line[:-1]
    return f"{line.rstrip(' ,-…')}…"


def _dots(millimetres: float) -> int:
    return round(millimetres * DOTS)


@lru_cache(maxsize=64)
def _font(size: int, bold: bool) -> ImageFont.FreeTypeFont:
    return ImageFont.truetype(BytesIO(_file(bold)), size)


@lru_cache(maxsize=2)
def _file(bold: bool) -> bytes:
    return files("data").joinpath("fonts", _FONTS[bold]).read_bytes()
