"""An evening in a language that nobody speaks: what is in no catalogue stands out, and it is long.

Everything that is said is in capitals, and two fifths longer than the English.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from bot.cards.card import Card
from bot.cards.catalogue import Catalogue
from bot.game.facts import BOUNTIES, DUNGEONS
from bot.game.forage.cards import CARDS as FOOD
from bot.i18n.messages import template
from bot.ui.dfc import LANGUAGE_NAMES
from tests.capitals import FILLER, in_capitals
from tests.e2e.loopback.messages import parts
from tests.i18n import evening, evening_faces
from tests.i18n.limits import overflows
from tests.i18n.stage import Stage
from tests.i18n.test_catalogues import sentences
from tests.i18n.tongues import speak
from tests.i18n.transcript import Json, Sent
from tests.pods import EVERYBODY

SAID_IN_SMALL_LETTERS = "ω"
"""What the filler of `tests.capitals` becomes where a word is said within a sentence."""
LEFT_ENGLISH = re.compile(rf"[a-z]{{2,}}(?![a-z]*{SAID_IN_SMALL_LETTERS})")
NO_WORDS = re.compile(r"<t:\d+:R>|<@\d+>|https?://\S+|attachment://\S+")
ABOUT_CARDS = re.compile(r"dfc (show|rules)|dfc\.show")
"""Acts that are answered to all in the language of whoever asks: they read a card to the table."""
READ = ("title", "content", "label", "placeholder", "description", "value")


@pytest.fixture(scope="module")
def names(catalogue: Catalogue) -> re.Pattern[str]:
    """Finds everything that stays as it is in every language."""
    known = sorted(set(never_translated(catalogue)), key=len, reverse=True)
    return re.compile("|".join(map(re.escape, known)))


async def test_everything_is_said_in_the_language_and_fits(
    tmp_path: Path, catalogue: Catalogue, names: re.Pattern[str]
) -> None:
    async with Stage.open(tmp_path, "es-ES") as stage:
        with in_capitals(longer=0.4) as said:
            await evening.whole(stage)
    assert len(said) > 600
    assert said <= {sentence for _, *forms in sentences(template()) for sentence in forms}
    sent = stage.told.sent
    assert overflows(sent) == []
    cards = {name for card in catalogue.shipped for name in names_of(card)}
    assert {text for each in sent for text in left_english(each, names)} - cards == set()


async def test_the_table_and_a_reader_of_another_language_each_hear_their_own(
    tmp_path: Path, catalogue: Catalogue, names: re.Pattern[str]
) -> None:
    """The table's is in capitals, everybody's own is English."""
    async with Stage.open(tmp_path, "es-ES") as stage:
        speak(stage.pod, server="es-ES", everybody="en-GB")
        with in_capitals(longer=0.4):
            await evening.whole(stage)
    sent = [each for each in stage.told.sent if not ABOUT_CARDS.search(each.act)]
    public = [each for each in sent if not each.private]
    private = [each for each in sent if each.private]
    assert len(public) > 200
    assert len(private) > 100
    assert {text for each in public for text in left_english(each, names)} == set()
    assert [text for each in private for text in words(each.body) if FILLER in text] == []


def left_english(sent: Sent, names: re.Pattern[str]) -> Iterator[str]:
    """What of something that was sent is not in capitals, but for names."""
    for text in words(sent.body):
        if LEFT_ENGLISH.search(NO_WORDS.sub("", names.sub("", text))):
            yield text


def words(body: Json) -> Iterator[str]:
    """Everything that can be read in a message, in a form, or of what is offered."""
    if "title" in body:
        yield body["title"]
    yield from (choice["name"] for choice in body.get("choices") or ())
    for part in everything(body.get("components") or ()):
        yield from (part[name] for name in READ if isinstance(part.get(name), str))
        for inner in (*(part.get("options") or ()), *(part.get("items") or ())):
            yield from (inner[name] for name in ("label", "description") if inner.get(name))


def everything(found: Any) -> Iterator[Json]:
    for part in parts(found):
        yield part
        if "component" in part:
            yield from everything([part["component"]])


def never_translated(catalogue: Catalogue) -> Iterator[str]:
    """What stays as it is in every language: names, and what is printed on the cards."""
    yield from EVERYBODY
    yield from evening.TYPED
    yield from ("Scryfall", "Wizards of the Coast", "Modern Horizons 2", *LANGUAGE_NAMES.values())
    for dungeon in DUNGEONS.values():
        yield from (dungeon.name, *(room.name for room in dungeon.rooms))
    yield from (bounty.name for bounty in BOUNTIES.values())
    for food in FOOD.values():
        yield from food.names().values()
    for name in evening_faces.CARDS:
        for match in catalogue.find(name):
            yield from on(match.card)
        if alike := catalogue.lookalike(name):
            yield alike.name


def on(card: Card) -> Iterator[str]:
    """What is on a card, in the languages in which it is known."""
    yield from (card.set_name, *names_of(card))
    for face in card.faces:
        yield from (text for text in (face.type, face.text) if text)
        for printed in face.printed.values():
            yield from (text for text in (printed.type, printed.text) if text)


def names_of(card: Card) -> Iterator[str]:
    for face in card.faces:
        yield from face.names().values()
