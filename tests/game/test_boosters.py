"""Set boosters of Modern Horizons 2: the facts they rest on, each slot's odds, and seeds."""

import os
from collections import Counter
from collections.abc import Callable
from functools import cache
from math import sqrt
from random import Random

import pytest

from bot.game.forage.boosters import (
    FOIL,
    MOST_FOOD,
    NEW_TO_MODERN,
    RARE_OR_MYTHIC,
    SHOWCASE,
    WILDCARD,
    Chances,
    drawn,
    lay_out,
    new_seed,
    open_booster,
    open_boosters,
)
from bot.game.forage.cards import BOOSTER, CARDS, Colour, Food, FoodCard, Rarity

PACKS = int(os.environ.get("FORAGE_PACKS", "20000"))
"""How many boosters are opened for the odds: `FORAGE_PACKS=100000 pytest -s` prints a table."""

LAND, COMMONS, WILD, RARE, REPRINT, SHOW, SHINY = 0, slice(1, 7), 7, 8, 9, 10, 11
C, U, R, M, L = (
    Rarity.COMMON,
    Rarity.UNCOMMON,
    Rarity.RARE,
    Rarity.MYTHIC,
    Rarity.BASIC_LAND,
)

Pack = tuple[Food, ...]


@cache
def packs() -> list[Pack]:
    luck = Random(20210618)
    return [open_booster(luck) for _ in range(PACKS)]


def rarity(food: Food) -> Rarity:
    return food.card.rarity


# The facts


def test_the_set_has_303_cards_and_ten_basic_lands() -> None:
    assert Counter(card.rarity for card in CARDS.values()) == {C: 101, U: 100, R: 78, M: 24, L: 10}
    assert {number for number in CARDS if number <= 303} == set(range(1, 304))
    assert {number for number in CARDS if number > 303} == set(range(481, 491))


def test_42_reprints_are_new_to_modern() -> None:
    reprints = [card for card in CARDS.values() if BOOSTER.is_new_to_modern(card)]
    assert Counter(card.rarity for card in reprints) == {U: 20, R: 18, M: 4}


def test_colours_of_the_set() -> None:
    cards = [card for card in CARDS.values() if card.rarity != L]
    mono = Counter(card.colours[0].letter for card in cards if len(card.colours) == 1)
    assert mono == {"W": 41, "U": 42, "B": 42, "R": 42, "G": 43, "C": 52}
    assert sum(len(card.colours) > 1 for card in cards) == 41


def test_every_land_is_colourless() -> None:
    lands = [card for card in CARDS.values() if card.land]
    assert len(lands) == 21 + 10
    assert all(card.colours == (Colour.COLOURLESS,) for card in lands)


@pytest.mark.parametrize(
    ("name", "colours"),
    [
        ("Resurgent Belief", "W"),
        ("Inevitable Betrayal", "U"),
        ("Profane Tutor", "B"),
        ("Glimpse of Tomorrow", "R"),
        ("Gaea's Will", "G"),
        ("Asmoranomardicadaistinaculdacar", "BR"),
    ],
)
def test_a_card_without_a_mana_cost_has_the_colour_of_its_indicator(
    name: str, colours: str
) -> None:
    assert "".join(colour.letter for colour in named(name).colours) == colours


@pytest.mark.parametrize(
    ("name", "colours"),
    [
        ("Said // Done", "U"),
        ("Fast // Furious", "R"),
        ("Road // Ruin", "RG"),
        ("Fire // Ice", "UR"),
    ],
)
def test_a_split_card_has_the_colours_of_both_halves(name: str, colours: str) -> None:
    assert {colour.letter for colour in named(name).colours} == set(colours)


def test_no_card_is_colourless_and_coloured() -> None:
    for card in CARDS.values():
        assert card.colours
        assert (Colour.COLOURLESS in card.colours) == (card.colours == (Colour.COLOURLESS,))


def test_names_are_known_in_three_languages() -> None:
    bare = [card.name for card in CARDS.values() if card.pt is None and card.es is None]
    assert {"Road // Ruin", "Fire // Ice", "Said // Done", "Fast // Furious"} <= set(bare)
    assert len(bare) < 12
    assert named("Chatterstorm").names().keys() == {"en", "pt", "es"}


def test_showcase_cards_are_commons_and_uncommons() -> None:
    shown = [card for card in CARDS.values() if card.showcase]
    assert Counter(card.rarity for card in shown) == {C: 23, U: 25}


def named(name: str) -> FoodCard:
    return next(card for card in CARDS.values() if card.name == name)


# A booster


def test_two_boosters_are_24_food_cards() -> None:
    assert len(open_boosters(Random(1))) == MOST_FOOD == 24


def test_each_slot_holds_what_it_should() -> None:
    for pack in packs()[:2000]:
        assert len(pack) == 12
        assert rarity(pack[LAND]) is L
        assert {rarity(food) for food in pack[COMMONS]} <= {C, U}
        assert rarity(pack[WILD]) in (C, U, R, M)
        assert rarity(pack[RARE]) in (R, M)
        assert BOOSTER.is_new_to_modern(pack[REPRINT].card)
        assert pack[SHOW].card.showcase
        assert pack[SHINY].foil
        assert not any(food.foil for food in pack[1:SHINY])


def test_no_common_or_uncommon_is_twice_in_its_slot() -> None:
    assert all(len(set(pack[COMMONS])) == 6 for pack in packs()[:2000])


def test_there_is_no_card_from_the_list() -> None:
    assert all(food.number in CARDS for pack in packs()[:2000] for food in pack)


@pytest.mark.parametrize("slot", [WILDCARD, RARE_OR_MYTHIC, NEW_TO_MODERN, SHOWCASE, FOIL])
def test_the_chances_of_a_slot_add_up(slot: Chances[int]) -> None:
    assert sum(slot.of.values()) == pytest.approx(1)


def test_a_rare_is_twice_as_likely_as_a_mythic_wherever_both_can_be() -> None:
    rare, mythic = named("Damn").number, named("Ragavan, Nimble Pilferer").number
    for slot in (WILDCARD, RARE_OR_MYTHIC, FOIL):
        assert slot.of[rare] == pytest.approx(2 * slot.of[mythic])
    rare, mythic = named("Squirrel Mob").number, named("Cabal Coffers").number
    assert NEW_TO_MODERN.of[rare] == pytest.approx(2 * NEW_TO_MODERN.of[mythic])


def commons(number: int) -> Callable[[Pack], bool]:
    return lambda pack: sum(rarity(food) is C for food in pack[COMMONS]) == number


def in_slot(at: int, *rarities: Rarity) -> Callable[[Pack], bool]:
    return lambda pack: rarity(pack[at]) in rarities


ODDS: list[tuple[str, float, Callable[[Pack], bool]]] = [
    ("foil basic land", 0.15, lambda pack: pack[LAND].foil),
    ("5 commons, 1 uncommon", 0.35, commons(5)),
    ("4 commons, 2 uncommons", 0.40, commons(4)),
    ("3 commons, 3 uncommons", 0.125, commons(3)),
    ("2 commons, 4 uncommons", 0.07, commons(2)),
    ("1 common, 5 uncommons", 0.035, commons(1)),
    ("6 uncommons", 0.02, commons(0)),
    ("wildcard: common", 0.40, in_slot(WILD, C)),
    ("wildcard: uncommon", 0.30, in_slot(WILD, U)),
    ("wildcard: rare or mythic", 0.30, in_slot(WILD, R, M)),
    ("rare slot: mythic", 24 / (2 * 78 + 24), in_slot(RARE, M)),
    ("new to Modern: uncommon", 100 / 140, in_slot(REPRINT, U)),
    ("new to Modern: rare", 36 / 140, in_slot(REPRINT, R)),
    ("new to Modern: mythic", 4 / 140, in_slot(REPRINT, M)),
    ("showcase: common", 4 / 7, in_slot(SHOW, C)),
    ("foil: common or basic land", 0.60, in_slot(SHINY, C, L)),
    ("foil: basic land", 0.60 * 10 / 111, in_slot(SHINY, L)),
    ("foil: uncommon", 0.25, in_slot(SHINY, U)),
    ("foil: rare or mythic", 0.15, in_slot(SHINY, R, M)),
]


@pytest.mark.parametrize(("what", "stated", "seen"), ODDS, ids=[what for what, _, _ in ODDS])
def test_odds(what: str, stated: float, seen: Callable[[Pack], bool]) -> None:
    """Each within four standard deviations of what is stated."""
    found = sum(map(seen, packs())) / PACKS
    print(f"{what}: stated {stated:.2%}, found {found:.2%} of {PACKS}")
    assert abs(found - stated) < 4 * sqrt(stated * (1 - stated) / PACKS)


def test_cards_of_a_rarity_are_equally_likely() -> None:
    seen = Counter(food.number for pack in packs() for food in pack[COMMONS])
    for kind, cards in ((C, 101), (U, 100)):
        numbers = [card.number for card in CARDS.values() if card.rarity is kind]
        mean = sum(seen[number] for number in numbers) / cards
        assert all(abs(seen[number] - mean) < 5 * sqrt(mean) for number in numbers)


# Chance


def test_a_seed_opens_the_same_boosters_for_ever() -> None:
    """Players keep seeds, so each must go on meaning what it does."""
    floor = lay_out("ACORN")
    assert floor == lay_out("ACORN")
    assert [None if food is None else food.number for food in floor.grid[:6]] == [
        110,
        91,
        24,
        145,
        484,
        None,
    ]
    assert lay_out("WALNUT") != floor


def test_the_squirrel_can_be_on_any_space() -> None:
    spaces = Counter(lay_out(str(seed)).squirrel for seed in range(1000))
    assert len(spaces) == 25
    assert max(spaces.values()) < 80


def test_a_weight_of_nothing_is_never_drawn() -> None:
    luck = Random(1)
    assert {Chances({"a": 1, "b": 0, "c": 3}).draw(luck) for _ in range(500)} == {"a", "c"}


def test_rounding_never_leaves_nothing_drawn() -> None:
    class Last(Random):
        def random(self) -> float:
            return 1.0

    assert Chances({"a": 0.1, "b": 0.2}).draw(Last()) == "b"


def test_what_is_drawn_is_different_and_in_any_order() -> None:
    luck = Random(1)
    assert {drawn("abc", 2, luck) for _ in range(300)} == {
        (one, other) for one in "abc" for other in "abc" if one != other
    }


def test_new_seeds_have_no_letters_that_are_mistaken_for_others() -> None:
    letters = {letter for n in range(300) for letter in new_seed(Random(n))}
    assert not letters & set("01IO")
    assert len(letters) == 32
