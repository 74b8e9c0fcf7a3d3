"""What of a deck list is double-faced, and what is asked about."""

import json
from collections import Counter
from importlib.resources import files
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.cards.catalogue import Catalogue
from bot.cards.checklist import Checklist, checklist
from bot.cards.deckline import Part
from bot.cards.decklist import decoded, read
from bot.game.faces import Kind

CATALOGUE = Catalogue.load()
CARDS = list(CATALOGUE)
LISTS = Path(__file__).parent / "decklists"
ORDINARY = ["Forest", "Sol Ring", "Counterspell", "Hanweir Lancer", "Nissa, Voice of Zendikar"]


def look(text: str) -> Checklist:
    return checklist(text, CATALOGUE)


def found(text: str) -> dict[str, int]:
    return {each.card.faces[0].name: each.total for each in look(text).in_order()}


class TestExports:
    @pytest.mark.parametrize(
        ("name", "double_faced"),
        [
            (
                "arena.txt",
                "Delver of Secrets, Graf Rats, Malakir Rebirth, Tovolar, Dire Overlord",
            ),
            (
                "moxfield.txt",
                (
                    "Delver of Secrets, Esika, God of the Tree, Graf Rats, "
                    "Growing Rites of Itlimoc, Midnight Scavengers"
                ),
            ),
            (
                "archidekt.txt",
                (
                    "Branchloft Pathway, Bridgeworks Battle, Bruna, the Fading Light, "
                    "Delver of Secrets, Malakir Rebirth, Search for Azcanta"
                ),
            ),
            ("mtgo.txt", "Delver of Secrets, Malakir Rebirth"),
            ("mtgo.dek", "Delver of Secrets, Jace, Vryn's Prodigy, Malakir Rebirth"),
            ("cockatrice.cod", "Delver of Secrets, Malakir Rebirth"),
            ("moxfield.csv", "Delver of Secrets, Esika, God of the Tree"),
            ("mtgo.csv", "Delver of Secrets, Jace, Vryn's Prodigy, Malakir Rebirth"),
            ("deckstats.txt", "Delver of Secrets, Malakir Rebirth, Tovolar, Dire Overlord"),
            ("tappedout.txt", "Delver of Secrets, Kessig Prowler, Tovolar, Dire Overlord"),
            ("portugues.txt", "Aberrant Researcher, Delver of Secrets, Gatstaf Shepherd"),
        ],
    )
    def test_all_their_double_faced_cards_are_found(self, name: str, double_faced: str) -> None:
        checked = look(decoded((LISTS / name).read_bytes()))
        names = [each.card.faces[0].name for each in checked.found]
        assert ", ".join(sorted(names)) == double_faced
        assert not checked.doubtful
        assert not checked.paired
        assert not checked.unread

    def test_every_sample_is_looked_at(self) -> None:
        assert len(list(LISTS.iterdir())) == 11


class TestNames:
    @pytest.mark.parametrize(
        "written",
        [
            "Delver of Secrets",
            "Delver of Secrets // Insectile Aberration",
            "Delver of Secrets / Insectile Aberration",
            "Delver of Secrets/Insectile Aberration",
            "Delver of Secrets /// Insectile Aberration",
            "Insectile Aberration // Delver of Secrets",
            "Insectile Aberration",
            "DELVER OF SECRETS",
            "Investigador de Segredos",
            "investigador de segredos // aberracao insetidea",
            "Aberração Insetídea",
        ],
    )
    def test_of_either_face_or_both_in_any_language_will_do(self, written: str) -> None:
        assert found(f"3 {written}") == {"Delver of Secrets": 3}

    def test_copies_under_several_names_are_one_card(self) -> None:
        assert found("1 Delver of Secrets\n2 Insectile Aberration") == {"Delver of Secrets": 3}

    @pytest.mark.parametrize("quote", ["'", "\u2019", "\u2018", "`", ""])
    def test_quotes_make_no_difference(self, quote: str) -> None:
        assert found(f"1 Jace, Vryn{quote}s Prodigy") == {"Jace, Vryn's Prodigy": 1}

    def test_every_card_is_found_by_its_whole_name(self) -> None:
        checked = look("\n".join(f"1 {card.name} ({card.set.upper()}) 1" for card in CARDS))
        assert {each.card.id for each in checked.found} == {card.id for card in CARDS}
        assert checked.double_faced == checked.played == len(CARDS)


class TestParts:
    def test_are_counted_apart(self) -> None:
        checked = look(
            "Commander\n1 Tovolar, Dire Overlord\n\nDeck\n2 Delver of Secrets\n30 Forest\n\n"
            "Sideboard\n1 Delver of Secrets"
        )
        assert checked.cards == Counter({Part.COMMANDER: 1, Part.DECK: 32, Part.SIDEBOARD: 1})
        assert (checked.played, checked.double_faced) == (34, 4)
        (delver, tovolar) = checked.in_order()
        assert delver.copies == Counter({Part.DECK: 2, Part.SIDEBOARD: 1})
        assert tovolar.copies == Counter({Part.COMMANDER: 1})

    def test_what_is_not_played_is_only_counted(self) -> None:
        checked = look("Maybeboard\n2 Delver of Secrets\n1 Delvr of Secrets\n\nTokens\n3 Treasure")
        assert checked.found == []
        assert checked.doubtful == []
        assert checked.cards == Counter({Part.MAYBEBOARD: 3, Part.BESIDE: 3})
        assert checked.played == 0


class TestMelding:
    def test_a_half_alone_is_told(self) -> None:
        (rats,) = look("1 Graf Rats").found
        assert rats.partner_is_missing

    def test_both_halves_are_not(self) -> None:
        checked = look("1 Graf Rats\nSideboard\n1 Midnight Scavengers")
        assert [half.partner_is_missing for half in checked.found] == [False, False]

    def test_a_half_in_the_maybeboard_is_missing(self) -> None:
        (rats,) = look("1 Graf Rats\nMaybeboard\n1 Midnight Scavengers").found
        assert rats.partner_is_missing

    @pytest.mark.parametrize("name", ["Chittering Host", "Hoste Chiadora"])
    def test_what_they_become_is_no_card_of_a_deck(self, name: str) -> None:
        checked = look(f"1 {name}\n1 Graf Rats")
        assert [entry.name for entry in checked.melded] == [name]
        assert (checked.played, checked.double_faced) == (1, 1)

    def test_a_half_written_with_what_it_becomes_is_that_half(self) -> None:
        assert found("1 Graf Rats // Chittering Host") == {"Graf Rats": 1}


class TestReversibleCards:
    def test_by_their_one_name_may_be_ordinary_ones(self) -> None:
        checked = look("1 Propaganda")
        assert checked.found == []
        assert [each.card.kind for each in checked.either] == [Kind.REVERSIBLE]

    def test_with_the_name_twice_are_meant(self) -> None:
        assert found("1x Propaganda // Propaganda (sld) 381") == {"Propaganda": 1}


class TestLookalikes:
    @pytest.mark.parametrize("name", ["Fire // Ice", "Bonecrusher Giant", "Stomp", "Wear/Tear"])
    def test_are_not_counted(self, name: str) -> None:
        checked = look(f"1 {name}")
        assert (checked.double_faced, checked.played) == (0, 1)
        assert len(checked.lookalikes) == 1

    def test_two_unknown_names_are_told(self) -> None:
        checked = look("1 Xyzzy // Plugh")
        assert [entry.name for entry in checked.paired] == ["Xyzzy // Plugh"]


class TestMisspeltNames:
    @pytest.mark.parametrize(
        ("written", "meant"),
        [
            ("Delvr of Secrets", "Delver of Secrets"),
            ("Delver of Secretz", "Delver of Secrets"),
            ("Jace, Vryns Prodgy", "Jace, Vryn's Prodigy"),
            ("Insectile Abberation", "Delver of Secrets"),
            ("Tovolar, Dire", "Tovolar, Dire Overlord"),
            ("Investigador de Segredo", "Delver of Secrets"),
            ("Delver of Secrets // Insectile Abberatoin", "Delver of Secrets"),
        ],
    )
    def test_are_asked_about_and_not_counted(self, written: str, meant: str) -> None:
        checked = look(f"1 {written}")
        (doubtful,) = checked.doubtful
        assert doubtful.meant[0].faces[0].name == meant
        assert checked.found == []
        assert checked.played == 1

    @pytest.mark.parametrize("name", ORDINARY)
    def test_of_ordinary_cards_are_not(self, name: str) -> None:
        checked = look(f"1 {name}")
        assert not checked.doubtful

    def test_a_whole_set_raises_no_false_question(self) -> None:
        cards = json.loads(files("data").joinpath("mh2.json").read_text(encoding="utf-8"))["cards"]
        text = "\n".join(f"1 {card['name']}" for card in cards)
        assert look(text).doubtful == []


NAMES = st.sampled_from(
    [
        *(card.name for card in CARDS),
        *ORDINARY,
        "Fire // Ice",
        "Chittering Host",
        "Delvr of Secrets",
    ]
)


@settings(deadline=None)
@given(st.lists(st.tuples(st.integers(1, 9), NAMES), max_size=30))
def test_every_card_is_accounted_for(listed: list[tuple[int, str]]) -> None:
    text = "\n".join(f"{copies} {name}" for copies, name in listed)
    checked = look(text)
    melded = sum(entry.copies for entry in checked.melded)
    assert checked.played + melded == sum(copies for copies, _ in listed)
    wanted = {card.name for card in CARDS}
    wanted_copies = sum(copies for copies, name in listed if name in wanted)
    assert checked.double_faced == wanted_copies


@settings(deadline=None)
@given(st.text(max_size=200))
def test_any_text_is_looked_through(text: str) -> None:
    checked = look(text)
    assert checked.played <= sum(entry.copies for entry in read(text).entries)
    assert checked.double_faced <= checked.played
