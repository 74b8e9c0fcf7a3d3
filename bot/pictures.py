"""Our own pictures as files: drawn in a thread, kept as long as they may be wanted again."""

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Callable
from io import BytesIO
from typing import Any, NamedTuple

import discord

from bot.ui.layout import view
from bot.ui.pictures.drawing import Drawing, file_name, png
from bot.ui.pictures.lettering import LETTERS

log = logging.getLogger(__name__)

MOST_KEPT = 200
"""How many pictures are kept: about 60 kB each."""


class Attached(NamedTuple):
    """A picture ready to be sent: the file, and the item that shows it in a layout."""

    file: discord.File
    item: discord.ui.Item[Any]


class Pictures:
    """Pictures as PNG files, the newest kept. Who wants one that is being drawn waits for it."""

    def __init__(self, most: int = MOST_KEPT) -> None:
        """Begin without any, and keep ``most``."""
        self._most = most
        self._drawn: OrderedDict[str, asyncio.Task[bytes]] = OrderedDict()

    async def file(self, name: str, draw: Callable[[], bytes]) -> bytes:
        """Return the file of this name, which ``draw`` draws if it is not there yet."""
        task = self._drawn.get(name)
        if task is None or (task.done() and (task.cancelled() or task.exception())):
            task = self._drawn[name] = asyncio.create_task(asyncio.to_thread(draw))
        self._drawn.move_to_end(name)
        while len(self._drawn) > self._most:
            self._drawn.popitem(last=False)
        return await asyncio.shield(task)

    def forget(self) -> None:
        """Keep none of them any more, nor the lines written on them: names of people are there."""
        self._drawn.clear()
        LETTERS.forget()

    async def attach(self, drawing: Callable[[], Drawing]) -> Attached | None:
        """Return the picture of what ``drawing`` gives, or None where that fails.

        Every picture has a twin in words: the message does without it.
        """
        try:
            shown = drawing()
            name = file_name(shown)
            drawn = await self.file(name, lambda: png(shown.draw()))
        except Exception:
            log.exception("a picture could not be drawn")
            return None
        item = discord.MediaGalleryItem(f"attachment://{name}", description=shown.alt)
        return Attached(
            discord.File(BytesIO(drawn), name, description=shown.alt),
            discord.ui.MediaGallery(item),
        )


def with_picture(layout: discord.ui.LayoutView, picture: Attached | None) -> discord.ui.LayoutView:
    """Return a message with a picture, if there is one, above its last part, the card."""
    if picture is None:
        return layout
    *above, last = layout.children
    return view(*above, picture.item, last)


def files(picture: Attached | None) -> list[discord.File]:
    """Return the files to send with a message."""
    return [] if picture is None else [picture.file]
