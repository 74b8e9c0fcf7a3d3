"""Everything about double-faced cards is in the reader's language, but for what is on the cards."""

import re
from collections.abc import Iterator
from datetime import date
from itertools import product

import discord
import pytest

from bot.cards.card import Card, Printed
from bot.cards.catalogue import Catalogue
from bot.cards.lookalikes import Layout, Lookalike
from bot.cards.online import OneFaced, Ruling
from bot.cards.search import Match
from bot.cards.topics import TOPICS
from bot.game.faces import Kind, Side
from bot.i18n import Language, speaking
from bot.ui import dfc, dfc_rules
from tests.capitals import in_capitals
from tests.ui.shown import everything, parts

CATALOGUE = Catalogue.load()
LEFT_ENGLISH = re.compile(r"[a-z]{2,}")
PORTUGUESE, SPANISH = Language.PORTUGUESE, Language.SPANISH

KINDS = [
    "Delver of Secrets",  # turns over
    "Gatstaf Shepherd",  # a Werewolf of the first Innistrad
    "Village Watch",  # daybound
    "Beloved Beggar",  # disturb
    "Invasion of Alara",  # a battle
    "Agadeem's Awakening",  # modal, a land behind a sorcery
    "Valki, God of Lies",  # modal, two permanents
    "Graf Rats",  # meld
    "Krark's Thumb",  # reversible
    "Arlinn, Embraced by the Moon",  # a planeswalker without loyalty
    "Drowner of Truth",  # colourless, whatever its cost
    "The Prismatic Bridge",  # all colours
    "Monica Rambeau",  # vouched for by one source alone
    "Avatar Roku",  # never printed in Portuguese
]


@pytest.fixture(params=[PORTUGUESE, SPANISH])
def language(request: pytest.FixtureRequest) -> Iterator[Language]:
    spoken: Language = request.param
    with in_capitals(), speaking(spoken):
        yield spoken


def card(name: str) -> Card:
    return CATALOGUE.find(name)[0].card


def left(layout: discord.ui.LayoutView, *quoted: str) -> list[str]:
    """What of a message is not in capitals, apart from what is ``quoted``."""
    pictures = [item for part in parts(layout) for item in part.get("items") or ()]
    told = "\n".join([everything(layout), *(item["description"] for item in pictures)])
    for words in sorted([*quoted, "Scryfall", "Wizards of the Coast"], key=len, reverse=True):
        told = told.replace(words, "")
    return LEFT_ENGLISH.findall(told)


def on(card: Card) -> list[str]:
    """What is on a card, in the languages in which it is known, and what else has a name."""
    faces = [face for face in card.faces for _ in face.names()]
    names = [name for face in faces for name in face.names().values()]
    printed = [face.printed[language] for face in faces for language in face.printed]
    texts = [text for p in printed for text in (p.type, p.text) if text]
    partner = [card.meld.partner] if card.meld else []
    own = ["Português", "Español", "English"]
    return [*names, *(face.type for face in faces), *texts, *partner, card.set_name, *own]


@pytest.mark.parametrize("name", KINDS)
@pytest.mark.parametrize("side", Side)
def test_a_card(name: str, side: Side, language: Language) -> None:
    assert left(dfc.show(card(name), side), *on(card(name))) == []


@pytest.mark.parametrize(("kind", "legal"), list(product(Kind, [True, False, None])))
def test_tokens_legality_and_a_text_that_is_cut(
    kind: Kind, legal: bool | None, language: Language
) -> None:
    found = card("Delver of Secrets")
    front, back = (face.but(text="WORD " * 1_500, picture=None) for face in found.faces)
    changed = found.but(faces=(front, back), kind=kind, legal=legal)
    for token in (False, True):
        assert left(dfc.show(changed.but(token=token), Side.FRONT), *on(found)) == []


def test_what_is_said_of_the_language_of_a_card(language: Language) -> None:
    printed = {language: Printed(name="NOME", type="TIPO", text="TEXTO")}
    found = card("Delver of Secrets")
    front, back = (face.but(text="TEXT", printed=printed) for face in found.faces)
    shown = found.but(faces=(front, back))
    assert left(dfc.show(shown, Side.FRONT), *on(found)) == []
    name_only = {language: Printed(name="NOME")}
    front, back = (face.but(printed=name_only) for face in shown.faces)
    assert left(dfc.show(found.but(faces=(front, back)), Side.FRONT), *on(found)) == []
    front, back = (face.but(printed={}) for face in shown.faces)
    assert left(dfc.show(found.but(faces=(front, back)), Side.FRONT), *on(found)) == []


def test_where_there_is_no_one_card_to_show(language: Language) -> None:
    near = [Match(card("Delver of Secrets"), Side.FRONT, "Delver of Secrets", Language.ENGLISH)]
    names = on(near[0].card)
    assert left(dfc.unknown("X", near, trouble="TROUBLE"), *names) == []
    assert left(dfc.unknown("X", [])) == []
    assert left(dfc.namesakes(near * 2), *names) == []
    assert left(dfc.gone()) == left(dfc.shown_below()) == []


@pytest.mark.parametrize("layout", [*Layout, "art_series", "saga"])
def test_a_card_with_one_face(layout: str, language: Language) -> None:
    assert left(dfc.one_faced(OneFaced(name="X", layout=layout))) == []
    if layout in set(Layout):
        assert left(dfc.one_faced(Lookalike("X", Layout(layout)))) == []


def test_rulings(language: Language) -> None:
    found = card("Delver of Secrets")
    many = [Ruling(source="wotc", published=date(2011, 9, 22), text="X " * 500)] * 9
    for page in range(3):
        assert left(dfc.rulings(found, many, page), *on(found)) == []
    assert left(dfc.rulings(found, []), *on(found)) == []
    assert left(dfc.no_rulings(found), *on(found)) == []


def test_topics(language: Language) -> None:
    for topic in TOPICS.values():
        assert left(dfc_rules.topic(topic)) == []
    for layout in (dfc_rules.overview(), dfc_rules.unknown(), dfc_rules.gone()):
        assert left(layout) == []


def test_every_button_keeps_the_language_in_which_it_is_shown(language: Language) -> None:
    layouts = [dfc.show(card(name), Side.FRONT) for name in KINDS]
    layouts.append(dfc.namesakes(CATALOGUE.find("Hoste Chiadora")))
    layouts.append(dfc.unknown("gatstaf shepard", CATALOGUE.nearest("gatstaf shepard")))
    layouts.append(dfc_rules.topic(TOPICS["meld"]))
    ids = [str(part.get("custom_id")) for layout in layouts for part in parts(layout)]
    kept = [id for id in ids if re.match(r"pk:dfc\.(show|meant|topics):", id)]
    assert len(kept) > len(KINDS)
    # The one exception is the button that shows a card in English.
    assert {id.rpartition("|")[2] for id in kept} == {language.value, "en"}
