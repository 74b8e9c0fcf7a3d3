"""The legend of a dungeon's map: who is who, what marks mean, and the marks themselves."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import hypot

from bot.ui.pictures.canvas import Canvas, Point, Tint
from bot.ui.pictures.dungeon_plan import MARGIN, WIDTH
from bot.ui.pictures.lettering import LETTERS, Font
from bot.ui.pictures.people import RADIUS, Figure, draw_figure
from bot.ui.pictures.shapes import TIMES

GROUND: Tint = (40, 36, 48)
DIM: Tint = (150, 142, 164)
PARCHMENT: Tint = (240, 229, 200)
LIGHT: Tint = (246, 240, 226)
GOLD: Tint = (255, 204, 92)
TEAL: Tint = (72, 214, 178)
GREEN: Tint = (0, 122, 92)

_HEAD = 18
"""How long the head of an arrow is."""
MOST_PEOPLE = 12
"""How many are named."""

_COLUMN = (WIDTH - 2 * MARGIN) / 2
_MARK, _SMALL = 52, 22


@dataclass(frozen=True)
class Caption:
    """The words around the map. ``people`` are in the dungeon or completed it, so many times.

    ``rest`` says how many more people there are, and the others what marks mean, where there are
    such marks.
    """

    title: str
    english: str
    people: tuple[tuple[Figure, int], ...]
    rest: str = ""
    next_step: str = ""
    may_enter: str = ""
    visited: str = ""
    completed: str = ""


def draw_arrow(canvas: Canvas, points: Sequence[Point], *, bright: bool) -> None:
    """Draw an arrow through these points; a ``bright`` one is a next step."""
    tint, width = (GOLD, 8) if bright else (DIM, 4)
    (x, y), tip = points[-2:]
    length = hypot(tip[0] - x, tip[1] - y)
    ahead = ((tip[0] - x) / length, (tip[1] - y) / length)
    half = 13 if bright else 10
    neck = (tip[0] - ahead[0] * _HEAD, tip[1] - ahead[1] * _HEAD)
    for start, end in pairwise((*points[:-1], neck)):
        canvas.stroke((start, end), width, tint)
    side = (-ahead[1] * half, ahead[0] * half)
    canvas.shape(
        (tip, (neck[0] + side[0], neck[1] + side[1]), (neck[0] - side[0], neck[1] - side[1])), tint
    )


def draw_tick(canvas: Canvas, centre: Point) -> None:
    """Draw the mark of a room that was visited."""
    x, y = centre
    canvas.disc(centre, 15, GREEN, GROUND, 2)
    canvas.stroke(((x - 7, y), (x - 2, y + 6), (x + 7, y - 6)), 4, LIGHT)


class Legend:
    """What stands below the map: who is who, and what marks mean."""

    def __init__(self, caption: Caption) -> None:
        """Explain what the caption has words for."""
        self._people, self._rest = caption.people, caption.rest
        marks = (
            (_next_mark, caption.next_step),
            (_open_mark, caption.may_enter),
            (_visited_mark, caption.visited),
            (_completed_mark, caption.completed),
        )
        self._marks = _rows([(mark, words) for mark, words in marks if words])
        self._rows = -(-len(self._people) // 2)

    @property
    def height(self) -> int:
        """How much room it takes, in pixels."""
        return self._rows * 44 + (34 if self._rest else 0) + len(self._marks) * 38 + 14

    def draw(self, canvas: Canvas, top: float) -> None:
        """Draw it, its upper edge at ``top``."""
        for number, (figure, times) in enumerate(self._people):
            row, side = divmod(number, 2)
            self._person(canvas, (MARGIN + side * _COLUMN, top + row * 44 + 20), figure, times)
        y = top + self._rows * 44 + 18
        if self._rest:
            more = (MARGIN, y - 4)
            LETTERS.write(canvas, more, self._rest, _SMALL, LIGHT, font=Font.PLAIN, side="left")
            y += 34
        for marks in self._marks:
            x: float = MARGIN
            for mark, words, width in marks:
                mark(canvas, (x, y))
                at = (x + _MARK, y)
                LETTERS.write(canvas, at, words, _SMALL, LIGHT, font=Font.PLAIN, side="left")
                x += width
            y += 38

    def _person(self, canvas: Canvas, at: Point, figure: Figure, times: int) -> None:
        x, y = at
        draw_figure(canvas, LETTERS, (x + RADIUS + 2, y), figure)
        x += 2 * RADIUS + 14
        name = LETTERS.cut(figure.name, _COLUMN - 2 * RADIUS - (110 if times else 24), 24)
        LETTERS.write(canvas, (x, y), name, 24, LIGHT, side="left")
        if times:
            x += LETTERS.width(name, 24) + 14
            _flag(canvas, (x, y))
            LETTERS.write(canvas, (x + 26, y), f"{TIMES}{times}", 24, GOLD, side="left")


_Mark = Callable[[Canvas, Point], None]


def _rows(marks: Sequence[tuple[_Mark, str]]) -> list[list[tuple[_Mark, str, float]]]:
    """Part marks and what they mean into rows, each with its width."""
    rows: list[list[tuple[_Mark, str, float]]] = []
    left = 0.0
    for mark, words in marks:
        line = LETTERS.cut(words, WIDTH - 2 * MARGIN - _MARK, _SMALL, Font.PLAIN)
        width = _MARK + LETTERS.width(line, _SMALL, Font.PLAIN) + 28
        if not rows or left + width - 28 > WIDTH - 2 * MARGIN:
            rows.append([])
            left = 0
        rows[-1].append((mark, line, width))
        left += width
    return rows


def _next_mark(canvas: Canvas, at: Point) -> None:
    x, y = at
    draw_arrow(canvas, ((x + 4, y), (x + 42, y)), bright=True)


def _open_mark(canvas: Canvas, at: Point) -> None:
    x, y = at
    canvas.plate((x + 2, y - 14, x + 42, y + 14), 8, TEAL)
    canvas.plate((x + 8, y - 8, x + 36, y + 8), 4, PARCHMENT)


def _visited_mark(canvas: Canvas, at: Point) -> None:
    draw_tick(canvas, (at[0] + 24, at[1]))


def _completed_mark(canvas: Canvas, at: Point) -> None:
    _flag(canvas, (at[0] + 14, at[1]))


def _flag(canvas: Canvas, at: Point) -> None:
    """Draw a small flag, its pole at the left of a box of 22 pixels."""
    x, y = at
    canvas.shape(((x + 3, y - 12), (x + 22, y - 6), (x + 3, y + 1)), GOLD)
    canvas.stroke(((x + 3, y - 12), (x + 3, y + 13)), 3, LIGHT)
