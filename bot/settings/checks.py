"""What makes a setting's value usable. Each check returns the value to use, or says what is wrong.

No complaint repeats the value of a secret.
"""

import difflib
import logging
import re
from urllib.parse import urlsplit

from pydantic_core import PydanticCustomError

from bot.settings.hosts import names_a_machine

LEVELS = ("DEBUG", "INFO", "WARNING", "ERROR", "CRITICAL")
FORMATS = ("text", "json")

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
        raise wrong("has quotes around it.", "Remove the quotes.")
    if value.casefold().startswith("bot "):
        raise wrong('starts with "Bot ".', 'Remove "Bot ": only the token itself is wanted.')
    if re.search(r"\s", value):
        raise wrong("has a space or a line break in it.", "Remove it, or copy the token afresh.")
    for name, shape in _NOT_TOKENS.items():
        if shape.fullmatch(value):
            raise wrong(f"looks like {name}, not the bot's token.", _BOT_PAGE)
    if not _TOKEN.fullmatch(value):
        if _PLACEHOLDER.search(value):
            raise wrong("still holds a placeholder.", _BOT_PAGE)
        raise wrong("is not a bot's token: that is three parts joined by dots.", _BOT_PAGE)
    return value


def log_level(value: str) -> str:
    """Check the name of a logging level; capitals do not matter."""
    level = value.strip().upper()
    if level in LEVELS:
        return level
    meant = difflib.get_close_matches(level, LEVELS, n=1)
    fix = f"Write {meant[0]}." if meant else f"Write one of {', '.join(LEVELS)}."
    raise wrong(f"is {value!r}, which is not a level.", fix)


def log_format(value: str) -> str:
    """Check how entries are to be written; capitals do not matter."""
    if value.strip().lower() in FORMATS:
        return value.strip().lower()
    raise wrong(f"is {value!r}, which is no format.", f"Write {' or '.join(FORMATS)}.")


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
        raise wrong("is not a web address.", fix) from None
    if not usable or re.search(r"\s", value):
        raise wrong("is not a web address.", fix)
    if "@" in parts.netloc:
        raise wrong("has a name or a password in it, which would get into logs.", "Remove that.")
    if parts.query or parts.fragment:
        raise wrong("has a ? or a # in it, and paths are put behind it.", fix)
    return value.rstrip("/")


def server_id(value: object) -> int:
    """Check the id of a Discord server: 17 to 20 digits."""
    text = str(value).strip()
    if not re.fullmatch(r"[0-9]{17,20}", text):
        raise wrong(
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
        raise wrong(
            f"is {value[:80]!r}, which is no name or address of a machine.",
            "Write 127.0.0.1 for this machine only, or 0.0.0.0 for whoever reaches it.",
        )
    return text


def contact(value: str) -> str:
    """Check what Scryfall is told of whoever runs the bot: it becomes a part of a header."""
    text = value.strip()
    if not re.fullmatch(r"[ -~]{1,100}", text) or set(text) & set("()"):
        raise wrong(
            "is not a plain line of at most 100 letters without accents and brackets.",
            "Write an e-mail address, or the address of a page.",
        )
    return text


def _whole(value: object, least: int, most: int, fix: str) -> int:
    text = str(value).strip()
    if not re.fullmatch(r"-?[0-9]{1,9}", text):
        raise wrong(f"is {text[:20]!r}, which is no whole number.", fix)
    if not least <= int(text) <= most:
        raise wrong(f"is {text}, which is not from {least} to {most}.", fix)
    return int(text)


def wrong(what: str, fix: str) -> PydanticCustomError:
    """Return what to raise for a value: what is wrong with it, and how to mend it."""
    return PydanticCustomError("setting", "{what} {fix}", {"what": what, "fix": fix})
