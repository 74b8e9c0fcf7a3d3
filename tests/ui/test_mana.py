"""Mana symbols: as text, as our own emojis, and how these are drawn."""

from io import BytesIO

import pytest
from PIL import Image

from bot.i18n import Language
from bot.ui.mana import CODES, WORDS, Symbols, emoji_name
from bot.ui.mana_picture import SIZE, picture

LARGEST_EMOJI = 256 * 1024  # bytes, by Discord's limit


def test_as_text_mana_stays_as_players_write_it() -> None:
    for cost in ("{2}{U}", "{X}{G/U}", "{W/P}", "{2/R}", "{0}"):
        assert WORDS.drawn(cost) == cost


def test_other_symbols_become_words_in_the_language_of_the_text() -> None:
    text = "{T}, {Q}: x"
    assert WORDS.drawn(text) == "Tap, Untap: x"
    assert WORDS.drawn(text, Language.PORTUGUESE) == "Virar, Desvirar: x"
    assert WORDS.drawn(text, Language.SPANISH) == "Girar, Enderezar: x"
    assert WORDS.drawn("{E}{E}") == "⚡⚡"


def test_a_symbol_that_nobody_knows_stays_as_it_is() -> None:
    assert WORDS.drawn("{NEW}{} {a b} {") == "{NEW}{} {a b} {"


def test_our_emojis_show_mana_and_what_is_missing_stays_text() -> None:
    symbols = Symbols.named({emoji_name("U"): "<:u:1>", emoji_name("G/U"): "<:gu:2>", "mine": "x"})
    assert symbols.drawn("{2}{U}{G/U}, {T}") == "{2}<:u:1><:gu:2>, Tap"


def test_emojis_of_an_earlier_drawing_are_not_used() -> None:
    assert Symbols.named({"mana_u_v0": "<:u:1>"}).drawn("{U}") == "{U}"


def test_every_symbol_has_a_name_of_its_own_that_discord_takes() -> None:
    names = [emoji_name(code) for code in CODES]
    assert len(set(names)) == len(CODES)
    assert all(2 <= len(name) <= 32 and name.replace("_", "").isalnum() for name in names)


def test_every_symbol_that_can_stand_in_a_cost_is_drawn() -> None:
    assert {*"WUBRGCX", "0", "20", "W/U", "2/G", "C/R", "B/P", "G/U/P"} <= set(CODES)
    drawn = {picture(code) for code in CODES}
    assert len(drawn) == len(CODES)
    assert all(len(one) < LARGEST_EMOJI for one in drawn)


@pytest.mark.parametrize("code", ["W", "12", "G/U", "B/R/P"])
def test_a_symbol_is_a_disc_on_nothing(code: str) -> None:
    image = Image.open(BytesIO(picture(code)))
    assert (image.format, image.mode, image.size) == ("PNG", "RGBA", (SIZE, SIZE))
    assert image.getpixel((0, 0))[3] == 0  # type: ignore[index]
    assert image.getpixel((SIZE // 2, 8))[3] == 255  # type: ignore[index]
