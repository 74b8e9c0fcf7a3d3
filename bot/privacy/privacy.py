"""What is stored about a person: shown to them, erased at their wish, gone with their server."""

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable, Sequence
from functools import partial
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
EMPTY_PASSES = 2
"""How many passes have to find nothing of a server: an act may be under way at the first."""
MOST_AT_ONCE = 2
"""How many reports are written at the same time: each reads the whole database."""

HasTheBot = Callable[[int], Awaitable[bool | None]]
"""Tells whether a server has the bot, None if that is not known. Never raises."""


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
        has_the_bot: HasTheBot,
        clock: Callable[[], float] = time.time,
    ) -> None:
        """Answer for ``store``, what of it is in memory, and the names that are nowhere else.

        Some of the names are written on ``pictures``. ``has_the_bot`` has the last word on what is
        deleted of a server.

        ``clock`` gives seconds since 1970.
        """
        self._store = store
        self._tables = tables
        self._names = names
        self._posted = posted
        self._channels = channels
        self._pictures = pictures
        self._has_the_bot = has_the_bot
        self._erasures = Erasures(store, clock)
        self._seen: str | None = None
        self._asking: set[int] = set()
        self._reports = asyncio.Semaphore(MOST_AT_ONCE)
        # Servers of which everything goes, and how many passes have found nothing of them.
        self._removed_from: dict[int, int] = {}
        # An earlier run may have been stopped between erasing and wiping.
        self._wiped = False

    async def begin(self) -> None:
        """Have nothing lie on in the files that an earlier run has erased. Nobody may play yet."""
        await tried(partial(self._wipe, at_leisure=True))

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
        self._removed_from[guild] = 0
        await self._forget_guild(guild)

    def invited_to(self, guild: int) -> None:
        """Keep what is stored of a server that has the bot again, or what is left of it."""
        if guild in self._removed_from:
            log.info("server %s has the bot again; what is stored of it is kept", guild)
        self._removed_from.pop(guild, None)

    async def look(self) -> None:
        """End what was given up half way, and forget whom another process has erased.

        What cannot be done now keeps nothing else from being done, and is for the next look.
        """
        await tried(self._forget_who_was_erased_elsewhere)
        await tried(self._end_erasures)
        await tried(self._forget_guilds)
        if not self._wiped:
            await tried(self._wipe)

    async def _forget_who_was_erased_elsewhere(self) -> None:
        version = await self._erasures.version()
        if version != self._seen:
            self._seen = version
            self._forget_tables()
            self._pictures.forget()

    async def _end_erasures(self) -> None:
        for person in await self._erasures.given_up():
            await tried(partial(self._end_erasure, person))

    async def _end_erasure(self, person: int) -> None:
        erasure = await self._erasures.take_up(person)
        if erasure is not None:
            await self.erase(erasure)

    async def _forget_guilds(self) -> None:
        until = time.monotonic() + LOOK / 2
        for guild in tuple(self._removed_from):
            if time.monotonic() > until:
                return  # Discord takes its time; other things want to be looked at, too
            await tried(partial(self._forget_guild, guild))

    async def _forget_guild(self, guild: int) -> None:
        """Delete what is stored of a server that does not have the bot.

        It stays due until nothing is found: what was under way meanwhile is kept after the fact.
        """
        there = await self._has_the_bot(guild)
        if there:
            self.invited_to(guild)
        if there is not False or guild not in self._removed_from:
            return
        self._wiped = False
        self._forget_memory()  # else an act of just now goes on from there
        try:
            gone = await self._store.forget_guild(guild, lambda: guild not in self._removed_from)
        except StoreUnavailable as error:
            log.warning("server %s could not be forgotten yet: %s", guild, error)
            return
        finally:
            self._forget_memory()
            self._posted.forget_guild(guild)
        if guild in self._removed_from:
            self._removed_from[guild] += not gone
            if self._removed_from[guild] == EMPTY_PASSES:
                del self._removed_from[guild]
        log.info("server %s has removed the bot; deleted: %s rows", guild, gone)
        await self._wipe()

    async def _wipe(self, *, at_leisure: bool = False) -> None:
        """Have what was erased lie nowhere in the files; if that is not possible now, `look` does.

        What was erased is erased, also where its traces stay a while: so this never raises
        StoreUnavailable.
        """
        self._wiped = False
        try:
            self._wiped = await self._store.wipe(at_leisure=at_leisure)
        except StoreUnavailable as error:
            log.warning("traces of what was erased could not be wiped yet: %s", error)

    def _forget_memory(self) -> None:
        self._forget_tables()
        self._channels.forget()

    def _forget_tables(self) -> None:
        for tables in self._tables:
            tables.forget()


async def watch(look: Callable[[], Awaitable[None]], every: float = LOOK) -> NoReturn:
    """Take a look now and then, for as long as the bot runs; ``every`` is in seconds."""
    while True:
        await tried(look)
        await asyncio.sleep(every)


async def tried(work: Callable[[], Awaitable[None]]) -> None:
    """Do what a later look does if it cannot be done now. Never raises."""
    try:
        await work()
    except StoreUnavailable as error:
        log.warning("what was left half done could not be looked for: %s", error)
    except Exception:  # whatever it is, the next look may go well
        log.exception("looking for what was left half done")
