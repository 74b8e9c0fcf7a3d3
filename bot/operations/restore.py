"""Putting a backup in the database's place. What was there is kept, under another name."""

import os
import shutil
import sqlite3
import stat
from collections.abc import Iterator
from contextlib import closing, suppress
from itertools import count
from pathlib import Path
from typing import NamedTuple

from bot.client.command_note import FORGET
from bot.operations import heartbeat
from bot.operations.backup import stamped
from bot.operations.part_file import sweep
from bot.operations.sqlite_copy import (
    BackupFailed,
    Contents,
    belong_as,
    beside,
    connect,
    copied,
    explained,
    give_to_owner_of,
    real,
    sync,
)

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
    if not force:
        _require_silence(database)  # a bot gives its signs where it is told that the database is
    if real(backup) == real(database):
        raise BackupFailed(f"{backup} is the database itself.")
    if database.is_symlink():
        database = real(database)  # the link stays
    with explained(f"{database.parent} could not be made"):
        database.parent.mkdir(parents=True, exist_ok=True)
    sweep(database.parent)
    with copied(backup, database.parent, at_rest=True) as (copy, contents):
        with explained(f"{copy} could not be written"):
            _forget_commands(copy)
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


def _forget_commands(copy: Path) -> None:
    """Have the next start tell Discord of its commands: a newer version may have done so since."""
    copy.chmod(copy.stat().st_mode | _OURS)  # a backup may be guarded against writing
    with closing(connect(copy)) as connection:
        connection.execute(FORGET)
    sync(copy)


def _replace(database: Path, copy: Path) -> Path | None:
    there = database.is_file()
    give_to_owner_of(database if there else database.parent, copy)
    before = _put_aside(database, there=there)
    os.replace(copy, database)
    sync(database.parent)
    return before if there else None


def _put_aside(database: Path, *, there: bool) -> Path:
    """Keep a database, where it is ``there``, and what is beside it, under a name that is free."""
    for before in _free(stamped(database.parent, f"{database.stem}-before-restore")):
        if there:
            try:
                _keep(database, before)
            except FileExistsError:
                continue  # another restore was faster
        for old, aside in zip(beside(database), beside(before), strict=True):
            with suppress(FileNotFoundError):
                os.replace(old, aside)
        return before
    raise AssertionError("there is no last name")


def _free(plain: Path) -> Iterator[Path]:
    """Yield names that are free: this one, or it with a number, since a second can have two."""
    for number in count(1):
        name = plain if number == 1 else plain.with_stem(f"{plain.stem}-{number}")
        if not any(map(os.path.lexists, (name, *beside(name)))):
            yield name


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
