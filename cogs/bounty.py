"""``/bounty``: the shared bounty deck."""

from typing import Any

import discord
from discord import app_commands
from discord.ext import commands

from bot.errors import PodkeeperError
from bot.game.bounty import (
    SMALLEST_DECK,
    ClaimBounty,
    NoteMost,
    Pays,
    RevealBounty,
    SetUpBounties,
)
from bot.game.facts import BOUNTIES
from bot.panels.panels import PodPanels
from bot.panels.pictures import Pictures, files, with_picture
from bot.ui import bounty as ui
from bot.ui.buttons import Press, UnreadablePress, on_press
from bot.ui.pictures.bounty import poster
from cogs.options import OneOf
from cogs.pod.group import AT_A_TABLE

Interaction = discord.Interaction[Any]


class BountyCog(commands.Cog):
    """Reveal, collect, and look at bounties."""

    bounty = app_commands.Group(
        name="bounty",
        description="The shared bounty deck",
        guild_only=True,
        allowed_installs=AT_A_TABLE,
    )

    def __init__(self, panels: PodPanels, pictures: Pictures) -> None:
        """Act through ``panels``, and show posters as ``pictures`` has them."""
        self.panels = panels
        self.pictures = pictures

    @bounty.command(name="reveal")
    @app_commands.describe(early="In a pod: do not wait for the starting player's third turn")
    async def reveal(self, interaction: Interaction, early: bool = False) -> None:
        """Reveal the next bounty, or show the one on offer."""
        table = await self.panels.table(interaction)
        if table.game.bounties.offer is not None and not table.game.over:
            await self.panels.show(interaction)
        else:
            await self.panels.act(interaction, RevealBounty(early=early))

    @bounty.command(name="claim")
    @app_commands.describe(reward="What you take at level 3")
    async def claim(
        self,
        interaction: Interaction,
        reward: app_commands.Transform[Pays, OneOf(Pays)] | None = None,
    ) -> None:
        """Collect the bounty on offer: the active player, at their end step."""
        await self.panels.act(interaction, ClaimBounty(player=interaction.user.id, reward=reward))

    @bounty.command(name="setup")
    @app_commands.describe(size="So many bounties at random; without it you pick them")
    async def setup(
        self,
        interaction: Interaction,
        size: app_commands.Range[int, SMALLEST_DECK, len(BOUNTIES)] | None = None,
    ) -> None:
        """Build the bounty deck."""
        if size is not None:
            await self.panels.act(interaction, SetUpBounties(size=size))
            return
        table = await self.panels.table(interaction)
        if table.game.bounties.under_way and not table.game.over:
            raise PodkeeperError("This deck is in play already. After `/pod end`, build a new one.")
        await interaction.response.send_message(view=ui.deck_menu(table.version), ephemeral=True)

    @bounty.command(name="status")
    async def status(self, interaction: Interaction) -> None:
        """Show the bounty on offer and how the deck stands, to you alone."""
        table = await self.panels.table(interaction)
        offer = table.game.bounties.offer
        picture = await self.pictures.attach(lambda: poster(offer)) if offer else None
        layout = with_picture(ui.status(table), picture)
        await interaction.response.send_message(view=layout, files=files(picture), ephemeral=True)

    @bounty.command(name="trophies")
    async def trophies(self, interaction: Interaction) -> None:
        """Show who collected which bounties, to you alone."""
        await self._show_trophies(interaction)

    @bounty.command(name="rules")
    async def rules(self, interaction: Interaction) -> None:
        """Show the rules of bounties in short, to you alone."""
        await interaction.response.send_message(view=ui.rules(), ephemeral=True)

    @on_press("bounty.claim")
    async def claim_pressed(self, interaction: Interaction, press: Press) -> None:
        """Collect the bounty on offer."""
        if press.word(0) not in ("", *Pays):
            raise UnreadablePress
        reward = Pays(press.word(0)) if press.word(0) else None
        command = ClaimBounty(player=interaction.user.id, reward=reward)
        await self.panels.act(interaction, command, press)

    @on_press("bounty.most")
    async def most_pressed(self, interaction: Interaction, press: Press) -> None:
        """Note who had the most life or cards as the turn began."""
        await self.panels.act(interaction, NoteMost(players=press.players), press)

    @on_press("bounty.deck")
    async def deck_pressed(self, interaction: Interaction, press: Press) -> None:
        """Build the deck of the chosen bounties."""
        await self.panels.act(interaction, SetUpBounties(cards=press.values), press)

    @on_press("bounty.trophies")
    async def trophies_pressed(self, interaction: Interaction, press: Press) -> None:
        """Show the trophies."""
        await self._show_trophies(interaction)

    async def _show_trophies(self, interaction: Interaction) -> None:
        layout = ui.trophies(await self.panels.table(interaction))
        await interaction.response.send_message(view=layout, ephemeral=True)
