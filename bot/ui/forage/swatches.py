"""A sheet with all the colours of boards, about as often as there: the sample for their palette."""

from collections.abc import Iterator
from itertools import product

from PIL import Image

from bot.game.forage.board import Direction
from bot.game.forage.cards import CARDS, Colour, Food
from bot.ui.forage.marks import ARROW, HintMarks
from bot.ui.forage.tiles import FLOOR, TILE, TilePainter

_ACROSS = 8


def swatches(tiles: TilePainter, marks: HintMarks) -> Image.Image:
    """Return tiles of all kinds and marks of all colours beside each other."""
    drawn = [*_foods(tiles), tiles.hole(), tiles.clearing(0.86), *_marked(marks)]
    sheet = Image.new("RGB", (_ACROSS * TILE, -(-len(drawn) // _ACROSS) * TILE), FLOOR)
    for number, tile in enumerate(drawn):
        sheet.paste(tile, (number % _ACROSS * TILE, number // _ACROSS * TILE))
    return sheet


def _foods(tiles: TilePainter) -> Iterator[Image.Image]:
    """Draw a card of every combination of colours and one of every rarity, foil and not."""
    by_look = {look: card for card in CARDS.values() for look in (card.colours, card.rarity)}
    cards = {card.number: card for card in by_look.values()}
    for card, foil in product(cards.values(), (False, True)):
        yield tiles.food(Food(number=card.number, foil=foil), card.name, squirrel=foil)


def _marked(marks: HintMarks) -> Iterator[Image.Image]:
    """Draw the floor with a bead and an arrow, for every colour."""
    for colour in Colour:
        floor = Image.new("RGB", (TILE, TILE), FLOOR)
        for left, mark in (
            (0, marks.bead(colour)),
            (TILE // 2, marks.arrow(colour, 1, Direction.UP, ARROW)),
        ):
            floor.paste(mark, (left, 0), mark)
        yield floor
