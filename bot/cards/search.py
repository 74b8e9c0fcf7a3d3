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

from bot.cards.card import Card
from bot.cards.misspelt import Misspelt
from bot.game.faces import Kind, Side
from bot.i18n import Language, say

LONGEST_TEXT = 120
"""How much of a text is looked at, in characters: more than the longest pair of names."""

SHORTEST_FUZZY = 3
HARDLY_ALIKE = 62.0

MOST_TOKENS = 20
"""Many tokens share a name, each with another one on its back."""

_MOST_FRONTS = 25

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
        if self.card.token:
            other = self.card.face(self.side.other).name
            label = say("{name} (token // {other})", name=label, other=other)
        return label if len(label) <= 80 else f"{label[:79]}…"


def words(text: str) -> list[str]:
    """Return the words of a text in lower case, without accents, quotes and punctuation."""
    unquoted = text[:LONGEST_TEXT].translate(_QUOTES)
    if unquoted.isascii():
        return _WORD.findall(unquoted.lower())
    letters = unicodedata.normalize("NFKD", unquoted).casefold()
    return _WORD.findall("".join(c for c in letters if not unicodedata.combining(c)))


@dataclass(frozen=True, slots=True)
class _Entry:
    match: Match
    words: tuple[str, ...]

    @property
    def key(self) -> str:
        return "".join(self.words)

    @property
    def rank(self) -> tuple[bool, int, str]:
        """Cards before tokens, then languages in their order, then by name."""
        return self.match.card.token, _LANGUAGES.index(self.match.language), self.key


class Names:
    """An index of the names of cards. It never changes."""

    def __init__(self, cards: Iterable[Card], also: Iterable[Card] = ()) -> None:
        """Index the names of ``cards``, and those that other versions of them have beside these.

        A card may have been printed under two names in one language. ``also`` holds such versions,
        under the same ids.
        """
        listed = tuple(cards)
        versions = [*((card, card) for card in listed), *_versions(listed, also)]
        faces = sorted(_face_names(versions), key=lambda entry: entry.rank)
        pairs = list(_whole_names(versions))
        # Positions stand for entries, and are sorted as entries rank.
        self._entries = sorted((*faces, *pairs), key=lambda entry: entry.rank)
        self._exact: dict[str, list[Match]] = defaultdict(list)
        for entry in self._entries:
            self._exact[entry.key].append(entry.match)
        self._first_token = sum(not entry.match.card.token for entry in self._entries)
        self._keys = sorted((entry.key, at) for at, entry in enumerate(self._entries))
        whole = set(map(id, pairs))
        self._words = sorted(
            (word, at)
            for at, entry in enumerate(self._entries)
            if id(entry) not in whole
            for word in set(entry.words)
        )
        self._misspelt = Misspelt(
            (start, at)
            for at, entry in enumerate(self._entries)
            for start in ([entry.key] if id(entry) in whole else _starts(entry))
        )
        fronts = (entry.match for entry in faces if entry.match.side is Side.FRONT)
        self._first_fronts = _distinct(fronts, _MOST_FRONTS)

    def find(self, text: str) -> tuple[Match, ...]:
        """Return the faces with exactly this name: none, one, or several namesakes.

        Tokens only where no card has the name, and not more than fit into one answer.
        """
        found = self._exact.get("".join(words(text)), ())
        cards = [match for match in found if not match.card.token]
        return _distinct(cards) if cards else _distinct(found, MOST_TOKENS)

    def search(self, text: str, limit: int = 25) -> list[Match]:
        """Return at most ``limit`` faces, the best first, of any text at all.

        First those with this name, then those whose name begins so, then those with words that
        begin so; then the same for tokens; then, where no name begins so, misspelt ones. Without a
        letter or digit, the first ones of the catalogue.
        """
        typed = words(text)
        if not typed:
            return list(self._first_fronts[:limit])
        return list(_distinct(self._stages(typed, limit), limit))

    def nearest(self, text: str, limit: int = 3) -> list[Match]:
        """Return the faces whose names are most like a text, if they are alike at all."""
        typed = words(text)
        return list(_distinct(self._nearest(typed, limit), limit)) if typed else []

    def _stages(self, typed: Sequence[str], limit: int) -> Iterator[Match]:
        key = "".join(typed)
        exact = self._exact.get(key, ())
        yield from (match for match in exact if not match.card.token)
        begun = sorted(_beginning(self._keys, key))
        yield from (self._entries[at].match for at in begun if at < self._first_token)
        inside = sorted(self._with_words(typed))
        yield from (self._entries[at].match for at in inside if at < self._first_token)
        yield from (match for match in exact if match.card.token)
        tokens = (at for at in (*begun, *inside) if at >= self._first_token)
        yield from (self._entries[at].match for at in tokens)
        # Who has typed the beginning of a name has not misspelt it.
        if not begun and len(key) >= SHORTEST_FUZZY:
            yield from (self._entries[at].match for at in self._misspelt.positions(key, limit * 8))

    def _with_words(self, typed: Sequence[str]) -> set[int]:
        """Return the entries that have, for each typed word, one that begins so."""
        # The rarest first, so that most texts are done with after one look.
        found = sorted((set(_beginning(self._words, word)) for word in typed), key=len)
        return set.intersection(*found)

    def _nearest(self, typed: Sequence[str], limit: int) -> Iterator[Match]:
        yield from self._stages(typed, limit)
        keys = [key for key, _ in self._keys]
        # Below half alike, a name is no help to whoever asked for an ordinary card.
        found = process.extract(
            "".join(typed), keys, scorer=fuzz.ratio, score_cutoff=HARDLY_ALIKE, limit=limit * 8
        )
        yield from (self._entries[self._keys[at][1]].match for _, _, at in found)


def _versions(cards: Iterable[Card], also: Iterable[Card]) -> Iterator[tuple[Card, Card]]:
    """Yield each card with another version of it that has names of its own."""
    others = {card.id: card for card in also}
    for card in cards:
        other = others.get(card.id)
        if other is not None and other is not card and _names(other) != _names(card):
            yield card, other


def _names(card: Card) -> list[dict[Language, str]]:
    return [face.names() for face in card.faces]


def _face_names(versions: Iterable[tuple[Card, Card]]) -> Iterator[_Entry]:
    """Yield the names of each face, those of the second version under the first one's card."""
    seen: set[tuple[str, Side, str]] = set()
    for card, version in versions:
        for side in _named_sides(card):
            for language, name in version.face(side).names().items():
                entry = _Entry(Match(card, side, name, language), tuple(words(name)))
                named = (card.id, side, entry.key)
                if entry.key and named not in seen:
                    seen.add(named)
                    yield entry


def _whole_names(versions: Iterable[tuple[Card, Card]]) -> Iterator[_Entry]:
    """Yield the names of both faces together, written either way round: the first one is meant.

    A token's are also those with the word "token" behind, since a card may have the same name.
    """
    for card, version in versions:
        names = {side: version.face(side).names() for side in Side}
        for side in _named_sides(card):
            for language, name in names[side].items():
                match = Match(card, side, name, language)
                if other := names[side.other].get(language):
                    yield _Entry(match, (*words(name), *words(other)))
                if card.token:
                    yield _Entry(match, (*words(name), "token"))


def _named_sides(card: Card) -> tuple[Side, ...]:
    """Where both sides have one name, as on a reversible card, it means the front."""
    same = card.kind is Kind.REVERSIBLE and card.faces[0].name == card.faces[1].name
    return (Side.FRONT,) if same else tuple(Side)


def _starts(entry: _Entry) -> Iterator[str]:
    """Yield the name from each of its words on: people leave out what it begins with."""
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
