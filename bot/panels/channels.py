"""What a channel's pod has set for itself: the language of its panel, and pings."""

from collections import OrderedDict
from typing import Any, Protocol

import discord

from bot.game.engine import Frozen
from bot.i18n import Language, of_locale

Interaction = discord.Interaction[Any]

MOST_CACHED = 2_000


class ChannelSettings(Frozen):
    """What is set. ``language`` None: the one of the server. ``pings``: as a turn begins."""

    language: Language | None = None
    pings: bool = False


class ChannelStore(Protocol):
    """What is needed of a `bot.store.port.Store`."""

    async def channel(self, channel: int) -> str | None:
        """Return what a channel has set, as JSON."""

    async def set_channel(self, channel: int, guild: int | None, settings: str) -> None:
        """Keep what a channel has set."""


class Channels:
    """The settings of all channels, kept by the store, the latest used ones in memory."""

    def __init__(self, store: ChannelStore) -> None:
        """Keep them in ``store``."""
        self._store = store
        self._cache: OrderedDict[int, ChannelSettings] = OrderedDict()

    async def settings(self, channel: int) -> ChannelSettings:
        """Return what a channel has set."""
        if channel not in self._cache:
            kept = await self._store.channel(channel)
            found = ChannelSettings.model_validate_json(kept) if kept else ChannelSettings()
            self._cache.setdefault(channel, found)
            while len(self._cache) > MOST_CACHED:
                self._cache.popitem(last=False)
        self._cache.move_to_end(channel)
        return self._cache[channel]

    async def change(self, channel: int, guild: int | None, **changes: Any) -> ChannelSettings:
        """Change what a channel has set, durably. Returns it."""
        changed = (await self.settings(channel)).but(**changes)
        await self._store.set_channel(channel, guild, changed.model_dump_json())
        self._cache[channel] = changed
        return changed

    def forget(self) -> None:
        """Read all settings anew: the store has changed."""
        self._cache.clear()

    async def language(self, interaction: Interaction) -> Language:
        """Return the language of a channel's panel: the one that was set, or the server's."""
        channel = interaction.channel_id
        set_here = (await self.settings(channel)).language if channel is not None else None
        return set_here or of_locale(interaction.guild_locale)
