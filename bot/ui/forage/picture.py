"""The board of Foraging Squirrels as a picture, with what the squirrel could take.

The arrows on the squirrel's space tell colour and number of cards ("R2"), one for each move there
is; cards within reach have a bright edge, and beads between them tell which colours go on.
"""

import hashlib
from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from PIL import Image

from bot.game.forage.board import SIDE, SPACES, Cell
from bot.game.forage.cards import Food
from bot.game.forage.game import Forage, legal_moves
from bot.i18n import Language
from bot.ui.forage.hints import HintPainter
from bot.ui.forage.marks import EDGE, HintMarks
from bot.ui.forage.swatches import swatches
from bot.ui.forage.tiles import FLOOR, RIM, STEP, TILE, TilePainter, corner_of
from bot.ui.pictures.canvas import Canvas, Tint
from bot.ui.pictures.hoard import Hoard, pixels
from bot.ui.pictures.lettering import LETTERS
from bot.ui.pictures.palette import Palette
from bot.ui.pictures.png import written

PIXELS = 1000
"""The width and the height of the picture."""

_LABEL: Tint = (196, 208, 190)
_MOST_BYTES = 24_000_000
"""How many bytes of tiles are kept, at 33 to 37 kB each: every card in one language and more."""

_DRAWN_AS = "3"
"""Part of every key: count up when the same board would be drawn differently."""


def picture_key(game: Forage, language: Language = Language.ENGLISH) -> str:
    """Return a short name of all that the picture shows: with the same key, it is the same.

    It is made of letters and digits, and does as part of a file name.
    """
    shown = (
        _DRAWN_AS,
        language.value,
        game.squirrel,
        bool(legal_moves(game)),
        [
            None if food is None else (food.number, food.foil, food.number in game.squirrels)
            for food in game.grid
        ],
    )
    return hashlib.sha256(repr(shown).encode()).hexdigest()[:20]


class _Shown(NamedTuple):
    """A card on the board. ``squirrel``: it counts as having one; ``reached``: it has the edge."""

    food: Food
    language: Language
    squirrel: bool
    reached: bool = False


def _foods(game: Forage, language: Language) -> Iterator[tuple[Cell, _Shown]]:
    for cell, food in enumerate(game.grid):
        if food is not None:
            yield cell, _Shown(food, language, food.number in game.squirrels)


class BoardPainter:
    """Draws boards, all in one palette. Every tile is drawn and reduced to it when first needed.

    Making one takes a third of a second. It may be used from several threads at once.
    """

    def __init__(self) -> None:
        self._tiles = TilePainter(LETTERS)
        marks = HintMarks(LETTERS)
        self._palette = Palette(swatches(self._tiles, marks))
        hole, self._ready, self._resting = map(
            self._palette.reduced,
            (self._tiles.hole(), self._tiles.clearing(0.86), self._tiles.clearing(1.2)),
        )
        self._floor = self._empty_floor(hole)
        self._hints = HintPainter(marks, self._palette, hole)
        self._kept: Hoard[_Shown, Image.Image] = Hoard(_MOST_BYTES, pixels)

    def draw_board(self, game: Forage, language: Language = Language.ENGLISH) -> bytes:
        """Draw the board of a game that has begun, as a PNG of `PIXELS` by `PIXELS`.

        Args:
            game: with or without moves; what is possible now is hinted.
            language: of the names. A card without a name in it has its English one.

        Raises:
            ValueError: the game has not begun: there is no board.
        """
        if not game.grid:
            raise ValueError("no board has been laid out")
        moves = legal_moves(game)
        reached = {cell for move in moves for cell in move.cells}
        board = self._floor.copy()
        for cell, shown in _foods(game, language):
            left, top = corner_of(cell)
            if cell in reached:
                edged = self._food(shown._replace(reached=True))
                board.paste(edged, (left - EDGE, top - EDGE))
            else:
                board.paste(self._food(shown), (left, top))
        board.paste(self._ready if moves else self._resting, corner_of(game.squirrel))
        self._hints.draw(board, game.squirrel, moves)
        return written(board)

    def has_drawn(self, game: Forage, language: Language = Language.ENGLISH) -> bool:
        """Tell whether all cards of a board are kept: then, drawing it takes a millisecond or so.

        A card that is not takes another one.
        """
        return all(shown in self._kept for _, shown in _foods(game, language))

    def _food(self, shown: _Shown) -> Image.Image:
        return self._kept.get_or_make(shown, lambda: self._draw_food(shown))

    def _draw_food(self, shown: _Shown) -> Image.Image:
        if shown.reached:
            return self._hints.reached(self._food(shown._replace(reached=False)))
        names = shown.food.card.names()
        name = names.get(shown.language, names["en"])
        return self._palette.reduced(self._tiles.food(shown.food, name, squirrel=shown.squirrel))

    def _empty_floor(self, hole: Image.Image) -> Image.Image:
        canvas = Canvas(PIXELS, PIXELS, FLOOR)
        for place in range(SIDE):
            along = RIM + place * STEP + TILE / 2
            LETTERS.write(canvas, (along, RIM / 2), "ABCDE"[place], 28, _LABEL)
            LETTERS.write(canvas, (RIM / 2, along), str(place + 1), 28, _LABEL)
        floor = self._palette.reduced(canvas.finished())
        for cell in range(SPACES):
            floor.paste(hole, corner_of(cell))
        return floor


@lru_cache(maxsize=1)
def board_painter() -> BoardPainter:
    """Return the painter that all games share."""
    return BoardPainter()
