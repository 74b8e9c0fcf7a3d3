"""``/initiative``: who has it, and the ventures into Undercity it brings."""

from typing import Any

import discord
from discord import app_commands
from discord.ext import commands

from bot.game.facts import UNDERCITY
from bot.game.initiative import TakeBackUpkeep, TakeInitiative, VentureForInitiative
from bot.panels.panels import PodPanels
from bot.ui import initiative as ui
from bot.ui.buttons import Press, on_press
from cogs.dungeon import offer_rooms, room_named
from cogs.pod.group import AT_A_TABLE, players_of

Interaction = discord.Interaction[Any]
Choice = app_commands.Choice[str]

SURE = "sure"


class InitiativeCog(commands.Cog):
    """Take the initiative and venture for it."""

    initiative = app_commands.Group(
        name="initiative",
        description="The initiative and Undercity",
        guild_only=True,
        allowed_installs=AT_A_TABLE,
    )

    def __init__(self, panels: PodPanels) -> None:
        """Act through ``panels``."""
        self.panels = panels

    @initiative.command(name="take")
    @app_commands.describe(
        player="Who takes it (you, if you name nobody)",
        room="Where they venture, if there is a choice",
    )
    async def take(
        self,
        interaction: Interaction,
        player: discord.Member | None = None,
        room: app_commands.Range[str, 1, 100] | None = None,
    ) -> None:
        """Take the initiative and venture into Undercity."""
        taker = (players_of(player) or (interaction.user.id,))[0]
        await self.panels.act(interaction, TakeInitiative(player=taker, room=room_named(room)))

    @initiative.command(name="venture")
    @app_commands.describe(
        room="Where to venture, if there is a choice",
        player="Who ventures (whoever has the initiative, if you name nobody)",
    )
    async def venture(
        self,
        interaction: Interaction,
        room: app_commands.Range[str, 1, 100] | None = None,
        player: discord.Member | None = None,
    ) -> None:
        """Venture into Undercity for the initiative: the upkeep trigger, by hand."""
        named = players_of(player)
        command = VentureForInitiative(player=named[0] if named else None, room=room_named(room))
        await self.panels.act(interaction, command)

    @take.autocomplete("room")
    @venture.autocomplete("room")
    async def rooms(self, interaction: Interaction, current: str) -> list[Choice]:
        """Offer the rooms of Undercity."""
        return offer_rooms(current, UNDERCITY)

    @initiative.command(name="status")
    async def status(self, interaction: Interaction) -> None:
        """Show who has the initiative and where everybody is, to you alone."""
        table = await self.panels.table(interaction)
        layout = ui.status(table, self.panels.known(interaction))
        await interaction.response.send_message(view=layout, ephemeral=True)

    @initiative.command(name="rules")
    async def rules(self, interaction: Interaction) -> None:
        """Show the rules of the initiative in short, to you alone."""
        await interaction.response.send_message(view=ui.rules(), ephemeral=True)

    @on_press("initiative.take")
    async def take_pressed(self, interaction: Interaction, press: Press) -> None:
        """Take the initiative; ``args``, after a doubt, are the player, a room and "sure"."""
        command = TakeInitiative(
            player=press.player(0) if press.args else interaction.user.id,
            room=press.word(1) or None,
            sure=press.word(2) == SURE,
        )
        await self.panels.act(interaction, command, press)

    @on_press("initiative.venture")
    async def venture_pressed(self, interaction: Interaction, press: Press) -> None:
        """Venture after a doubt; ``args`` are the player, a room and "sure"."""
        command = VentureForInitiative(
            player=press.player(0), room=press.word(1) or None, sure=press.word(2) == SURE
        )
        await self.panels.act(interaction, command, press)

    @on_press("initiative.noupkeep")
    async def no_upkeep_pressed(self, interaction: Interaction, press: Press) -> None:
        """Take back the upkeep's venture."""
        await self.panels.act(interaction, TakeBackUpkeep(), press)
