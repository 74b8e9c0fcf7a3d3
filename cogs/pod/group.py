"""The command group ``/pod``, and what its parts and other groups share."""

from typing import Any

import discord
from discord import app_commands

from bot.errors import PodkeeperError, who

Interaction = discord.Interaction[Any]
Member = discord.Member

AT_A_TABLE = app_commands.AppInstallationType(guild=True, user=False)
"""Tables belong to the channels of servers that invited the bot."""

POD = app_commands.Group(
    name="pod",
    description="The pod and its turns",
    guild_only=True,
    allowed_installs=AT_A_TABLE,
)


def time_of(interaction: Interaction) -> int:
    """Return when somebody acted, in seconds since 1970, as Discord stamped it."""
    return int(interaction.created_at.timestamp())


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
