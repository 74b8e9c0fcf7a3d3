"""Reading what a pod opened: one card a line, in three languages, with a mark for foils."""

import re
from collections.abc import Iterable, Mapping
from typing import NamedTuple

from rapidfuzz import fuzz, process

from bot.cards.search import LONGEST_TEXT, words
from bot.game.forage.cards import CARDS, Food

MOST_LINES = 100
"""More than two boosters of any kind hold; further lines are not looked at."""

MOST_SUGGESTIONS = 3

_BOLD = re.compile(r"\*\*(.+?)\*\*")
_ITALIC = re.compile(r"^\*(\w[^*]*)\*$")
_BULLET = re.compile(r"^(?:[-*•–]|\d{1,3}[.)])\s+")  # noqa: RUF001
_SPACE = re.compile(r"^[A-E][1-5]\s+")
_COUNT = re.compile(r"^([1-9]\d?)\s*[x×]?\s+(?=\S)", re.IGNORECASE)  # noqa: RUF001
_COUNTS_AT_THE_END = (
    re.compile(r"\s[x×]\s?([1-9]\d?)$", re.IGNORECASE),  # noqa: RUF001
    re.compile(r"\s([1-9]\d?)\s?[x×]$", re.IGNORECASE),  # noqa: RUF001
    re.compile(r"\s\(\s*[x×]\s*([1-9]\d?)\s*\)$", re.IGNORECASE),  # noqa: RUF001
    re.compile(r"\s\(\s*([1-9])\s*\)$"),  # with two digits, it may be a number of the set
)
_SET = re.compile(r"(?:[\[(]\s*mh2\s*[\])]|(?<!\w)mh2(?!\w))(?:\s*[#:]?\s*\d{1,3}(?!\w))?", re.I)
_FOIL = re.compile(
    r"\*\s*(?:f|foil)\s*\*|[\[(<]\s*(?:f|foil)\s*[\])>]|[⭐★✨]|\s*\*+$"
    r"|(?<!\w)foil$|^foil(?!\w)",
    re.IGNORECASE,
)
_WHOSE = re.compile(r"^[^:]{1,120}:\s*")
_MOST_COMMAS = 1
"""So many commas stand in a name: "Chatterfang, Squirrel General"."""


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
    card either half will do. ``*F*``, ``(foil)``, ``foil`` and a star, as the bot itself prints it,
    mark a foil. Empty lines and lines that begin with # are passed over, and so is a set with its
    number: ``(MH2) 32``. A line may also be a haul as the bot tells it: ``Ana: Wonder ⭐, Forest``.
    """
    food: list[Food] = []
    unknown: list[Unknown] = []
    told = [line for line in map(str.strip, lines) if line and not line.startswith("#")]
    for line in told[:MOST_LINES]:
        found = _cards(line) or _haul(line)
        if found:
            food.extend(found)
        else:
            unknown.append(Unknown(line, nearest(_parts(line)[1])))
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


def _cards(line: str) -> list[Food]:
    """Return the cards of a line that names one, once or several times."""
    count, name, foil = _parts(line)
    number = _NUMBERS.get(_key(name))
    return [] if number is None else [Food(number=number, foil=foil)] * count


def _haul(line: str) -> list[Food]:
    """Return the cards of a line that names several with commas between; all are known, or none."""
    pieces = _WHOSE.sub("", line, count=1).split(",")
    if len(pieces) > MOST_LINES:
        return []
    food: list[Food] = []
    at = 0
    while at < len(pieces):
        for end in range(at + 1 + _MOST_COMMAS, at, -1):
            found = _cards(",".join(pieces[at:end]).strip())
            if found:
                break
        else:
            return []
        food += found
        at = min(end, len(pieces))
    return food


def _parts(line: str) -> tuple[int, str, bool]:
    """Return how many, the name, and whether it is foil."""
    if len(line) > LONGEST_TEXT:
        return 1, line, False
    line = _BULLET.sub("", _BOLD.sub(r"\1", line), count=1)
    line = _SPACE.sub("", _ITALIC.sub(r"\1", line), count=1)
    count = 1
    if (counted := _COUNT.match(line)) is not None:
        count, line = int(counted[1]), line[counted.end() :]
    foil, name, before = False, line, ""
    while name != before:
        before = name
        name = _SET.sub(" ", name).strip()
        name, marks = _FOIL.subn(" ", name)
        foil, name = foil or marks > 0, _without_variation(name)
        for ending in _COUNTS_AT_THE_END:
            if (counted := ending.search(name)) is not None:
                count, name = int(counted[1]), name[: counted.start()]
    return count, name, foil


def _without_variation(name: str) -> str:
    """Return a name without what cannot be seen, such as the sign for an emoji in colour."""
    return name.replace("\ufe0f", " ").replace("\u200d", "").strip()


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
