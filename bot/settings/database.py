"""What makes the address of the database usable. Like `checks`, it repeats no secret.

The place of a file is looked at, and nothing is made there.
"""

import os
import re
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from pathlib import Path
from urllib.parse import urlsplit

from pydantic_core import PydanticCustomError

from bot.settings.checks import wrong

SQLITE = "sqlite:///"
POSTGRES = ("postgresql", "postgres")

_SQLITE_HEADER = b"SQLite format 3\0"
# In bytes. SQLite puts up to eight more behind a name for the files that it keeps beside one.
_LONGEST_PATH = 500
_LONGEST_NAME = 240

_damage_is_allowed = ContextVar("damage_is_allowed", default=False)


def database_url(value: str) -> str:
    """Check the address of the database: a SQLite file, or a PostgreSQL server.

    A file need not exist yet, if it can be made. A server is not asked.
    """
    scheme, _, rest = value.partition("://")
    if scheme.startswith("postgres"):
        return _postgres_url(value)
    if scheme != "sqlite" or not rest.startswith("/"):
        raise wrong(
            "is not the address of a SQLite file or of a PostgreSQL server.",
            "Write sqlite:/// and the file: three slashes and a path from the working directory"
            " (sqlite:///state/podkeeper.db), or four for a path from the root"
            " (sqlite:////var/lib/podkeeper.db); or postgresql://user@host/database.",
        )
    path = rest[1:]
    if path.rpartition("/")[2] in {"", ".", ".."}:
        raise wrong("names no file.", "End it with a file name, such as podkeeper.db.")
    if ":memory:" in path:
        raise wrong(
            "would keep the games in memory, and lose them when the bot stops.",
            "Name a file, such as sqlite:///state/podkeeper.db.",
        )
    if "?" in path or path.startswith("~"):
        raise wrong("has a ? or a ~, which is not read.", "Write the plain path of the file.")
    _usable_place(path)
    return value


@contextmanager
def damage_allowed() -> Iterator[None]:
    """Take a database that is damaged, too: for a program that puts another one in its place."""
    token = _damage_is_allowed.set(True)
    try:
        yield
    finally:
        _damage_is_allowed.reset(token)


def _postgres_url(value: str) -> str:
    """Check the shape of a PostgreSQL address, which is not repeated: it may hold a password."""
    fix = "Write postgresql://user:password@host:5432/database, odd characters as %40 (for @)."
    try:
        parts = urlsplit(value)
        odd = parts.scheme not in POSTGRES or parts.port == 0 or re.search(r"\s", value)
    except ValueError:
        raise wrong("is not the address of a PostgreSQL database.", fix) from None
    if odd or parts.fragment:
        raise wrong("is not the address of a PostgreSQL database.", fix)
    if not parts.path.strip("/"):
        raise wrong("names no database of the PostgreSQL server.", fix)
    return value


def _usable_place(path: str) -> None:
    """Check that a database lies at ``path``, or can be made there. Nothing is made by this.

    Only for a program that does not have the database open yet: closing a file takes away the
    locks that the process has on it.
    """
    try:
        file = Path(path).absolute()
        if len(os.fsencode(file)) > _LONGEST_PATH or len(os.fsencode(file.name)) > _LONGEST_NAME:
            raise wrong(
                f"names a file by a path that is too long for SQLite ({len(path)} characters).",
                f"Stay below {_LONGEST_NAME} for the file's name and {_LONGEST_PATH} in all.",
            )
        _usable_folder(file.parent)
        file.stat()
        _usable_file(file)
    except PydanticCustomError:
        raise
    except FileNotFoundError:
        return  # it is made at the first run
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise wrong(
            f"names a place that cannot be looked at ({reason}).",
            "Name a file that the bot may read and write, or a folder where it may make one.",
        ) from None


def _usable_folder(folder: Path) -> None:
    while not os.path.lexists(folder) and folder != folder.parent:
        folder = folder.parent  # what is missing is made at the first run
    if not folder.is_dir():
        raise wrong(
            f"needs a folder where there is none: {folder} is something else.",
            "Name a file in a folder, such as sqlite:///state/podkeeper.db.",
        )
    if not os.access(folder, os.W_OK | os.X_OK) or _holds_no_files(folder):
        raise wrong(
            f"lies in {folder}, which is not writable.",
            "Allow the bot to write there, or name a file elsewhere.",
        )


def _usable_file(file: Path) -> None:
    if file.is_dir():
        raise wrong(
            f"names a folder, {file}.", f"Add the file's name: {SQLITE}{file / 'podkeeper.db'}."
        )
    if not file.is_file():
        raise wrong(f"names {file}, which is not a plain file.", "Name a file to keep games in.")
    if not os.access(file, os.R_OK | os.W_OK):
        raise wrong(
            f"names {file}, which the bot may not read and write.",
            "Allow it to, or name another file.",
        )
    with file.open("rb") as opened:
        begins = opened.read(len(_SQLITE_HEADER))
    if begins not in {b"", _SQLITE_HEADER} and not _damage_is_allowed.get():
        raise wrong(
            f"names {file}, which is not a database: it was not made by SQLite, or is damaged.",
            "Bring back a good copy, or name another file (one that is missing is made).",
        )


def _holds_no_files(folder: Path) -> bool:
    """Whether it is a place such as /proc, where even an administrator cannot make files."""
    if not hasattr(os, "statvfs"):
        return False
    # No room at all may just be unknown; nobody's being allowed to write settles it.
    nobody_writes = not stat.S_IMODE(folder.stat().st_mode) & 0o222
    return nobody_writes and not os.statvfs(folder).f_blocks
