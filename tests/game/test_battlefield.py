"""Double-faced permanents enter the battlefield, change hands, and leave it."""

import pytest

from bot.cards.catalogue import Catalogue
from bot.errors import RuleViolation
from bot.game.battlefield import (
    MOST_PERMANENTS,
    CastDefeatedSiege,
    ControlChanged,
    EnterBattlefield,
    Entered,
    GainControl,
    Gone,
    LeaveBattlefield,
    PermanentEntered,
    PermanentsLeft,
    Why,
)
from bot.game.copying import CopyPermanent
from bot.game.faces import Kind, Side
from bot.game.pod import EndGame, StartPod
from bot.game.transforming import Transform
from tests.game.table import (
    ANA,
    BEA,
    CAIO,
    DUDA,
    INCUBATOR,
    NOBODY_HERE,
    POD,
    TWO_CAST,
    Table,
    assert_said_well,
    card,
)

DELVER, ABERRATION = "Delver of Secrets", "Insectile Aberration"
CATHAR, BRUTE = "Brutal Cathar", "Moonrage Brute"
VALKI, TIBALT = "Valki, God of Lies", "Tibalt, Cosmic Impostor"


# Entering


def test_cr_712_13_a_double_faced_permanent_enters_front_up() -> None:
    table = Table.seated().enter(ANA, DELVER)
    delver = table.permanent(DELVER)
    assert (delver.up, delver.owner, delver.controller) == (Side.FRONT, ANA, ANA)
    assert not delver.token
    assert table.value(DELVER) == 1
    assert table.happened(PermanentEntered) == [
        PermanentEntered(permanent=delver, how=Entered.CARD)
    ]


def test_cr_712_14a_told_to_enter_transformed_it_enters_back_up() -> None:
    table = Table.seated().enter(ANA, "Westvale Abbey", transformed=True)
    assert table.board == ["Ormendahl, Profane Prince"]
    assert table.kinds == ["permanent_entered"], "it has not transformed"


def test_cr_712_11b_a_modal_card_enters_as_the_face_that_was_played() -> None:
    table = Table.seated().enter(ANA, VALKI).enter(BEA, VALKI, face=Side.BACK)
    assert table.board == [VALKI, TIBALT]
    assert (table.value(VALKI), table.value(TIBALT)) == (2, 7)


def test_cr_712_12_the_land_face_of_a_modal_spell_is_played() -> None:
    table = Table.seated().enter(ANA, "Bala Ged Recovery", face=Side.BACK)
    assert table.board == ["Bala Ged Sanctuary"]
    assert table.value("Bala Ged Sanctuary") == 0


def test_cr_712_14a_a_modal_card_may_enter_transformed_too() -> None:
    table = Table.seated().enter(ANA, "Akoum Warrior", transformed=True)
    assert table.board == ["Akoum Teeth"]


def test_a_card_that_is_not_modal_is_never_played_back_up() -> None:
    """CR 712.11b is of modal cards only; the others are cast front up, or transformed."""
    table = Table.seated().enter(ANA, DELVER, face=Side.BACK)
    assert table.board == [DELVER]


def test_cr_111_10i_a_double_faced_token_enters_front_up() -> None:
    table = Table.seated().enter(ANA, INCUBATOR)
    incubator = table.permanent("Incubator")
    assert incubator.token
    assert incubator.double_faced
    assert table.value("Incubator") == 0


def test_cr_712_14b_a_modal_card_with_a_spell_in_front_stays_where_it_is() -> None:
    Table.seated().refuses(
        EnterBattlefield(player=ANA, card=card("Bala Ged Recovery")),
        rule="CR 712.14b",
        match="Bala Ged Recovery // Bala Ged Sanctuary.*unless its back face was played",
    )


@pytest.mark.parametrize(
    ("name", "rule", "match"),
    [
        ("Augmenter Pugilist", "CR 307.4", "Echoing Equation"),
        ("Flamescroll Celebrant", "CR 304.4", "Revel in Silence"),
    ],
)
def test_cr_304_4_and_307_4_a_modal_spell_at_the_back_is_no_permanent(
    name: str, rule: str, match: str
) -> None:
    enter = EnterBattlefield(player=ANA, card=card(name), face=Side.BACK)
    Table.seated().refuses(enter, rule=rule, match=match)
    assert Table.seated().enter(ANA, name).board == [name]


def test_cr_307_4_a_sorcery_never_enters_not_even_transformed() -> None:
    """Valor's Reach Tag Team is the back of a Siege: it is cast, and never a permanent."""
    for name, transformed in [("Startled Awake", False), ("Invasion of Kylem", True)]:
        Table.seated().refuses(
            EnterBattlefield(player=ANA, card=card(name), transformed=transformed),
            rule="CR 307.4",
            match="can't be on the battlefield",
        )


def test_cr_712_14a_the_permanent_behind_a_sorcery_enters_transformed() -> None:
    table = Table.seated().enter(ANA, "Startled Awake", transformed=True)
    assert table.board == ["Persistent Nightmare"]
    assert table.value("Persistent Nightmare") == 4


@pytest.mark.parametrize("name", ["Graf Rats", "Propaganda"])
def test_cr_712_14_meld_and_reversible_cards_told_to_enter_transformed_stay_away(
    name: str,
) -> None:
    table = Table.seated()
    table.refuses(
        EnterBattlefield(player=ANA, card=card(name), transformed=True),
        rule="CR 712.14",
        match=f"{name}.*stays where it is",
    )
    assert table.enter(ANA, name).board == [name]


def test_a_meld_card_enters_as_itself_whatever_face_is_named() -> None:
    """CR 712.4: its back is half of another permanent."""
    assert Table.seated().enter(ANA, "Graf Rats", face=Side.BACK).board == ["Graf Rats"]


def test_cr_702_145b_at_night_a_daybound_card_enters_back_up_and_has_not_transformed() -> None:
    table = Table.seated().night().enter(ANA, CATHAR)
    assert table.board == [BRUTE]
    assert table.kinds == ["permanent_entered"]


def test_cr_702_145b_by_day_and_at_night_other_cards_enter_front_up() -> None:
    assert Table.seated().day().enter(ANA, CATHAR).board == [CATHAR]
    assert Table.seated().night().enter(ANA, "Gatstaf Shepherd").board == ["Gatstaf Shepherd"]


def test_a_permanent_may_enter_that_another_player_owns() -> None:
    table = Table.seated().enter(ANA, DELVER, owner=CAIO)
    delver = table.permanent(DELVER)
    assert (delver.owner, delver.controller) == (CAIO, ANA)


@pytest.mark.parametrize(
    ("player", "rule", "match"),
    [(NOBODY_HERE, "House rule", "not seated"), (DUDA, "CR 800.4a", "has left")],
)
def test_permanents_are_of_players_in_the_game(player: int, rule: str, match: str) -> None:
    table = Table.seated().enter(ANA, DELVER).leave(DUDA)
    delver = card(DELVER)
    for command in (
        EnterBattlefield(player=player, card=delver),
        EnterBattlefield(player=ANA, card=delver, owner=player),
        EnterBattlefield(player=player, card=delver, owner=ANA),
        GainControl(player=player, permanent=1),
        CopyPermanent(player=player, permanent=1),
    ):
        table.refuses(command, rule=rule, match=match)


def test_without_a_pod_whoever_speaks_has_permanents() -> None:
    table = Table().enter(NOBODY_HERE, DELVER).transform(DELVER)
    assert table.board == [ABERRATION]


def test_nothing_enters_or_leaves_a_game_that_is_over() -> None:
    table = Table.seated().enter(ANA, DELVER).act(EndGame())
    for command in (
        EnterBattlefield(player=ANA, card=card(DELVER)),
        LeaveBattlefield(permanents=(1,)),
        GainControl(permanent=1, player=BEA),
        Transform(permanent=1),
    ):
        table.refuses(command, rule="House rule", match="This game is over")
    assert table.board == [DELVER], "it stays to be looked at"


def test_a_new_game_begins_with_an_empty_battlefield_and_neither_day_nor_night() -> None:
    table = Table().enter(ANA, CATHAR).act(StartPod(players=POD[:4]))
    assert table.board == []
    assert table.game.day is None
    assert table.enter(ANA, DELVER).number_of(DELVER) == 1


def test_every_card_of_the_catalogue_enters_or_is_refused_by_a_rule(catalogue: Catalogue) -> None:
    """What is on the battlefield is never an instant or sorcery, nor half a melded permanent."""
    refused = 0
    for known in catalogue:
        for transformed in (False, True):
            table = Table.seated()
            try:
                table.enter(ANA, known.facts(), transformed=transformed)
            except RuleViolation as violation:
                refused += 1
                assert_said_well(violation)
                side = known.face(Side.BACK if transformed else Side.FRONT)
                assert side.spell_type or known.kind in {Kind.MELD, Kind.REVERSIBLE}
                continue
            permanent = table.game.battlefield[0]
            assert permanent.face.spell_type is None
            assert permanent.value.value >= 0
    assert refused > 50


def test_the_board_keeps_sixty_permanents() -> None:
    table = Table.seated()
    for _ in range(MOST_PERMANENTS):
        table.enter(ANA, DELVER)
    full = "The board is full: it keeps 60"
    for command in (
        EnterBattlefield(player=ANA, card=card(DELVER)),
        CopyPermanent(player=ANA, permanent=1),
        CopyPermanent(player=ANA, permanent=1, token=True),
    ):
        table.refuses(command, rule="House rule", match=full)
    table.act(CopyPermanent(player=ANA, permanent=1, onto=2))
    assert table.leaves_play(7).enter(ANA, DELVER).number_of(61) == 61


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
        rule="House rule",
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
        table.refuses(command, rule="House rule", match=f"Number {gone} is not on the board")


def test_leaving_names_at_least_one() -> None:
    Table.seated().enter(ANA, DELVER).refuses(
        LeaveBattlefield(permanents=()), rule="House rule", match="Name at least one"
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


def test_cr_310_12b_a_defeated_siege_comes_back_with_its_back_face_up() -> None:
    table = Table.seated().enter(ANA, "Invasion of Zendikar")
    table.act(CastDefeatedSiege(permanent=1))
    [land] = table.game.battlefield
    assert (land.number, land.name, land.up) == (2, "Awakened Skyclave", Side.BACK)
    assert table.kinds == ["permanents_left", "permanent_entered"]


def test_cr_310_12b_what_is_no_siege_is_not_defeated() -> None:
    table = Table.seated().enter(ANA, "Delver of Secrets")
    table.refuses(CastDefeatedSiege(permanent=1), rule="CR 310.12b", match="no Siege")
