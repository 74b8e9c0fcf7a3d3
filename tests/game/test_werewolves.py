"""Werewolves of the first Innistrad and Shadows over Innistrad: they count spells, not days."""

import pytest

from bot.cards.catalogue import Catalogue
from bot.errors import NO_RULE
from bot.game.faces import Side, Turning
from bot.game.game import Cast
from bot.game.pod import EndGame
from bot.game.transforming import TurnedBy, TurnedOver
from bot.game.turns import AddSkip, NextTurn
from bot.game.werewolves import Howling, TurnWerewolves, WerewolvesTriggered
from tests.game.table import (
    ANA,
    BEA,
    CAIO,
    DUDA,
    NOBODY_CAST,
    ONE_EACH,
    TWO_BY_ONE,
    Table,
)

SHEPHERD, HOWLER = "Gatstaf Shepherd", "Gatstaf Howler"
MAYOR, ALPHA = "Mayor of Avabruck", "Howlpack Alpha"
CATHAR, BRUTE = "Brutal Cathar", "Moonrage Brute"
DELVER, ABERRATION = "Delver of Secrets", "Insectile Aberration"


def howling(table: Table) -> list[str]:
    """Tell which Werewolves triggered in the last act."""
    return [wolf.name for event in table.happened(WerewolvesTriggered) for wolf in event.werewolves]


def waiting(table: Table) -> tuple[int, ...]:
    return table.game.this_turn.turning


def shepherd() -> Table:
    return Table.seated().enter(ANA, SHEPHERD)


def howler() -> Table:
    return Table.seated().enter(ANA, SHEPHERD, transformed=True)


# When they trigger


@pytest.mark.parametrize("cast", [ONE_EACH, TWO_BY_ONE])
def test_a_werewolf_with_its_front_up_triggers_only_if_nobody_cast_a_spell(cast: Cast) -> None:
    table = shepherd().next(cast=NOBODY_CAST)
    assert howling(table) == [SHEPHERD]
    assert table.board == [SHEPHERD], "the ability uses the stack"
    assert howling(shepherd().next(cast=cast)) == []


@pytest.mark.parametrize("cast", [NOBODY_CAST, ONE_EACH])
def test_with_its_back_up_only_if_one_player_cast_two_not_if_two_cast_one(cast: Cast) -> None:
    table = howler().next(cast=TWO_BY_ONE)
    assert howling(table) == [HOWLER]
    assert howling(howler().next(cast=cast)) == []


def test_it_triggers_at_each_upkeep_whosever_turn_it_is() -> None:
    """Ana's Shepherd, in the upkeeps of Bea, Caio, Duda and Ana."""
    table = shepherd()
    for player in (BEA, CAIO, DUDA, ANA):
        assert howling(table.next(cast=NOBODY_CAST)) == [SHEPHERD]
        assert table.active == (player,)


def test_everybodys_spells_count_not_only_the_active_players() -> None:
    table = shepherd().enter(ANA, CATHAR)
    assert howling(table.next(cast=Cast(active=0, anyone=1))) == []
    assert table.board == [SHEPHERD, BRUTE]
    table.transform(SHEPHERD)
    assert howling(table.next(cast=Cast(active=0, anyone=2))) == [HOWLER]


def test_all_that_trigger_are_listed_with_their_numbers() -> None:
    table = shepherd().enter(BEA, DELVER).enter(CAIO, MAYOR).enter(DUDA, MAYOR, transformed=True)
    table.next(cast=NOBODY_CAST)
    assert table.happened(WerewolvesTriggered) == [
        WerewolvesTriggered(
            werewolves=(Howling(number=1, name=SHEPHERD), Howling(number=3, name=MAYOR))
        )
    ]
    assert waiting(table) == (1, 3)


def test_day_and_night_are_nothing_to_them() -> None:
    table = Table.seated().night().enter(ANA, SHEPHERD)
    assert table.board == [SHEPHERD]
    table.next(cast=Cast(active=1, anyone=1))
    assert (howling(table), table.day().board) == ([], [SHEPHERD])
    assert howling(table.next(cast=Cast(active=0, anyone=0))) == [SHEPHERD]


def test_in_two_headed_giant_they_trigger_once_at_the_teams_upkeep() -> None:
    table = Table.giants().enter(ANA, SHEPHERD).next(cast=NOBODY_CAST)
    assert table.kinds.count("werewolves_triggered") == 1
    assert howling(table) == [SHEPHERD]


def test_at_an_unseated_table_they_trigger_too() -> None:
    assert howling(Table().enter(ANA, SHEPHERD).next(cast=NOBODY_CAST)) == [SHEPHERD]


def test_cr_500_11_a_skipped_turn_is_not_last_turn() -> None:
    table = shepherd().act(AddSkip(player=BEA)).next(cast=ONE_EACH)
    assert table.active == (CAIO,)
    assert howling(table) == []


def test_every_werewolf_of_the_catalogue_turns_at_no_spell_and_back_at_two(
    catalogue: Catalogue,
) -> None:
    found = [known for known in catalogue if known.faces[0].turns is Turning.NO_SPELL]
    assert len(found) >= 30
    table = Table.seated()
    for wolf in found:
        table.enter(ANA, wolf.facts())
    table.next(cast=NOBODY_CAST).act(TurnWerewolves())
    assert table.board == [wolf.faces[1].name for wolf in found]
    table.next(cast=TWO_BY_ONE).act(TurnWerewolves())
    assert table.board == [wolf.faces[0].name for wolf in found]


# Copies of them


def test_cr_712_9_a_clone_of_a_werewolf_never_turns_and_is_not_listed() -> None:
    table = shepherd().clone(BEA, SHEPHERD)
    assert howling(table.next(cast=NOBODY_CAST)) == [SHEPHERD]
    assert waiting(table) == (1,)


def test_a_token_copy_of_a_werewolf_turns() -> None:
    table = shepherd().token_copy(BEA, SHEPHERD).next(cast=NOBODY_CAST).act(TurnWerewolves())
    assert table.board == [HOWLER, HOWLER]


def test_a_double_faced_copier_of_a_werewolf_turns_over_and_goes_on_as_the_copied_face() -> None:
    """It is Gatstaf Shepherd with either face up, so it triggers again if nobody casts a spell."""
    table = shepherd().enter(BEA, DELVER).becomes(DELVER, copy_of=SHEPHERD)
    for up in (Side.BACK, Side.FRONT):
        table.next(cast=NOBODY_CAST)
        assert 2 in waiting(table)
        table.transform(2)
        assert table.permanent(2).name == SHEPHERD
        assert table.permanent(2).up is up


def test_a_werewolf_that_is_a_copy_of_something_else_does_not_trigger() -> None:
    table = shepherd().enter(BEA, DELVER).becomes(SHEPHERD, copy_of=DELVER)
    assert howling(table.next(cast=NOBODY_CAST)) == []


# Turning them


def test_all_turn_in_one_step() -> None:
    table = shepherd().enter(BEA, MAYOR).next(cast=NOBODY_CAST).act(TurnWerewolves())
    assert table.board == [HOWLER, ALPHA]
    [event] = table.happened(TurnedOver)
    assert event.by is TurnedBy.OWN_ABILITY
    assert [one.number for one in event.turned] == [1, 2]
    assert waiting(table) == ()


def test_one_by_one_and_the_rest_at_once() -> None:
    table = shepherd().enter(BEA, MAYOR).enter(CAIO, SHEPHERD).next(cast=NOBODY_CAST)
    table.transform(2)
    assert table.happened(TurnedOver)[0].by is TurnedBy.OWN_ABILITY
    assert (table.board, waiting(table)) == ([SHEPHERD, ALPHA, SHEPHERD], (1, 3))
    table.act(TurnWerewolves())
    assert table.board == [HOWLER, ALPHA, HOWLER]


def test_turning_something_else_is_no_ability_of_a_werewolf() -> None:
    table = shepherd().enter(BEA, DELVER).next(cast=NOBODY_CAST).transform(DELVER)
    assert table.happened(TurnedOver)[0].by is TurnedBy.TOLD
    assert waiting(table) == (1,)


def test_cr_701_27f_one_that_has_turned_meanwhile_does_not_turn_by_its_ability() -> None:
    table = shepherd().enter(BEA, MAYOR).next(cast=NOBODY_CAST).transform(SHEPHERD)
    assert table.transform(HOWLER).board == [SHEPHERD, MAYOR]
    assert table.act(TurnWerewolves()).board == [SHEPHERD, ALPHA]


def test_cr_701_27f_nothing_waits_to_turn() -> None:
    refused = {"rule": "CR 701.27f", "match": "No Werewolf waits"}
    shepherd().refuses(TurnWerewolves(), **refused)
    shepherd().next(cast=ONE_EACH).refuses(TurnWerewolves(), **refused)
    table = shepherd().next(cast=NOBODY_CAST).act(TurnWerewolves())
    table.refuses(TurnWerewolves(), **refused)


def test_werewolves_that_have_gone_do_not_turn() -> None:
    table = shepherd().enter(BEA, MAYOR).next(cast=NOBODY_CAST).leaves_play(SHEPHERD)
    assert waiting(table) == (2,)
    assert table.act(TurnWerewolves()).board == [ALPHA]


def test_a_leavers_werewolves_go_even_in_their_own_upkeep() -> None:
    table = shepherd().enter(BEA, MAYOR).enter(CAIO, MAYOR, owner=BEA).next(cast=NOBODY_CAST)
    assert (table.active, waiting(table)) == ((BEA,), (1, 2, 3))
    assert waiting(table.leave(BEA)) == (1,)
    assert table.act(TurnWerewolves()).board == [HOWLER]


def test_one_whose_controller_left_turns_under_whoever_has_it_back() -> None:
    table = shepherd().control(BEA, SHEPHERD).next(cast=NOBODY_CAST).leave(BEA)
    table.act(TurnWerewolves())
    assert table.permanent(HOWLER).controller == ANA


def test_one_that_has_become_a_copy_turns_over_and_keeps_the_copied_values() -> None:
    """It is still the object whose ability it was."""
    table = shepherd().enter(BEA, DELVER).next(cast=NOBODY_CAST).becomes(SHEPHERD, copy_of=DELVER)
    table.act(TurnWerewolves())
    assert table.board == [DELVER, DELVER]
    assert table.permanent(1).up is Side.BACK


def test_cr_702_145b_one_that_has_become_daybound_does_not_turn() -> None:
    table = shepherd().enter(BEA, MAYOR).enter(CAIO, CATHAR)
    table.next(cast=Cast(active=0, anyone=0)).day().becomes(SHEPHERD, copy_of=CATHAR)
    assert table.act(TurnWerewolves()).board == [CATHAR, ALPHA, CATHAR]
    assert table.permanent(1).up is Side.FRONT
    table.refuses(TurnWerewolves(), rule="CR 701.27f", match="No Werewolf waits")


def test_what_did_not_turn_is_forgotten_as_the_next_turn_begins() -> None:
    """The abilities have been countered: the table said nothing."""
    table = shepherd().next(cast=NOBODY_CAST).next(cast=ONE_EACH)
    assert waiting(table) == ()
    table.refuses(TurnWerewolves(), rule="CR 701.27f", match="No Werewolf waits")


def test_the_first_turn_looks_back_at_nothing() -> None:
    assert Table.seated().game.this_turn.last == Cast()


def test_no_werewolf_turns_once_the_game_is_over() -> None:
    table = shepherd().next(cast=NOBODY_CAST).act(EndGame())
    table.refuses(TurnWerewolves(), rule=NO_RULE, match="This game is over")


def test_cr_603_3_a_turn_does_not_end_unasked_while_one_waits() -> None:
    """Its ability is on the stack: it resolves or is countered before the upkeep is over."""
    table = Table.seated().enter(ANA, "Gatstaf Shepherd").next(cast=NOBODY_CAST)
    sure = table.doubts(NextTurn(cast=NOBODY_CAST), rule="CR 603.3", match="Gatstaf Shepherd")
    table.act(sure)
    assert table.number == 3
