"""What the doctor looks at around the database: permissions, room on the disk, backups, cards."""

import os
import shutil
import stat
import time
from datetime import UTC, datetime, timedelta
from pathlib import Path

from bot.operations.backup import FOLDER, made_until
from bot.operations.finding import Finding
from bot.operations.sqlite_copy import beside

LEAST_ROOM = 100 * 1024**2
"""Bytes that should be free beside the database."""


def permissions(database: Path, env_file: Path) -> Finding:
    """Tell whether all there is can be written, and whether strangers can read the token."""
    there = [
        database.parent,
        database,
        *beside(database),
        database.with_name("heartbeat"),
        database.parent / FOLDER,
    ]
    locked = [str(path) for path in there if path.exists() and not os.access(path, os.W_OK)]
    if locked:
        return Finding(
            "permissions",
            False,
            f"the bot may not write {', '.join(locked)}. Give these to the user that it runs as.",
        )
    if os.name == "posix" and env_file.is_file() and env_file.stat().st_mode & stat.S_IROTH:
        return Finding(
            "permissions",
            True,
            f"all can be written; but every user of this machine can read the token in {env_file}:"
            f" chmod 600 {env_file}",
        )
    return Finding("permissions", True, "all that the bot writes can be written.")


def is_empty(database: Path) -> bool:
    """Tell whether there is nothing in a database's file, nor in what SQLite keeps beside it."""
    files = [database, *beside(database)]
    return not any(file.stat().st_size for file in files if file.is_file())


def room(database: Path) -> Finding:
    """Tell how much room is left on the disk of the database, for it and a copy of it."""
    folder = database.parent
    while not folder.exists() and folder != folder.parent:
        folder = folder.parent
    free = shutil.disk_usage(folder).free
    size = database.stat().st_size if database.is_file() else 0
    told = f"{_bytes(free)} free beside the database, which has {_bytes(size)}."
    if free < max(LEAST_ROOM, size):
        return Finding("disk", False, f"{told} Make room, or no more acts can be kept.")
    return Finding("disk", True, told)


def last_backup(database: Path, every: timedelta, keep: int) -> Finding:
    """Tell how old the newest backup is, where they are made every so often."""
    now = datetime.now(UTC)
    made = [time for time, _ in made_until(database, now)]
    plan = f"one every {_age(every)}, {keep} kept"
    if not made:
        return Finding("backups", True, f"none yet ({plan}); the running bot makes the first.")
    age = now - made[-1]
    told = f"the newest is {_age(age)} old ({plan})."
    if age > 2 * every:
        return Finding("backups", False, f"{told} Is the bot running? Its log tells why not.")
    return Finding("backups", True, told)


def catalogue_age(folder: Path) -> timedelta | None:
    """Return how old the fetched catalogue of cards in the bot's folder is, None without one."""
    try:
        changed = (folder / "catalogue.db").stat().st_mtime
    except OSError:
        return None
    return timedelta(seconds=max(0.0, time.time() - changed))


def catalogue(folder: Path) -> list[Finding]:
    """Tell the age of the fetched catalogue, if there is one."""
    age = catalogue_age(folder)
    return [] if age is None else [Finding("catalogue", True, f"last written {_age(age)} ago.")]


def _bytes(count: float) -> str:
    for unit in ("bytes", "KB", "MB"):
        if count < 1000:
            return f"{count:.0f} {unit}"
        count /= 1000
    return f"{count:.1f} GB"


def _age(time: timedelta) -> str:
    hours = time.total_seconds() / 3600
    if hours < 1:
        return f"{hours * 60:.0f} min"
    return f"{hours:.0f} h" if hours < 72 else f"{hours / 24:.0f} days"
