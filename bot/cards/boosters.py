"""Reading what a pod opened: one card a line, in three languages, with a mark for foils."""

import re
from collections.abc import Iterable, Mapping
from typing import NamedTuple

from rapidfuzz import fuzz, process

from bot.cards.search import words
from bot.game.forage.cards import CARDS, Food

MOST_LINES = 100
"""More than two boosters of any kind hold; further lines are not looked at."""

MOST_SUGGESTIONS = 3

_COUNT = re.compile(r"(?P<count>[1-9]\d?)\s*[x×]?\s+(?=\S)", re.IGNORECASE)  # noqa: RUF001
_BULLET = re.compile(r"[-*•]\s+")
_SET = re.compile(r"[\[(]\s*mh2\s*[\])]\s*\d*\s*$", re.IGNORECASE)
_FOIL = re.compile(r"\*f\*|[\[(]\s*foil\s*[\])]|(?<!\w)foil\s*$|^foil(?!\w)", re.IGNORECASE)


class Unknown(NamedTuple):
    """A line with no card of this set, and the names most like it, best first."""

    line: str
    nearest: tuple[str, ...]


class OwnCards(NamedTuple):
    """The food that was read, in the order of the lines, and the lines to ask about."""

    food: tuple[Food, ...]
    unknown: tuple[Unknown, ...]


def own_cards(lines: Iterable[str]) -> OwnCards:
    """Read the cards a pod opened, one a line: ``Chatterstorm``, ``2 Forest``, ``Solitude *F*``.

    Names are known in English, Portuguese and Spanish, in any case and without accents; of a split
    card either half will do. ``*F*``, ``(foil)`` and ``foil`` mark a foil. Empty lines and lines
    that begin with # are passed over, and so is a set with its number: ``(MH2) 32``.
    """
    food: list[Food] = []
    unknown: list[Unknown] = []
    told = [line for line in map(str.strip, lines) if line and not line.startswith("#")]
    for line in told[:MOST_LINES]:
        count, name, foil = _parts(line)
        number = _NUMBERS.get(_key(name))
        if number is None:
            unknown.append(Unknown(line, nearest(name)))
        else:
            food.extend([Food(number=number, foil=foil)] * count)
    return OwnCards(tuple(food), tuple(unknown))


def nearest(text: str, limit: int = MOST_SUGGESTIONS) -> tuple[str, ...]:
    """Return the printed names most like a text: those that begin so, then misspelt ones."""
    key = _key(text)
    if not key:
        return ()
    begun = sorted(known for known in _NUMBERS if known.startswith(key))
    alike = process.extract(key, _NUMBERS.keys(), scorer=fuzz.ratio, score_cutoff=1, limit=20)
    found: dict[int, str] = {}
    for known in (*begun, *(known for known, _, _ in alike)):
        found.setdefault(_NUMBERS[known], _PRINTED[known])
    return tuple(found.values())[:limit]


def _parts(line: str) -> tuple[int, str, bool]:
    """Return how many, the name, and whether it is foil."""
    line = _BULLET.sub("", line, count=1) if _BULLET.match(line) else line
    count = 1
    if (counted := _COUNT.match(line)) is not None:
        count, line = int(counted["count"]), line[counted.end() :]
    name, marks = _FOIL.subn(" ", line)
    return count, _SET.sub("", name.strip()), marks > 0


def _key(name: str) -> str:
    return "".join(words(name))


def _all_names() -> Mapping[str, tuple[int, str]]:
    """Return number and printed name by key; of namesakes (two Forests) the first one counts."""
    known: dict[str, tuple[int, str]] = {}
    for card in CARDS.values():
        for name in card.names().values():
            known.setdefault(_key(name), (card.number, name))
    for card in CARDS.values():
        for half in card.name.split(" // "):
            known.setdefault(_key(half), (card.number, card.name))
    return known


_NUMBERS = {key: number for key, (number, _) in _all_names().items()}
_PRINTED = {key: name for key, (_, name) in _all_names().items()}
