"""What makes a setting's value usable. Each check returns the value to use, or says what is wrong.

No complaint repeats the value of a secret.
"""

import difflib
import logging
import os
import re
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from pathlib import Path
from urllib.parse import urlsplit

from pydantic_core import PydanticCustomError

from bot.hosts import names_a_machine

SQLITE = "sqlite:///"
POSTGRES = ("postgresql", "postgres")
LEVELS = ("DEBUG", "INFO", "WARNING", "ERROR", "CRITICAL")
FORMATS = ("text", "json")

_SQLITE_HEADER = b"SQLite format 3\0"
# In bytes. SQLite puts up to eight more behind a name for the files that it keeps beside one.
_LONGEST_PATH = 500
_LONGEST_NAME = 240

_TOKEN = re.compile(r"[A-Za-z0-9_-]{18,}\.[A-Za-z0-9_-]{4,}\.[A-Za-z0-9_-]{20,}")
_PLACEHOLDER = re.compile(r"your|token|change|replace|example|paste|here|xxx|[<>…]|\.\.\.", re.I)
_NOT_TOKENS = {
    "the application's id": re.compile(r"\d{15,20}"),
    "the application's public key": re.compile(r"[0-9a-f]{64}"),
    "the client secret": re.compile(r"[A-Za-z0-9_-]{32}"),
}
_BOT_PAGE = "Copy it afresh from the Bot page of https://discord.com/developers/applications."


def token(value: str) -> str:
    """Check the shape of a bot's token, and recognise what is often pasted in its place."""
    if value.strip("'\"`\u201c\u201d\u2018\u2019") != value:
        raise _wrong("has quotes around it.", "Remove the quotes.")
    if value.casefold().startswith("bot "):
        raise _wrong('starts with "Bot ".', 'Remove "Bot ": only the token itself is wanted.')
    if re.search(r"\s", value):
        raise _wrong("has a space or a line break in it.", "Remove it, or copy the token afresh.")
    for name, shape in _NOT_TOKENS.items():
        if shape.fullmatch(value):
            raise _wrong(f"looks like {name}, not the bot's token.", _BOT_PAGE)
    if not _TOKEN.fullmatch(value):
        if _PLACEHOLDER.search(value):
            raise _wrong("still holds a placeholder.", _BOT_PAGE)
        raise _wrong("is not a bot's token: that is three parts joined by dots.", _BOT_PAGE)
    return value


def database_url(value: str) -> str:
    """Check the address of the database: a SQLite file, or a PostgreSQL server.

    A file need not exist yet, if it can be made. A server is not asked.
    """
    scheme, _, rest = value.partition("://")
    if scheme.startswith("postgres"):
        return _postgres_url(value)
    if scheme != "sqlite" or not rest.startswith("/"):
        raise _wrong(
            "is not the address of a SQLite file.",
            "Write sqlite:/// and the file: three slashes and a path from the working directory"
            " (sqlite:///state/podkeeper.db), or four for a path from the root"
            " (sqlite:////var/lib/podkeeper.db).",
        )
    path = rest[1:]
    if path.rpartition("/")[2] in {"", ".", ".."}:
        raise _wrong("names no file.", "End it with a file name, such as podkeeper.db.")
    if ":memory:" in path:
        raise _wrong(
            "would keep the games in memory, and lose them when the bot stops.",
            "Name a file, such as sqlite:///state/podkeeper.db.",
        )
    if "?" in path or path.startswith("~"):
        raise _wrong("has a ? or a ~, which is not read.", "Write the plain path of the file.")
    _usable_place(path)
    return value


_damage_is_allowed = ContextVar("damage_is_allowed", default=False)


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
        wrong = parts.scheme not in POSTGRES or parts.port == 0 or re.search(r"\s", value)
    except ValueError:
        raise _wrong("is not the address of a PostgreSQL database.", fix) from None
    if wrong or parts.fragment:
        raise _wrong("is not the address of a PostgreSQL database.", fix)
    if not parts.path.strip("/"):
        raise _wrong("names no database of the PostgreSQL server.", fix)
    return value


def _usable_place(path: str) -> None:
    """Check that a database lies at ``path``, or can be made there. Nothing is made by this.

    Only for a program that does not have the database open yet: closing a file takes away the
    locks that the process has on it.
    """
    try:
        file = Path(path).absolute()
        if len(os.fsencode(file)) > _LONGEST_PATH or len(os.fsencode(file.name)) > _LONGEST_NAME:
            raise _wrong(
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
        raise _wrong(
            f"names a place that cannot be looked at ({reason}).",
            "Name a file that the bot may read and write, or a folder where it may make one.",
        ) from None


def _usable_folder(folder: Path) -> None:
    while not os.path.lexists(folder) and folder != folder.parent:
        folder = folder.parent  # what is missing is made at the first run
    if not folder.is_dir():
        raise _wrong(
            f"needs a folder where there is none: {folder} is something else.",
            "Name a file in a folder, such as sqlite:///state/podkeeper.db.",
        )
    if not os.access(folder, os.W_OK | os.X_OK) or _holds_no_files(folder):
        raise _wrong(
            f"lies in {folder}, which is not writable.",
            "Allow the bot to write there, or name a file elsewhere.",
        )


def _usable_file(file: Path) -> None:
    if file.is_dir():
        raise _wrong(
            f"names a folder, {file}.", f"Add the file's name: {SQLITE}{file / 'podkeeper.db'}."
        )
    if not file.is_file():
        raise _wrong(f"names {file}, which is not a plain file.", "Name a file to keep games in.")
    if not os.access(file, os.R_OK | os.W_OK):
        raise _wrong(
            f"names {file}, which the bot may not read and write.",
            "Allow it to, or name another file.",
        )
    with file.open("rb") as opened:
        begins = opened.read(len(_SQLITE_HEADER))
    if begins not in {b"", _SQLITE_HEADER} and not _damage_is_allowed.get():
        raise _wrong(
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


def log_level(value: str) -> str:
    """Check the name of a logging level; capitals do not matter."""
    level = value.strip().upper()
    if level in LEVELS:
        return level
    meant = difflib.get_close_matches(level, LEVELS, n=1)
    fix = f"Write {meant[0]}." if meant else f"Write one of {', '.join(LEVELS)}."
    raise _wrong(f"is {value!r}, which is not a level.", fix)


def log_format(value: str) -> str:
    """Check how entries are to be written; capitals do not matter."""
    if value.strip().lower() in FORMATS:
        return value.strip().lower()
    raise _wrong(f"is {value!r}, which is no format.", f"Write {' or '.join(FORMATS)}.")


def level_number(level: str) -> int:
    """Return the number that `logging` has for a level that passed `log_level`."""
    return logging.getLevelNamesMapping()[level]


def web_address(value: str) -> str:
    """Check an http(s) address; a slash at its end is dropped."""
    fix = "Write it in full, such as http://localhost:8080/api/v10."
    try:
        parts = urlsplit(value)
        usable = parts.scheme in {"http", "https"} and parts.port != 0
        usable = usable and names_a_machine(parts.hostname or "")
    except ValueError:
        raise _wrong("is not a web address.", fix) from None
    if not usable or re.search(r"\s", value):
        raise _wrong("is not a web address.", fix)
    if "@" in parts.netloc:
        raise _wrong("has a name or a password in it, which would get into logs.", "Remove that.")
    if parts.query or parts.fragment:
        raise _wrong("has a ? or a # in it, and paths are put behind it.", fix)
    return value.rstrip("/")


def server_id(value: object) -> int:
    """Check the id of a Discord server: 17 to 20 digits."""
    text = str(value).strip()
    if not re.fullmatch(r"[0-9]{17,20}", text):
        raise _wrong(
            "is not the id of a server, which is 17 to 20 digits.",
            "In Discord, switch on Developer Mode, right-click the server, Copy Server ID.",
        )
    return int(text)


def hours(value: object) -> int:
    """Check a number of hours, up to a year; 0 is never."""
    return _whole(value, 0, 24 * 366, "Write a number of hours, such as 24, or 0 for never.")


def backup_count(value: object) -> int:
    """Check how many backups are to be kept: at least one."""
    return _whole(value, 1, 100_000, "Write how many backups to keep, such as 14.")


def days(value: object) -> int:
    """Check a number of days, up to a hundred years; 0 is for ever."""
    return _whole(value, 0, 36_525, "Write a number of days, such as 180, or 0 for ever.")


def acts(value: object) -> int:
    """Check how often a member may act; 0 is any number of times."""
    return _whole(value, 0, 10_000, "Write how many acts, such as 10, or 0 for any number.")


def cluster_id(value: object) -> int:
    """Check the number of a cluster, counted from 0."""
    return _whole(value, 0, 9_999, "Write 0 for the first process, 1 for the second, and so on.")


def count(value: object) -> int:
    """Check a number of clusters or shards."""
    return _whole(value, 1, 10_000, "Write how many there are in all.")


def port(value: object) -> int:
    """Check the number of a network port."""
    return _whole(value, 1, 65_535, "Write a port from 1 to 65535 that is free, such as 9184.")


def host(value: str) -> str:
    """Check a name or an address of this machine, to listen at."""
    text = value.strip()
    if not names_a_machine(text):
        raise _wrong(
            f"is {value[:80]!r}, which is no name or address of a machine.",
            "Write 127.0.0.1 for this machine only, or 0.0.0.0 for whoever reaches it.",
        )
    return text


def contact(value: str) -> str:
    """Check what Scryfall is told of whoever runs the bot: it becomes a part of a header."""
    text = value.strip()
    if not re.fullmatch(r"[ -~]{1,100}", text) or set(text) & set("()"):
        raise _wrong(
            "is not a plain line of at most 100 letters without accents and brackets.",
            "Write an e-mail address, or the address of a page.",
        )
    return text


def _whole(value: object, least: int, most: int, fix: str) -> int:
    text = str(value).strip()
    if not re.fullmatch(r"[0-9]{1,9}", text):
        raise _wrong(f"is {text[:20]!r}, which is no whole number.", fix)
    if not least <= int(text) <= most:
        raise _wrong(f"is {text}, which is not from {least} to {most}.", fix)
    return int(text)


def _wrong(what: str, fix: str) -> PydanticCustomError:
    return PydanticCustomError("setting", "{what} {fix}", {"what": what, "fix": fix})
