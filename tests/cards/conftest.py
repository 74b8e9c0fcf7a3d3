"""Fixtures of the tests of cards."""

from tests.cards.scryfall_fixtures import at_once, fresh, kept

__all__ = ["at_once", "fresh", "kept"]
