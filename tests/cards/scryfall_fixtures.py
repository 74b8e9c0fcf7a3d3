"""What tests of the card service begin with."""

from collections.abc import Iterator
from pathlib import Path

import pytest
import stamina

from bot.cards.catalogue import Catalogue
from bot.cards.scryfall import limits
from bot.cards.scryfall.kept import Kept


@pytest.fixture
def at_once(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """No pauses between requests, nor before another attempt: for tests of other things."""
    monkeypatch.setattr(limits, "COSTLY_PAUSE", 0.0)
    monkeypatch.setattr(limits, "OTHER_PAUSE", 0.0)
    with stamina.set_testing(True, attempts=3):
        yield


@pytest.fixture
def kept(tmp_path: Path) -> Kept:
    return Kept(tmp_path / "state" / "catalogue.db")


@pytest.fixture
def fresh() -> Catalogue:
    """A catalogue of one's own, with what comes with the program."""
    return Catalogue.load()
