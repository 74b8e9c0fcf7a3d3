"""Pictures of mana symbols, drawn by ourselves: coloured discs with letters and numbers."""

from io import BytesIO
from math import cos, pi, radians, sin
from typing import Final

from bot.ui.pictures.canvas import Canvas, Point, Tint
from bot.ui.pictures.lettering import Letters

SIZE: Final = 96
"""In pixels. Discord shows emojis at up to 48."""

_INK: Tint = (28, 26, 30)
_RIM: Tint = (250, 248, 242)
_GREY: Tint = (190, 188, 186)
# Light enough for dark letters; the letter tells the colour to those who do not see it.
_TINTS: dict[str, Tint] = {
    "W": (248, 238, 200),
    "U": (130, 190, 236),
    "B": (168, 156, 172),
    "R": (240, 138, 108),
    "G": (126, 196, 132),
    "S": (212, 234, 244),
    "P": (226, 200, 232),
}
_MIDDLE: Point = (SIZE / 2, SIZE / 2)
_RADIUS: Final = SIZE / 2 - 1
# By how many parts share the disc: where its first part begins, in degrees clockwise from three
# o'clock; how far out its letters stand; and how large they are.
_SHARES: dict[int, tuple[float, float, int]] = {1: (0, 0, 74), 2: (135, 21, 42), 3: (150, 24, 34)}


def picture(code: str) -> bytes:
    """Return the picture of a mana symbol as a PNG; the parts of ``W/U`` share the disc."""
    parts = code.split("/")
    first, out, size = _SHARES[len(parts)]
    canvas, letters, share = Canvas(SIZE, SIZE), Letters(), 360 / len(parts)
    canvas.disc(_MIDDLE, _RADIUS, _RIM)
    for at, part in enumerate(parts):
        begin = first + at * share
        if len(parts) == 1:
            canvas.disc(_MIDDLE, _RADIUS - 4, _tint(part))
        else:
            canvas.shape(_sector(begin, share, _RADIUS - 4), _tint(part))
        middle = _around(begin + share / 2, out)
        letters.write(canvas, middle, part, size if len(part) == 1 else size * 3 // 4, _INK)
    kept = BytesIO()
    canvas.finished().save(kept, "PNG", optimize=True)
    return kept.getvalue()


def _tint(part: str) -> Tint:
    return _TINTS.get(part, _GREY)


def _around(degrees: float, distance: float) -> Point:
    angle = radians(degrees % 360)
    return _MIDDLE[0] + distance * cos(angle), _MIDDLE[1] + distance * sin(angle)


def _sector(begin: float, share: float, radius: float) -> list[Point]:
    steps = max(2, round(share * radius * pi / 180))
    return [_MIDDLE, *(_around(begin + share * at / steps, radius) for at in range(steps + 1))]
