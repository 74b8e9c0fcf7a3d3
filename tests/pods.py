"""A pod in a simulated Discord, so that tests read as an evening does.

    async with Pod.open(tmp_path) as pod:
        await pod.seat("Ana", "Bruno")
        await pod.press("Ana", "Next turn")
        assert "Turn 2: Bruno" in pod.panel_text()

Behind it are the real bot, its real command tree, and a database file of its own. Whatever
simcord, the simulated Discord, has to be asked for is asked here.
"""

from __future__ import annotations

import re
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass, replace
from math import inf
from pathlib import Path
from typing import Any
from unittest.mock import patch

import discord
import simcord
from simcord import interactions
from simcord.backend import serializers
from simcord.results import InteractionResult, ResponseMessage

from bot.app import build
from bot.client.client import PodBot
from bot.game.game import Game
from bot.game.rules import COMMANDER
from bot.panels.channels import Channels
from bot.settings.settings import Settings
from bot.store.port import Place, Store
from bot.table import Table
from bot.tables.tables import Tables

POD = ("Ana", "Bruno", "Carla", "Diego")
BYSTANDER = "Eva"
MODERATOR = "Mo"
ROBOT = "Robot"
EVERYBODY = (*POD, BYSTANDER, "Fabio", MODERATOR, ROBOT)

BUTTON, SELECT = 2, 3
COMPONENT_PRESSED = 3

Message = discord.Message | ResponseMessage


@contextmanager
def looking_once() -> Iterator[None]:
    """Have what is started here look once, and not every minute: of the clock on the wall."""
    with patch("cogs.privacy.LOOK", inf), patch("bot.privacy.departures.LOOK", inf):
        yield


@dataclass
class Pod:
    """A server with one channel, some people in it, and the bot."""

    env: simcord.Env
    bot: PodBot
    settings: Settings
    channel: Any
    people: dict[str, Any]

    @classmethod
    @asynccontextmanager
    async def open(
        cls, folder: Path, *, database: str = "podkeeper.db", flood_limit: int = 0
    ) -> AsyncIterator[Pod]:
        """Start the bot on a database in ``folder``; it is closed again in any case.

        Time stands still there, so without a ``flood_limit`` people may act as fast as they like.
        """
        settings = Settings(database_url=f"sqlite:///{folder / database}", flood_limit=flood_limit)
        bot = build(settings, shard_count=1)
        # A refusal counts as an error to simcord, so errors are looked at where they matter.
        env = simcord.Env(bot, check_errors=False)
        pod = None
        try:
            with looking_once():
                await env.start()
            guild = env.create_guild("Friday Night Commander")
            manager = guild.create_role(
                "Judges", permissions=discord.Permissions(manage_messages=True)
            )
            people = {
                name: guild.add_member(
                    env.create_user(name.lower(), global_name=name, bot=name == ROBOT),
                    roles=[manager] if name == MODERATOR else [],
                )
                for name in EVERYBODY
            }
            pod = cls(env, bot, settings, guild.create_text_channel("pod-1"), people)
            yield pod
        finally:
            await env.shutdown()
            await (pod.bot if pod else bot).close()

    # What people do

    async def slash(self, who: str, command: str, **options: Any) -> Answer:
        """Have somebody use a command. The name of a person stands for that person."""
        filled = {name: self._option(value) for name, value in options.items()}
        result = await self.people[who].slash(self.channel, command, **filled)
        return self._answered(result)

    async def type(self, who: str, command: str, option: str, text: str) -> list[str]:
        """Have somebody type into an option; returns the names that are offered."""
        offered = await self.people[who].autocomplete(self.channel, command, option, text)
        return [choice["name"] for choice in offered]

    async def press(self, who: str, label: str, on: Message | None = None) -> Answer:
        """Have somebody press a button, of the panel if no other message is named."""
        message = on or self.panel
        return self._answered(await self.people[who].click(message, label=label))

    async def pick(self, who: str, menu: str, *chosen: str, on: Message | None = None) -> Answer:
        """Have somebody choose in the menu whose placeholder begins with ``menu``."""
        message = on or self.panel
        part = self._menu(menu, message)
        values = [self._value(part, choice) for choice in chosen]
        result = await self.people[who].select(message, values, custom_id=part["custom_id"])
        return self._answered(result)

    async def forge(
        self,
        who: str,
        custom_id: str,
        values: Sequence[str] | None = None,
        on: Message | None = None,
    ) -> Answer:
        """Have a component pressed that the message does not have, or has no more."""
        record = self._emit(who, custom_id, values, on or self.panel, forged=True)
        await self.env.settle()
        return self._answered(InteractionResult(self.env, record))

    async def send(self, who: str, kind: int, data: dict[str, Any], **others: Any) -> Answer:
        """Have Discord pass on what no client would send; ``others`` is beside the ``data``."""
        record, payload = interactions.base_payload(
            self.env.backend,
            type=kind,
            channel_id=self.channel.id,
            guild_id=self.channel.guild.id,
            user_id=self.people[who].id,
            data=data,
        )
        self.env.backend.emit("INTERACTION_CREATE", payload | others)
        await self.env.settle()
        return Answer(self, InteractionResult(self.env, record))

    async def rush(self, label: str, *who: str, on: Message | None = None) -> list[Answer]:
        """Have everybody named press a button at the same moment, before anything is answered."""
        message = on or self.panel
        custom_id = self.button_id(label, message)
        records = [self._emit(name, custom_id, None, message) for name in who]
        await self.env.settle()
        return [self._answered(InteractionResult(self.env, record)) for record in records]

    async def seat(self, *names: str, **options: Any) -> Answer:
        """Seat a pod in this order, and pass turns until it is the first one's turn."""
        named = {f"player{number}": name for number, name in enumerate(names, start=1)}
        answer = await self.slash(names[0], "pod start", order="listed", **named, **options)
        for _ in names:
            if names[0] not in await self.active():
                await self.press(names[0], "Next turn")
        assert names[0] in await self.active(), answer.private
        return answer

    async def turns(self, count: int) -> None:
        """Pass ``count`` turns."""
        for _ in range(count):
            await self.press((await self.living())[0], "Next turn")

    async def undo(self, who: str) -> str:
        """Take back the last act; returns the question that was asked first."""
        await self.press(who, "Undo")
        question = self.panel_text()
        await self.press(who, "Yes, undo")
        return question

    async def more(self, who: str) -> ResponseMessage:
        """Open the menu of rarer acts."""
        return (await self.press(who, "More…")).message

    async def until_bounty(self, *names: str) -> None:
        """Have bounties collected until one of ``names`` comes on offer."""
        while not any(f"Bounty: {name}" in self.panel_text() for name in names):
            await self.collect()
            await self.turns(1)

    async def collect(self) -> str | None:
        """Have the active player collect what is on offer, if anything is; returns who did."""
        label = next((text for text in self.labels() if text.startswith("Collect")), None)
        if label is None:
            return None
        who = (await self.active())[0]
        await self.press(who, label)
        return who

    # What happens around them

    async def restart(self) -> None:
        """Stop the bot and start a new one on the same database."""
        old, self.bot = self.bot, build(self.settings, shard_count=1)
        await self.env.restart_bot(self.bot)
        await old.close()

    async def stop(self) -> None:
        """Stop the bot, so that its files can be read."""
        await self.bot.close()

    async def wait(self, *, minutes: float) -> None:
        await self.env.advance_time(minutes * 60)

    async def deliver_twice(self, who: str, label: str) -> None:
        """Have a press delivered twice, as Discord may."""
        self._emit(who, self.button_id(label), None, self.panel, times=2)
        await self.env.settle()

    def break_edits(self) -> None:
        """Make Discord refuse to edit messages, other than in answer to a press."""
        for path in ("/webhooks/*", "/channels/*/messages/*"):
            self.env.inject_error("PATCH", path, status=403, times=None)

    def mend_edits(self) -> None:
        self.env.backend.faults.clear()

    def break_answers(self, code: int) -> None:
        """Make Discord refuse the next answer."""
        self.env.inject_error("POST", "/interactions/*/callback", status=404, code=code)

    def in_channel(self, name: str) -> Pod:
        """The same people in another channel."""
        return replace(self, channel=self.channel.guild.create_text_channel(name))

    def stranger(self, name: str) -> Any:
        """Somebody who is not in this server."""
        return self.env.create_user(name.lower(), global_name=name)

    # What can be seen

    @property
    def panel(self) -> Message:
        """The newest message that everybody sees."""
        return self.messages[-1]

    @property
    def messages(self) -> list[discord.Message]:
        """The messages that everybody sees, oldest first."""
        return [m for m in self.channel.history() if not m.flags.ephemeral]

    def panel_text(self) -> str:
        return self.read(self.panel)

    def labels(self, message: Message | None = None) -> list[str]:
        """The buttons that can be pressed."""
        return [
            part["label"]
            for part in parts(components(message or self.panel))
            if part["type"] == BUTTON and not part.get("disabled")
        ]

    def menus(self, message: Message | None = None) -> list[str]:
        """What the menus ask for."""
        found = parts(components(message or self.panel))
        return [part["placeholder"] for part in found if part["type"] == SELECT]

    def options(self, menu: str, message: Message | None = None) -> list[str]:
        """What a menu offers."""
        return [option["label"] for option in self._menu(menu, message or self.panel)["options"]]

    def button_id(self, label: str, message: Message | None = None) -> str:
        """The id of a button."""
        found = parts(components(message or self.panel))
        return next(str(part["custom_id"]) for part in found if part.get("label") == label)

    def read(self, message: Message) -> str:
        """The text of a message as its readers see it: names, no ids."""
        names = {str(person.id): name for name, person in self.people.items()}
        return re.sub(r"<@(\d+)>", lambda match: names.get(match[1], match[0]), text_of(message))

    @property
    def application(self) -> int:
        return int(self.env.backend.application_id)

    def requests(self) -> list[str]:
        """What the bot asked Discord for: the path of each request."""
        return [request.path for request in self.env.http_requests]

    def sent(self) -> list[dict[str, Any]]:
        """The messages in the bot's requests, edits included."""
        bodies = [request.json for request in self.env.http_requests]
        return [body.get("data", body) for body in bodies if isinstance(body, dict)]

    # What is kept

    @property
    def place(self) -> Place:
        return Place(self.channel.id, self.channel.guild.id)

    @property
    def store(self) -> Store:
        return self.bot.parts.store

    @property
    def channels(self) -> Channels:
        """What the pods of channels have set, as the database has it."""
        return Channels(self.store)

    async def table(self) -> Table:
        return await Tables(self.bot.parts.store, COMMANDER).table(self.place)

    async def game(self) -> Game:
        return (await self.table()).game

    def files(self) -> list[Path]:
        """The files of the database."""
        path = self.settings.database_path
        return list(path.parent.glob(f"{path.name}*"))

    def verbs(self) -> set[str]:
        """Everything that a button can ask for."""
        return set(self.bot._on_verb)

    def views_in_memory(self) -> int:
        """How many messages discord.py keeps in memory to answer their buttons."""
        store = self.bot._connection._view_store
        return len(store._views) + len(store._synced_message_views)

    async def active(self) -> list[str]:
        """Whose turn it is."""
        return [self.name(player) for player in (await self.game()).active]

    async def living(self) -> list[str]:
        """Who is still in the game, in turn order."""
        return [self.name(player) for player in (await self.game()).living]

    def name(self, player: int) -> str:
        return next(name for name, person in self.people.items() if person.id == player)

    def id(self, name: str) -> int:
        return int(self.people[name].id)

    def _option(self, value: Any) -> Any:
        return self.people.get(value, value) if isinstance(value, str) else value

    def _menu(self, begins: str, message: Message) -> dict[str, Any]:
        return next(
            part
            for part in parts(components(message))
            if part["type"] == SELECT and part["placeholder"].startswith(begins)
        )

    def _value(self, menu: dict[str, Any], choice: str) -> str:
        return next(o["value"] for o in menu["options"] if choice in (o["label"], o["value"]))

    def _answered(self, result: InteractionResult) -> Answer:
        return Answer(self, result)

    def _emit(
        self,
        who: str,
        custom_id: str,
        values: Sequence[str] | None,
        message: Message,
        *,
        forged: bool = False,
        times: int = 1,
    ) -> Any:
        backend = self.env.backend
        stored = backend.get_message(self.channel.id, message.id)
        data: dict[str, Any] = {"custom_id": custom_id, "component_type": BUTTON}
        if values is not None:
            data |= {"component_type": SELECT, "values": list(values)}
        record, payload = interactions.base_payload(
            backend,
            type=COMPONENT_PRESSED,
            channel_id=self.channel.id,
            guild_id=self.channel.guild.id,
            user_id=self.people[who].id,
            data=data,
        )
        record.source_message_id = stored.id
        payload["message"] = dict(serializers.message_payload(backend, stored))
        if forged:  # discord.py looks for the component in the message as it was when pressed
            button = {"type": BUTTON, "style": 2, "label": "?", "custom_id": custom_id, "id": 2}
            select = {"type": SELECT, "options": [], "custom_id": custom_id, "id": 2}
            found = button if values is None else select
            payload["message"]["components"] = [{"type": 1, "components": [found], "id": 1}]
        for _ in range(times):
            backend.emit("INTERACTION_CREATE", payload)
        return record


@dataclass
class Answer:
    """What came back to whoever acted."""

    pod: Pod
    result: InteractionResult

    @property
    def private(self) -> str:
        """What only they can read."""
        return "\n".join(self.pod.read(m) for m in self._messages if m.ephemeral)

    @property
    def message(self) -> ResponseMessage:
        """The message that answered."""
        message = self.result.response
        assert message is not None, "nothing was answered"
        return message

    @property
    def answered(self) -> bool:
        return self.result.acknowledged

    @property
    def _messages(self) -> list[ResponseMessage]:
        first = self.result.response
        return [*([first] if first else []), *self.result.followups]


def components(message: Message) -> list[dict[str, Any]]:
    """The components of a message, as Discord got them."""
    if isinstance(message, ResponseMessage):
        return message.components
    return [component.to_dict() for component in message.components]  # type: ignore[misc]


def parts(found: Any) -> Iterator[dict[str, Any]]:
    """All components, nested ones too, from top to bottom."""
    for component in found:
        yield component
        yield from parts(component.get("components") or ())


def text_of(message: Message) -> str:
    """The text of a message."""
    return "\n".join(p["content"] for p in parts(components(message)) if p.get("content"))
