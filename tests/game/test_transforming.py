"""Transforming and converting: what turns over, and what stays as it is (CR 701.27, 712.9-10)."""

from bot.cards.catalogue import Catalogue
from bot.errors import RuleViolation
from bot.game.faces import Side
from bot.game.transforming import Transform, Turned, TurnedBy, TurnedOver, may_turn
from tests.game.table import ANA, BEA, INCUBATOR, Table, assert_said_well

DELVER, ABERRATION = "Delver of Secrets", "Insectile Aberration"
CATHAR, BRUTE = "Brutal Cathar", "Moonrage Brute"


def refuses(table: Table, which: str | int, *, rule: str, match: str) -> None:
    """Expect that a permanent told to transform stays as it is."""
    permanent = table.permanent(which)
    assert not may_turn(permanent)
    table.refuses(Transform(permanent=permanent.number), rule=rule, match=match)


def test_cr_701_27a_a_permanent_turns_over_and_back() -> None:
    table = Table.seated().enter(ANA, DELVER)
    assert may_turn(table.permanent(DELVER))
    assert table.transform(DELVER).board == [ABERRATION]
    assert table.happened(TurnedOver) == [
        TurnedOver(
            turned=(Turned(number=1, name=DELVER, into=ABERRATION, up=Side.BACK),),
            by=TurnedBy.TOLD,
        )
    ]
    assert table.transform(ABERRATION).board == [DELVER]
    assert table.happened(TurnedOver)[0].turned[0].up is Side.FRONT


def test_cr_712_18_it_does_not_become_a_new_object() -> None:
    table = Table.seated().enter(ANA, DELVER).control(BEA, DELVER)
    before = table.permanent(DELVER)
    after = table.transform(DELVER).permanent(ABERRATION)
    assert after == before.but(up=Side.BACK)


def test_only_the_permanent_that_is_told_to_turns_over() -> None:
    table = Table.seated().enter(ANA, DELVER).enter(ANA, DELVER).enter(BEA, DELVER).transform(2)
    assert table.board == [DELVER, ABERRATION, DELVER]


def test_cr_202_3b_712_8e_transformed_it_counts_the_front_face() -> None:
    table = Table.seated().enter(ANA, DELVER).transform(DELVER)
    assert table.value(ABERRATION) == 1
    assert "CR 202.3b, 712.8e" in table.permanent(ABERRATION).value.rule


def test_cr_712_3_a_modal_permanent_transforms_when_it_is_told_to() -> None:
    """CR 712.8f: the face that is up then has its own mana value."""
    table = Table.seated().enter(ANA, "Valki, God of Lies").transform("Valki, God of Lies")
    assert table.board == ["Tibalt, Cosmic Impostor"]
    assert table.value("Tibalt, Cosmic Impostor") == 7
    table.transform("Tibalt, Cosmic Impostor")
    assert table.value("Valki, God of Lies") == 2


def test_cr_701_27b_a_double_faced_token_transforms() -> None:
    table = Table.seated().enter(ANA, INCUBATOR).transform("Incubator")
    assert table.board == ["Phyrexian"]


def test_cr_712_10_not_when_the_other_face_is_a_sorcery() -> None:
    for name, other in [
        ("Invasion of Alara", "Awaken the Maelstrom"),
        ("Augmenter Pugilist", "Echoing Equation"),
    ]:
        refuses(Table.seated().enter(ANA, name), name, rule="CR 712.10", match=other)


def test_cr_712_10_not_when_the_other_face_is_an_instant() -> None:
    table = Table.seated().enter(ANA, "Flamescroll Celebrant")
    refuses(table, "Flamescroll Celebrant", rule="CR 712.10", match="Revel in Silence")


def test_cr_712_10_the_land_behind_a_modal_spell_stays_a_land() -> None:
    table = Table.seated().enter(ANA, "Bala Ged Recovery", face=Side.BACK)
    refuses(table, "Bala Ged Sanctuary", rule="CR 712.10", match="Bala Ged Recovery")


def test_cr_712_9_a_clone_has_one_face_and_never_turns() -> None:
    table = Table.seated().enter(ANA, DELVER).clone(BEA, DELVER)
    refuses(table, 2, rule="CR 712.9", match="copy with one face only")


def test_cr_712_4c_a_meld_card_never_transforms() -> None:
    table = Table.seated().enter(ANA, "Graf Rats")
    refuses(table, "Graf Rats", rule="CR 712.4c", match="never transform")


def test_cr_712_4c_a_melded_permanent_never_transforms() -> None:
    table = Table.seated().enter(ANA, "Graf Rats").enter(ANA, "Midnight Scavengers")
    table.meld("Graf Rats", "Midnight Scavengers")
    refuses(table, "Chittering Host", rule="CR 712.4c", match="Chittering Host.* stays")


def test_cr_712_9_a_reversible_card_is_the_same_on_both_sides() -> None:
    table = Table.seated().enter(ANA, "Propaganda")
    refuses(table, "Propaganda", rule="CR 712.9", match="on its other side")


def test_cr_702_145b_a_daybound_permanent_is_not_told_to_transform() -> None:
    table = Table.seated().enter(ANA, CATHAR)
    refuses(table, CATHAR, rule="CR 702.145b", match="only as night falls")


def test_cr_702_145e_a_nightbound_permanent_is_not_told_to_transform() -> None:
    table = Table.seated().enter(ANA, CATHAR).night()
    refuses(table, BRUTE, rule="CR 702.145e", match="only as day breaks")


def test_cr_702_145b_what_has_become_a_copy_of_a_daybound_permanent_does_not_turn() -> None:
    table = Table.seated().enter(ANA, CATHAR).enter(BEA, DELVER).becomes(DELVER, CATHAR)
    refuses(table, 2, rule="CR 702.145b", match="only as night falls")


def test_every_permanent_of_the_catalogue_turns_over_and_back_or_names_its_rule(
    catalogue: Catalogue,
) -> None:
    turned = 0
    for known in catalogue:
        table = Table.seated()
        try:
            table.enter(ANA, known.facts())
        except RuleViolation:
            continue
        [before] = table.game.battlefield
        try:
            table.transform(1)
        except RuleViolation as violation:
            assert not may_turn(before)
            assert_said_well(violation)
            continue
        turned += 1
        assert may_turn(before)
        assert table.board == [known.faces[1].name]
        assert table.transform(1).game.battlefield == (before,)
    assert turned > 300
