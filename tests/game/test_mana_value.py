"""The mana value of every kind of face. Comprehensive Rules of 2026-09-25."""

import pytest
from pydantic import ValidationError

from bot.cards.catalogue import Catalogue
from bot.game.faces import Face, Kind, Side
from bot.game.mana_value import ManaValue, mana_value, mana_value_of_a_copy, total


def of(catalogue: Catalogue, name: str) -> ManaValue:
    found = catalogue.find(name)[0]
    return mana_value(found.card, found.side)


def check(found: ManaValue, value: int, rule: str, *reasons: str) -> None:
    assert found.value == value
    assert rule in found.rule
    told = found.reason.format(**found.details)
    assert all(reason in told for reason in reasons)


def test_cr_202_3_a_front_counts_its_own_cost(catalogue: Catalogue) -> None:
    check(of(catalogue, "Gatstaf Shepherd"), 2, "CR 202.3", "own cost")
    check(of(catalogue, "Accursed Witch"), 4, "CR 202.3", "own cost")


def test_cr_202_3a_a_front_without_a_cost_counts_0(catalogue: Catalogue) -> None:
    check(of(catalogue, "Westvale Abbey"), 0, "202.3a", "no mana cost")


def test_cr_202_3b_712_8e_a_transformed_back_counts_the_front(catalogue: Catalogue) -> None:
    check(of(catalogue, "Gatstaf Howler"), 2, "202.3b, 712.8e", "front's cost, {1}{G}")
    check(of(catalogue, "Insectile Aberration"), 1, "202.3b, 712.8e", "{U}")


def test_cr_202_3b_a_back_behind_a_land_counts_0(catalogue: Catalogue) -> None:
    check(of(catalogue, "Ormendahl, Profane Prince"), 0, "202.3b", "front, which has no mana cost")


def test_cr_202_3b_a_land_behind_a_spell_counts_the_front(catalogue: Catalogue) -> None:
    check(of(catalogue, "Temple of the Dead"), 5, "202.3b, 712.8e", "{3}{B}{B}")


def test_cr_712_8c_a_spell_cast_transformed_counts_the_front(catalogue: Catalogue) -> None:
    check(of(catalogue, "Awaken the Maelstrom"), 5, "202.3b, 712.8c", "{W}{U}{B}{R}{G}")


def test_cr_712_8f_each_modal_face_counts_its_own(catalogue: Catalogue) -> None:
    check(of(catalogue, "Valki, God of Lies"), 2, "712.8f", "own cost")
    check(of(catalogue, "Tibalt, Cosmic Impostor"), 7, "712.8f", "own cost")


def test_cr_712_8f_a_modal_land_counts_0(catalogue: Catalogue) -> None:
    check(of(catalogue, "Agadeem, the Undercrypt"), 0, "202.3a, 712.8f", "none")


def test_cr_202_3e_x_counts_0(catalogue: Catalogue) -> None:
    check(of(catalogue, "Agadeem's Awakening"), 3, "202.3e", "X being 0")


def test_cr_202_3f_a_hybrid_symbol_counts_once(catalogue: Catalogue) -> None:
    check(of(catalogue, "Drowner of Truth"), 7, "CR 202.3")


@pytest.mark.parametrize(
    ("name", "value", "sum_"),
    [
        ("Brisela, Voice of Nightmares", 11, ("7", "4")),
        ("Chittering Host", 7, ("2", "5")),
        ("Hanweir, the Writhing Township", 3, ("0", "3")),
        ("Mishra, Lost to Phyrexia", 7, ("4", "3")),
        ("Ragnarok, Divine Deliverance", 7, ("3", "4")),
        ("Titania, Gaea Incarnate", 3, ("0", "3")),
        ("Urza, Planeswalker", 8, ("5", "3")),
    ],
)
def test_cr_202_3c_712_8g_a_melded_permanent_counts_both_fronts(
    catalogue: Catalogue, name: str, value: int, sum_: tuple[str, str]
) -> None:
    found = catalogue.find(name)
    assert len(found) == 2
    for match in found:
        check(mana_value(match.card, match.side), value, "202.3c, 712.8g", *sum_)


def test_a_meld_card_counts_its_own_cost_until_it_melds(catalogue: Catalogue) -> None:
    check(of(catalogue, "Gisela, the Broken Blade"), 4, "CR 202.3", "own cost")
    check(of(catalogue, "Hanweir Battlements"), 0, "202.3a", "no mana cost")


def test_both_sides_of_a_reversible_card_count_the_same(catalogue: Catalogue) -> None:
    for card in catalogue:
        if card.kind is Kind.REVERSIBLE:
            assert mana_value(card, Side.FRONT) == mana_value(card, Side.BACK)
    check(of(catalogue, "Zndrsplt, Eye of Wisdom"), 5, "CR 202.3", "own cost")


@pytest.mark.parametrize(
    ("cost", "value"),
    [
        ("", 0),
        ("{0}", 0),
        ("{10}{G}", 11),
        ("{X}{X}{R}", 1),
        ("{2/B}{2/B}", 4),
        ("{W/P}{1}", 2),
        ("{C}{S}", 2),
    ],
)
def test_cr_202_3_the_mana_in_a_cost(cost: str, value: int) -> None:
    assert total(cost) == value


@pytest.mark.parametrize("cost", ["2G", "{2}G", "{}", "{2"])
def test_a_cost_that_cannot_be_counted_is_none(cost: str) -> None:
    with pytest.raises(ValidationError, match="cost"):
        Face(name="Gatstaf Shepherd", type="Creature", cost=cost)


def test_cr_202_3_a_copy_counts_the_copied_cost_and_no_other_face(catalogue: Catalogue) -> None:
    def of_a_copy(name: str) -> ManaValue:
        found = catalogue.find(name)[0]
        return mana_value_of_a_copy(found.card.face(found.side))

    check(of_a_copy("Gatstaf Shepherd"), 2, "CR 202.3", "the copied cost")
    check(of_a_copy("Gatstaf Howler"), 0, "CR 202.3a-c", "without a mana cost")
    check(of_a_copy("Invasion of Ikoria"), 2, "CR 202.3", "X being 0")


def test_x_is_spoken_of_only_where_it_is_in_the_cost_that_counts(catalogue: Catalogue) -> None:
    for card in catalogue:
        front, back = card.faces
        assert ("X being 0" in mana_value(card, Side.FRONT).reason) is ("{X}" in front.cost)
        for face in (front, back):
            assert ("X being 0" in mana_value_of_a_copy(face).reason) is ("{X}" in face.cost)


def test_every_face_has_a_reason_and_a_rule(catalogue: Catalogue) -> None:
    for card in catalogue:
        for side in Side:
            found = mana_value(card, side)
            assert found.value >= 0
            assert found.reason
            assert found.rule.startswith("CR ")
