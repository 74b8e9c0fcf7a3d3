"""What of a deck list is double-faced, and what in it to ask the player about."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from rapidfuzz import fuzz, process

from bot.cards.card import Card
from bot.cards.catalogue import Catalogue
from bot.cards.deckline import Part
from bot.cards.decklist import Decklist, Entry, Unread, read
from bot.cards.lookalikes import Lookalike
from bot.cards.search import Match, words
from bot.game.faces import Kind
from bot.i18n import Language

LIKENESS = 88.0
"""How alike a double-faced card's name a name must be to be asked about, of 100."""

SHORTEST_BEGINNING = 6
"""So many letters of a name are enough to take it for one that was cut off."""

MOST_MEANT = 2
"""How many cards are offered for a name that may be misspelt."""


@dataclass(slots=True)
class Found:
    """A double-faced card of a list, and its copies by part."""

    card: Card
    copies: Counter[Part] = field(default_factory=Counter)
    partner_is_missing: bool = False

    @property
    def total(self) -> int:
        """How many copies there are in all parts."""
        return self.copies.total()


@dataclass(frozen=True, slots=True)
class Doubtful:
    """A line that names no double-faced card, but may mean one of these, the likeliest first."""

    entry: Entry
    meant: tuple[Card, ...]


@dataclass(slots=True)
class Checklist:
    """What was found. Cards that are not played (a maybeboard, tokens) are only counted.

    ``either`` are reversible cards by a name that their ordinary printings share, ``melded`` are
    names of what two cards become, ``paired`` are unknown names with ``//`` between two.
    """

    cards: Counter[Part] = field(default_factory=Counter)
    found: list[Found] = field(default_factory=list)
    either: list[Found] = field(default_factory=list)
    melded: list[Entry] = field(default_factory=list)
    lookalikes: list[tuple[Entry, Lookalike]] = field(default_factory=list)
    paired: list[Entry] = field(default_factory=list)
    doubtful: list[Doubtful] = field(default_factory=list)
    guessed: Sequence[str] = ()
    unread: Sequence[Unread] = ()

    @property
    def played(self) -> int:
        """How many cards may come into a game, the sideboard's too."""
        return sum(copies for part, copies in self.cards.items() if part.is_played)

    @property
    def double_faced(self) -> int:
        """How many of them are double-faced."""
        return sum(found.total for found in self.found)

    def in_order(self) -> Iterator[Found]:
        """Yield the double-faced cards by kind and name."""
        for kind in Kind:
            yield from self.of_kind(kind)

    def of_kind(self, kind: Kind) -> Iterator[Found]:
        """Yield the double-faced cards of a kind, by name."""
        found = (found for found in self.found if found.card.kind is kind)
        yield from sorted(found, key=lambda found: found.card.name)


def checklist(text: str, catalogue: Catalogue) -> Checklist:
    """Look through a deck list. Takes some milliseconds: not for an event loop.

    Raises:
        NotAList: the list is too long.
    """
    return of_list(read(text, lambda name: bool(catalogue.find(name))), catalogue)


def of_list(decklist: Decklist, catalogue: Catalogue) -> Checklist:
    """Look through a deck list that was read."""
    result = Checklist(guessed=decklist.guessed, unread=decklist.unread)
    names = _Names(catalogue)
    known: dict[str, Found] = {}
    maybe: dict[str, Found] = {}
    for entry in decklist.entries:
        matches = catalogue.find(entry.name) if entry.part.is_played else ()
        if _is_melded(matches):
            result.melded.append(entry)
            continue
        result.cards[entry.part] += entry.copies
        if not entry.part.is_played:
            continue
        if not matches:
            _ask_about(result, entry, catalogue, names)
            continue
        card = _meant(matches)
        if card is None:
            result.doubtful.append(Doubtful(entry, tuple(match.card for match in matches)))
            continue
        where = maybe if _may_be_ordinary(card, entry.name) else known
        found = where.setdefault(card.id, Found(card))
        found.copies[entry.part] += entry.copies
    for found in known.values():
        meld = found.card.meld
        found.partner_is_missing = meld is not None and meld.partner_id not in known
    result.found, result.either = list(known.values()), list(maybe.values())
    return result


def _ask_about(result: Checklist, entry: Entry, catalogue: Catalogue, names: "_Names") -> None:
    if alike := catalogue.lookalike(entry.name):
        result.lookalikes.append((entry, alike))
    elif meant := names.like(entry.name):
        result.doubtful.append(Doubtful(entry, meant))
    elif "//" in entry.name:
        result.paired.append(entry)


def _is_melded(matches: Sequence[Match]) -> bool:
    """Tell whether a name is that of a melded permanent, which two cards have for a back."""
    melds = [match.card.meld for match in matches]
    return len(matches) > 1 and all(meld is not None for meld in melds)


def _meant(matches: Sequence[Match]) -> Card | None:
    """Return the card that a name means: of namesakes the one that has it in English."""
    for wanted in (matches, [match for match in matches if match.language is Language.ENGLISH]):
        cards = {match.card.id: match.card for match in wanted}
        if len(cards) == 1:
            return next(iter(cards.values()))
    return None


def _may_be_ordinary(card: Card, name: str) -> bool:
    """Tell whether a name may mean a printing with a Magic back: ``Propaganda`` written once."""
    return card.kind is Kind.REVERSIBLE and words(name) == words(card.faces[0].name)


class _Names:
    """The names of all faces in all languages, to compare misspelt ones with."""

    def __init__(self, cards: Iterable[Card]) -> None:
        self._cards: dict[str, Card] = {}
        self._begun: dict[str, Card] = {}
        for card in cards:
            if card.kind is Kind.REVERSIBLE:
                continue
            names = [name for face in card.faces for name in face.names().values()]
            for name in (card.name, *names):
                spelt = words(name)
                self._cards.setdefault("".join(spelt), card)
                for end in range(1, len(spelt)):
                    self._begun.setdefault("".join(spelt[:end]), card)

    def like(self, name: str) -> tuple[Card, ...]:
        """Return the cards whose names are very like a name, or begin with its words."""
        key = "".join(words(name))
        if len(key) < SHORTEST_BEGINNING:
            return ()
        alike = process.extract(
            key, self._cards.keys(), scorer=fuzz.ratio, score_cutoff=LIKENESS, limit=MOST_MEANT * 3
        )
        meant = [self._cards[known] for known, _, _ in alike]
        if key in self._begun:
            meant.append(self._begun[key])
        return tuple({card.id: card for card in meant}.values())[:MOST_MEANT]
