"""Colour identity of double-faced cards. Comprehensive Rules of 2026-09-25."""

from bot.cards.card import Card
from bot.cards.catalogue import Catalogue
from bot.cards.colour_identity import colour_identity


def with_texts(catalogue: Catalogue, name: str, front: str | None, back: str | None) -> Card:
    card = catalogue.find(name)[0].card
    first, second = card.faces
    return card.but(faces=(first.but(text=front), second.but(text=back)))


def test_cr_903_4d_both_faces_count(catalogue: Catalogue) -> None:
    valki = with_texts(catalogue, "Valki, God of Lies", "", "")
    assert colour_identity(valki) == "BR"


def test_cr_903_4_symbols_in_the_text_count(catalogue: Catalogue) -> None:
    delver = with_texts(catalogue, "Delver of Secrets", "{1}{W}: Do something.", "Pay {G/P}.")
    assert colour_identity(delver) == "WUG"


def test_cr_903_4c_reminder_text_does_not_count(catalogue: Catalogue) -> None:
    delver = with_texts(catalogue, "Delver of Secrets", "Odd (Pay {W/B}.)", "")
    assert colour_identity(delver) == "U"


def test_a_card_without_colours_has_none(catalogue: Catalogue) -> None:
    card = with_texts(catalogue, "Delver of Secrets", "", "")
    grey = card.but(
        faces=tuple(face.but(cost="{3}", colours="", indicator="") for face in card.faces)
    )
    assert colour_identity(grey) == ""


def test_what_is_not_wholly_known_is_not_told(catalogue: Catalogue) -> None:
    assert colour_identity(with_texts(catalogue, "Delver of Secrets", "", None)) is None
    assert colour_identity(with_texts(catalogue, "Avatar Roku", "", "")) is None


def test_it_is_told_of_cards_whose_both_faces_count(catalogue: Catalogue) -> None:
    assert colour_identity(with_texts(catalogue, "Bruna, the Fading Light", "", "")) is None
    assert colour_identity(with_texts(catalogue, "Krark's Thumb", "", "")) is None
    token = with_texts(catalogue, "Delver of Secrets", "", "").but(token=True)
    assert colour_identity(token) is None
