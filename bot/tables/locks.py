"""One act at a time at a table: a lock for each, for as long as somebody holds or awaits it."""

import asyncio
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from weakref import WeakValueDictionary

from bot.errors import StoreUnavailable

LONGEST_WAIT = 1.2
"""Seconds that an act waits for others at its table. Discord waits three for the answer."""

Key = tuple[int, str]


class TableLocks:
    """Lets one act at a time through to each table."""

    def __init__(self, waited: Callable[[float], None]) -> None:
        """Tell ``waited`` how many seconds each act waited."""
        self._waited = waited
        # Weak values: a lock lives exactly as long as somebody holds or awaits it, so that it can
        # never be evicted while held.
        self._locks: WeakValueDictionary[Key, asyncio.Lock] = WeakValueDictionary()

    @asynccontextmanager
    async def alone(self, key: Key) -> AsyncIterator[None]:
        """Wait for a table, and have it to yourself.

        Raises:
            StoreUnavailable: others took too long.
        """
        free = key not in self._locks
        lock = self._locks.setdefault(key, asyncio.Lock())
        if free:
            await lock.acquire()  # at once: nobody else knows this lock yet
            self._waited(0.0)
        else:
            await self._turn(lock)
        try:
            yield
        finally:
            lock.release()

    async def _turn(self, lock: asyncio.Lock) -> None:
        began = time.perf_counter()
        try:
            async with asyncio.timeout(LONGEST_WAIT):
                await lock.acquire()
        except TimeoutError:
            raise StoreUnavailable(
                "The table is busy just now. Nothing was done; try again in a moment."
            ) from None
        finally:
            self._waited(time.perf_counter() - began)
