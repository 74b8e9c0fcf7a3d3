"""What telling Discord something may fail with, and no fault of ours."""

import logging
from typing import Any

import aiohttp
import discord

log = logging.getLogger(__name__)

UNTOLD = (discord.DiscordException, aiohttp.ClientError, OSError, RuntimeError)
"""Discord refuses or has been told already, the connection is lost, no answer comes in time (a
`TimeoutError` is an `OSError`), or the client has closed meanwhile ("Session is closed")."""


async def tell(interaction: discord.Interaction[Any], layout: discord.ui.LayoutView) -> None:
    """Tell whoever acted something, for them alone. Where that fails, they do without it."""
    try:
        if interaction.response.is_done():
            await interaction.followup.send(view=layout, ephemeral=True)
        else:
            await interaction.response.send_message(view=layout, ephemeral=True)
    except UNTOLD as error:
        log.debug("the player could not be told: %r", error)
