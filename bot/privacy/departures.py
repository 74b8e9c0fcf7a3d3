"""Servers that removed the bot while it was not running: noticed, noted, and forgotten in the end.

Discord tells of a removal once, to whoever is connected. So the servers that the database knows are
compared with those that Discord named as it let the bot in. A mistake here would delete everybody's
games: so an absence is only noted at first, and the data goes when the server is still absent
`GRACE` later. What speaks for a mistake stops it: another application has begun to use the
database, or none of its servers is there.
"""

import logging
from collections.abc import Awaitable, Callable, Mapping, Sequence
from datetime import date, datetime, timedelta
from typing import Final, Protocol

from pydantic import BaseModel, ConfigDict, ValidationError

from bot.errors import StoreUnavailable
from bot.store.port import Store

log = logging.getLogger(__name__)

MARK: Final = "absent servers"
GRACE: Final = timedelta(days=14)
"""How long a server must have been absent: enough for two game evenings to notice a mistake."""
LOOK = 60.0
"""Seconds between two looks at whether it is due. Until it is, they ask nobody."""


class Guild(Protocol):
    """A server, as discord.py tells of it."""

    @property
    def id(self) -> int:
        """Its id."""


class Connection(Protocol):
    """A shard's connection to the gateway, as discord.py tells of it."""

    def is_closed(self) -> bool:
        """Whether there is no connection now."""


class Presence(Protocol):
    """What has to be known of the bot that is compared with."""

    @property
    def shard_count(self) -> int | None:
        """How many shards there are in all, once that is known."""

    @property
    def application_id(self) -> int | None:
        """Who it is, once it has logged in."""

    @property
    def guilds(self) -> Sequence[Guild]:
        """The servers that Discord named, those out of reach included."""

    @property
    def shards(self) -> Mapping[int, Connection]:
        """Its connections to the gateway, by number: this process's share of them."""

    @property
    def last_heard(self) -> datetime | None:
        """When the latest interaction was made, by Discord's clock."""

    def is_ready(self) -> bool:
        """Whether Discord has named the servers of every shard of this process."""


class _Notes(BaseModel):
    """Since when which servers have been absent, as this application sees it."""

    model_config = ConfigDict(frozen=True)

    application: int = 0
    since: dict[int, date] = {}


Change = Callable[[dict[int, date]], dict[int, date]]


class Departures:
    """Compares once a day, and once after each start.

    The days are those of Discord's clock: without play, no time of grace ends.
    """

    def __init__(
        self, store: Store, bot: Presence, purge: Callable[[int], Awaitable[None]]
    ) -> None:
        """Compare ``store`` with ``bot``; ``purge`` is what forgets a server."""
        self._store = store
        self._bot = bot
        self._purge = purge
        self._compared: date | None = None

    async def look(self) -> None:
        """Compare if it is due, and if all that has to be known for it is known.

        Raises:
            StoreUnavailable: not all of it could be done now. It stays due.
        """
        heard = self._bot.last_heard
        if heard is None or heard.date() == self._compared or not self._bot.is_ready():
            return
        await self._compare(heard.date())
        self._compared = heard.date()

    async def back(self, guild: int) -> None:
        """Forget that a server was absent: it has invited the bot. Never raises."""
        try:
            if (await self._read()).since.get(guild):
                await self._change(lambda since: {g: day for g, day in since.items() if g != guild})
        except StoreUnavailable as error:
            log.warning("that server %s is back could not be noted: %s", guild, error)

    async def _compare(self, today: date) -> None:
        known = await self._store.guilds()
        ours = {guild for guild in known if self._is_ours(guild)}
        there = self._there()
        if not ours & there:
            if ours:
                log.warning(
                    "none of the %s servers that the database knows is there: is it the right "
                    "token, and the right database? Nothing of them is deleted",
                    len(ours),
                )
            return
        absent = ours - there

        def noted(since: dict[int, date]) -> dict[int, date]:
            # Of servers of other processes' shards, those decide.
            theirs = {g: day for g, day in since.items() if g in known - ours}
            # No day to come counts, however it got there: it would keep a server for years.
            return theirs | {g: min(since.get(g, today), today) for g in absent}

        notes = await self._change(noted)
        for guild in sorted(absent):
            await self._judge(guild, notes.since[guild], today)

    def _is_ours(self, guild: int) -> bool:
        """Tell whether one of this process's shards would hear of a server, and is connected."""
        count = self._bot.shard_count
        shard = self._bot.shards.get((guild >> 22) % count) if count else None
        return shard is not None and not shard.is_closed()

    def _there(self) -> set[int]:
        return {guild.id for guild in self._bot.guilds}

    async def _judge(self, guild: int, since: date, today: date) -> None:
        """Have an absent server forgotten if it has been so for long."""
        if since == today:
            log.info("server %s is not there; it is forgotten after %s days", guild, GRACE.days)
        if today - since < GRACE:
            return
        acted = await self._store.last_act(guild)
        if acted is not None and today - acted.date() < GRACE:
            # It has our commands without the bot being a member: nobody is told when those go.
            await self._change(lambda noted: {**noted, guild: acted.date()})
        elif guild not in self._there():
            log.info("server %s has not been there since %s", guild, since)
            # Once it is gone, the next comparison drops the note, too.
            await self._purge(guild)

    async def _read(self) -> _Notes:
        return _parsed(await self._store.mark(MARK))

    async def _change(self, change: Change) -> _Notes:
        """Change the notes, whoever else does so meanwhile; those of another application are none.

        Returns what they are now.
        """
        application = self._bot.application_id or 0
        while True:
            text = await self._store.mark(MARK)
            known = _parsed(text)
            since = known.since if known.application == application else {}
            notes = _Notes(application=application, since=change(since))
            if notes == known:
                return notes
            if await self._store.swap_mark(MARK, text, notes.model_dump_json()):
                return notes


def _parsed(text: str | None) -> _Notes:
    """Return what is noted. What cannot be read is nothing: the time of grace begins anew."""
    if text is None:
        return _Notes()
    try:
        return _Notes.model_validate_json(text)
    except ValidationError:
        log.warning("the notes on absent servers cannot be read, and begin anew")
        return _Notes()
