"""Which message of a channel is the panel, and taking the buttons off the one before.

Message ids grow with time: the newest panel is the current one.
"""

import asyncio
import logging
import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

import discord

from bot.errors import StoreUnavailable
from bot.store.port import Place, Store
from bot.ui.panel import moved
from bot.ui.words import mention

log = logging.getLogger(__name__)

Interaction = discord.Interaction[Any]
Edit = Callable[..., Awaitable[Any]]

TOKEN_LIFE = 14 * 60.0
"""Seconds in which an interaction's token is used: it lives fifteen minutes."""
COURTESY = 10.0
"""Seconds that each try to retire an old panel may take."""
MOST_REMEMBERED = 5_000


@dataclass(frozen=True)
class Posted:
    """A panel as this process last touched it. ``edit`` works ``until`` its token ends.

    ``still`` is what it becomes once a newer panel takes its place, if not a mere pointer.
    """

    message: int
    edit: Edit | None = None
    until: float = 0.0
    still: discord.ui.LayoutView | None = None


class PostedPanels:
    """The current panel of every place, remembered here and noted in the store."""

    def __init__(self, store: Store) -> None:
        """Note panels in ``store``."""
        self._store = store
        self._posted: OrderedDict[tuple[int, str], Posted] = OrderedDict()
        # Which panels have a way to edit them that ends, and when: the next to end first.
        self._ending: OrderedDict[tuple[int, str], float] = OrderedDict()
        self._courtesies: set[asyncio.Task[None]] = set()

    async def newer_than(self, place: Place, message: int) -> int | None:
        """Return the place's current panel if it is a newer message than ``message``."""
        posted = self._posted.get(_key(place))
        if posted is None:
            posted = self.touched(place, await self._store.panel(place) or 0, None)
        return posted.message if posted.message > message else None

    def touched(
        self,
        place: Place,
        message: int,
        edit: Edit | None,
        still: discord.ui.LayoutView | None = None,
    ) -> Posted:
        """Remember the newest way to edit a panel; an older message than known changes nothing."""
        newest = self._posted.get(_key(place))
        if newest is not None and newest.message > message:
            return newest
        posted = Posted(message, edit, time.monotonic() + TOKEN_LIFE, still)
        self._posted[_key(place)] = posted
        self._ending[_key(place)] = posted.until
        self._ending.move_to_end(_key(place))
        self._let_go()
        self._posted.move_to_end(_key(place))
        while len(self._posted) > MOST_REMEMBERED:
            self._posted.popitem(last=False)
        return posted

    async def adopt(
        self,
        interaction: Interaction,
        place: Place,
        message: int | None,
        edit: Edit,
        *,
        still: discord.ui.LayoutView | None = None,
        left: discord.ui.LayoutView | None = None,
    ) -> None:
        """Make a message that was just sent the current panel, and retire the one before.

        ``still`` is what the new panel becomes in its turn, ``left`` what the one before has
        become already.
        """
        if message is None:
            return
        try:
            noted = await self._store.panel(place) if _key(place) not in self._posted else None
            old = self._posted.get(_key(place)) or Posted(noted or 0)
            self.touched(place, message, edit, still)
            await self._store.set_panel(place, message)
        except StoreUnavailable:
            # The act itself is kept and was answered; a newer message counts as current anyway.
            log.warning("the new panel of %s could not be noted", place.channel)
            return
        if 0 < old.message < message and left is None:
            task = asyncio.create_task(self._retire(interaction, place, old, message))
            self._courtesies.add(task)
            task.add_done_callback(self._courtesies.discard)

    def forget(self, person: int) -> None:
        """Forget who posted panels, and those in which a person is named."""
        for key, posted in self._posted.items():
            named = posted.still is not None and mention(person) in _texts(posted.still)
            still = None if named else posted.still
            self._posted[key] = replace(posted, edit=None, still=still)

    def _let_go(self) -> None:
        """Drop ways to edit that have ended: each holds an interaction, with all of a message."""
        while self._ending:
            key, until = next(iter(self._ending.items()))
            if until > time.monotonic():
                return
            del self._ending[key]
            if key in self._posted:
                self._posted[key] = replace(self._posted[key], edit=None)

    async def close(self) -> None:
        """Give up courtesies under way."""
        for task in self._courtesies:
            task.cancel()
        await asyncio.gather(*self._courtesies, return_exceptions=True)

    async def _retire(
        self, interaction: Interaction, place: Place, old: Posted, current: int
    ) -> None:
        """Take the buttons off the old panel. A courtesy: `newer_than` is what makes it safe."""
        pointer = moved(link(place, current))
        change = {"view": old.still} if old.still else {"view": pointer, "attachments": []}
        as_bot = interaction.client.get_partial_messageable(place.channel, guild_id=place.guild)
        ways: list[Edit] = [as_bot.get_partial_message(old.message).edit]
        if old.edit is not None and time.monotonic() < old.until:
            ways.insert(0, old.edit)
        for edit in ways:
            try:
                async with asyncio.timeout(COURTESY):
                    await edit(**change)
                return
            except (discord.HTTPException, TimeoutError, OSError) as error:
                log.debug("the old panel %s was not retired: %r", old.message, error)


def followed_up(interaction: Interaction, at: int) -> Edit:
    """Return what edits a message that an interaction was followed up with; ``at`` is its id.

    It keeps the interaction's token only, where the message would keep all that is in it.
    """
    return partial(interaction.followup.edit_message, at)


def link(place: Place, message: int) -> str:
    """Return the address of a message."""
    return f"https://discord.com/channels/{place.guild}/{place.channel}/{message}"


def _texts(layout: discord.ui.LayoutView) -> str:
    shown = layout.walk_children()
    return "".join(item.content for item in shown if isinstance(item, discord.ui.TextDisplay))


def _key(place: Place) -> tuple[int, str]:
    return place.channel, place.kind
