"""The board as text: compact, complete, and fit for a phone."""

from random import Random

import pytest

from bot.game.forage.board import SPACES
from bot.game.forage.cards import CARDS, Food
from bot.game.forage.game import Forage
from bot.game.forage.lobby import StartForage
from bot.game.forage.rules import play
from bot.ui.forage.text import LEGEND, WIDEST, alt_text, board_text
from tests.game.forest import ANA, BEA, Forest

BOARD = """
    W   U*   .   B~  R!
    G   .    S   WU  U
    .   .    .   .   L
    WUBRG! . R   .   .
"""


def test_the_board_as_text() -> None:
    assert board_text(Forest.floor(BOARD).game).splitlines() == [
        "```",
        "  A      B      C      D      E",
        "1 Wu     Uc*    ..     Bc~    Rr",
        "2 Gc     ..     @@     WUc    Uc",
        "3 ..     ..     ..     ..     Cc",
        "4 allm   ..     Rc     ..     ..",
        "5 ..     ..     ..     ..     ..",
        "←G1 →W1,U2 ↓R1",
        "```",
    ]


def test_moves_are_told_until_the_player_has_moved() -> None:
    game = Forest.floor("W S").game
    assert "←W1" in board_text(game)
    assert "W1" not in board_text(game.but(moved=True))


@pytest.mark.parametrize("seed", range(5))
def test_a_real_board_has_its_shape(seed: int) -> None:
    start = StartForage(players=(ANA, BEA), seed=str(seed))
    game, _ = play(Forage(), start, Random(1))
    fence, head, *rows, _, _ = board_text(game).splitlines()
    assert fence == "```"
    assert head.split() == list("ABCDE")
    assert [row.split()[0] for row in rows[:5]] == list("12345")
    assert all(len(row.split()) == 6 for row in rows[:5])
    assert board_text(game).count("@@") == 1


def test_the_widest_board_fits() -> None:
    """Cards of three colours, foil and squirrels, and all five colours in all directions."""
    wide = next(card.number for card in CARDS.values() if len(card.colours) == 3)
    all_five = next(card.number for card in CARDS.values() if len(card.colours) == 5)
    grid = [Food(number=wide, foil=True)] * SPACES
    for cell in (7, 11, 13, 17):
        grid[cell] = Food(number=all_five, foil=True)
    game = Forest.floor("S W").game.but(
        grid=(*grid[:12], None, *grid[13:]), squirrel=12, squirrels=(wide, all_five)
    )
    text = board_text(game)
    assert max(map(len, text.splitlines())) <= WIDEST
    assert len(text) + len(LEGEND) < 1_000
    assert text.count("all") == 4
    assert {len(line.split()) for line in text.splitlines()[2:7]} == {6}


def test_the_legend_explains_every_sign() -> None:
    for sign in ("W U B R G", "C", "all", "c u r m l", "*", "~", "@@", ".."):
        assert f"`{sign}`" in LEGEND


def test_the_text_beside_a_picture_is_short() -> None:
    assert alt_text(Forest.floor(BOARD).game) == (
        "The squirrel is on C2; 10 cards are left. "
        "It can take: left green 1, right white 1, right blue 2, down red 1."
    )


def test_the_end_is_told_in_good_english() -> None:
    assert alt_text(Forest.floor("S .\n. W").game) == "The squirrel is on A1; 1 card is left."


def test_without_a_board_there_is_nothing_to_tell() -> None:
    assert board_text(Forage()) == ""
    assert alt_text(Forage()) == "No board has been laid out."
