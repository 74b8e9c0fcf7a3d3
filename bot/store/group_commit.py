"""Group commit: appends that wait together are kept by one statement."""

import asyncio
from typing import NamedTuple

from bot.errors import StoreUnavailable
from bot.store.port import Step
from bot.store.sqlite_link import Link
from bot.store.sqlite_steps import insert, to_row

# Rows a commit; each is 15 of the 32,766 parameters a statement may have.
_BATCH = 128


class _Waiter(NamedTuple):
    """A caller of `SqliteStore.append`, and the promise of an answer: was the step kept?"""

    step: Step
    row: tuple[object, ...]
    kept: asyncio.Future[bool]

    @property
    def key(self) -> tuple[object, ...]:
        channel, _, kind = self.step.place
        return channel, kind, self.step.game, self.step.seq, self.step.interaction

    def answer(self, answer: bool | Exception) -> None:
        if self.kept.done():  # the caller was cancelled
            return
        if isinstance(answer, Exception):
            self.kept.set_exception(answer)
        else:
            self.kept.set_result(answer)


class GroupCommit:
    """Turns many appends into few commits: all that wait together are kept by one INSERT.

    A lone append is written at once; those that come meanwhile wait for the next INSERT.
    """

    def __init__(self, writer: Link) -> None:
        """Write through ``writer``."""
        self._writer = writer
        self._waiting: list[_Waiter] = []
        self._batch: list[_Waiter] = []
        # Lives only while somebody waits.
        self._flusher: asyncio.Task[None] | None = None

    async def add(self, step: Step) -> bool:
        """Return True once ``step`` is kept, False if its seq or its interaction is taken."""
        kept: asyncio.Future[bool] = asyncio.get_running_loop().create_future()
        self._waiting.append(_Waiter(step, to_row(step), kept))
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
            self._batch, self._waiting = self._waiting[:_BATCH], self._waiting[_BATCH:]
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
            kept = await self._insert(batch)
        except StoreUnavailable as error:
            for waiter in batch:
                waiter.answer(_copy(error))
        except Exception as error:
            # A row that SQLite cannot hold must not keep out those beside it.
            if len(batch) == 1:
                batch[0].answer(error)
            else:
                for waiter in batch:
                    await self._keep([waiter])
        else:
            for waiter in batch:
                waiter.answer(waiter.key in kept)
                # If the same act is in the batch twice, the first one was kept.
                kept.discard(waiter.key)

    async def _insert(self, batch: list[_Waiter]) -> set[tuple[object, ...]]:
        rows = await self._writer.fetch(
            insert(len(batch)),
            [value for waiter in batch for value in waiter.row],
        )
        return set(rows)


def _copy(error: StoreUnavailable) -> StoreUnavailable:
    # One exception raised in several tasks would mix up their tracebacks.
    copy = StoreUnavailable(error.sentence, **error.details)
    copy.__cause__ = error.__cause__
    return copy
