"""How a pod's game is shown: its panel, with a picture where something new is to be looked at."""

from collections.abc import Sequence
from typing import Any

import discord

from bot.game.bounty import BountyRaised, BountyRevealed
from bot.game.engine import Event
from bot.game.game import Game
from bot.game.recap import recap
from bot.game.turns import TurnBegan
from bot.panels.look import Message
from bot.panels.pictures import Attached, Pictures, files, with_picture
from bot.table import PodTable
from bot.ui import panel as ui
from bot.ui.pictures.bounty import poster
from bot.ui.pictures.recap import timeline
from bot.ui.telling import tell_all
from bot.ui.words import Names


class PodLook:
    """How a pod's game is shown."""

    def __init__(self, pictures: Pictures) -> None:
        """Show pictures as ``pictures`` has them."""
        self._pictures = pictures

    async def draw(
        self,
        table: PodTable,
        names: Names,
        news: Sequence[str],
        question: Sequence[discord.ui.Item[Any]],
        events: Sequence[Event[Game]] = (),
    ) -> Message:
        """Return the table panel, with the poster of a bounty that came up or rose in ``events``.

        The next edit drops it: a picture that was seen is not worth making an act slower. The
        recap has its picture as long as it stands.
        """
        picture = await self._picture(table.game, names, events)
        layout = ui.panel(table, names, news, question)
        return Message(with_picture(layout, picture), files(picture))

    async def _picture(
        self, game: Game, names: Names, events: Sequence[Event[Game]]
    ) -> Attached | None:
        if game.over:
            nobody = not recap(game).players
            return None if nobody else await self._pictures.attach(lambda: timeline(game, names))
        offer = game.bounties.offer
        if offer is None or not any(isinstance(e, BountyRevealed | BountyRaised) for e in events):
            return None
        return await self._pictures.attach(lambda: poster(offer))

    def tell(self, events: Sequence[Event[Game]]) -> list[str]:
        """Return a sentence for each event that players care about."""
        return tell_all(events)

    def calls(self, events: Sequence[Event[Game]]) -> tuple[int, ...]:
        """Return whose turn begins: of several in one act, the last one's."""
        began = [event.players for event in events if isinstance(event, TurnBegan)]
        return began[-1] if began else ()
