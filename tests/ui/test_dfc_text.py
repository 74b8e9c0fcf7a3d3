"""The texts of a double-faced card as a reader sees them: literally, whole if at all possible."""

from datetime import date
from itertools import product
from typing import Any

import discord
import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.cards.card import Card, Printed
from bot.cards.catalogue import Catalogue
from bot.game.faces import Kind, Side
from bot.i18n import Language, say, speaking
from bot.ui import dfc
from bot.ui.dfc.oracle import REST_ON_SCRYFALL, literal, quotation, shortened, written
from bot.ui.layout import TEXT_LIMIT, assert_sendable
from bot.ui.mana import CODES, WORDS, Symbols, emoji_name
from tests.ui.shown import buttons, parts, text

CATALOGUE = Catalogue.load()
EMOJIS = Symbols.named({emoji_name(c): f"<:{emoji_name(c)}:1234567890123456789>" for c in CODES})
ENGLISH, PORTUGUESE, SPANISH = Language.ENGLISH, Language.PORTUGUESE, Language.SPANISH

CHAPTER = "{2}{W/U}, {T}: " + "Do what *no* card does. " * 12
SAGA = "\n".join(
    [
        "(As this Saga enters and after your draw step, add a lore counter.)",
        *(f"{number} — {CHAPTER}" for number in ("I", "II", "III")),
        "• {G}{G}{G}: One thing; or (a reminder_with_lines, {B/G/P} and `code`).",
    ]
)


def card(name: str, **changes: Any) -> Card:
    return CATALOGUE.find(name)[0].card.but(**changes)


def with_texts(
    name: str,
    front: str | None,
    back: str | None,
    *,
    printed: tuple[dict[Language, Printed], dict[Language, Printed]] | None = None,
    **changes: Any,
) -> Card:
    """A card of the catalogue with invented texts."""
    found = card(name, **changes)
    first, second = (
        face.but(text=words, printed=face.printed if printed is None else printed[at])
        for at, (face, words) in enumerate(zip(found.faces, (front, back), strict=True))
    )
    return found.but(faces=(first, second))


def show_in(
    language: Language, card: Card, side: Side = Side.FRONT, symbols: Symbols = WORDS
) -> discord.ui.LayoutView:
    with speaking(language):
        return dfc.show(card, side, symbols)


def said(language: Language, sentence: str) -> str:
    with speaking(language):
        return say(sentence)


def pictures(layout: discord.ui.LayoutView) -> list[str]:
    galleries = [part for part in parts(layout) if part["type"] == 12]
    return [item["media"]["url"] for gallery in galleries for item in gallery["items"]]


# Literally


def test_reminder_text_is_in_italics() -> None:
    assert written("Odd (It is odd.)\n(Very.)", WORDS) == "Odd *(It is odd.)*\n*(Very.)*"


def test_symbols_read_well() -> None:
    assert written("{1}{G}, {T}: Add {C}.", WORDS) == "{1}{G}, Tap: Add {C}."
    assert written("({T}: x)", EMOJIS) == "*(Tap: x)*"
    assert written("{G}", EMOJIS) == "<:mana_g_v1:1234567890123456789>"


@pytest.mark.parametrize(
    ("said", "shown"),
    [
        ("*/* and _this_", r"\*/\* and \_this\_"),
        ("~that~ ||or|| `so`", r"\~that\~ \|\|or\|\| \`so\`"),
        ("back\\slash", r"back\\slash"),
        ("# not a heading", r"\# not a heading"),
        ("-# nor small", r"\-# nor small"),
        ("- nor a list", r"\- nor a list"),
        ("+1: Add a counter.", r"\+1: Add a counter."),
        ("1. first", r"1\. first"),
        ("> nor a quote", r"\> nor a quote"),
        ("[mask](https://example.org)", r"\[mask\](https: //example.org)"),
        ("<@123456789012345678>", r"\<@ 123456789012345678\>"),
        ("@everyone", "@ everyone"),
        ("\u22122: Minus {X}.", "\u22122: Minus {X}."),
    ],
)
def test_a_text_is_shown_as_it_stands(said: str, shown: str) -> None:
    assert literal(said) == shown


@given(st.text(alphabet=st.sampled_from("a1 \n\t.)(#+-@:/\u200b*_<>[]`~|\\{}")))
def test_no_markup_is_overlooked(said: str) -> None:
    # The sign behind makes it one that has to be looked at closely.
    assert literal(f"{said}*") == f"{literal(said)}\\*"


def test_each_paragraph_is_a_line_of_the_quotation() -> None:
    assert quotation("One.\n\nTwo. {T}", WORDS) == "> One.\n> Two. Tap"
    assert quotation("", WORDS) == ""


# Never too long


def test_a_text_that_fits_is_whole() -> None:
    assert shortened("One two.", WORDS, limit=10) == "> One two."


def test_a_text_that_does_not_fit_ends_between_words_and_says_where_the_rest_is() -> None:
    cut = shortened("One two {W}{U}{B} three four " * 10, WORDS, limit=55)
    assert cut == f"> One two {{W}}{{U}}{{B}} three {REST_ON_SCRYFALL}"


def test_a_cut_reminder_stays_in_italics() -> None:
    cut = shortened("Odd (one two three four five six seven eight nine ten)", WORDS, limit=55)
    assert cut == f"> Odd *(one two three* {REST_ON_SCRYFALL}"


@given(
    st.lists(st.sampled_from(["word", "{W}{U/P}", "*", "_a_", "(", ")", "\n", "{T}:", "•"])),
    st.integers(40, 200),
)
def test_a_cut_is_as_long_as_it_may_be_and_never_longer(words: list[str], limit: int) -> None:
    said = " ".join(words)
    cut = shortened(said, EMOJIS, limit=limit)
    whole = quotation(said, EMOJIS)
    assert len(cut) <= limit or len(whole) <= limit
    if cut != whole:
        assert cut.endswith(REST_ON_SCRYFALL)
        assert cut.count("<:") == cut.count(":1234567890123456789>")


@pytest.mark.parametrize("symbols", [WORDS, EMOJIS], ids=["as text", "as emojis"])
@pytest.mark.parametrize("language", Language)
@pytest.mark.parametrize("said", [SAGA, SAGA * 3, "x" * 5_000, "*_" * 500, "{W/U}" * 200, ""])
def test_every_card_fits_with_the_longest_texts(
    said: str, language: Language, symbols: Symbols
) -> None:
    printed = dict.fromkeys((PORTUGUESE, SPANISH), Printed(name="N" * 60, type="T" * 60, text=said))
    for found, side in product(list(CATALOGUE)[::9], Side):
        faces = tuple(face.but(text=said, printed=printed) for face in found.faces)
        shown = show_in(language, found.but(faces=faces, legal=True), side, symbols)
        assert_sendable(shown)


def test_the_other_face_is_shortened_first() -> None:
    lead, other = "lead " * 200, "other " * 800
    shown = text(dfc.show(with_texts("Delver of Secrets", lead, other), Side.FRONT))
    assert shown.count("lead ") == 200
    assert 100 < shown.count("other ") < 800
    assert shown.count(REST_ON_SCRYFALL) == 1
    assert TEXT_LIMIT - 20 < len(shown) < TEXT_LIMIT + 20
    turned = text(dfc.show(with_texts("Delver of Secrets", lead, other), Side.BACK))
    assert turned.count("lead ") == 0
    assert turned.count(REST_ON_SCRYFALL) == 2


def test_mana_becomes_text_before_anything_is_cut() -> None:
    long = with_texts("Delver of Secrets", "{W}{U} " * 100, "{B}{R}. " * 60)
    shown = text(dfc.show(long, Side.FRONT, symbols=EMOJIS))
    assert "<:" not in shown
    assert shown.count("{W}{U}") == 100
    assert REST_ON_SCRYFALL not in shown


# In the reader's language

PRINTED = (
    {PORTUGUESE: Printed(name="Frente", type="Criatura — Humano", text="Texto. {T}: Algo.")},
    {PORTUGUESE: Printed(name="Verso", type="Criatura", text="Outro texto.")},
)


def test_the_printed_name_type_and_text_are_shown_in_the_readers_language() -> None:
    found = with_texts("Delver of Secrets", "English text.", "More.", printed=PRINTED)
    layout = show_in(PORTUGUESE, found)
    shown = text(layout)
    front = said(PORTUGUESE, "Front face")
    assert shown.startswith(f"## Frente\n*{front}* · Criatura — Humano · 1/1\n")
    assert "> Texto. Virar: Algo." in shown
    assert "### Verso\n" in shown
    assert "English text." not in shown
    assert "English: Delver of Secrets" in shown
    as_printed = said(
        PORTUGUESE,
        "This is the Portuguese text as it was printed. The English Oracle text may be newer, and "
        "it is the one that counts (CR 108.1).",
    )
    assert as_printed in shown
    assert "English" in buttons(layout)


def test_every_button_keeps_the_language() -> None:
    found = with_texts("Delver of Secrets", "English text.", "More.", printed=PRINTED)
    layout = show_in(PORTUGUESE, found)
    ids = {part["label"]: part.get("custom_id", "") for part in parts(layout) if part["type"] == 2}
    assert ids[said(PORTUGUESE, "Transform")].endswith("|back|pt")
    assert ids["English"].endswith("|front|en")


def test_in_english_it_is_the_oracle_text_and_nothing_is_said_about_languages() -> None:
    found = with_texts("Delver of Secrets", "English text.", "More.", printed=PRINTED)
    layout = dfc.show(found, Side.FRONT)
    assert "> English text." in text(layout)
    assert "Português: Frente" in text(layout)
    assert "printed" not in text(layout)
    assert "English" not in buttons(layout)


def test_a_name_without_a_text_is_shown_above_the_english_text() -> None:
    found = with_texts("Delver of Secrets", "English text.", "More.")
    shown = text(show_in(SPANISH, found))
    assert not shown.startswith("## Delver of Secrets")
    assert "> English text." in shown
    assert said(SPANISH, "I do not know its Spanish text: this is the English one.") in shown


def test_a_language_it_was_not_printed_in_is_said_in_words() -> None:
    found = with_texts("Delver of Secrets", "English text.", "More.", printed=({}, {}))
    layout = show_in(SPANISH, found)
    assert text(layout).startswith("## Delver of Secrets")
    sentence = "I know no Spanish printing of it, so this is English."
    assert said(SPANISH, sentence) in text(layout)
    assert "English" not in buttons(layout)


def test_paper_magic_in_portuguese_ended_in_2024() -> None:
    roku = card("Avatar Roku")
    assert roku.released > date(2024, 6, 14)
    sentence = (
        "It has no Portuguese name or text, so this is English: paper Magic in Portuguese ended in "
        "2024."
    )
    assert said(PORTUGUESE, sentence) in text(show_in(PORTUGUESE, roku))
    assert "2024" not in text(show_in(SPANISH, roku)).replace(str(roku.released), "")


def test_a_doubtful_portuguese_name_is_not_shown_as_the_faces_name() -> None:
    cannons = card("Vance's Blasting Cannons")
    shown = text(show_in(PORTUGUESE, cannons))
    assert shown.startswith("## Vance's Blasting Cannons\n")
    assert "### Bastião" in shown


# What is known, and what is not


def test_what_is_not_known_of_a_text_is_said() -> None:
    assert "I do not know all of its text" in text(
        dfc.show(with_texts("Delver of Secrets", "", None), Side.FRONT)
    )
    assert "I do not know" not in text(
        dfc.show(with_texts("Delver of Secrets", "", ""), Side.FRONT)
    )


@pytest.mark.parametrize(
    ("legal", "said"),
    [(True, "**In Commander**: legal, colour identity blue and red."),
     (False, "**In Commander**: not legal, colour identity blue and red."),
     (None, "**In Commander**: colour identity blue and red.")],
)  # fmt: skip
def test_commander(legal: bool | None, said: str) -> None:
    found = with_texts("Delver of Secrets", "{R}: Something.", "", legal=legal)
    assert said in text(dfc.show(found, Side.FRONT))


def test_of_commander_nothing_is_said_where_nothing_is_known() -> None:
    assert "In Commander" not in text(dfc.show(card("Delver of Secrets"), Side.FRONT))


def test_a_token_is_called_one_and_has_no_legality() -> None:
    token = with_texts("Delver of Secrets", "", "", token=True, legal=False)
    shown = text(dfc.show(token, Side.FRONT))
    assert "Transforming double-faced token, first in" in shown
    assert "In Commander" not in shown


def test_a_land_on_the_back_has_no_cost_and_leaves_nothing_dangling() -> None:
    shown = text(dfc.show(card("Aclazotz, Deepest Betrayal"), Side.BACK))
    assert shown.startswith(
        "## Temple of the Dead\n*Back face* · Land\nNo mana cost · colourless\n"
    )


def test_a_planeswalker_without_loyalty() -> None:
    without = [
        (found, side)
        for found, side in product(CATALOGUE, Side)
        if found.face(side).has_type("Planeswalker") and found.face(side).loyalty is None
    ]
    assert len(without) == 2
    for found, side in without:
        assert "no printed loyalty" in text(dfc.show(found, side))


# Pictures


def at(number: int) -> str:
    return f"https://cards.scryfall.io/normal/front/{number}.jpg"


def with_pictures(name: str, front: str | None, back: str | None) -> Card:
    found = with_texts(name, "", "")
    first, second = found.faces
    return found.but(faces=(first.but(picture=front), second.but(picture=back)))


def test_the_pictures_that_scryfall_names_are_shown() -> None:
    found = with_pictures("Delver of Secrets", at(1), at(2))
    assert pictures(dfc.show(found, Side.FRONT)) == [at(1), at(2)]
    assert pictures(dfc.show(found, Side.BACK)) == [at(2), at(1)]


def test_one_picture_is_never_shown_twice() -> None:
    found = with_pictures("Delver of Secrets", at(1), at(1))
    assert pictures(dfc.show(found, Side.FRONT)) == [at(1)]


def test_a_missing_picture_is_said() -> None:
    layout = dfc.show(with_pictures("Delver of Secrets", at(1), None), Side.FRONT)
    assert pictures(layout) == [at(1)]
    assert text(layout).count("Its picture is not known here: see Scryfall.") == 1


def test_of_a_reversible_card_a_missing_picture_is_no_matter() -> None:
    layout = dfc.show(with_pictures("Krark's Thumb", at(1), None), Side.FRONT)
    assert pictures(layout) == [at(1)]
    assert "picture is not known" not in text(layout)


def test_two_tokens_back_to_back_are_told_as_two() -> None:
    pair = with_texts("Delver of Secrets", "", "", kind=Kind.REVERSIBLE, token=True)
    layout = dfc.show(pair, Side.FRONT)
    assert_sendable(layout)
    assert "## Delver of Secrets\n*Front face*" in text(layout)
    assert "### Insectile Aberration\n*Back face*" in text(layout)
    assert "neither side is the other's second face" in text(layout)
    assert "The same card on both sides" not in text(layout)
    assert "Transform" not in buttons(layout)
