"""How a game of Foraging Squirrels is shown: its panel, with the board drawn off the event loop."""

import asyncio
from collections import OrderedDict
from collections.abc import Callable, Sequence
from functools import cached_property
from io import BytesIO
from typing import Any

import discord

from bot.game.engine import Event
from bot.game.forage.game import Forage
from bot.panels import Message
from bot.table import Table
from bot.ui.forage import panel as ui
from bot.ui.forage.picture import BoardPainter, picture_key
from bot.ui.forage.telling import tell_forage
from bot.ui.words import Names

MOST_PICTURES = 100
"""How many boards are kept: about 100 kB each."""


class BoardPictures:
    """Boards as PNG files. The newest are kept; who wants one that is being drawn waits for it."""

    def __init__(self, draw: Callable[[Forage], bytes] | None = None) -> None:
        """Draw with ``draw``, in a thread; by default as `BoardPainter` does."""
        self._given = draw
        self._drawn: OrderedDict[str, asyncio.Task[bytes]] = OrderedDict()

    async def picture(self, game: Forage) -> tuple[str, bytes]:
        """Return a file name, which no other picture has, and the file."""
        key = picture_key(game)
        task = self._drawn.get(key)
        if task is None or (task.done() and (task.cancelled() or task.exception())):
            task = self._drawn[key] = asyncio.create_task(asyncio.to_thread(self._draw, game))
        self._drawn.move_to_end(key)
        while len(self._drawn) > MOST_PICTURES:
            self._drawn.popitem(last=False)
        return f"squirrels-{key}.png", await asyncio.shield(task)

    def _draw(self, game: Forage) -> bytes:
        return (self._given or self._painter.draw_board)(game)

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
