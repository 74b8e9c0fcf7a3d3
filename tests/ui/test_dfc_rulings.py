"""Rulings on a card as a reader sees them."""

from datetime import date

import pytest

from bot.cards.catalogue import Catalogue
from bot.cards.online import Ruling
from bot.ui import dfc
from bot.ui.layout import assert_sendable
from bot.ui.mana import CODES, Symbols, emoji_name
from tests.ui.shown import buttons, text

DELVER = Catalogue.load().find("Delver of Secrets")[0].card
EMOJIS = Symbols.named({emoji_name(c): f"<:{emoji_name(c)}:1234567890123456789>" for c in CODES})


def ruling(said: str, source: str = "wotc", day: int = 22) -> Ruling:
    return Ruling(source=source, published=date(2011, 9, day), text=said)


def test_a_ruling_has_its_date_and_its_source() -> None:
    layout = dfc.rulings(DELVER, [ruling("First, {T}."), ruling("*Then*.", "scryfall", 23)])
    assert_sendable(layout)
    assert text(layout) == (
        "### Rulings on Delver of Secrets // Insectile Aberration\n"
        "**2011-09-22** · Wizards of the Coast\n> First, Tap.\n"
        "**2011-09-23** · Scryfall\n> \\*Then\\*."
    )
    assert buttons(layout) == ["Scryfall"]


def test_that_there_are_none_is_said() -> None:
    layout = dfc.rulings(DELVER, [])
    assert_sendable(layout)
    assert text(layout).endswith("\nThere are no rulings on it.")


def test_that_none_can_be_had_is_said() -> None:
    layout = dfc.no_rulings(DELVER)
    assert_sendable(layout)
    assert "Scryfall has them" in text(layout)


def test_many_are_on_pages_and_each_is_on_one_of_them() -> None:
    many = [ruling(f"Number {number}. {'Some words. ' * 30}") for number in range(20)]
    seen, page = "", 0
    while True:
        layout = dfc.rulings(DELVER, many, page)
        assert_sendable(layout)
        seen += text(layout)
        assert ("Earlier" in buttons(layout)) == (page > 0)
        if "Later" not in buttons(layout):
            break
        page += 1
    assert page > 1
    assert f"Page {page + 1} of {page + 1}, 20 rulings in all" in seen
    assert [seen.count(f"Number {number}.") for number in range(20)] == [1] * 20


@pytest.mark.parametrize("page", [-5, 99, 10**12])
def test_a_page_that_is_not_there_is_the_nearest(page: int) -> None:
    layout = dfc.rulings(DELVER, [ruling("x" * 1_000)] * 3, page)
    assert f"Page {1 if page < 0 else 3} of 3" in text(layout)


@pytest.mark.parametrize(
    "said", ["x" * 9_000, "{W}{U} " * 900, "*_~" * 2_000, "a b\n" * 3_000, "", "short"]
)
@pytest.mark.parametrize("count", [1, 5, 60])
def test_rulings_of_any_length_and_number_can_be_sent(said: str, count: int) -> None:
    for page in range(3):
        assert_sendable(dfc.rulings(DELVER, [ruling(said)] * count, page, EMOJIS))
