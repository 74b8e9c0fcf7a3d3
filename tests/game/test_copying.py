"""Copies: Clones, tokens created as copies, and permanents that become copies (CR 707.8)."""

import pytest

from bot.errors import NO_RULE
from bot.game.battlefield import Entered, PermanentEntered
from bot.game.copying import BecameCopy, CopyPermanent, StopCopying, StoppedCopying
from bot.game.faces import Side
from tests.game.table import ANA, BEA, CAIO, INCUBATOR, Table, card

DELVER, ABERRATION = "Delver of Secrets", "Insectile Aberration"
CATHAR, BRUTE = "Brutal Cathar", "Moonrage Brute"
VALKI, TIBALT = "Valki, God of Lies", "Tibalt, Cosmic Impostor"
RATS, SCAVENGERS, HOST = "Graf Rats", "Midnight Scavengers", "Chittering Host"


def transformed_delver() -> Table:
    return Table.seated().enter(ANA, DELVER, transformed=True)


def host() -> Table:
    """Ana's Chittering Host is number 3."""
    return Table.seated().enter(ANA, RATS).enter(ANA, SCAVENGERS).meld(RATS, SCAVENGERS)


# A Clone: a card with one face


def test_cr_707_8_a_clone_has_the_face_that_is_up() -> None:
    table = transformed_delver().clone(BEA, ABERRATION)
    clone = table.permanent(2)
    assert clone.face == card(DELVER).face(Side.BACK)
    assert (clone.cards, clone.token, clone.owner, clone.controller) == ((), False, BEA, BEA)
    assert table.happened(PermanentEntered)[0].how is Entered.CLONE


def test_cr_707_8_a_clone_of_a_front_face_has_its_mana_value() -> None:
    table = Table.seated().enter(ANA, "Gatstaf Shepherd").clone(BEA, "Gatstaf Shepherd")
    assert table.value(2) == 2


def test_cr_202_3e_a_clone_of_a_face_with_x_counts_it_as_0() -> None:
    table = Table.seated().enter(ANA, "Invasion of Ikoria").clone(BEA, "Invasion of Ikoria")
    assert table.value(2) == 2


def test_cr_202_3b_a_clone_of_a_back_face_has_mana_value_0() -> None:
    table = transformed_delver().clone(BEA, ABERRATION)
    assert (table.value(1), table.value(2)) == (1, 0)


def test_cr_712_8f_a_clone_of_a_modal_back_face_has_the_cost_of_that_face() -> None:
    table = Table.seated().enter(ANA, VALKI, face=Side.BACK).clone(BEA, TIBALT)
    assert table.value(2) == 7


def test_cr_202_3c_a_clone_of_a_melded_permanent_has_mana_value_0() -> None:
    table = host().clone(BEA, HOST)
    assert (table.value(3), table.value(4)) == (7, 0)


def test_the_clone_stays_what_it_is_when_the_original_turns_or_leaves() -> None:
    """CR 707.2: it took the values as it entered."""
    table = Table.seated().enter(ANA, DELVER).clone(BEA, DELVER).transform(1)
    assert table.board == [ABERRATION, DELVER]
    assert table.leaves_play(1).board == [DELVER]


def test_a_clone_of_a_clone_is_the_same() -> None:
    table = transformed_delver().clone(BEA, 1).clone(CAIO, 2)
    assert table.board == [ABERRATION] * 3
    assert table.value(3) == 0
    assert table.permanent(3).cards == ()


def test_cr_702_145b_a_clone_that_enters_at_night_has_no_back_to_enter_with() -> None:
    """It is represented by no double-faced card: Brutal Cathar, copied by day, stays."""
    table = Table.seated().enter(ANA, CATHAR).clone(BEA, CATHAR).night()
    assert table.board == [BRUTE, CATHAR]
    table.clone(CAIO, CATHAR)
    assert table.board == [BRUTE, CATHAR, CATHAR]
    assert table.kinds == ["permanent_entered"]


# A token created as a copy


def test_cr_707_8a_a_token_copy_has_both_faces_and_may_turn() -> None:
    table = Table.seated().enter(ANA, DELVER).token_copy(BEA, DELVER)
    token = table.permanent(2)
    assert (token.token, token.owner, token.up) == (True, BEA, Side.FRONT)
    assert table.happened(PermanentEntered)[0].how is Entered.TOKEN_COPY
    assert table.transform(2).board == [DELVER, ABERRATION]


def test_cr_707_8a_it_enters_with_the_same_face_up() -> None:
    table = transformed_delver().token_copy(BEA, ABERRATION)
    assert table.board == [ABERRATION, ABERRATION]
    assert table.kinds == ["permanent_entered"]
    assert table.transform(2).board == [ABERRATION, DELVER]


def test_cr_202_3b_with_its_back_up_it_counts_its_own_front() -> None:
    assert transformed_delver().token_copy(BEA, ABERRATION).value(2) == 1


def test_cr_712_8f_each_face_of_a_modal_token_copy_has_its_own_mana_value() -> None:
    table = Table.seated().enter(ANA, VALKI).token_copy(BEA, VALKI)
    assert table.value(2) == 2
    assert table.transform(2).value(2) == 7


def test_a_token_copy_of_a_double_faced_token_has_both_faces() -> None:
    table = Table.seated().enter(ANA, INCUBATOR).token_copy(BEA, "Incubator").transform(2)
    assert table.board == ["Incubator", "Phyrexian"]


def test_a_token_copy_of_a_token_copy_has_both_faces() -> None:
    table = transformed_delver().token_copy(BEA, 1).token_copy(CAIO, 2).transform(3)
    assert table.board == [ABERRATION, ABERRATION, DELVER]


def test_a_token_copy_at_night_has_the_night_face_and_day_turns_it() -> None:
    table = Table.seated().night().enter(ANA, CATHAR).token_copy(BEA, BRUTE)
    assert table.board == [BRUTE, BRUTE]
    assert table.day().board == [CATHAR, CATHAR]


def test_a_token_copy_of_a_clone_has_one_face() -> None:
    table = transformed_delver().clone(BEA, 1).token_copy(CAIO, 2)
    token = table.permanent(3)
    assert (token.token, token.cards, token.name) == (True, (), ABERRATION)
    assert table.value(3) == 0


@pytest.mark.parametrize(("name", "value"), [(RATS, 2), ("Propaganda", 3)])
def test_a_token_copy_of_a_meld_or_reversible_card_has_one_face(name: str, value: int) -> None:
    """Neither has a face to turn to (CR 712.4c)."""
    table = Table.seated().enter(ANA, name).token_copy(BEA, name)
    assert table.permanent(2).cards == ()
    assert table.board == [name, name]
    assert table.value(2) == value


def test_a_token_copy_of_a_melded_permanent_is_the_melded_face_only() -> None:
    """A judge's reading; its mana value is 0 (CR 202.3c)."""
    table = host().token_copy(BEA, HOST)
    token = table.permanent(4)
    assert (token.name, token.cards, token.token) == (HOST, (), True)
    assert table.value(4) == 0


# A permanent on the battlefield becomes a copy


def test_a_permanent_becomes_a_copy_of_the_face_that_is_up() -> None:
    table = transformed_delver().enter(BEA, VALKI).becomes(VALKI, copy_of=ABERRATION)
    assert table.board == [ABERRATION, ABERRATION]
    assert table.happened(BecameCopy) == [
        BecameCopy(number=2, name=VALKI, face=card(DELVER).face(Side.BACK))
    ]
    assert table.number_of(2) == 2, "it is no new object"


def test_cr_712_9_a_double_faced_copier_turns_over_and_keeps_the_copied_values() -> None:
    table = Table.seated().enter(ANA, DELVER).enter(BEA, VALKI).becomes(VALKI, copy_of=DELVER)
    assert table.permanent(2).up is Side.FRONT
    table.transform(2)
    assert table.permanent(2).up is Side.BACK
    assert table.board == [DELVER, DELVER]
    assert table.value(2) == 1


def test_cr_202_3b_a_double_faced_copier_of_a_back_face_has_mana_value_0() -> None:
    """Even though the card that represents it has a front of its own."""
    table = transformed_delver().enter(BEA, VALKI).becomes(VALKI, copy_of=ABERRATION)
    assert table.value(2) == 0


def test_cr_712_10_a_copiers_own_other_face_may_be_a_spells() -> None:
    pugilist = "Augmenter Pugilist"
    table = Table.seated().enter(ANA, DELVER).enter(BEA, pugilist).becomes(pugilist, DELVER)
    assert table.permanent(2).never_turns


def test_a_clone_may_become_a_copy_of_something_else() -> None:
    table = Table.seated().enter(ANA, DELVER).clone(BEA, DELVER).enter(CAIO, VALKI)
    assert table.becomes(2, copy_of=VALKI).board == [DELVER, VALKI, VALKI]


def test_a_melded_permanent_may_become_a_copy_and_still_is_two_cards() -> None:
    table = host().enter(BEA, DELVER).becomes(HOST, copy_of=DELVER)
    assert table.board == [DELVER, DELVER]
    assert table.value(3) == 1
    table.leaves_play(3)
    assert table.last[0].gone[0].cards == (RATS, SCAVENGERS)  # type: ignore[attr-defined]


def test_cr_707_8a_both_faces_of_a_token_copy_of_a_copier_have_the_copied_values() -> None:
    """For good: the token has no card of its own to be again."""
    table = transformed_delver().enter(BEA, VALKI).becomes(VALKI, copy_of=ABERRATION)
    table.token_copy(CAIO, 2).stops_copying(2)
    assert table.board == [ABERRATION, VALKI, ABERRATION]
    assert table.value(3) == 0
    assert table.transform(3).board == [ABERRATION, VALKI, ABERRATION]
    assert table.permanent(3).up is Side.BACK
    table.refuses(StopCopying(permanent=3), rule=NO_RULE, match="is no copy")


def test_house_nothing_becomes_a_copy_of_itself() -> None:
    table = Table.seated().enter(ANA, DELVER)
    table.refuses(
        CopyPermanent(player=ANA, permanent=1, onto=1), rule=NO_RULE, match="copy of itself"
    )


def test_cr_707_8a_nothing_becomes_a_token() -> None:
    table = Table.seated().enter(ANA, DELVER).enter(ANA, VALKI)
    table.refuses(
        CopyPermanent(player=ANA, permanent=1, onto=2, token=True),
        rule="CR 707.8a",
        match="nothing becomes it",
    )


# It stops being a copy


def test_as_the_copying_ends_the_permanent_is_itself_again() -> None:
    table = Table.seated().enter(ANA, DELVER).enter(BEA, VALKI).becomes(VALKI, copy_of=DELVER)
    table.stops_copying(2)
    assert table.board == [DELVER, VALKI]
    assert table.happened(StoppedCopying) == [StoppedCopying(number=2, name=DELVER, into=VALKI)]
    assert table.value(2) == 2


def test_the_face_that_it_turned_to_as_a_copy_is_up_then() -> None:
    table = Table.seated().enter(ANA, DELVER).enter(BEA, VALKI).becomes(VALKI, copy_of=DELVER)
    table.transform(2).stops_copying(2)
    assert table.board == [DELVER, TIBALT]
    assert table.happened(StoppedCopying)[0].into == TIBALT


def test_a_token_copy_is_no_copy_that_ends() -> None:
    table = Table.seated().enter(ANA, DELVER).token_copy(BEA, DELVER)
    table.refuses(StopCopying(permanent=2), rule=NO_RULE, match=f"{DELVER}.* is no copy")


def test_what_is_behind_a_clone_no_board_knows() -> None:
    table = Table.seated().enter(ANA, DELVER).clone(BEA, DELVER)
    table.refuses(StopCopying(permanent=2), rule=NO_RULE, match="do not know the card behind")


def test_cr_702_145d_what_is_itself_again_may_be_daybound() -> None:
    """Bea's Brutal Cathar was a copy as night fell; as the copying ends it turns over at once."""
    table = Table.seated().enter(ANA, DELVER).enter(BEA, CATHAR).becomes(CATHAR, copy_of=DELVER)
    assert table.night().board == [DELVER, DELVER]
    assert table.kinds == ["day_night_changed"]
    table.stops_copying(2)
    assert table.kinds == ["stopped_copying", "turned_over"]
    assert table.board == [DELVER, BRUTE]


def test_cr_702_145c_a_copier_that_becomes_daybound_at_night_turns_over_at_once() -> None:
    """And stays Brutal Cathar: it has the copied values with either face up."""
    table = Table.seated().enter(ANA, CATHAR).clone(ANA, CATHAR).night()
    table.enter(BEA, DELVER).becomes(DELVER, copy_of=2)
    assert table.kinds == ["became_copy", "turned_over"]
    assert table.board == [BRUTE, CATHAR, CATHAR]
    assert table.permanent(3).up is Side.BACK
    assert table.day().board == [CATHAR, CATHAR, CATHAR]
    assert table.permanent(3).up is Side.BACK, "daybound, not nightbound: day does not turn it"
