"""``/pod``: seating, turns, leaving, undo, and the log of a table."""

from typing import Any, Literal

import discord
from discord import app_commands
from discord.ext import commands

from bot.errors import PodkeeperError, who
from bot.game.game import Mode, Order
from bot.game.pod import EndGame, JoinLobby, LeaveGame, LeaveLobby, OpenLobby, StartLobby, StartPod
from bot.game.turns import AddExtraTurn, AddSkip, NextTurn
from bot.panels import PodPanels, from_private_menu
from bot.table import PodTable
from bot.ui import panel as panel_ui
from bot.ui import pod as ui
from bot.ui.buttons import Press, on_press

Interaction = discord.Interaction[Any]
Member = discord.Member

LINK_LIMIT = 200
AT_A_TABLE = app_commands.AppInstallationType(guild=True, user=False)
"""Tables belong to the channels of servers that invited the bot."""


def players_of(*members: Member | None) -> tuple[int, ...]:
    """Return the ids of the members that were named.

    Raises:
        PodkeeperError: one of them is a bot.
    """
    named = [member for member in members if member is not None]
    for member in named:
        if member.bot:
            raise PodkeeperError("{bot} is a bot and does not play.", bot=who(member.id))
    return tuple(member.id for member in named)


def seat_at_once(players: tuple[int, ...], how: OpenLobby) -> StartPod:
    """Return the wish to seat ``players`` now, with the usual where ``how`` leaves it open."""
    return StartPod(
        players=players,
        mode=how.mode or Mode.FREE_FOR_ALL,
        order=how.order or Order.RANDOM,
        bounties=how.bounties is not False,
        link=how.link,
    )


class PodCog(commands.Cog):
    """A pod from sitting down to the recap."""

    pod = app_commands.Group(
        name="pod",
        description="The pod and its turns",
        guild_only=True,
        allowed_installs=AT_A_TABLE,
    )

    def __init__(self, panels: PodPanels) -> None:
        """Act through ``panels``."""
        self.panels = panels

    @pod.command(name="start")
    @app_commands.describe(
        player1="The first player; name nobody to open a lobby",
        player2="The second player",
        player3="The third player",
        player4="The fourth player",
        player5="The fifth player",
        player6="The sixth player",
        order="Seats at random (the default), or as listed. Who begins is always random",
        mode="Free-for-all (the default), or Two-Headed Giant: as listed, the first two are a team",
        bounties="Play with the bounty deck (the default is yes)",
        link="The address of your SpellTable game",
    )
    async def start(  # noqa: PLR0917  # Discord passes options by name
        self,
        interaction: Interaction,
        player1: Member | None = None,
        player2: Member | None = None,
        player3: Member | None = None,
        player4: Member | None = None,
        player5: Member | None = None,
        player6: Member | None = None,
        order: Literal["random", "listed"] | None = None,
        mode: Literal["free-for-all", "two-headed giant"] | None = None,
        bounties: bool | None = None,
        link: app_commands.Range[str, 1, LINK_LIMIT] | None = None,
    ) -> None:
        """Seat a pod and begin turn 1, or open a lobby."""
        players = players_of(player1, player2, player3, player4, player5, player6)
        command = OpenLobby(
            player=interaction.user.id,
            mode=Mode(mode) if mode else None,
            order=Order(order) if order else None,
            bounties=bounties,
            link=ui.table_link(link),
        )
        if players:
            await self.panels.act(interaction, seat_at_once(players, command))
        else:
            await self.panels.act(interaction, command)

    @pod.command(name="next")
    @app_commands.describe(player="A correction: begin this player's turn instead")
    async def next(self, interaction: Interaction, player: Member | None = None) -> None:
        """End the turn and begin the next one."""
        named = players_of(player)
        await self.panels.act(interaction, NextTurn(player=named[0] if named else None))

    @pod.command(name="extra")
    @app_commands.describe(player="Who takes the extra turn")
    async def extra(self, interaction: Interaction, player: Member) -> None:
        """Add an extra turn after this one."""
        await self.panels.act(interaction, AddExtraTurn(player=player.id))

    @pod.command(name="skip")
    @app_commands.describe(player="Whose next turn is skipped")
    async def skip(self, interaction: Interaction, player: Member) -> None:
        """Skip a player's next turn."""
        await self.panels.act(interaction, AddSkip(player=player.id))

    @pod.command(name="leave")
    @app_commands.describe(
        player="Who leaves or lost (you, if you name nobody)",
        player2="Another who leaves at the same time",
        player3="Another who leaves at the same time",
        player4="Another who leaves at the same time",
    )
    async def leave(
        self,
        interaction: Interaction,
        player: Member | None = None,
        player2: Member | None = None,
        player3: Member | None = None,
        player4: Member | None = None,
    ) -> None:
        """Take players out of the game: they conceded or lost."""
        players = players_of(player, player2, player3, player4) or (interaction.user.id,)
        await self.panels.act(interaction, LeaveGame(players=tuple(dict.fromkeys(players))))

    @pod.command(name="end")
    @app_commands.describe(winner="Who won, if anybody did")
    async def end(self, interaction: Interaction, winner: Member | None = None) -> None:
        """End the game and show the recap."""
        await self.panels.act(interaction, EndGame(winner=winner.id if winner else None))

    @pod.command(name="status")
    async def status(self, interaction: Interaction) -> None:
        """Show the table anew, at the bottom of the channel."""
        await self.panels.show(interaction)

    @pod.command(name="undo")
    async def undo(self, interaction: Interaction) -> None:
        """Take back the last act; you see first what that undoes."""
        await self._ask_undo(interaction)

    @pod.command(name="redo")
    async def redo(self, interaction: Interaction) -> None:
        """Do again what was undone last; you see first what that does."""
        await self._ask_redo(interaction)

    @pod.command(name="log")
    async def log(self, interaction: Interaction) -> None:
        """Show who did what in this game."""
        await self._show_log(interaction, 0)

    @on_press("pod.next")
    async def next_pressed(self, interaction: Interaction, press: Press) -> None:
        """Pass the turn."""
        await self.panels.act(interaction, NextTurn(), press)

    @on_press("pod.correct")
    async def correct_pressed(self, interaction: Interaction, press: Press) -> None:
        """Begin the chosen player's turn instead."""
        await self.panels.act(interaction, NextTurn(player=press.players[0]), press)

    @on_press("pod.extra")
    async def extra_pressed(self, interaction: Interaction, press: Press) -> None:
        """Give the chosen player an extra turn."""
        await self.panels.act(interaction, AddExtraTurn(player=press.players[0]), press)

    @on_press("pod.skip")
    async def skip_pressed(self, interaction: Interaction, press: Press) -> None:
        """Skip the chosen player's next turn."""
        await self.panels.act(interaction, AddSkip(player=press.players[0]), press)

    @on_press("pod.leave")
    async def leave_pressed(self, interaction: Interaction, press: Press) -> None:
        """Take the chosen players out of the game."""
        await self.panels.act(interaction, LeaveGame(players=press.players), press)

    @on_press("pod.win")
    async def win_pressed(self, interaction: Interaction, press: Press) -> None:
        """End the game, won by the chosen player."""
        await self.panels.act(interaction, EndGame(winner=press.players[0]), press)

    @on_press("pod.end")
    async def end_pressed(self, interaction: Interaction, press: Press) -> None:
        """Ask before a game ends without a winner."""

        async def ask(table: PodTable) -> list[ui.Item]:
            return ui.ask_end(table)

        await self.panels.show(interaction, press, ask)

    @on_press("pod.ended")
    async def end_confirmed(self, interaction: Interaction, press: Press) -> None:
        """End the game without a winner."""
        await self.panels.act(interaction, EndGame(), press)

    @on_press("pod.lobby")
    async def lobby_pressed(self, interaction: Interaction, press: Press) -> None:
        """Open a lobby for the next pod."""
        await self.panels.act(interaction, OpenLobby(player=interaction.user.id), press)

    @on_press("pod.join")
    async def join_pressed(self, interaction: Interaction, press: Press) -> None:
        """Join the lobby."""
        await self.panels.act(interaction, JoinLobby(player=interaction.user.id), press)

    @on_press("pod.leavelobby")
    async def leave_lobby_pressed(self, interaction: Interaction, press: Press) -> None:
        """Leave the lobby."""
        await self.panels.act(interaction, LeaveLobby(player=interaction.user.id), press)

    @on_press("pod.startlobby")
    async def start_lobby_pressed(self, interaction: Interaction, press: Press) -> None:
        """Seat the pod that gathered."""
        await self.panels.act(interaction, StartLobby(player=interaction.user.id), press)

    @on_press("pod.undo")
    async def undo_pressed(self, interaction: Interaction, press: Press) -> None:
        """Ask before the last act is taken back."""
        await self._ask_undo(interaction, press)

    @on_press("pod.undone")
    async def undo_confirmed(self, interaction: Interaction, press: Press) -> None:
        """Take back the last act."""
        await self.panels.undo(interaction, press)

    @on_press("pod.redo")
    async def redo_pressed(self, interaction: Interaction, press: Press) -> None:
        """Ask before an act is done again."""
        await self._ask_redo(interaction, press)

    @on_press("pod.redone")
    async def redo_confirmed(self, interaction: Interaction, press: Press) -> None:
        """Do again what was undone last."""
        await self.panels.redo(interaction, press)

    @on_press("pod.keep")
    async def keep_pressed(self, interaction: Interaction, press: Press) -> None:
        """Close the question."""
        await self.panels.show(interaction, press)

    @on_press("pod.more")
    async def more_pressed(self, interaction: Interaction, press: Press) -> None:
        """Open the menu of rarer acts, for the presser alone."""
        table = await self.panels.table(interaction)
        layout = ui.more(table, self.panels.known(interaction))
        await interaction.response.send_message(view=layout, ephemeral=True)

    @on_press("pod.log")
    async def log_pressed(self, interaction: Interaction, press: Press) -> None:
        """Open the log, or turn its page."""
        await self._show_log(interaction, press.number(0) if press.args else 0)

    async def _ask_undo(self, interaction: Interaction, press: Press | None = None) -> None:
        place = self.panels.place(interaction)

        async def ask(table: PodTable) -> list[ui.Item]:
            act = await self.panels.tables.entry(place, table, table.cursor)
            if act is None:
                raise PodkeeperError("There is nothing to undo.")
            return panel_ui.ask_undo(table, act)

        await self.panels.show(interaction, press, ask)

    async def _ask_redo(self, interaction: Interaction, press: Press | None = None) -> None:
        place = self.panels.place(interaction)

        async def ask(table: PodTable) -> list[ui.Item]:
            last = table.redo[-1] if table.redo else 0
            act = await self.panels.tables.entry(place, table, last)
            if act is None:
                raise PodkeeperError("There is nothing to redo.")
            return panel_ui.ask_redo(table, act)

        await self.panels.show(interaction, press, ask)

    async def _show_log(self, interaction: Interaction, page: int) -> None:
        table = await self.panels.table(interaction)
        entries = await self.panels.tables.log(self.panels.place(interaction), table)
        layout = ui.log_page(table, entries, page)
        if from_private_menu(interaction):
            await interaction.response.edit_message(view=layout)
        else:
            await interaction.response.send_message(view=layout, ephemeral=True)
