"""Group commit: rows that wait together are kept by one statement."""

import asyncio
from collections.abc import Awaitable, Callable, Iterable, Sequence
from typing import Any, NamedTuple

from bot.errors import StoreUnavailable
from bot.store import trouble
from bot.store.rows import Row

MOST_ROWS = 128
"""How many rows are kept by one statement, at most."""

# What is told of something that was waited for in vain, for as long as a player may have to wait.
_WAITED_FOR = frozenset({trouble.BUSY, trouble.OUT_OF_REACH})

Insert = Callable[[Sequence[Row]], Awaitable[Iterable[Sequence[Any]]]]


class _Waiter(NamedTuple):
    """A caller of `GroupCommit.add`, and the promise of an answer: was the row kept?"""

    key: Row
    row: Row
    kept: asyncio.Future[bool]

    def answer(self, answer: bool | Exception) -> None:
        if self.kept.done():  # the caller was cancelled
            return
        if isinstance(answer, Exception):
            self.kept.set_exception(answer)
        else:
            self.kept.set_result(answer)


class GroupCommit:
    """Turns many rows into few commits: all that wait together are kept by one INSERT.

    A lone row is written at once; those that come meanwhile wait for the next INSERT.
    """

    def __init__(self, insert: Insert) -> None:
        """Write with ``insert``.

        It keeps those rows that may be kept, passes over the others, and returns the keys of those
        it has kept.
        """
        self._insert = insert
        self._waiting: list[_Waiter] = []
        self._batch: list[_Waiter] = []
        # Lives only while somebody waits.
        self._flusher: asyncio.Task[None] | None = None

    async def add(self, key: Row, row: Row) -> bool:
        """Return True once ``row`` is kept, False if it was passed over; ``key`` tells it apart."""
        kept: asyncio.Future[bool] = asyncio.get_running_loop().create_future()
        self._waiting.append(_Waiter(key, row, kept))
        if self._flusher is None:
            # In a task of its own, so that a cancelled caller does not take the others with it.
            self._flusher = asyncio.create_task(self._flush(), name="podkeeper: group commit")
            self._flusher.add_done_callback(self._ended)
        return await kept

    async def settle(self) -> None:
        """Return when nobody waits any more."""
        while self._flusher is not None:
            await asyncio.wait([self._flusher])

    async def _flush(self) -> None:
        while self._waiting:
            self._batch, self._waiting = self._waiting[:MOST_ROWS], self._waiting[MOST_ROWS:]
            await self._keep([waiter for waiter in self._batch if not waiter.kept.done()])
        self._batch = []
        self._flusher = None

    def _ended(self, flusher: asyncio.Task[None]) -> None:
        if flusher is not self._flusher:
            return
        # It was cancelled, perhaps before its first step, as when a program stops and cancels all
        # its tasks. Those who wait would wait for ever.
        self._flusher = None
        for waiter in (*self._batch, *self._waiting):
            waiter.kept.cancel()
        self._batch, self._waiting = [], []

    async def _keep(self, batch: list[_Waiter]) -> None:
        if not batch:
            return
        try:
            kept = set(map(tuple, await self._insert([waiter.row for waiter in batch])))
        except StoreUnavailable as error:
            for waiter in (*batch, *self._who_waited_too(error)):
                waiter.answer(_copy(error))
        except Exception as error:
            # A row that the database cannot hold must not keep out those beside it.
            if len(batch) == 1:
                batch[0].answer(error)
            else:
                for waiter in batch:
                    await self._keep([waiter])
        else:
            for waiter in batch:
                waiter.answer(waiter.key in kept)
                # If the same key is in the batch twice, the first one was kept.
                kept.discard(waiter.key)

    def _who_waited_too(self, error: StoreUnavailable) -> list[_Waiter]:
        """Take out who would have to wait in vain a second time: that is too long for Discord."""
        if error.sentence not in _WAITED_FOR:
            return []
        waited, self._waiting = self._waiting, []
        return waited


def _copy(error: StoreUnavailable) -> StoreUnavailable:
    # One exception raised in several tasks would mix up their tracebacks.
    copy = StoreUnavailable(error.sentence, **error.details)
    copy.__cause__ = error.__cause__
    return copy
