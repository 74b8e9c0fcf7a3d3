"""Which message of a channel is the panel, and taking the buttons off the one before.

Message ids grow with time: the newest panel is the current one.
"""

import asyncio
import logging
import time
from collections import OrderedDict
from collections.abc import Iterator
from contextlib import contextmanager
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
        self._posted: OrderedDict[Place, Posted] = OrderedDict()
        # Which panels have a way to edit them that ends, and when: the next to end first.
        self._ending: OrderedDict[Place, float] = OrderedDict()
        self._courtesies: set[asyncio.Task[None]] = set()

    async def newer_than(self, place: Place, message: int) -> int | None:
        """Return the place's current panel if it is a newer message than ``message``."""
        if place not in self._posted:
            noted = await self._store.panel(place) or 0
            if place not in self._posted:  # it may have become known meanwhile
                self.touched(place, noted, None)
        posted = self._posted[place]
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
        known = self._posted.get(place, Posted(0))
        newest = _later(known.newest, posted.shows)
        if known.message > posted.message:
            self._posted[place] = replace(known, newest=newest)
            return known
        self._posted[place] = replace(posted, newest=newest)
        self._ending[place] = posted.until
        self._ending.move_to_end(place)
        self._let_go()
        self._posted.move_to_end(place)
        while len(self._posted) > MOST_REMEMBERED:
            self._posted.popitem(last=False)
        return posted

    @contextmanager
    def drawing(self, place: Place, message: int, shows: Version) -> Iterator[None]:
        """Remember what a panel is about to show; if it cannot be made to, what it showed before.

        An edit whose answer was lost may have been carried out all the same. The panel counts as
        behind then, and is drawn once more.
        """
        before, at = self._posted.get(place), self.drawn(place, message, shows)
        try:
            yield
        except Exception:
            known = self._posted.get(place)
            if before and known and (known.message, known.at) == (message, at):
                self._posted[place] = replace(known, shows=before.shows, at=before.at)
            raise

    def drawn(self, place: Place, message: int, shows: Version) -> float:
        """Remember what a message shows from now on, if it is the current panel. Returns now."""
        known, now = self._posted.get(place), time.monotonic()
        if known is not None and known.message == message:
            newest = _later(known.newest, shows)
            self._posted[place] = replace(known, shows=shows, newest=newest, at=now)
        return now

    def shows_after(self, place: Place, message: int, game: int) -> bool:
        """Tell whether a message is the current panel, and shows a later game than ``game``."""
        known = self._posted.get(place, Posted(0))
        return known.message == message and known.shows.game > game

    def just_shown(self, place: Place, message: int, version: Version) -> bool:
        """Tell whether a message is the current panel, and has shown ``version`` for a moment."""
        known = self._posted.get(place, Posted(0))
        shown = (known.message, known.shows) == (message, version)
        return shown and time.monotonic() - known.at < SECOND_TAP

    def behind(self, place: Place) -> Posted | None:
        """Return the current panel if it shows an older version than was shown there before.

        Acts come one after the other, but their answers overtake each other on the way.
        """
        known = self._posted.get(place)
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
        old, new = self._posted.get(place), Posted.now(message, edit, still, shows)
        self._remember(place, new)
        if old is None:
            old = Posted(await self._noted(place))
        await self._note(place, message)
        older, newer = sorted((old, new), key=lambda posted: posted.message)
        if 0 < older.message < newer.message and older.message != left:
            self._retire_later(interaction, place, older, newer)

    async def edited(
        self,
        interaction: Interaction,
        place: Place,
        message: int,
        *,
        shows: Version,
        still: discord.ui.LayoutView | None,
    ) -> None:
        """Remember a panel that was edited by a press; retire it if a newer one came meanwhile.

        It may be newer itself than the one known so far, if nobody heard that it was posted. Then
        it takes the place of that one.
        """
        posted = Posted.now(message, interaction.edit_original_response, still, shows)
        before = self._posted.get(place, Posted(0))
        current = self._remember(place, posted)
        if current.message > message:
            self._retire_later(interaction, place, posted, current)
        elif 0 < before.message < message:
            self._retire_later(interaction, place, before, current)
            await self._note(place, message)

    async def redraw(
        self, interaction: Interaction, place: Place, posted: Posted, message: Message
    ) -> bool:
        """Make the current panel, which nobody pressed, show the table as it stands.

        ``posted`` is what was known of it when the drawing began. Returns whether it was sent: not
        if another message is the panel by now.
        """
        known = self._posted.get(place)
        if known is None or known.message != posted.message:
            return False
        # The table may be older than what was shown, where a database was put back.
        overtaken = known.newest != posted.newest
        newest = _later(known.newest, message.shows) if overtaken else message.shows
        self._posted[place] = replace(known, newest=newest)
        sent = await edit_posted(
            interaction,
            place,
            known,
            lambda: {"view": message.layout, "attachments": anew(message.files)},
        )
        known = self._posted.get(place)
        if sent is not None and known is not None and known.message == posted.message:
            # Also if it showed something newer meanwhile: that may be what was drawn over.
            still = still_of(message, sent)
            self._posted[place] = replace(
                known, shows=message.shows, still=still, at=time.monotonic()
            )
        return sent is not None

    async def _noted(self, place: Place) -> int:
        """Return the panel that the store knows of, 0 if there is none, or the store fails."""
        try:
            return await self._store.panel(place) or 0
        except StoreUnavailable:
            return 0

    async def _note(self, place: Place, message: int) -> None:
        """Note the current panel. Where the store fails, the newest message counts anyway."""
        try:
            await self._store.set_panel(place, message)
        except StoreUnavailable:
            # The act itself is kept and was answered.
            log.warning("the new panel of %s could not be noted", place.channel)

    def forget(self, person: int) -> None:
        """Forget who posted panels, and those in which a person is named."""
        for key, posted in self._posted.items():
            named = posted.still is not None and mention(person) in _texts(posted.still)
            still = None if named else posted.still
            self._posted[key] = replace(posted, edit=None, still=still)

    def forget_guild(self, guild: int) -> None:
        """Forget the panels of a server: its tables begin anew, should it come back."""
        for place in [place for place in self._posted if place.guild == guild]:
            del self._posted[place]
            self._ending.pop(place, None)

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
