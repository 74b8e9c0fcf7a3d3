"""Backups of a SQLite database, made while the bot plays, under names that tell when."""

import contextlib
import os
import re
from datetime import UTC, datetime
from pathlib import Path
from threading import Event

from bot.operations.part_file import sweep
from bot.operations.sqlite_copy import (
    BackupFailed,
    Contents,
    beside,
    copied,
    explained,
    give_to_owner_of,
    real,
    sync,
)

FOLDER = "backups"
_STAMP = "%Y%m%dT%H%M%SZ"


def back_up(database: Path, target: Path, stop: Event | None = None) -> Contents:
    """Copy ``database`` to ``target``, which must not exist yet. Return what the copy holds.

    The bot may run meanwhile: the copy shows one moment, and nobody is held up. It appears under
    its name once it is whole, checked and on the disk. Setting ``stop`` gives it up soon.

    Raises:
        BackupFailed: the reason is its sentence; no file is left behind.
    """
    with explained(f"{target} could not be made"):
        _require_free(target, database)
    with explained(f"{target.parent} could not be made"):
        _make_folder(target.parent)
    for folder in {target.parent, real(database).parent}:
        sweep(folder)
    with copied(database, target.parent, stop) as (copy, contents):
        with explained(f"{target} could not be made"):
            os.replace(copy, target)
            sync(target.parent)
        return contents


def stamped(folder: Path, name: str, now: datetime | None = None) -> Path:
    """Return a database's path in ``folder`` whose name tells the time in UTC."""
    stamp = (now or datetime.now(UTC)).astimezone(UTC).strftime(_STAMP)
    return folder / f"{name}-{stamp}.db"


def default_target(database: Path, now: datetime | None = None) -> Path:
    """Return where a backup made ``now`` goes: into a folder beside the database."""
    return stamped(database.parent / FOLDER, database.stem, now)


def backups(database: Path) -> list[tuple[datetime, Path]]:
    """Return the backups of ``database`` under names that we give, oldest first."""
    name = re.compile(rf"{re.escape(database.stem)}-(\d{{8}}T\d{{6}}Z)\.db")
    found = []
    for file in (database.parent / FOLDER).glob("*.db"):
        if (match := name.fullmatch(file.name)) and file.is_file():
            with contextlib.suppress(ValueError):  # such as a month 13: not our name
                made = datetime.strptime(match[1], _STAMP).replace(tzinfo=UTC)
                found.append((made, file))
    return sorted(found)


def made_until(database: Path, now: datetime) -> list[tuple[datetime, Path]]:
    """Return the backups of ``database`` that can have been made, oldest first.

    One with a time to come was made while the clock was wrong, and says nothing.
    """
    return [(made, file) for made, file in backups(database) if made <= now]


def thin_out(database: Path, keep: int, now: datetime | None = None) -> list[Path]:
    """Delete all backups but the newest ``keep``; return which were deleted.

    Nothing but files under names that we give, and none with a time to come.

    Raises:
        OSError: one cannot be deleted.
    """
    made = made_until(database, now or datetime.now(UTC))
    surplus = [file for _, file in made][: -max(keep, 1)]
    for file in surplus:
        file.unlink(missing_ok=True)
    return surplus


def _require_free(target: Path, database: Path) -> None:
    if os.path.lexists(target):
        raise BackupFailed(f"{target} is there already. Name another file.")
    if real(target) in beside(database):
        raise BackupFailed(
            f"{target} is where SQLite keeps a part of the database. Name another file."
        )


def _make_folder(folder: Path) -> None:
    missing = [path for path in (folder, *folder.parents) if not path.exists()]
    folder.mkdir(parents=True, exist_ok=True)
    for made in reversed(missing):
        give_to_owner_of(made.parent, made)
