"""Backups of a SQLite database, made while the bot plays, under names that tell when."""

import contextlib
import os
import re
import time
from datetime import UTC, datetime
from pathlib import Path
from threading import Event

from bot.operations.sqlite_copy import (
    UNFINISHED,
    BackupFailed,
    Contents,
    copied,
    explained,
    give_to_owner_of,
    sync,
)

FOLDER = "backups"
_STAMP = "%Y%m%dT%H%M%SZ"
# Seconds after which an unfinished copy is taken for one that was left behind.
_LEFT_BEHIND = 24 * 3600.0


def back_up(database: Path, target: Path, stop: Event | None = None) -> Contents:
    """Copy ``database`` to ``target``, which must not exist yet. Return what the copy holds.

    The bot may run meanwhile: the copy shows one moment, and nobody is held up. It appears under
    its name once it is whole, checked and on the disk. Setting ``stop`` gives it up soon.

    Raises:
        BackupFailed: the reason is its sentence; no file is left behind.
    """
    if target.exists():
        raise BackupFailed(f"{target} is there already. Name another file.")
    with explained(f"{target.parent} could not be made"):
        _make_folder(target.parent)
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


def thin_out(database: Path, keep: int) -> list[Path]:
    """Delete all backups but the newest ``keep``, and copies that a killed process left behind.

    Nothing but files under names that we give. Returns the backups that were deleted.

    Raises:
        OSError: one cannot be deleted.
    """
    surplus = [file for _, file in backups(database)][: -max(keep, 1)]
    for file in surplus:
        file.unlink(missing_ok=True)
    for file in (database.parent / FOLDER).glob(f"{database.stem}-*{UNFINISHED}"):
        if time.time() - file.stat().st_mtime > _LEFT_BEHIND:
            file.unlink(missing_ok=True)
    return surplus


def _make_folder(folder: Path) -> None:
    missing = [path for path in (folder, *folder.parents) if not path.exists()]
    folder.mkdir(parents=True, exist_ok=True)
    for made in reversed(missing):
        give_to_owner_of(made.parent, made)
