"""Turns: whose it is, extra and skipped ones, corrections, and turns of those who left."""

import pytest

from bot.errors import NO_RULE
from bot.game.bounty import BountyRaised, BountyRevealed
from bot.game.turns import (
    MOST_QUEUED,
    AddExtraTurn,
    AddSkip,
    NextTurn,
    TurnBegan,
    TurnSkipped,
    next_player,
)
from tests.game.table import ANA, BEA, CAIO, DUDA, EVA, FABIO, NOBODY_HERE, POD, Table


def whose_turns(table: Table, number: int) -> list[int]:
    """Take so many turns and tell whose they were."""
    return [table.next().active[0] for _ in range(number)]


# The order


@pytest.mark.parametrize("size", [2, 3, 4, 5, 6])
def test_turns_go_round_the_table_in_turn_order(size: int) -> None:
    """CR 103.8, 800.4: from the starting player on, each in turn."""
    players = POD[:size]
    table = Table.seated(*players, starting=players[1])
    assert table.active == (players[1],)
    order = [players[(2 + i) % size] for i in range(2 * size)]
    assert whose_turns(table, 2 * size) == order


def test_a_turn_that_begins_tells_whose_it_is() -> None:
    """In turn 1, in the next one, and after a correction."""
    table = Table.seated()
    assert table.happened(TurnBegan)[0].players == (ANA,)
    assert table.next().happened(TurnBegan)[0].players == (BEA,)
    assert table.next(DUDA).happened(TurnBegan)[0].players == (DUDA,)


def test_turn_number_counts_all_turns_and_each_player_their_own() -> None:
    table = Table.seated(starting=BEA).turns(5)
    assert table.number == 6
    assert [table.own_turns(p) for p in POD[:4]] == [1, 2, 2, 1]
    assert table.active == (CAIO,)


def test_two_headed_giant_one_turn_a_team() -> None:
    """CR 805.4."""
    table = Table.giants(starting=CAIO)
    assert table.active == (CAIO, DUDA)
    assert table.next().active == (ANA, BEA)
    assert table.next().active == (CAIO, DUDA)
    assert (table.number, table.own_turns(CAIO), table.own_turns(DUDA)) == (3, 2, 2)


def test_at_an_unseated_table_a_new_turn_simply_begins() -> None:
    table = Table().next().next()
    assert table.number == 2
    assert table.active == ()
    assert table.happened(TurnBegan)[0].team is None


def test_as_a_turn_begins_the_bounty_comes_before_the_upkeep() -> None:
    """CR 502, 503: what begins the turn comes before the upkeep and its triggers."""
    table = Table.seated().take(BEA).offer("sovka", 1).next()
    assert table.kinds == [
        "turn_ended",
        "turn_began",
        "bounty_raised",
        "untap_began",
        "upkeep_began",
        "ventured",
    ]


def test_what_concerned_the_last_turn_only_is_forgotten() -> None:
    table = Table.seated().offer("sovka", 1).claim(ANA)
    assert table.game.this_turn.claimed
    assert not table.next().game.this_turn.claimed


# Extra turns


def test_500_7_the_latest_created_extra_turn_is_taken_first() -> None:
    table = Table.seated()
    table.act(AddExtraTurn(player=CAIO)).act(AddExtraTurn(player=DUDA))
    assert whose_turns(table, 4) == [DUDA, CAIO, BEA, CAIO]


def test_500_7_the_order_goes_on_from_the_player_whose_turn_the_extra_ones_followed() -> None:
    table = Table.seated().next()
    table.act(AddExtraTurn(player=ANA))
    assert whose_turns(table, 3) == [ANA, CAIO, DUDA]


def test_500_7_an_extra_turn_created_in_an_extra_turn_comes_next() -> None:
    table = Table.seated()
    table.act(AddExtraTurn(player=ANA)).act(AddExtraTurn(player=ANA)).next()
    table.act(AddExtraTurn(player=DUDA))
    assert whose_turns(table, 3) == [DUDA, ANA, BEA]


def test_an_extra_turn_is_a_turn_for_every_count() -> None:
    table = Table.seated().offer("sovka", 1).act(AddExtraTurn(player=ANA)).next()
    assert table.happened(TurnBegan)[0].extra
    assert (table.number, table.own_turns(ANA), table.level) == (2, 2, 2)


def test_805_8_the_team_takes_the_extra_turn_one_for_each_effect() -> None:
    table = Table.giants()
    table.act(AddExtraTurn(player=ANA)).act(AddExtraTurn(player=BEA))
    assert [table.next().active for _ in range(3)] == [(ANA, BEA), (ANA, BEA), (CAIO, DUDA)]


def test_800_4k_an_extra_turn_of_a_player_who_left_does_not_begin() -> None:
    table = Table.seated().act(AddExtraTurn(player=CAIO)).act(AddExtraTurn(player=DUDA))
    table.leave(DUDA)
    assert whose_turns(table, 3) == [CAIO, BEA, CAIO]


# Skipped turns


def test_500_11_a_skipped_turn_does_not_begin() -> None:
    table = Table.seated().act(AddSkip(player=BEA)).next()
    assert table.active == (CAIO,)
    assert table.number == 2
    assert table.own_turns(BEA) == 0
    assert len(table.happened(TurnSkipped)) == 1


def test_614_10_a_skipped_turn_raises_no_reward_and_has_no_upkeep() -> None:
    table = Table.seated().offer("sovka", 1).take(BEA).act(AddSkip(player=BEA)).next()
    assert len(table.happened(BountyRaised)) == 1, "one turn began, Caio's"
    assert "ventured" not in table.kinds
    assert table.room(BEA) == "secret-entrance"


def test_614_10_a_skipped_turn_does_not_bring_the_first_bounty_nearer() -> None:
    """The starting player's second turn is skipped: what would be the third is the second."""
    table = Table.seated().turns(3).act(AddSkip(player=ANA)).next()
    assert (table.active, table.own_turns(ANA)) == ((BEA,), 1)
    table.turns(3)
    assert (table.active, table.own_turns(ANA), table.card) == ((ANA,), 2, None)
    table.turns(4)
    assert (table.active, table.own_turns(ANA)) == ((ANA,), 3)
    assert len(table.happened(BountyRevealed)) == 1


def test_two_skips_are_two_turns() -> None:
    table = Table.seated(ANA, BEA)
    table.act(AddSkip(player=BEA)).act(AddSkip(player=BEA))
    assert whose_turns(table, 4) == [ANA, ANA, BEA, ANA]


def test_a_skip_is_used_up_once() -> None:
    table = Table.seated().act(AddSkip(player=BEA))
    assert whose_turns(table, 5) == [CAIO, DUDA, ANA, BEA, CAIO]


def test_the_next_turn_that_is_skipped_may_be_an_extra_one() -> None:
    """CR 614.10a: the next turn, whichever it is."""
    table = Table.seated().act(AddExtraTurn(player=CAIO)).act(AddSkip(player=CAIO))
    assert whose_turns(table, 2) == [BEA, CAIO]


def test_614_10_of_several_extra_turns_the_one_that_is_skipped_is_used_up() -> None:
    table = Table.seated().act(AddExtraTurn(player=CAIO)).act(AddExtraTurn(player=DUDA))
    table.act(AddSkip(player=DUDA))
    assert whose_turns(table, 2) == [CAIO, BEA]


def test_everybody_skipping_still_ends_with_a_turn() -> None:
    table = Table.seated()
    for player in POD[:4]:
        table.act(AddSkip(player=player))
    assert table.next().active == (BEA,)
    assert len(table.happened(TurnSkipped)) == 4


def test_in_two_headed_giant_the_team_skips() -> None:
    table = Table.giants().act(AddSkip(player=DUDA)).next()
    assert table.active == (ANA, BEA)
    assert table.own_turns(CAIO) == 0


# Corrections


def test_house_naming_another_player_is_a_correction_and_the_order_goes_on_from_there() -> None:
    table = Table.seated().next(DUDA)
    assert table.active == (DUDA,)
    assert table.number == 2
    assert table.own_turns(BEA) == 0
    assert whose_turns(table, 2) == [ANA, BEA]


def test_house_naming_the_active_player_begins_another_turn_of_theirs() -> None:
    table = Table.seated().next(ANA)
    assert (table.active, table.own_turns(ANA)) == ((ANA,), 2)
    assert whose_turns(table, 1) == [BEA]


def test_naming_the_player_who_is_next_anyway_is_no_correction() -> None:
    """Their queued extra turn or skip is used up as usual."""
    table = Table.seated().act(AddExtraTurn(player=CAIO)).next(CAIO)
    assert table.happened(TurnBegan)[0].extra
    assert whose_turns(table, 1) == [BEA]
    table = Table.seated().act(AddSkip(player=BEA)).next(CAIO)
    assert table.game.turns.skips == ()
    assert table.active == (CAIO,)


def test_house_a_correction_uses_up_no_extra_turn_and_no_skip() -> None:
    table = Table.seated().act(AddExtraTurn(player=CAIO)).act(AddSkip(player=DUDA)).next(DUDA)
    assert table.active == (DUDA,)
    assert (len(table.game.turns.extra), len(table.game.turns.skips)) == (1, 1)
    assert whose_turns(table, 2) == [CAIO, ANA]


def test_in_two_headed_giant_naming_either_head_names_the_team() -> None:
    table = Table.giants().next(BEA)
    assert table.active == (ANA, BEA)
    assert table.own_turns(ANA) == 2
    assert not Table.giants().next(DUDA).happened(TurnBegan)[0].extra


@pytest.mark.parametrize(
    ("player", "rule", "match"),
    [
        (NOBODY_HERE, NO_RULE, "not seated"),
        (DUDA, "CR 800.4a", "has left this game"),
    ],
)
@pytest.mark.parametrize("command", [NextTurn, AddExtraTurn, AddSkip])
def test_turns_are_only_of_players_in_the_game(
    command: type[NextTurn | AddExtraTurn | AddSkip], player: int, rule: str, match: str
) -> None:
    table = Table.seated().leave(DUDA)
    table.refuses(command(player=player), rule=rule, match=match)


@pytest.mark.parametrize("command", [NextTurn, AddExtraTurn, AddSkip])
def test_without_a_pod_there_is_no_turn_order(
    command: type[NextTurn | AddExtraTurn | AddSkip],
) -> None:
    Table().refuses(command(player=ANA), rule=NO_RULE, match="No pod is seated")


@pytest.mark.parametrize("command", [AddExtraTurn, AddSkip])
def test_no_table_queues_turns_without_end(command: type[AddExtraTurn | AddSkip]) -> None:
    table = Table.seated()
    for _ in range(MOST_QUEUED):
        table.act(command(player=CAIO))
    table.refuses(command(player=CAIO), rule=NO_RULE, match="20 turns are queued already")


# Turns of those who left


def test_800_4k_a_turn_of_a_player_who_left_does_not_begin() -> None:
    table = Table.seated().leave(BEA)
    assert whose_turns(table, 3) == [CAIO, DUDA, ANA]
    assert table.own_turns(BEA) == 0


def test_what_was_queued_for_a_leaver_is_forgotten() -> None:
    table = Table.seated().act(AddSkip(player=DUDA)).act(AddExtraTurn(player=DUDA)).leave(DUDA)
    assert (table.game.turns.extra, table.game.turns.skips) == ((), ())


def test_what_was_queued_for_others_stays_as_a_player_leaves() -> None:
    table = Table.seated().act(AddSkip(player=BEA)).act(AddExtraTurn(player=CAIO)).leave(DUDA)
    assert whose_turns(table, 3) == [CAIO, CAIO, ANA]


def test_800_4j_the_active_player_leaves_and_the_turn_goes_on_without_one() -> None:
    table = Table.seated().next().leave(BEA)
    assert table.active == ()
    assert table.number == 2
    assert table.next().active == (CAIO,)


def test_after_a_leavers_extra_turn_the_order_goes_on_where_it_was() -> None:
    """Duda leaves in an extra turn that followed Ana's: Bea is next."""
    table = Table.seated().act(AddExtraTurn(player=DUDA)).next().leave(DUDA)
    assert table.active == ()
    assert whose_turns(table, 3) == [BEA, CAIO, ANA]


def test_the_player_whose_turn_an_extra_one_followed_leaves() -> None:
    table = Table.seated().act(AddExtraTurn(player=DUDA)).next().leave(ANA)
    assert whose_turns(table, 3) == [BEA, CAIO, DUDA]


def test_several_leave_at_once_and_the_order_closes_up() -> None:
    table = Table.seated(*POD, starting=ANA).leave(BEA, CAIO, EVA)
    assert whose_turns(table, 4) == [DUDA, FABIO, ANA, DUDA]


def test_next_player_in_turn_order_is_clockwise_from_the_active_seat() -> None:
    """Queued extra turns do not count, and an extra turn counts from its own player's seat."""
    table = Table.seated().act(AddExtraTurn(player=DUDA)).act(AddExtraTurn(player=CAIO))
    assert next_player(table.game) == BEA
    table.next()
    assert table.active == (CAIO,)
    assert next_player(table.game) == DUDA
    assert next_player(table.leave(DUDA).game) == ANA


def test_a_turn_never_begins_in_a_game_that_is_over() -> None:
    table = Table.seated(ANA, BEA).leave(BEA)
    assert table.game.over
    table.refuses(NextTurn(), rule=NO_RULE, match="This game is over")
