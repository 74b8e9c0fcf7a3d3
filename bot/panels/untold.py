"""What telling Discord something may fail with, and no fault of ours."""

import aiohttp
import discord

UNTOLD = (discord.DiscordException, aiohttp.ClientError, OSError, RuntimeError)
"""Discord refuses or has been told already, the connection is lost, no answer comes in time (a
`TimeoutError` is an `OSError`), or the client has closed meanwhile ("Session is closed")."""
