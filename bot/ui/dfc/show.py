"""A double-faced card as a message: one face leading, the other below, and what leads on."""

from collections.abc import Iterator
from typing import Any, Final

import discord

from bot.cards import links, notes, topics
from bot.cards.card import Card
from bot.cards.colour_identity import colour_identity
from bot.game.faces import Kind, Side
from bot.i18n import Language, mark, say, spoken
from bot.ui.buttons import Button, button, row
from bot.ui.dfc.face import Reading, colour_names, face_texts, pictures, told_once
from bot.ui.dfc.facts import edition
from bot.ui.dfc.language import NAMES, remark, wording
from bot.ui.dfc.oracle import literal, quotation, shortened
from bot.ui.dfc.rulings import RULINGS
from bot.ui.dfc_rules import READ
from bot.ui.layout import TEXT_LIMIT, length, rule, text, view
from bot.ui.layout import card as framed
from bot.ui.mana import WORDS, Symbols
from bot.ui.words import cut

SHOW: Final = "dfc.show"
MOST_OF_A_LABEL: Final = 80

_KINDS = {
    Kind.TRANSFORMING: mark("Transforming double-faced card"),
    Kind.MODAL: mark("Modal double-faced card"),
    Kind.MELD: mark("Meld card"),
    Kind.REVERSIBLE: mark("Reversible card"),
}
_TOKENS = {
    Kind.TRANSFORMING: mark("Transforming double-faced token"),
    Kind.MODAL: mark("Modal double-faced token"),
    Kind.MELD: mark("Meld token"),
    Kind.REVERSIBLE: mark("Reversible token"),
}

Item = discord.ui.Item[Any]
Texts = dict[Side, str]
"""The rules text of each face as it is shown."""


def show(card: Card, side: Side, symbols: Symbols = WORDS) -> discord.ui.LayoutView:
    """Return a card with the face of ``side`` first, both pictures, and what turns it over.

    It is in the language that is spoken, and its buttons keep that language. It always fits into a
    message: if need be mana is shown as text, which is shorter than emojis, then the other face's
    rules text is cut, then this one's.
    """
    reading = Reading.of(card, symbols)
    texts = {each: _quoted(reading, each) for each in Side}
    items = list(_items(reading, side, texts))
    excess = length(items) - TEXT_LIMIT
    if excess <= 0:
        return view(framed(*items))
    if symbols is not WORDS:
        return show(card, side, WORDS)
    for each in (side,) if told_once(card) else (side.other, side):
        if excess > 0:
            cut = _cut(reading, each, len(texts[each]) - excess)
            excess -= len(texts[each]) - len(cut)
            texts[each] = cut
    return view(framed(*_items(reading, side, texts)))


def _quoted(reading: Reading, side: Side) -> str:
    shown = reading.wording(side)
    return quotation(shown.text or "", reading.symbols, shown.text_in)


def _cut(reading: Reading, side: Side, limit: int) -> str:
    shown = reading.wording(side)
    return shortened(shown.text or "", reading.symbols, shown.text_in, limit=limit)


def _items(reading: Reading, side: Side, texts: Texts) -> Iterator[Item]:
    card, seen = reading.card, set[str]()
    yield from face_texts(reading, side, "##", texts[side])
    yield from pictures(card, side, seen)
    # Both sides of a reversible card are one card, told once; only the picture differs.
    if not told_once(card):
        yield rule()
        yield from face_texts(reading, side.other, "###", texts[side.other])
    yield from pictures(card, side.other, seen)
    yield rule()
    yield text("\n".join(_about(card)))
    yield row(*_buttons(reading, side))
    yield row(
        *(
            button(READ, topic.id, label=say(topic.title)[:MOST_OF_A_LABEL])
            for topic in topics.of(card)
        )
    )


def _about(card: Card) -> Iterator[str]:
    if card.kind is Kind.REVERSIBLE and not told_once(card):
        yield say(
            "Two things on one piece of card: neither side is the other's second face, so it never "
            "turns over (CR 712.9)."
        )
    else:
        yield from notes.of_card(card)
    if in_commander := ", ".join(_in_commander(card)):
        yield say("**In Commander**: {facts}.", facts=in_commander)
    for small in _small_print(card):
        yield f"-# {small}"


def _in_commander(card: Card) -> Iterator[str]:
    if card.legal is not None and not card.token:
        yield say("legal") if card.legal else say("not legal")
    colours = colour_identity(card)
    if colours is not None:
        yield say("colour identity {colours}", colours=colour_names(colours))


def _small_print(card: Card) -> Iterator[str]:
    yield from remark(card)
    if any(face.text is None for face in card.faces):
        yield say("I do not know all of its text yet: see Scryfall.")
    if card.single_source:
        yield say("So far one source alone vouches for these facts.")
    origin = say(
        "{kind}, first in {set} ({code}), {date}",
        kind=say((_TOKENS if card.token else _KINDS)[card.kind]),
        set=literal(card.set_name),
        code=card.set.upper(),
        date=card.released,
    )
    yield f"{origin} · {edition()}"


def _buttons(reading: Reading, side: Side) -> Iterator[Item]:
    card = reading.card
    yield from _turns(reading, side)
    yield button(RULINGS, card.id, label=say("Rulings"))
    if _has_words(reading):
        yield button(SHOW, card.id, side, Language.ENGLISH, label=NAMES[Language.ENGLISH])
    style = discord.ButtonStyle.link
    yield discord.ui.Button(label="Scryfall", style=style, url=links.page(card, side))


def _has_words(reading: Reading) -> bool:
    """Tell whether the card reads otherwise in the language that is spoken than in English."""
    if spoken() is Language.ENGLISH:
        return False
    return any(
        reading.wording(side) != wording(reading.card, side, Language.ENGLISH) for side in Side
    )


def _turns(reading: Reading, side: Side) -> Iterator[Button]:
    card, language = reading.card, spoken()
    if card.turns_over:
        primary = discord.ButtonStyle.primary
        yield button(SHOW, card.id, side.other, language, label=say("Transform"), style=primary)
    elif card.meld is not None:
        other = reading.wording(side.other).name
        yield button(SHOW, card.id, side.other, language, label=cut(other, MOST_OF_A_LABEL))
        partner = card.meld
        label = cut(partner.partner, MOST_OF_A_LABEL)
        yield button(SHOW, partner.partner_id, Side.FRONT, language, label=label)
