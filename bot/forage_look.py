"""How a game of Foraging Squirrels is shown: its panel, with the board drawn off the event loop."""

from collections.abc import Callable, Sequence
from functools import cached_property
from io import BytesIO
from typing import Any

import discord

from bot.game.engine import Event
from bot.game.forage.game import Forage
from bot.game.forage.turns import ForageTurnBegan
from bot.i18n import Language, spoken
from bot.panels import Message
from bot.pictures import Pictures
from bot.table import Table
from bot.ui.forage import panel as ui
from bot.ui.forage.picture import BoardPainter, picture_key
from bot.ui.forage.telling import tell_forage
from bot.ui.words import Names

MOST_PICTURES = 100
"""How many boards are kept: about 100 kB each."""


class BoardPictures:
    """Boards as PNG files."""

    def __init__(self, draw: Callable[[Forage], bytes] | None = None) -> None:
        """Draw with ``draw``, in a thread; by default as `BoardPainter` does."""
        self._given = draw
        self._pictures = Pictures(MOST_PICTURES)

    async def picture(self, game: Forage) -> tuple[str, bytes]:
        """Return a file name, which no other picture has, and the file.

        The cards have their names in the language that is spoken.
        """
        language = spoken()
        name = f"squirrels-{picture_key(game, language)}.png"
        return name, await self._pictures.file(name, lambda: self._draw(game, language))

    def _draw(self, game: Forage, language: Language) -> bytes:
        if self._given is not None:
            return self._given(game)
        return self._painter.draw_board(game, language)

    @cached_property
    def _painter(self) -> BoardPainter:
        # Made in the thread that first needs it. Two at once would make two, and drop one.
        return BoardPainter()


class ForageLook:
    """How a game of Foraging Squirrels is shown."""

    def __init__(self, pictures: BoardPictures | None = None) -> None:
        """Show boards as ``pictures`` has them."""
        self._pictures = pictures or BoardPictures()

    async def draw(
        self,
        table: Table[Forage],
        names: Names,
        news: Sequence[str],
        question: Sequence[discord.ui.Item[Any]],
        events: Sequence[Event[Forage]] = (),
    ) -> Message:
        """Return the panel, and the picture of the board where there is one."""
        if not ui.shows_board(table.game):
            return Message(ui.panel(table, names, news, question))
        name, png = await self._pictures.picture(table.game)
        layout = ui.panel(table, names, news, question, name)
        return Message(layout, [discord.File(BytesIO(png), name)])

    def tell(self, events: Sequence[Event[Forage]]) -> list[str]:
        """Return a sentence for each event that players care about."""
        return tell_forage(events)

    def calls(self, events: Sequence[Event[Forage]]) -> tuple[int, ...]:
        """Return whose turn begins."""
        began = [event.player for event in events if isinstance(event, ForageTurnBegan)]
        return tuple(began[-1:])
