"""Players in pictures: initials, and names that can be drawn."""

from unicodedata import normalize

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.game.game import Delve, Game, Team, Turns
from bot.ui.pictures.lettering import LETTERS
from bot.ui.pictures.people import drawable, figures, initials


def pod(*players: int) -> Game:
    return Game(turns=Turns(teams=tuple(Team(players=(player,)) for player in players)))


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("Ana", "Ana"),
        ("  Ana   Lima ", "Ana Lima"),
        ("🐿️ Ana 🐿️", "Ana"),
        ("\N{FULLWIDTH LATIN CAPITAL LETTER A}na", "Ana"),
        ("Zoë Đorđević", "Zoë Đorđević"),
        ("Αθηνά", "Αθηνά"),
        ("A\u0301\u0336\u0336na", "Ána"),
        ("Ana\u202e\u200b", "Ana"),
        ("日本太郎", ""),
        ("Ana日本太郎太郎", ""),
        ("محمد", ""),
        ("דוד", ""),
        ("🐿️🐿️", ""),
        ("•°¤*(¯★¯)*¤°", ""),
        ("", ""),
    ],
)
def test_a_name_is_shown_as_far_as_our_fonts_have_it(name: str, shown: str) -> None:
    assert drawable(name, LETTERS) == normalize("NFC", shown)


@pytest.mark.parametrize(
    ("name", "short"),
    [
        ("Ana", "An"),
        ("ana lima", "AL"),
        ("x", "X"),
        ("Ana Maria Lima", "AM"),
        ("ßo", "So"),
        ("ʇo", "ʇo"),
    ],
)
def test_initials_are_one_or_two_letters(name: str, short: str) -> None:
    assert initials(name, LETTERS) == short


def test_initials_are_of_one_player_only() -> None:
    names = {1: "Ana", 2: "Andrea", 3: "Bo"}
    found = figures(pod(1, 2, 3), names.get, LETTERS)
    assert [figure.initials for figure in found.values()] == ["1", "2", "Bo"]


def test_whose_name_is_not_known_or_cannot_be_drawn_is_their_seat() -> None:
    found = figures(pod(1, 2, 3), {2: "太郎", 3: "Bo"}.get, LETTERS)
    assert [(figure.name, figure.initials) for figure in found.values()] == [
        ("Seat 1", "1"),
        ("Seat 2", "2"),
        ("Bo", "Bo"),
    ]


def test_at_an_open_table_there_are_no_seats() -> None:
    game = Game(delves={7: Delve(dungeon="undercity", path=("secret-entrance",))})
    assert figures(game, lambda _: None, LETTERS)[7].name == "A player"


def test_six_players_have_six_colours() -> None:
    found = figures(pod(*range(6)), lambda _: None, LETTERS)
    assert len({figure.tints for figure in found.values()}) == 6


@given(st.text(max_size=40))
def test_any_name_gives_something_to_draw(name: str) -> None:
    figure = figures(pod(1), lambda _: name, LETTERS)[1]
    assert figure.name
    assert 1 <= len(figure.initials) <= 2
    assert all(LETTERS.has(letter) for letter in figure.name + figure.initials)
