"""The people, servers and channels of the loopback Discord, and how Discord writes them."""

from __future__ import annotations

import time
from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Any

Json = dict[str, Any]

DISCORD_EPOCH = 1_420_070_400_000
MANAGE_MESSAGES = 1 << 13
EVERYDAY = 1 << 10 | 1 << 11 | 1 << 31  # see the channel, write in it, use commands
JOINED = "2024-01-01T00:00:00.000000+00:00"
TEXT_CHANNEL, DIRECT_MESSAGE = 0, 1


class Snowflakes:
    """Ids that grow with time, as Discord's do; each is given out once."""

    def __init__(self) -> None:
        self._last = 0

    def later(self, time: timedelta) -> None:
        """Let time pass: ids tell when they were given out."""
        self._last = self.next() + (time // timedelta(milliseconds=1) << 22)

    def next(self) -> int:
        """Return a new id."""
        now = (int(time.time() * 1000) - DISCORD_EPOCH) << 22
        self._last = max(now, self._last + 1)
        return self._last


def moment(snowflake: int) -> str:
    """Return when an id was given out, as Discord writes times."""
    seconds = ((snowflake >> 22) + DISCORD_EPOCH) / 1000
    return datetime.fromtimestamp(seconds, UTC).isoformat()


@dataclass(frozen=True)
class Person:
    """Somebody with an account."""

    id: int
    name: str
    permissions: int = EVERYDAY
    bot: bool = False

    def user(self) -> Json:
        """Return the account."""
        return {
            "id": str(self.id),
            "username": self.name.lower(),
            "discriminator": "0",
            "global_name": self.name,
            "avatar": None,
            "bot": self.bot,
            "public_flags": 0,
            "avatar_decoration_data": None,
        }

    def member(self, *, with_user: bool = True) -> Json:
        """Return the member of a server; in ``resolved`` Discord leaves the account out."""
        member = {
            "nick": None,
            "avatar": None,
            "roles": [],
            "joined_at": JOINED,
            "premium_since": None,
            "deaf": False,
            "mute": False,
            "flags": 0,
            "pending": False,
            "permissions": str(self.permissions),
            "communication_disabled_until": None,
        }
        return {**member, "user": self.user()} if with_user else member


@dataclass(frozen=True)
class Channel:
    """A text channel of a server, or somebody's direct messages, whose ``guild`` is 0."""

    id: int
    guild: int
    name: str

    def payload(self) -> Json:
        """Return the channel as it stands in a server and in an interaction."""
        if not self.guild:
            return {"id": str(self.id), "type": DIRECT_MESSAGE, "last_message_id": None, "flags": 0}
        return {
            "id": str(self.id),
            "type": TEXT_CHANNEL,
            "guild_id": str(self.guild),
            "name": self.name,
            "position": 0,
            "permission_overwrites": [],
            "nsfw": False,
            "parent_id": None,
            "topic": None,
            "last_message_id": None,
            "rate_limit_per_user": 0,
            "flags": 0,
        }


@dataclass
class Guild:
    """A server, as its members call it."""

    id: int
    name: str
    owner: int
    channels: list[Channel] = field(default_factory=list)
    in_reach: bool = True
    """Whether Discord tells more of it than that it is there: not so in an outage."""

    def shard(self, count: int) -> int:
        """Return which of ``count`` shards hears of it."""
        return (self.id >> 22) % count

    def payload(self, bot: Person) -> Json:
        """Return the server as GUILD_CREATE tells of it."""
        everyone = {
            "id": str(self.id),
            "name": "@everyone",
            "permissions": str(EVERYDAY),
            "position": 0,
            "color": 0,
            "colors": {"primary_color": 0, "secondary_color": None, "tertiary_color": None},
            "hoist": False,
            "managed": False,
            "mentionable": False,
            "flags": 0,
        }
        return {
            "id": str(self.id),
            "name": self.name,
            "owner_id": str(self.owner),
            "unavailable": False,
            "member_count": 6,
            "joined_at": JOINED,
            "large": False,
            "features": [],
            "preferred_locale": "en-US",
            "verification_level": 0,
            "default_message_notifications": 0,
            "explicit_content_filter": 0,
            "mfa_level": 0,
            "nsfw_level": 0,
            "premium_tier": 0,
            "system_channel_flags": 0,
            "afk_timeout": 300,
            "premium_progress_bar_enabled": False,
            "roles": [everyone],
            "members": [bot.member()],
            "channels": [channel.payload() for channel in self.channels],
            **{
                name: []
                for name in (
                    "emojis",
                    "stickers",
                    "threads",
                    "presences",
                    "voice_states",
                    "stage_instances",
                    "guild_scheduled_events",
                    "soundboard_sounds",
                )
            },
        }


class World:
    """Everybody and every place there is, by name."""

    def __init__(self, people: Iterable[str] = (), moderators: Iterable[str] = ()) -> None:
        self.ids = Snowflakes()
        self.base = ""  # the address of the server that plays Discord, once it runs
        self.application = self.ids.next()
        self.bot = Person(self.ids.next(), "Podkeeper", bot=True)
        self.people: dict[str, Person] = {}
        self.guilds: list[Guild] = []
        self.commands: dict[str, Json] = {}  # as registered: they outlive a server that plays here
        self.channels: dict[str, Channel] = {}
        for name in people:
            self.person(name)
        for name in moderators:
            self.person(name, permissions=EVERYDAY | MANAGE_MESSAGES)

    def person(self, name: str, permissions: int = EVERYDAY) -> Person:
        """Add somebody."""
        self.people[name] = Person(self.ids.next(), name, permissions)
        return self.people[name]

    def guild(self, *channels: str, shard: tuple[int, int] = (0, 1)) -> Guild:
        """Add a server with these channels, of which shard ``shard[0]`` of ``shard[1]`` hears."""
        number, count = shard
        serial = (self.ids.next() >> 22) - 1_000_000 + len(self.guilds) * count
        id_ = (serial - serial % count + number) << 22
        guild = Guild(id_, f"Server {len(self.guilds) + 1}", self.bot.id)
        for name in channels:
            channel = Channel(self.ids.next(), id_, name)
            guild.channels.append(channel)
            self.channels[name] = channel
        self.guilds.append(guild)
        return guild

    def direct(self, name: str) -> Channel:
        """Open somebody's direct messages with the bot: the channel "@Ana"."""
        channel = Channel(self.ids.next(), 0, f"@{name}")
        self.channels[channel.name] = channel
        return channel
