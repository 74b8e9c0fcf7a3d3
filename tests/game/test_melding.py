"""Melding: two cards become one permanent, and leave as two cards (CR 701.42, 712.4-5)."""

import pytest
from pydantic import ValidationError

from bot.cards.catalogue import Catalogue
from bot.game.battlefield import Gone, PermanentsLeft, Why
from bot.game.faces import DoubleFaced, Kind, Side
from bot.game.melding import Meld, PermanentsMelded
from tests.game.table import ANA, BEA, CAIO, Table, card

RATS, SCAVENGERS, HOST = "Graf Rats", "Midnight Scavengers", "Chittering Host"
BRUNA, GISELA = "Bruna, the Fading Light", "Gisela, the Broken Blade"
DELVER = "Delver of Secrets"


def pair() -> Table:
    """Both cards of a pair, Ana's."""
    return Table.seated().enter(ANA, RATS).enter(ANA, SCAVENGERS)


def melded() -> Table:
    return pair().meld(RATS, SCAVENGERS)


def refuses(table: Table, first: int = 1, second: int = 2, *, rule: str = "CR 701.42b") -> None:
    """Expect that two permanents stay as they are."""
    table.refuses(Meld(first=first, second=second), rule=rule, match="stay as they are")


def test_cr_701_42a_the_two_cards_of_a_pair_become_one_permanent() -> None:
    table = melded()
    assert table.board == [HOST]
    found = table.permanent(HOST)
    assert found.melded
    assert (found.cards, found.up) == ((card(RATS), card(SCAVENGERS)), Side.BACK)
    assert (found.owner, found.controller, found.token) == (ANA, ANA, False)
    assert table.happened(PermanentsMelded) == [
        PermanentsMelded(names=(RATS, SCAVENGERS), parts=(1, 2), into=found)
    ]


def test_the_melded_permanent_is_a_new_object() -> None:
    """CR 701.42a: its cards were exiled and came back."""
    table = melded()
    assert table.number_of(HOST) == 3
    assert table.enter(BEA, DELVER).number_of(DELVER) == 4


def test_in_whichever_order_they_are_named() -> None:
    table = pair().meld(SCAVENGERS, RATS)
    assert table.board == [HOST]
    assert table.value(HOST) == 7


def test_cr_712_8g_its_mana_value_is_the_sum_of_both_fronts() -> None:
    table = melded()
    assert table.value(HOST) == 7
    assert "CR 202.3c, 712.8g" in table.permanent(HOST).value.rule


def test_cr_712_5_every_pair_of_the_catalogue_melds(catalogue: Catalogue) -> None:
    parts = [known for known in catalogue if known.kind is Kind.MELD]
    assert len(parts) == 14
    for part in parts:
        assert part.meld is not None
        table = Table.seated().enter(ANA, part.faces[0].name).enter(ANA, part.meld.partner)
        assert table.meld(1, 2).board == [part.faces[1].name]


def test_cr_712_5_meld_cards_and_only_they_have_a_partner() -> None:
    rats, delver = card(RATS), card(DELVER)
    for wrong in ({**dict(rats), "meld": None}, {**dict(delver), "meld": rats.meld}):
        with pytest.raises(ValidationError, match="have a partner"):
            DoubleFaced(**wrong)


def test_a_meld_card_has_the_name_of_its_own_face_only() -> None:
    assert (card(RATS).name, card(DELVER).name) == (RATS, f"{DELVER} // Insectile Aberration")


def test_cr_701_42b_only_the_two_cards_of_one_pair() -> None:
    refuses(Table.seated().enter(ANA, RATS).enter(ANA, GISELA))
    refuses(Table.seated().enter(ANA, RATS).enter(ANA, DELVER))
    refuses(Table.seated().enter(ANA, DELVER).enter(ANA, RATS))
    refuses(Table.seated().enter(ANA, DELVER).enter(ANA, "Valki, God of Lies"))


def test_cr_701_42b_not_the_same_card_twice() -> None:
    refuses(Table.seated().enter(ANA, RATS).enter(ANA, RATS))
    refuses(pair(), 1, 1)


def test_cr_701_42b_no_tokens() -> None:
    refuses(pair().token_copy(ANA, RATS), 3, 2)
    token = card(RATS).but(token=True)
    refuses(Table.seated().enter(ANA, token).enter(ANA, SCAVENGERS))
    refuses(Table.seated().enter(ANA, SCAVENGERS).enter(ANA, token))


def test_cr_701_42b_no_copies() -> None:
    refuses(pair().clone(ANA, SCAVENGERS), 1, 3)
    refuses(pair().clone(ANA, SCAVENGERS), 3, 1)


def test_cr_701_42b_a_card_of_the_pair_that_is_a_copy_of_something_else_does_not_meld() -> None:
    table = pair().enter(BEA, DELVER).becomes(RATS, copy_of=DELVER)
    refuses(table)
    refuses(table, 2, 1)
    assert table.stops_copying(1).meld(1, 2).board == [DELVER, HOST]


def test_cr_701_42b_another_card_that_has_become_a_copy_of_a_part_does_not_meld() -> None:
    table = pair().enter(ANA, BRUNA).becomes(BRUNA, copy_of=RATS)
    refuses(table, 3, 2)


def test_cr_701_42b_a_melded_permanent_does_not_meld_again() -> None:
    refuses(melded().enter(ANA, SCAVENGERS), 3, 4)


def test_cr_701_42c_not_the_cards_of_two_owners() -> None:
    for first, second in [(ANA, BEA), (BEA, ANA)]:
        table = Table.seated().enter(ANA, RATS, owner=first).enter(ANA, SCAVENGERS, owner=second)
        refuses(table, rule="CR 701.42c")


@pytest.mark.parametrize("stolen", [RATS, SCAVENGERS])
def test_cr_701_42c_not_while_another_player_controls_one(stolen: str) -> None:
    table = pair().control(BEA, stolen)
    refuses(table, rule="CR 701.42c")
    assert table.control(ANA, stolen).meld(1, 2).board == [HOST]


def test_cr_701_42c_nor_while_another_player_controls_both() -> None:
    refuses(pair().control(BEA, RATS).control(BEA, SCAVENGERS), rule="CR 701.42c")


def test_who_has_both_back_melds_them_into_a_permanent_of_their_own() -> None:
    """The effects by which others had controlled the parts have nothing to do with it."""
    table = Table.seated().enter(BEA, RATS, owner=ANA).enter(ANA, SCAVENGERS).control(ANA, RATS)
    assert table.meld(RATS, SCAVENGERS).permanent(HOST).control == (ANA,)
    assert table.leave(BEA).board == [HOST]


def test_cr_712_21_it_leaves_as_one_permanent_and_two_cards() -> None:
    table = melded().leaves_play(HOST)
    assert table.board == []
    assert table.happened(PermanentsLeft) == [
        PermanentsLeft(gone=(Gone(number=3, name=HOST, cards=(RATS, SCAVENGERS)),))
    ]


def test_cr_800_4a_it_leaves_with_its_owner_and_goes_back_from_others() -> None:
    table = melded().control(BEA, HOST).control(CAIO, HOST).leave(CAIO)
    assert table.permanent(HOST).control == (ANA, BEA)
    table.leave(ANA)
    assert table.board == []
    [left] = table.happened(PermanentsLeft)
    assert (left.why, left.gone[0].cards) == (Why.PLAYER_LEFT, (RATS, SCAVENGERS))


def test_melding_is_nothing_to_the_night() -> None:
    table = Table.seated().enter(ANA, "Brutal Cathar").night().enter(ANA, RATS)
    table.enter(ANA, SCAVENGERS).meld(RATS, SCAVENGERS)
    assert table.board == ["Moonrage Brute", HOST]
    assert table.kinds == ["permanents_melded"]
    assert table.day().board == ["Brutal Cathar", HOST]
