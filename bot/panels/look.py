"""What a panel asks of a kind of game: how it is shown and told."""

from collections.abc import Sequence
from typing import Any, NamedTuple, Protocol

import discord

from bot.game.engine import Event, G
from bot.table import Table, Version
from bot.ui.buttons import NO_TABLE
from bot.ui.words import Names

Item = discord.ui.Item[Any]


class Message(NamedTuple):
    """A message ready to be sent: its layout, and the files that the layout shows.

    ``shows`` is the version of the table that was drawn. ``stays``: it is the end of a game, to be
    read where it is once the next game has begun further down.
    """

    layout: discord.ui.LayoutView
    files: Sequence[discord.File] = ()
    shows: Version = NO_TABLE
    stays: bool = False


class Look(Protocol[G]):
    """How a kind of game is shown and told."""

    async def draw(
        self,
        table: Table[G],
        names: Names,
        news: Sequence[str],
        question: Sequence[Item],
        events: Sequence[Event[G]] = (),
    ) -> Message:
        """Return the panel: what just happened, a question if one is open, and the table.

        ``news`` tells ``events``, where an act has just been carried out.
        """

    def tell(self, events: Sequence[Event[G]]) -> list[str]:
        """Return a sentence for each event that players care about."""

    def calls(self, events: Sequence[Event[G]]) -> tuple[int, ...]:
        """Return whose turn begins in ``events``: who is pinged, where the pod wants that."""
