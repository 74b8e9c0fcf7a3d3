"""A checked copy of a SQLite database in one file, taken while others read and write it."""

import errno
import os
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path
from threading import Event
from typing import NamedTuple

from bot.operations.part_file import part_file

BESIDE = ("-wal", "-shm", "-journal")
"""What SQLite keeps beside a database, behind its name."""

# Pages copied between two looks at whether to go on; one is 4 KiB.
_PAGES = 1024
# Steps of SQLite's machine between two such looks while a copy is checked.
_INSTRUCTIONS = 100_000
# Seconds to wait for another process that has the database to itself for a moment.
_PATIENCE = 5.0

_OF_SQLITE = {
    sqlite3.SQLITE_NOTADB: "it is not a SQLite database",
    sqlite3.SQLITE_CORRUPT: "it is damaged",
    sqlite3.SQLITE_FULL: "the disk has no room left",
    sqlite3.SQLITE_BUSY: "another process has it to itself; try again in a moment",
    sqlite3.SQLITE_READONLY: "it may not be written",
    sqlite3.SQLITE_CANTOPEN: "it may not be opened",
    sqlite3.SQLITE_INTERRUPT: "the bot is stopping",
}
_OF_THE_SYSTEM = {
    errno.ENOSPC: "the disk has no room left",
    errno.EACCES: "that is not permitted",
    errno.EPERM: "that is not permitted",
    errno.EROFS: "nothing may be written there",
}


class BackupFailed(Exception):
    """It could not be backed up or restored; the sentence says why."""


class Contents(NamedTuple):
    """What a database holds."""

    schema: int
    games: int
    steps: int

    def __str__(self) -> str:
        return f"games: {self.games}, steps: {self.steps}, schema {self.schema}"


@contextmanager
def copied(
    database: Path, folder: Path, stop: Event | None = None, *, at_rest: bool = False
) -> Iterator[tuple[Path, Contents]]:
    """Give a checked copy of ``database``, in ``folder`` under a name of its own.

    It is deleted afterwards, unless it was moved. ``at_rest``: nobody writes ``database``, and
    nothing is changed in it or beside it. Setting ``stop`` gives the copy up soon.

    Raises:
        BackupFailed: ``database`` is not whole, or cannot be copied.
    """
    what = f"{database} could not be copied to {folder}"
    with ExitStack() as stack:
        with explained(what):
            if not database.is_file():
                raise BackupFailed(f"{database} is not there, or is no file.")
            copy = stack.enter_context(part_file(folder))
            kept = _copy(database, copy, stop, at_rest=at_rest)
        found = examine(copy, stop)
        if found != kept:
            raise BackupFailed(f"The copy of {database} is not whole: {found} in place of {kept}.")
        with explained(what):
            belong_as(copy, database)
            sync(copy)
        yield copy, found


def examine(file: Path, stop: Event | None = None) -> Contents:
    """Return what a database at rest holds, if it is sound, Podkeeper's, and not too new.

    Raises:
        BackupFailed: it is not.
    """
    with explained(f"{file} could not be read"), closing(_at_rest(file)) as connection:
        if stop is not None:
            connection.set_progress_handler(stop.is_set, _INSTRUCTIONS)
        [(verdict,)] = connection.execute("PRAGMA integrity_check(1)")
        if verdict != "ok":
            raise BackupFailed(f"{file} is damaged: {verdict}.")
        contents = _contents(connection, file)
    from bot.store.migrations import scripts  # noqa: PLC0415  (the doctor may lack its packages)

    newest = len(scripts("sqlite"))
    if contents.schema > newest:
        raise BackupFailed(
            f"{file} has schema {contents.schema} and was made by a newer Podkeeper; this one knows"
            f" schema {newest}. Run the newer Podkeeper."
        )
    return contents


def belong_as(file: Path, model: Path) -> None:
    """Give ``file`` the mode and, if we may, the owner of ``model``.

    Else what root has restored could not be written by the bot.
    """
    shutil.copymode(model, file)
    give_to_owner_of(model, file)


def give_to_owner_of(model: Path, file: Path) -> None:
    """Let ``file`` belong to whom ``model`` belongs to, if we are root."""
    if hasattr(os, "geteuid") and os.geteuid() == 0:
        owner = model.stat()
        os.chown(file, owner.st_uid, owner.st_gid)


def sync(path: Path) -> None:
    """Have a file's content, or a folder's names, outlast a crash of the machine."""
    if path.is_dir() and os.name != "posix":
        return  # there is no such thing there
    handle = os.open(path, os.O_RDONLY if path.is_dir() else os.O_RDWR)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


@contextmanager
def explained(what: str) -> Iterator[None]:
    """Turn an error of the disk or of SQLite into a sentence that begins with ``what``."""
    try:
        yield
    except OSError as error:
        reason = _OF_THE_SYSTEM.get(error.errno or 0, error.strerror or str(error))
        raise BackupFailed(f"{what}: {reason}.") from error
    except sqlite3.Error as error:
        code = getattr(error, "sqlite_errorcode", 0) & 0xFF
        raise BackupFailed(f"{what}: {_OF_SQLITE.get(code, str(error))}.") from error


def connect(file: Path, options: str = "mode=rw") -> sqlite3.Connection:
    """Connect to a file that exists, statement by statement."""
    uri = f"{real(file).as_uri()}?{options}"
    return sqlite3.connect(uri, uri=True, isolation_level=None, timeout=_PATIENCE)


def real(path: Path) -> Path:
    """Return where a path leads to in the end. What SQLite keeps beside a database is there."""
    return Path(os.path.realpath(path))


def beside(database: Path) -> tuple[Path, ...]:
    """Return where SQLite keeps what it has not yet put into the database itself."""
    file = real(database)
    return tuple(file.with_name(f"{file.name}{suffix}") for suffix in BESIDE)


def _copy(database: Path, copy: Path, stop: Event | None, *, at_rest: bool) -> Contents:
    def go_on(*_: object) -> None:
        if stop is not None and stop.is_set():
            raise BackupFailed("The backup was given up: the bot is stopping.")

    opened = _at_rest(database) if at_rest else connect(database)
    with closing(opened) as source, closing(connect(copy)) as target:
        # One moment, held to the end: however much is written meanwhile, it need not begin anew.
        source.execute("BEGIN")
        contents = _contents(source, database)
        source.backup(target, pages=_PAGES, progress=go_on)
        # Without the write-ahead log that the bot's file has, it stays one file when it is read.
        target.execute("PRAGMA journal_mode = DELETE")
    return contents


def _at_rest(file: Path) -> sqlite3.Connection:
    # What a killed process left in its log belongs to the database. Without a log the file is taken
    # as it is: else SQLite would make files beside it, or fail where it may not.
    return connect(file, "mode=ro" if beside(file)[0].exists() else "mode=ro&immutable=1")


def _contents(connection: sqlite3.Connection, file: Path) -> Contents:
    [(schema,)] = connection.execute("PRAGMA user_version")
    tables = {name for (name,) in connection.execute("SELECT name FROM sqlite_schema")}
    if not schema or not {"steps", "panels", "meta"} <= tables:
        raise BackupFailed(f"{file} is a database, but not one of Podkeeper.")
    if connection.execute("SELECT 1 FROM meta WHERE key = 'copying'").fetchone():
        raise BackupFailed(
            f"{file} is a copy that copy-database has not finished. Let it copy again."
        )
    [(games, steps)] = connection.execute(
        "SELECT (SELECT count(*) FROM (SELECT DISTINCT channel, kind, game FROM steps)),"
        " (SELECT count(*) FROM steps)"
    )
    return Contents(schema, games, steps)
