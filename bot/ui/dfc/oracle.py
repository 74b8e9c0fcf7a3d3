"""The rules text of a face, or of a ruling, as a message shows it: literally, and not too long."""

import re
from bisect import bisect_right
from typing import Final

from discord.utils import escape_mentions

from bot.i18n import Language, mark, say
from bot.ui.mana import Symbols

REST_ON_SCRYFALL: Final = mark("… *(the rest is on Scryfall)*")

# What may begin a heading, a list or small print, and what is markup anywhere.
_BEGINS_MARKUP = re.compile(r"^(\s*)([#+-])|^(\s*\d+)([.)])(?=\s)", re.MULTILINE)
_MARKUP = re.compile(r"[\\*_~|`\[\]<>]")
# What none of it is without: most names have nothing of the kind, which is seen at one look.
_SUSPICIOUS = re.compile(r"[\\*_~|`\[\]<>#+@\u200b-]|\d[.)]|://")
_REMINDER = re.compile(r"\([^()\n]*(?:\)|$)", re.MULTILINE)
_WORD = re.compile(r"\S+")


def literal(text: str) -> str:
    """Return a text so that all of it is read as it stands: no markup, mention, emoji or link.

    The braces of symbols are left for `Symbols.drawn`.
    """
    if _SUSPICIOUS.search(text) is None:
        return text
    escaped = _MARKUP.sub(r"\\\g<0>", text)
    escaped = _BEGINS_MARKUP.sub(r"\1\3\\\2\4", escaped).replace("://", ": //")
    # A mention is broken with a space that nobody sees: this one is seen.
    return escape_mentions(escaped).replace("\u200b", " ")


def written(text: str, symbols: Symbols, language: Language = Language.ENGLISH) -> str:
    """Return a text of a card: reminder text in italics, its symbols as they are shown."""
    italic = _REMINDER.sub(r"*\g<0>*", literal(text))
    return symbols.drawn(italic, language)


def quotation(text: str, symbols: Symbols, language: Language = Language.ENGLISH) -> str:
    """Return a text of a card set apart from what we say ourselves, a paragraph a line."""
    if not text:
        return ""
    lines = written(text, symbols, language).splitlines()
    return "\n".join(f"> {line}" for line in lines if line.strip())


def shortened(
    text: str, symbols: Symbols, language: Language = Language.ENGLISH, *, limit: int
) -> str:
    """Return as much of `quotation` as fits into ``limit`` characters, and where the rest is.

    It ends between two words, so no symbol and no markup falls apart. Only that there is a rest
    is said in any case.
    """
    whole = quotation(text, symbols, language)
    if len(whole) <= limit or not whole:
        return whole
    ends = [0, *(word.end() for word in _WORD.finditer(text))]
    rest = say(REST_ON_SCRYFALL)

    def beginning(words: int) -> str:
        shown = quotation(text[: ends[words]], symbols, language)
        return f"{shown} {rest}" if shown else f"> {rest}"

    fitting = bisect_right(range(len(ends)), limit, key=lambda words: len(beginning(words)))
    return beginning(max(fitting - 1, 0))
