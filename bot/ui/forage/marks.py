"""The marks of what the squirrel could take: edges, beads, arrows and paw prints."""

from functools import lru_cache

from PIL import Image

from bot.game.forage.board import Direction
from bot.game.forage.cards import Colour
from bot.ui.forage.tiles import INK, TILE, TINTS, WHITE
from bot.ui.pictures.canvas import Canvas, Point, Tint
from bot.ui.pictures.lettering import Letters

EDGE = 5
"""How far the edge of a card within reach stands out, in pixels."""

BEAD = 34
"""How large a bead is."""

ARROW, SLIM_ARROW = 54, 35
"""How wide an arrow is, seen in its direction; slim where there are many."""

_REACH: Tint = (255, 255, 255)
_LONG, _WIDE = 72, 56
"""The room for an arrow, along it and across."""
_PRINT: Tint = (150, 166, 140)
_TURNS = {Direction.RIGHT: (1, 0), Direction.DOWN: (0, 1), Direction.LEFT: (-1, 0)}


class HintMarks:
    """The marks, of mode RGBA. Each is drawn once and kept."""

    def __init__(self, letters: Letters) -> None:
        self._letters = letters
        self.edge = _edge()
        self.paws = _paws()
        self.bead = lru_cache(maxsize=16)(self._draw_bead)
        self.arrow = lru_cache(maxsize=256)(self._draw_arrow)

    def _draw_bead(self, colour: Colour) -> Image.Image:
        canvas = Canvas(BEAD, BEAD)
        middle = (BEAD / 2, BEAD / 2)
        canvas.disc(middle, BEAD / 2, INK)
        canvas.disc(middle, BEAD / 2 - 2, WHITE)
        canvas.disc(middle, BEAD / 2 - 4, TINTS[colour])
        self._letters.write(canvas, middle, colour.letter, 21, _letter_tint(colour))
        return canvas.finished()

    def _draw_arrow(
        self, colour: Colour, count: int, direction: Direction, across: int
    ) -> Image.Image:
        """Draw an arrow, ``across`` pixels wide seen in its direction, with letter and number."""
        right, down = ahead(direction)
        size = 27 if across == ARROW else 20
        half = across / 2 - 2
        back, front = (30, 18) if right else (24, 12)
        if right and across != ARROW:
            half -= 1
        width, height = (_LONG, _WIDE) if right else (_WIDE, _LONG)
        x, y = width / 2, height / 2
        canvas = Canvas(width, height)
        for grow, tint in ((2.0, INK), (0.0, WHITE), (-2.5, TINTS[colour])):
            canvas.shape(
                [
                    (x + right * ahead - down * aside, y + down * ahead + right * aside)
                    for ahead, aside in _pentagon(back, front, half - 2, grow)
                ],
                tint,
            )
        text = f"{colour.letter}{count}"
        spot = (x - right * 5, y - down * 5)
        self._letters.write(canvas, spot, text, size, _letter_tint(colour))
        return canvas.finished()


def ahead(direction: Direction) -> tuple[int, int]:
    """Return how far right and how far down a step in a direction leads."""
    return _TURNS.get(direction, (0, -1))


def _letter_tint(colour: Colour) -> Tint:
    """Return what a letter on this colour is written in."""
    return INK if colour in (Colour.WHITE, Colour.COLOURLESS) else WHITE


def _pentagon(back: float, front: float, half: float, grow: float) -> list[Point]:
    """Return the corners of an arrow: how far ahead and how far aside, grown by so much."""
    half += grow
    return [
        (-back - grow, -half),
        (front, -half),
        (front + 14 + grow, 0),
        (front, half),
        (-back - grow, half),
    ]


def _edge() -> Image.Image:
    side = TILE + 2 * EDGE
    canvas = Canvas(side, side)
    canvas.plate((0, 0, side, side), 22, None, _REACH, EDGE + 1)
    return canvas.finished()


def _paws() -> dict[Direction, Image.Image]:
    """Return the prints of a squirrel that ran over an empty space, for each direction."""
    canvas = Canvas(TILE, TILE)
    for ahead, side in ((-48, -1), (-16, 1), (16, -1), (48, 1)):
        x, y = TILE / 2 + side * 11, TILE / 2 - ahead
        canvas.oval((x - 7, y - 5, x + 7, y + 8), _PRINT)
        for toe in (-7, 0, 7):
            canvas.disc((x + toe, y - 10 + abs(toe) * 0.35), 2.8, _PRINT)
    up = canvas.finished()
    return {
        Direction.UP: up,
        Direction.LEFT: up.transpose(Image.Transpose.ROTATE_90),
        Direction.DOWN: up.transpose(Image.Transpose.ROTATE_180),
        Direction.RIGHT: up.transpose(Image.Transpose.ROTATE_270),
    }
