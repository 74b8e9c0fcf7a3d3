"""Finding cards by what people type: either face's name, in three languages, even misspelt.

A name is compared by its letters and digits alone. Accents, case, quotes, commas, spaces and the
``//`` between two faces make no difference.
"""

import re
import unicodedata
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from rapidfuzz import fuzz, process

from bot.cards.card import Card, Language
from bot.game.faces import Kind, Side

LONGEST_TEXT = 120
"""How much of a text is looked at, in characters: more than the longest pair of names."""

SHORTEST_FUZZY = 3
LIKENESS = 70.0
"""How alike a misspelt name must be to be offered while typing, of 100."""

_QUOTES = dict.fromkeys(
    map(ord, "'\"`\u00b4\u2018\u2019\u201b\u201c\u201d\u201e\u02bc\u00ab\u00bb")
)
_WORD = re.compile(r"[^\W_]+")
_AFTER_ANY = chr(0x10FFFF)
_LANGUAGES = tuple(Language)


@dataclass(frozen=True, slots=True)
class Match:
    """A face that was found, and the name by which it was found."""

    card: Card
    side: Side
    name: str
    language: Language

    @property
    def label(self) -> str:
        """The name as offered to the reader: English added to a foreign one, at most 80 long."""
        label, english = self.name, self.card.face(self.side).name
        if english != self.name:
            label = f"{self.name} · {english}"
        if self.card.kind is Kind.MELD and self.side is Side.BACK:
            # One melded back belongs to two cards.
            label = f"{label} ({self.card.faces[0].name})"
        return label if len(label) <= 80 else f"{label[:79]}…"


def words(text: str) -> list[str]:
    """Return the words of a text in lower case, without accents, quotes and punctuation."""
    letters = unicodedata.normalize("NFKD", text[:LONGEST_TEXT].translate(_QUOTES)).casefold()
    return _WORD.findall("".join(c for c in letters if not unicodedata.combining(c)))


@dataclass(frozen=True, slots=True)
class _Entry:
    match: Match
    words: tuple[str, ...]

    @property
    def key(self) -> str:
        return "".join(self.words)

    @property
    def rank(self) -> tuple[int, str]:
        return _LANGUAGES.index(self.match.language), self.key


class Names:
    """An index of the names of cards. It never changes."""

    def __init__(self, cards: Iterable[Card]) -> None:
        listed = tuple(cards)
        self._faces = sorted(_face_names(listed), key=lambda entry: entry.rank)
        pairs = list(_whole_names(listed))
        entries = [*self._faces, *pairs]
        self._exact: dict[str, list[Match]] = defaultdict(list)
        for entry in entries:
            self._exact[entry.key].append(entry.match)
        # Positions stand for entries, so that the lists stay sortable and small.
        self._entries = entries
        self._keys = sorted((entry.key, at) for at, entry in enumerate(entries))
        self._words = sorted(
            (word, at) for at, entry in enumerate(self._faces) for word in set(entry.words)
        )
        self._starts = [
            *((start, at) for at, entry in enumerate(self._faces) for start in _starts(entry)),
            *((pair.key, at) for at, pair in enumerate(pairs, len(self._faces))),
        ]

    def find(self, text: str) -> tuple[Match, ...]:
        """Return the faces with exactly this name: none, one, or several namesakes."""
        return _distinct(self._exact.get("".join(words(text)), ()))

    def search(self, text: str, limit: int = 25) -> list[Match]:
        """Return at most ``limit`` faces, the best first, of any text at all.

        First those with this name, then those whose name begins so, then those with words that
        begin so, then misspelt ones. Without a letter or digit, the first ones of the catalogue.
        """
        typed = words(text)
        if not typed:
            fronts = (entry.match for entry in self._faces if entry.match.side is Side.FRONT)
            return list(_distinct(fronts, limit))
        return list(_distinct(self._stages(typed, limit), limit))

    def nearest(self, text: str, limit: int = 3) -> list[Match]:
        """Return the faces whose names are most like a text, however unlike."""
        typed = words(text)
        return list(_distinct(self._nearest(typed, limit), limit)) if typed else []

    def _stages(self, typed: Sequence[str], limit: int) -> Iterator[Match]:
        key = "".join(typed)
        yield from self._exact.get(key, ())
        yield from self._matches(_beginning(self._keys, key))
        yield from self._matches(
            set.intersection(*(set(_beginning(self._words, word)) for word in typed))
        )
        if len(key) >= SHORTEST_FUZZY:
            yield from self._misspelt(key, limit)

    def _matches(self, positions: Iterable[int]) -> Iterator[Match]:
        found = sorted((self._entries[at] for at in positions), key=lambda entry: entry.rank)
        return (entry.match for entry in found)

    def _misspelt(self, key: str, limit: int) -> Iterator[Match]:
        # Every name is compared from each of its words on, and only as far as was typed: people
        # misspell names that they have not finished typing.
        reach = len(key) + 1
        typed_so_far = [start[:reach] for start, _ in self._starts]
        found = process.extract(
            key, typed_so_far, scorer=fuzz.ratio, score_cutoff=LIKENESS, limit=limit * 4
        )
        return (self._entries[self._starts[at][1]].match for _, _, at in found)

    def _nearest(self, typed: Sequence[str], limit: int) -> Iterator[Match]:
        yield from self._stages(typed, limit)
        keys = [key for key, _ in self._keys]
        # A cutoff just above 0 leaves out what has not one letter in common.
        found = process.extract(
            "".join(typed), keys, scorer=fuzz.ratio, score_cutoff=1, limit=limit * 8
        )
        yield from (self._entries[self._keys[at][1]].match for _, _, at in found)


def _face_names(cards: Iterable[Card]) -> Iterator[_Entry]:
    for card in cards:
        for side in _named_sides(card):
            seen: set[str] = set()
            for language, name in card.face(side).names().items():
                entry = _Entry(Match(card, side, name, language), tuple(words(name)))
                if entry.key not in seen:
                    seen.add(entry.key)
                    yield entry


def _whole_names(cards: Iterable[Card]) -> Iterator[_Entry]:
    """Yield the names of both faces together, written either way round: the first one is meant."""
    for card in cards:
        names = {side: card.face(side).names() for side in Side}
        for side in _named_sides(card):
            for language, name in names[side].items():
                if other := names[side.other].get(language):
                    both = (*words(name), *words(other))
                    yield _Entry(Match(card, side, name, language), both)


def _named_sides(card: Card) -> tuple[Side, ...]:
    """Both sides of a reversible card have one name: it means the front."""
    return (Side.FRONT,) if card.kind is Kind.REVERSIBLE else tuple(Side)


def _starts(entry: _Entry) -> Iterator[str]:
    for at in range(len(entry.words)):
        yield "".join(entry.words[at:])


def _beginning(index: Sequence[tuple[str, int]], text: str) -> Iterator[int]:
    first = bisect_left(index, (text, -1))
    last = bisect_left(index, (text + _AFTER_ANY, -1))
    return (at for _, at in index[first:last])


def _distinct(matches: Iterable[Match], limit: int | None = None) -> tuple[Match, ...]:
    """Keep the first match of each face, up to ``limit`` of them."""
    kept: dict[tuple[str, Side], Match] = {}
    for match in matches:
        if limit is not None and len(kept) >= limit:
            break
        kept.setdefault((match.card.id, match.side), match)
    return tuple(kept.values())
