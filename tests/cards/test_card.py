"""What the catalogue must hold, and what a card says about itself."""

from collections import Counter
from datetime import date

import pytest
from pydantic import ValidationError

from bot.cards.card import Card, Face
from bot.cards.catalogue import Catalogue
from bot.game.faces import Kind, Side, Turning
from bot.game.mana_value import total
from bot.i18n import Language

UNKNOWN_COLOURS = {
    "Aang, Destined Savior",
    "Aang and La, Ocean's Fury",
    "Aang, Master of Elements",
    "Avatar Kuruk",
    "Avatar Kyoshi",
    "Avatar Roku",
    "Avatar Yangchen",
}


def card(catalogue: Catalogue, name: str) -> Card:
    return catalogue.find(name)[0].card


def faces(catalogue: Catalogue) -> list[Face]:
    return [face for card in catalogue for face in card.faces]


def test_all_507_double_faced_cards_are_there(catalogue: Catalogue) -> None:
    assert len(catalogue) == 507
    assert Counter(card.kind for card in catalogue) == {
        Kind.TRANSFORMING: 390,
        Kind.MODAL: 98,
        Kind.MELD: 14,
        Kind.REVERSIBLE: 5,
    }
    assert len({card.name for card in catalogue}) == 507
    assert all(catalogue.card(card.id) is card for card in catalogue)


def test_a_card_that_is_not_there(catalogue: Catalogue) -> None:
    assert catalogue.card("00000000-0000-0000-0000-000000000000") is None
    assert catalogue.card("") is None


def test_a_card_cannot_be_changed(catalogue: Catalogue) -> None:
    with pytest.raises(ValidationError, match="frozen"):
        card(catalogue, "Delver of Secrets").set_name = "Alpha"


def test_no_field_is_empty_text_or_the_word_none(catalogue: Catalogue) -> None:
    for face in faces(catalogue):
        given = {face.name, face.type, face.power, face.loyalty, *face.names().values()}
        assert not given & {"", "None", "null"}
        assert "//" not in face.cost + face.type + face.name


def test_cr_202_2_colours_come_from_cost_and_indicator(catalogue: Catalogue) -> None:
    odd = {
        face.name
        for face in faces(catalogue)
        if face.colours is not None
        and set(face.colours) != set(face.cost + face.indicator) & set("WUBRG")
    }
    assert odd == {"Drowner of Truth"}  # an ability makes it colourless


def test_what_is_not_known_is_left_out(catalogue: Catalogue) -> None:
    assert {face.name for face in faces(catalogue) if face.colours is None} == UNKNOWN_COLOURS


def test_creatures_vehicles_battles_and_planeswalkers_have_their_numbers(
    catalogue: Catalogue,
) -> None:
    without_loyalty = set()
    for face in faces(catalogue):
        sized = face.has_type("Creature") or "Vehicle" in face.type
        assert (face.power is not None) == (face.toughness is not None) == sized, face.name
        assert (face.defense is not None) == face.has_type("Battle"), face.name
        if face.has_type("Planeswalker") and face.loyalty is None:
            without_loyalty.add(face.name)
    assert without_loyalty == {"Arlinn, Embraced by the Moon", "Garruk, the Veil-Cursed"}


def test_cr_202_1b_lands_have_no_cost_and_no_transforming_back_has_one(
    catalogue: Catalogue,
) -> None:
    assert all(not face.cost for face in faces(catalogue) if face.has_type("Land"))
    assert all(
        not card.face(Side.BACK).cost for card in catalogue if card.kind is Kind.TRANSFORMING
    )


def test_cr_712_5_the_seven_meld_pairs(catalogue: Catalogue) -> None:
    pairs = set()
    for one in catalogue:
        if one.meld is None:
            continue
        other = catalogue.card(one.meld.partner_id)
        assert other is not None
        assert other.meld is not None
        assert other.meld.partner_id == one.id
        assert other.faces[0].name == one.meld.partner
        assert other.faces[0].cost == one.meld.partner_cost
        assert other.meld.result_id == one.meld.result_id
        assert other.faces[1] == one.faces[1]
        pairs.add(frozenset({one.name, other.name}))
    assert len(pairs) == 7


def test_only_a_meld_card_has_a_partner(catalogue: Catalogue) -> None:
    delver = card(catalogue, "Delver of Secrets").model_dump()
    with pytest.raises(ValidationError, match="partner"):
        Card.model_validate(delver | {"kind": "meld"})
    bruna = card(catalogue, "Bruna, the Fading Light").model_dump()
    with pytest.raises(ValidationError, match="partner"):
        Card.model_validate(bruna | {"meld": None})


def test_cr_712_9_only_transforming_and_modal_cards_turn_over(catalogue: Catalogue) -> None:
    assert card(catalogue, "Delver of Secrets").turns_over
    assert card(catalogue, "Valki, God of Lies").turns_over
    assert not card(catalogue, "Graf Rats").turns_over
    assert not card(catalogue, "Propaganda").turns_over


def test_cr_702_145_daybound_fronts_have_nightbound_backs(catalogue: Catalogue) -> None:
    daybound = [card for card in catalogue if "daybound" in card.faces[0].keywords]
    assert len(daybound) == 35
    assert all("nightbound" in card.faces[1].keywords for card in daybound)
    assert all(card.faces[0].turns is None for card in daybound)


def test_the_werewolves_before_daybound_count_spells(catalogue: Catalogue) -> None:
    old = [card for card in catalogue if card.faces[0].turns is not None]
    assert len(old) == 32
    for one in old:
        turns = [face.turns for face in one.faces]
        assert turns == [Turning.NO_SPELL, Turning.TWO_SPELLS]
        assert one.released < date(2021, 9, 24)


def test_names_in_three_languages(catalogue: Catalogue) -> None:
    shepherd = card(catalogue, "Gatstaf Shepherd")
    assert shepherd.face(Side.BACK).names() == {
        Language.ENGLISH: "Gatstaf Howler",
        Language.PORTUGUESE: "Uivador de Gatstaf",
        Language.SPANISH: "Aullador de Gatstaf",
    }
    assert card(catalogue, "Avatar Roku").faces[0].names() == {
        Language.ENGLISH: "The Legend of Roku"
    }


def test_the_whole_name(catalogue: Catalogue) -> None:
    assert card(catalogue, "Gatstaf Howler").name == "Gatstaf Shepherd // Gatstaf Howler"
    assert card(catalogue, "Brisela, Voice of Nightmares").name == "Bruna, the Fading Light"


def test_costs_add_up(catalogue: Catalogue) -> None:
    """A fingerprint of all costs: a slip in the data changes it."""
    assert sum(total(face.cost) for face in faces(catalogue)) == 1763
    assert Counter(bool(face.cost) for face in faces(catalogue))[False] == 480
