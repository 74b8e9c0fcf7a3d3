"""Bounties: when one is revealed, the rising reward, and collecting."""

import pytest

from bot.errors import NO_RULE
from bot.game.bounty import (
    BountyClaimed,
    BountyRaised,
    BountyRevealed,
    ClaimBounty,
    DeckBuilt,
    Pays,
    RevealBounty,
)
from bot.game.facts import BOUNTIES
from bot.game.turns import AddExtraTurn, AddSkip
from tests.game.table import ANA, BEA, CAIO, DUDA, NOBODY_HERE, POD, Table

CARD, TREASURES = Pays.CARD, Pays.TREASURES


def turns_until_a_bounty(table: Table) -> Table:
    """Take turns until the first bounty is revealed."""
    for _ in range(40):
        if table.card is not None:
            return table
        table.next()
    raise AssertionError("no bounty came")


# The first bounty


@pytest.mark.parametrize("size", [2, 3, 4, 5, 6])
@pytest.mark.parametrize("starter", [0, 1])
def test_the_first_comes_as_the_starting_players_third_turn_begins(size: int, starter: int) -> None:
    players = POD[:size]
    table = Table.seated(*players, starting=players[starter]).turns(2 * size - 1)
    assert table.card is None
    table.next()
    assert table.active == (players[starter],)
    assert table.own_turns(players[starter]) == 3
    assert len(table.happened(BountyRevealed)) == 1
    assert table.level == 1


def test_not_turn_9_but_the_starting_players_third_turn_extra_turns_included() -> None:
    table = Table.seated()
    table.act(AddExtraTurn(player=ANA)).act(AddExtraTurn(player=ANA)).next()
    assert table.card is None
    table.next()
    assert (table.number, table.own_turns(ANA)) == (3, 3)
    assert table.card is not None


def test_extra_turns_of_the_others_do_not_bring_it_nearer() -> None:
    table = Table.seated()
    for _ in range(3):
        table.act(AddExtraTurn(player=BEA))
    turns_until_a_bounty(table)
    assert (table.number, table.own_turns(ANA)) == (12, 3)


def test_a_correction_past_the_starting_player_is_no_turn_of_theirs() -> None:
    table = Table.seated().turns(3).next(BEA).turns(3)
    assert (table.number, table.own_turns(ANA), table.card) == (8, 2, None)
    turns_until_a_bounty(table)
    assert (table.number, table.own_turns(ANA)) == (12, 3)


def test_in_two_headed_giant_it_is_the_starting_teams_third_turn() -> None:
    table = turns_until_a_bounty(Table.giants(starting=CAIO))
    assert (table.number, table.active) == (5, (CAIO, DUDA))


@pytest.mark.parametrize("turns_taken", [1, 2])
def test_house_the_starting_player_left_before_their_third_turn(turns_taken: int) -> None:
    """The next turn that begins once the third would have begun: Bea's."""
    table = Table.seated().turns(4 * (turns_taken - 1) + 1).leave(ANA)
    table = turns_until_a_bounty(table)
    assert table.active == (BEA,)
    assert table.own_turns(BEA) == 3
    assert table.number == {1: 8, 2: 9}[turns_taken]


def test_house_the_starting_player_left_during_their_own_second_turn() -> None:
    table = turns_until_a_bounty(Table.seated().turns(4).leave(ANA))
    assert (table.number, table.active, table.own_turns(BEA)) == (9, (BEA,), 3)


def test_house_the_next_seat_is_skipped_as_the_starting_players_third_would_have_begun() -> None:
    """Bea's turn does not exist, so the bounty comes with Caio's."""
    table = Table.seated().leave(ANA).turns(6)
    assert table.card is None
    table.act(AddSkip(player=BEA)).next()
    assert (table.active, len(table.happened(BountyRevealed))) == ((CAIO,), 1)


def test_a_pod_without_bounties_sees_none() -> None:
    table = Table.seated(bounties=False).turns(20)
    assert table.card is None
    table.refuses(RevealBounty(), rule=NO_RULE, match="plays without bounties")
    assert table.reveal().card is not None, "`early` brings them in"


# Revealing by hand


def test_without_a_pod_a_bounty_is_revealed_at_once() -> None:
    table = Table().act(RevealBounty())
    assert table.kinds == ["deck_built", "bounty_revealed"]
    assert (table.level, len(table.game.bounties.pile)) == (1, 11)
    assert table.happened(DeckBuilt)[0].public().pile == ()


def test_without_a_pod_any_of_the_twelve_may_be_the_first() -> None:
    first = {Table(seed=seed).act(RevealBounty()).card for seed in range(200)}
    assert first == set(BOUNTIES)


def test_with_a_pod_it_says_when_the_first_one_comes_and_early_starts_now() -> None:
    table = Table.seated(starting=CAIO)
    table.refuses(
        RevealBounty(), rule="Bounty rules", match="third turn of <@13> begins. `early` starts now"
    )
    assert table.reveal().level == 1
    assert table.next().level == 2


def test_it_says_so_where_the_starting_player_has_left() -> None:
    table = Table.seated().leave(ANA)
    table.refuses(RevealBounty(), rule="House rule", match="<@11> began this game and has left")


@pytest.mark.parametrize("early", [False, True])
def test_one_on_offer_stays_until_it_is_claimed(early: bool) -> None:
    table = Table.seated().offer("sovka", 2)
    table.refuses(RevealBounty(early=early), rule="Bounty rules", match="Sleepy Sovka is still")


@pytest.mark.parametrize("early", [False, True])
@pytest.mark.parametrize("table", [Table(), Table.seated()], ids=["unseated", "seated"])
def test_house_after_a_claim_nothing_is_revealed_this_turn(table: Table, early: bool) -> None:
    table = Table(table.game).offer("sovka", 1).claim(ANA)
    table.refuses(RevealBounty(early=early), rule="House rule", match="as the next turn begins")
    assert table.next().card is not None


# The rising reward


def test_an_unclaimed_bounty_goes_up_a_level_a_turn_not_a_round_and_4_is_the_most() -> None:
    table = Table.seated().reveal("sovka")
    levels = [table.next().level for _ in range(5)]
    assert levels == [2, 3, 4, 4, 4]
    assert table.happened(BountyRaised) == []
    assert table.card == "sovka"


def test_at_an_unseated_table_it_rises_with_each_new_turn_too() -> None:
    table = Table().reveal("sovka").next()
    assert table.happened(BountyRaised) == [BountyRaised(card="sovka", level=2)]


def test_800_4j_no_active_player_no_claim_and_the_level_rises() -> None:
    table = Table.seated().offer("sovka", 1).leave(ANA)
    for player in (BEA, CAIO, DUDA):
        table.refuses(
            ClaimBounty(player=player), rule="CR 800.4j", match="nobody can collect this turn"
        )
    assert table.next().level == 2


# Collecting


@pytest.mark.parametrize(
    ("level", "reward", "treasures", "cards"),
    [
        (1, None, 1, 0),
        (2, None, 2, 0),
        (3, TREASURES, 2, 0),
        (3, CARD, 0, 1),
        (4, None, 2, 1),
        # The choice matters at level 3 only.
        (1, CARD, 1, 0),
        (2, CARD, 2, 0),
        (4, TREASURES, 2, 1),
        (4, CARD, 2, 1),
    ],
)
def test_what_each_level_pays(level: int, reward: Pays | None, treasures: int, cards: int) -> None:
    table = Table.seated().offer("sovka", level).claim(ANA, reward)
    assert table.happened(BountyClaimed) == [
        BountyClaimed(player=ANA, card="sovka", level=level, treasures=treasures, cards=cards)
    ]


def test_at_level_3_the_claimer_has_to_choose() -> None:
    table = Table.seated().offer("sovka", 3)
    table.refuses(ClaimBounty(player=ANA), rule="Bounty rules", match="treasures or a card")


def test_a_claimed_bounty_is_a_trophy_and_leaves_nothing_on_offer_until_the_next_turn() -> None:
    table = Table.seated().offer("sovka", 1).claim(ANA)
    assert table.card is None
    assert [(t.card, t.player) for t in table.game.bounties.trophies] == [("sovka", ANA)]
    table.next()
    assert (table.level, len(table.happened(BountyRevealed))) == (1, 1)
    assert table.card != "sovka"


@pytest.mark.parametrize("player", [BEA, CAIO, DUDA])
def test_only_the_active_player_collects(player: int) -> None:
    table = Table.seated().offer("sovka", 1)
    table.refuses(ClaimBounty(player=player), rule="Bounty rules", match="that is <@11>")


@pytest.mark.parametrize(
    ("player", "rule", "match"),
    [(NOBODY_HERE, NO_RULE, "not seated"), (DUDA, "CR 800.4a", "has left")],
)
def test_only_players_in_the_game_collect(player: int, rule: str, match: str) -> None:
    table = Table.seated().offer("sovka", 1).leave(DUDA)
    table.refuses(ClaimBounty(player=player), rule=rule, match=match)


def test_there_has_to_be_one_on_offer() -> None:
    Table.seated().refuses(ClaimBounty(player=ANA), rule="Bounty rules", match="No bounty is on")
    Table().refuses(ClaimBounty(player=ANA), rule="Bounty rules", match="No bounty is on")


@pytest.mark.parametrize("table", [Table(), Table.seated()], ids=["unseated", "seated"])
def test_one_reward_a_turn(table: Table) -> None:
    table = Table(table.game).offer("sovka", 1).claim(ANA)
    table.refuses(ClaimBounty(player=ANA), rule="Bounty rules", match="this turn already")


def test_the_active_player_of_an_extra_turn_collects() -> None:
    table = Table.seated().offer("sovka", 1).act(AddExtraTurn(player=CAIO)).next()
    table.refuses(ClaimBounty(player=BEA), rule="Bounty rules", match="that is <@13>")
    assert table.claim(CAIO).happened(BountyClaimed)


@pytest.mark.parametrize("head", [ANA, BEA])
def test_house_in_two_headed_giant_either_head_collects_once_a_team_turn(head: int) -> None:
    table = Table.giants().offer("sovka", 1)
    table.refuses(ClaimBounty(player=CAIO), rule="Bounty rules", match="<@11> and <@12>")
    table.claim(head)
    for player in (ANA, BEA):
        table.refuses(ClaimBounty(player=player), rule="Bounty rules", match="this turn already")
