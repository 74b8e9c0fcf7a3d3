"""What the squirrel could take, drawn onto the board: arrows, edges, beads and paw prints."""

from functools import lru_cache

from PIL import Image

from bot.game.forage.board import LINES, Cell, Direction, Foray
from bot.game.forage.cards import Colour
from bot.ui.forage.tiles import INK, STEP, TILE, TINTS, WHITE, corner_of
from bot.ui.pictures.canvas import Canvas, Point, Tint
from bot.ui.pictures.lettering import Letters

_REACH: Tint = (255, 255, 255)
_EDGE = 5
_BEAD = 34
_ARROW, _SLIM_ARROW = 54, 35
_PRINT: Tint = (150, 166, 140)

_TURNS = {Direction.RIGHT: (1, 0), Direction.DOWN: (0, 1), Direction.LEFT: (-1, 0)}


class HintPainter:
    """Draws hints. Each kind of mark is drawn once and kept."""

    def __init__(self, letters: Letters) -> None:
        self._letters = letters
        self._edge = _edge()
        self._paws = _paws()
        self._bead = lru_cache(maxsize=16)(self._draw_bead)
        self._arrow = lru_cache(maxsize=256)(self._draw_arrow)

    def draw(self, board: Image.Image, squirrel: Cell, moves: tuple[Foray, ...]) -> None:
        """Lay the hints for these moves onto the picture of a board."""
        for cell in {cell for move in moves for cell in move.cells}:
            _lay(board, self._edge, _middle_of(cell))
        for direction in Direction:
            ways = [move for move in moves if move.direction is direction]
            if ways:
                self._path(board, squirrel, ways)
                self._arrows(board, squirrel, ways)

    def _path(self, board: Image.Image, squirrel: Cell, ways: list[Foray]) -> None:
        """Mark the way beyond the first space: paw prints over holes, beads where cards follow."""
        direction = ways[0].direction
        furthest = max(ways, key=lambda move: len(move.cells))
        line = LINES[squirrel, direction]
        path = line[: line.index(furthest.end) + 1]
        for cell in path:
            if cell not in furthest.cells:
                _lay(board, self._paws[direction], _middle_of(cell))
        for cell in path[1:]:
            colours = [move.colour for move in ways if cell in move.cells]
            spots = _side_by_side(_door(cell, direction), direction, len(colours), _BEAD + 2)
            for colour, spot in zip(colours, spots, strict=True):
                _lay(board, self._bead(colour), spot)

    def _arrows(self, board: Image.Image, squirrel: Cell, ways: list[Foray]) -> None:
        direction = ways[0].direction
        across = _ARROW if len(ways) <= 3 else _SLIM_ARROW
        x, y = _door(LINES[squirrel, direction][0], direction)
        right, down = _ahead(direction)
        door = (x - right * 20, y - down * 20)
        for move, spot in zip(ways, _side_by_side(door, direction, len(ways), across), strict=True):
            _lay(board, self._arrow(move.colour, len(move.cells), direction, across), spot)

    def _draw_bead(self, colour: Colour) -> Image.Image:
        canvas = Canvas(_BEAD, _BEAD)
        middle = (_BEAD / 2, _BEAD / 2)
        canvas.disc(middle, _BEAD / 2, INK)
        canvas.disc(middle, _BEAD / 2 - 2, WHITE)
        canvas.disc(middle, _BEAD / 2 - 4, TINTS[colour])
        self._letters.write(canvas, middle, colour.letter, 21, _letter_tint(colour))
        return canvas.finished()

    def _draw_arrow(
        self, colour: Colour, count: int, direction: Direction, across: int
    ) -> Image.Image:
        """Draw an arrow, ``across`` pixels wide seen in its direction, with letter and number."""
        right, down = _ahead(direction)
        size = 27 if across == _ARROW else 20
        half = across / 2 - 2
        back, front = (30, 18) if right else (24, 12)
        if right and across != _ARROW:
            half -= 1
        canvas = Canvas(80, 80)
        for grow, tint in ((2.0, INK), (0.0, WHITE), (-2.5, TINTS[colour])):
            canvas.shape(
                [
                    (40 + right * ahead - down * aside, 40 + down * ahead + right * aside)
                    for ahead, aside in _pentagon(back, front, half - 2, grow)
                ],
                tint,
            )
        text = f"{colour.letter}{count}"
        spot = (40 - right * 5, 40 - down * 5)
        self._letters.write(canvas, spot, text, size, _letter_tint(colour))
        return canvas.finished()


def _letter_tint(colour: Colour) -> Tint:
    """Return what a letter on this colour is written in."""
    return INK if colour in (Colour.WHITE, Colour.COLOURLESS) else WHITE


def _middle_of(cell: Cell) -> Point:
    """Return where the middle of a space is on the picture of the board."""
    left, top = corner_of(cell)
    return left + TILE / 2, top + TILE / 2


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


def _ahead(direction: Direction) -> tuple[int, int]:
    return _TURNS.get(direction, (0, -1))


def _door(cell: Cell, direction: Direction) -> Point:
    """Return the middle of the gap through which the squirrel comes onto a space."""
    x, y = _middle_of(cell)
    right, down = _ahead(direction)
    return x - right * STEP / 2, y - down * STEP / 2


def _side_by_side(middle: Point, direction: Direction, count: int, step: float) -> list[Point]:
    """Return places for so many marks, across the direction."""
    right, down = _ahead(direction)
    offsets = [(place - (count - 1) / 2) * step for place in range(count)]
    return [(middle[0] + abs(down) * at, middle[1] + abs(right) * at) for at in offsets]


def _lay(board: Image.Image, mark: Image.Image, middle: Point) -> None:
    corner = round(middle[0] - mark.width / 2), round(middle[1] - mark.height / 2)
    board.paste(mark, corner, mark)


def _edge() -> Image.Image:
    side = TILE + 2 * _EDGE
    canvas = Canvas(side, side)
    canvas.plate((0, 0, side, side), 22, None, _REACH, _EDGE + 1)
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
