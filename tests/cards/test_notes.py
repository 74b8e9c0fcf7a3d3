"""The short rule notes on a card. Comprehensive Rules of 2026-09-25."""

from bot.cards.catalogue import Catalogue
from bot.cards.notes import of_card, of_face


def about(catalogue: Catalogue, name: str) -> str:
    return " ".join(of_card(catalogue.find(name)[0].card))


def on_face(catalogue: Catalogue, name: str) -> str:
    found = catalogue.find(name)[0]
    return " ".join(of_face(found.card.face(found.side)))


def test_cr_712_10_a_card_with_a_spell_behind_it_never_turns_over(catalogue: Catalogue) -> None:
    assert "a sorcery (CR 712.10)" in about(catalogue, "Invasion of Alara")
    assert "a sorcery (CR 712.10)" in about(catalogue, "Agadeem, the Undercrypt")
    assert "CR 712.10" not in about(catalogue, "Delver of Secrets")
    assert "CR 712.10" not in about(catalogue, "Valki, God of Lies")


def test_cr_712_14b_a_modal_spell_cannot_be_put_onto_the_battlefield(
    catalogue: Catalogue,
) -> None:
    assert "CR 712.14b" in about(catalogue, "Agadeem's Awakening")
    assert "CR 712.14b" not in about(catalogue, "Valki, God of Lies")


def test_cr_712_11b_712_12_a_modal_face_is_chosen(catalogue: Catalogue) -> None:
    assert "CR 712.11b, 712.12" in about(catalogue, "Agadeem's Awakening")
    assert "(CR 712.11b)." in about(catalogue, "Valki, God of Lies")


def test_cr_712_9_meld_and_reversible_cards_have_no_transform_button(
    catalogue: Catalogue,
) -> None:
    assert "CR 712.4c, 712.9" in about(catalogue, "Graf Rats")
    assert "**Midnight Scavengers**" in about(catalogue, "Graf Rats")
    assert "CR 712.9" in about(catalogue, "Propaganda")


def test_cr_712_8a_and_903_4d_where_each_face_counts(catalogue: Catalogue) -> None:
    assert "CR 712.8a" in about(catalogue, "Delver of Secrets")
    assert "CR 903.4d" in about(catalogue, "Valki, God of Lies")
    assert "712.8a" not in about(catalogue, "Propaganda")


def test_what_a_face_says_about_turning_over(catalogue: Catalogue) -> None:
    assert "nobody cast a spell" in on_face(catalogue, "Gatstaf Shepherd")
    assert "one player cast two or more" in on_face(catalogue, "Gatstaf Howler")
    assert "CR 702.145b" in on_face(catalogue, "Arlinn, the Pack's Hope")
    assert "CR 702.145e" in on_face(catalogue, "Arlinn, the Moon's Fury")
    assert "CR 702.146" in on_face(catalogue, "Beloved Beggar")
    assert "CR 310.12b" in on_face(catalogue, "Invasion of Alara")
    assert on_face(catalogue, "Delver of Secrets") == ""


def test_a_planeswalker_without_printed_loyalty(catalogue: Catalogue) -> None:
    for name in ("Arlinn, Embraced by the Moon", "Garruk, the Veil-Cursed"):
        assert "keeps its counters" in on_face(catalogue, name)
    assert on_face(catalogue, "Arlinn Kord") == ""
