"""Files that are not whole yet, under names of our own, and those that a killed process left."""

import importlib
import os
import re
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

# Not on Windows, where an open file could not be moved either.
fcntl: Any = importlib.import_module("fcntl") if os.name == "posix" else None

_BEGINNING = "podkeeper-copy-"
_ENDING = ".part"
# What SQLite puts beside a database while it works on it.
_BESIDE = ("-journal", "-wal", "-shm")
_OURS = re.compile(rf"{_BEGINNING}[a-z0-9_]+{re.escape(_ENDING)}({'|'.join(_BESIDE)})?")
# Seconds after which one is taken for left behind, where nobody can tell whether it is in use.
_LEFT_BEHIND = 24 * 3600.0


@contextmanager
def part_file(folder: Path) -> Iterator[Path]:
    """Give an empty file in ``folder``; it is deleted afterwards, unless it was moved.

    Raises:
        OSError: it cannot be made.
    """
    handle, file = _made(folder)
    try:
        yield file
    finally:
        for path in (file, *_beside(file)):
            path.unlink(missing_ok=True)
        if handle is not None:
            os.close(handle)


def sweep(folder: Path) -> None:
    """Delete the files in ``folder`` that `part_file` made and nobody has in use any more."""
    for file in tuple(folder.glob(f"{_BEGINNING}*{_ENDING}*")):
        if match := _OURS.fullmatch(file.name):
            with suppress(OSError):  # somebody else's, or somebody else was faster
                _delete_unless_used(file, file.with_name(file.name.removesuffix(match[1] or "")))


def _made(folder: Path) -> tuple[int | None, Path]:
    """Return a new file, and what tells others that it is in use."""
    while True:
        handle, name = tempfile.mkstemp(_ENDING, _BEGINNING, folder)
        if fcntl is None:
            os.close(handle)
            return None, Path(name)
        # The system gives the lock up with the process, however that ends.
        with suppress(OSError):  # not on every file system
            fcntl.flock(handle, fcntl.LOCK_EX)
        if os.fstat(handle).st_nlink:
            return handle, Path(name)
        os.close(handle)  # swept away in the moment before it was locked


def _delete_unless_used(file: Path, part: Path) -> None:
    if file != part and not part.exists():
        file.unlink()  # what was beside it
        return
    handle = os.open(part, os.O_RDWR)
    try:
        if _unused(handle):
            file.unlink()
    finally:
        os.close(handle)


def _unused(handle: int) -> bool:
    if fcntl is not None:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        except OSError:
            pass  # there are no such locks
        else:
            return True
    return time.time() - os.fstat(handle).st_mtime > _LEFT_BEHIND


def _beside(file: Path) -> tuple[Path, ...]:
    return tuple(file.with_name(f"{file.name}{suffix}") for suffix in _BESIDE)
