"""The board of Foraging Squirrels as text: what the picture shows, for who cannot see it."""

from textwrap import wrap
from types import MappingProxyType

from bot.game.forage.board import SIDE, Cell, Direction, Foray, name_of
from bot.game.forage.cards import Food
from bot.game.forage.game import Forage, legal_moves
from bot.i18n import mark, say, say_many
from bot.ui.forage.words import ARROWS, name_of_colour

WIDEST = 40
"""So many characters fit into a line of a code block on a phone."""

LEGEND = mark(
    "`W U B R G` colours, `C` colourless, `all` five · `c u r m l` common, uncommon, rare, mythic, "
    "basic land · `*` foil · `~` squirrel in the art · `@@` the squirrel · `..` empty"
)
"""What the text's letters and signs mean, as markdown."""

_TAKES = MappingProxyType(
    {
        Direction.UP: mark("up {colour} {n}"),
        Direction.LEFT: mark("left {colour} {n}"),
        Direction.RIGHT: mark("right {colour} {n}"),
        Direction.DOWN: mark("down {colour} {n}"),
    }
)
_CELL = 6  # "WUBr*~"


def board_text(game: Forage) -> str:
    """Return the board as a code block, and below it what each move would take.

    A card is its colours, its rarity and its marks (`LEGEND`). No line is longer than `WIDEST`,
    and all of it has less than 1,000 characters. Without a board, it is an empty text.
    """
    if not game.grid:
        return ""
    rows = [f"  {_row(list('ABCDE'))}"]
    for row in range(SIDE):
        cells = range(row * SIDE, (row + 1) * SIDE)
        rows.append(f"{row + 1} {_row([_space(game, cell) for cell in cells])}")
    moves = wrap(" ".join(_ways(game)), WIDEST)
    return "\n".join(("```", *(row.rstrip() for row in rows), *moves, "```"))


def alt_text(game: Forage) -> str:
    """Return one or two sentences that stand for the picture."""
    if not game.grid:
        return say("No board has been laid out.")
    cards = sum(food is not None for food in game.grid)
    place = say_many(
        "The squirrel is on {cell}; {n} card is left.",
        "The squirrel is on {cell}; {n} cards are left.",
        cards,
        cell=name_of(game.squirrel),
    )
    moves = sorted(legal_moves(game), key=lambda move: tuple(Direction).index(move.direction))
    takes = ", ".join(_takes(move) for move in moves)
    return " ".join((place, say("It can take: {moves}.", moves=takes))) if takes else place


def _takes(move: Foray) -> str:
    return say(_TAKES[move.direction], colour=name_of_colour(move.colour), n=len(move.cells))


def _row(cells: list[str]) -> str:
    return " ".join(cell.ljust(_CELL) for cell in cells)


def _space(game: Forage, cell: Cell) -> str:
    food = game.grid[cell]
    if food is not None:
        return _card(food, squirrel=food.number in game.squirrels)
    return "@@" if cell == game.squirrel else ".."


def _card(food: Food, *, squirrel: bool) -> str:
    letters = "".join(colour.letter for colour in food.colours)
    colours = "all" if len(letters) == 5 else letters
    return f"{colours}{food.card.rarity.lower()}{'*' * food.foil}{'~' * squirrel}"


def _ways(game: Forage) -> list[str]:
    """Return what each direction offers, such as "→R2,G1"; a line may end between them."""
    moves = legal_moves(game)
    ways = []
    for direction, arrow in ARROWS.items():
        takes = [f"{m.colour.letter}{len(m.cells)}" for m in moves if m.direction is direction]
        if takes:
            ways.append(arrow + ",".join(takes))
    return ways
