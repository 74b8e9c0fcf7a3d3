"""The board of Foraging Squirrels as a picture, with what the squirrel could take.

The arrows on the squirrel's space tell colour and number of cards ("R2"), one for each move there
is; cards within reach have a bright edge, and beads between them tell which colours go on.
"""

import hashlib
from functools import lru_cache

from PIL import Image

from bot.game.forage.board import SIDE, SPACES
from bot.game.forage.cards import Food
from bot.game.forage.game import Forage, legal_moves
from bot.i18n import Language
from bot.ui.forage.hints import HintPainter
from bot.ui.forage.tiles import FLOOR, RIM, STEP, TILE, TilePainter, corner_of
from bot.ui.pictures.canvas import Canvas, Tint
from bot.ui.pictures.drawing import png
from bot.ui.pictures.lettering import Letters

PIXELS = 1000
"""The width and the height of the picture."""

_LABEL: Tint = (196, 208, 190)
_TILES = 320
"""How many tiles are kept: about 100 kB each."""

_DRAWN_AS = "2"
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


class BoardPainter:
    """Draws boards. Made once and kept: every tile is drawn when it is first needed.

    It may be used from several threads at once.
    """

    def __init__(self) -> None:
        self._letters = Letters()
        self._tiles = TilePainter(self._letters)
        self._floor = self._empty_floor()
        self._ready, self._resting = self._tiles.clearing(0.86), self._tiles.clearing(1.2)
        self._hints = HintPainter(self._letters)
        self._food = lru_cache(maxsize=_TILES)(self._draw_food)

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
        board = self._floor.copy()
        for cell, food in enumerate(game.grid):
            if food is not None:
                squirrel = food.number in game.squirrels
                board.paste(self._food(food, language, squirrel=squirrel), corner_of(cell))
        moves = legal_moves(game)
        board.paste(self._ready if moves else self._resting, corner_of(game.squirrel))
        self._hints.draw(board, game.squirrel, moves)
        return png(board)

    def _draw_food(self, food: Food, language: Language, *, squirrel: bool) -> Image.Image:
        names = food.card.names()
        return self._tiles.food(food, names.get(language, names["en"]), squirrel=squirrel)

    def _empty_floor(self) -> Image.Image:
        canvas = Canvas(PIXELS, PIXELS, FLOOR)
        for place in range(SIDE):
            along = RIM + place * STEP + TILE / 2
            self._letters.write(canvas, (along, RIM / 2), "ABCDE"[place], 28, _LABEL)
            self._letters.write(canvas, (RIM / 2, along), str(place + 1), 28, _LABEL)
        floor, hole = canvas.finished(), self._tiles.hole()
        for cell in range(SPACES):
            floor.paste(hole, corner_of(cell))
        return floor
