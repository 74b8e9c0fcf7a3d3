"""Double-faced permanents enter the battlefield."""

import pytest

from bot.cards.catalogue import Catalogue
from bot.errors import NO_RULE, RuleViolation
from bot.game.battlefield import (
    MOST_PERMANENTS,
    CastDefeatedSiege,
    EnterBattlefield,
    Entered,
    GainControl,
    LeaveBattlefield,
    PermanentEntered,
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
    [(NOBODY_HERE, NO_RULE, "not seated"), (DUDA, "CR 800.4a", "has left")],
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
        table.refuses(command, rule=NO_RULE, match="This game is over")
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


def test_cr_310_12b_a_defeated_siege_comes_back_with_its_back_face_up() -> None:
    table = Table.seated().enter(ANA, "Invasion of Zendikar")
    table.act(CastDefeatedSiege(permanent=1))
    [land] = table.game.battlefield
    assert (land.number, land.name, land.up) == (2, "Awakened Skyclave", Side.BACK)
    assert table.kinds == ["permanents_left", "permanent_entered"]


def test_cr_310_12b_what_is_no_siege_is_not_defeated() -> None:
    table = Table.seated().enter(ANA, "Delver of Secrets")
    table.refuses(CastDefeatedSiege(permanent=1), rule="CR 310.12b", match="no Siege")
