"""Letters for the pictures we draw ourselves, with accents, fitted into the room there is.

The font is the one inside Pillow (Aileron, CC0): nothing has to be installed, and a text looks the
same everywhere. It has no accented letters, so accents are drawn over the plain ones.
"""

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import product
from math import ceil
from typing import NamedTuple
from unicodedata import normalize

from PIL import ImageFont

from bot.ui.forage.canvas import FINE, Canvas, Point, Tint

BOLD = 0.018
"""How much thicker than the font's own the strokes of letters are, in parts of their size."""

CAPITALS = 0.7
"""How high capitals are, in parts of the size."""

_CEDILLA = "\u0327"
# Where the strokes of an accent run, in parts of the size, from the middle of its foot.
_STROKES: dict[str, tuple[tuple[Point, ...], ...]] = {
    "\u0301": (((-0.05, 0), (0.08, -0.15)),),  # acute
    "\u0300": (((0.05, 0), (-0.08, -0.15)),),  # grave
    "\u0302": (((-0.13, 0), (0, -0.13), (0.13, 0)),),  # circumflex
    "\u0303": (((-0.17, -0.01), (-0.09, -0.09), (0.07, -0.02), (0.16, -0.1)),),  # tilde
    "\u0308": (((-0.1, -0.06), (-0.1, -0.07)), ((0.1, -0.06), (0.1, -0.07))),  # diaeresis
    _CEDILLA: (((0, 0), (0.07, 0.08), (0.04, 0.17), (-0.08, 0.18)),),
}

_PART = re.compile(r"[^\s-]+-?|-")
"""A word, or the part of it up to a hyphen, where a line may end."""


class Fitted(NamedTuple):
    """A text as it fits: its lines, and the size of its letters in pixels."""

    lines: tuple[str, ...]
    size: int


class Letters:
    """The font, in every size that was asked for."""

    def __init__(self) -> None:
        self._font = lru_cache(maxsize=64)(_load)

    def width(self, text: str, size: int) -> float:
        """Return how wide a text is, in pixels."""
        return self._font(size).getlength(_plain(text)) / FINE

    def write(self, canvas: Canvas, centre: Point, text: str, size: int, fill: Tint) -> None:
        """Write a line, the middle of its capitals at ``centre``."""
        font, em = self._font(size), size * FINE
        x = centre[0] * FINE - font.getlength(_plain(text)) / 2
        base = (centre[1] + size * CAPITALS / 2) * FINE
        canvas.pen.text((x, base), _plain(text), fill, font, "ls", stroke_width=em * BOLD)
        for before, accent in _accents(text):
            left, top, right, _ = font.getbbox(before[-1], anchor="ls")
            middle = x + font.getlength(before[:-1]) + (left + right) / 2
            foot = base + _foot(before[-1], accent, top / em) * em
            for stroke in _STROKES[accent]:
                points = [((middle + em * x) / FINE, (foot + em * y) / FINE) for x, y in stroke]
                canvas.stroke(points, size * 0.095, fill)

    def fitted(self, text: str, width: float, sizes: Sequence[int], most_lines: int = 3) -> Fitted:
        """Return a text in lines, in the first of these sizes in which it fits.

        Lines end between words or at a hyphen. If it fits in none, long words are broken, in the
        size that is in the middle; if even that is too much, the text ends in an ellipsis.
        """
        whole, parts = text.split(), _PART.findall(text)
        for size, words in product(sizes, (whole, parts)):
            lines = self._wrapped(words, width, size)
            if len(lines) <= most_lines and all(self.width(ln, size) <= width for ln in lines):
                return Fitted(lines, size)
        size = sizes[len(sizes) // 2]
        words = [part for word in parts for part in self._broken(word, width, size)]
        lines = self._wrapped(words, width, size)
        if len(lines) > most_lines:
            lines = (*lines[: most_lines - 1], self._cut(lines[most_lines - 1], width, size))
        return Fitted(lines, size)

    def _wrapped(self, words: Sequence[str], width: float, size: int) -> tuple[str, ...]:
        lines: list[str] = []
        for word in words:
            longer = f"{lines[-1]}{'' if lines[-1].endswith('-') else ' '}{word}" if lines else ""
            if lines and self.width(longer, size) <= width:
                lines[-1] = longer
            else:
                lines.append(word)
        return tuple(lines)

    def _broken(self, word: str, width: float, size: int) -> tuple[str, ...]:
        """Return a word in parts of about the same length, as few as fit."""
        parts: tuple[str, ...] = (word,)
        while any(self.width(part, size) > width for part in parts) and len(parts) < len(word):
            length = ceil(len(word) / (len(parts) + 1))
            cuts = range(0, len(word), length)
            parts = tuple(word[at : at + length] + "-" * (at != cuts[-1]) for at in cuts)
        return parts

    def _cut(self, line: str, width: float, size: int) -> str:
        while line and self.width(f"{line}…", size) > width:
            line = line[:-1]
        return f"{line.rstrip(' ,-')}…"


def _load(size: int) -> ImageFont.FreeTypeFont:
    font = ImageFont.load_default(size * FINE)
    if not isinstance(font, ImageFont.FreeTypeFont):
        raise TypeError("this Pillow was built without FreeType")
    return font


def _plain(text: str) -> str:
    return "".join(letter for letter in normalize("NFD", text) if letter not in _STROKES)


def _accents(text: str) -> Iterator[tuple[str, str]]:
    """Give each accent, with the plain text up to the letter that it belongs to."""
    before = ""
    for letter in normalize("NFD", text):
        if letter in _STROKES:
            yield before, letter
        else:
            before += letter


def _foot(letter: str, accent: str, top: float) -> float:
    """Return where an accent begins, from the base line, in parts of the size."""
    if accent == _CEDILLA:
        return 0.04
    if letter == "i":  # its dot turns into the accent
        return top + 0.08
    return top - 0.07
