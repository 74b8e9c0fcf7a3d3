"""The catalogue: every double-faced card that is known, the one object that everybody asks.

It begins with the cards that come with the program, and takes in newer facts while the bot runs.
"""

import json
from collections.abc import Iterable, Iterator, Mapping
from datetime import datetime
from functools import cache
from importlib.resources import files
from typing import Self

from bot.cards.card import Card
from bot.cards.lookalikes import Layout, Lookalike, Lookalikes
from bot.cards.merging import identity, merged
from bot.cards.search import Match, Names
from bot.game.faces import Side


class _Contents:
    """What the catalogue holds at one time. It never changes."""

    def __init__(
        self,
        cards: Iterable[Card],
        as_of: datetime | None = None,
        shipped: Iterable[Card] = (),
        former_ids: Mapping[str, str] | None = None,
    ) -> None:
        self.cards = {card.id: card for card in cards}
        self.names = Names(self.cards.values(), shipped)
        self.as_of = as_of
        self._former_ids = former_ids or {}

    def card(self, card_id: str) -> Card | None:
        return self.cards.get(card_id) or self.cards.get(self._former_ids.get(card_id, ""))


class Catalogue:
    """All double-faced cards, by id and by name. Asking it waits for nothing."""

    def __init__(self, cards: Iterable[Card], lookalikes: Lookalikes) -> None:
        """Hold these cards, and never forget them whatever else is taken in."""
        self._shipped = self._now = _Contents(cards)
        self._lookalikes = lookalikes

    @classmethod
    def load(cls) -> Self:
        """Return a catalogue of the cards that come with the program.

        Raises:
            pydantic.ValidationError: a line is not a card.
        """
        contents, lookalikes = _shipped()
        catalogue = cls((), lookalikes)
        catalogue._shipped = catalogue._now = contents
        return catalogue

    @property
    def as_of(self) -> datetime | None:
        """When all cards were last asked for; None if it holds what came with the program."""
        return self._now.as_of

    @property
    def shipped(self) -> tuple[Card, ...]:
        """The cards that came with the program, as they came."""
        return tuple(self._shipped.cards.values())

    def refresh(self, cards: Iterable[Card], as_of: datetime | None) -> None:
        """Hold these cards beside those that came with the program, from one moment to the next.

        A card that came with the program keeps the id it has there, and what only is told there.
        It takes a while and may be done in a thread: whoever asks meanwhile gets the older facts.
        """
        held = dict(self._shipped.cards)
        ids = {identity(card): card.id for card in held.values()}
        former: dict[str, str] = {}
        for card in cards:
            card_id = card.id if card.id in held else ids.setdefault(identity(card), card.id)
            older = held.get(card_id)
            held[card_id] = card if older is None else merged(card, older)
            if card_id != card.id:
                former[card.id] = card_id
        self._now = _Contents(held.values(), as_of, self._shipped.cards.values(), former)

    def __iter__(self) -> Iterator[Card]:
        return iter(self._now.cards.values())

    def __len__(self) -> int:
        return len(self._now.cards)

    def card(self, card_id: str) -> Card | None:
        """Return a card by its id, or one that it had earlier; None if there is none."""
        return self._now.card(card_id)

    def chosen(self, value: str) -> tuple[Card, Side] | None:
        """Return the face that an autocomplete choice stands for, None for any other text."""
        card_id, _, side = value.partition(":")
        card = self.card(card_id)
        return (card, Side(side)) if card is not None and side in set(Side) else None

    def find(self, text: str) -> tuple[Match, ...]:
        """Return the faces with exactly this name, see `Names.find`."""
        return self._now.names.find(text)

    def search(self, text: str, limit: int = 25) -> list[Match]:
        """Return the faces that a text may mean, the best first, see `Names.search`."""
        return self._now.names.search(text, limit)

    def nearest(self, text: str, limit: int = 3) -> list[Match]:
        """Return the faces whose names are most like a text, see `Names.nearest`."""
        return self._now.names.nearest(text, limit)

    def lookalike(self, text: str) -> Lookalike | None:
        """Return the well-known card with one face that has this name."""
        return self._lookalikes.find(text)


@cache
def _shipped() -> tuple[_Contents, Lookalikes]:
    """Read what comes with the program, once: it never changes."""
    data = files("data")
    lines = data.joinpath("dfc.jsonl").read_text(encoding="utf-8").splitlines()
    alike = json.loads(data.joinpath("not_double_faced.json").read_text(encoding="utf-8"))
    lookalikes = Lookalikes({Layout(layout): names for layout, names in alike.items()})
    return _Contents(map(Card.model_validate_json, lines)), lookalikes


def choice(match: Match) -> str:
    """Return the value of an autocomplete choice, which `Catalogue.chosen` reads."""
    return f"{match.card.id}:{match.side}"
