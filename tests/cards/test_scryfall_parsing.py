"""A card is read by what is there: every layout, and all that lookup bots were blamed for."""

from datetime import date
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.cards import links
from bot.cards.card import Card, Printed
from bot.cards.catalogue import Catalogue
from bot.cards.online import OneFaced
from bot.cards.scryfall.assembling import Known, assemble
from bot.cards.scryfall.parsing import TwoFaced, Unusable, parse
from bot.game.faces import Keyword, Kind, Side, Turning
from bot.i18n import Language
from tests.cards import scryfall_shapes as shapes
from tests.cards.scryfall_shapes import faces_without, without


def read(found: dict[str, Any]) -> Card:
    parsed = parse(found)
    assert isinstance(parsed, TwoFaced)
    return parsed.card


def only(*found: dict[str, Any]) -> Card:
    made = assemble(found)
    assert made.skipped == ()
    [known] = made.cards
    return known.card


class TestLayouts:
    def test_transform(self) -> None:
        card = read(shapes.transform())
        assert card.kind is Kind.TRANSFORMING
        assert card.name == "Dusk Sentinel // Night Terror"
        front, back = card.faces
        assert (front.cost, front.colours, front.power, front.toughness) == (
            "{1}{G}",
            "G",
            "2",
            "2",
        )
        assert (back.cost, back.colours, back.indicator, back.type) == (
            "", "B", "B", "Creature — Horror",
        )  # fmt: skip
        assert (card.set, card.set_name, card.released) == (
            "tst", "Tested Grounds", date(2026, 10, 2),
        )  # fmt: skip
        assert card.legal is True
        assert not card.token

    def test_modal(self) -> None:
        assert read(shapes.modal()).kind is Kind.MODAL

    def test_meld_has_its_results_facts_on_the_back(self) -> None:
        made = assemble(shapes.meld()).cards
        left, right = (card for card, _ in made)
        assert [left.name, right.name] == ["Left Wing", "Right Wing"]
        assert left.kind is right.kind is Kind.MELD
        assert left.faces[1] == right.faces[1]
        assert (left.faces[1].name, left.faces[1].power) == ("Whole Bird", "*")
        assert left.meld is not None
        assert (left.meld.partner, left.meld.partner_id) == ("Right Wing", right.id)
        assert left.meld.partner_cost == "{2}{W}"
        assert left.meld.result_id == shapes.an_id("meld Whole Bird en")

    def test_a_meld_has_the_results_picture_on_the_back(self) -> None:
        left = assemble(shapes.meld()).cards[0].card
        assert links.picture(left, Side.FRONT) == shapes.images("Left Wing")["normal"]
        assert links.picture(left, Side.BACK) == shapes.images("Whole Bird")["normal"]

    def test_a_meld_without_its_result_is_named_and_passed_over(self) -> None:
        made = assemble(shapes.meld()[:2])
        assert made.cards == ()
        assert len(made.skipped) == 2
        assert made.skipped[0].startswith("Left Wing: its partner or what they meld into")

    @pytest.mark.parametrize("names", [2, 3])
    def test_reversible_whatever_its_name_repeats(self, names: int) -> None:
        card = read(shapes.reversible(names=names))
        assert card.kind is Kind.REVERSIBLE
        assert [face.name for face in card.faces] == ["Old Hermit", "Old Hermit"]
        assert card.faces[0].picture != card.faces[1].picture

    def test_a_reversible_adventurer_has_its_normal_name(self) -> None:
        sides = [
            shapes.face("Giant // Stomp", mana_cost="{2}{R} // {1}{R}", oracle_id=shapes.an_id("g"))
            for _ in range(2)
        ]
        whole = shapes.card("Giant // Stomp // Giant", "reversible_card", card_faces=sides)
        card = read(without(whole, "oracle_id", "cmc", "type_line"))
        assert {(face.name, face.cost) for face in card.faces} == {("Giant", "{2}{R}")}

    def test_a_token_that_turns_over(self) -> None:
        card = read(shapes.token())
        assert (card.token, card.kind) == (True, Kind.TRANSFORMING)
        assert card.turns_over

    def test_two_tokens_back_to_back_do_not_turn_over(self) -> None:
        card = read(shapes.two_tokens("Wolf", "Human"))
        assert (card.token, card.kind) == (True, Kind.REVERSIBLE)
        assert not card.turns_over

    def test_art_cards_and_helpers_are_no_cards(self) -> None:
        helper = shapes.two_faced(
            "double_faced_token", shapes.face("Day", "Card"), shapes.face("Night", "Card")
        )
        for found in (shapes.art(), {**shapes.art(), "layout": "new_art"}, helper):
            with pytest.raises(Unusable):
                parse(found)

    @pytest.mark.parametrize("layout", ["flip", "split", "adventure", "prepare", "not_yet_known"])
    def test_two_halves_on_one_face_are_not_double_faced(self, layout: str) -> None:
        found = shapes.one_sided(layout, "Quick Wit", "Slow Wit")
        assert parse(found) == OneFaced(name="Quick Wit // Slow Wit", layout=layout)

    def test_an_ordinary_card_is_not_double_faced(self) -> None:
        assert parse(shapes.normal("Shock Wave")) == OneFaced(name="Shock Wave", layout="normal")

    @pytest.mark.parametrize(
        ("found", "kind"),
        [
            (shapes.transform(), Kind.TRANSFORMING),
            (shapes.modal(), Kind.MODAL),
            (shapes.reversible(), Kind.REVERSIBLE),
            (shapes.token(), Kind.TRANSFORMING),
        ],
    )
    def test_an_unknown_layout_is_read_by_what_it_contains(
        self, found: dict[str, Any], kind: Kind
    ) -> None:
        assert read({**found, "layout": "brand_new"}).kind is kind

    def test_an_unknown_layout_with_a_cost_on_the_back_is_modal(self) -> None:
        front, back = shapes.face("One"), shapes.face("Other", mana_cost="{3}{B}")
        assert read(shapes.two_faced("brand_new", front, back)).kind is Kind.MODAL

    def test_an_unknown_layout_whose_land_is_transformed_into_is_not_modal(self) -> None:
        front = shapes.face("Map", oracle_text="{T}: Transform this artifact.")
        back = shapes.face("Ruins", "Land", mana_cost="")
        assert read(shapes.two_faced("brand_new", front, back)).kind is Kind.TRANSFORMING


class TestComplaints:
    """What users of other bots report."""

    def test_a_back_that_is_a_land_leaves_no_dangling_slashes(self) -> None:
        card = read(shapes.modal())
        assert card.faces[1].cost == ""
        assert not any("//" in face.name + face.cost + face.type for face in card.faces)

    def test_no_mana_cost_is_not_a_cost_of_0(self) -> None:
        assert read(shapes.modal()).faces[1].cost == ""
        free = shapes.two_faced("transform", shapes.face("Free", mana_cost="{0}"), shapes.face("B"))
        assert read(free).faces[0].cost == "{0}"

    @pytest.mark.parametrize(
        "field", ["image_uris", "mana_cost", "oracle_id", "colors", "oracle_text", "keywords"]
    )
    def test_a_missing_field_crashes_nothing(self, field: str) -> None:
        for found in (shapes.transform(), shapes.modal(), shapes.reversible(), shapes.token()):
            bare = faces_without(without(found, field), field)
            assert read(bare).name == read(found).name

    def test_a_missing_type_is_taken_from_the_whole_card(self) -> None:
        card = read(faces_without(shapes.transform(), "type_line"))
        assert [face.type for face in card.faces] == ["Creature — Human", "Creature — Horror"]

    def test_a_meld_without_an_oracle_id_or_pictures(self) -> None:
        pieces = [without(p, "oracle_id", "image_uris", "legalities") for p in shapes.meld()]
        left = assemble(pieces).cards[0].card
        assert links.picture(left, Side.BACK) is None
        assert left.legal is None

    def test_without_pictures_double_faced_and_split_cards_are_still_told_apart(self) -> None:
        bare = without(shapes.one_sided("prepare", "Quick Wit", "Slow Wit"), "image_uris")
        assert isinstance(parse(bare), OneFaced)
        assert read(faces_without(shapes.transform(), "image_uris")).kind is Kind.TRANSFORMING

    def test_a_missing_picture_is_not_made_up(self) -> None:
        card = read(faces_without(shapes.transform(), "image_uris"))
        assert [links.picture(card, side) for side in Side] == [None, None]

    def test_the_same_picture_is_not_shown_twice(self) -> None:
        same = shapes.images("both")
        card = read(
            shapes.two_faced(
                "transform",
                shapes.face("A", image_uris=same),
                shapes.face("B", image_uris=same),
            )
        )
        assert [face.picture for face in card.faces] == [same["normal"], None]

    def test_a_picture_is_shown_in_the_size_that_is_asked_for(self) -> None:
        card = read(shapes.transform())
        for size in ("small", "normal", "large"):
            assert links.picture(card, Side.FRONT, size) == shapes.images("Dusk Sentinel")[size]

    def test_a_picture_from_elsewhere_than_the_web_is_none(self) -> None:
        odd = {"normal": "javascript:alert(1)"}
        front = shapes.face("A", image_uris=odd)
        assert read(shapes.two_faced("transform", front, shapes.face("B"))).faces[0].picture is None

    def test_power_may_be_a_star_and_loyalty_may_be_missing(self) -> None:
        front = shapes.face("A", power="*", toughness="1+*")
        back = shapes.face("B", "Legendary Planeswalker — B", mana_cost="")
        card = read(shapes.two_faced("transform", front, back))
        assert (card.faces[0].power, card.faces[0].toughness) == ("*", "1+*")
        assert card.faces[1].loyalty is None

    def test_battles_have_their_defense(self) -> None:
        front = shapes.face("Invasion", "Battle — Siege", defense="4")
        assert read(shapes.two_faced("transform", front, shapes.face("B"))).faces[0].defense == "4"


class TestPrinted:
    def test_what_is_printed_in_other_languages(self) -> None:
        english = shapes.transform()
        spanish = shapes.translated(
            english, "es", "Centinela", "Terror", printed_type_line="Criatura", printed_text="Vig"
        )
        portuguese = shapes.translated(english, "pt", "Sentinela", "Terror Noturno")
        card = only(spanish, portuguese, english)
        assert card.faces[0].printed == {
            Language.SPANISH: Printed(name="Centinela", type="Criatura", text="Vig"),
            Language.PORTUGUESE: Printed(name="Sentinela"),
        }
        assert card.id == english["id"]
        assert card.faces[1].name_in(Language.PORTUGUESE) == "Terror Noturno"

    def test_a_name_that_is_null_is_none(self) -> None:
        english = shapes.transform()
        card = only(english, shapes.translated(english, "pt", None, "Terror Noturno"))
        assert card.faces[0].printed == {}
        assert card.faces[1].name_in(Language.PORTUGUESE) == "Terror Noturno"

    def test_a_meld_in_portuguese(self) -> None:
        pieces = shapes.meld()
        names = ("Asa Esquerda", "Asa Direita", "Ave Inteira")
        there = [shapes.translated(p, "pt", name) for p, name in zip(pieces, names, strict=True)]
        left = assemble([*there, *pieces]).cards[0].card
        assert left.faces[0].name_in(Language.PORTUGUESE) == "Asa Esquerda"
        assert left.faces[1].name_in(Language.PORTUGUESE) == "Ave Inteira"
        assert left.id == pieces[0]["id"]

    def test_languages_that_are_not_spoken_here_are_left_out(self) -> None:
        english = shapes.transform()
        card = only(english, shapes.translated(english, "ja", "見張り", "恐怖"))
        assert card.faces[0].printed == {}


class TestTurning:
    @pytest.mark.parametrize(
        ("text", "keywords"),
        [
            ("Daybound", [Keyword.DAYBOUND]),
            ("Trample\nDaybound (If a player casts nothing, it turns nightbound.)", ["daybound"]),
            ("Flying, nightbound", ["nightbound"]),
            ("Vigilance\nDisturb {1}{W} (Cast it from your graveyard.)", ["disturb"]),
            ("Disturb—{W}, discard a card.", ["disturb"]),
            ("Other Wolves you control have daybound and nightbound.", []),
            ("Whenever this enters, disturb the peace.", []),
            ("(Daybound)", []),
            ("", []),
        ],
    )
    def test_a_keyword_is_the_faces_that_has_it(self, text: str, keywords: list[str]) -> None:
        front = shapes.face("A", oracle_text=text)
        # Scryfall lists the keywords of both faces with the card.
        card = read(
            shapes.two_faced(
                "transform", front, shapes.face("B"), keywords=["Daybound", "Nightbound"]
            )
        )
        assert list(card.faces[0].keywords) == keywords
        assert card.faces[1].keywords == ()
        assert card.keywords == ("Daybound", "Nightbound")

    def test_the_werewolves_before_daybound_turn_as_the_shipped_facts_say(
        self, catalogue: Catalogue
    ) -> None:
        wolves = [card for card in catalogue if card.faces[0].turns]
        assert len(wolves) == 32
        for wolf in wolves:
            name = wolf.faces[0].name.partition(",")[0]
            front = shapes.face(
                wolf.faces[0].name, oracle_text="Haste\n" + shapes.SPELL_LESS.format(name)
            )
            back = shapes.face(
                wolf.faces[1].name,
                oracle_text=f"{shapes.TWO_SPELLS.format('this creature')}\n{{R}}: It gets +1/+0.",
            )
            turned = read(shapes.two_faced("transform", front, back))
            assert [f.turns for f in turned.faces] == [f.turns for f in wolf.faces], wolf.name

    @pytest.mark.parametrize(
        "text",
        [
            "At the beginning of your upkeep, transform this creature.",
            "At the beginning of each upkeep, if no spells were cast last turn, draw. Transform.",
            "If a player cast two or more spells last turn, this creature has haste.",
            "",
        ],
    )
    def test_others_do_not_count_spells(self, text: str) -> None:
        card = read(
            shapes.two_faced("transform", shapes.face("A", oracle_text=text), shapes.face("B"))
        )
        assert card.faces[0].turns is None

    def test_the_two_ways_are_told_apart(self) -> None:
        front = shapes.face("A", oracle_text=shapes.SPELL_LESS.format("A"))
        back = shapes.face("B", oracle_text=shapes.TWO_SPELLS.format("B"))
        card = read(shapes.two_faced("transform", front, back))
        assert [face.turns for face in card.faces] == [Turning.NO_SPELL, Turning.TWO_SPELLS]


class TestLegality:
    @pytest.mark.parametrize(
        ("told", "legal"), [("legal", True), ("not_legal", False), ("banned", False)]
    )
    def test_in_commander(self, told: str, legal: bool) -> None:
        assert read(shapes.transform(legalities={"commander": told})).legal is legal

    def test_unknown(self) -> None:
        assert read(shapes.transform(legalities={})).legal is None


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=12),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3)
    ),
    max_leaves=8,
)


@given(st.data())
def test_a_bad_card_is_passed_over_and_counted_and_never_fatal(data: st.DataObject) -> None:
    good = shapes.transform("Good by Day", "Good by Night")
    bad = shapes.transform() if data.draw(st.booleans()) else shapes.meld()[0]
    place = data.draw(st.sampled_from(sorted(bad)))
    bad = {**bad, place: data.draw(JSON)}
    if data.draw(st.booleans()) and isinstance(bad.get("card_faces"), list) and bad["card_faces"]:
        first = bad["card_faces"][0]
        if isinstance(first, dict) and first:
            inner = {**first, data.draw(st.sampled_from(sorted(first))): data.draw(JSON)}
            bad = {**bad, "card_faces": [inner, *bad["card_faces"][1:]]}
    made = assemble([bad, good, data.draw(JSON)])  # type: ignore[list-item]
    assert good["id"] in {card.id for card, _ in made.cards}


def test_what_is_passed_over_is_named_with_its_reason() -> None:
    bad = {**shapes.transform("Broken by Day", "Broken by Night"), "id": "not an id"}
    made = assemble([bad, {}, shapes.transform()])
    assert len(made.cards) == 1
    assert made.skipped == (
        "Broken by Day // Broken by Night: ValidationError",
        "a card without a name: KeyError",
    )


class TestIdentity:
    """Buttons and games refer to a card by its id, whatever printing Scryfall tells of."""

    def test_a_shipped_card_keeps_its_id_and_what_only_is_shipped(
        self, catalogue: Catalogue
    ) -> None:
        wolf = catalogue.find("Gatstaf Shepherd")[0].card
        live = shapes.transform("Gatstaf Shepherd", "Gatstaf Howler", set="inr")
        [made] = assemble([live], [Known(card, None) for card in catalogue]).cards
        card = made.card
        assert card.id == wolf.id != live["id"]
        assert [face.turns for face in card.faces] == [face.turns for face in wolf.faces]
        assert card.faces[0].names() == wolf.faces[0].names()
        assert (card.set, card.released) == (wolf.set, wolf.released)
        assert card.faces[0].text == "Vigilance"  # and the live ones win
        assert card.faces[0].colours == "G"

    def test_a_shipped_meld_card_keeps_its_own_and_its_partners_id(
        self, catalogue: Catalogue
    ) -> None:
        shipped = [match.card for match in catalogue.find("Brisela, Voice of Nightmares")]
        live = shapes.meld(
            "Bruna, the Fading Light", "Gisela, the Broken Blade", "Brisela, Voice of Nightmares"
        )
        made = assemble(live, [Known(card, None) for card in catalogue]).cards
        assert [card.id for card, _ in made] == [card.id for card in shipped]
        for (card, _), old in zip(made, shipped, strict=True):
            assert card.meld is not None
            assert old.meld is not None
            assert card.meld.partner_id == old.meld.partner_id
            assert card.meld.result_id == old.meld.result_id

    def test_a_new_card_keeps_the_id_it_was_first_kept_with(self) -> None:
        first = assemble([shapes.transform()]).cards
        reprint = shapes.transform(id=shapes.an_id("reprint"), released_at="2027-01-01", set="re")
        [again] = assemble([reprint], first).cards
        assert again.card.id == first[0].card.id
        assert (again.card.set, again.card.released) == ("tst", date(2026, 10, 2))

    def test_a_card_that_was_renamed_is_still_the_same(self) -> None:
        first = assemble([shapes.transform()]).cards
        renamed = shapes.transform(
            "Dawn Sentinel", id=shapes.an_id("x"), oracle_id=shapes.transform()["oracle_id"]
        )
        [again] = assemble([renamed], first).cards
        assert again.card.id == first[0].card.id
        assert again.card.faces[0].name == "Dawn Sentinel"

    def test_a_reversible_card_is_another_thing_than_the_card_on_it(self) -> None:
        token = shapes.token("Old Hermit", "Old Hermit")
        made = assemble(
            [shapes.reversible(), token, shapes.transform("Old Hermit", "Hermit")]
        ).cards
        assert len({card.id for card, _ in made}) == 3
