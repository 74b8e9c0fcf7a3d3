"""Reading what Scryfall tells of a card, where nothing may be passed over."""

from typing import Any

from bot.cards.card import Card
from bot.cards.scryfall.assembling import assemble
from bot.cards.scryfall.parsing import TwoFaced, parse


def read(found: dict[str, Any]) -> Card:
    """Return the card that one answer tells of."""
    parsed = parse(found)
    assert isinstance(parsed, TwoFaced)
    return parsed.card


def only(*found: dict[str, Any]) -> Card:
    """Return the one card that several answers make up."""
    made = assemble(found)
    assert made.skipped == ()
    [known] = made.cards
    return known.card
