"""What a reader sees of a double-faced card."""

from collections.abc import Iterator
from typing import Any
from unicodedata import category

import discord
import pytest

from bot.cards import topics
from bot.cards.card import Card
from bot.cards.catalogue import Catalogue
from bot.cards.lookalikes import Layout, Lookalike
from bot.cards.online import OneFaced
from bot.game.faces import Kind, Side
from bot.ui import dfc
from bot.ui.layout import assert_sendable

CATALOGUE = Catalogue.load()
ARLINN = CATALOGUE.find("Arlinn Kord")[0].card
ALL = [(card, side) for card in CATALOGUE for side in Side]


def parts(layout: discord.ui.LayoutView) -> Iterator[dict[str, Any]]:
    waiting = list(layout.to_components())
    while waiting:
        part = waiting.pop(0)
        yield part
        waiting[:0] = part.get("components") or []


def text(layout: discord.ui.LayoutView) -> str:
    return "\n".join(part["content"] for part in parts(layout) if part["type"] == 10)


def pictures(layout: discord.ui.LayoutView) -> list[dict[str, Any]]:
    return [item for part in parts(layout) if part["type"] == 12 for item in part["items"]]


def labels(layout: discord.ui.LayoutView) -> list[str]:
    return [part["label"] for part in parts(layout) if part["type"] == 2]


def shown(name: str) -> discord.ui.LayoutView:
    match = CATALOGUE.find(name)[0]
    return dfc.show(match.card, match.side)


@pytest.mark.parametrize("side", Side)
def test_every_card_can_be_sent_with_either_face_first(side: Side) -> None:
    for card in CATALOGUE:
        assert_sendable(dfc.show(card, side))


def test_nothing_dangles() -> None:
    for card, side in ALL:
        content = text(dfc.show(card, side))
        lines = content.splitlines()
        assert "//" not in content, card.name
        assert "None" not in content, card.name
        assert "{}" not in content
        assert all(line.strip() for line in lines)
        assert not any(line.endswith(("·", ":", ",", "()")) for line in lines), content
        assert "CR " in content


def test_the_asked_face_comes_first() -> None:
    for card, side in ALL:
        content = text(dfc.show(card, side))
        assert content.startswith(f"## {card.face(side).name}\n")
        if card.kind is not Kind.REVERSIBLE:
            assert f"### {card.face(side.other).name}\n" in content


def test_both_pictures_the_asked_one_first_each_whole_and_described() -> None:
    for card, side in ALL:
        found = pictures(dfc.show(card, side))
        if card.meld is not None and card.meld.result_id is None:
            assert len(found) == 1
            continue
        assert len(found) == 2
        assert found[0]["media"]["url"] != found[1]["media"]["url"]
        assert found[0]["description"].startswith(card.face(side).name)
        if card.kind is not Kind.MELD:
            assert f"/normal/{side}/" in found[0]["media"]["url"]


def test_one_gallery_a_picture_so_that_none_is_cropped() -> None:
    galleries = [part for part in parts(shown("Delver of Secrets")) if part["type"] == 12]
    assert [len(gallery["items"]) for gallery in galleries] == [1, 1]


HOWLER = """\
## Gatstaf Howler
*Back face* · Creature — Werewolf · 3/3
No mana cost · green (colour indicator)
**Mana value 2**: counted from the front's cost, {1}{G} (CR 202.3b, 712.8e).
In each upkeep it turns back if one player cast two or more spells last turn.
-# Português: Uivador de Gatstaf · Español: Aullador de Gatstaf
### Gatstaf Shepherd
*Front face* · Creature — Human Werewolf · 2/2
Cost {1}{G} · green
**Mana value 2**: the mana in its own cost (CR 202.3).
In each upkeep it turns over if nobody cast a spell last turn. Day and night play no part.
-# Português: Pastor de Gatstaf · Español: Pastor de Gatstaf
Except on the battlefield and the stack only the front counts (CR 712.8a); \
for Commander's colour identity both faces do (CR 903.4d).
-# I do not know all of its text yet: see Scryfall.
-# Transforming double-faced card, first in Innistrad (ISD), 2011-09-30 · \
Comprehensive Rules of 2026-09-25"""


def test_a_card_with_its_back_first() -> None:
    assert text(shown("Gatstaf Howler")) == HOWLER


def test_numbers_of_every_kind() -> None:
    assert "· defense 7" in text(shown("Invasion of Alara"))
    assert "· loyalty 3" in text(shown("Arlinn Kord"))
    assert "· loyalty" not in text(shown("Arlinn Kord")).split("###")[1]
    assert r"· \*/\*" in text(shown("Titania, Gaea Incarnate"))


def test_colours() -> None:
    assert "colourless, whatever its cost" in text(shown("Drowner of Truth"))
    assert "white, blue, black, red and green" in text(shown("The Prismatic Bridge"))
    assert "No mana cost · colourless" in text(shown("Brisela, Voice of Nightmares"))


def test_unknown_colours_are_left_out() -> None:
    assert "\nNo mana cost\n" in text(shown("Avatar Roku"))


def test_facts_from_one_source_are_marked() -> None:
    assert "one source alone" in text(shown("Monica Rambeau"))
    assert "one source alone" not in text(shown("Delver of Secrets"))


def test_a_doubtful_portuguese_name_is_not_shown() -> None:
    front, back = text(shown("Vance's Blasting Cannons")).split("###")
    assert "Português" not in front
    assert "Español: Cañonazos de Vance" in front
    assert "Português: Bastião" in back


def test_transform_turns_the_card() -> None:
    for card, side in ALL:
        layout = dfc.show(card, side)
        turning = [part for part in parts(layout) if part.get("label") == "Transform"]
        assert len(turning) == card.turns_over
        for part in turning:
            assert part["custom_id"].endswith(f":{card.id}|{side.other}|en")


def test_a_reversible_card_is_told_once_and_has_no_transform_button() -> None:
    layout = shown("Krark's Thumb")
    assert text(layout).count("Krark's Thumb") == 1
    assert "Transform" not in labels(layout)


def test_a_meld_card_leads_to_its_partner_and_what_they_become() -> None:
    assert labels(shown("Bruna, the Fading Light"))[:2] == [
        "Brisela, Voice of Nightmares",
        "Gisela, the Broken Blade",
    ]
    melded = shown("Brisela, Voice of Nightmares")
    assert labels(melded)[:2] == ["Bruna, the Fading Light", "Gisela, the Broken Blade"]
    assert "### Bruna, the Fading Light" in text(melded)
    assert "With **Gisela, the Broken Blade** it melds" in text(melded)


def test_a_melded_picture_that_is_not_known() -> None:
    assert "the backs of both cards: see Scryfall" in text(shown("Chittering Host"))
    assert "the backs of both cards" not in text(shown("Brisela, Voice of Nightmares"))


def test_the_topics_that_matter_for_a_card_are_named() -> None:
    layout = shown("Arlinn Kord")
    found = [
        part for part in parts(layout) if str(part.get("custom_id")).startswith("pk:dfc.topic:")
    ]
    assert [part["label"] for part in found] == [topic.title for topic in topics.of(ARLINN)]
    assert found[0]["custom_id"] == f"pk:dfc.topic:0.0:{topics.of(ARLINN)[0].id}"


def test_an_unknown_name_offers_the_nearest() -> None:
    layout = dfc.unknown("gatstaf shepard", CATALOGUE.nearest("gatstaf shepard"))
    assert_sendable(layout)
    assert "called “gatstaf shepard”. Is it one of these?" in text(layout)
    assert len(labels(layout)) == 3
    assert labels(layout)[0] == "Gatstaf Shepherd"
    assert all(rule in text(layout) for rule in ("709", "710", "715", "720", "722"))


def test_an_unknown_name_with_nothing_near() -> None:
    layout = dfc.unknown("?!", CATALOGUE.nearest("?!"))
    assert_sendable(layout)
    assert labels(layout) == []
    assert "Try a part of its name." in text(layout)


@pytest.mark.parametrize("layout", Layout)
def test_a_card_with_one_face(layout: Layout) -> None:
    answer = dfc.one_faced(Lookalike("Some Card // Other Half", layout))
    assert_sendable(answer)
    assert text(answer).startswith("**Some Card // Other Half** is not a double-faced card. It is")
    assert "CR 712.9" in text(answer)


@pytest.mark.parametrize(
    ("layout", "reason"),
    [
        ("normal", "All that it says is on its front."),
        ("saga", "All that it says is on its front."),
        ("split", "It is a split card"),
        ("flip", "It is a flip card"),
        ("adventure", "CR 715"),
        ("prepare", "CR 722"),
        ("art_series", "not for play"),
        ("never heard of", "All that it says is on its front."),
    ],
)
def test_a_card_with_one_face_that_was_looked_up(layout: str, reason: str) -> None:
    answer = dfc.one_faced(OneFaced(name="Some *Card*", layout=layout))
    assert_sendable(answer)
    assert text(answer).startswith(r"**Some \*Card\*** is not a double-faced card.")
    assert reason in text(answer)


def test_what_kept_newer_cards_from_being_looked_for_is_said() -> None:
    answer = dfc.unknown("new card", [], trouble="The service is away.")
    assert_sendable(answer)
    assert "newer than my list. The service is away." in text(answer)


def test_namesakes_are_offered() -> None:
    layout = dfc.namesakes(CATALOGUE.find("Hoste Chiadora"))
    assert_sendable(layout)
    assert len(labels(layout)) == 2
    assert "2 faces are called “Hoste Chiadora”." in text(layout)


def test_every_label_fits_a_button() -> None:
    for card in CATALOGUE:
        for face in card.faces:
            for name in face.names().values():
                assert_sendable(dfc.namesakes(CATALOGUE.find(name)))


def test_a_button_from_another_time() -> None:
    assert_sendable(dfc.gone())


@pytest.mark.parametrize(
    "asked",
    [
        "@everyone",
        "<@123> <#5> <t:1> </x:1>",
        "**bold** `code` ||spoiler||",
        "[mask](https://example.org)",
        "x" * 100,
        "a\n# b",
        "HTTPS://evil.example/ http:\u200b//evil.example ://://",
        "\u202egnp\u202c\x00\u200d\ufeff",
    ],
)
def test_a_readers_words_are_quoted_safely(asked: str) -> None:
    quoted = dfc.quoted(asked)
    assert "\n" not in quoted
    assert "@everyone" not in quoted
    assert "**" not in quoted
    assert "](" not in quoted or "\\[" in quoted
    assert "<" not in quoted.replace("\\<", "")
    assert "://" not in quoted
    assert not [letter for letter in quoted if category(letter) in {"Cc", "Cf"}]
    assert len(quoted) < 2 * dfc.QUOTED_LENGTH + 10
    assert_sendable(dfc.unknown(asked, CATALOGUE.nearest(asked)))


def test_a_card_of_the_longest_names_fits() -> None:
    longest: Card = max(CATALOGUE, key=lambda card: len(card.name))
    assert_sendable(dfc.show(longest, Side.FRONT))
