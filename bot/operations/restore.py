"""Putting a backup in the database's place. What was there is kept, under another name."""

import os
import shutil
import sqlite3
import stat
from contextlib import closing, suppress
from pathlib import Path
from typing import NamedTuple

from bot import heartbeat
from bot.operations.backup import stamped
from bot.operations.sqlite_copy import (
    BackupFailed,
    Contents,
    belong_as,
    connect,
    copied,
    explained,
    give_to_owner_of,
    sync,
)

# What SQLite keeps beside a database. Beside another one it would be taken for that one's.
_BESIDE = ("-wal", "-shm", "-journal")
_OURS = stat.S_IRUSR | stat.S_IWUSR


class Restored(NamedTuple):
    """What the database holds now, and where the one lies that was there before."""

    contents: Contents
    before: Path | None


def restore(backup: Path, database: Path, *, force: bool = False) -> Restored:
    """Put a copy of ``backup`` in the place of ``database``.

    ``force``: even if a bot gave a sign of life lately, as one that has crashed may have.

    Raises:
        BackupFailed: the reason is its sentence. The database is as it was.
    """
    if backup.resolve() == database.resolve():
        raise BackupFailed(f"{backup} is the database itself.")
    if not force:
        _require_silence(database)
    with explained(f"{database.parent} could not be made"):
        database.parent.mkdir(parents=True, exist_ok=True)
    with copied(backup, database.parent, at_rest=True) as (copy, contents):
        _release(database)
        with explained(f"{database} could not be replaced"):
            return Restored(contents, _replace(database, copy))


def _require_silence(database: Path) -> None:
    for sign in database.parent.glob("heartbeat*"):  # each process has its own
        seconds = heartbeat.age(sign)
        if seconds is not None and seconds <= heartbeat.STALE:
            raise BackupFailed(
                f"A bot gave a sign of life {seconds:.0f} s ago: it seems to run with {database}."
                " Stop it first. If it has crashed, add --force."
            )


def _release(database: Path) -> None:
    """Have all that belongs to a sound database put into its one file.

    Raises:
        BackupFailed: a process has it open.
    """
    if not database.is_file():
        return
    try:
        with closing(connect(database, "mode=ro")) as connection:
            connection.execute("SELECT count(*) FROM sqlite_schema")
        with closing(connect(database)) as connection:
            # SQLite only lets go of the log when nobody else has the database open.
            connection.execute("PRAGMA journal_mode = DELETE")
    except sqlite3.Error as error:
        if getattr(error, "sqlite_errorcode", 0) & 0xFF == sqlite3.SQLITE_BUSY:
            raise BackupFailed(
                f"A process has {database} open. Stop it first: what it would still write would be"
                " lost."
            ) from error
        # It is damaged, which may be why another one is put in its place. It is kept as it is, and
        # its log with it: whoever tries to save something may need both.


def _replace(database: Path, copy: Path) -> Path | None:
    copy.chmod(copy.stat().st_mode | _OURS)  # a backup may be guarded against writing
    there = database.is_file()
    before = stamped(database.parent, f"{database.stem}-before-restore")
    if there:
        give_to_owner_of(database, copy)
        _keep(database, before)
    else:
        give_to_owner_of(database.parent, copy)
    for suffix in _BESIDE:
        with suppress(FileNotFoundError):
            os.replace(f"{database}{suffix}", f"{before}{suffix}")
    os.replace(copy, database)
    sync(database.parent)
    return before if there else None


def _keep(database: Path, before: Path) -> None:
    # As a second name, so that at no moment there is no database: a bot that is started just then
    # would make an empty one.
    try:
        os.link(database, before)
    except FileExistsError:
        raise
    except OSError:  # not on every file system
        try:
            shutil.copy2(database, before)
            belong_as(before, database)
        except OSError:
            before.unlink(missing_ok=True)
            raise
