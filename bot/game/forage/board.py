"""The forest floor of Foraging Squirrels: 5 by 5 spaces, and the ways a squirrel can go.

A space is a number from 0 to 24, row by row from the top left. Its name is a column letter and a
row number: A1 is the top left, E5 the bottom right.
"""

from collections.abc import Mapping
from enum import StrEnum
from types import MappingProxyType

from bot.game.engine import Frozen
from bot.game.forage.cards import Colour, Food

SIDE = 5
SPACES = SIDE * SIDE

Cell = int
"""A space of the grid, 0 to 24."""

Grid = tuple[Food | None, ...]
"""What lies on each space. The space of the squirrel holds no food."""


class Direction(StrEnum):
    """Where the squirrel can run. Never diagonally."""

    UP = "up"
    LEFT = "left"
    RIGHT = "right"
    DOWN = "down"


_STEPS = {
    Direction.UP: (-1, 0),
    Direction.LEFT: (0, -1),
    Direction.RIGHT: (0, 1),
    Direction.DOWN: (1, 0),
}


def row_of(cell: Cell) -> int:
    """Return the row, 0 to 4 from the top."""
    return cell // SIDE


def column_of(cell: Cell) -> int:
    """Return the column, 0 to 4 from the left."""
    return cell % SIDE


def name_of(cell: Cell) -> str:
    """Return the name of a space: A1 to E5."""
    return f"{'ABCDE'[column_of(cell)]}{row_of(cell) + 1}"


CELLS: Mapping[str, Cell] = MappingProxyType({name_of(cell): cell for cell in range(SPACES)})
"""The spaces by name."""


def _line(cell: Cell, direction: Direction) -> tuple[Cell, ...]:
    down, right = _STEPS[direction]
    row, column = row_of(cell) + down, column_of(cell) + right
    cells = []
    while 0 <= row < SIDE and 0 <= column < SIDE:
        cells.append(row * SIDE + column)
        row, column = row + down, column + right
    return tuple(cells)


LINES: Mapping[tuple[Cell, Direction], tuple[Cell, ...]] = MappingProxyType(
    {(cell, way): _line(cell, way) for cell in range(SPACES) for way in Direction}
)
"""The spaces from one space (itself left out) to the edge, nearest first."""


class Foray(Frozen):
    """A move that is possible: what is named, where to, and the cards it takes on the way.

    ``cells`` are the spaces of the cards taken, in order; the squirrel ends on the last one.
    """

    colour: Colour
    direction: Direction
    cells: tuple[Cell, ...]
    taken: tuple[Food, ...]

    @property
    def end(self) -> Cell:
        """Where the squirrel ends."""
        return self.cells[-1]


def food_ahead(grid: Grid, squirrel: Cell, direction: Direction) -> tuple[tuple[Cell, Food], ...]:
    """Return the cards in this direction with their spaces, nearest first; holes are jumped."""
    return tuple(
        (cell, food) for cell in LINES[squirrel, direction] if (food := grid[cell]) is not None
    )


def foray(grid: Grid, squirrel: Cell, colour: Colour, direction: Direction) -> Foray | None:
    """Return the move, or None if it takes nothing.

    It goes on by itself: it cannot stop before the edge or a card that does not match.
    """
    cells: list[Cell] = []
    taken: list[Food] = []
    for cell, food in food_ahead(grid, squirrel, direction):
        if colour not in food.colours:
            break
        cells.append(cell)
        taken.append(food)
    if not cells:
        return None
    return Foray(colour=colour, direction=direction, cells=tuple(cells), taken=tuple(taken))


def forays(grid: Grid, squirrel: Cell) -> tuple[Foray, ...]:
    """Return all moves that take something, by colour, then by direction."""
    return tuple(
        found
        for colour in Colour
        for direction in Direction
        if (found := foray(grid, squirrel, colour, direction)) is not None
    )


def food_in_line(grid: Grid, squirrel: Cell) -> bool:
    """Tell whether a card lies in the squirrel's row or column: then there is a move."""
    return any(grid[cell] is not None for way in Direction for cell in LINES[squirrel, way])


def moved(grid: Grid, cell: Cell, onto: Cell) -> Grid:
    """Return the grid with the card of one space put onto another."""
    spaces = list(grid)
    spaces[onto], spaces[cell] = spaces[cell], None
    return tuple(spaces)


def without(grid: Grid, cells: tuple[Cell, ...]) -> Grid:
    """Return the grid with the cards of these spaces taken away."""
    return tuple(None if cell in cells else food for cell, food in enumerate(grid))
