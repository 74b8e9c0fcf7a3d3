"""A card whose every field is as long as it may be still fits into every message about it."""

from datetime import date
from itertools import product

import discord
import pytest

from bot.cards.card import MOST_ADDRESS, MOST_TEXT, Card, Face, Printed
from bot.cards.catalogue import Catalogue
from bot.cards.lookalikes import Lookalikes
from bot.cards.online import OneFaced, Ruling
from bot.game.faces import Keyword, Kind, Meld, Side, Turning
from bot.i18n import Language, speaking
from bot.table import Version
from bot.ui import dfc
from bot.ui.entering import ask_face, ask_which
from bot.ui.layout import assert_sendable
from bot.ui.mana import CODES, WORDS, Symbols, emoji_name
from tests.ui.shown import parts

EMOJIS = Symbols.named({emoji_name(c): f"<:{emoji_name(c)}:1234567890123456789>" for c in CODES})
LETTERS = ["x", "*", "<", "_", "é", "漢", "#", " @everyone"]
"""What takes the most room: as it stands, escaped, or in an address."""

IDS = [f"{number:08}-0000-0000-0000-000000000000" for number in range(3)]
GALLERY, BUTTON = 12, 2


def filled(letter: str, length: int) -> str:
    return (letter * length)[:length]


def face(letter: str, end: str) -> Face:
    words = Printed(
        name=filled(letter, 79) + "p", type=filled(letter, 100), text=filled(letter, MOST_TEXT)
    )
    return Face(
        name=filled(letter, 79) + end,
        cost=("{W/U}" * 12),
        type="Battle Planeswalker — " + filled(letter, 78),
        colours="WUBRG",
        indicator="WUBRG",
        power=filled(letter, 8),
        toughness=filled(letter, 8),
        defense=filled(letter, 8),
        keywords=tuple(Keyword),
        turns=Turning.NO_SPELL,
        text=filled(letter, MOST_TEXT),
        printed=dict.fromkeys((Language.PORTUGUESE, Language.SPANISH), words),
        picture=("https://cards.scryfall.io/" + end).ljust(MOST_ADDRESS, "x"),
    )


def longest(letter: str, kind: Kind, *, token: bool = False) -> Card:
    """A card with nothing shorter than it may be."""
    meld = Meld(
        partner=filled(letter, 80),
        partner_id=IDS[1],
        partner_cost="{W/U}" * 12,
        result_id=IDS[2],
    )
    return Card(
        id=IDS[0],
        kind=kind,
        token=token,
        set="abcdefghij",
        set_name=filled(letter, 80),
        released=date(2026, 10, 2),
        single_source=True,
        faces=(face(letter, "1"), face(letter, "2")),
        meld=meld if kind is Kind.MELD else None,
        legal=False,
        keywords=("k" * 60,) * 60,
    )


def assert_taken(layout: discord.ui.LayoutView) -> None:
    """Check also what `assert_sendable` leaves to discord.py or to Discord."""
    assert_sendable(layout)
    for part in parts(layout):
        if part["type"] == BUTTON:
            assert len(part.get("url") or "") <= 512
        if part["type"] == GALLERY:
            for item in part["items"]:
                assert len(item["media"]["url"]) <= 2_048
                assert len(item["description"]) <= 256


@pytest.mark.parametrize("letter", LETTERS)
@pytest.mark.parametrize("kind", Kind)
@pytest.mark.parametrize("language", Language)
def test_the_longest_card_is_shown(letter: str, kind: Kind, language: Language) -> None:
    for side, symbols, token in product(Side, (WORDS, EMOJIS), (False, True)):
        card = longest(letter, kind, token=token)
        with speaking(language):
            assert_taken(dfc.show(card, side, symbols))


@pytest.mark.parametrize("letter", LETTERS)
@pytest.mark.parametrize("kind", Kind)
def test_the_longest_card_is_asked_about(letter: str, kind: Kind) -> None:
    card = longest(letter, kind, token=True)
    matches = Catalogue([card], Lookalikes({})).search("")
    for match in matches:
        assert len(match.label) <= 80
    assert_taken(dfc.unknown("x" * 100, matches))
    if matches:
        assert_taken(dfc.namesakes(matches))
    assert_taken(ask_face(card, 1, 1, Version(1, 1)))
    assert_taken(ask_which("x" * 100, [card], 1, 1, Version(1, 1)))


@pytest.mark.parametrize("letter", LETTERS)
def test_rulings_of_any_length_on_the_longest_card(letter: str) -> None:
    card = longest(letter, Kind.TRANSFORMING)
    many = [
        Ruling(
            source=filled(letter, 9_000), published=date(2026, 1, 1), text=filled(letter, 10_000)
        )
    ] * 12
    for page in range(12):
        assert_taken(dfc.rulings(card, many, page, EMOJIS))
    assert_taken(dfc.no_rulings(card))


@pytest.mark.parametrize("letter", LETTERS)
def test_the_name_of_a_card_with_one_face_is_cut(letter: str) -> None:
    name = filled(letter, 90_000)
    assert_taken(dfc.one_faced(OneFaced(name=name, layout=name)))
