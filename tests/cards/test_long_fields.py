"""Whatever length Scryfall sends, a card is either refused with a line in the log, or bounded."""

import json
import logging
import sqlite3
from contextlib import closing
from typing import Any

import pytest

from bot.cards import links
from bot.cards.card import MOST_TEXT, Card
from bot.cards.catalogue import Catalogue
from bot.cards.lookalikes import Lookalikes
from bot.cards.scryfall.assembling import assemble
from bot.cards.scryfall.client import Scryfall
from bot.cards.scryfall.kept import Kept
from bot.cards.scryfall.service import LONGEST_RULING, MOST_RULINGS, CardService
from bot.game.faces import DoubleFaced, Side
from tests.cards import scryfall_shapes as shapes
from tests.cards.scryfall_server import ScryfallServer, ruling

pytestmark = pytest.mark.usefixtures("at_once")

LONG = "x" * 20_000
GOOD = shapes.transform("Good by Day", "Good by Night")
OF_A_CARD: dict[str, Any] = {
    "set": LONG,
    "set_name": LONG,
    "oracle_id": LONG,
    "keywords": [LONG],
    "id": LONG,
}
OF_A_FACE: dict[str, Any] = {
    "name": LONG,
    "type_line": LONG,
    "oracle_text": LONG,
    "mana_cost": "{W}" * 7_000,
    "power": LONG,
    "toughness": "1" * 20_000,
    "loyalty": LONG,
    "defense": LONG,
}


def with_face(**fields: Any) -> dict[str, Any]:
    front = shapes.face("Dusk Sentinel", power="2", toughness="2")
    return shapes.two_faced("transform", {**front, **fields}, shapes.face("Night Terror"))


@pytest.mark.parametrize("field", OF_A_CARD)
def test_a_card_with_an_overlong_field_is_passed_over(
    field: str, caplog: pytest.LogCaptureFixture
) -> None:
    made = assemble([shapes.transform(**{field: OF_A_CARD[field]}), GOOD])
    assert [known.card.id for known in made.cards] == [GOOD["id"]]
    [skipped] = made.skipped
    assert skipped.startswith("Dusk Sentinel // Night Terror: ")
    assert "a card that cannot be understood: Dusk Sentinel" in caplog.text
    assert len(caplog.text) < 2_000


@pytest.mark.parametrize("field", OF_A_FACE)
def test_a_card_with_an_overlong_field_on_a_face_is_passed_over(
    field: str, caplog: pytest.LogCaptureFixture
) -> None:
    made = assemble([with_face(**{field: OF_A_FACE[field]}), GOOD])
    assert [known.card.id for known in made.cards] == [GOOD["id"]]
    assert len(made.skipped) == 1
    assert len(made.skipped[0]) < 200
    assert len(caplog.text) < 2_000


def test_a_card_of_which_there_are_too_many_keywords_is_passed_over() -> None:
    made = assemble([shapes.transform(keywords=["Flying"] * 5_000), GOOD])
    assert [known.card.id for known in made.cards] == [GOOD["id"]]


@pytest.mark.parametrize("field", ["printed_name", "printed_type_line", "printed_text"])
def test_an_overlong_translation_leaves_the_english_card(field: str) -> None:
    english = shapes.transform()
    there = shapes.translated(english, "es", "Centinela", "Terror", **{field: LONG})
    made = assemble([there, english])
    [known] = made.cards
    assert known.card.id == english["id"]
    assert known.card.faces[0].printed == {}
    assert len(made.skipped) == 1


@pytest.mark.parametrize("field", ["id", "name", "set", "set_name"])
def test_a_meld_with_an_overlong_field_is_passed_over(field: str) -> None:
    left, right, whole = shapes.meld()
    made = assemble([{**left, field: LONG}, right, whole, GOOD])
    assert [known.card.id for known in made.cards] == [GOOD["id"]]


def test_an_overlong_address_of_a_picture_is_no_picture() -> None:
    address = f"https://cards.scryfall.io/{LONG}"
    [known] = assemble([with_face(image_uris={"normal": address})]).cards
    assert known.card.faces[0].picture is None


def test_a_text_that_would_take_for_ever_to_search_is_refused_first() -> None:
    endless = "At the beginning of each upkeep, if no spells were cast last turn, " * 50_000
    assert assemble([with_face(oracle_text=endless)]).cards == ()


def test_texts_as_long_as_they_may_be_are_kept() -> None:
    [known] = assemble([with_face(oracle_text="y" * MOST_TEXT)]).cards
    assert known.card.faces[0].text == "y" * MOST_TEXT


def test_every_card_that_comes_with_the_program_has_room_to_spare(catalogue: Catalogue) -> None:
    for card in catalogue:
        doubled = json.loads(card.model_dump_json())
        doubled["set_name"] *= 2
        for face in doubled["faces"]:
            face.update({name: face[name] * 2 for name in ("name", "cost", "type")})
        Card.model_validate(doubled)


def test_a_stored_game_is_read_whatever_it_holds(catalogue: Catalogue) -> None:
    facts = json.loads(catalogue.find("Delver of Secrets")[0].card.facts().model_dump_json())
    facts["faces"][0]["name"] = LONG
    assert DoubleFaced.model_validate(facts).faces[0].name == LONG


async def test_a_kept_card_with_an_overlong_field_is_passed_over(
    kept: Kept, caplog: pytest.LogCaptureFixture
) -> None:
    await kept.put(assemble([shapes.transform(), GOOD]).cards)
    with closing(sqlite3.connect(kept.path)) as file, file:
        file.execute("UPDATE cards SET card = replace(card, 'Dusk Sentinel', ?)", [LONG])
    assert [known.card.id for known in await kept.cards()] == [GOOD["id"]]
    assert "cannot be read" in caplog.text
    assert len(caplog.text) < 2_000


@pytest.mark.parametrize("letter", ["x", "é", "漢", "🐿", '"', "/"])
def test_the_address_of_a_page_fits_a_button(letter: str) -> None:
    for found in (with_face(name=letter * 80), shapes.token(letter * 80, "Other")):
        [known] = assemble([found]).cards
        for side in Side:
            assert len(links.page(known.card, side)) <= 512


async def test_overlong_answers_are_bounded_when_they_come(
    kept: Kept, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG, "bot")
    bad = with_face(oracle_text=LONG)
    async with ScryfallServer.start([GOOD, bad], limited=False) as server:
        server.rulings[GOOD["id"]] = [
            *(ruling(f"{number} {LONG}") for number in range(2)),
            *(ruling(f"Number {number}.") for number in range(MOST_RULINGS)),
        ]
        service = CardService(Catalogue([], Lookalikes({})), kept, Scryfall(server.url))
        try:
            card = await service.named("good by day")
            assert isinstance(card, Card)
            rulings = await service.rulings(card)
            assert await service.named("dusk sentinel") is None
        finally:
            await service.close()
    assert len(rulings) == MOST_RULINGS
    assert max(len(found.text) for found in rulings) == LONGEST_RULING
