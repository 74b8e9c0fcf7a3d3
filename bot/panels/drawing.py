"""Drawing the panel of a table, and drawing it once more where answers overtook each other."""

import logging
from collections.abc import Sequence
from typing import Any, Generic

import discord

from bot.errors import PodkeeperError
from bot.game.engine import Event, G
from bot.panels.look import Look, Message
from bot.panels.names import NameBook
from bot.panels.posted import PostedPanels
from bot.store.port import Place
from bot.table import Table
from bot.tables.tables import Tables

log = logging.getLogger(__name__)

Interaction = discord.Interaction[Any]
Item = discord.ui.Item[Any]

MOST_CAUGHT_UP = 3
"""How often a panel is drawn once more after an act: each time, another may overtake it."""


class Drawing(Generic[G]):
    """Draws ``tables`` as ``look``, with the ``names`` that are known."""

    def __init__(
        self, tables: Tables[G], look: Look[G], names: NameBook, posted: PostedPanels
    ) -> None:
        """Draw panels, of which ``posted`` knows what they show."""
        self._tables = tables
        self._look = look
        self._names = names
        self._posted = posted

    async def drawn(
        self,
        interaction: Interaction,
        table: Table[G],
        *,
        news: Sequence[str] = (),
        question: Sequence[Item] = (),
        events: Sequence[Event[G]] = (),
    ) -> Message:
        """Return the panel of a table, with its news and a question, where there are any."""
        names = self._names.of(interaction.guild_id)
        message = await self._look.draw(table, names, news, question, events)
        return message._replace(shows=table.version, stays=table.game.over)

    async def catch_up(self, interaction: Interaction, place: Place) -> None:
        """Draw the current panel once more where a newer state of the table was shown before.

        Never raises: whoever acted has seen what came of it, and the next press on the panel is
        answered with the table as it stands.
        """
        try:
            for _ in range(MOST_CAUGHT_UP):
                behind = self._posted.behind(place)
                if behind is None:
                    return
                message = await self.drawn(interaction, await self._tables.table(place))
                if not await self._posted.redraw(interaction, place, behind, message):
                    return
        except PodkeeperError as error:
            log.debug("the panel of %s was not drawn once more: %s", place.channel, error)
        except Exception:
            log.exception("a panel could not be drawn once more")
