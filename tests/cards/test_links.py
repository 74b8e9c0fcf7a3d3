"""Addresses have the shape that Scryfall gives them: there is no network in a test."""

import re
from urllib.parse import parse_qs, urlsplit

from bot.cards.card import Card
from bot.cards.catalogue import Catalogue
from bot.cards.links import page, picture
from bot.game.faces import Kind, Side

UUID = r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}"
SHAPE = re.compile(
    rf"https://cards\.scryfall\.io/normal/(front|back)/([0-9a-f])/([0-9a-f])/({UUID})\.jpg"
)


def card(catalogue: Catalogue, name: str) -> Card:
    return catalogue.find(name)[0].card


def asked(address: str) -> str:
    return parse_qs(urlsplit(address).query)["q"][0]


def test_every_picture_has_the_shape_of_an_address(catalogue: Catalogue) -> None:
    for one in catalogue:
        for side in Side:
            address = picture(one, side)
            if address is None:
                assert one.kind is Kind.MELD
                continue
            shape = SHAPE.fullmatch(address)
            assert shape is not None, address
            assert (shape[2], shape[3]) == (shape[4][0], shape[4][1])


def test_front_and_back_of_a_card_are_two_pictures(catalogue: Catalogue) -> None:
    for one in catalogue:
        assert picture(one, Side.FRONT) != picture(one, Side.BACK)
    delver = card(catalogue, "Delver of Secrets")
    assert picture(delver, Side.BACK) == (
        "https://cards.scryfall.io/normal/back/a/b/abff6c81-65a4-48fa-ba8f-580f87b0344a.jpg"
    )


def test_a_melded_picture_is_the_front_of_a_card_of_its_own(catalogue: Catalogue) -> None:
    bruna = card(catalogue, "Bruna, the Fading Light")
    gisela = card(catalogue, "Gisela, the Broken Blade")
    brisela = picture(bruna, Side.BACK)
    assert brisela == picture(gisela, Side.BACK)
    assert brisela is not None
    assert "/front/" in brisela
    assert bruna.id not in brisela


def test_a_link_is_an_exact_search(catalogue: Catalogue) -> None:
    assert page(card(catalogue, "Delver of Secrets"), Side.BACK) == (
        "https://scryfall.com/search?q=%21%22Delver%20of%20Secrets%22"
    )
    for one in catalogue:
        for side in Side:
            assert len(page(one, side)) < 512
            assert asked(page(one, side)).startswith('!"')


def test_a_melded_permanent_has_a_page_of_its_own(catalogue: Catalogue) -> None:
    bruna = card(catalogue, "Bruna, the Fading Light")
    assert asked(page(bruna, Side.BACK)) == '!"Brisela, Voice of Nightmares"'


def test_a_reversible_card_is_looked_for_in_its_set(catalogue: Catalogue) -> None:
    assert asked(page(card(catalogue, "Propaganda"), Side.FRONT)) == '!"Propaganda" set:sld'
