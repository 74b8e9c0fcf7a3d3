"""What is read of a card: its printed words, how it turns over, its legality, and its id."""

from datetime import date

import pytest

from bot.cards.card import Printed
from bot.cards.catalogue import Catalogue
from bot.cards.scryfall.assembling import Known, assemble
from bot.game.faces import Keyword, Turning
from bot.i18n import Language
from tests.cards import scryfall_shapes as shapes
from tests.cards.scryfall_reading import only, read


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
