"""Saying a sentence in the language that is spoken, with its places filled in."""

import re
from collections.abc import Sequence
from functools import cache
from typing import Literal

from babel import Locale
from babel.lists import format_list

from bot.errors import Who
from bot.i18n.catalogues import catalogue
from bot.i18n.language import Language, spoken
from bot.tombstones import is_tombstone

_COMMAND = re.compile(r"`/(\w+) ([a-z]+)")


def say(sentence: str, /, **details: object) -> str:
    """Return a sentence in the language that is spoken, each ``{place}`` filled from ``details``.

    A `Who` is filled in as mentions. What no catalogue translates stays English.
    """
    return _filled(_translated(sentence), details)


def say_many(one: str, many: str, number: int, /, **details: object) -> str:
    """Return the sentence for ``number`` of something, which is also filled in as ``{n}``."""
    said = catalogue(spoken()).ngettext(one, many, number)
    return _filled(_with_commands(said, spoken()), {"n": number, **details})


def mark(sentence: str, /) -> str:
    """Mark a sentence for translation that is said later, by `say`. Returns it as it is."""
    return sentence


def in_every_language(sentence: str, /) -> tuple[str, ...]:
    """Return a sentence without places in every language of the bot, English first."""
    return tuple(catalogue(language).gettext(sentence) for language in Language)


def listed(words: Sequence[str]) -> str:
    """Join words as a sentence does: "a", "a and b", "a, b and c"."""
    return _joined(words, "standard")


def mention(player: int) -> str:
    """Return a player's name as Discord shows it, "Somebody" for one who was erased."""
    return say("Somebody") if is_tombstone(player) else f"<@{player}>"


def either(words: Sequence[str]) -> str:
    """Join words of which one is meant: "a", "a or b", "a, b or c"."""
    return _joined(words, "or")


def _joined(words: Sequence[str], style: Literal["standard", "or"]) -> str:
    if len(words) == 1:  # nearly always, and there is nothing to look up
        return words[0]
    # American English would have one more comma.
    locale = _locale("en_GB" if spoken() is Language.ENGLISH else spoken().locale)
    return format_list(list(words), style, locale)


@cache
def _locale(name: str) -> Locale:
    # To read a locale's name takes longer than to join a list.
    return Locale.parse(name)


@cache
def _said(sentence: str, language: Language) -> str:
    return _with_commands(catalogue(language).gettext(sentence), language)


def _translated(sentence: str) -> str:
    language = spoken()
    return sentence if language is Language.ENGLISH else _said(sentence, language)


def _with_commands(said: str, language: Language) -> str:
    """Call commands in a sentence as the reader's Discord does: `/bounty revelar`."""
    if language is Language.ENGLISH or "`/" not in said:
        return said
    words = catalogue(language)
    return _COMMAND.sub(lambda found: f"`/{found[1]} {words.pgettext('command', found[2])}", said)


def _filled(said: str, details: dict[str, object]) -> str:
    if not details:
        return said
    return said.format_map(
        {name: _who(told) if isinstance(told, Who) else told for name, told in details.items()}
    )


def _who(players: Who) -> str:
    return listed([mention(player) for player in players.ids])
