"""Our own emojis for mana, which belong to the bot's application and so work everywhere.

``python -m bot sync-emojis`` draws them and gives them to Discord, once. Without them, or when
Discord does not tell them, mana is shown as text.
"""

import asyncio
import logging
from collections.abc import Callable
from typing import Final

import aiohttp
import discord
from discord.http import Route

from bot.settings.settings import Settings
from bot.ui.mana import CODES, WORDS, Symbols, emoji_name
from bot.ui.mana_picture import picture

log = logging.getLogger(__name__)

PATIENCE: Final = 5.0
"""Seconds."""

_UNANSWERED: Final = (discord.DiscordException, aiohttp.ClientError, OSError, TimeoutError)

Progress = Callable[[int, int], None]
"""Is told how many emojis are there, and how many there will be."""


async def known(client: discord.Client) -> Symbols:
    """Return how to show mana: by our emojis, if the application has them.

    Never raises, and does not keep a start waiting: text does as well.
    """
    try:
        async with asyncio.timeout(PATIENCE):
            emojis = await client.fetch_application_emojis()
    except _UNANSWERED as error:
        log.warning("mana is shown as text, since Discord does not tell our emojis: %r", error)
        return WORDS
    return Symbols.named({emoji.name: str(emoji) for emoji in emojis})


async def sync(settings: Settings, progress: Progress) -> int:
    """Give the application those of our emojis that it lacks; return how many were new.

    What is there already, of the present version, is left alone: so an interrupted run goes on
    where it was, and a second one changes nothing.

    Raises:
        discord.LoginFailure: Discord does not accept the token.
        discord.HTTPException: Discord refused an emoji, or is out of order.
        aiohttp.ClientConnectionError: Discord cannot be reached.
    """
    if settings.discord_api_url is not None:
        Route.BASE = settings.discord_api_url.rstrip("/")
    async with discord.Client(intents=discord.Intents.none()) as client:
        await client.login(settings.token)
        there = {emoji.name for emoji in await client.fetch_application_emojis()}
        lacking = [code for code in CODES if emoji_name(code) not in there]
        progress(len(CODES) - len(lacking), len(CODES))
        for number, code in enumerate(lacking, len(CODES) - len(lacking) + 1):
            await client.create_application_emoji(name=emoji_name(code), image=picture(code))
            progress(number, len(CODES))
    return len(lacking)
