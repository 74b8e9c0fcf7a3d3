"""Foraging Squirrels: the floor that is laid, from a seed or from the pod's own boosters."""

from collections import Counter

import pytest

from bot.errors import NO_RULE
from bot.game.forage.board import food_in_line
from bot.game.forage.cards import CARDS, SQUIRREL_ART, Food
from bot.game.forage.game import legal_moves
from bot.game.forage.lobby import (
    ArtCalled,
    CallArt,
    EndForage,
    ForageStarted,
    OpenForageLobby,
    clean,
    rematch,
)
from bot.ui.forage.telling import tell_forage
from tests.game.forest import ANA, BEA, CAIO, FOOD, POD, Forest, start

# Seeds


def test_the_same_seed_lays_the_same_grid() -> None:
    one, other = Forest(seed=1).act(start(seed="Acorn")), Forest(seed=2).act(start(seed="Acorn"))
    assert one.game.grid == other.game.grid
    assert one.game.squirrel == other.game.squirrel
    assert {Forest(seed=n).act(start(seed="Acorn")).game.first for n in range(30)} == set(POD)


def test_a_seed_is_the_same_however_a_phone_capitalises_it() -> None:
    grids = {Forest().act(start(seed=seed)).game.grid for seed in ("acorn 7", " ACORN  7 ")}
    assert len(grids) == 1


def test_without_a_seed_one_is_drawn_and_can_be_said_in_a_call() -> None:
    seeds = {Forest(seed=n).act(start()).game.seed for n in range(50)}
    assert len(seeds) == 50
    assert all(len(seed) == 6 and seed.isalnum() for seed in seeds)
    assert Forest().act(start(seed="  ")).game.seed != ""


@pytest.mark.parametrize("seed", ["x" * 33, "ß" * 17, "ﬄ" * 11])
def test_a_seed_is_not_a_novel(seed: str) -> None:
    Forest().refuses(start(seed=seed), rule=NO_RULE, match="at most 32 characters")
    Forest().refuses(OpenForageLobby(player=ANA, seed=seed), rule=NO_RULE, match="at most 32")
    assert len(Forest().act(start(seed="x" * 32)).game.seed) == 32


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        ("`nuts`", "'NUTS'"),
        (" a\tb\n c ", "A B C"),
        ("a\u200bc\u202eo\x00rn\ufeff", "ACORN"),
        ("   ", None),
        ("\u200b \u2060", None),
        ("", None),
        (None, None),
        ("straße", "STRASSE"),
        ("cafe\u0301", "CAF\u00c9"),
    ],
)
def test_a_seed_is_kept_clean(typed: str | None, kept: str | None) -> None:
    assert clean(typed) == kept
    lobby = Forest().act(OpenForageLobby(player=ANA, seed=typed)).game.lobby
    assert lobby is not None
    assert lobby.seed == kept


def test_a_clean_seed_stays_as_it_is() -> None:
    for point in range(0x3000):
        seed = clean(f"a{chr(point)}b")
        assert clean(seed) == seed
        assert seed is not None
        assert "`" not in seed


def test_a_rematch_is_on_the_same_grid() -> None:
    forest = Forest(seed=3).act(start())
    laid = forest.game.grid
    forest.act(EndForage())
    forest.act(rematch(forest.game))
    assert forest.game.grid == laid
    assert forest.game.players == POD
    assert not forest.game.over


def test_a_rematch_keeps_what_the_pod_said_about_squirrels() -> None:
    forest = Forest(seed=3).act(start(own=FOOD)).act(CallArt(player=ANA, number=5, squirrel=True))
    assert tell_forage(forest.happened(ArtCalled))[0].startswith("<@11> says: **")
    forest.act(EndForage())
    forest.act(rematch(forest.game))
    assert forest.game.squirrels == tuple(sorted({*SQUIRREL_ART, 5}))
    forest.act(EndForage()).act(start(own=FOOD))
    assert forest.game.squirrels == SQUIRREL_ART


def test_a_rematch_with_own_cards_sets_the_same_surplus_aside() -> None:
    own = tuple(Food(number=number) for number in range(1, 31))
    forest = Forest(seed=3).act(start(own=own))
    before = forest.game
    again = Forest(seed=4).act(rematch(forest.act(EndForage()).game, players=(BEA, CAIO))).game
    assert (again.grid, again.set_aside, again.own) == (before.grid, before.set_aside, own)
    assert again.players == (BEA, CAIO)


# The pod's own boosters


def test_own_cards_are_laid_out() -> None:
    game = Forest().act(start(own=FOOD)).game
    assert Counter(game.grid) == Counter((*FOOD, None))
    assert game.set_aside == ()


def test_surplus_is_set_aside_at_random_and_recorded() -> None:
    own = tuple(Food(number=number) for number in range(1, 27))
    aside = set()
    for seed in range(30):
        forest = Forest(seed=seed).act(start(own=own))
        (started,) = forest.happened(ForageStarted)
        assert len(started.set_aside) == 2
        assert Counter((*started.grid, *started.set_aside)) == Counter((*own, None))
        aside |= set(started.set_aside)
    assert len(aside) > 15


def test_fewer_cards_leave_empty_spaces() -> None:
    game = Forest().act(start(own=FOOD[:20])).game
    assert sum(food is not None for food in game.grid) == 20
    assert len(game.empty) == 4


@pytest.mark.parametrize("cards", [1, 2, 3])
def test_however_few_the_cards_there_is_a_first_move(cards: int) -> None:
    for seed in range(50):
        game = Forest(seed=seed).act(start(own=FOOD[:cards])).game
        assert food_in_line(game.grid, game.squirrel)
        assert legal_moves(game)


def test_own_cards_are_of_the_set_and_not_a_whole_box() -> None:
    many = tuple(Food(number=1) for _ in range(61))
    Forest().refuses(start(own=many), rule=NO_RULE, match="Those are 61 cards")
    assert len(Forest().act(start(own=many[:60])).game.set_aside) == 60 - 24
    strange = (*FOOD, Food(number=9999))
    assert 9999 not in CARDS
    Forest().refuses(start(own=strange), rule=NO_RULE, match="no such card")
