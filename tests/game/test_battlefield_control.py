"""Permanents change hands and leave the battlefield, and so do those of players who leave."""

import pytest

from bot.errors import NO_RULE
from bot.game.battlefield import (
    ControlChanged,
    GainControl,
    Gone,
    LeaveBattlefield,
    PermanentsLeft,
    Why,
)
from bot.game.copying import CopyPermanent
from bot.game.transforming import Transform
from tests.game.table import (
    ANA,
    BEA,
    CAIO,
    DUDA,
    TWO_CAST,
    Table,
)

DELVER, ABERRATION = "Delver of Secrets", "Insectile Aberration"
CATHAR, VALKI = "Brutal Cathar", "Valki, God of Lies"


# Control


def test_a_player_gains_control_and_the_owner_stays_who_it_is() -> None:
    table = Table.seated().enter(ANA, DELVER).control(BEA, DELVER)
    delver = table.permanent(DELVER)
    assert (delver.owner, delver.controller, delver.control) == (ANA, BEA, (ANA, BEA))
    assert table.happened(ControlChanged) == [
        ControlChanged(number=1, name=DELVER, control=(ANA, BEA), why=Why.TOLD)
    ]


def test_who_had_it_before_has_it_back_as_the_later_effects_end() -> None:
    table = Table.seated().enter(ANA, DELVER)
    table.control(BEA, DELVER).control(CAIO, DELVER).control(DUDA, DELVER)
    assert table.permanent(DELVER).control == (ANA, BEA, CAIO, DUDA)
    assert table.control(BEA, DELVER).permanent(DELVER).control == (ANA, BEA)
    assert table.control(ANA, DELVER).permanent(DELVER).control == (ANA,)


def test_the_owner_may_gain_control_of_what_entered_under_another_player() -> None:
    table = Table.seated().enter(BEA, DELVER, owner=ANA).control(ANA, DELVER)
    assert table.permanent(DELVER).control == (BEA, ANA)


def test_who_controls_it_already_does_not_gain_control() -> None:
    table = Table.seated().enter(ANA, DELVER).control(BEA, DELVER)
    table.refuses(
        GainControl(player=BEA, permanent=1),
        rule=NO_RULE,
        match=f"<@{BEA}> controls .*{DELVER}.* already",
    )


def test_a_permanent_keeps_its_face_whoever_controls_it() -> None:
    """CR 712.18: it is the same object."""
    table = Table.seated().enter(ANA, DELVER).transform(DELVER).control(BEA, ABERRATION)
    assert table.board == [ABERRATION]
    assert table.transform(ABERRATION).permanent(DELVER).controller == BEA


# Leaving the battlefield


def test_a_permanent_leaves_and_is_gone() -> None:
    table = Table.seated().enter(ANA, DELVER).enter(ANA, CATHAR).transform(DELVER)
    table.leaves_play(ABERRATION)
    assert table.board == [CATHAR]
    assert table.happened(PermanentsLeft) == [
        PermanentsLeft(gone=(Gone(number=1, name=ABERRATION, cards=(DELVER,)),), why=Why.TOLD)
    ]


def test_several_leave_at_once_and_each_once() -> None:
    table = Table.seated().enter(ANA, DELVER).enter(ANA, CATHAR).enter(BEA, VALKI)
    table.leaves_play(3, 1, 3)
    assert table.board == [CATHAR]
    assert [gone.number for gone in table.happened(PermanentsLeft)[0].gone] == [3, 1]


def test_numbers_are_never_given_again() -> None:
    table = Table.seated().enter(ANA, DELVER).enter(ANA, DELVER).leaves_play(2, 1)
    table.enter(ANA, DELVER).token_copy(BEA, DELVER)
    assert [permanent.number for permanent in table.game.battlefield] == [3, 4]


@pytest.mark.parametrize("gone", [0, 1, 3])
def test_what_is_not_on_the_board_is_not_there_to_be_told_anything(gone: int) -> None:
    table = Table.seated().enter(ANA, DELVER).enter(ANA, CATHAR).leaves_play(1)
    for command in (
        LeaveBattlefield(permanents=(2, gone)),
        GainControl(player=BEA, permanent=gone),
        Transform(permanent=gone),
        CopyPermanent(player=ANA, permanent=gone),
        CopyPermanent(player=ANA, permanent=2, onto=gone),
    ):
        table.refuses(command, rule=NO_RULE, match=f"Number {gone} is not on the board")


def test_leaving_names_at_least_one() -> None:
    Table.seated().enter(ANA, DELVER).refuses(
        LeaveBattlefield(permanents=()), rule=NO_RULE, match="Name at least one"
    )


# Players who leave


def test_cr_800_4a_what_a_leaver_owns_leaves_whoever_controls_it() -> None:
    table = Table.seated().enter(ANA, DELVER).enter(ANA, CATHAR).enter(BEA, VALKI)
    table.control(BEA, DELVER).leave(ANA)
    assert table.board == [VALKI]
    [left] = table.happened(PermanentsLeft)
    assert [gone.number for gone in left.gone] == [1, 2]
    assert left.why is Why.PLAYER_LEFT


def test_cr_800_4a_what_a_leaver_only_controlled_goes_back() -> None:
    table = Table.seated().enter(ANA, DELVER).control(BEA, DELVER).leave(BEA)
    assert table.permanent(DELVER).control == (ANA,)
    assert table.happened(ControlChanged) == [
        ControlChanged(number=1, name=DELVER, control=(ANA,), why=Why.PLAYER_LEFT)
    ]


def test_cr_800_4a_it_goes_back_to_whoever_had_it_before_not_always_to_the_owner() -> None:
    table = Table.seated().enter(ANA, DELVER).control(BEA, DELVER).control(CAIO, DELVER)
    assert table.leave(CAIO).permanent(DELVER).control == (ANA, BEA)


def test_cr_800_4a_an_earlier_controller_leaves_and_the_present_one_keeps_it() -> None:
    table = Table.seated().enter(ANA, DELVER).control(BEA, DELVER).control(CAIO, DELVER)
    assert table.leave(BEA).permanent(DELVER).control == (ANA, CAIO)
    assert table.happened(ControlChanged)[0].kept
    assert table.leave(CAIO).permanent(DELVER).control == (ANA,)
    assert not table.happened(ControlChanged)[0].kept


def test_cr_800_4a_what_entered_under_a_leaver_is_exiled() -> None:
    """Bea had put Ana's Delver onto the battlefield under her own control."""
    table = Table.seated().enter(BEA, DELVER, owner=ANA).leave(BEA)
    assert table.board == []
    assert table.happened(PermanentsLeft) == [
        PermanentsLeft(gone=(Gone(number=1, name=DELVER, cards=(DELVER,)),), why=Why.EXILED)
    ]


def test_cr_800_4c_exiled_as_the_last_effect_ends_if_it_entered_under_a_leaver() -> None:
    table = Table.seated().enter(BEA, DELVER, owner=ANA).control(CAIO, DELVER).leave(BEA)
    assert table.permanent(DELVER).control == (CAIO,)
    assert table.leave(CAIO).board == []
    assert table.happened(PermanentsLeft)[0].why is Why.EXILED


def test_cr_800_4a_the_owner_who_had_gained_control_keeps_it() -> None:
    table = Table.seated().enter(BEA, DELVER, owner=ANA).control(ANA, DELVER).leave(BEA)
    assert table.permanent(DELVER).control == (ANA,)


def test_several_leave_at_once_and_all_their_control_ends_at_once() -> None:
    table = Table.seated().enter(ANA, DELVER).enter(BEA, CATHAR).enter(CAIO, VALKI, owner=ANA)
    table.control(BEA, DELVER).control(CAIO, DELVER).leave(BEA, CAIO)
    assert table.board == [DELVER]
    assert table.permanent(DELVER).control == (ANA,)
    assert [event.why for event in table.happened(PermanentsLeft)] == [
        Why.PLAYER_LEFT,
        Why.EXILED,
    ]


def test_what_the_leaver_has_nothing_to_do_with_stays_as_it_is() -> None:
    table = Table.seated().enter(ANA, DELVER).control(BEA, DELVER).leave(CAIO)
    assert table.permanent(DELVER).control == (ANA, BEA)
    assert table.kinds == ["players_left"]


def test_cr_810_8a_in_two_headed_giant_what_both_heads_have_goes() -> None:
    table = Table.giants().enter(ANA, DELVER).enter(BEA, CATHAR).enter(DUDA, VALKI)
    table.control(BEA, VALKI).leave(ANA)
    assert table.board == [VALKI]
    assert table.permanent(VALKI).control == (DUDA,)


def test_cr_104_2a_the_last_one_standing_wins_and_keeps_what_is_theirs() -> None:
    table = Table.seated(ANA, BEA).enter(ANA, DELVER).enter(BEA, VALKI)
    table.control(BEA, DELVER).leave(BEA)
    assert table.game.over
    assert table.board == [DELVER]
    assert table.permanent(DELVER).controller == ANA


def test_without_a_pod_a_leavers_permanents_go_too() -> None:
    table = Table().enter(ANA, DELVER).enter(BEA, VALKI).control(ANA, VALKI).leave(ANA)
    assert table.board == [VALKI]
    assert table.permanent(VALKI).controller == BEA


def test_what_is_on_the_battlefield_stays_as_turns_go_by() -> None:
    table = Table.seated().enter(ANA, CATHAR).enter(BEA, DELVER).transform(DELVER)
    assert table.turns(9, TWO_CAST).board == [CATHAR, ABERRATION]
