"""Rulings on a card, a page at a time, for the one who asked."""

from collections.abc import Iterator, Sequence
from typing import Any, Final

import discord

from bot.cards import links
from bot.cards.card import Card
from bot.cards.online import Ruling
from bot.game.faces import Side
from bot.i18n import say
from bot.ui.buttons import Button, button, row
from bot.ui.dfc.oracle import literal, shortened
from bot.ui.layout import card as framed
from bot.ui.layout import text, view
from bot.ui.mana import WORDS, Symbols
from bot.ui.words import cut

RULINGS: Final = "dfc.rulings"
RULINGS_PAGE: Final = "dfc.rulings.page"

PAGE_LENGTH: Final = 1_800
"""How much of rulings is on one page, in characters: about what a screen holds."""

Item = discord.ui.Item[Any]

MOST_ON_A_PAGE: Final = 10
MOST_OF_A_SOURCE: Final = 60

_SOURCES = {"wotc": "Wizards of the Coast", "scryfall": "Scryfall"}


def rulings(
    card: Card, found: Sequence[Ruling], page: int = 0, symbols: Symbols = WORDS
) -> discord.ui.LayoutView:
    """Return a page of the rulings, the first being 0; a page that is not there is the nearest."""
    pages = list(_pages(found, symbols)) or [[say("There are no rulings on it.")]]
    page = min(max(page, 0), len(pages) - 1)
    heading = [say("### Rulings on {card}", card=literal(card.name))]
    if len(pages) > 1:
        heading.append(
            say(
                "-# Page {page} of {pages}, {n} rulings in all",
                page=page + 1,
                pages=len(pages),
                n=len(found),
            )
        )
    entries = [text(entry) for entry in pages[page]]
    return view(framed(text("\n".join(heading)), *entries, row(*_buttons(card, page, len(pages)))))


def no_rulings(card: Card) -> discord.ui.LayoutView:
    """Return the answer where there is no card service to ask for rulings."""
    said = say(
        "I cannot look up the rulings on {card} here: Scryfall has them.", card=literal(card.name)
    )
    return view(text(said), row(_link(card)))


def _pages(found: Sequence[Ruling], symbols: Symbols) -> Iterator[list[str]]:
    page: list[str] = []
    for entry in (_entry(ruling, symbols) for ruling in found):
        full = len(page) >= MOST_ON_A_PAGE or sum(map(len, page)) + len(entry) > PAGE_LENGTH
        if page and full:
            yield page
            page = []
        page.append(entry)
    if page:
        yield page


def _entry(ruling: Ruling, symbols: Symbols) -> str:
    source = _SOURCES.get(ruling.source) or literal(cut(ruling.source, MOST_OF_A_SOURCE))
    said = shortened(ruling.text, symbols, limit=PAGE_LENGTH)
    return f"**{ruling.published}** · {source}\n{said}"


def _buttons(card: Card, page: int, pages: int) -> Iterator[Item]:
    if pages > 1:
        yield _turn(card, say("Earlier"), page - 1, possible=page > 0)
        yield _turn(card, say("Later"), page + 1, possible=page < pages - 1)
    yield _link(card)


def _link(card: Card) -> Item:
    style = discord.ButtonStyle.link
    return discord.ui.Button(label="Scryfall", style=style, url=links.page(card, Side.FRONT))


def _turn(card: Card, label: str, page: int, *, possible: bool) -> Button:
    return button(RULINGS_PAGE, card.id, page, label=label, disabled=not possible)
