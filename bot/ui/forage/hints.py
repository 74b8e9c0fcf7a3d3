"""What the squirrel could take, drawn onto the board: arrows, edges, beads and paw prints."""

from PIL import Image

from bot.game.forage.board import LINES, Cell, Direction, Foray
from bot.ui.forage.marks import ARROW, BEAD, EDGE, SLIM_ARROW, HintMarks, ahead
from bot.ui.forage.tiles import FLOOR, STEP, TILE, corner_of
from bot.ui.pictures.canvas import Point
from bot.ui.pictures.palette import Palette

_EDGE_ROOM = 24
"""How far inwards the round corners of an edge reach, in pixels."""


class HintPainter:
    """Lays hints onto boards, in the colours of a palette. Their edges are smooth all the same.

    What is behind a mark is mixed with it in red, green and blue, and reduced to the palette again.
    """

    def __init__(self, marks: HintMarks, palette: Palette, hole: Image.Image) -> None:
        """Begin with a ``hole``, the tile, reduced: prints are on holes only."""
        self._marks = marks
        self._palette = palette
        self._trails = {way: self._mixed(hole, paws) for way, paws in marks.paws.items()}
        self._around = palette.reduced(Image.new("RGB", marks.edge.size, FLOOR))
        self._sides = [(marks.edge.crop(box), box[:2]) for box in _sides(marks.edge.width)]

    def reached(self, tile: Image.Image) -> Image.Image:
        """Return a card's tile with a bright edge, which stands out by `EDGE` on each side."""
        edged = self._around.copy()
        edged.paste(tile, (EDGE, EDGE))
        for side, corner in self._sides:  # what is between them stays as it is
            self._lay(edged, side, corner)
        return edged

    def draw(self, board: Image.Image, squirrel: Cell, moves: tuple[Foray, ...]) -> None:
        """Lay the hints for these moves onto the picture of a board, but for the bright edges."""
        for direction in Direction:
            ways = [move for move in moves if move.direction is direction]
            if ways:
                self._path(board, squirrel, ways)
                self._arrows(board, squirrel, ways)

    def _mixed(self, ground: Image.Image, mark: Image.Image) -> Image.Image:
        seen = ground.convert("RGB")
        seen.paste(mark, mask=mark)
        return self._palette.reduced(seen)

    def _lay(self, board: Image.Image, mark: Image.Image, corner: tuple[int, int]) -> None:
        left, top = corner
        behind = board.crop((left, top, left + mark.width, top + mark.height))
        board.paste(self._mixed(behind, mark), corner)

    def _path(self, board: Image.Image, squirrel: Cell, ways: list[Foray]) -> None:
        """Mark the way beyond the first space: paw prints over holes, beads where cards follow."""
        direction = ways[0].direction
        furthest = max(ways, key=lambda move: len(move.cells))
        line = LINES[squirrel, direction]
        path = line[: line.index(furthest.end) + 1]
        for cell in path:
            if cell not in furthest.cells:
                board.paste(self._trails[direction], corner_of(cell))
        for cell in path[1:]:
            colours = [move.colour for move in ways if cell in move.cells]
            spots = _side_by_side(_door(cell, direction), direction, len(colours), BEAD + 2)
            for colour, spot in zip(colours, spots, strict=True):
                bead = self._marks.bead(colour)
                self._lay(board, bead, _corner(bead, spot))

    def _arrows(self, board: Image.Image, squirrel: Cell, ways: list[Foray]) -> None:
        direction = ways[0].direction
        across = ARROW if len(ways) <= 3 else SLIM_ARROW
        x, y = _door(LINES[squirrel, direction][0], direction)
        right, down = ahead(direction)
        door = (x - right * 20, y - down * 20)
        for move, spot in zip(ways, _side_by_side(door, direction, len(ways), across), strict=True):
            mark = self._marks.arrow(move.colour, len(move.cells), direction, across)
            self._lay(board, mark, _corner(mark, spot))


def _corner(mark: Image.Image, middle: Point) -> tuple[int, int]:
    """Return where a mark begins that has its middle there."""
    return round(middle[0] - mark.width / 2), round(middle[1] - mark.height / 2)


def _sides(size: int) -> tuple[tuple[int, int, int, int], ...]:
    """Return the boxes that hold the edge of a square: above, below, left and right."""
    near, far = _EDGE_ROOM, size - _EDGE_ROOM
    return (0, 0, size, near), (0, far, size, size), (0, near, near, far), (far, near, size, far)


def _middle_of(cell: Cell) -> Point:
    """Return where the middle of a space is on the picture of the board."""
    left, top = corner_of(cell)
    return left + TILE / 2, top + TILE / 2


def _door(cell: Cell, direction: Direction) -> Point:
    """Return the middle of the gap through which the squirrel comes onto a space."""
    x, y = _middle_of(cell)
    right, down = ahead(direction)
    return x - right * STEP / 2, y - down * STEP / 2


def _side_by_side(middle: Point, direction: Direction, count: int, step: float) -> list[Point]:
    """Return places for so many marks, across the direction."""
    right, down = ahead(direction)
    offsets = [(place - (count - 1) / 2) * step for place in range(count)]
    return [(middle[0] + abs(down) * at, middle[1] + abs(right) * at) for at in offsets]
