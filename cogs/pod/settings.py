"""``/pod language`` and ``pings``: what the pod of a channel sets for itself."""

from typing import Any

from discord import app_commands
from discord.ext import commands

from bot.i18n import Language
from bot.panels.panels import PodPanels, actor_of
from bot.tables.seats import require_seat
from cogs.options import OneOf
from cogs.pod.group import POD, Interaction

OF_THE_SERVER = "the server's"
LANGUAGES = {
    "English": Language.ENGLISH,
    "Português": Language.PORTUGUESE,
    "Español": Language.SPANISH,
    OF_THE_SERVER: None,
}
ON_OR_OFF = {"on": True, "off": False}


class SettingsCog(commands.Cog):
    """Changes what a channel's pod has set."""

    panels: PodPanels

    @POD.command(name="language")
    @app_commands.describe(language="What the panel in this channel speaks")
    async def language(
        self,
        interaction: Interaction,
        language: app_commands.Transform[Language | None, OneOf(LANGUAGES)],
    ) -> None:
        """Choose the language of the panel; private answers are in your own."""
        await self._change(interaction, language=language)

    @POD.command(name="pings")
    @app_commands.describe(state="On: the player whose turn begins is pinged, and nobody else")
    async def pings(
        self, interaction: Interaction, state: app_commands.Transform[bool, OneOf(ON_OR_OFF)]
    ) -> None:
        """Have players pinged as their turn begins, or not."""
        await self._change(interaction, pings=state)

    async def _change(self, interaction: Interaction, **changes: Any) -> None:
        """Keep a change, if the player may act here, and show the table anew."""
        place = self.panels.place(interaction)
        table = await self.panels.table(interaction)
        require_seat(table.game, actor_of(interaction))
        await self.panels.channels.change(place.channel, place.guild, **changes)
        await self.panels.show(interaction)
