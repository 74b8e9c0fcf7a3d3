"""What is stored about a person: shown to them, erased at their wish, gone with their server."""

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable, Sequence
from typing import Any, NoReturn

from bot.errors import PodkeeperError, StoreUnavailable
from bot.panels.channels import Channels
from bot.panels.names import NameBook
from bot.panels.pictures import Pictures
from bot.panels.posted import PostedPanels
from bot.privacy.erasures import Erasure, Erasures
from bot.privacy.personal_data import Report, report
from bot.store.port import Store
from bot.tables.tables import Tables

log = logging.getLogger(__name__)

LOOK = 60.0
"""Seconds between two looks at whether something was left half done, here or elsewhere."""
MOST_AT_ONCE = 2
"""How many reports are written at the same time: each reads the whole database."""


class Privacy:
    """Everything that keeps ids of people is known here, on disk and in memory."""

    def __init__(
        self,
        store: Store,
        tables: Sequence[Tables[Any]],
        names: NameBook,
        posted: PostedPanels,
        channels: Channels,
        *,
        pictures: Pictures,
        clock: Callable[[], float] = time.time,
    ) -> None:
        """Answer for ``store``, what of it is in memory, and the names that are nowhere else.

        Some of the names are written on ``pictures``.

        ``clock`` gives seconds since 1970.
        """
        self._store = store
        self._tables = tables
        self._names = names
        self._posted = posted
        self._channels = channels
        self._pictures = pictures
        self._erasures = Erasures(store, clock)
        self._seen: str | None = None
        self._asking: set[int] = set()
        self._reports = asyncio.Semaphore(MOST_AT_ONCE)
        self._removed_from: set[int] = set()
        # An earlier run may have been stopped between erasing and wiping.
        self._wiped = False

    async def report(self, person: int, limit: int) -> Report:
        """Return all that is stored about a person, as a file of at most ``limit`` bytes.

        Raises:
            PodkeeperError: they have asked already, and it is being written.
            StoreUnavailable: it cannot be read now.
        """
        if person in self._asking:
            raise PodkeeperError("I am still writing the file that you have asked for.")
        self._asking.add(person)
        try:
            async with self._reports:
                rules = {tables.rules.kind: tables.rules for tables in self._tables}
                return await report(self._store.about(person), person, rules, limit)
        finally:
            self._asking.discard(person)

    async def take_up(self, person: int) -> Erasure:
        """Note that a person is to be erased. From here on it happens, even after a crash.

        Raises:
            PodkeeperError: it is under way already.
            StoreUnavailable: it cannot be noted now; nothing has changed.
        """
        erasure = await self._erasures.take_up(person)
        if erasure is None:
            raise PodkeeperError("You are being erased already. That ends within minutes.")
        return erasure

    async def erase(self, erasure: Erasure) -> int:
        """Put the tombstone in the place of a person's id everywhere; return how many acts changed.

        Raises:
            StoreUnavailable: not all of it could be done now; the rest is, in a while.
        """
        changed = await self._store.erase(erasure.person, erasure.tombstone)
        self._forget_tables()
        self._names.forget(erasure.person)
        self._posted.forget(erasure.person)
        self._pictures.forget()
        await self._erasures.cross_off(erasure)
        await self._wipe()  # last of all: the note held the id, too
        log.info("a person was erased from %s acts", changed)
        return changed

    async def removed_from(self, guild: int) -> None:
        """Delete what is stored of a server; if that is not possible now, `look` does it."""
        self._removed_from.add(guild)
        await self._forget_guild(guild)

    def invited_to(self, guild: int) -> None:
        """Keep what is stored of a server that has the bot again."""
        self._removed_from.discard(guild)

    async def look(self) -> None:
        """End what was given up half way, and forget whom another process has erased."""
        version = await self._erasures.version()
        if version != self._seen:
            self._seen = version
            self._forget_tables()
            self._pictures.forget()
        for person in await self._erasures.given_up():
            erasure = await self._erasures.take_up(person)
            if erasure is not None:
                await self.erase(erasure)
        for guild in tuple(self._removed_from):
            await self._forget_guild(guild)
        if not self._wiped:
            await self._wipe()

    async def _forget_guild(self, guild: int) -> None:
        try:
            gone = await self._store.forget_guild(guild)
        except StoreUnavailable as error:
            log.warning("server %s could not be forgotten yet: %s", guild, error)
            return
        self._forget_tables()
        self._channels.forget()
        self._removed_from.discard(guild)
        log.info("server %s has removed the bot; deleted: %s rows", guild, gone)
        await self._wipe()

    async def _wipe(self) -> None:
        """Have what was erased lie nowhere in the files; if that is not possible now, `look` does.

        Never raises: what was erased is erased, also where its traces stay a while.
        """
        self._wiped = False
        try:
            self._wiped = await self._store.wipe()
        except StoreUnavailable as error:
            log.warning("traces of what was erased could not be wiped yet: %s", error)

    def _forget_tables(self) -> None:
        for tables in self._tables:
            tables.forget()


async def watch(look: Callable[[], Awaitable[None]], every: float = LOOK) -> NoReturn:
    """Take a look now and then, for as long as the bot runs; ``every`` is in seconds."""
    while True:
        try:
            await look()
        except StoreUnavailable as error:
            log.warning("what was left half done could not be looked for: %s", error)
        except Exception:  # whatever it is, the next look may go well
            log.exception("looking for what was left half done")
        await asyncio.sleep(every)
