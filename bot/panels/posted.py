"""Which message of a channel is the panel, and taking the buttons off the one before.

Message ids grow with time: the newest panel is the current one.
"""

import asyncio
import logging
import time
from collections import OrderedDict
from dataclasses import replace
from typing import Any

import discord

from bot.errors import StoreUnavailable
from bot.panels.edits import Edit, Posted, edit_posted
from bot.panels.keepsake import still_of
from bot.panels.look import Message
from bot.panels.pictures import anew
from bot.store.port import Place, Store
from bot.table import Version
from bot.ui.buttons import NO_TABLE
from bot.ui.panel import moved
from bot.ui.words import mention

log = logging.getLogger(__name__)

Interaction = discord.Interaction[Any]

SECOND_TAP = 3.0
"""Seconds in which another press on the same button was most likely meant as one with the first."""
MOST_REMEMBERED = 5_000


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
        if _key(place) not in self._posted:
            noted = await self._store.panel(place) or 0
            if _key(place) not in self._posted:  # it may have become known meanwhile
                self.touched(place, noted, None)
        posted = self._posted[_key(place)]
        return posted.message if posted.message > message else None

    def touched(
        self,
        place: Place,
        message: int,
        edit: Edit | None,
        still: discord.ui.LayoutView | None = None,
        *,
        shows: Version = NO_TABLE,
    ) -> Posted:
        """Remember the newest way to edit a panel, and what it shows. Returns the current panel.

        Of an older message than that, no more is remembered than that a version was shown.
        """
        return self._remember(place, Posted.now(message, edit, still, shows))

    def _remember(self, place: Place, posted: Posted) -> Posted:
        known = self._posted.get(_key(place), Posted(0))
        newest = _later(known.newest, posted.shows)
        if known.message > posted.message:
            self._posted[_key(place)] = replace(known, newest=newest)
            return known
        self._posted[_key(place)] = replace(posted, newest=newest)
        self._ending[_key(place)] = posted.until
        self._ending.move_to_end(_key(place))
        self._let_go()
        self._posted.move_to_end(_key(place))
        while len(self._posted) > MOST_REMEMBERED:
            self._posted.popitem(last=False)
        return posted

    def drawing(self, place: Place, message: int, shows: Version) -> None:
        """Remember what a panel is about to show, `NO_TABLE` if it could not be made to."""
        known = self._posted.get(_key(place))
        if known is not None and known.message == message:
            newest = _later(known.newest, shows)
            self._posted[_key(place)] = replace(
                known, shows=shows, newest=newest, at=time.monotonic()
            )

    def just_shown(self, place: Place, message: int, version: Version) -> bool:
        """Tell whether a message is the current panel, and has shown ``version`` for a moment."""
        known = self._posted.get(_key(place), Posted(0))
        shown = (known.message, known.shows) == (message, version)
        return shown and time.monotonic() - known.at < SECOND_TAP

    def behind(self, place: Place) -> Posted | None:
        """Return the current panel if it shows an older version than was shown there before.

        Acts come one after the other, but their answers overtake each other on the way.
        """
        known = self._posted.get(_key(place))
        return known if known is not None and known.shows.seq < known.newest.seq else None

    async def adopt(
        self,
        interaction: Interaction,
        place: Place,
        message: int | None,
        edit: Edit,
        *,
        shows: Version = NO_TABLE,
        still: discord.ui.LayoutView | None = None,
        left: int | None = None,
    ) -> None:
        """Make a message that was just sent the current panel, and retire the one before.

        If a newer one is known already, this one is retired. ``still`` is what the new panel
        becomes in its turn. ``left`` is a message that needs no retiring any more.
        """
        if message is None:
            return
        old, new = self._posted.get(_key(place)), Posted.now(message, edit, still, shows)
        self._remember(place, new)
        try:
            if old is None:
                old = Posted(await self._store.panel(place) or 0)
            await self._store.set_panel(place, message)
        except StoreUnavailable:
            # The act itself is kept and was answered; a newer message counts as current anyway.
            log.warning("the new panel of %s could not be noted", place.channel)
        older, newer = sorted((old or Posted(0), new), key=lambda posted: posted.message)
        if 0 < older.message < newer.message and older.message != left:
            self._retire_later(interaction, place, older, newer)

    def edited(
        self,
        interaction: Interaction,
        place: Place,
        message: int,
        *,
        shows: Version,
        still: discord.ui.LayoutView | None,
    ) -> None:
        """Remember a panel that was edited by a press; retire it if a newer one came meanwhile."""
        posted = Posted.now(message, interaction.edit_original_response, still, shows)
        current = self._remember(place, posted)
        if current.message > message:
            self._retire_later(interaction, place, posted, current)

    async def redraw(self, interaction: Interaction, place: Place, message: Message) -> None:
        """Make the current panel, which nobody pressed, show the table as it stands."""
        posted = self._posted[_key(place)]
        # The table may be older than what was shown, where a database was put back.
        self._posted[_key(place)] = replace(posted, newest=message.shows)
        sent = await edit_posted(
            interaction,
            place,
            posted,
            lambda: {"view": message.layout, "attachments": anew(message.files)},
        )
        known = self._posted.get(_key(place))
        if sent is not None and known is not None and known.message == posted.message:
            still = still_of(message, sent)
            self._posted[_key(place)] = replace(
                known, shows=message.shows, still=still, at=time.monotonic()
            )

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

    def _retire_later(
        self, interaction: Interaction, place: Place, old: Posted, current: Posted
    ) -> None:
        task = asyncio.create_task(self._retire(interaction, place, old, current))
        self._courtesies.add(task)
        task.add_done_callback(self._courtesies.discard)

    async def _retire(
        self, interaction: Interaction, place: Place, old: Posted, current: Posted
    ) -> None:
        """Take the buttons off an old panel. A courtesy: `newer_than` is what makes it safe."""
        pointer = moved(link(place, current.message))
        stays = old.still is not None and old.shows.game != current.shows.game
        change = {"view": old.still} if stays else {"view": pointer, "attachments": []}
        await edit_posted(interaction, place, old, lambda: change)


def link(place: Place, message: int) -> str:
    """Return the address of a message."""
    return f"https://discord.com/channels/{place.guild}/{place.channel}/{message}"


def _later(one: Version, other: Version) -> Version:
    """Return the later version. Steps of a table count on, while undo leads back to an old game."""
    return max(one, other, key=lambda version: version.seq)


def _texts(layout: discord.ui.LayoutView) -> str:
    shown = layout.walk_children()
    return "".join(item.content for item in shown if isinstance(item, discord.ui.TextDisplay))


def _key(place: Place) -> tuple[int, str]:
    return place.channel, place.kind
