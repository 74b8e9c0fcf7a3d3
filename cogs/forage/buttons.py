"""The buttons and menus of Foraging Squirrels around the turns: see `turn` for those."""

from collections.abc import Sequence
from typing import Any

import discord
from discord.ext import commands

from bot.errors import PodkeeperError
from bot.game.forage.game import Forage
from bot.game.forage.lobby import (
    CallArt,
    EndForage,
    JoinForage,
    LeaveForage,
    LeaveForageLobby,
    OpenForageLobby,
    StartForageLobby,
    rematch,
)
from bot.panels.panels import Panels, actor_of
from bot.panels.posting import from_private_menu
from bot.table import Table
from bot.tables.seats import is_bystander, require_seat
from bot.ui.buttons import Press, UnreadablePress, on_press
from bot.ui.forage import menus
from bot.ui.forage import panel as ui
from bot.ui.forage.telling import tell_forage
from bot.ui.log import log_page

Interaction = discord.Interaction[Any]
Item = discord.ui.Item[Any]


class ForageButtons(commands.Cog):
    """Gathering, undo, the end, a rematch, and what is shown to one player alone."""

    def __init__(self, panels: Panels[Forage]) -> None:
        """Act through ``panels``."""
        self.panels = panels

    @on_press("forage.lobby")
    async def lobby_pressed(self, interaction: Interaction, press: Press) -> None:
        """Play while the pod gathers: the game gets a message of its own."""
        user = interaction.user.id
        game = (await self.panels.table(interaction)).game
        if game.seated and not game.over:
            await self.panels.show(interaction)
        elif game.lobby is None:
            await self.panels.act(interaction, OpenForageLobby(player=user))
        elif user in game.lobby.players:
            await self.panels.show(interaction)
        else:
            await self.panels.act(interaction, JoinForage(player=user))

    @on_press("forage.new")
    async def new_pressed(self, interaction: Interaction, press: Press) -> None:
        """Open a lobby for a game on a new grid."""
        await self.panels.act(interaction, OpenForageLobby(player=interaction.user.id), press)

    @on_press("forage.rematch")
    async def rematch_pressed(self, interaction: Interaction, press: Press) -> None:
        """Play once more on the same grid: with everybody who stayed, if two did."""
        game = (await self.panels.table(interaction)).game
        require_seat(game, actor_of(interaction))
        stayed = game.living if len(game.living) > 1 else game.players
        await self.panels.act(interaction, rematch(game, stayed), press)

    @on_press("forage.join")
    async def join_pressed(self, interaction: Interaction, press: Press) -> None:
        """Join the lobby."""
        await self.panels.act(interaction, JoinForage(player=interaction.user.id), press)

    @on_press("forage.leavelobby")
    async def leave_lobby_pressed(self, interaction: Interaction, press: Press) -> None:
        """Leave the lobby."""
        await self.panels.act(interaction, LeaveForageLobby(player=interaction.user.id), press)

    @on_press("forage.startlobby")
    async def start_lobby_pressed(self, interaction: Interaction, press: Press) -> None:
        """Begin with everybody who gathered."""
        await self.panels.act(interaction, StartForageLobby(player=interaction.user.id), press)

    @on_press("forage.leave")
    async def leave_pressed(self, interaction: Interaction, press: Press) -> None:
        """Take the chosen players out of the game."""
        await self.panels.act(interaction, LeaveForage(players=press.players), press)

    @on_press("forage.art")
    async def art_pressed(self, interaction: Interaction, press: Press) -> None:
        """Change whether a card has a squirrel in its art."""
        if len(press.players) != 1:
            raise UnreadablePress
        (number,) = press.players
        game = (await self.panels.table(interaction)).game
        command = CallArt(
            player=interaction.user.id, number=number, squirrel=number not in game.squirrels
        )
        await self.panels.act(interaction, command, press)

    @on_press("forage.end")
    async def end_pressed(self, interaction: Interaction, press: Press) -> None:
        """Ask before a game is stopped."""

        async def ask(table: Table[Forage]) -> Sequence[Item]:
            table.game.require_going_on()
            return ui.ask_end(table)

        await self.panels.show(interaction, press, ask)

    @on_press("forage.ended")
    async def end_confirmed(self, interaction: Interaction, press: Press) -> None:
        """Stop the game."""
        await self.panels.act(interaction, EndForage(), press)

    @on_press("forage.keep")
    async def keep_pressed(self, interaction: Interaction, press: Press) -> None:
        """Close the question."""
        await self.panels.show(interaction, press)

    @on_press("forage.undo")
    async def undo_pressed(self, interaction: Interaction, press: Press) -> None:
        """Ask before the last act is taken back."""
        await self.ask_undo(interaction, press)

    @on_press("forage.undone")
    async def undo_confirmed(self, interaction: Interaction, press: Press) -> None:
        """Take back the last act."""
        await self.panels.undo(interaction, press)

    @on_press("forage.redo")
    async def redo_pressed(self, interaction: Interaction, press: Press) -> None:
        """Ask before an act is done again."""
        await self.ask_redo(interaction, press)

    @on_press("forage.redone")
    async def redo_confirmed(self, interaction: Interaction, press: Press) -> None:
        """Do again what was undone last."""
        await self.panels.redo(interaction, press)

    # To look at, for the presser alone

    @on_press("forage.text")
    async def text_pressed(self, interaction: Interaction, press: Press) -> None:
        """Show the board as text."""
        layout = menus.as_text(await self.panels.table(interaction))
        await interaction.response.send_message(view=layout, ephemeral=True)

    @on_press("forage.rules")
    async def rules_pressed(self, interaction: Interaction, press: Press) -> None:
        """Show the rules in short."""
        await interaction.response.send_message(view=menus.rules(), ephemeral=True)

    @on_press("forage.more")
    async def more_pressed(self, interaction: Interaction, press: Press) -> None:
        """Open the menu of rarer acts."""
        table = await self.panels.table(interaction)
        looking = is_bystander(table.game, actor_of(interaction))
        layout = menus.more(table, self.panels.known(interaction), looking=looking)
        await interaction.response.send_message(view=layout, ephemeral=True)

    @on_press("forage.log")
    async def log_pressed(self, interaction: Interaction, press: Press) -> None:
        """Open the log, or turn its page."""
        await self.show_log(interaction, press.number(0) if press.args else 0)

    async def ask_undo(self, interaction: Interaction, press: Press | None = None) -> None:
        """Ask before the last act is taken back, saying what that undoes."""
        place = self.panels.place(interaction)

        async def ask(table: Table[Forage]) -> Sequence[Item]:
            act = await self.panels.tables.entry(place, table, table.cursor)
            if act is None:
                raise PodkeeperError("There is nothing to undo.")
            return ui.ask_undo(table, act)

        await self.panels.show(interaction, press, ask)

    async def ask_redo(self, interaction: Interaction, press: Press | None = None) -> None:
        """Ask before an act is done again, saying what that does."""
        place = self.panels.place(interaction)

        async def ask(table: Table[Forage]) -> Sequence[Item]:
            last = table.redo[-1] if table.redo else 0
            act = await self.panels.tables.entry(place, table, last)
            if act is None:
                raise PodkeeperError("There is nothing to redo.")
            return ui.ask_redo(table, act)

        await self.panels.show(interaction, press, ask)

    async def show_log(self, interaction: Interaction, page: int) -> None:
        """Show a page of the log."""
        table = await self.panels.table(interaction)
        entries = await self.panels.tables.log(self.panels.place(interaction), table)
        layout = log_page(table, entries, page, tell_forage, "forage.log")
        if from_private_menu(interaction):
            await interaction.response.edit_message(view=layout)
        else:
            await interaction.response.send_message(view=layout, ephemeral=True)
