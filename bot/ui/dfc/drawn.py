"""Messages about cards that were shown lately: in a game the same cards come up again and again."""

from typing import Final, NamedTuple

import discord

from bot.cards.card import Card
from bot.game.faces import Side
from bot.i18n import Language, spoken
from bot.ui.dfc.show import show
from bot.ui.mana import WORDS, Symbols

MOST_KEPT: Final = 128
"""How many messages are kept, of some 10 kB each."""


class _Kept(NamedTuple):
    card: Card
    layout: discord.ui.LayoutView


class Drawn:
    """Draws cards as `show` does, with one kind of symbols, and keeps what it drew last.

    A message may be sent any number of times: it is finished, and sending it leaves it as it is.
    """

    def __init__(self, symbols: Symbols = WORDS) -> None:
        """Show mana by ``symbols``."""
        self._symbols = symbols
        self._kept: dict[tuple[str, Side, Language], _Kept] = {}

    def show(self, card: Card, side: Side) -> discord.ui.LayoutView:
        """Return a card in the language that is spoken, with the face of ``side`` first."""
        key = (card.id, side, spoken())
        kept = self._kept.pop(key, None)
        # A card of which something new was learnt is another object under the same id.
        if kept is None or kept.card is not card:
            kept = _Kept(card, show(card, side, self._symbols))
        self._kept[key] = kept
        if len(self._kept) > MOST_KEPT:
            # The first in the dict is the one that was not asked for longest.
            del self._kept[next(iter(self._kept))]
        return kept.layout
