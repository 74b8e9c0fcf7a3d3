"""A misspelt name is found whichever of its letters are wrong."""

from random import Random
from string import ascii_lowercase

import pytest
from rapidfuzz import fuzz

from bot.cards.catalogue import Catalogue
from bot.cards.misspelt import LIKENESS, Misspelt
from bot.cards.search import words

KEYS = sorted({"".join(words(card.faces[0].name)) for card in Catalogue.load()})
NAMES = Misspelt((key, at) for at, key in enumerate(KEYS))


def found(typed: str, limit: int = 50) -> list[str]:
    return [KEYS[at] for at in NAMES.positions(typed, limit)]


@pytest.mark.parametrize(
    "typed",
    [
        "gatsafshepard",  # in the middle
        "atstafshepherd",  # the first letter lost
        "ggatstafshepherd",  # twice
        "agtstafshepherd",  # the first two swapped
        "katstafshepherd",  # the first one is another
        "getstafshepherd",  # the second one is another
        "kitstafshepherd",  # both are others
        "tstafshepherd",  # both are lost
        "gatsafshe",  # not finished
    ],
)
def test_a_slip_may_be_anywhere(typed: str) -> None:
    assert found(typed)[0] == "gatstafshepherd"


def test_what_is_not_alike_is_not_found() -> None:
    assert found("qqqqqqqqq") == []


def test_the_most_alike_come_first_and_all_are_alike() -> None:
    typed = "delverofsecerts"
    likenesses = [fuzz.ratio(typed, key[: len(typed) + 1]) for key in found(typed)]
    assert likenesses[0] > 90
    assert likenesses == sorted(likenesses, reverse=True)
    assert min(likenesses) >= LIKENESS


def test_no_more_beginnings_are_looked_at_than_asked_for() -> None:
    assert len(set(found("invasionoof", limit=100))) > 3
    assert len(found("invasionoof", limit=3)) == 3


def test_one_wrong_letter_hides_hardly_any_name() -> None:
    luck, missed = Random(712), []
    for key in KEYS:
        at = luck.randrange(len(key))
        typed = key[:at] + luck.choice(ascii_lowercase) + key[at + 1 :]
        if key not in found(typed):
            missed.append((key, typed))
    assert len(missed) <= len(KEYS) / 100, missed
