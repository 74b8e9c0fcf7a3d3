"""The store in one SQLite file: the default, for one machine."""

import sqlite3
from collections.abc import Callable, Iterable, Sequence
from itertools import chain
from pathlib import Path
from typing import Any, Self

from bot.errors import StoreUnavailable
from bot.store import sqlite_traces, trouble
from bot.store.port import Step, never
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
# The two ids are numbers, and written out: numbered placeholders make Python 3.12 warn.
_REWRITE = (
    "UPDATE steps SET actor = CASE actor WHEN {person:d} THEN {tombstone:d} ELSE actor END,"  # noqa: S608
    " command = with_tombstone(command, {person:d}, {tombstone:d}),"
    " events = with_tombstone(events, {person:d}, {tombstone:d}),"
    " state = with_tombstone(state, {person:d}, {tombstone:d}),"
    f" cursor = cursor + (cursor = seq AND {_NEWEST}),"
    f" seq = seq + ({_NEWEST})"
    " WHERE (channel, kind, seq) IN (VALUES {keys}"
    " UNION SELECT channel, kind, max(seq) FROM steps"
    " WHERE (channel, kind) IN (VALUES {places}) GROUP BY channel, kind)"
    # They are as they have become: whether the tombstone can be found in them.
    " RETURNING interaction, actor = {tombstone:d}"
    " OR with_tombstone(command, {tombstone:d}, {person:d}) <> command"
    " OR with_tombstone(events, {tombstone:d}, {person:d}) <> events"
    " OR with_tombstone(state, {tombstone:d}, {person:d}) <> state"
)


class SqliteStore(SqlStore):
    """Keeps steps in a SQLite file; implements `bot.store.port.Store`.

    It is for one bot. Another process of the same machine may have the file open, as a backup does:
    no act is lost or doubled, but while that one writes, this one may be refused.
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

    async def erase(self, person: int, tombstone: int) -> int:
        """Put ``tombstone`` in the place of a person's id everywhere; see `Store.erase`."""
        await sqlite_traces.note(self.engine)
        changed = await super().erase(person, tombstone)
        await sqlite_traces.note(self.engine)
        return changed

    async def forget_guild(self, guild: int, unless: Callable[[], bool] = never) -> int:
        """Delete all steps, panels and settings of a server; see `Store.forget_guild`."""
        if guild not in await self.guilds():
            return 0
        await sqlite_traces.note(self.engine)
        gone = await super().forget_guild(guild, unless)
        await sqlite_traces.note(self.engine)
        return gone

    async def wipe(self, *, at_leisure: bool = False) -> bool:
        """Have nothing of what was erased lie on in the file or its log; see `Store.wipe`."""
        return await sqlite_traces.wipe(self._path, self.engine, at_leisure=at_leisure)

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
        return await self._writer.fetch(sql, values, patient=patient)

    async def insert(self, rows: Sequence[Row]) -> Sequence[Sequence[Any]]:
        values = ", ".join([_VALUES] * len(rows))
        return await self._writer.fetch(
            f"INSERT INTO steps ({COLUMNS}) VALUES {values}"  # noqa: S608  (only placeholders)
            f" ON CONFLICT DO NOTHING RETURNING {IDENTITY}",
            [value for row in rows for value in row],
        )

    async def rewrite(self, steps: Sequence[Step], person: int, tombstone: int) -> set[int]:
        keys = [key(step) for step in steps]
        places = {(channel, kind) for channel, kind, _ in keys}
        rows = await self._writer.fetch(
            _REWRITE.format(
                person=person,
                tombstone=tombstone,
                keys=", ".join(["(?, ?, ?)"] * len(keys)),
                places=", ".join(["(?, ?)"] * len(places)),
            ),
            [*chain.from_iterable(keys), *chain.from_iterable(places)],
            patient=True,
        )
        return {interaction for interaction, has_tombstone in rows if has_tombstone}

    async def close(self) -> None:
        await self._writer.close()
        await self._reader.close()
