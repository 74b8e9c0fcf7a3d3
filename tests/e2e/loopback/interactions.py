"""What people do, as the gateway tells it, and what comes back to them."""

from __future__ import annotations

import asyncio
import secrets
from dataclasses import dataclass, field

from tests.e2e.loopback.messages import SELECT, Message
from tests.e2e.loopback.world import Channel, Json, Person, World

MOST_UPLOADED = 10 * 2**20
LONGEST_TEST = 40.0
"""Seconds until a test that waits for an answer gives up."""


@dataclass
class Interaction:
    """Something somebody did, and every answer to it. Times are `time.perf_counter`'s."""

    id: int
    token: str
    type: int
    channel: Channel
    payload: Json
    source: Message | None = None
    sent: float = 0.0
    arrived: float = 0.0
    due: float = float("inf")
    attempts: int = 0
    kind: int | None = None
    data: Json = field(default_factory=dict)
    original: Message | None = None
    followups: list[Message] = field(default_factory=list)
    _answered: asyncio.Event = field(default_factory=asyncio.Event)
    _settled: asyncio.Event = field(default_factory=asyncio.Event)

    @property
    def answered(self) -> bool:
        """Whether an answer was accepted."""
        return self.kind is not None

    def accept(self, kind: int, data: Json, arrived: float) -> None:
        """Take the one answer there may be."""
        self.kind, self.data, self.arrived = kind, data, arrived
        self._answered.set()

    def follow(self, message: Message) -> None:
        """Take a message that came after the answer."""
        if message not in self.followups:
            self.followups.append(message)
        self._settled.set()

    async def answer(self, seconds: float = LONGEST_TEST) -> Interaction:
        """Wait for the answer."""
        async with asyncio.timeout(seconds):
            await self._answered.wait()
        return self

    async def followed(self, seconds: float = LONGEST_TEST) -> Message:
        """Wait for a message after the answer; return the newest."""
        async with asyncio.timeout(seconds):
            await self._settled.wait()
        return self.followups[-1]

    @property
    def seconds(self) -> float:
        """How long the answer took."""
        return self.arrived - self.sent

    @property
    def choices(self) -> list[str]:
        """The names that autocomplete offered."""
        return [choice["name"] for choice in self.data.get("choices", ())]

    @property
    def message(self) -> Message:
        """The message that the answer made or changed."""
        assert self.original is not None, f"no message, but callback type {self.kind}"
        return self.original

    @property
    def text(self) -> str:
        """What the answer said, followed by what was sent after it."""
        return "\n".join(message.text for message in (self.message, *self.followups))

    @property
    def refused(self) -> bool:
        """Whether the answer, or what followed, was for whoever acted alone."""
        return any(message.ephemeral for message in (self.message, *self.followups))


def begin(
    world: World,
    type_: int,
    who: Person,
    channel: Channel,
    data: Json,
    source: Message | None = None,
) -> Interaction:
    """Return an interaction, ready to be sent."""
    id_, token = world.ids.next(), secrets.token_urlsafe(48)
    in_guild = bool(channel.guild)
    payload: Json = {
        "id": str(id_),
        "application_id": str(world.application),
        "type": type_,
        "token": token,
        "version": 1,
        "data": data,
        "channel_id": str(channel.id),
        "channel": channel.payload(),
        "locale": "en-US",
        "app_permissions": str(who.permissions),
        "entitlements": [],
        "authorizing_integration_owners": {"0": str(channel.guild)},
        "context": 0 if in_guild else 1,
        "attachment_size_limit": MOST_UPLOADED,
    }
    if in_guild:
        payload["guild_id"] = str(channel.guild)
        payload["guild"] = {"id": str(channel.guild), "locale": "en-US", "features": []}
        payload["guild_locale"] = "en-US"
        payload["member"] = who.member()
    else:
        payload["user"] = who.user()
    if source is not None:
        payload["message"] = source.payload()
    return Interaction(id_, token, type_, channel, payload, source)


def pressed(part: Json, values: tuple[str, ...] | None, world: World) -> Json:
    """Return the data of a press on a button, or of a choice in a menu."""
    data: Json = {"custom_id": part["custom_id"], "component_type": part["type"], "id": part["id"]}
    if values is None:
        return data
    if part["type"] == SELECT:
        offered = {option["label"]: option["value"] for option in part["options"]}
        return {**data, "values": [offered.get(value, value) for value in values]}
    people = [world.people[value] for value in values]
    return {
        **data,
        "values": [str(person.id) for person in people],
        "resolved": {
            "users": {str(person.id): person.user() for person in people},
            "members": {str(person.id): person.member(with_user=False) for person in people},
        },
    }


def typed(form: Json, text: str) -> Json:
    """Return the data of a form with one field that was sent off with ``text`` in it."""
    (label,) = form["components"]
    field_ = label.get("component") or label["components"][0]
    sent = {"type": 4, "id": 2, "custom_id": field_["custom_id"], "value": text}
    inner = {"component": sent} if "component" in label else {"components": [sent]}
    return {
        "custom_id": form["custom_id"],
        "components": [{"type": label["type"], "id": 1, **inner}],
        "resolved": {},
    }
