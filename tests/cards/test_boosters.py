"""Reading what a pod opened: names in three languages, foil marks, and lines to ask about."""

import pytest

from bot.cards.boosters import MOST_LINES, nearest, own_cards
from bot.game.forage.cards import CARDS, Food, Rarity
from bot.game.forage.game import Forage
from bot.ui.forage.words import marked, named

SOLITUDE = Food(number=32)


def read(*lines: str) -> list[str]:
    """Return what was read, as names, a foil with a star."""
    told = own_cards(lines)
    assert told.unknown == ()
    return [food.card.name + "*" * food.foil for food in told.food]


@pytest.mark.parametrize("name", ["Solitude", "solidão", "SOLIDAO", "Soledad", "  solitude  "])
def test_a_name_in_any_language_case_and_without_accents(name: str) -> None:
    assert own_cards([name]).food == (SOLITUDE,)


@pytest.mark.parametrize(
    "line",
    [
        "Solitude *F*",
        "Solitude *f*",
        "Solitude (foil)",
        "Solitude [Foil]",
        "Solitude foil",
        "Solitude FOIL",
        "foil Solitude",
        "*F* Solitude",
        "1 Solitude (MH2) 32 *F*",
        "1x Solitude *F* (MH2) 32",
    ],
)
def test_marks_of_a_foil(line: str) -> None:
    assert own_cards([line]).food == (SOLITUDE.but(foil=True),)


MARKS = ("⭐", "⭐️", "★", "✨", "*", "*F*", "*foil*", "(f)", "[f]", "<foil>", "(foil)", "foil")
SETS = ("(MH2) 32", "[MH2] #32", "MH2 32", "(mh2)")


@pytest.mark.parametrize("mark", MARKS)
@pytest.mark.parametrize("of_set", SETS)
def test_a_set_before_or_after_the_mark(mark: str, of_set: str) -> None:
    foil = (SOLITUDE.but(foil=True),)
    assert own_cards([f"Solitude {mark} {of_set}"]).food == foil
    assert own_cards([f"Solitude {of_set} {mark}"]).food == foil
    assert own_cards([f"Solitude {of_set}"]).food == (SOLITUDE,)
    assert own_cards([f"Solitude {of_set} {mark} x2"]).food == foil * 2


@pytest.mark.parametrize("foil", [False, True])
def test_what_the_bot_prints_can_be_read_back(foil: bool) -> None:
    everything = [Food(number=number, foil=foil) for number in CARDS]
    for food in everything:
        if food.card.rarity is Rarity.BASIC_LAND:
            continue  # namesakes: the first one counts
        for printed in (
            marked(food, Forage()),
            f"**{named(food)}**",
            f"A1 {marked(food, Forage())}",
            f"- {named(food)}",
        ):
            assert own_cards([printed]).food == (food,), printed


def test_a_haul_can_be_read_back() -> None:
    foods = [Food(number=n, foil=n % 3 == 0) for n in CARDS if n % 9 == 0]
    foods = [food for food in foods if food.card.rarity is not Rarity.BASIC_LAND]
    haul = ", ".join(marked(food, Forage()) for food in foods)
    for line in (haul, f"@Ana: {haul}", f"Ana (left, not counted): {haul}"):
        assert own_cards([line]).food == tuple(foods)


def test_a_haul_with_an_unknown_name_is_asked_about() -> None:
    assert own_cards(["Ana: Solitude ⭐, Xyzzy"]).food == ()
    assert own_cards(["Fury, " * 200]).food == ()


def test_emphasis_is_no_mark() -> None:
    assert read("**Solitude**", "*Solitude*") == ["Solitude"] * 2


@pytest.mark.parametrize("line", ["*" * 20_000, " *" * 10_000, "(" * 20_000, "A: " + "x, " * 9_000])
def test_a_long_line_is_read_at_once(line: str) -> None:
    assert own_cards([line]).food == ()


def test_counts_at_the_end_and_numbered_lists() -> None:
    assert read("Forest x2", "Forest (2)", "Forest ×2 *F*", "Forest 2x") == [  # noqa: RUF001
        *["Forest"] * 4,
        *["Forest*"] * 2,
        *["Forest"] * 2,
    ]
    assert read("1. Solitude", "2) Fury ⭐", "3. 2 Forest") == [
        "Solitude",
        "Fury*",
        "Forest",
        "Forest",
    ]


def test_a_number_of_the_set_is_no_count() -> None:
    assert own_cards(["Solitude (32)"]).food == ()


def test_a_line_can_stand_for_several_cards() -> None:
    assert read("2 Forest", "3x Island *F*") == ["Forest"] * 2 + ["Island*"] * 3


def test_bullets_comments_and_empty_lines() -> None:
    assert read("# ours", "", "- Solitude", "• Fury", "* Grief") == ["Solitude", "Fury", "Grief"]


@pytest.mark.parametrize("name", ["Fire // Ice", "fire/ice", "Fire", "ice", "Fire // Ice (MH2)"])
def test_a_split_card_by_either_half_or_both(name: str) -> None:
    assert read(name) == ["Fire // Ice"]


def test_quotes_and_punctuation_make_no_difference() -> None:
    assert read("Gaeas Will", "Chatterfang Squirrel General", "Blacksmith's skill") == [
        "Gaea's Will",
        "Chatterfang, Squirrel General",
        "Blacksmith's Skill",
    ]


def test_every_card_is_found_by_each_of_its_names() -> None:
    for card in CARDS.values():
        for name in card.names().values():
            (food,) = own_cards([f"{name} *F*"]).food
            assert food.card.name == card.name
            assert food.foil


def test_basic_lands_in_three_languages() -> None:
    assert read("Forest", "Floresta", "Bosque", "Planície") == ["Forest"] * 3 + ["Plains"]


def test_an_unknown_name_comes_back_with_the_nearest_ones() -> None:
    told = own_cards(["Solitude", "2 Squirel Mobb *F*", "Fury"])
    assert [food.card.name for food in told.food] == ["Solitude", "Fury"]
    (unknown,) = told.unknown
    assert unknown.line == "2 Squirel Mobb *F*"
    assert unknown.nearest[0] == "Squirrel Mob"
    assert len(unknown.nearest) == 3


def test_the_beginning_of_a_name_is_asked_about_with_the_whole_name_first() -> None:
    assert nearest("Chatterfang")[0] == "Chatterfang, Squirrel General"


def test_the_nearest_names_are_in_the_language_that_was_written() -> None:
    assert nearest("rateiro arcnexo")[0] == "Rateiro Arconexo"


@pytest.mark.parametrize("line", ["???", "24", "xyzzy", "x" * 5000, "*F*", "foil"])
def test_nonsense_is_asked_about(line: str) -> None:
    told = own_cards([line])
    assert told.food == ()
    assert len(told.unknown) == 1
    assert len(told.unknown[0].nearest) <= 3


def test_a_name_can_suggest_each_card_once_only() -> None:
    assert len(set(nearest("forest"))) == len(nearest("forest")) == 3


def test_no_more_lines_are_read_than_boosters_hold() -> None:
    assert len(own_cards(["Fury"] * 1000).food) == MOST_LINES


def test_what_is_sorted_out_stays_in_the_order_of_the_lines() -> None:
    assert read("Fury", "Forest", "Grief") == ["Fury", "Forest", "Grief"]
