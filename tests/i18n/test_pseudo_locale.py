"""An evening in a language that nobody speaks: what is in no catalogue stands out, and it is long.

Everything that is said is in capitals, and two fifths longer than the English.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from bot.cards.card import Card
from bot.cards.catalogue import Catalogue
from bot.game.facts import BOUNTIES, DUNGEONS
from bot.game.forage.cards import CARDS as FOOD
from bot.i18n.messages import template
from bot.ui.dfc import LANGUAGE_NAMES
from tests.capitals import in_capitals
from tests.e2e.loopback.messages import parts
from tests.i18n import evening
from tests.i18n.limits import overflows
from tests.i18n.stage import Stage
from tests.i18n.test_catalogues import sentences
from tests.i18n.transcript import Json
from tests.pods import EVERYBODY

SAID_IN_SMALL_LETTERS = "ω"
"""What the filler of `tests.capitals` becomes where a word is said within a sentence."""
LEFT_ENGLISH = re.compile(rf"[a-z]{{2,}}(?![a-z]*{SAID_IN_SMALL_LETTERS})")
NO_WORDS = re.compile(r"<t:\d+:R>|<@\d+>|https?://\S+|attachment://\S+")
READ = ("title", "content", "label", "placeholder", "description", "value")


async def test_everything_is_said_in_the_language_and_fits(
    tmp_path: Path, catalogue: Catalogue
) -> None:
    async with Stage.open(tmp_path, "es-ES") as stage:
        with in_capitals(longer=0.4) as said:
            await evening.whole(stage)
    assert len(said) > 600
    assert said <= {sentence for _, *forms in sentences(template()) for sentence in forms}
    assert overflows(stage.told.bodies) == []
    names = re.compile("|".join(map(re.escape, longest_first(never_translated(catalogue)))))
    cards = {name for card in catalogue.shipped for name in names_of(card)}
    texts = {text for kind, body in stage.told.bodies for text in words(body)} - cards
    rests = {text: NO_WORDS.sub("", names.sub("", text)) for text in texts}
    assert len(texts) > 500
    assert [text for text, rest in rests.items() if LEFT_ENGLISH.search(rest)] == []


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
    for name in evening.CARDS:
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


def longest_first(texts: Iterator[str]) -> list[str]:
    return sorted(set(texts), key=len, reverse=True)
