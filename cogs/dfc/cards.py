"""What the parts of ``/dfc`` that show cards share: where cards are found, and how read."""

from typing import Any

import discord
from discord.ext import commands

from bot.cards.card import Card
from bot.cards.catalogue import Catalogue
from bot.cards.online import Online
from bot.game.faces import Side
from bot.ui.buttons import Press
from bot.ui.dfc import Drawn
from bot.ui.mana import WORDS, Symbols

Interaction = discord.Interaction[Any]
NO_PINGS = discord.AllowedMentions.none()


class CardsCog(commands.Cog):
    """A part of ``/dfc`` that shows cards."""

    catalogue: Catalogue
    online: Online | None
    symbols: Symbols
    drawn: Drawn

    def __init__(self, catalogue: Catalogue, online: Online | None = None) -> None:
        """Look cards up in ``catalogue``; ``online``, if any, is asked for what is not there."""
        self.catalogue = catalogue
        self.online = online
        self.symbols = WORDS
        self.drawn = Drawn()

    @commands.Cog.listener()
    async def on_symbols(self, symbols: Symbols) -> None:
        """Show mana as the client found it can be shown."""
        self.symbols = symbols
        self.drawn = Drawn(symbols)

    def pressed_face(self, press: Press) -> tuple[Card, Side] | None:
        """Return the face that a button is about, None if its card is not known."""
        return self.catalogue.chosen(f"{press.word(0)}:{press.word(1)}")
