"""The messages of the loopback Discord: made and edited by request bodies, as Discord does it."""

from __future__ import annotations

import asyncio
import re
from collections import OrderedDict
from collections.abc import Iterator
from copy import deepcopy
from dataclasses import dataclass, field

from tests.e2e.loopback.bodies import Files
from tests.e2e.loopback.world import Channel, Json, World, moment

EPHEMERAL = 1 << 6
LOADING = 1 << 7
COMPONENTS_V2 = 1 << 15
ACTION_ROW, BUTTON, SELECT = 1, 2, 3
SELECTS = {3, 5, 6, 7, 8}
REPLY_TO_COMMAND = 20
MENTION = re.compile(r"<@(\d+)>")
MOST_REMEMBERED = 20_000


@dataclass
class Message:
    """A message of the bot. ``files`` are the pictures and texts it carries, by attachment id."""

    id: int
    channel: Channel
    world: World
    content: str = ""
    embeds: list[Json] = field(default_factory=list)
    components: list[Json] = field(default_factory=list)
    flags: int = 0
    files: dict[int, tuple[str, bytes]] = field(default_factory=dict)
    edits: int = 0
    edited: asyncio.Event = field(default_factory=asyncio.Event)
    deleted: bool = False

    @property
    def ephemeral(self) -> bool:
        """Whether only one person sees it."""
        return bool(self.flags & EPHEMERAL)

    @property
    def loading(self) -> bool:
        """Whether it only says that the bot is thinking."""
        return bool(self.flags & LOADING)

    def write(self, body: Json, files: Files) -> None:
        """Take over what a request says; what it does not name stays as it was."""
        if "content" in body:
            self.content = body["content"] or ""
        if "embeds" in body:
            self.embeds = body["embeds"] or []
        if "flags" in body:
            kept = self.flags & (EPHEMERAL | COMPONENTS_V2)
            self.flags = kept | (body["flags"] or 0)
        self._attach(body, files)
        if "components" in body:
            self.components = deepcopy(body["components"] or [])
            self._complete()

    def _attach(self, body: Json, files: Files) -> None:
        if "attachments" in body:
            kept = {int(part["id"]) for part in body["attachments"]}
            self.files = {id_: file for id_, file in self.files.items() if id_ in kept}
        for file in files.values():
            self.files[self.world.ids.next()] = file

    def _complete(self) -> None:
        """Give ids to components, and addresses to pictures that came along."""
        taken = {part.get("id") for part in parts(self.components)}
        number = 0
        for part in parts(self.components):
            if not part.get("id"):
                number += 1
                while number in taken:
                    number += 1
                part["id"] = number
            for media in media_of(part):
                self._unfurl(media)

    def _unfurl(self, media: Json) -> None:
        name = str(media["url"]).removeprefix("attachment://")
        for id_, (filename, _) in self.files.items():
            if filename == name and media["url"] != name:
                media["url"] = self._url(id_, filename)
                media["attachment_id"] = str(id_)
        media |= {"proxy_url": media["url"], "width": 1, "height": 1, "content_type": "image/png"}

    def _url(self, attachment: int, name: str) -> str:
        return f"{self.world.base}/attachments/{self.channel.id}/{attachment}/{name}"

    def payload(self) -> Json:
        """Return the message as Discord gives it out."""
        return {
            "id": str(self.id),
            "channel_id": str(self.channel.id),
            "type": REPLY_TO_COMMAND,
            "author": self.world.bot.user(),
            "application_id": str(self.world.application),
            "webhook_id": str(self.world.application),
            "content": self.content,
            "embeds": self.embeds,
            "components": self.components,
            "flags": self.flags,
            "timestamp": moment(self.id),
            "edited_timestamp": moment(self.id) if self.edits else None,
            "tts": False,
            "pinned": False,
            "mention_everyone": False,
            "mentions": [],
            "mention_roles": [],
            "attachments": [
                {
                    "id": str(id_),
                    "filename": name,
                    "size": len(data),
                    "url": self._url(id_, name),
                    "proxy_url": self._url(id_, name),
                }
                for id_, (name, data) in self.files.items()
            ],
        }

    # What a reader sees

    @property
    def text(self) -> str:
        """The text, with names where mentions are."""
        names = {str(person.id): person.name for person in self.world.people.values()}
        written = "\n".join(filter(None, (self.content, text_of(self.components))))
        return MENTION.sub(lambda found: names.get(found[1], found[0]), written)

    @property
    def buttons(self) -> list[str]:
        """The labels of the buttons that can be pressed."""
        return [
            part["label"]
            for part in parts(self.components)
            if part["type"] == BUTTON and part.get("label") and not part.get("disabled")
        ]

    def component(self, name: str) -> Json:
        """Return what is called ``name``: a button's label, a menu's placeholder, an id."""
        for part in parts(self.components):
            if part.get("disabled"):
                continue
            if name in (part.get("label"), part.get("custom_id")):
                return part
            if part["type"] in SELECTS and str(part.get("placeholder")).startswith(name):
                return part
        raise KeyError(f"{name!r} is not among {self.buttons} of: {self.text}")


class Board:
    """The messages of all channels; ``newest`` of each is what everybody sees at its bottom."""

    def __init__(self, world: World) -> None:
        self.newest: dict[int, Message] = {}
        self._world = world
        self._messages: OrderedDict[int, Message] = OrderedDict()

    def get(self, id_: int) -> Message | None:
        """Return a message, None if there is none; the oldest of very many are forgotten."""
        return self._messages.get(id_)

    def new(self, channel: Channel, body: Json, files: Files, flags: int) -> Message:
        """Post a message."""
        message = Message(self._world.ids.next(), channel, self._world, flags=flags)
        message.write(body, files)
        self._messages[message.id] = message
        if not message.ephemeral:
            self.newest[channel.id] = message
        while len(self._messages) > MOST_REMEMBERED:
            self._messages.popitem(last=False)
        return message

    def edit(self, message: Message, body: Json, files: Files) -> None:
        """Change a message."""
        message.write(body, files)
        message.edits += 1
        message.edited.set()

    def file(self, attachment: int) -> bytes | None:
        """Return a file that came with a message."""
        for message in self._messages.values():
            if attachment in message.files:
                return message.files[attachment][1]
        return None


def parts(components: list[Json]) -> Iterator[Json]:
    """Yield all components, nested ones too, from top to bottom."""
    for part in components:
        yield part
        yield from parts(part.get("components") or [])
        for single in ("accessory", "component"):
            if part.get(single):
                yield from parts([part[single]])


def media_of(part: Json) -> Iterator[Json]:
    """Yield the pictures and files that a component shows."""
    for item in (part, *part.get("items", ())):
        for name in ("media", "file"):
            if isinstance(item.get(name), dict):
                yield item[name]


def text_of(components: list[Json]) -> str:
    """Return what components say, mentions as they are written."""
    return "\n".join(part["content"] for part in parts(components) if part.get("content"))
