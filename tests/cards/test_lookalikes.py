"""Cards that look double-faced and are not. Comprehensive Rules of 2026-09-25."""

import pytest

from bot.cards.catalogue import Catalogue
from bot.cards.lookalikes import Layout


@pytest.mark.parametrize(
    ("name", "layout", "rule"),
    [
        ("Fire // Ice", Layout.SPLIT, "CR 709"),
        ("Dusk // Dawn", Layout.AFTERMATH, "CR 709"),
        ("Unholy Annex // Ritual Chamber", Layout.ROOM, "CR 709.5"),
        ("Nezumi Graverobber", Layout.FLIP, "CR 710"),
        ("Brazen Borrower", Layout.ADVENTURE, "CR 715"),
        ("Marang River Regent", Layout.OMEN, "CR 720"),
        ("Encouraging Aviator", Layout.PREPARE, "CR 722"),
    ],
)
def test_each_layout_is_explained(
    catalogue: Catalogue, name: str, layout: Layout, rule: str
) -> None:
    found = catalogue.lookalike(name)
    assert found is not None
    assert found.layout is layout
    assert rule in found.layout.reason


def test_either_half_and_any_spelling_finds_it(catalogue: Catalogue) -> None:
    for text in ("petty theft", "BRAZEN BORROWER", "brazen borrower//petty theft"):
        found = catalogue.lookalike(text)
        assert found is not None
        assert found.name == "Brazen Borrower // Petty Theft"


def test_no_double_faced_card_is_listed_as_one_faced(catalogue: Catalogue) -> None:
    for card in catalogue:
        for face in card.faces:
            assert catalogue.lookalike(face.name) is None


def test_other_names_are_no_lookalikes(catalogue: Catalogue) -> None:
    assert catalogue.lookalike("Lightning Bolt") is None
    assert catalogue.lookalike("") is None
