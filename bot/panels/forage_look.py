"""How a game of Foraging Squirrels is shown: its panel, with a picture of the board."""

import logging
from collections.abc import Callable, Sequence
from io import BytesIO
from typing import Any, Protocol

import discord

from bot.game.engine import Event
from bot.game.forage.game import Forage
from bot.game.forage.turns import ForageTurnBegan
from bot.i18n import Language, spoken
from bot.panels.look import Message
from bot.panels.pictures import Pictures
from bot.table import Table
from bot.ui.forage import panel as ui
from bot.ui.forage.picture import board_painter, picture_key
from bot.ui.forage.telling import tell_forage
from bot.ui.words import Names

log = logging.getLogger(__name__)

MOST_BYTES = 3_000_000
"""How many bytes of boards are kept, at 70 to 90 kB each: hardly one ever comes again."""


class Painter(Protocol):
    """Draws boards, as `BoardPainter` does."""

    def draw_board(self, game: Forage, language: Language) -> bytes:
        """Return the board as a PNG file."""

    def has_drawn(self, game: Forage, language: Language) -> bool:
        """Tell whether it is quick: all the cards have been drawn before."""


class BoardPictures:
    """Boards as PNG files."""

    def __init__(
        self, pictures: Pictures, make_painter: Callable[[], Painter] = board_painter
    ) -> None:
        """Draw where ``pictures`` are. The painter is made at once, in their thread."""
        self._pictures = pictures.beside(MOST_BYTES)
        self._make_painter = make_painter
        self._painter = self._pictures.prepare(make_painter)

    async def picture(self, game: Forage) -> tuple[str, bytes]:
        """Return a file name, which no other picture has, and the file.

        The cards have their names in the language that is spoken. Where cards are new, it is drawn
        in the thread: each takes as long as all the rest of the board.
        """
        language = spoken()
        name = f"squirrels-{picture_key(game, language)}.png"
        if self._is_quick(game, language):
            return name, self._pictures.file_at_once(name, lambda: self._draw(game, language))
        return name, await self._pictures.file(name, lambda: self._draw(game, language))

    def _is_quick(self, game: Forage, language: Language) -> bool:
        if not self._painter.done() or self._painter.exception() is not None:
            return False
        return self._painter.result().has_drawn(game, language)

    def _draw(self, game: Forage, language: Language) -> bytes:
        return self._make_painter().draw_board(game, language)


class ForageLook:
    """How a game of Foraging Squirrels is shown."""

    def __init__(self, pictures: BoardPictures) -> None:
        """Show boards as ``pictures`` has them."""
        self._pictures = pictures

    async def draw(
        self,
        table: Table[Forage],
        names: Names,
        news: Sequence[str],
        question: Sequence[discord.ui.Item[Any]],
        events: Sequence[Event[Forage]] = (),
    ) -> Message:
        """Return the panel, and the picture of the board where there is one and it can be drawn."""
        if not ui.shows_board(table.game):
            return Message(ui.panel(table, names, news, question))
        try:
            name, png = await self._pictures.picture(table.game)
        except Exception:
            log.exception("a board could not be drawn")  # its twin in words is one tap away
            return Message(ui.panel(table, names, news, question))
        layout = ui.panel(table, names, news, question, name)
        return Message(layout, [discord.File(BytesIO(png), name)])

    def tell(self, events: Sequence[Event[Forage]]) -> list[str]:
        """Return a sentence for each event that players care about."""
        return tell_forage(events)

    def calls(self, events: Sequence[Event[Forage]]) -> tuple[int, ...]:
        """Return whose turn begins."""
        began = [event.player for event in events if isinstance(event, ForageTurnBegan)]
        return tuple(began[-1:])
