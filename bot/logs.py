"""Logging: one line an entry, on standard error, with nothing in it that gives access."""

import logging
import re
import time

from bot.setting_checks import level_number

# A bot's token; an interaction's or webhook's token in the path of a request.
_BOT_TOKEN = re.compile(r"[A-Za-z0-9_-]{18,}\.[A-Za-z0-9_-]{6,}\.[A-Za-z0-9_-]{25,}")
_PATH_TOKEN = re.compile(r"((?:webhooks|interactions)/\d+/)[^\s/?'\"]+")


class _Discreet(logging.Formatter):
    """Writes UTC times and blots out tokens, in messages and in tracebacks."""

    default_time_format = "%Y-%m-%dT%H:%M:%S"
    default_msec_format = "%s.%03dZ"

    def __init__(self) -> None:
        super().__init__("%(asctime)s %(levelname)-8s %(name)s: %(message)s")
        self.converter = time.gmtime

    def format(self, record: logging.LogRecord) -> str:
        text = _BOT_TOKEN.sub("(token)", super().format(record))
        return _PATH_TOKEN.sub(r"\1(token)", text)


def set_up(level: str) -> None:
    """Log the program's entries from ``level`` up, and libraries' from INFO up.

    discord.py's debug entries hold messages and tokens, so they are never written.
    """
    handler = logging.StreamHandler()
    handler.setFormatter(_Discreet())
    handler.addFilter(_concerns_us)
    number = level_number(level)
    logging.basicConfig(level=max(number, logging.INFO), handlers=[handler], force=True)
    for ours in ("bot", "cogs"):
        logging.getLogger(ours).setLevel(number)


def _concerns_us(record: logging.LogRecord) -> bool:
    """Leave out discord.py's warnings that it cannot speak: this bot has no use for voice."""
    return not str(record.msg).endswith("voice will NOT be supported")
