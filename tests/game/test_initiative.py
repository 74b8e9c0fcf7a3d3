"""The initiative: taking it, and where it goes when its holder leaves."""

import pytest

from bot.errors import NO_RULE
from bot.game.dungeon import (
    MOST_WAITING,
    DungeonCompleted,
    Ventured,
    VentureIntoTheDungeon,
)
from bot.game.game import Cause, Delve, Into
from bot.game.initiative import (
    InitiativeLost,
    InitiativeTaken,
    TakeInitiative,
    VentureForInitiative,
)
from bot.game.turns import AddExtraTurn
from tests.game.table import ANA, BEA, CAIO, DUDA, EVA, NOBODY_HERE, POD, Table, ventures

# Taking it


def test_726_1_nobody_has_it_until_somebody_takes_it() -> None:
    table = Table.seated().turns(8)
    assert table.game.initiative is None
    assert table.take(CAIO).game.initiative == CAIO


def test_726_2_whoever_takes_it_ventures_into_undercity() -> None:
    table = Table.seated().take(CAIO)
    assert table.kinds == ["initiative_taken", "ventured", "room_entered"]
    assert table.room(CAIO) == "secret-entrance"
    assert table.happened(Ventured) == [
        Ventured(player=CAIO, into=Into.UNDERCITY, cause=Cause.TAKEN)
    ]


def test_726_3_one_holder_at_a_time_so_it_is_stolen() -> None:
    table = Table.seated().take(CAIO).take(DUDA)
    assert table.game.initiative == DUDA
    assert table.room(CAIO) == table.room(DUDA) == "secret-entrance"


def test_726_5_taking_it_again_ventures_again() -> None:
    table = Table.seated().take(CAIO).take(CAIO, room="lost-well")
    assert table.game.initiative == CAIO
    assert table.room(CAIO) == "lost-well"


def test_two_takes_in_one_turn_are_two_ventures_one_after_the_other() -> None:
    table = Table.seated().take(CAIO).take(CAIO).take(CAIO)
    assert table.choices(CAIO) == ["forge", "lost-well"]
    table.choose(CAIO, "lost-well")
    assert table.choices(CAIO) == ["arena", "stash"]
    table.choose(CAIO, "stash")
    assert table.choices(CAIO) == []
    assert table.game.delves[CAIO].path == ("secret-entrance", "lost-well", "stash")


def test_701_49d_in_another_dungeon_whoever_takes_it_moves_one_room_there() -> None:
    table = Table.seated().at(CAIO, "veils-of-fear", dungeon="tomb-of-annihilation").take(CAIO)
    assert table.game.delves[CAIO] == Delve(
        dungeon="tomb-of-annihilation", path=("veils-of-fear", "sandfall-cell")
    )


@pytest.mark.parametrize(
    ("dungeon", "last"),
    [
        ("undercity", "throne-of-the-dead-three"),
        ("lost-mine-of-phandelver", "temple-of-dumathoin"),
        ("baldurs-gate-wilderness", "ansurs-sanctum"),
    ],
)
def test_701_49c_at_the_last_room_that_dungeon_is_completed_and_undercity_started(
    dungeon: str, last: str
) -> None:
    table = Table.seated().at(CAIO, last, dungeon=dungeon).take(CAIO)
    assert table.kinds == ["initiative_taken", "ventured", "dungeon_completed", "room_entered"]
    assert table.game.completed == {CAIO: (dungeon,)}
    assert table.game.delves[CAIO] == Delve(dungeon="undercity", path=("secret-entrance",))


def test_each_player_has_an_undercity_of_their_own() -> None:
    table = Table.seated().take(ANA).take(BEA).take(BEA, room="forge")
    assert (table.room(ANA), table.room(BEA)) == ("secret-entrance", "forge")


def test_in_two_headed_giant_one_head_has_it_not_the_team() -> None:
    """CR 810 shares no designation."""
    table = Table.giants().take(DUDA)
    assert table.game.initiative == DUDA
    table.next()
    assert ventures(table) == [(DUDA, Cause.UPKEEP)]
    assert CAIO not in table.game.delves


@pytest.mark.parametrize(
    ("player", "rule", "match"),
    [(NOBODY_HERE, NO_RULE, "not seated"), (DUDA, "CR 800.4a", "has left")],
)
def test_only_players_in_the_game_take_it(player: int, rule: str, match: str) -> None:
    table = Table.seated().leave(DUDA)
    table.refuses(TakeInitiative(player=player), rule=rule, match=match)


def test_a_room_that_undercity_does_not_lead_to_is_refused() -> None:
    table = Table.seated()
    table.refuses(
        TakeInitiative(player=ANA, room="forge"), rule="CR 701.49", match="only way on is Secret"
    )
    table.take(ANA).refuses(
        TakeInitiative(player=ANA, room="stash"), rule="CR 701.49", match="Forge or Lost Well"
    )
    table.take(ANA).refuses(
        TakeInitiative(player=ANA, room="forge"), rule="CR 701.49", match="earlier choice"
    )


# The holder leaves


def test_726_4_the_active_player_takes_it_at_that_moment_and_ventures() -> None:
    table = Table.seated().take(CAIO).leave(CAIO)
    assert table.kinds == ["players_left", "initiative_taken", "ventured", "room_entered"]
    assert table.happened(InitiativeTaken) == [InitiativeTaken(player=ANA, inherited=True)]
    assert (table.game.initiative, table.room(ANA)) == (ANA, "secret-entrance")


def test_726_4_the_active_player_is_the_leaver_so_the_next_in_turn_order_takes_it() -> None:
    table = Table.seated().take(ANA).leave(ANA)
    assert (table.game.initiative, table.room(BEA)) == (BEA, "secret-entrance")


def test_726_4_there_is_no_active_player_so_the_next_in_turn_order_takes_it() -> None:
    table = Table.seated().take(DUDA).leave(ANA)
    assert table.game.initiative == DUDA
    assert table.leave(DUDA).game.initiative == BEA


@pytest.mark.parametrize(
    ("leavers", "heir"),
    [((ANA,), BEA), ((ANA, BEA), CAIO), ((BEA, ANA, CAIO), DUDA), ((ANA, DUDA), BEA)],
)
def test_726_4_several_leave_at_once_with_the_active_holder(
    leavers: tuple[int, ...], heir: int
) -> None:
    table = Table.seated(*POD, starting=ANA).take(ANA).leave(*leavers)
    assert table.game.initiative == heir


def test_726_4_another_leaver_does_not_move_it() -> None:
    table = Table.seated().take(CAIO).leave(DUDA)
    assert table.kinds == ["players_left"]
    assert table.game.initiative == CAIO


def test_726_4_in_an_extra_turn_it_is_that_turns_active_player() -> None:
    table = Table.seated().take(BEA).act(AddExtraTurn(player=CAIO)).next().leave(BEA)
    assert table.game.initiative == CAIO


def test_726_4_in_an_extra_turn_next_is_from_the_active_seat() -> None:
    """Caio leaves in his extra turn after Ana's: Duda, not Bea whose turn comes next.

    Queued extra turns do not count.
    """
    table = Table.seated().act(AddExtraTurn(player=ANA)).act(AddExtraTurn(player=CAIO)).next()
    table.take(CAIO).leave(CAIO)
    assert table.game.initiative == DUDA


def test_726_4_the_heir_goes_on_in_the_dungeon_they_are_in() -> None:
    """CR 701.49c-d."""
    table = Table.seated().venture(ANA, "tomb-of-annihilation").take(CAIO).leave(CAIO)
    assert table.choices(ANA) == ["veils-of-fear", "oubliette"]
    inside = Table.seated().at(ANA, "temple-of-bhaal", dungeon="baldurs-gate-wilderness")
    inside.take(CAIO).leave(CAIO)
    assert inside.happened(DungeonCompleted)[0].dungeon == "baldurs-gate-wilderness"
    assert inside.room(ANA) == "secret-entrance"


def test_726_4_in_the_leavers_own_upkeep_one_venture_and_no_upkeep_trigger_for_the_heir() -> None:
    table = Table.seated().take(BEA).next()
    assert table.choices(BEA)
    table.leave(BEA)
    assert ventures(table) == [(CAIO, Cause.TAKEN)]
    assert table.room(CAIO) == "secret-entrance"
    assert table.game.ventures == ()


def test_the_heirs_open_choice_does_not_hold_the_leaving() -> None:
    table = Table.seated().take(ANA).take(ANA).take(CAIO).leave(CAIO)
    assert table.game.initiative == ANA
    assert len(table.game.ventures) == 2, "one open choice, and the venture behind it"


def test_leaving_is_never_held_back_even_by_a_crowd_of_ventures() -> None:
    table = Table.seated().take(BEA)
    while len(table.game.ventures) < MOST_WAITING:
        table.venture(ANA)
    for command in (
        TakeInitiative(player=CAIO),
        VentureIntoTheDungeon(player=CAIO),
        VentureForInitiative(sure=True),
    ):
        table.refuses(command, rule=NO_RULE, match="20 ventures are open")
    table.leave(BEA)
    assert (table.game.initiative, len(table.game.ventures)) == (ANA, MOST_WAITING + 1)


def test_house_at_an_unseated_table_there_is_no_turn_order_to_pass_it_on() -> None:
    table = Table().take(EVA).leave(EVA)
    assert table.happened(InitiativeLost) == [InitiativeLost(player=EVA)]
    assert table.game.initiative is None
    assert table.take(EVA).game.initiative == EVA


# Taking it just after its holder left


def test_the_heir_is_asked_before_taking_it_again_in_that_turn() -> None:
    """CR 726.2, 800.4d: the damage trigger of a holder who is gone never goes on the stack."""
    table = Table.seated().take(CAIO).leave(CAIO)
    sure = table.doubts(
        TakeInitiative(player=ANA, room="forge"), rule="CR 726.4", match="as its holder left"
    )
    assert sure == TakeInitiative(player=ANA, room="forge", sure=True)
    assert table.act(sure).room(ANA) == "forge"
    table.take(ANA)


def test_others_are_not_asked_nor_anybody_in_a_later_turn() -> None:
    table = Table.seated().take(CAIO).leave(CAIO).take(BEA)
    assert table.game.initiative == BEA
    assert table.take(ANA).game.initiative == ANA
    later = Table.seated().take(CAIO).leave(CAIO).next().take(ANA)
    assert later.choices(ANA)
