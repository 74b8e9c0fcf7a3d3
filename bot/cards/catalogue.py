"""The catalogue: every double-faced card, loaded once at start and never changed."""

import json
from collections.abc import Iterable, Iterator
from importlib.resources import files
from typing import Self

from bot.cards.card import Card
from bot.cards.lookalikes import Layout, Lookalike, Lookalikes
from bot.cards.search import Match, Names
from bot.game.faces import Side


class Catalogue:
    """All double-faced cards, by id and by name."""

    def __init__(self, cards: Iterable[Card], lookalikes: Lookalikes) -> None:
        self._cards = {card.id: card for card in cards}
        self._names = Names(self._cards.values())
        self._lookalikes = lookalikes

    @classmethod
    def load(cls) -> Self:
        """Read the cards that come with the program.

        Raises:
            pydantic.ValidationError: a line is not a card.
        """
        data = files("data")
        lines = data.joinpath("dfc.jsonl").read_text(encoding="utf-8").splitlines()
        alike = json.loads(data.joinpath("not_double_faced.json").read_text(encoding="utf-8"))
        lookalikes = Lookalikes({Layout(layout): names for layout, names in alike.items()})
        return cls(map(Card.model_validate_json, lines), lookalikes)

    def __iter__(self) -> Iterator[Card]:
        return iter(self._cards.values())

    def __len__(self) -> int:
        return len(self._cards)

    def card(self, card_id: str) -> Card | None:
        """Return a card by its id, None if there is none."""
        return self._cards.get(card_id)

    def chosen(self, value: str) -> tuple[Card, Side] | None:
        """Return the face that an autocomplete choice stands for, None for any other text."""
        card_id, _, side = value.partition(":")
        card = self.card(card_id)
        return (card, Side(side)) if card is not None and side in set(Side) else None

    def find(self, text: str) -> tuple[Match, ...]:
        """Return the faces with exactly this name, see `Names.find`."""
        return self._names.find(text)

    def search(self, text: str, limit: int = 25) -> list[Match]:
        """Return the faces that a text may mean, the best first, see `Names.search`."""
        return self._names.search(text, limit)

    def nearest(self, text: str, limit: int = 3) -> list[Match]:
        """Return the faces whose names are most like a text, see `Names.nearest`."""
        return self._names.nearest(text, limit)

    def lookalike(self, text: str) -> Lookalike | None:
        """Return the well-known card with one face that has this name."""
        return self._lookalikes.find(text)


def choice(match: Match) -> str:
    """Return the value of an autocomplete choice, which `Catalogue.chosen` reads."""
    return f"{match.card.id}:{match.side}"
