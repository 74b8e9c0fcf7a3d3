"""Double-faced cards as messages: a card with one face leading, and answers when there is none."""

from collections.abc import Iterable, Iterator, Sequence
from datetime import date
from typing import Any, Final

import discord

from bot.cards import links, notes
from bot.cards.card import Card, Face, Language
from bot.cards.lookalikes import Lookalike
from bot.cards.search import Match, words
from bot.game.faces import Kind, Side
from bot.game.facts import RULES_EDITION
from bot.game.mana_value import mana_value
from bot.ui.buttons import Act, button, row
from bot.ui.layout import card as framed
from bot.ui.layout import note, rule, text, view
from bot.ui.words import plain

SHOW: Final = "dfc.show"
MEANT: Final = "dfc.meant"
QUOTED_LENGTH: Final = 60
LAST_IN_PORTUGUESE: Final = date(2024, 6, 14)  # Modern Horizons 3

_COLOURS = {"W": "white", "U": "blue", "B": "black", "R": "red", "G": "green"}
_KINDS = {
    Kind.TRANSFORMING: "Transforming double-faced card",
    Kind.MODAL: "Modal double-faced card",
    Kind.MELD: "Meld card",
    Kind.REVERSIBLE: "Reversible card",
}
_EDITION = f"Comprehensive Rules of {RULES_EDITION}"

Item = discord.ui.Item[Any]


def show(card: Card, side: Side) -> discord.ui.LayoutView:
    """Return a card with the face of ``side`` first, both pictures, and what turns it over."""
    return view(
        framed(
            text("\n".join(_face(card, side, "##"))),
            *_picture(card, side),
            *_other_face(card, side.other),
            rule(),
            text("\n".join(_about(card))),
            row(*_turns(card, side), _link(card, side)),
        )
    )


def unknown(asked: str, nearest: Sequence[Match]) -> discord.ui.LayoutView:
    """Return the answer to a name that no double-faced card has, with the nearest as buttons."""
    hint = "Is it one of these?" if nearest else "Try a part of its name."
    return view(
        text(f"I know no double-faced card called “{quoted(asked)}”. {hint}"),
        *_rows(MEANT, nearest),
        text(f"-# {notes.LOOKALIKES} ({_EDITION})"),
    )


def one_faced(found: Lookalike) -> discord.ui.LayoutView:
    """Return the answer to a card that only looks double-faced."""
    return note(
        f"**{found.name}** is not a double-faced card. {found.layout.reason}",
        f"-# {notes.NEVER_TURNS} ({notes.NEVER_TURNS_RULE}, {_EDITION})",
    )


def namesakes(matches: Sequence[Match]) -> discord.ui.LayoutView:
    """Return the choice between several cards of one name."""
    return view(
        text(f"{len(matches)} faces are called “{quoted(matches[0].name)}”. Which one?"),
        *_rows(SHOW, matches),
    )


def gone() -> discord.ui.LayoutView:
    """Return the answer to a button whose card is not in the catalogue."""
    return note("This button is from another time: I do not know its card. Ask `/dfc show` anew.")


def shown_below() -> discord.ui.LayoutView:
    """Return what the answer to a miss becomes, once the card that was meant is shown."""
    return note("Shown below.")


def quoted(asked: str) -> str:
    """Make a reader's own words safe to repeat.

    Short, on one line, with nothing unseen in them, and without markup, mentions or links.
    """
    line = plain(asked)
    if len(line) > QUOTED_LENGTH:
        line = f"{line[: QUOTED_LENGTH - 1]}…"
    line = discord.utils.escape_markdown(line, ignore_links=False).replace("://", ": //")
    # "<" also begins channel and command mentions, time stamps and custom emoji.
    line = discord.utils.escape_mentions(line).replace("<", "\\<")
    # A mention is broken with a space that nobody sees: this one is seen.
    return line.replace("\u200b", " ")


def _face(card: Card, side: Side, heading: str) -> Iterator[str]:
    face = card.face(side)
    value = mana_value(card, side)
    yield f"{heading} {face.name}"
    yield " · ".join([f"*{_side_name(card, side)}*", face.type, *_numbers(face)])
    yield " · ".join([f"Cost {face.cost}" if face.cost else "No mana cost", *_colours(face)])
    yield f"**Mana value {value.value}**: {value.reason} ({value.rule})."
    yield from notes.of_face(face)
    yield from _printed_names(card, side)


def _other_face(card: Card, side: Side) -> Iterator[Item]:
    # Both sides of a reversible card are one card, told once; only the picture differs.
    if card.kind is not Kind.REVERSIBLE:
        yield rule()
        yield text("\n".join(_face(card, side, "###")))
    yield from _picture(card, side)


def _picture(card: Card, side: Side) -> Iterator[Item]:
    address = links.picture(card, side)
    if address is not None:
        # One gallery a picture: Discord crops pictures that share one.
        whole = discord.MediaGalleryItem(address, description=_alt(card, side))
        yield discord.ui.MediaGallery(whole)
    elif card.meld is not None:
        yield text("-# Its picture covers the backs of both cards: see Scryfall.")


def _side_name(card: Card, side: Side) -> str:
    if card.kind is Kind.REVERSIBLE:
        return "Both sides"
    if card.kind is Kind.MELD and side is Side.BACK:
        return "Both back faces, melded"
    return f"{side.capitalize()} face"


def _alt(card: Card, side: Side) -> str:
    return f"{card.face(side).name}, {_side_name(card, side).lower()}: a picture of the card"


def _numbers(face: Face) -> Iterator[str]:
    if face.power is not None and face.toughness is not None:
        # An asterisk would set the rest of the line in italics.
        yield f"{face.power}/{face.toughness}".replace("*", "\\*")
    if face.loyalty is not None:
        yield f"loyalty {face.loyalty}"
    if face.defense is not None:
        yield f"defense {face.defense}"


def _colours(face: Face) -> Iterator[str]:
    if face.colours is None:
        return
    names = [_COLOURS[letter] for letter in face.colours]
    if face.indicator:
        yield f"{_listed(names)} (colour indicator)"
    elif not names and any(letter in face.cost for letter in _COLOURS):
        yield "colourless, whatever its cost"
    else:
        yield _listed(names) if names else "colourless"


def _listed(names: Sequence[str]) -> str:
    return " and ".join(filter(None, [", ".join(names[:-1]), names[-1]]))


def _printed_names(card: Card, side: Side) -> Iterator[str]:
    face = card.face(side)
    pt, es = face.name_in(Language.PORTUGUESE), face.name_in(Language.SPANISH)
    known = {"Português": pt, "Español": es}
    back = card.face(Side.BACK).name_in(Language.PORTUGUESE)
    if side is Side.FRONT and pt and words(pt) == words(back or ""):
        # Two faces with one Portuguese name: a slip that put the back's name on the front.
        del known["Português"]
    if any(known.values()):
        yield "-# " + " · ".join(f"{tongue}: {name}" for tongue, name in known.items() if name)


def _about(card: Card) -> Iterator[str]:
    yield from notes.of_card(card)
    if card.released > LAST_IN_PORTUGUESE:
        yield "-# It has no Portuguese name: paper Magic in Portuguese ended in 2024."
    if card.single_source:
        yield "-# So far one source alone vouches for these facts."
    first = f"first in {card.set_name} ({card.set.upper()}), {card.released}"
    yield f"-# {_KINDS[card.kind]}, {first} · {_EDITION}"


def _turns(card: Card, side: Side) -> Iterator[Act]:
    if card.turns_over:
        primary = discord.ButtonStyle.primary
        yield button(SHOW, card.id, side.other, label="Transform", style=primary)
    elif card.meld is not None:
        yield button(SHOW, card.id, side.other, label=card.face(side.other).name)
        yield button(SHOW, card.meld.partner_id, Side.FRONT, label=card.meld.partner)


def _link(card: Card, side: Side) -> Item:
    style = discord.ButtonStyle.link
    return discord.ui.Button(label="Scryfall", style=style, url=links.page(card, side))


def _rows(verb: str, matches: Sequence[Match]) -> Iterable[Item]:
    acts = [button(verb, match.card.id, match.side, label=match.label) for match in matches[:25]]
    for start in range(0, len(acts), 5):
        yield row(*acts[start : start + 5])
