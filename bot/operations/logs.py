"""Logging: one line or one JSON object an entry, on standard error.

Nothing in it gives access, and nothing tells what people are called or have written.
"""

import json
import logging
import re
import time

from bot.settings.checks import level_number

_QUOTED = r"""(?:'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*")"""
_BLOTTED = (
    # A bot's token, in the widest shape that the settings take for one.
    (re.compile(r"[A-Za-z0-9_-]{18,}\.[A-Za-z0-9_-]{4,}\.[A-Za-z0-9_-]{20,}"), "(token)"),
    # An interaction's or webhook's token: in the path of a request, in a body, or anywhere.
    (re.compile(r"((?:webhooks|interactions)/\d+/)[^\s/?'\"]+"), r"\1(token)"),
    (re.compile(rf"(['\"]token['\"]: ?){_QUOTED}"), r"\1(token)"),
    (re.compile(r"aW50ZXJhY3Rpb246[A-Za-z0-9_=-]*"), "(token)"),
    # The password of a database.
    (re.compile(r"(\b\w+://[^\s:/@]*:)[^\s/@]+@"), r"\1(password)@"),
    # What discord.py and pydantic put into the texts of objects and errors.
    (
        re.compile(rf"\b((?:global_|display_)?name|nick|content|topic|description)={_QUOTED}"),
        r"\1=…",
    ),
    (re.compile(r"\binput_value=.*?(?=, input_type=|\]?$)", re.M), "input_value=…"),
)


class _Discreet(logging.Formatter):
    """Writes UTC times and blots out what is nobody's business, in tracebacks too."""

    default_time_format = "%Y-%m-%dT%H:%M:%S"
    default_msec_format = "%s.%03dZ"

    def __init__(self) -> None:
        super().__init__("%(asctime)s %(levelname)-8s %(name)s: %(message)s")
        self.converter = time.gmtime

    def format(self, record: logging.LogRecord) -> str:
        return _discreet(super().format(record))


class _Json(_Discreet):
    """Writes an object a line: time, level, logger, message, and exception where there is one."""

    def format(self, record: logging.LogRecord) -> str:
        entry = {
            "time": self.formatTime(record),
            "level": record.levelname,
            "logger": record.name,
            "message": _discreet(record.getMessage()),
        }
        if record.exc_info:
            entry["exception"] = _discreet(self.formatException(record.exc_info))
        return json.dumps(entry, ensure_ascii=False)


def set_up(level: str, style: str = "text") -> None:
    """Log the program's entries from ``level`` up, and libraries' from INFO up.

    ``style`` is "text" or "json". discord.py's debug entries hold messages and tokens, so they are
    never written.
    """
    handler = logging.StreamHandler()
    handler.setFormatter(_Json() if style == "json" else _Discreet())
    handler.addFilter(_concerns_us)
    number = level_number(level)
    logging.basicConfig(level=max(number, logging.INFO), handlers=[handler], force=True)
    for ours in ("bot", "cogs"):
        logging.getLogger(ours).setLevel(number)
    # It only says that something is tried again; whoever tries tells what came of it.
    logging.getLogger("stamina").setLevel(logging.ERROR)


def _discreet(text: str) -> str:
    for pattern, instead in _BLOTTED:
        text = pattern.sub(instead, text)
    return text


def _concerns_us(record: logging.LogRecord) -> bool:
    """Leave out discord.py's warnings that it cannot speak: this bot has no use for voice."""
    return not str(record.msg).endswith("voice will NOT be supported")
