"""Day and night: what makes it so, when it changes, and what turns with it (CR 731, 702.145)."""

from itertools import product
from typing import Literal

import pytest

from bot.errors import NO_RULE
from bot.game.daynight import (
    DayNightChanged,
    Made,
    SetDayNight,
    SpellsNotCounted,
    answers,
    questions,
)
from bot.game.faces import Side
from bot.game.game import Cast
from bot.game.permanent import DayNight
from bot.game.pod import EndGame
from bot.game.transforming import Turned, TurnedBy, TurnedOver
from bot.game.turns import AddExtraTurn, AddSkip, NextTurn, UntapBegan
from tests.game.table import (
    ANA,
    BEA,
    CAIO,
    DUDA,
    NOBODY_CAST,
    NONE_CAST,
    ONE_CAST,
    ONE_EACH,
    TWO_BY_ONE,
    TWO_CAST,
    Table,
)

CATHAR, BRUTE = "Brutal Cathar", "Moonrage Brute"
TRAVELER, PREDATOR = "Shady Traveler", "Stalking Predator"
DELVER, ABERRATION = "Delver of Secrets", "Insectile Aberration"
SHEPHERD, HOWLER = "Gatstaf Shepherd", "Gatstaf Howler"

DAY, NIGHT = DayNight.DAY, DayNight.NIGHT
Number = Literal[0, 1, 2]


def turned(table: Table) -> list[tuple[str, ...]]:
    """Tell what turned over in the last act, step by step."""
    return [tuple(one.name for one in event.turned) for event in table.happened(TurnedOver)]


# Neither, until something makes it so


def test_cr_731_1_it_is_neither_at_first_and_stays_so() -> None:
    table = Table.seated().enter(ANA, DELVER).enter(BEA, SHEPHERD).turns(8, ONE_EACH)
    assert table.game.day is None


def test_cr_702_145d_a_daybound_permanent_makes_it_day() -> None:
    table = Table.seated().enter(ANA, CATHAR)
    assert table.game.day is DAY
    assert table.kinds == ["permanent_entered", "day_night_changed"]
    assert table.happened(DayNightChanged) == [DayNightChanged(to=DAY, made=Made.BOUND)]


def test_cr_702_145g_a_lone_nightbound_permanent_makes_it_night() -> None:
    """The card entered transformed."""
    table = Table.seated().enter(ANA, CATHAR, transformed=True)
    assert table.game.day is NIGHT
    assert table.board == [BRUTE]
    assert table.happened(DayNightChanged) == [DayNightChanged(to=NIGHT, made=Made.BOUND)]


def test_cr_702_145g_a_nightbound_one_makes_no_night_where_it_is_day() -> None:
    table = Table.seated().enter(ANA, CATHAR).enter(BEA, TRAVELER, transformed=True)
    assert table.game.day is DAY
    assert table.board == [CATHAR, TRAVELER]
    assert turned(table) == [(PREDATOR,)]


def test_cr_702_145d_where_both_are_there_at_once_it_becomes_day() -> None:
    there = Table.seated().enter(ANA, CATHAR).clone(BEA, CATHAR).night().game
    table = Table(there.but(day=None)).enter(CAIO, DELVER)
    assert table.happened(DayNightChanged) == [DayNightChanged(to=DAY, made=Made.BOUND)]
    assert table.board == [CATHAR, CATHAR, DELVER]


def test_an_effect_makes_it_day_or_night() -> None:
    table = Table.seated().night()
    assert table.game.day is NIGHT
    assert table.happened(DayNightChanged) == [DayNightChanged(to=NIGHT, made=Made.EFFECT)]
    assert table.day().game.day is DAY


def test_cr_731_1_it_stays_so_when_nothing_bound_is_left() -> None:
    table = Table.seated().enter(ANA, CATHAR).leaves_play(CATHAR)
    assert table.game.day is DAY
    assert table.next(cast=NONE_CAST).game.day is NIGHT


def test_day_and_night_are_the_games_and_stay_when_a_player_leaves() -> None:
    table = Table.seated().enter(ANA, CATHAR).leave(ANA)
    assert table.board == []
    assert table.game.day is DAY


@pytest.mark.parametrize(
    ("now", "match"), [(DAY, "It is day already"), (NIGHT, "It is night already")]
)
def test_cr_731_1_it_does_not_become_what_it_is(now: DayNight, match: str) -> None:
    table = Table.seated().act(SetDayNight(to=now))
    table.refuses(SetDayNight(to=now), rule="CR 731.1", match=match)


def test_neither_is_no_correction_where_it_is_neither() -> None:
    Table.seated().refuses(SetDayNight(to=None), rule="CR 731.1", match="neither day nor night yet")


def test_cr_731_1_never_neither_again_but_by_a_correction_that_is_asked_about() -> None:
    table = Table.seated().night()
    sure = table.doubts(SetDayNight(to=None), rule="CR 731.1", match="set by mistake")
    table.act(sure)
    assert table.game.day is None
    assert table.happened(DayNightChanged) == [DayNightChanged(to=None, made=Made.CORRECTION)]
    assert table.next().game.day is None


@pytest.mark.parametrize("sure", [False, True])
def test_cr_702_145d_no_correction_makes_it_neither_beside_a_daybound_permanent(
    sure: bool,
) -> None:
    table = Table.seated().enter(ANA, DELVER).enter(ANA, CATHAR)
    neither = SetDayNight(to=None, sure=sure)
    table.refuses(neither, rule="CR 702.145d", match=f"With .*{CATHAR}.* always day or night")
    assert table.leaves_play(CATHAR).act(neither.but(sure=True)).game.day is None


def test_cr_702_145g_nor_beside_a_clone_of_a_nightbound_one() -> None:
    table = Table.seated().enter(ANA, CATHAR).night().clone(BEA, BRUTE).leaves_play(1).day()
    assert table.board == [BRUTE]
    table.refuses(SetDayNight(to=None, sure=True), rule="CR 702.145g", match=BRUTE)


def test_nobody_makes_it_day_in_a_game_that_is_over() -> None:
    table = Table.seated().act(EndGame())
    table.refuses(SetDayNight(to=DAY), rule=NO_RULE, match="This game is over")


# What turns with it


def test_cr_702_145b_as_night_falls_all_daybound_permanents_turn_in_one_step() -> None:
    table = Table.seated().enter(ANA, CATHAR).enter(BEA, DELVER).enter(CAIO, TRAVELER).night()
    assert table.board == [BRUTE, DELVER, PREDATOR]
    assert table.kinds == ["day_night_changed", "turned_over"]
    assert table.happened(TurnedOver) == [
        TurnedOver(
            turned=(
                Turned(number=1, name=CATHAR, into=BRUTE, up=Side.BACK),
                Turned(number=3, name=TRAVELER, into=PREDATOR, up=Side.BACK),
            ),
            by=TurnedBy.DAY_OR_NIGHT,
        )
    ]


def test_cr_702_145e_as_day_breaks_all_nightbound_permanents_turn_back_in_one_step() -> None:
    table = Table.seated().enter(ANA, CATHAR).enter(CAIO, TRAVELER).night().day()
    assert table.board == [CATHAR, TRAVELER]
    assert turned(table) == [(BRUTE, PREDATOR)]


def test_nothing_else_turns_with_it() -> None:
    table = Table.seated().enter(ANA, DELVER, transformed=True).enter(ANA, SHEPHERD)
    table.enter(BEA, "Graf Rats").enter(BEA, "Propaganda")
    before = table.board
    assert table.night().board == table.day().board == before
    assert turned(table) == []


def test_cr_712_9_a_clone_of_a_daybound_permanent_never_turns() -> None:
    table = Table.seated().enter(ANA, CATHAR).clone(BEA, CATHAR).night()
    assert table.board == [BRUTE, CATHAR]
    assert turned(table) == [(CATHAR,)]
    table.clone(BEA, BRUTE).day()
    assert table.board == [CATHAR, CATHAR, BRUTE]


def test_cr_712_9_a_double_faced_copier_turns_over_with_it_and_keeps_the_copied_values() -> None:
    table = Table.seated().enter(ANA, CATHAR).enter(BEA, DELVER).becomes(DELVER, copy_of=CATHAR)
    table.night()
    assert table.board == [BRUTE, CATHAR]
    assert turned(table) == [(CATHAR, CATHAR)]
    assert table.stops_copying(2).board == [BRUTE, ABERRATION]


def test_cr_702_145f_a_daybound_card_that_enters_transformed_by_day_turns_back_at_once() -> None:
    table = Table.seated().day().enter(ANA, CATHAR, transformed=True)
    assert table.kinds == ["permanent_entered", "turned_over"]
    assert table.board == [CATHAR]


# How many spells were cast: the check in the untap step


@pytest.mark.parametrize(
    ("now", "cast", "then"),
    [
        (DAY, NONE_CAST, NIGHT),
        (DAY, ONE_CAST, DAY),
        (DAY, TWO_CAST, DAY),
        (NIGHT, NONE_CAST, NIGHT),
        (NIGHT, ONE_CAST, NIGHT),
        (NIGHT, TWO_CAST, DAY),
    ],
)
def test_cr_731_2a_none_by_day_makes_night_and_731_2b_two_by_night_make_day(
    now: DayNight, cast: Cast, then: DayNight
) -> None:
    table = Table.seated().act(SetDayNight(to=now)).next(cast=cast)
    assert table.game.day is then
    changes = [] if now is then else [DayNightChanged(to=then, made=Made.SPELLS)]
    assert table.happened(DayNightChanged) == changes


def test_several_turns_of_day_and_night() -> None:
    table = Table.seated().enter(ANA, CATHAR)
    told = [ONE_CAST, NONE_CAST, NONE_CAST, ONE_CAST, TWO_CAST, TWO_CAST, NONE_CAST]
    seen = [table.next(cast=cast).board[0] for cast in told]
    assert seen == [CATHAR, BRUTE, BRUTE, BRUTE, CATHAR, CATHAR, BRUTE]


def test_cr_502_2_the_check_comes_in_the_untap_step_between_the_bounty_and_the_upkeep() -> None:
    table = Table.seated().enter(CAIO, CATHAR).enter(BEA, SHEPHERD).take(BEA).offer("sovka", 1)
    table.next(cast=Cast(active=0, anyone=0))
    assert table.kinds == [
        "turn_ended",
        "turn_began",
        "bounty_raised",
        "untap_began",
        "day_night_changed",
        "turned_over",
        "upkeep_began",
        "ventured",
        "werewolves_triggered",
    ]
    assert table.happened(UntapBegan)[0].last == Cast(active=0, anyone=0)


def test_where_it_is_neither_no_spells_make_no_night() -> None:
    assert Table.seated().next(cast=NONE_CAST).game.day is None
    assert Table.seated().next(cast=TWO_CAST).game.day is None


def test_cr_731_2_only_the_active_players_spells_count() -> None:
    """Somebody else cast two in that turn."""
    table = Table.seated().enter(ANA, CATHAR).enter(ANA, SHEPHERD)
    assert table.next(cast=Cast(active=0, anyone=2)).game.day is NIGHT
    assert table.next(cast=Cast(active=1, anyone=2)).game.day is NIGHT


def test_cr_800_4i_the_active_player_who_left_still_counts() -> None:
    table = Table.seated().day().leave(ANA)
    assert table.active == ()
    assert questions(table.game) == ("active",)
    assert table.next(cast=NONE_CAST).game.day is NIGHT
    table = Table.seated().night().leave(ANA).next(cast=TWO_CAST)
    assert (table.active, table.game.day) == ((BEA,), DAY)


def test_cr_731_2a_b_in_two_headed_giant_the_head_who_cast_more_counts() -> None:
    """One each make no day, so what is asked for is the most that one head cast."""
    table = Table.giants().night().next(cast=ONE_CAST)
    assert table.game.day is NIGHT
    assert table.next(cast=TWO_CAST).game.day is DAY
    assert table.next(cast=ONE_CAST).game.day is DAY
    assert table.next(cast=NONE_CAST).game.day is NIGHT


def test_cr_500_11_a_skipped_turn_is_no_turn_in_which_nobody_cast_a_spell() -> None:
    table = Table.seated().day().act(AddSkip(player=BEA)).next(cast=ONE_CAST)
    assert table.active == (CAIO,)
    assert table.game.day is DAY
    assert len(table.happened(UntapBegan)) == 1


def test_an_extra_turn_is_checked_as_any_other() -> None:
    table = Table.seated().day().act(AddExtraTurn(player=ANA)).next(cast=NONE_CAST)
    assert (table.active, table.game.day) == ((ANA,), NIGHT)
    assert table.next(cast=TWO_CAST).game.day is DAY


def test_a_correction_begins_a_turn_too() -> None:
    table = Table.seated().day().next(DUDA, cast=NONE_CAST)
    assert (table.active, table.game.day) == ((DUDA,), NIGHT)


def test_at_an_unseated_table_whoever_had_the_turn_is_asked_about() -> None:
    table = Table().day().next(cast=NONE_CAST)
    assert table.game.day is NIGHT
    assert table.next(cast=TWO_CAST).game.day is DAY


def test_what_was_cast_is_looked_back_at_for_one_turn_only() -> None:
    table = Table.seated().day().next(cast=TWO_CAST)
    assert table.game.this_turn.last == TWO_CAST
    assert table.next(cast=ONE_CAST).game.this_turn.last == ONE_CAST
    assert table.night().day().game.day is DAY


def test_an_effect_in_the_middle_of_a_turn_and_that_turns_spells_count_all_the_same() -> None:
    """CR 731.2 looks at the whole turn before."""
    table = Table.seated().day().night().next(cast=TWO_CAST)
    assert table.game.day is DAY


# What is asked as a turn ends, and no more


def test_nothing_is_asked_where_nothing_looks_back() -> None:
    table = Table.seated().enter(ANA, DELVER).enter(BEA, SHEPHERD).clone(CAIO, SHEPHERD)
    table.leaves_play(2)
    assert (questions(table.game), answers(table.game)) == ((), ())
    assert table.next().kinds == ["turn_ended", "turn_began", "untap_began", "upkeep_began"]


def test_with_day_or_night_the_active_players_spells_are_asked_for() -> None:
    table = Table.seated().day()
    assert questions(table.game) == ("active",)
    assert answers(table.game) == (NONE_CAST, ONE_CAST, TWO_CAST)


def test_with_a_werewolf_everybodys_spells_are_asked_for() -> None:
    table = Table.seated().enter(ANA, SHEPHERD)
    assert questions(table.game) == ("anyone",)
    assert answers(table.game) == (NOBODY_CAST, ONE_EACH, TWO_BY_ONE)


def test_with_both_the_active_player_is_one_of_everybody() -> None:
    table = Table.seated().enter(ANA, SHEPHERD).enter(BEA, CATHAR)
    assert questions(table.game) == ("active", "anyone")
    assert [(cast.active, cast.anyone) for cast in answers(table.game)] == [
        (0, 0),
        (0, 1),
        (0, 2),
        (1, 1),
        (1, 2),
        (2, 2),
    ]


def test_no_more_is_asked_once_the_game_is_over() -> None:
    table = Table.seated().enter(ANA, SHEPHERD).enter(BEA, CATHAR).act(EndGame())
    assert answers(table.game) == ()


@pytest.mark.parametrize(
    ("names", "cast", "rule"),
    [
        ((CATHAR,), Cast(), "CR 731.2"),
        ((CATHAR,), NOBODY_CAST, "CR 731.2"),
        ((SHEPHERD,), Cast(), NO_RULE),
        ((SHEPHERD,), NONE_CAST, NO_RULE),
        ((SHEPHERD, CATHAR), NONE_CAST, "CR 731.2"),
        ((SHEPHERD, CATHAR), NOBODY_CAST, "CR 731.2"),
    ],
)
def test_the_turn_does_not_end_before_the_table_has_told(
    names: tuple[str, ...], cast: Cast, rule: str
) -> None:
    table = Table.seated()
    for name in names:
        table.enter(ANA, name)
    refusal = table.refuses(NextTurn(cast=cast), rule=rule, match="How many spells were cast")
    assert isinstance(refusal, SpellsNotCounted)


def test_nobody_cast_fewer_spells_than_the_player_who_cast_the_most() -> None:
    table = Table.seated().enter(ANA, SHEPHERD).enter(BEA, CATHAR)
    counts: tuple[Number, ...] = (0, 1, 2)
    for active, anyone in product(counts, counts):
        cast = Cast(active=active, anyone=anyone)
        if cast in answers(table.game):
            continue
        refusal = table.refuses(NextTurn(cast=cast), rule=NO_RULE, match="cast fewer spells")
        assert not isinstance(refusal, SpellsNotCounted)


def test_every_answer_ends_the_turn() -> None:
    table = Table.seated().enter(ANA, SHEPHERD).enter(BEA, CATHAR)
    for cast in answers(table.game):
        table.next(cast=cast)
    assert table.number == 7
