"""People find a card by either face, in three languages, however they type it."""

import time
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.cards import links
from bot.cards.card import Card, Printed
from bot.cards.catalogue import Catalogue, choice
from bot.cards.scryfall.assembling import assemble
from bot.cards.search import MOST_TOKENS, Match, words
from bot.game.faces import Kind, Side
from bot.i18n import Language
from tests.cards import scryfall_shapes as shapes

CATALOGUE = Catalogue.load()


def faces(matches: list[Match] | tuple[Match, ...]) -> list[tuple[str, Side]]:
    return [(match.card.id, match.side) for match in matches]


def first(text: str) -> str:
    match = CATALOGUE.search(text)[0]
    return match.card.face(match.side).name


def every_name(catalogue: Catalogue = CATALOGUE) -> list[tuple[str, str, Side]]:
    return [
        (name, card.id, side)
        for card in catalogue
        for side in (Side if card.kind is not Kind.REVERSIBLE else (Side.FRONT,))
        for name in card.face(side).names().values()
    ]


def test_every_face_is_found_by_its_name_in_every_language() -> None:
    for name, card_id, side in every_name():
        assert (card_id, side) in faces(CATALOGUE.find(name)), name
        assert (card_id, side) in faces(CATALOGUE.search(name)[:2]), name


def test_case_accents_quotes_and_commas_do_not_matter() -> None:
    for name, card_id, side in every_name():
        plain = " ".join(words(name)).upper()
        assert (card_id, side) in faces(CATALOGUE.find(plain)), name


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("agadeems awakening", "Agadeem's Awakening"),
        ("Agadeem\u2019s Awakening", "Agadeem's Awakening"),
        ("  uivador   DE gatstaf ", "Gatstaf Howler"),
        ("aberracao insetidea", "Insectile Aberration"),
        ("hook haunt drifter", "Hook-Haunt Drifter"),
        ("hookhaunt drifter", "Hook-Haunt Drifter"),
        ("Bruna the Fading Light", "Bruna, the Fading Light"),
        ("welcome to", "Welcome to . . ."),
    ],
)
def test_a_name_typed_in_haste(text: str, found: str) -> None:
    match = CATALOGUE.find(text)[0]
    assert match.card.face(match.side).name == found


@pytest.mark.parametrize("joint", [" // ", "//", " / ", " "])
def test_a_whole_name_means_its_first_face(joint: str) -> None:
    for card in CATALOGUE:
        front, back = (face.name for face in card.faces)
        assert (card.id, Side.FRONT) in faces(CATALOGUE.find(f"{front}{joint}{back}"))
        if card.kind is not Kind.REVERSIBLE:
            assert (card.id, Side.BACK) in faces(CATALOGUE.find(f"{back}{joint}{front}"))


def test_a_whole_name_in_portuguese() -> None:
    match = CATALOGUE.find("Pastor de Gatstaf // Uivador de Gatstaf")[0]
    assert match.card.face(match.side).name == "Gatstaf Shepherd"


def test_a_melded_back_belongs_to_two_cards() -> None:
    for name in ("Chittering Host", "Hoste Chiadora", "Aglomeración chirriante"):
        found = CATALOGUE.find(name)
        assert {match.card.name for match in found} == {"Graf Rats", "Midnight Scavengers"}
        assert {match.side for match in found} == {Side.BACK}
        assert len({match.label for match in found}) == 2


def test_one_portuguese_name_of_two_faces_offers_both() -> None:
    found = CATALOGUE.find("Bastião Cospe-fogo")
    assert [match.side for match in found] == [Side.FRONT, Side.BACK]


def test_a_name_that_is_the_same_in_three_languages_is_offered_once() -> None:
    found = [match for match in CATALOGUE.search("arlinn kord") if match.name == "Arlinn Kord"]
    assert len(found) == 1
    assert found[0].language is Language.ENGLISH
    assert found[0].label == "Arlinn Kord"


def test_a_reversible_card_is_offered_once() -> None:
    names = [match.name for match in CATALOGUE.search("Krark's Thumb")]
    assert names.count("Krark's Thumb") == 1


def test_a_foreign_name_is_offered_with_the_english_one() -> None:
    assert CATALOGUE.search("uivador de g")[0].label == "Uivador de Gatstaf · Gatstaf Howler"


def test_whole_name_then_beginning_then_word_then_misspelt() -> None:
    assert first("Brutal Cathar") == "Brutal Cathar"
    offered = [match.name for match in CATALOGUE.search("delver")]
    assert offered[0] == "Delver of Secrets"
    beginnings = [m.name for m in CATALOGUE.search("gatst")][:4]
    assert beginnings == [
        "Gatstaf Arsonists",
        "Gatstaf Howler",
        "Gatstaf Ravagers",
        "Gatstaf Shepherd",
    ]
    assert "Gatstaf Howler" in [match.name for match in CATALOGUE.search("howl")]
    assert first("moon fury") == "Arlinn, the Moon's Fury"


@pytest.mark.parametrize(
    ("typo", "meant"),
    [
        ("gatsaf shepherd", "Gatstaf Shepherd"),
        ("shepard", "Gatstaf Shepherd"),
        ("insectil aberation", "Insectile Aberration"),
        ("arlin, embracd by the moon", "Arlinn, Embraced by the Moon"),
        ("dlever of secerts", "Delver of Secrets"),
        ("uivadro de gatsatf", "Gatstaf Howler"),
        ("gatstaf shepard // gatstaf howler", "Gatstaf Shepherd"),
        ("brisella voice of nightmare", "Brisela, Voice of Nightmares"),
    ],
)
def test_typos_work(typo: str, meant: str) -> None:
    assert first(typo) == meant
    nearest = CATALOGUE.nearest(typo)
    assert nearest[0].card.face(nearest[0].side).name == meant


def test_every_name_survives_a_lost_letter() -> None:
    for name, card_id, side in every_name():
        middle = len(name) // 2
        assert (card_id, side) in faces(CATALOGUE.search(name[:middle] + name[middle + 1 :])), name


def test_an_unknown_name_has_at_most_three_nearest() -> None:
    for text in ("Lightning Bolt", "Black Lotus", "x", "colossal dreadmaw " * 20):
        assert CATALOGUE.find(text) == ()
        assert len(CATALOGUE.nearest(text)) <= 3


def test_a_misspelt_name_is_the_nearest() -> None:
    for text in ("Brutal Catha", "Westvale Abby", "Delvr of Secrts"):
        assert words(CATALOGUE.nearest(text)[0].name)[0][0] == words(text)[0][0]


def test_what_is_not_alike_at_all_is_not_suggested() -> None:
    for text in ("asdkjhasd", "Llanowar Elves"):
        assert CATALOGUE.nearest(text) == []


def test_without_letters_there_is_nothing_near() -> None:
    for text in ("", "   ", "?!", "//"):
        assert CATALOGUE.find(text) == ()
        assert CATALOGUE.nearest(text) == []
        assert len(CATALOGUE.search(text)) == 25


@given(st.text(max_size=300), st.integers(1, 25))
def test_search_takes_any_text_and_keeps_the_limits(text: str, limit: int) -> None:
    found = CATALOGUE.search(text, limit)
    assert len(found) <= limit
    assert len(set(faces(found))) == len(found)
    assert len(CATALOGUE.nearest(text)) <= 3
    CATALOGUE.find(text)
    CATALOGUE.lookalike(text)
    CATALOGUE.chosen(text)


@given(st.sampled_from(every_name()), st.data())
def test_any_beginning_of_a_name_is_read(name: tuple[str, str, Side], data: st.DataObject) -> None:
    start = name[0][: data.draw(st.integers(1, len(name[0])))]
    for match in CATALOGUE.search(start):
        assert 1 <= len(match.label) <= 80
        assert len(choice(match)) <= 100


def test_every_choice_reads_back_as_its_face() -> None:
    for card in CATALOGUE:
        for side in Side:
            match = Match(card, side, card.face(side).name, Language.ENGLISH)
            assert CATALOGUE.chosen(choice(match)) == (card, side)


@pytest.mark.parametrize("text", ["", ":", "front", "Delver of Secrets", "nobody:front"])
def test_other_texts_are_no_choice(text: str) -> None:
    assert CATALOGUE.chosen(text) is None


def test_a_choice_with_a_side_that_no_card_has() -> None:
    card = next(iter(CATALOGUE))
    assert CATALOGUE.chosen(f"{card.id}:inside") is None
    assert CATALOGUE.chosen(card.id) is None


def holding(*found: dict[str, Any]) -> Catalogue:
    """What comes with the program, and these cards of Scryfall's."""
    catalogue = Catalogue.load()
    catalogue.refresh([card for card, _ in assemble(found).cards], None)
    return catalogue


def in_three_languages() -> Catalogue:
    """Every face of every card has a name in each language, and there are twice as many cards."""
    catalogue = Catalogue.load()
    cards = [_translated(card) for card in catalogue]
    catalogue.refresh([*cards, *map(_another, cards)], None)
    return catalogue


def _translated(card: Card) -> Card:
    front, back = (
        face.but(
            printed={
                language: Printed(name=face.name_in(language) or _foreign(face.name, language))
                for language in (Language.PORTUGUESE, Language.SPANISH)
            }
        )
        for face in card.faces
    )
    return card.but(faces=(front, back))


def _another(card: Card) -> Card:
    front, back = (
        face.but(
            name=_turned(face.name),
            printed={
                language: Printed(name=_turned(name))
                for language, name in face.names().items()
                if language is not Language.ENGLISH
            },
        )
        for face in card.faces
    )
    meld = card.meld and card.meld.but(partner=_turned(card.meld.partner))
    return card.but(id=f"{card.id[:-4]}0000", faces=(front, back), meld=meld)


def _turned(name: str) -> str:
    return " ".join(f"{word[-1]}{word[:-1]}" for word in name.split())


def _foreign(name: str, language: Language) -> str:
    """A name as long as the English one, with other words."""
    return " ".join(
        word[::-1] if language is Language.SPANISH else f"{word[1:]}{word[:1]}"
        for word in name.split()
    )


class TestThreeLanguages:
    FULL = in_three_languages()

    def test_every_face_of_every_card_finds_itself(self) -> None:
        names = every_name(self.FULL)
        assert len(names) > 5_000
        for name, card_id, side in names:
            assert (card_id, side) in faces(self.FULL.find(name)), name
        for name, card_id, side in names[::3]:
            assert (card_id, side) in faces(self.FULL.search(name)), name

    def test_with_a_letter_lost_too(self) -> None:
        for name, card_id, side in every_name(self.FULL)[::10]:
            middle = len(name) // 2
            found = self.FULL.search(name[:middle] + name[middle + 1 :])
            assert (card_id, side) in faces(found), name

    @given(st.text(max_size=300), st.integers(1, 25))
    def test_any_text_is_taken(self, text: str, limit: int) -> None:
        assert len(self.FULL.search(text, limit)) <= limit
        assert len(self.FULL.nearest(text)) <= 3

    def test_it_is_quick_enough_for_every_keystroke(self) -> None:
        """About 0.5 ms here; the bound is wide, since a slow search would block every table."""
        queries = [name[:6] for name, _, _ in every_name(self.FULL)[::20]]
        start = time.perf_counter()
        for query in queries:
            self.FULL.search(query)
        assert (time.perf_counter() - start) / len(queries) < 0.02


class TestTokens:
    def test_are_found_by_their_names(self) -> None:
        catalogue = holding(shapes.token("Cocoon", "Butterfly"))
        assert [match.side for match in catalogue.find("butterfly")] == [Side.BACK]
        assert catalogue.search("cocoo")[0].label == "Cocoon (token // Butterfly)"

    def test_are_not_in_the_way_of_a_card_with_the_same_name(self) -> None:
        same = shapes.token("Delver of Secrets", "Insectile Aberration")
        catalogue = holding(same)
        assert {match.card.token for match in catalogue.find("delver of secrets")} == {False}
        offered = [match.card.token for match in catalogue.search("delver of secrets")]
        assert offered[:2] == [False, True]
        [token] = {match.card.id for match in catalogue.find("delver of secrets token")}
        assert token == same["id"]

    def test_come_after_the_cards_that_begin_so(self) -> None:
        catalogue = holding(shapes.two_tokens("Delver", "Human"))
        offered = [match.name for match in catalogue.search("delver")]
        assert offered[:2] == ["Delver of Secrets", "Delver"]

    def test_of_many_with_one_name_not_all_are_listed(self) -> None:
        catalogue = holding(*(shapes.two_tokens("Soldier", f"Beast {n}") for n in range(30)))
        found = catalogue.find("soldier")
        assert len(found) == MOST_TOKENS
        assert len({match.label for match in found}) == MOST_TOKENS


class TestARefresh:
    def test_two_portuguese_names_of_one_card_both_find_it(self) -> None:
        shipped = CATALOGUE.find("Gatstaf Shepherd")[0].card
        english = shapes.transform("Gatstaf Shepherd", "Gatstaf Howler")
        catalogue = holding(
            english, shapes.translated(english, "pt", "Pastora de Gatstaf", "Uivadora de Gatstaf")
        )
        assert shipped.faces[0].name_in(Language.PORTUGUESE) == "Pastor de Gatstaf"
        for name in ("Pastor de Gatstaf", "Pastora de Gatstaf", "Pastora // Uivadora de Gatstaf"):
            assert catalogue.search(name)[0].card.id == shipped.id, name
        for name in ("Pastor de Gatstaf", "Uivadora de Gatstaf"):
            [match] = catalogue.find(name)
            assert match.card is catalogue.card(shipped.id)
            assert match.name == name

    def test_forgets_nothing_that_came_with_the_program(self) -> None:
        catalogue = holding(shapes.transform())
        assert len(catalogue) == len(CATALOGUE) + 1
        assert all(catalogue.card(card.id) for card in CATALOGUE)

    def test_is_of_one_catalogue_alone(self) -> None:
        holding(shapes.transform())
        assert len(Catalogue.load()) == len(CATALOGUE)

    def test_a_card_that_is_shipped_since_is_found_by_its_former_id_too(self) -> None:
        shipped = CATALOGUE.find("Gatstaf Shepherd")[0].card
        live = shapes.transform("Gatstaf Shepherd", "Gatstaf Howler")
        catalogue = holding(live)
        assert len(catalogue) == len(CATALOGUE)
        found = catalogue.card(live["id"])
        assert found is not None
        assert found is catalogue.card(shipped.id)
        assert found.id == shipped.id
        assert catalogue.chosen(f"{live['id']}:back") == (found, Side.BACK)

    def test_a_shipped_picture_stays_where_scryfall_has_none(self) -> None:
        shipped = CATALOGUE.find("Gatstaf Shepherd")[0].card
        live = shapes.transform("Gatstaf Shepherd", "Gatstaf Howler")
        catalogue = holding(shapes.faces_without(live, "image_uris"))
        found = catalogue.card(shipped.id)
        assert found is not None
        assert found.faces[0].text == "Vigilance"
        for side in Side:
            assert links.picture(found, side) == links.picture(shipped, side)


def test_search_is_quick_enough_for_every_keystroke() -> None:
    """About 0.2 ms here; the bound is wide, since a slow search would block every table."""
    queries = [name[:6] for name, _, _ in every_name()[::10]]
    start = time.perf_counter()
    for query in queries:
        CATALOGUE.search(query)
    assert (time.perf_counter() - start) / len(queries) < 0.02
