"""Addresses on Scryfall, built from what the catalogue knows, without asking Scryfall."""

import re
from typing import Literal
from urllib.parse import quote

from bot.cards.card import Card
from bot.game.faces import Kind, Side

# The whole card; art crops would cut off the artist's and the copyright line.
Size = Literal["small", "normal", "large"]

MOST_OF_A_NAME = 400
"""In characters of an address, of which the button of a link takes 512."""

_GIVEN = re.compile(r"^(https://cards\.scryfall\.io/)(?:small|normal|large)(/)")


def picture(card: Card, side: Side, size: Size = "normal") -> str | None:
    """Return the address of a face's picture, None if it is not known or there is none.

    The address that Scryfall gave is preferred. As long as Scryfall has told nothing of a card, it
    is built from an id. The backs of a meld pair are two halves of one picture; whole it is the
    *front* of a card of its own on Scryfall, whose id is not known for every pair.
    """
    face = card.face(side)
    if face.picture is not None:
        return _GIVEN.sub(rf"\g<1>{size}\g<2>", face.picture)
    if face.text is not None:
        return None
    if card.meld is None or side is Side.FRONT:
        return _address(size, side, card.id)
    return _address(size, Side.FRONT, card.meld.result_id) if card.meld.result_id else None


def page(card: Card, side: Side) -> str:
    """Return the address of the card's page: an exact search, which leads on to its one result.

    A page's own address needs a collector number, which changes with the printing.
    """
    name = card.face(side).name if card.kind is Kind.MELD else card.faces[0].name
    # Signs beyond ASCII take up to twelve characters in an address, and a button's has a limit.
    fewest = MOST_OF_A_NAME // 12
    fits = len(name) <= fewest or len(quote(name, safe="")) <= MOST_OF_A_NAME
    query = f'!"{name}"' if fits else name[:fewest]
    if card.kind is Kind.REVERSIBLE and not card.token:
        # By name alone it would lead to the ordinary printing of the same card.
        query = f"{query} set:{card.set}"
    if card.token:
        query = f"{query} include:extras"
    return f"https://scryfall.com/search?q={quote(query, safe='')}"


def _address(size: Size, side: Side, card_id: str) -> str:
    return f"https://cards.scryfall.io/{size}/{side}/{card_id[0]}/{card_id[1]}/{card_id}.jpg"
