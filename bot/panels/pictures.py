"""Our own pictures as files: drawn in a thread, kept as long as they may be wanted again."""

import asyncio
import logging
from collections.abc import Callable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextvars import copy_context
from io import BytesIO
from typing import Any, NamedTuple, TypeVar

import discord

from bot.ui.layout import view
from bot.ui.pictures.drawing import Drawing, file_name, png
from bot.ui.pictures.hoard import Hoard
from bot.ui.pictures.lettering import LETTERS

log = logging.getLogger(__name__)

MOST_BYTES = 8_000_000
"""How many bytes of pictures are kept, at 20 to 90 kB each."""

T = TypeVar("T")


class Attached(NamedTuple):
    """A picture ready to be sent: the file, and the item that shows it in a layout."""

    file: discord.File
    item: discord.ui.Item[Any]


class Pictures:
    """Pictures as PNG files, the newest kept. Who wants one that is being drawn waits for it.

    They are drawn one after the other, in one thread: each further one would hold 20 MB.
    """

    def __init__(self, most: int = MOST_BYTES, thread: ThreadPoolExecutor | None = None) -> None:
        """Begin without any, and keep ``most`` bytes of them.

        ``thread`` is where they are drawn, of one thread; without it they have their own.
        """
        self._kept: Hoard[str, bytes] = Hoard(most, len)
        self._drawing: dict[str, asyncio.Task[bytes]] = {}
        self._thread = thread or ThreadPoolExecutor(1, thread_name_prefix="pictures")

    def beside(self, most: int) -> "Pictures":
        """Return others that are drawn in the same thread, and crowd none of these out."""
        return Pictures(most, self._thread)

    async def file(self, name: str, draw: Callable[[], bytes]) -> bytes:
        """Return the file of this name, which ``draw`` draws in the thread if it is not there."""
        kept = self._kept.get(name)
        if kept is not None:
            return kept
        task = self._drawing.get(name)
        if task is None:
            task = self._drawing[name] = asyncio.create_task(self._drawn(name, draw))
        return await asyncio.shield(task)

    def file_at_once(self, name: str, draw: Callable[[], bytes]) -> bytes:
        """Return the file of this name, which ``draw`` draws right here: in a millisecond or so."""
        return self._kept.get_or_make(name, draw)

    def prepare(self, make: Callable[[], T]) -> Future[T]:
        """Have something made in the thread, before any picture that is asked for from now on."""
        return self._thread.submit(make)

    def forget(self) -> None:
        """Keep none of them any more, nor the lines written on them: names of people are there."""
        self._drawing.clear()
        self._kept.clear()
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

    async def _drawn(self, name: str, draw: Callable[[], bytes]) -> bytes:
        """Draw a picture, and keep it, unless it is to be forgotten meanwhile."""
        try:
            loop = asyncio.get_running_loop()
            file = await loop.run_in_executor(self._thread, copy_context().run, draw)
            if self._is_wanted(name):
                self._kept.keep(name, file)
            return file
        finally:
            if self._is_wanted(name):
                del self._drawing[name]
            else:
                LETTERS.forget()  # it has written some more lines

    def _is_wanted(self, name: str) -> bool:
        return self._drawing.get(name) is asyncio.current_task()


def with_picture(layout: discord.ui.LayoutView, picture: Attached | None) -> discord.ui.LayoutView:
    """Return a message with a picture, if there is one, above its last part, the card."""
    if picture is None:
        return layout
    *above, last = layout.children
    return view(*above, picture.item, last)


def files(picture: Attached | None) -> list[discord.File]:
    """Return the files to send with a message."""
    return [] if picture is None else [picture.file]


def anew(files: Sequence[discord.File]) -> list[discord.File]:
    """Return files to be sent once more: sending has read those of before to their end."""
    return [_anew(file) for file in files]


def _anew(file: discord.File) -> discord.File:
    file.reset()
    return discord.File(BytesIO(file.fp.read()), file.filename, description=file.description)
