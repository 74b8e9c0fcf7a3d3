"""Letters for the pictures we draw ourselves, fitted into the room there is.

The fonts come with the program (`data/fonts`), so a text looks the same everywhere.
"""

import re
from collections.abc import Sequence
from enum import Enum
from functools import lru_cache
from importlib.resources import files
from io import BytesIO
from itertools import product
from math import ceil, floor
from pathlib import Path
from typing import Literal, NamedTuple

from PIL import Image, ImageDraw, ImageFont

from bot.ui.pictures.canvas import Canvas, Point, Tint
from bot.ui.pictures.hoard import Hoard, pixels

CAPITALS = 0.73
"""How high capitals are, in parts of the size."""

_MOST_STENCILS = 4_000_000
"""How many bytes of written lines are kept, at some kB each."""

_MOST_TEXTS = 1_000
"""How many texts are remembered as they fit, and how many with their width."""

_MOST_FONTS = 64

_PART = re.compile(r"[^\s-]+-?|-")
"""A word, or the part of it up to a hyphen, where a line may end."""

Side = Literal["left", "middle", "right"]


class Font(Enum):
    """A font, by its file."""

    PLAIN = "DejaVuSansCondensed.ttf"
    BOLD = "DejaVuSansCondensed-Bold.ttf"
    WESTERN = "Rye-Regular.ttf"


class Fitted(NamedTuple):
    """A text as it fits: its lines, and the size of its letters in pixels."""

    lines: tuple[str, ...]
    size: int


class Stencil(NamedTuple):
    """A line as a shape (mode L), and where its corner is, seen from the start of its base."""

    shape: Image.Image
    corner: tuple[int, int]


class Letters:
    """The fonts, in every size that was asked for, and lines that were written with them.

    It may be used from several threads at once.
    """

    def __init__(self) -> None:
        self._font = lru_cache(maxsize=_MOST_FONTS)(_load)
        self._stencils: Hoard[tuple[str, int, Font], Stencil] = Hoard(
            _MOST_STENCILS, lambda stencil: pixels(stencil.shape)
        )
        self._fitted = lru_cache(maxsize=_MOST_TEXTS)(self._fit)
        self._width = lru_cache(maxsize=_MOST_TEXTS)(self._measure)

    def forget(self) -> None:
        """Keep no line any more, whoever is named in it."""
        self._stencils.clear()
        self._fitted.cache_clear()
        self._width.cache_clear()

    def width(self, text: str, size: int, font: Font = Font.BOLD) -> float:
        """Return how wide a text is, in pixels."""
        return self._width(text, size, font)

    def _measure(self, text: str, size: int, font: Font) -> float:
        return self._font(font, size).getlength(text)

    def has(self, letter: str) -> bool:
        """Tell whether our fonts can write a letter: what they lack is a box."""
        return letter.isspace() or _has(letter)

    def write(
        self,
        canvas: Canvas,
        at: Point,
        text: str,
        size: int,
        fill: Tint,
        *,
        font: Font = Font.BOLD,
        side: Side = "middle",
    ) -> None:
        """Write a line. ``at`` is its left or right end, or its middle, halfway up its capitals."""
        if not text:
            return
        left = {"left": 0.0, "middle": 0.5, "right": 1.0}[side] * self.width(text, size, font)
        stencil, (across, down) = self._stencil(text, size, font)
        x, base = at[0] - left, at[1] + size * CAPITALS / 2
        canvas.stencil(stencil, (round(x + across), round(base + down)), fill)

    def write_within(
        self,
        canvas: Canvas,
        at: Point,
        text: str,
        width: float,
        sizes: Sequence[int],
        *,
        fill: Tint,
        font: Font = Font.BOLD,
        side: Side = "middle",
    ) -> None:
        """Write one line, in the first of these sizes in which it fits; cut off if in none."""
        size = next((size for size in sizes if self.width(text, size, font) <= width), sizes[-1])
        self.write(canvas, at, self.cut(text, width, size, font), size, fill, font=font, side=side)

    def fitted(
        self,
        text: str,
        width: float,
        sizes: Sequence[int],
        most_lines: int = 3,
        font: Font = Font.BOLD,
    ) -> Fitted:
        """Return a text in lines, in the first of these sizes in which it fits.

        Lines end between words or at a hyphen. If it fits in none, long words are broken, in one of
        the smaller sizes; if even that is too much, the text ends in an ellipsis.
        """
        return self._fitted(text, width, tuple(sizes), most_lines, font)

    def _fit(
        self, text: str, width: float, sizes: tuple[int, ...], most_lines: int, font: Font
    ) -> Fitted:
        for size, words in product(sizes, (text.split(), _PART.findall(text))):
            whole = self._wrapped(words, width, size, font)
            narrow = all(self.width(line, size, font) <= width for line in whole)
            if narrow and len(whole) <= most_lines:
                return Fitted(whole, size)
        lines: tuple[str, ...] = ()
        for size in sizes[len(sizes) // 2 :]:
            words = [
                part for word in text.split() for part in self._broken(word, width, size, font)
            ]
            lines = self._wrapped(words, width, size, font)
            if len(lines) <= most_lines:
                return Fitted(lines, size)
        last = self.cut(lines[most_lines - 1], width, sizes[-1], font, more=True)
        return Fitted((*lines[: most_lines - 1], last), sizes[-1])

    def cut(
        self, line: str, width: float, size: int, font: Font = Font.BOLD, *, more: bool = False
    ) -> str:
        """Return what of a line fits, with an ellipsis if it is not all, or if ``more`` follows."""
        if not more and self.width(line, size, font) <= width:
            return line
        while line and self.width(f"{line}…", size, font) > width:
            line = line[:-1]
        return f"{line.rstrip(' ,-')}…"

    def _wrapped(
        self, words: Sequence[str], width: float, size: int, font: Font
    ) -> tuple[str, ...]:
        lines: list[str] = []
        for word in words:
            longer = f"{lines[-1]}{'' if lines[-1].endswith('-') else ' '}{word}" if lines else ""
            if lines and self.width(longer, size, font) <= width:
                lines[-1] = longer
            else:
                lines.append(word)
        return tuple(lines)

    def _broken(self, word: str, width: float, size: int, font: Font) -> tuple[str, ...]:
        """Return a word in parts of about the same length, as few as fit."""
        parts: tuple[str, ...] = (word,)
        while any(self.width(part, size, font) > width for part in parts) and len(parts) < len(
            word
        ):
            length = ceil(len(word) / (len(parts) + 1))
            cuts = range(0, len(word), length)
            parts = tuple(word[at : at + length] + "-" * (at != cuts[-1]) for at in cuts)
        return parts

    def _stencil(self, text: str, size: int, font: Font) -> Stencil:
        key = (text, size, font)
        return self._stencils.get_or_make(key, lambda: self._draw(*key))

    def _draw(self, text: str, size: int, font: Font) -> Stencil:
        found = self._font(font, size)
        left, top, right, bottom = found.getbbox(text, anchor="ls")
        corner = floor(left), floor(top)
        shape = Image.new("L", (max(1, ceil(right) - corner[0]), max(1, ceil(bottom) - corner[1])))
        pen = ImageDraw.Draw(shape)
        pen.text((-corner[0], -corner[1]), text, 255, found, "ls")
        return Stencil(shape, corner)


def _load(font: Font, size: int) -> ImageFont.FreeTypeFont:
    file = files("data").joinpath("fonts", font.value)
    # From a path it is mapped; otherwise every size would have its own copy of 0.7 MB.
    source = file if isinstance(file, Path) else BytesIO(file.read_bytes())
    # Basic layout: from left to right, which is all that is written here, and twice as fast.
    return ImageFont.truetype(source, size, layout_engine=ImageFont.Layout.BASIC)


@lru_cache(maxsize=4_096)
def _has(letter: str) -> bool:
    font = _probe()
    return bytes(font.getmask(letter)) != bytes(font.getmask("\ufffe"))


@lru_cache(maxsize=1)
def _probe() -> ImageFont.FreeTypeFont:
    return _load(Font.BOLD, 16)


LETTERS = Letters()
"""Shared by all pictures."""
