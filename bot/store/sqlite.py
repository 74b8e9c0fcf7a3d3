"""The store in one SQLite file: the default, for one machine."""

import sqlite3
from collections.abc import Iterable, Sequence
from itertools import chain
from pathlib import Path
from typing import Any, Self

from bot.errors import StoreUnavailable
from bot.store import trouble
from bot.store.port import Step
from bot.store.rows import COLUMNS, IDENTITY, Row, key
from bot.store.sql import SqlStore
from bot.store.sqlite_link import Link, prepare, unavailable

# Seconds a statement waits for another process. Discord waits three for an answer, and an act may
# have to wait twice: to be kept, and for one before it.
_PATIENCE = 1.2

_VALUES = f"({', '.join('?' for _ in COLUMNS.split(','))})"
# Whether a row is the newest of its place. As the newest one moves up, none is in its way.
_NEWEST = (
    "seq = (SELECT max(seq) FROM steps AS other"
    " WHERE other.channel = steps.channel AND other.kind = steps.kind)"
)
_REWRITE = (
    "UPDATE steps SET actor = CASE actor WHEN ?1 THEN ?2 ELSE actor END,"  # noqa: S608  (a constant)
    " command = with_tombstone(command, ?1, ?2),"
    " events = with_tombstone(events, ?1, ?2),"
    " state = with_tombstone(state, ?1, ?2),"
    f" cursor = cursor + (cursor = seq AND {_NEWEST}),"
    f" seq = seq + ({_NEWEST})"
    " WHERE (channel, kind, seq) IN (VALUES {keys}"
    " UNION SELECT channel, kind, max(seq) FROM steps"
    " WHERE (channel, kind) IN (VALUES {places}) GROUP BY channel, kind)"
    " AND (actor = ?1 OR with_tombstone(command, ?1, ?2) <> command"
    " OR with_tombstone(events, ?1, ?2) <> events OR with_tombstone(state, ?1, ?2) <> state)"
    " RETURNING seq"
)


class SqliteStore(SqlStore):
    """Keeps steps in a SQLite file; implements `bot.store.port.Store`.

    Several processes may have the same file open, if it lies on a disk of their own machine.
    """

    engine: "_Engine"

    def __init__(self, path: Path, patience: float) -> None:
        """Prefer `open`, which prepares the file too."""
        super().__init__(_Engine(path, patience))
        self._path = path

    @classmethod
    async def open(cls, path: Path | str, *, patience: float = _PATIENCE) -> Self:
        """Open the database at ``path``, making it or bringing it up to date if need be.

        ``patience`` is how long a statement waits for another process, in seconds.

        Raises:
            StoreUnavailable: it cannot be used, or a newer Podkeeper made it (it is left as it is).
        """
        path = Path(path)
        try:
            await prepare(path, patience)
        except (OSError, sqlite3.DatabaseError) as error:
            raise unavailable(error) from error
        return cls(path, patience)

    async def wipe(self) -> bool:
        """Empty the write-ahead log, where rows lie as they were before; see `Store.wipe`."""
        return await self.engine.empty_log()

    async def check(self) -> str:
        """Return one line on the database's health: where, schema version, how many games.

        Raises:
            StoreUnavailable: it is damaged, or cannot be read or written; the sentence says why.
        """
        [(found,)] = await self.engine.read("PRAGMA quick_check(1)")
        if found != "ok":
            raise StoreUnavailable(trouble.DAMAGED, reason=found)
        [(version,)] = await self.engine.read("PRAGMA user_version")
        games = await self.games()
        await self.try_to_write()
        return f"SQLite, {self._path}: sound and writable, schema {version}, games: {games}"


class _Engine:
    """Two connections to the file; implements `bot.store.engine.Engine`."""

    def __init__(self, path: Path, patience: float) -> None:
        self._patience = patience
        self._writer = Link(path, patience)
        # Reads need not stand in line behind a write that waits for the disk or another process.
        self._reader = Link(path, patience)

    async def read(
        self, sql: str, values: Iterable[object] = (), *, patient: bool = False
    ) -> Sequence[Sequence[Any]]:
        return await self._reader.fetch(sql, values)  # it never waits for others, so it is patient

    async def write(
        self, sql: str, values: Iterable[object] = (), *, patient: bool = False
    ) -> Sequence[Sequence[Any]]:
        return await self._writer.fetch(sql, values)  # patience is for others, never for itself

    async def insert(self, rows: Sequence[Row]) -> Sequence[Sequence[Any]]:
        values = ", ".join([_VALUES] * len(rows))
        return await self._writer.fetch(
            f"INSERT INTO steps ({COLUMNS}) VALUES {values}"  # noqa: S608  (only placeholders)
            f" ON CONFLICT DO NOTHING RETURNING {IDENTITY}",
            [value for row in rows for value in row],
        )

    async def rewrite(self, steps: Sequence[Step], person: int, tombstone: int) -> int:
        keys = [key(step) for step in steps]
        places = {(channel, kind) for channel, kind, _ in keys}
        rows = await self._writer.fetch(
            _REWRITE.format(
                keys=", ".join(["(?, ?, ?)"] * len(keys)),
                places=", ".join(["(?, ?)"] * len(places)),
            ),
            [person, tombstone, *chain.from_iterable(keys), *chain.from_iterable(places)],
        )
        return len(rows)

    async def empty_log(self) -> bool:
        """Put all of the write-ahead log into the file; return False if others use it just now."""
        # While it waited for others, nobody could write: players would have to wait, too.
        await self._reader.fetch("PRAGMA busy_timeout = 0")
        try:
            [(busy, *_)] = await self._reader.fetch("PRAGMA wal_checkpoint(TRUNCATE)")
        finally:
            await self._reader.fetch(f"PRAGMA busy_timeout = {round(self._patience * 1000)}")
        return not busy

    async def close(self) -> None:
        await self._writer.close()
        await self._reader.close()
