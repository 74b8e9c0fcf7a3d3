"""The bounty deck: what it is made of, when it is made anew, and what of it stays hidden."""

from random import Random

import pytest

from bot.game.bounty import (
    DeckBuilt,
    Pays,
    RevealBounty,
    SetUpBounties,
    TrophiesReshuffled,
)
from bot.game.facts import BOUNTIES
from bot.game.game import Game
from bot.game.pod import StartPod
from bot.game.rules import play
from bot.game.turns import NextTurn
from tests.game.table import POD, Table

CARD, TREASURES = Pays.CARD, Pays.TREASURES
SIX = ("paq", "sovka", "rissa", "squeakers", "eriana", "outsider")


# The deck


@pytest.mark.parametrize("size", [6, 7, 12])
def test_a_deck_is_so_many_different_bounties(size: int) -> None:
    table = Table().act(SetUpBounties(size=size))
    bounties = table.game.bounties
    assert len(bounties.deck) == len(set(bounties.deck)) == size
    assert sorted(bounties.pile) == sorted(bounties.deck)


def test_a_deck_is_all_twelve_unless_told_otherwise() -> None:
    assert set(Table().act(SetUpBounties()).game.bounties.deck) == set(BOUNTIES)
    assert set(Table.seated().game.bounties.deck) == set(BOUNTIES)


@pytest.mark.parametrize(
    "command",
    [
        SetUpBounties(size=0),
        SetUpBounties(size=5),
        SetUpBounties(size=13),
        SetUpBounties(cards=SIX[:5]),
        SetUpBounties(cards=(*SIX[:5], SIX[0])),
        SetUpBounties(cards=(*SIX, "nobody")),
    ],
)
def test_a_deck_of_anything_else_is_refused(command: SetUpBounties) -> None:
    match = "6 to 12 different bounties"
    Table().refuses(command, rule="Bounty rules", match=match)
    Table.seated().refuses(command, rule="Bounty rules", match=match)


def test_a_picked_deck_is_the_cards_that_were_picked() -> None:
    table = Table().act(SetUpBounties(cards=SIX))
    assert sorted(table.game.bounties.pile) == sorted(SIX)
    assert table.game.bounties.picked


def test_the_deck_is_shuffled() -> None:
    piles = {
        play(Game(), SetUpBounties(cards=SIX), Random(seed))[0].bounties.pile for seed in range(50)
    }
    assert len(piles) > 40
    tops = {
        play(Game(), StartPod(players=POD[:4]), Random(seed))[0].bounties.pile[-1]
        for seed in range(200)
    }
    assert tops == set(BOUNTIES)


def test_a_deck_can_be_built_until_the_first_bounty_is_revealed() -> None:
    table = Table.seated().act(SetUpBounties(size=6))
    assert len(table.game.bounties.pile) == 6
    table.reveal()
    table.refuses(SetUpBounties(size=6), rule="Bounty rules", match="in play already")


def test_a_deck_that_was_set_up_is_the_one_that_is_revealed_from() -> None:
    table = Table().act(SetUpBounties(cards=SIX)).act(RevealBounty())
    assert table.kinds == ["bounty_revealed"]
    assert table.card in SIX


# The pile runs out


def pile_runs_out() -> Table:
    table = Table().act(SetUpBounties(cards=SIX))
    table.act(StartPod(players=POD[:3])).reveal()
    for _ in range(5):
        table.claim(table.active[0]).next()
    assert table.game.bounties.pile == ()
    return table


def test_an_empty_pile_at_a_reveal_is_made_anew_of_all_claimed_ones() -> None:
    table = pile_runs_out()
    table.claim(table.active[0])
    assert len(table.game.bounties.trophies) == 6
    table.next()
    shuffled = table.happened(TrophiesReshuffled)
    assert [sorted(event.pile) for event in shuffled] == [sorted(SIX)]
    assert len(table.game.bounties.pile) == 5
    assert table.level == 1


def test_house_the_new_pile_is_shuffled_anew_though_the_dice_fall_as_before() -> None:
    """The dice are thrown for a pile: the cards do not come back in the order that was seen."""
    table = pile_runs_out()
    table.claim(table.active[0])
    orders = {}
    for seed in range(20):
        built, _ = play(Game(), SetUpBounties(cards=SIX), Random(seed))
        _, events = play(table.game, NextTurn(), Random(seed))
        [again] = [event.pile for event in events if isinstance(event, TrophiesReshuffled)]
        orders[again] = built.bounties.pile
    assert len(orders) > 10
    assert sum(again == before for again, before in orders.items()) < 3


def test_each_new_pile_is_a_throw_of_the_dice_of_its_own() -> None:
    table = pile_runs_out()
    before = table.game.dice
    table.claim(table.active[0])
    assert table.game.dice == before
    assert table.next().game.dice == before + 1


def test_trophies_are_gone_then_but_who_claimed_what_is_kept() -> None:
    table = pile_runs_out()
    table.claim(table.active[0]).next()
    assert table.game.bounties.trophies == ()
    claims = table.game.bounties.claims
    assert sorted(claim.card for claim in claims) == sorted(SIX)
    assert [claim.turn for claim in claims] == [1, 2, 3, 4, 5, 6]


def test_an_unclaimed_bounty_is_not_shuffled_in_while_the_pile_is_empty() -> None:
    table = pile_runs_out()
    card = table.card
    table.turns(3)
    assert (table.card, table.level) == (card, 4)
    assert len(table.game.bounties.trophies) == 5


def test_a_leavers_trophies_go_back_into_the_new_pile_too() -> None:
    table = pile_runs_out()
    table.claim(table.active[0]).leave(table.active[0]).next()
    assert sorted((*table.game.bounties.pile, table.card or "")) == sorted(SIX)


# What stays hidden


def test_a_deck_drawn_at_random_is_hidden_and_a_picked_one_shows_no_order() -> None:
    drawn = Table().act(SetUpBounties(size=8)).happened(DeckBuilt)[0]
    assert (len(drawn.pile), drawn.public().pile, drawn.public().size) == (8, (), 8)
    picked = Table().act(SetUpBounties(cards=SIX)).happened(DeckBuilt)[0]
    assert picked.public().pile == tuple(sorted(SIX))


def test_a_reshuffle_shows_no_order() -> None:
    table = pile_runs_out()
    table.claim(table.active[0]).next()
    assert table.happened(TrophiesReshuffled)[0].public().pile == tuple(sorted(SIX))


def test_the_deck_is_listed_in_printed_order_which_tells_nothing() -> None:
    for seed in range(10):
        game, _ = play(Game(), SetUpBounties(cards=SIX), Random(seed))
        assert game.bounties.deck == tuple(card for card in BOUNTIES if card in SIX)


def test_same_luck_same_order_so_an_undo_is_no_reroll() -> None:
    """House: a reveal or reshuffle that is undone comes back the same."""
    table = pile_runs_out()
    table.claim(table.active[0])
    first, second = (play(table.game, NextTurn(), Random(7)) for _ in range(2))
    assert first == second
