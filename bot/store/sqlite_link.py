"""Connections to a SQLite file: opened with care, made anew where that may cure an error."""

import asyncio
import contextlib
import errno
import logging
import os
import secrets
import sqlite3
import time
from collections.abc import Iterable
from pathlib import Path
from typing import Any, NamedTuple
from weakref import WeakSet

import aiosqlite

from bot.errors import StoreUnavailable
from bot.store import trouble
from bot.store.migrations import migrate_sqlite
from bot.store.persons import replaced

log = logging.getLogger(__name__)

_SENTENCES = {
    sqlite3.SQLITE_BUSY: trouble.BUSY,
    sqlite3.SQLITE_FULL: trouble.FULL,
    sqlite3.SQLITE_READONLY: trouble.READ_ONLY,
    sqlite3.SQLITE_CORRUPT: trouble.DAMAGED,
    sqlite3.SQLITE_NOTADB: trouble.DAMAGED,
}

# What a connection can go on suffering from when the cause is gone. A new one does not.
_CURED_BY_REOPENING = frozenset(
    {
        sqlite3.SQLITE_READONLY,
        sqlite3.SQLITE_IOERR,
        sqlite3.SQLITE_CORRUPT,
        sqlite3.SQLITE_NOTADB,
    }
)


class _File(NamedTuple):
    """What tells a file from another one that was put in its place."""

    device: int
    inode: int


class Link:
    """A connection to the file, made when needed, and made anew when that may cure an error.

    It also is made anew when the file was deleted or another one took its place: a connection
    would go on writing, without an error, to a file that nobody can open any more.
    """

    def __init__(self, path: Path, patience: float) -> None:
        """Connect to ``path`` when first needed; ``patience`` is in seconds."""
        self._path = path
        self._patience = patience
        self._connection: aiosqlite.Connection | None = None
        # The file of the newest connection. Kept when that is dropped: another one needs preparing.
        self._file: _File | None = None
        self._connecting = asyncio.Lock()
        self._closed = False
        # One statement at a time, and when the latest of them had waited for others in vain.
        self._line = asyncio.Lock()
        self._gave_up = 0.0
        _LINKS.add(self)

    async def fetch(
        self, sql: str, values: Iterable[object] = (), *, patient: bool = False
    ) -> list[Any]:
        """Run one statement to its end, in one hop to the connection's thread; return its rows.

        No player waits for one that is ``patient``.

        Raises:
            StoreUnavailable: the file cannot be used just now.
            sqlite3.Error: the statement or a value is wrong.
        """
        asked = time.monotonic()
        async with self._line:
            if asked < self._gave_up and not patient:
                # The one before it has waited as long as a player may have to, for the same thing.
                raise StoreUnavailable(trouble.BUSY)
            return await self._run(sql, values)

    async def close(self) -> None:
        """Close once what was asked of it is done, for good."""
        async with self._line:
            self._closed = True
        async with self._connecting:
            if self._connection is not None:
                await self._drop(self._connection)

    async def _run(self, sql: str, values: Iterable[object]) -> list[Any]:
        connection = None
        try:
            connection, file = await self._connected()
            rows = list(await connection.execute_fetchall(sql, values))
            if _file(self._path) != file:
                raise FileNotFoundError(errno.ENOENT, "the file was taken away")
            return rows
        except (sqlite3.IntegrityError, sqlite3.DataError, sqlite3.ProgrammingError):
            raise
        except (sqlite3.DatabaseError, OSError) as error:
            if _code(error) == sqlite3.SQLITE_BUSY:
                self._gave_up = time.monotonic()
            if connection is not None and _code(error) in _CURED_BY_REOPENING:
                await self._drop(connection)
            raise unavailable(error) from error

    async def _connected(self) -> tuple[aiosqlite.Connection, _File]:
        async with self._connecting:
            if self._closed:
                raise StoreUnavailable(trouble.CLOSED)
            file = _file(self._path)
            if self._connection is not None and self._file != file:
                log.warning("%s was deleted or replaced", self._path)
                await _part_from(self._path, file)
            if file is None:
                # Not made anew: an empty file would hide that the games are gone.
                raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT))
            if self._connection is None:
                if self._file not in {None, file}:
                    await _prepare(self._path, "rw", self._patience)
                self._connection = await _connect(self._path, "rw", self._patience)
                self._file = file
            return self._connection, file

    async def part_from(self, path: Path, file: _File | None) -> None:
        """Drop a connection to a file that is not at ``path`` any more: ``file`` is there now."""
        connection = self._connection
        if connection is None or self._path != path or self._file == file:
            return
        # What waits in the log goes into the file that it belongs to. Left beside the new file, it
        # would be taken for that one's, and damage it.
        with contextlib.suppress(sqlite3.Error):
            await connection.execute_fetchall("PRAGMA wal_checkpoint(TRUNCATE)")
        await self._drop(connection)

    async def _drop(self, connection: aiosqlite.Connection) -> None:
        # What other callers have already asked of it is finished before it closes.
        if connection is self._connection:
            self._connection = None
            with contextlib.suppress(sqlite3.Error):
                await connection.close()


_LINKS: WeakSet[Link] = WeakSet()

# What is deleted is overwritten with zeros: the ids of who was erased must not stay in free pages,
# which FAST would leave as they are. An append costs the same. Many builds of SQLite do so anyway.
_PRAGMAS = "PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON; PRAGMA secure_delete = ON;"


async def _part_from(path: Path, file: _File | None) -> None:
    """Drop all connections to a file that is not at ``path`` any more, before any to a new one.

    They would share with it the files that SQLite keeps beside it.
    """
    for link in list(_LINKS):
        await link.part_from(path, file)


async def _connect(path: Path, mode: str, patience: float) -> aiosqlite.Connection:
    _look_first(path, mode)
    connection = await aiosqlite.connect(
        _uri(path, mode), uri=True, isolation_level=None, timeout=patience
    )
    try:
        await connection.executescript(_PRAGMAS)
        await connection.create_function("with_tombstone", 3, replaced, deterministic=True)
    except BaseException:
        # Its thread would keep the process alive.
        await connection.close()
        raise
    return connection


async def prepare(path: Path, patience: float) -> None:
    """Make the file, or bring it up to date, and give it a secret.

    Raises:
        OSError, sqlite3.DatabaseError: it cannot be used.
        StoreUnavailable: a newer Podkeeper made it.
    """
    _make_folder(path)
    await _prepare(path, "rwc", patience)


async def _prepare(path: Path, mode: str, patience: float) -> None:
    connection = await _connect(path, mode, patience)
    try:
        await migrate_sqlite(connection)
        await _write_ahead(connection, patience)
        await connection.execute(
            "INSERT INTO meta (key, value) VALUES ('secret', ?) ON CONFLICT DO NOTHING",
            [secrets.token_hex(32)],
        )
    finally:
        await connection.close()


async def _write_ahead(connection: aiosqlite.Connection, patience: float) -> None:
    """Turn on the write-ahead log. SQLite does not wait for other processes here, so this does."""
    now = asyncio.get_running_loop().time
    deadline = now() + patience
    while True:
        try:
            # To its end: a statement that has an answer left holds on to what it has read.
            await connection.execute_fetchall("PRAGMA journal_mode = WAL")
        except sqlite3.OperationalError as error:
            if _code(error) != sqlite3.SQLITE_BUSY or now() > deadline:
                raise
            await asyncio.sleep(0.01)
        else:
            return


def _make_folder(path: Path) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)


def _file(path: Path) -> _File | None:
    """Return which file lies at ``path``, None if there is none."""
    try:
        status = os.stat(path)
    except (FileNotFoundError, NotADirectoryError):
        return None
    if not status.st_size:
        raise OSError(errno.EIO, "the file was emptied")
    return _File(status.st_dev, status.st_ino)


def _look_first(path: Path, mode: str) -> None:
    """Raise OSError for what cannot be opened to write, rather than let SQLite try.

    SQLite would open a read-only file for reading and leave files beside it that stay read-only
    when it is not any more. And a connection of aiosqlite that cannot be made leaves its thread
    talking to an event loop that may have ended.
    """
    if path.is_dir():
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
    if mode == "rw" and not path.exists():
        raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT))
    if not os.access(path if path.exists() else path.parent, os.W_OK):
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))


def _uri(path: Path, mode: str) -> str:
    return f"{path.resolve().as_uri()}?mode={mode}"


def _code(error: BaseException) -> int:
    """Return SQLite's primary result code, 0 if there is none."""
    if isinstance(error, PermissionError):
        return sqlite3.SQLITE_READONLY
    return int(getattr(error, "sqlite_errorcode", 0)) & 0xFF


def unavailable(error: BaseException) -> StoreUnavailable:
    """Return what a player is told of ``error``."""
    # Not the whole text of an OSError: a player has no use for paths.
    reason = getattr(error, "strerror", None) or str(error)
    return StoreUnavailable(_SENTENCES.get(_code(error), trouble.OTHERWISE), reason=reason)
