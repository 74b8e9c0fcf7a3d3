"""Whether a server has the bot: asked right before anything of the server is deleted."""

import asyncio
import logging
from typing import Any, Final, Protocol

import discord

log = logging.getLogger(__name__)

PATIENCE = 10.0
"""Seconds for Discord to answer."""
# An answer without one of these is not Discord's own word on the server: whoever stands in between,
# such as a proxy, forbids everything at times.
_UNKNOWN_GUILD: Final = 10004
_MISSING_ACCESS: Final = 50001


class Client(Protocol):
    """What has to be known of discord.py's client."""

    def get_guild(self, guild: int, /) -> object | None:
        """Return a server that the gateway has named, None if it has not."""

    async def fetch_guild(self, guild: int, /) -> Any:
        """Ask Discord for a server."""


async def has_the_bot(client: Client, guild: int) -> bool | None:
    """Tell whether a server has the bot; None if that is not known now. Never raises.

    The gateway alone does not tell: as a session begins, it has named no server yet. And where
    Discord shows a server that the gateway has not named, it is just coming, or just going.
    """
    if client.get_guild(guild) is not None:
        return True
    try:
        async with asyncio.timeout(PATIENCE):
            await client.fetch_guild(guild)
    except (discord.Forbidden, discord.NotFound) as error:
        if error.code in {_UNKNOWN_GUILD, _MISSING_ACCESS}:
            return client.get_guild(guild) is not None
        log.warning("it is not known whether server %s has the bot: %s", guild, error)
    except Exception as error:  # whatever it is, nothing is deleted for it
        log.warning("it is not known whether server %s has the bot: %r", guild, error)
    return None
