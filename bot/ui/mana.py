"""The symbols of card texts, such as ``{G}`` or ``{T}``, as a message shows them.

As text, mana stays as it is, which is short and known to every player, and the other symbols become
words. Where whoever runs the bot has given it our own emojis (`bot.client.emojis`), mana is
shown by them.
"""

import re
from collections.abc import Mapping
from itertools import product
from typing import Final, Self

from bot.i18n import Language

VERSION: Final = 1
"""Counted up when the emojis are drawn anew, so that the new ones get names of their own."""

_PAIRS = ("W/U", "U/B", "B/R", "R/G", "G/W", "W/B", "U/R", "B/G", "R/W", "G/U")
CODES: Final = (
    *"WUBRGCSXYZ",
    *map(str, range(21)),
    *_PAIRS,
    *(f"{other}/{colour}" for other, colour in product("2C", "WUBRG")),
    *(f"{payable}/P" for payable in ("W", "U", "B", "R", "G", "C", *_PAIRS)),
)
"""What can stand in a mana cost: a code is what Scryfall writes between the braces."""

_SYMBOL = re.compile(r"\{([^{}\s]+)\}")
_WORDS = {
    "T": {Language.ENGLISH: "Tap", Language.PORTUGUESE: "Virar", Language.SPANISH: "Girar"},
    "Q": {
        Language.ENGLISH: "Untap",
        Language.PORTUGUESE: "Desvirar",
        Language.SPANISH: "Enderezar",
    },
    "E": dict.fromkeys(Language, "⚡"),
    "TK": dict.fromkeys(Language, "🎟️"),
}


class Symbols:
    """How symbols are shown: mana by ``emojis``, a code to what Discord writes, as far as known."""

    def __init__(self, emojis: Mapping[str, str]) -> None:
        self._emojis = dict(emojis)

    @classmethod
    def named(cls, emojis: Mapping[str, str]) -> Self:
        """Show mana by those of these emojis that are ours; a name to what Discord writes."""
        ours = {code: emojis.get(emoji_name(code)) for code in CODES}
        return cls({code: emoji for code, emoji in ours.items() if emoji is not None})

    def drawn(self, text: str, language: Language = Language.ENGLISH) -> str:
        """Return a text with its symbols as they are shown. An unknown one stays as it is."""
        if "{" not in text:
            return text

        def draw(symbol: re.Match[str]) -> str:
            code = symbol[1]
            if code in _WORDS:
                return _WORDS[code][language]
            return self._emojis.get(code, symbol[0])

        return _SYMBOL.sub(draw, text)


WORDS: Final = Symbols({})
"""Symbols as text."""


def emoji_name(code: str) -> str:
    """Return the name of our emoji for a mana symbol, at most 32 letters, digits and ``_``."""
    return f"mana_{code.replace('/', '').lower()}_v{VERSION}"
