"""Cards made of Scryfall's objects: of printings in three languages, and of the parts of melds."""

import logging
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from bot.cards.card import Card
from bot.cards.merging import identity, merged
from bot.cards.online import OneFaced
from bot.cards.scryfall.meld import MeldPiece, Melds
from bot.cards.scryfall.parsing import TwoFaced, Unusable, parse

log = logging.getLogger(__name__)

Object = Mapping[str, Any]


class Known(NamedTuple):
    """A card, and what Scryfall calls it whatever its printing and its name."""

    card: Card
    oracle: str | None


class Assembled(NamedTuple):
    """The double-faced cards among some objects, and what was passed over, each with its reason."""

    cards: tuple[Known, ...]
    skipped: tuple[str, ...]


def assemble(objects: Iterable[Object], known: Iterable[Known] = ()) -> Assembled:
    """Return the cards that the objects tell of, in any order.

    A card that is among the ``known`` ones keeps its id, and what only they know of it; of two
    known ones, the first gives the id. What cannot be understood is passed over and named. Cards
    with one face are passed over in silence.
    """
    skipped: list[str] = []
    parsed = list(_parsed(objects, skipped))
    melds = Melds(found for found in parsed if isinstance(found, MeldPiece))
    skipped += (
        f"{name}: its partner or what they meld into is missing" for name in melds.incomplete()
    )
    printings = [Known(*found) for found in parsed if isinstance(found, TwoFaced)]
    printings += (Known(*found) for found in melds.cards())
    return Assembled(_in_order(_told_once(printings), _Memory(known)), tuple(skipped))


def missing_pieces(objects: Iterable[Object]) -> list[str]:
    """Return the ids of the cards without which the meld cards among the objects are not whole."""
    pieces = (found for found in _parsed(objects, []) if isinstance(found, MeldPiece))
    return sorted(Melds(pieces).missing())


class _Memory:
    """Known cards, by what a printing may be recognised by."""

    def __init__(self, known: Iterable[Known]) -> None:
        self._by_name: dict[str, Card] = {}
        self._by_oracle: dict[str, Card] = {}
        for card, oracle in known:
            older = self._by_name.get(identity(card))
            self._by_name[identity(card)] = merged(card, older) if older else card
            if oracle is not None:
                self._by_oracle.setdefault(oracle, card)

    def recall(self, printing: Known) -> Card | None:
        """Return the card that this is a printing of: of the same name, or called anew since."""
        found = self._by_name.get(identity(printing.card))
        if found is None and printing.oracle is not None:
            found = self._by_oracle.get(printing.oracle)
        return found


def _parsed(
    objects: Iterable[Object], skipped: list[str]
) -> Iterable[TwoFaced | MeldPiece | OneFaced]:
    for found in sorted(objects, key=_is_foreign):
        try:
            yield parse(found)
        except Unusable as error:
            log.debug("passed over: %s (%s)", _name(found), error)
        except (ValueError, KeyError, TypeError, AttributeError) as error:
            skipped.append(f"{_name(found)}: {type(error).__name__}")
            log.warning("a card that cannot be understood: %s: %r", _name(found), error)


def _told_once(printings: Iterable[Known]) -> Sequence[Known]:
    """Put together what the printings of each card tell; the first one leads."""
    cards: dict[str, Known] = {}
    for printing in printings:
        name = identity(printing.card)
        first = cards.setdefault(name, printing)
        both = merged(first.card, printing.card).but(id=first.card.id, meld=first.card.meld)
        cards[name] = first._replace(card=both)
    return tuple(cards.values())


def _in_order(cards: Iterable[Known], memory: _Memory) -> tuple[Known, ...]:
    """Give each card its id and what is remembered, and each meld card its partner's id."""
    kept = []
    for printing in cards:
        older = memory.recall(printing)
        kept.append(printing._replace(card=merged(printing.card, older)) if older else printing)
    ids = {card.faces[0].name: card.id for card, _ in kept if card.meld}
    return tuple(
        entry._replace(card=_with_partner(entry.card, ids)) if entry.card.meld else entry
        for entry in kept
    )


def _with_partner(card: Card, ids: Mapping[str, str]) -> Card:
    assert card.meld is not None
    partner = ids.get(card.meld.partner, card.meld.partner_id)
    return card.but(meld=card.meld.but(partner_id=partner))


def _is_foreign(found: Any) -> bool:
    return isinstance(found, Mapping) and bool(found.get("lang", "en") != "en")


def _name(found: Any) -> str:
    name = found.get("name") if isinstance(found, Mapping) else None
    return str(name)[:80] if name else "a card without a name"
