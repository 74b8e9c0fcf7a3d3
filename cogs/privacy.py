"""``/privacy``: what is stored about a person, for them alone, and the way to have it erased."""

import asyncio
import contextlib
import logging
from io import BytesIO
from typing import Any

import discord
from discord import app_commands
from discord.ext import commands

from bot.errors import StoreUnavailable
from bot.panels.untold import UNTOLD
from bot.privacy import departures
from bot.privacy.departures import Departures
from bot.privacy.privacy import LOOK, Privacy, watch
from bot.ui import privacy as ui
from bot.ui.buttons import Press, on_press

log = logging.getLogger(__name__)

Interaction = discord.Interaction[Any]

MOST_BYTES = 9 * 1024 * 1024
"""Discord takes files of 10 MiB everywhere."""


class PrivacyCog(commands.Cog):
    """Shows and erases, and deletes what is stored of a server that has removed the bot."""

    privacy_group = app_commands.Group(
        name="privacy",
        description="What is stored about you",
        allowed_installs=app_commands.AppInstallationType(guild=True, user=True),
        allowed_contexts=app_commands.AppCommandContext(
            guild=True, dm_channel=True, private_channel=True
        ),
    )

    def __init__(
        self, privacy: Privacy, departed: Departures, most_bytes: int = MOST_BYTES
    ) -> None:
        """Do it through ``privacy``; a file has at most ``most_bytes``.

        ``departed`` notices the servers that have removed the bot unseen.
        """
        self.privacy = privacy
        self.departures = departed
        self._most_bytes = most_bytes
        self._watches: list[asyncio.Task[Any]] = []

    async def cog_load(self) -> None:
        """Begin to end what an earlier run has left half done, or has not heard of."""
        await self.privacy.begin()
        looks = (self.privacy.look, LOOK), (self.departures.look, departures.LOOK)
        self._watches = [
            asyncio.create_task(watch(look, every), name="podkeeper: privacy")
            for look, every in looks
        ]

    async def cog_unload(self) -> None:
        """Stop that before the store closes."""
        for task in self._watches:
            task.cancel()
        await asyncio.gather(*self._watches, return_exceptions=True)

    @privacy_group.command(name="show")
    async def show(self, interaction: Interaction) -> None:
        """Everything that is stored about you, as a file for you alone."""
        await interaction.response.defer(ephemeral=True, thinking=True)
        limit = min(self._most_bytes, interaction.filesize_limit)
        report = await self.privacy.report(interaction.user.id, limit)
        files = [discord.File(BytesIO(report.content), ui.FILE)] if report.acts else []
        layout = ui.file_of(report.acts, complete=report.complete)
        await interaction.edit_original_response(view=layout, attachments=files)

    @privacy_group.command(name="erase")
    async def erase(self, interaction: Interaction) -> None:
        """Erase everything that is stored about you; you are asked first."""
        await interaction.response.send_message(view=ui.ask_erase(), ephemeral=True)

    @on_press(ui.ERASE)
    async def erase_pressed(self, interaction: Interaction, press: Press) -> None:
        """Erase whoever presses, once they have seen the question."""
        erasure = await self.privacy.take_up(interaction.user.id)
        with contextlib.suppress(*UNTOLD):  # too late to be told, not to be done
            await interaction.response.edit_message(view=ui.erasing())
        try:
            done = ui.erased(await self.privacy.erase(erasure))
        except StoreUnavailable as error:
            log.warning("an erasure has to be ended later: %s", error)
            done = ui.erased_later()
        with contextlib.suppress(*UNTOLD):  # it took longer than Discord or the bot waits
            await interaction.edit_original_response(view=done)

    @on_press(ui.KEEP)
    async def keep_pressed(self, interaction: Interaction, press: Press) -> None:
        """Close the question."""
        await interaction.response.edit_message(view=ui.kept())

    @commands.Cog.listener()
    async def on_guild_remove(self, guild: discord.Guild) -> None:
        """Delete what is stored of a server that has removed the bot, or is gone.

        An outage is another event, and so is a server that is out of reach as the bot starts.
        """
        await self.privacy.removed_from(guild.id)

    @commands.Cog.listener()
    async def on_guild_join(self, guild: discord.Guild) -> None:
        """Keep what is stored of a server from now on."""
        self.privacy.invited_to(guild.id)
        await self.departures.back(guild.id)

    @commands.Cog.listener()
    async def on_guild_available(self, guild: discord.Guild) -> None:
        """Keep it, too, where it has come back while a session with Discord was lost.

        No event tells of the invitation then; a new session names it with all the others. A note
        that it was absent is for the next comparison: to ask for it here would be once a server.
        """
        self.privacy.invited_to(guild.id)
