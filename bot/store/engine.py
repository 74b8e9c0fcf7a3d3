"""A database that speaks SQL, as much of it as the store needs."""

from collections.abc import Iterable, Sequence
from typing import Any, Protocol

from bot.store.port import Step
from bot.store.rows import Row


class Engine(Protocol):
    """A database that speaks SQL, with ``?`` for each value.

    All methods raise `StoreUnavailable` if it cannot be used just now, and an error of its own if a
    value cannot be kept. A statement for players is given up after a second or so; one that is
    ``patient`` may take long.
    """

    async def read(
        self, sql: str, values: Iterable[object] = (), *, patient: bool = False
    ) -> Sequence[Sequence[Any]]:
        """Run a statement that changes nothing; return its rows."""

    async def write(
        self, sql: str, values: Iterable[object] = (), *, patient: bool = False
    ) -> Sequence[Sequence[Any]]:
        """Run a statement, durably. It may be run twice, so it must not matter if it is."""

    async def insert(self, rows: Sequence[Row]) -> Sequence[Sequence[Any]]:
        """Keep steps, as `bot.store.group_commit.GroupCommit` wants it."""

    async def rewrite(self, steps: Sequence[Step], person: int, tombstone: int) -> set[int]:
        """Put a tombstone into these rows and the latest of their places, in one transaction.

        The latest ones move up a seq, also where the id is not in them: an undo or a redo may be
        under way that has read one of ``steps`` as it was. And they may be newer than ``steps``:
        without them, who plays on from what they have in memory could be faster for ever.

        Returns the interactions of those that had the id; such as have the tombstone already may be
        among them. See `Store.erase`.
        """

    async def close(self) -> None:
        """Close, once what is under way is done. Closing again does nothing."""
