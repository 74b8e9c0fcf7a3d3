"""What pictures have written on them, and sentences that are as long as translations get."""

import sys
from gettext import NullTranslations
from typing import Any, NamedTuple

import pytest
from PIL import Image, ImageChops

from bot.ui.pictures.drawing import Drawing
from bot.ui.pictures.lettering import LETTERS, Font, Letters

SIDES = {"left": 0.0, "middle": 0.5, "right": 1.0}


class Line(NamedTuple):
    """A line that was written, and where."""

    text: str
    size: int
    left: float
    right: float
    middle: float
    font: Font


class Written:
    """All lines written on pictures since it was made."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.lines: list[Line] = []
        write = Letters.write

        def noted(self_: Letters, canvas: Any, at: Any, text: str, *args: Any, **how: Any) -> None:
            size, font = args[0], how.get("font", Font.BOLD)
            width = LETTERS.width(text, size, font)
            left = at[0] - width * SIDES[how.get("side", "middle")]
            self.lines.append(Line(text, size, left, left + width, at[1], font))
            write(self_, canvas, at, text, *args, **how)

        monkeypatch.setattr(Letters, "write", noted)

    def on(self, drawing: Drawing) -> list[str]:
        """Draw a picture; return the lines on it."""
        return [line.text for line in self.drawn(drawing)]

    def drawn(self, drawing: Drawing) -> list[Line]:
        """Draw a picture; return its lines with their places."""
        self.lines.clear()
        picture = drawing.draw()
        for line in self.lines:
            assert line.left >= 0, line
            assert line.right <= picture.width, line
            assert line.size / 2 <= line.middle <= picture.height - line.size / 2, line
        return self.lines.copy()


class LongWords(NullTranslations):
    """Says everything half as long again, as no language that we speak does on the whole."""

    def gettext(self, message: str) -> str:
        return f"{message} {message[: len(message) // 2].replace('{', '(').replace('}', ')')}ção"

    def ngettext(self, one: str, many: str, number: int) -> str:
        return self.gettext(one if number == 1 else many)


def speak_at_length(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have everything said in `LongWords`."""
    saying = sys.modules["bot.i18n.say"]
    monkeypatch.setattr(saying, "catalogue", lambda _: LongWords())
    monkeypatch.setattr(saying, "_translated", LongWords().gettext)


def differs(one: Image.Image, other: Image.Image) -> bool:
    """Tell whether two pictures look different."""
    return one.size != other.size or ImageChops.difference(one, other).getbbox() is not None


def tints(picture: Image.Image) -> set[Any]:
    """Return all colours of a picture."""
    found = picture.convert("RGB").getcolors(picture.width * picture.height)
    return {tint for _, tint in found or ()}
