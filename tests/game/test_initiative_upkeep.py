"""The initiative's upkeep trigger: by itself, taken back where there was no upkeep, and by hand."""

import pytest

from bot.errors import NO_RULE
from bot.game.dungeon import (
    ResolveLastRoom,
)
from bot.game.game import Cause
from bot.game.initiative import (
    TakeBackUpkeep,
    VentureForInitiative,
)
from bot.game.turns import AddExtraTurn, AddSkip
from bot.game.werewolves import TurnWerewolves
from tests.game.table import ANA, BEA, CAIO, DUDA, NOBODY_CAST, NOBODY_HERE, Table, ventures

# The upkeep


def test_726_2_as_the_holders_upkeep_begins_they_venture() -> None:
    table = Table.seated().take(BEA).next()
    assert ventures(table) == [(BEA, Cause.UPKEEP)]
    assert table.choices(BEA) == ["forge", "lost-well"]


def test_726_2_in_no_other_upkeep() -> None:
    table = Table.seated().take(DUDA).next()
    assert ventures(table) == []
    assert ventures(table.next()) == []
    assert ventures(table.next()) == [(DUDA, Cause.UPKEEP)]


def test_an_extra_turn_has_an_upkeep_too() -> None:
    table = Table.seated().take(DUDA).act(AddExtraTurn(player=DUDA)).next()
    assert ventures(table) == [(DUDA, Cause.UPKEEP)]


def test_500_11_a_skipped_turn_has_no_upkeep() -> None:
    table = Table.seated().take(BEA).act(AddSkip(player=BEA)).turns(3)
    assert table.room(BEA) == "secret-entrance"
    assert ventures(table.next()) == [(BEA, Cause.UPKEEP)]


def test_who_takes_it_in_their_own_turn_ventures_in_their_next_upkeep() -> None:
    table = Table.seated(ANA, BEA).take(ANA).turns(2)
    assert ventures(table) == [(ANA, Cause.UPKEEP)]


def test_with_nobody_active_no_upkeep_venture() -> None:
    """An unseated table knows no active player: the upkeep trigger is by hand there."""
    assert ventures(Table().take(ANA).next()) == []


# A turn without an upkeep


@pytest.mark.parametrize(
    ("path", "dungeon"),
    [
        ((), "undercity"),
        (("secret-entrance",), "undercity"),
        (("secret-entrance", "forge", "trap"), "undercity"),
        (("archives",), "undercity"),
        (("sandfall-cell",), "tomb-of-annihilation"),
        (("goblin-lair",), "lost-mine-of-phandelver"),
    ],
)
def test_no_upkeep_takes_the_venture_back_exactly(path: tuple[str, ...], dungeon: str) -> None:
    table = Table.seated().take(BEA).at(BEA, *path, dungeon=dungeon)
    before = table.game
    table.next().act(TakeBackUpkeep())
    after = table.game
    assert (after.delves, after.completed, after.ventures) == (
        before.delves,
        before.completed,
        before.ventures,
    )
    assert after.initiative == BEA
    assert after.this_turn.no_upkeep


def test_no_upkeep_takes_a_completed_dungeon_back_too() -> None:
    """The upkeep led into the last room, and its ability was already marked as resolved."""
    table = Table.seated().take(BEA).at(BEA, "catacombs")
    before = table.game
    table.next().act(ResolveLastRoom(player=BEA))
    assert table.game.completed == {BEA: ("undercity",)}
    table.act(TakeBackUpkeep())
    assert (table.game.delves, table.game.completed) == (before.delves, before.completed)


def test_no_upkeep_leaves_what_was_completed_before_it() -> None:
    table = Table.seated().take(BEA)
    for player in (BEA, CAIO):
        table.at(player, "throne-of-the-dead-three").act(ResolveLastRoom(player=player))
    table.next().act(TakeBackUpkeep())
    assert table.game.completed == {BEA: ("undercity",), CAIO: ("undercity",)}


def test_no_upkeep_is_said_once() -> None:
    table = Table.seated().take(BEA).next().act(TakeBackUpkeep())
    table.refuses(TakeBackUpkeep(), rule="CR 726.2", match="Nobody ventured")


def test_without_an_upkeep_no_werewolf_has_triggered_either() -> None:
    table = Table.seated().enter(CAIO, "Gatstaf Shepherd").take(BEA).next(cast=NOBODY_CAST)
    assert table.game.this_turn.turning == (1,)
    table.act(TakeBackUpkeep())
    table.refuses(TurnWerewolves(), rule="CR 701.27f", match="No Werewolf waits")


def test_no_upkeep_takes_the_open_choice_or_the_chosen_room_back() -> None:
    open_choice = Table.seated().take(BEA).next()
    assert open_choice.act(TakeBackUpkeep()).game.ventures == ()
    assert open_choice.next().active == (CAIO,), "nothing holds the turn any more"
    chosen = Table.seated().take(BEA).next().choose(BEA, "forge").act(TakeBackUpkeep())
    assert chosen.room(BEA) == "secret-entrance"


def test_no_upkeep_is_possible_until_the_holder_ventures_again() -> None:
    table = Table.seated().take(BEA).next().choose(BEA, "forge").venture(BEA)
    table.refuses(TakeBackUpkeep(), rule="CR 726.2", match="they ventured again since")


def test_no_upkeep_is_not_possible_for_a_second_upkeep_behind_an_open_choice() -> None:
    """Taking it back would take the first one's choice away with it."""
    table = Table.seated().take(BEA).next().act(VentureForInitiative(sure=True))
    assert [venture.cause for venture in table.game.ventures] == [Cause.UPKEEP, Cause.UPKEEP]
    table.refuses(TakeBackUpkeep(), rule="CR 726.2", match="they ventured again since")


def test_no_upkeep_leaves_what_others_did_alone() -> None:
    table = Table.seated().take(BEA).next().choose(BEA, "forge").take(CAIO)
    table.act(TakeBackUpkeep())
    assert (table.room(BEA), table.room(CAIO)) == ("secret-entrance", "secret-entrance")
    assert table.game.initiative == CAIO
    table = Table.seated().take(BEA).next().venture(DUDA).act(TakeBackUpkeep())
    assert (table.choices(BEA), len(table.choices(DUDA))) == ([], 4)


def test_no_upkeep_is_still_possible_after_another_player_left() -> None:
    table = Table.seated().take(BEA).next().choose(BEA, "forge").leave(DUDA)
    assert table.act(TakeBackUpkeep()).room(BEA) == "secret-entrance"


def test_no_upkeep_where_nobody_ventured_in_it() -> None:
    Table.seated().refuses(TakeBackUpkeep(), rule="CR 726.2", match="Nobody ventured")
    gone = Table.seated().take(BEA).next().leave(BEA)
    gone.refuses(TakeBackUpkeep(), rule="CR 726.2", match="Nobody ventured")


def test_no_upkeep_concerns_this_turn_only() -> None:
    table = Table.seated().take(BEA).next().choose(BEA, "forge").next()
    table.refuses(TakeBackUpkeep(), rule="CR 726.2", match="Nobody ventured")


def test_there_was_an_upkeep_after_all() -> None:
    """Taken back by mistake: the trigger by hand, which can be taken back again."""
    table = Table.seated().take(BEA).next().act(TakeBackUpkeep())
    table.act(VentureForInitiative(room="forge"))
    assert (ventures(table), table.room(BEA)) == ([(BEA, Cause.UPKEEP)], "forge")
    assert not table.game.this_turn.no_upkeep
    assert table.act(TakeBackUpkeep()).room(BEA) == "secret-entrance"


# The upkeep trigger by hand


def test_by_hand_the_holder_ventures_at_an_unseated_table() -> None:
    table = Table().take(ANA).act(VentureForInitiative(room="forge"))
    assert (table.room(ANA), ventures(table)) == ("forge", [(ANA, Cause.UPKEEP)])


def test_by_hand_and_in_the_upkeep_who_is_in_no_dungeon_starts_undercity() -> None:
    """CR 726.2: "venture into Undercity", not any dungeon."""
    table = Table.seated().take(BEA).at(BEA).next()
    assert table.room(BEA) == "secret-entrance"
    table.at(BEA).act(VentureForInitiative(sure=True))
    assert table.room(BEA) == "secret-entrance"


@pytest.mark.parametrize(
    ("player", "rule", "match"),
    [(NOBODY_HERE, NO_RULE, "not seated"), (DUDA, "CR 800.4a", "has left")],
)
def test_by_hand_only_players_in_the_game_venture(player: int, rule: str, match: str) -> None:
    command = VentureForInitiative(player=player, sure=True)
    Table.seated().take(ANA).leave(DUDA).refuses(command, rule=rule, match=match)


def test_by_hand_who_took_it_in_their_own_turn_is_asked_about_another_upkeep() -> None:
    table = Table.seated().take(ANA)
    table.doubts(VentureForInitiative(room="forge"), rule="CR 726.2", match="another upkeep")


def test_by_hand_there_has_to_be_a_holder() -> None:
    Table().refuses(VentureForInitiative(), rule="CR 726.1", match="Nobody has the initiative yet")


def test_by_hand_a_second_upkeep_is_asked_about() -> None:
    table = Table.seated().take(BEA).next().choose(BEA, "forge")
    sure = table.doubts(VentureForInitiative(), rule="CR 726.2", match="another upkeep")
    assert sure == VentureForInitiative(player=BEA, sure=True), "them, whoever has it by then"
    assert table.act(sure).choices(BEA) == ["trap", "arena"]


def test_by_hand_in_somebody_elses_turn_is_asked_about() -> None:
    table = Table.seated().take(BEA)
    sure = table.doubts(VentureForInitiative(), rule="CR 726.2", match="It is not <@12>'s turn")
    assert ventures(table.act(sure)) == [(BEA, Cause.EFFECT)]


def test_by_hand_for_a_former_holder_is_asked_about() -> None:
    """The trigger is controlled by whoever had it when it triggered (CR 726.2)."""
    table = Table.seated().take(BEA).take(CAIO)
    doubted = VentureForInitiative(player=BEA, room="forge")
    sure = table.doubts(doubted, rule="CR 726.2", match="does not have the initiative")
    assert table.act(sure).room(BEA) == "forge"
    assert table.game.initiative == CAIO
    turn = Table.seated().take(ANA).take(BEA).act(sure.but(player=ANA))
    assert ventures(turn) == [(ANA, Cause.EFFECT)], "in their own turn too"
