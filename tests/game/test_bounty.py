"""Bounties: the deck, when one is revealed, the rising reward, collecting, and the trophies."""

from random import Random

import pytest

from bot.game.bounty import (
    BountyClaimed,
    BountyRaised,
    BountyRevealed,
    ClaimBounty,
    DeckBuilt,
    MostNoted,
    NeighboursSeen,
    NoteMost,
    Pays,
    RevealBounty,
    SetUpBounties,
    TrophiesReshuffled,
)
from bot.game.facts import BOUNTIES, Reads
from bot.game.game import Game, Neighbours
from bot.game.pod import StartPod
from bot.game.rules import play
from bot.game.turns import AddExtraTurn, AddSkip, NextTurn
from tests.game.table import ANA, BEA, CAIO, DUDA, EVA, FABIO, NOBODY_HERE, POD, Table

CARD, TREASURES = Pays.CARD, Pays.TREASURES
SIX = ("paq", "sovka", "rissa", "squeakers", "eriana", "outsider")


def turns_until_a_bounty(table: Table) -> Table:
    """Take turns until the first bounty is revealed."""
    for _ in range(40):
        if table.card is not None:
            return table
        table.next()
    raise AssertionError("no bounty came")


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
    table.refuses(RevealBounty(), rule="House rule", match="plays without bounties")
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


def test_a_deck_that_was_set_up_is_the_one_that_is_revealed_from() -> None:
    table = Table().act(SetUpBounties(cards=SIX)).act(RevealBounty())
    assert table.kinds == ["bounty_revealed"]
    assert table.card in SIX


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
    [(NOBODY_HERE, "House rule", "not seated"), (DUDA, "CR 800.4a", "has left")],
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


# What the condition reads as the turn begins


@pytest.mark.parametrize("card", ["miron", "vara-beth"])
@pytest.mark.parametrize(
    ("left_the_game", "left", "right"),
    [
        ((), BEA, FABIO),
        ((BEA,), CAIO, FABIO),
        ((FABIO,), BEA, EVA),
        ((BEA, CAIO, FABIO), DUDA, EVA),
        ((BEA, CAIO, DUDA, FABIO), EVA, EVA),
    ],
)
def test_neighbours_are_the_nearest_living_opponents_as_the_turn_begins(
    card: str, left_the_game: tuple[int, ...], left: int, right: int
) -> None:
    """Turn order goes to the left. Who left earlier is passed over."""
    table = Table.seated(*POD, starting=FABIO).offer(card, 1)
    for player in left_the_game:
        table.leave(player)
    table.next(ANA)
    assert table.happened(NeighboursSeen) == [
        NeighboursSeen(neighbours=(Neighbours(player=ANA, left=left, right=right),))
    ]


def test_neighbours_are_seen_as_such_a_bounty_is_revealed_and_again_each_turn() -> None:
    table = Table.seated().reveal("miron")
    assert len(table.happened(NeighboursSeen)) == 1
    table.turns(4)
    assert table.level == 4
    assert len(table.happened(NeighboursSeen)) == 1, "also at the top level"
    assert table.game.this_turn.neighbours == (Neighbours(player=ANA, left=BEA, right=DUDA),)


def test_house_somebody_who_leaves_later_does_not_change_the_neighbours() -> None:
    """By analogy with CR 800.4i: damage that was dealt counts."""
    table = Table.seated().offer("miron", 1).next().leave(CAIO)
    assert table.game.this_turn.neighbours == (Neighbours(player=BEA, left=CAIO, right=ANA),)


def test_house_also_where_the_bounty_was_revealed_after_they_left() -> None:
    table = Table.seated().leave(BEA).reveal("miron")
    assert table.game.this_turn.neighbours == (Neighbours(player=ANA, left=BEA, right=DUDA),)
    assert table.turns(3).game.this_turn.neighbours == (
        Neighbours(player=ANA, left=CAIO, right=DUDA),
    )


def test_house_also_where_they_left_one_after_the_other() -> None:
    table = Table.seated().leave(BEA).leave(DUDA).reveal("miron")
    assert table.game.this_turn.neighbours == (Neighbours(player=ANA, left=BEA, right=DUDA),)


def test_in_two_headed_giant_each_heads_neighbours_are_opposing_heads() -> None:
    table = Table.giants().reveal("vara-beth")
    assert table.game.this_turn.neighbours == (
        Neighbours(player=ANA, left=CAIO, right=DUDA),
        Neighbours(player=BEA, left=CAIO, right=DUDA),
    )
    assert table.next().game.this_turn.neighbours == (
        Neighbours(player=CAIO, left=ANA, right=BEA),
        Neighbours(player=DUDA, left=ANA, right=BEA),
    )


@pytest.mark.parametrize("card", ["sovka", "frankie", "lyssa", "gorra-tash"])
def test_other_bounties_read_no_neighbours(card: str) -> None:
    table = Table.seated().offer(card, 1).next()
    assert not table.happened(NeighboursSeen)


def test_without_a_pod_or_an_active_player_there_are_no_neighbours() -> None:
    assert not Table().reveal("miron").happened(NeighboursSeen)
    assert not Table.seated().leave(ANA).reveal("miron").happened(NeighboursSeen)


@pytest.mark.parametrize(("card", "reads"), [("frankie", Reads.LIFE), ("lyssa", Reads.HAND)])
def test_who_had_the_most_is_noted_for_this_turn_several_on_a_tie(card: str, reads: Reads) -> None:
    table = Table.seated().offer(card, 1).act(NoteMost(players=(BEA, DUDA)))
    assert table.happened(MostNoted) == [MostNoted(reads=reads, players=(BEA, DUDA))]
    assert table.game.this_turn.most == (BEA, DUDA)
    assert table.act(NoteMost(players=(CAIO,))).game.this_turn.most == (CAIO,)
    assert table.next().game.this_turn.most is None


def test_810_4_in_two_headed_giant_life_is_the_teams_and_the_hand_each_heads() -> None:
    life = Table.giants().offer("frankie", 1).act(NoteMost(players=(DUDA,)))
    assert life.game.this_turn.most == (CAIO, DUDA)
    hand = Table.giants().offer("lyssa", 1).act(NoteMost(players=(DUDA,)))
    assert hand.game.this_turn.most == (DUDA,)


def test_house_who_had_the_most_may_have_left_since_the_turn_began() -> None:
    """They had it as the turn began, and died of the damage."""
    table = Table.seated().offer("frankie", 1).leave(DUDA).act(NoteMost(players=(DUDA,)))
    assert table.game.this_turn.most == (DUDA,)
    table.next().refuses(NoteMost(players=(DUDA,)), rule="CR 800.4a", match="has left")


@pytest.mark.parametrize(
    ("card", "players", "rule", "match"),
    [
        ("sovka", (ANA,), "Bounty rules", "does not ask for that"),
        ("miron", (ANA,), "Bounty rules", "does not ask for that"),
        ("lyssa", (), "Bounty rules", "at least one player"),
        ("lyssa", (ANA, NOBODY_HERE), "House rule", "not seated"),
    ],
)
def test_what_is_noted_is_what_the_bounty_asks_for(
    card: str, players: tuple[int, ...], rule: str, match: str
) -> None:
    Table.seated().offer(card, 1).refuses(NoteMost(players=players), rule=rule, match=match)


def test_nothing_is_noted_without_a_bounty_or_a_pod() -> None:
    note = NoteMost(players=(ANA,))
    Table.seated().refuses(note, rule="Bounty rules", match="does not ask for that")
    Table().refuses(note, rule="House rule", match="No pod is seated")


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
