"""A card is read by what is there: every layout, and all that lookup bots were blamed for."""

from datetime import date
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.cards import links
from bot.cards.online import OneFaced
from bot.cards.scryfall.assembling import assemble
from bot.cards.scryfall.parsing import Unusable, parse
from bot.game.faces import Kind, Side
from tests.cards import scryfall_shapes as shapes
from tests.cards.scryfall_reading import read
from tests.cards.scryfall_shapes import faces_without, without

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=12),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3)
    ),
    max_leaves=8,
)


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
