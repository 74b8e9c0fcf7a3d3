"""What Scryfall answered, in a SQLite file beside the database. It can be deleted at any time.

It is no part of the games' store: nothing is lost with it. So it is made when there is something to
keep, made anew when it is damaged or of another version, and done without where it cannot be used.
Each piece of work opens the file, in a thread, and closes it: nothing holds on to a file that was
deleted, and whoever is cancelled leaves nothing open.
"""

import asyncio
import contextlib
import json
import logging
import sqlite3
from collections.abc import Callable, Iterable, Iterator, Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

from bot.cards.card import Card
from bot.cards.scryfall.assembling import Known
from bot.errors import PodkeeperError

log = logging.getLogger(__name__)

T = TypeVar("T")
Json = Any

SCHEMA = 1
PATIENCE = 5.0
"""Seconds to wait for another process that writes."""

MOST_ANSWERS = 20_000

_TABLES = """
    CREATE TABLE cards (id TEXT PRIMARY KEY, oracle TEXT, card TEXT NOT NULL) STRICT;
    CREATE TABLE answers (question TEXT PRIMARY KEY, answer TEXT NOT NULL, at REAL NOT NULL) STRICT;
    CREATE TABLE staged (number INTEGER PRIMARY KEY, object TEXT NOT NULL) STRICT;
    CREATE TABLE notes (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT;
"""
# Errors after which a new file helps: it is damaged, no database, or has other tables.
_SPOILT = {sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_ERROR}


class KeptUnusable(PodkeeperError):
    """The file can be neither used nor made."""

    def __init__(self, path: Path, reason: object) -> None:
        super().__init__("{path} cannot be used: {reason}.", path=path, reason=reason)


class _OtherVersion(Exception):
    """An older or a newer Podkeeper made the file."""


class Answer(NamedTuple):
    """An answer that was kept, and how many seconds ago it was given."""

    answer: Json
    age: float


class Kept:
    """The file at ``path``. Its methods raise `KeptUnusable` where it cannot be used."""

    def __init__(self, path: Path) -> None:
        """Touch nothing yet."""
        self.path = path

    async def cards(self) -> list[Known]:
        """Return the cards that are kept. One that cannot be read is passed over."""
        return await self._read(lambda file: list(_cards(file)), [])

    async def put(self, cards: Iterable[Known]) -> None:
        """Keep cards, each in the place of what was kept under its id."""
        await self._write(lambda file: _put(file, cards))

    async def answer(self, question: str) -> Answer | None:
        """Return what was answered to a question, however long ago."""
        rows = await self._rows("SELECT answer, at FROM answers WHERE question = ?", question)
        if not rows:
            return None
        answer, at = rows[0]
        # An answer from the future is of unknown age: the clock was set.
        age = _now() - at
        return Answer(json.loads(answer), age if age >= 0 else float("inf"))

    async def keep_answer(self, question: str, answer: Json) -> None:
        """Keep an answer. Of too many, the oldest are forgotten."""
        row = [question, json.dumps(answer), _now()]

        def keep(file: sqlite3.Connection) -> None:
            file.execute("INSERT OR REPLACE INTO answers VALUES (?, ?, ?)", row)
            file.execute(
                "DELETE FROM answers WHERE question IN"
                " (SELECT question FROM answers ORDER BY at DESC LIMIT -1 OFFSET ?)",
                [MOST_ANSWERS],
            )

        await self._write(keep)

    async def note(self, name: str) -> Json:
        """Return a note, None if there is none."""
        return await self._read(lambda file: _note(file, name), None)

    async def keep_note(self, name: str, value: Json) -> None:
        """Keep a note."""
        await self._write(lambda file: _keep_note(file, name, value))

    async def as_of(self) -> datetime | None:
        """Return when the last sync was complete."""
        at = await self.note("as of")
        return None if at is None else datetime.fromtimestamp(at, UTC)

    async def stage(self, objects: Iterable[Mapping[str, Json]], progress: Json) -> None:
        """Put objects aside for a sync, and how far it is with them: both, or neither."""

        def put_aside(file: sqlite3.Connection) -> None:
            rows = ([json.dumps(found)] for found in objects)
            file.executemany("INSERT INTO staged (object) VALUES (?)", rows)
            _keep_note(file, "sync", progress)

        await self._write(put_aside)

    async def staged(self) -> list[Mapping[str, Json]]:
        """Return what a sync has put aside."""
        rows = await self._rows("SELECT object FROM staged ORDER BY number")
        return [json.loads(row[0]) for row in rows]

    async def begin(self, progress: Json) -> None:
        """Forget what an earlier sync put aside, and begin another one."""

        def forget(file: sqlite3.Connection) -> None:
            file.execute("DELETE FROM staged")
            _keep_note(file, "sync", progress)

        await self._write(forget)

    async def complete(self, cards: Iterable[Known]) -> None:
        """Keep the outcome of a sync, and forget what it put aside."""

        def finish(file: sqlite3.Connection) -> None:
            _put(file, cards)
            file.execute("DELETE FROM staged")
            file.execute("DELETE FROM notes WHERE name = 'sync'")
            _keep_note(file, "as of", _now())

        await self._write(finish)

    async def lease(self, holder: str, seconds: float, gone: Callable[[str], bool]) -> bool:
        """Take or renew the right to sync for some seconds.

        Return whether ``holder`` has it now: nobody else had it, or whoever had it is ``gone``.
        """

        def take(file: sqlite3.Connection) -> bool:
            held = _note(file, "lease")
            # Longer than it was taken for, it cannot last: somebody has set the clock back.
            free = held is None or not 0 < held["until"] - _now() <= held.get("for", seconds)
            if free or held["by"] == holder or gone(held["by"]):
                lease = {"by": holder, "until": _now() + seconds, "for": seconds}
                _keep_note(file, "lease", lease)
                return True
            return False

        return await self._write(take)

    async def release(self, holder: str) -> None:
        """Give the right to sync back, if ``holder`` has it."""

        def give_back(file: sqlite3.Connection) -> None:
            held = _note(file, "lease")
            if held is not None and held["by"] == holder:
                file.execute("DELETE FROM notes WHERE name = 'lease'")

        await self._write(give_back)

    async def _rows(self, sql: str, *values: str) -> list[Any]:
        return await self._read(lambda file: file.execute(sql, values).fetchall(), [])

    async def _read(self, work: Callable[[sqlite3.Connection], T], nothing: T) -> T:
        def read(file: sqlite3.Connection) -> T:
            return work(file) if _version(file) else nothing

        def read_if_there() -> T:
            return self._carefully("BEGIN", read) if self.path.exists() else nothing

        return await asyncio.to_thread(read_if_there)

    async def _write(self, work: Callable[[sqlite3.Connection], T]) -> T:
        def write(file: sqlite3.Connection) -> T:
            if not _version(file):
                _make_tables(file)
            return work(file)

        # At once: nobody shall write between what this reads and what it writes.
        return await asyncio.to_thread(self._carefully, "BEGIN IMMEDIATE", write)

    def _carefully(self, begin: str, work: Callable[[sqlite3.Connection], T]) -> T:
        """Do a piece of work; in a file that is made anew, if that helps."""
        try:
            return self._once(begin, work)
        except (sqlite3.DatabaseError, _OtherVersion) as error:
            code = getattr(error, "sqlite_errorcode", 0) & 0xFF
            if code not in _SPOILT and not isinstance(error, _OtherVersion):
                raise KeptUnusable(self.path, error) from error
            log.warning("%s is made anew: %s", self.path, error)
        except OSError as error:
            raise KeptUnusable(self.path, error.strerror or error) from error
        try:
            self._remove()
            return self._once(begin, work)
        except (sqlite3.DatabaseError, OSError) as error:
            raise KeptUnusable(self.path, error) from error

    def _once(self, begin: str, work: Callable[[sqlite3.Connection], T]) -> T:
        self.path.parent.mkdir(parents=True, exist_ok=True)
        with contextlib.closing(
            sqlite3.connect(self.path, timeout=PATIENCE, isolation_level=None)
        ) as file:
            file.execute(begin)
            with file:
                return work(file)

    def _remove(self) -> None:
        for suffix in ("-journal", "-wal", "-shm", ""):
            self.path.with_name(self.path.name + suffix).unlink(missing_ok=True)


def _version(file: sqlite3.Connection) -> int:
    """Return the version of the tables, 0 if there are none."""
    [version] = file.execute("PRAGMA user_version").fetchone()
    if version not in {0, SCHEMA}:
        raise _OtherVersion(f"it is of version {version}, not {SCHEMA}")
    return int(version)


def _make_tables(file: sqlite3.Connection) -> None:
    # Not executescript, which would end the transaction.
    for statement in filter(str.strip, _TABLES.split(";")):
        file.execute(statement)
    file.execute(f"PRAGMA user_version = {SCHEMA}")


def _cards(file: sqlite3.Connection) -> Iterator[Known]:
    for card_id, oracle, text in file.execute("SELECT id, oracle, card FROM cards ORDER BY rowid"):
        try:
            yield Known(Card.model_validate_json(text), oracle)
        except ValueError as error:
            log.warning("the kept card %s cannot be read: %s", card_id, error)


def _put(file: sqlite3.Connection, cards: Iterable[Known]) -> None:
    rows = (
        [card.id, oracle, card.model_dump_json(exclude_defaults=True)] for card, oracle in cards
    )
    file.executemany("INSERT OR REPLACE INTO cards VALUES (?, ?, ?)", rows)


def _note(file: sqlite3.Connection, name: str) -> Json:
    row = file.execute("SELECT value FROM notes WHERE name = ?", [name]).fetchone()
    return None if row is None else json.loads(row[0])


def _keep_note(file: sqlite3.Connection, name: str, value: Json) -> None:
    file.execute("INSERT OR REPLACE INTO notes VALUES (?, ?)", [name, json.dumps(value)])


def _now() -> float:
    return datetime.now(UTC).timestamp()
