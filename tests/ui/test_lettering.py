"""Letters in pictures: accents, and names that fit."""

from unicodedata import normalize

import pytest

from bot.game.forage.cards import CARDS
from bot.ui.pictures.canvas import Canvas
from bot.ui.pictures.lettering import Letters

SIZES = (29, 25, 21, 18)
INK, PAPER = (0, 0, 0), (255, 255, 255)


def written(text: str) -> bytes:
    canvas = Canvas(80, 60, PAPER)
    Letters().write(canvas, (40, 30), text, 30, INK)
    return canvas.finished().tobytes()


@pytest.mark.parametrize("letter", "áàâãçéêíñóôõúüÁÉÍÓÚÑ")
def test_an_accent_is_seen(letter: str) -> None:
    plain = normalize("NFD", letter)[0]
    assert written(letter) not in (written(plain), written("\ufffe"))
    assert Letters().width(letter, 30) == Letters().width(plain, 30)


def test_the_font_has_a_letter_for_every_name() -> None:
    missing = written("\ufffe")
    names = {letter for card in CARDS.values() for name in card.names().values() for letter in name}
    assert not [letter for letter in names - {" "} if written(letter) == missing]


def test_only_so_many_written_lines_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.ui.pictures.lettering._MOST_TEXTS", 3)
    monkeypatch.setattr("bot.ui.pictures.lettering._MOST_STENCILS", 1_000)
    letters = Letters()
    for number in range(9):
        letters.write(Canvas(9, 9), (0, 0), f"Ana {number}", 9, INK)
    assert letters._stencils.size <= 1_000
    assert 1 <= len(letters._stencils) < 9
    assert letters._width.cache_info().currsize == 3


def test_a_short_name_is_one_large_line() -> None:
    assert Letters().fitted("Forest", 156, SIZES) == (("Forest",), 29)


def test_a_name_is_wrapped_between_words() -> None:
    assert Letters().fitted("Titania, Protector of Argoth", 156, SIZES).lines == (
        "Titania,",
        "Protector",
        "of Argoth",
    )


def test_a_name_with_a_hyphen_is_wrapped_there_if_it_must_be() -> None:
    assert Letters().fitted("Garth One-Eye", 156, SIZES).lines == ("Garth", "One-Eye")
    assert Letters().fitted("World-Weary", 120, SIZES).lines == ("World-", "Weary")


def test_letters_shrink_before_a_word_is_broken() -> None:
    lines, size = Letters().fitted("Goblin Anarchomancer", 156, SIZES)
    assert lines == ("Goblin", "Anarchomancer")
    assert size < 29


def test_only_a_word_that_is_too_long_is_broken() -> None:
    lines = Letters().fitted("Asmoranomardicadaistinaculdacar", 156, SIZES).lines
    assert len(lines) == 3
    assert "".join(line.rstrip("-") for line in lines) == "Asmoranomardicadaistinaculdacar"


def test_what_does_not_fit_ends_in_an_ellipsis() -> None:
    letters = Letters()
    lines, size = letters.fitted("A name that goes on and on and on and never ends", 90, SIZES)
    assert len(lines) == 3
    assert lines[-1].endswith("…")
    assert all(letters.width(line, size) <= 90 for line in lines)


def test_every_name_fits_without_being_cut() -> None:
    letters = Letters()
    for card in CARDS.values():
        for name in card.names().values():
            lines, size = letters.fitted(name, 156, SIZES)
            assert len(lines) <= 3
            assert not lines[-1].endswith("…"), name
            assert all(letters.width(line, size) <= 156 for line in lines), name
