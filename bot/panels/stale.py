"""Presses on what is no longer so: nothing is done, and the presser is led to the table."""

from typing import Any, Generic

import discord

from bot.game.engine import G
from bot.i18n import say, speaking
from bot.panels.channels import Channels
from bot.panels.drawing import Drawing
from bot.panels.keepsake import keepsake
from bot.panels.posted import PostedPanels, link
from bot.panels.posting import Posting, from_private_menu
from bot.panels.untold import tell
from bot.store.port import Place
from bot.table import Table
from bot.tables.tables import Tables
from bot.ui import panel as ui
from bot.ui.buttons import Press
from bot.ui.layout import note, view

Interaction = discord.Interaction[Any]


class StalePresses(Generic[G]):
    """Answers presses on old panels, on old states of the current one, and on ended games."""

    def __init__(
        self,
        tables: Tables[G],
        posted: PostedPanels,
        posting: Posting,
        drawing: Drawing[G],
        channels: Channels,
    ) -> None:
        """Show ``tables`` by ``drawing``; the panels speak as ``channels`` have it."""
        self._tables = tables
        self._posted = posted
        self._posting = posting
        self._drawing = drawing
        self._channels = channels

    async def pressed_old(self, interaction: Interaction, place: Place, press: Press) -> bool:
        """Retire the pressed message if it is not the current panel. Tell whether it was so."""
        message = interaction.message
        if message is None or from_private_menu(interaction):
            return False
        current = await self._posted.newer_than(place, message.id)
        if current is None:
            return False
        if of_an_earlier_game(press, await self._tables.table(place)):
            await self._leave_to_be_read(interaction, place, message, press)
            return True
        with speaking(await self._channels.language(interaction)):
            pointer = ui.moved(link(place, current))
        await interaction.response.edit_message(view=pointer, attachments=[])
        return True

    async def moved_on(
        self, interaction: Interaction, place: Place, table: Table[G], press: Press | None
    ) -> None:
        """Answer a stale press: nothing was done, here is the table as it stands."""
        message = interaction.message
        if press is None or message is None:
            # There is nothing to edit: a command, or a button on another game's panel.
            await tell(interaction, note(_nothing_done()))
        elif from_private_menu(interaction):
            again = say("Open the menu again.")
            await interaction.response.edit_message(view=note(f"{_nothing_done()} {again}"))
        elif self._is_left_to_be_read(place, message, press, table):
            await self._leave_to_be_read(interaction, place, message, press)
        elif self._posted.just_shown(place, message.id, table.version):
            # A second tap, most likely: to draw the table again would take its news away.
            await tell(interaction, note(_nothing_done()))
        else:
            with speaking(await self._channels.language(interaction)):
                drawn = await self._drawing.drawn(interaction, table)
                await self._posting.edit(interaction, place, drawn)
                await self._drawing.catch_up(interaction, place)
            await tell(interaction, note(_nothing_done()))

    def _is_left_to_be_read(
        self, place: Place, message: discord.Message, press: Press, table: Table[G]
    ) -> bool:
        """Tell whether the pressed message stays as the end of an earlier game.

        Not so if the panel of the next game was brought back there since.
        """
        brought_back = self._posted.shows_after(place, message.id, press.seen.game)
        return of_an_earlier_game(press, table) and not brought_back

    async def _leave_to_be_read(
        self, interaction: Interaction, place: Place, message: discord.Message, press: Press
    ) -> None:
        """Answer a press on an earlier game: its message stays, and the presser is told.

        A table whose panel was never delivered gets it now.
        """
        current = await self._posted.newer_than(place, message.id)
        if current is None and not self._posting.is_under_way(place):
            await self._post_the_missing(interaction, place, press)
        else:
            await self._leave_with_a_way_on(interaction, place, message, press)
        told = note(_nothing_done())
        current = await self._posted.newer_than(place, message.id)
        if current is not None:
            told = view(*told.children, *ui.moved(link(place, current)).children)
        await tell(interaction, told)

    async def _post_the_missing(self, interaction: Interaction, place: Place, press: Press) -> None:
        """Leave the pressed end of a game to be read, and post the table below."""
        with self._posting.under_way(place), speaking(await self._channels.language(interaction)):
            drawn = await self._drawing.drawn(interaction, await self._tables.table(place))
            await self._posting.post(interaction, place, drawn, press, begun=True)
            await self._drawing.catch_up(interaction, place)

    async def _leave_with_a_way_on(
        self, interaction: Interaction, place: Place, message: discord.Message, press: Press
    ) -> None:
        """Leave the pressed message to be read, with a pointer to the panel if there is one."""
        current = await self._posted.newer_than(place, message.id)
        with speaking(await self._channels.language(interaction)):
            pointer = () if current is None else ui.moved(link(place, current)).children
            await interaction.response.edit_message(view=keepsake(message, pointer))
            if self._posted.shows_after(place, message.id, press.seen.game):
                # The panel was brought back there meanwhile, and is drawn over now.
                self._posted.drawn(place, message.id, press.seen)
                await self._drawing.catch_up(interaction, place)


def of_an_earlier_game(press: Press, table: Table[G]) -> bool:
    """Tell whether the pressed message shows a game before the one at the table."""
    return 0 < press.seen.game < table.version.game


def _nothing_done() -> str:
    return say("The table had moved on before your press, so nothing was done.")
