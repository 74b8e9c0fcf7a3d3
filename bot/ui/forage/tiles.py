"""The tiles of the board of Foraging Squirrels: food cards, empty spaces, and the squirrel itself.

Nothing is told by colour alone: colours have their letters, rarities a letter and a shape of their
own, foils a star besides their shine. All of it is drawn here; there is no card art in it.
"""

from collections.abc import Mapping
from itertools import pairwise
from types import MappingProxyType

from PIL import Image

from bot.game.forage.board import Cell, column_of, row_of
from bot.game.forage.cards import Colour, Food, Rarity
from bot.ui.pictures.canvas import Box, Canvas, Point, Tint
from bot.ui.pictures.lettering import Letters
from bot.ui.pictures.shapes import star

TILE = 182
"""The side of a tile in pixels."""

STEP = TILE + 9
"""From one tile to the next."""

RIM = 42
"""The room above and to the left of all tiles."""

FLOOR: Tint = (30, 38, 31)
HOLE: Tint = (22, 28, 23)
HOLE_EDGE: Tint = (58, 70, 58)
MOSS: Tint = (94, 128, 72)
INK: Tint = (24, 22, 20)
WHITE: Tint = (255, 255, 255)
STAR: Tint = (255, 214, 64)

TINTS: Mapping[Colour, Tint] = MappingProxyType(
    {
        Colour.WHITE: (240, 224, 168),
        Colour.BLUE: (52, 124, 200),
        Colour.BLACK: (66, 56, 76),
        Colour.RED: (206, 68, 48),
        Colour.GREEN: (56, 142, 76),
        Colour.COLOURLESS: (152, 158, 166),
    }
)

RARITIES: Mapping[Rarity, Tint] = MappingProxyType(
    {
        Rarity.COMMON: (40, 40, 44),
        Rarity.UNCOMMON: (196, 206, 216),
        Rarity.RARE: (226, 178, 64),
        Rarity.MYTHIC: (238, 96, 32),
        Rarity.BASIC_LAND: (128, 92, 58),
    }
)

_CORNER = 18
_PAPER: Box = (8, 53, TILE - 8, TILE - 8)
_MARKS = TILE - 29
"""How far down the marks of foils and of squirrels are."""

_NAME_SIZES = (29, 27, 25, 23, 21, 19, 18)
_SLANT = 26


class TilePainter:
    """Draws tiles. What is drawn depends on nothing but what is asked for."""

    def __init__(self, letters: Letters) -> None:
        self._letters = letters
        self._corners = _corners()

    def food(self, food: Food, name: str, *, squirrel: bool) -> Image.Image:
        """Draw a food card; ``squirrel``: it counts as having one in its art."""
        canvas = Canvas(TILE, TILE, TINTS[food.colours[0]])
        _sections(canvas, food.colours)
        _paper(canvas, food)
        if food.foil:
            _gleam(canvas)
        self._badges(canvas, food.colours)
        self._rarity(canvas, food.card.rarity)
        self._name(canvas, name, marked=food.foil or squirrel)
        if food.foil:
            canvas.shape(star((30, _MARKS), 17, 7.5), STAR, INK, 2)
        if squirrel:
            draw_squirrel(canvas, (TILE - 52, _MARKS - 22), 0.42)
        return self._rounded(canvas)

    def hole(self) -> Image.Image:
        """Draw an empty space: a hole in the ground, where nothing is left."""
        canvas = Canvas(TILE, TILE, FLOOR)
        canvas.plate((4, 4, TILE - 4, TILE - 4), _CORNER, HOLE, HOLE_EDGE, 2)
        middle = TILE / 2
        canvas.oval((middle - 44, middle - 18, middle + 44, middle + 20), (88, 66, 44))
        canvas.oval((middle - 36, middle - 11, middle + 36, middle + 17), (46, 34, 24))
        canvas.oval((middle - 30, middle - 5, middle + 30, middle + 16), (16, 12, 10))
        return canvas.finished()

    def clearing(self, scale: float) -> Image.Image:
        """Draw the squirrel on its space. At a ``scale`` of 0.86 it leaves room for arrows."""
        canvas = Canvas(TILE, TILE, MOSS)
        canvas.disc((TILE / 2, TILE / 2), TILE * 0.44, (126, 160, 92))
        middle, foot = TILE / 2, TILE / 2 + 41 * scale
        canvas.oval((middle - 44 * scale, foot - 10, middle + 44 * scale, foot + 10), (84, 114, 66))
        draw_squirrel(canvas, (middle - 48 * scale, middle - 50 * scale), scale)
        return self._rounded(canvas)

    def _rounded(self, canvas: Canvas) -> Image.Image:
        ground = Image.new("RGB", (TILE, TILE), FLOOR)
        ground.paste(canvas.finished(), (0, 0), self._corners)
        return ground

    def _badges(self, canvas: Canvas, colours: tuple[Colour, ...]) -> None:
        radius = {1: 19, 2: 19, 3: 17}.get(len(colours), 11.5)
        for place, colour in enumerate(colours):
            centre = (8 + radius + place * (2 * radius + 1), 27.0)
            canvas.disc(centre, radius, WHITE, INK, 2)
            self._letters.write(canvas, centre, colour.letter, round(radius * 1.5), INK)

    def _rarity(self, canvas: Canvas, rarity: Rarity) -> None:
        centre = (TILE - 29, 27.0)
        outline = _outline(rarity, centre)
        canvas.shape(outline, RARITIES[rarity], WHITE, 5)
        canvas.shape(outline, RARITIES[rarity], INK, 2)
        dark = rarity in (Rarity.UNCOMMON, Rarity.RARE)
        self._letters.write(canvas, centre, rarity.value, 24, INK if dark else WHITE)

    def _name(self, canvas: Canvas, name: str, *, marked: bool) -> None:
        left, top, right, bottom = _PAPER
        lines, size = self._letters.fitted(name, right - left - 10, _NAME_SIZES)
        if marked:
            bottom -= 34
            size = min(size, 25) if len(lines) > 2 else size
        middle, step = (top + bottom) / 2, size * 1.08
        for number, line in enumerate(lines):
            y = middle + (number - (len(lines) - 1) / 2) * step
            self._letters.write(canvas, (TILE / 2, y), line, size, INK)


def corner_of(cell: Cell) -> tuple[int, int]:
    """Return where the top left corner of a space is on the picture of the board."""
    return RIM + column_of(cell) * STEP, RIM + row_of(cell) * STEP


def draw_squirrel(canvas: Canvas, at: Point, scale: float) -> None:
    """Draw our squirrel with an acorn, into a square of 100 by 100 pixels times ``scale``."""
    fur, dark, light = (186, 92, 38), (112, 52, 22), (242, 206, 158)

    def box(left: float, top: float, right: float, bottom: float) -> Box:
        x, y = at
        return x + left * scale, y + top * scale, x + right * scale, y + bottom * scale

    def put(*points: Point) -> list[Point]:
        return [(at[0] + x * scale, at[1] + y * scale) for x, y in points]

    # The tail is an S of round spots. The rim of everything comes first: the same, but larger.
    tail = put((62, 84), (76, 76), (82, 62), (78, 48), (72, 36), (74, 24), (84, 18))
    for grow, tint in ((4, dark), (0, fur)):
        for number, point in enumerate(_between(tail)):
            canvas.disc(point, (9 + min(number, 14) * 0.75 + grow) * scale, tint)
        canvas.shape(put((22, 12 - grow), (34, 2 - grow), (40 + grow, 22)), tint)
        canvas.oval(box(14 - grow, 14 - grow, 50 + grow, 44 + grow), tint)
        canvas.oval(box(28 - grow, 34 - grow, 62 + grow, 92 + grow), tint)
        canvas.oval(box(36 - grow, 54 - grow, 72 + grow, 94 + grow), tint)
        canvas.oval(box(24 - grow, 84 - grow, 62 + grow, 95 + grow), tint)
    canvas.oval(box(28, 44, 46, 84), light)
    canvas.disc(put((27, 27))[0], 4.5 * scale, INK)
    canvas.disc(put((25.5, 25.5))[0], 1.6 * scale, WHITE)
    canvas.disc(put((14, 31))[0], 3 * scale, INK)
    canvas.oval(box(8, 50, 28, 72), (150, 98, 40))
    canvas.oval(box(6, 46, 30, 58), dark)
    canvas.stroke(put((42, 52), (30, 58)), 7 * scale, fur)


def _between(points: list[Point]) -> list[Point]:
    """Return these points and some between them, in order."""
    return [
        (x + (to_x - x) * part / 4, y + (to_y - y) * part / 4)
        for (x, y), (to_x, to_y) in pairwise(points)
        for part in range(4)
    ]


def _outline(rarity: Rarity, centre: Point) -> list[Point]:
    """Return the shape of a rarity: more corners that stick out the rarer it is."""
    x, y = centre
    match rarity:
        case Rarity.COMMON:
            return star(centre, 19, 19, 24)
        case Rarity.UNCOMMON:
            return [(x - 18, y - 18), (x + 18, y - 18), (x + 18, y + 18), (x - 18, y + 18)]
        case Rarity.RARE:
            return [(x, y - 24), (x + 24, y), (x, y + 24), (x - 24, y)]
        case Rarity.MYTHIC:
            return star(centre, 25, 17, 8)
        case Rarity.BASIC_LAND:
            return [(x, y - 22), (x + 22, y + 17), (x - 22, y + 17)]


def _sections(canvas: Canvas, colours: tuple[Colour, ...]) -> None:
    width = TILE / len(colours)
    for place, colour in enumerate(colours[1:], 1):
        x = place * width
        edge = ((x + _SLANT, 0.0), (x - _SLANT, float(TILE)))
        canvas.shape((*edge, (TILE + _SLANT, TILE), (TILE + _SLANT, 0)), TINTS[colour])
        canvas.stroke(edge, 3, INK)


def _paper(canvas: Canvas, food: Food) -> None:
    tints = [TINTS[colour] for colour in food.colours]
    mixed = (sum(parts) // len(tints) for parts in zip(*tints, strict=True))
    red, green, blue = ((part + 5 * 250) // 6 for part in mixed)
    canvas.plate(_PAPER, 11, (red, green, blue), STAR if food.foil else None, 4)


def _gleam(canvas: Canvas) -> None:
    for left, width, opacity in ((30, 40, 0.5), (84, 14, 0.4), (118, 26, 0.3)):
        top, bottom = left + 60, left - 60
        canvas.shine(((top, 0), (top + width, 0), (bottom + width, TILE), (bottom, TILE)), opacity)


def _corners() -> Image.Image:
    mask = Canvas(TILE, TILE, (0, 0, 0))
    mask.plate((0, 0, TILE, TILE), _CORNER, WHITE)
    return mask.finished().convert("L")
