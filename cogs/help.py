"""``/help``: what can be done now, at this table, by the one who asks."""

from typing import Any

import discord
from discord import app_commands
from discord.ext import commands

from bot.panels.panels import PodPanels, actor_of
from bot.ui import help as ui

Interaction = discord.Interaction[Any]


class HelpCog(commands.Cog):
    """Helps where somebody stands."""

    def __init__(self, panels: PodPanels) -> None:
        """Look at the tables of ``panels``."""
        self.panels = panels

    @app_commands.command(name="help", description="What you can do now, at this table")
    @app_commands.allowed_installs(guilds=True, users=True)
    @app_commands.allowed_contexts(guilds=True, dms=True, private_channels=True)
    async def help(self, interaction: Interaction) -> None:
        """Tell the asker alone."""
        if interaction.guild_id is None:
            layout = ui.help_anywhere()
        else:
            table = await self.panels.table(interaction)
            layout = ui.help_here(table, actor_of(interaction))
        await interaction.response.send_message(view=layout, ephemeral=True)
