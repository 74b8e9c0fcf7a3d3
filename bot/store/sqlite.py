"""The store in one SQLite file: the default, for one machine.

Every method is one statement, and so a transaction of its own: nothing is left half done or locked
by an error, a cancelled caller or a process that is killed.
"""

import asyncio
import contextlib
import errno
import json
import os
import secrets
import sqlite3
from collections.abc import Iterable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, NamedTuple, Self

import aiosqlite

from bot.errors import StoreUnavailable
from bot.store.migrations import migrate_sqlite
from bot.store.port import AlreadyDone, Place, Step, VersionConflict

# Seconds a statement waits for another process. Discord waits three for an answer.
_PATIENCE = 2.0
# Rows a commit; each is 15 of the 32,766 parameters a statement may have.
_BATCH = 128
_GREATEST = 2**63 - 1
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_MICROSECOND = timedelta(microseconds=1)

_SELECT = (
    "SELECT channel, guild, kind, game, seq, interaction, actor, at, began,"
    " command, events, state, cursor, parent, redo FROM steps "
)
_INSERT = (
    "INSERT INTO steps (channel, guild, kind, game, seq, interaction, actor, at, began,"
    " command, events, state, cursor, parent, redo) VALUES "
)
_VALUES = "(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
# Passes over rows whose seq or interaction is taken, and tells which were kept.
_IF_FREE = " ON CONFLICT DO NOTHING RETURNING channel, kind, game, seq, interaction"

_DAMAGED = (
    "The table's notebook is damaged. Nothing was changed; whoever runs Podkeeper has to bring"
    " back a good copy."
)
_SENTENCES = {
    sqlite3.SQLITE_BUSY: "The table's notebook is in other hands just now. Nothing was changed;"
    " try again in a moment.",
    sqlite3.SQLITE_FULL: "The table's notebook is full: the disk has no room left. Nothing was"
    " changed; play goes on as soon as whoever runs Podkeeper has made room.",
    sqlite3.SQLITE_READONLY: "The table's notebook can be read but not written. Nothing was"
    " changed; whoever runs Podkeeper has to allow it to write there.",
    sqlite3.SQLITE_CORRUPT: _DAMAGED,
    sqlite3.SQLITE_NOTADB: _DAMAGED,
}
_OTHERWISE = (
    "The table's notebook cannot be used right now ({reason}). Nothing was changed; try again in"
    " a moment."
)
_CLOSED = "Podkeeper is stopping. Nothing was changed; try again in a moment."

# What a connection can go on suffering from when the cause is gone. A new one does not.
_CURED_BY_REOPENING = frozenset(
    {
        sqlite3.SQLITE_READONLY,
        sqlite3.SQLITE_IOERR,
        sqlite3.SQLITE_CORRUPT,
        sqlite3.SQLITE_NOTADB,
    }
)


class SqliteStore:
    """Keeps steps in a SQLite file; implements `bot.store.port.Store`.

    Several processes may have the same file open, if it lies on a disk of their own machine.
    """

    def __init__(self, path: Path, patience: float) -> None:
        """Prefer `open`, which prepares the file too."""
        self._path = path
        self._writer = _Link(path, patience)
        # Reads need not stand in line behind a write that waits for the disk or another process.
        self._reader = _Link(path, patience)
        self._commits = _GroupCommit(self._writer)

    @classmethod
    async def open(cls, path: Path | str, *, patience: float = _PATIENCE) -> Self:
        """Open the database at ``path``, making it or bringing it up to date if need be.

        ``patience`` is how long a statement waits for another process, in seconds.

        Raises:
            StoreUnavailable: it cannot be used, or a newer Podkeeper made it (it is left as it is).
        """
        path = Path(path)
        try:
            _make_folder(path)
            await _prepare(path, patience)
        except (OSError, sqlite3.DatabaseError) as error:
            raise _unavailable(error) from error
        return cls(path, patience)

    async def append(self, step: Step) -> None:
        """Keep ``step``. When this returns, it survives a crash of the machine.

        If the caller is cancelled meanwhile, the step may be kept or not.

        Raises:
            VersionConflict: the seq is taken.
            AlreadyDone: the interaction id is taken (checked first).
            StoreUnavailable: it cannot be written.
        """
        if await self._commits.add(step):
            return
        earlier = await self.by_interaction(step.interaction)
        if earlier is not None:
            raise AlreadyDone(earlier)
        raise VersionConflict(f"{step.place} has a step {step.game}.{step.seq} already")

    async def latest(self, place: Place) -> Step | None:
        """Return the newest step of the newest game of ``place`` (its guild is not compared)."""
        return await self._one(
            "WHERE channel = ? AND kind = ? ORDER BY game DESC, seq DESC LIMIT 1",
            [place.channel, place.kind],
        )

    async def step(self, place: Place, game: int, seq: int) -> Step | None:
        """Return one step."""
        return await self._one(
            "WHERE channel = ? AND kind = ? AND game = ? AND seq = ?",
            [place.channel, place.kind, game, seq],
        )

    async def by_interaction(self, interaction: int) -> Step | None:
        """Return the step that this interaction was carried out as."""
        return await self._one("WHERE interaction = ?", [interaction])

    async def log(
        self, place: Place, game: int, *, before: int | None = None, limit: int | None = None
    ) -> list[Step]:
        """Return steps of a game, newest first: at most ``limit``, with a seq below ``before``."""
        below = _GREATEST if before is None else before
        at_most = -1 if limit is None else limit
        rows = await self._reader.fetch(
            _SELECT + "WHERE channel = ? AND kind = ? AND game = ? AND seq < ?"
            " ORDER BY seq DESC LIMIT ?",
            [place.channel, place.kind, game, below, at_most],
        )
        return [_step(row) for row in rows]

    async def thin_out(self, place: Place, game: int) -> None:
        """Forget the states of a finished game, except its last. Commands and events stay."""
        await self._writer.fetch(
            "UPDATE steps SET state = NULL"
            " WHERE channel = ?1 AND kind = ?2 AND game = ?3 AND state IS NOT NULL AND seq <"
            " (SELECT max(seq) FROM steps WHERE channel = ?1 AND kind = ?2 AND game = ?3)",
            [place.channel, place.kind, game],
        )

    async def panel(self, place: Place) -> int | None:
        """Return the message id of the place's current panel."""
        rows = await self._reader.fetch(
            "SELECT message FROM panels WHERE channel = ? AND kind = ?",
            [place.channel, place.kind],
        )
        return int(rows[0][0]) if rows else None

    async def set_panel(self, place: Place, message: int) -> None:
        """Remember the place's current panel, unless a newer (greater) one is known."""
        await self._writer.fetch(
            "INSERT INTO panels (channel, kind, message) VALUES (?, ?, ?) ON CONFLICT DO UPDATE"
            " SET message = excluded.message WHERE excluded.message > panels.message",
            [place.channel, place.kind, message],
        )

    async def secret(self) -> str:
        """Return this database's secret text, made at its creation. Never shown."""
        [(value,)] = await self._reader.fetch("SELECT value FROM meta WHERE key = 'secret'")
        return str(value)

    async def check(self) -> str:
        """Return one line on the database's health: where, schema version, how many games.

        Raises:
            StoreUnavailable: it is damaged, or cannot be read or written; the sentence says why.
        """
        [(found,)] = await self._reader.fetch("PRAGMA quick_check(1)")
        if found != "ok":
            raise StoreUnavailable(_DAMAGED, reason=found)
        [(version,)] = await self._reader.fetch("PRAGMA user_version")
        [(games,)] = await self._reader.fetch(
            "SELECT count(*) FROM (SELECT DISTINCT channel, kind, game FROM steps)"
        )
        # Only writing tells whether writing works: put down once more what is there already.
        await self._writer.fetch("UPDATE meta SET value = value WHERE key = 'secret'")
        return f"SQLite, {self._path}: sound and writable, schema {version}, games: {games}"

    async def close(self) -> None:
        """Finish what is under way and close. Closing again does nothing."""
        await self._commits.settle()
        await self._writer.close()
        await self._reader.close()

    async def _one(self, where: str, values: Iterable[object]) -> Step | None:
        rows = await self._reader.fetch(_SELECT + where, values)
        return _step(rows[0]) if rows else None


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


class _GroupCommit:
    """Turns many appends into few commits: all that wait together are kept by one INSERT.

    A lone append is written at once; those that come meanwhile wait for the next INSERT.
    """

    def __init__(self, writer: "_Link") -> None:
        self._writer = writer
        self._waiting: list[_Waiter] = []
        self._batch: list[_Waiter] = []
        # Lives only while somebody waits.
        self._flusher: asyncio.Task[None] | None = None

    async def add(self, step: Step) -> bool:
        """Return True once ``step`` is kept, False if its seq or its interaction is taken."""
        kept: asyncio.Future[bool] = asyncio.get_running_loop().create_future()
        self._waiting.append(_Waiter(step, _row(step), kept))
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
            _INSERT + ", ".join([_VALUES] * len(batch)) + _IF_FREE,
            [value for waiter in batch for value in waiter.row],
        )
        return set(rows)


class _Link:
    """A connection to the file, made when needed, and made anew when that may cure an error."""

    def __init__(self, path: Path, patience: float) -> None:
        self._path = path
        self._patience = patience
        self._connection: aiosqlite.Connection | None = None
        self._connecting = asyncio.Lock()
        self._closed = False

    async def fetch(self, sql: str, values: Iterable[object] = ()) -> list[Any]:
        """Run one statement to its end, in one hop to the connection's thread; return its rows.

        Raises:
            StoreUnavailable: the file cannot be used just now.
            sqlite3.Error: the statement or a value is wrong.
        """
        connection = None
        try:
            connection = await self._connected()
            return list(await connection.execute_fetchall(sql, values))
        except (sqlite3.IntegrityError, sqlite3.DataError, sqlite3.ProgrammingError):
            raise
        except (sqlite3.DatabaseError, OSError) as error:
            if connection is not None and _code(error) in _CURED_BY_REOPENING:
                await self._drop(connection)
            raise _unavailable(error) from error

    async def close(self) -> None:
        self._closed = True
        async with self._connecting:
            if self._connection is not None:
                await self._drop(self._connection)

    async def _connected(self) -> aiosqlite.Connection:
        async with self._connecting:
            if self._closed:
                raise StoreUnavailable(_CLOSED)
            if self._connection is None:
                # Not made if it is missing: an empty file would hide that the games are gone.
                self._connection = await _connect(self._path, "rw", self._patience)
            return self._connection

    async def _drop(self, connection: aiosqlite.Connection) -> None:
        # What other callers have already asked of it is finished before it closes.
        if connection is self._connection:
            self._connection = None
            with contextlib.suppress(sqlite3.Error):
                await connection.close()


async def _connect(path: Path, mode: str, patience: float) -> aiosqlite.Connection:
    _look_first(path, mode)
    connection = await aiosqlite.connect(
        _uri(path, mode), uri=True, isolation_level=None, timeout=patience
    )
    try:
        await connection.executescript("PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON;")
    except BaseException:
        # Its thread would keep the process alive.
        await connection.close()
        raise
    return connection


async def _prepare(path: Path, patience: float) -> None:
    connection = await _connect(path, "rwc", patience)
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


def _unavailable(error: BaseException) -> StoreUnavailable:
    # Not the whole text of an OSError: a player has no use for paths.
    reason = getattr(error, "strerror", None) or str(error)
    return StoreUnavailable(_SENTENCES.get(_code(error), _OTHERWISE), reason=reason)


def _copy(error: StoreUnavailable) -> StoreUnavailable:
    # One exception raised in several tasks would mix up their tracebacks.
    copy = StoreUnavailable(error.sentence, **error.details)
    copy.__cause__ = error.__cause__
    return copy


def _row(step: Step) -> tuple[object, ...]:
    return (
        *step.place,
        step.game,
        step.seq,
        step.interaction,
        step.actor,
        _microseconds(step.at),
        None if step.began is None else _microseconds(step.began),
        step.command,
        step.events,
        step.state,
        step.cursor,
        step.parent,
        json.dumps(step.redo),
    )


def _step(row: tuple[Any, ...]) -> Step:
    channel, guild, kind, game, seq, interaction, actor, at, began, *texts, cursor, parent, redo = (
        row
    )
    command, events, state = texts
    return Step(
        place=Place(channel, guild, kind),
        game=game,
        seq=seq,
        interaction=interaction,
        actor=actor,
        at=_time(at),
        command=command,
        events=events,
        state=state,
        cursor=cursor,
        parent=parent,
        redo=tuple(json.loads(redo)),
        began=None if began is None else _time(began),
    )


def _microseconds(time: datetime) -> int:
    """Return microseconds since 1970. Exact; a naive time raises TypeError."""
    return (time - _EPOCH) // _MICROSECOND


def _time(microseconds: int) -> datetime:
    return _EPOCH + microseconds * _MICROSECOND
