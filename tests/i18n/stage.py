"""Acts of an evening that work in any language: by what a button does, not by what is on it."""

from __future__ import annotations

import secrets
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any
from unittest.mock import patch

from bot.game.dungeon import open_choices
from tests.i18n.tongues import speak
from tests.i18n.transcript import Transcript
from tests.pods import BUTTON, SELECT, Answer, Message, Pod, components, parts


class Stage:
    """A pod whose evening is written down."""

    def __init__(self, pod: Pod) -> None:
        self.pod = pod
        self.told = Transcript(pod)

    @classmethod
    @asynccontextmanager
    async def open(cls, folder: Path, locale: str) -> AsyncIterator[Stage]:
        """Open a pod in which everybody, and the server, uses Discord in a language.

        Its dice fall the same every time, and its clock is simcord's, which stands still.
        """
        with patch.object(secrets, "token_hex", lambda count=32: "5e" * count):
            async with Pod.open(folder) as pod:
                speak(pod, server=locale, everybody=locale)
                for cog in pod.bot.cogs.values():
                    if panels := getattr(cog, "panels", None):
                        panels.tables._clock = pod.env.backend.clock.now
                yield cls(pod)

    async def slash(self, who: str, command: str, **options: Any) -> Answer:
        """Have somebody use a command."""
        answer = await self.pod.slash(who, command, **options)
        given = "".join(f" {name}:{_given(value)}" for name, value in options.items())
        self.told.did(f"{who}: /{command}{given}")
        return answer

    async def type(self, who: str, command: str, option: str, text: str) -> list[str]:
        """Have somebody type into an option."""
        offered = await self.pod.type(who, command, option, text)
        self.told.did(f"{who} types: /{command} {option}:{text}")
        return offered

    async def press(self, who: str, verb: str, *args: object, on: Message | None = None) -> Answer:
        """Have somebody press the first button that does ``verb``, of the panel or ``on``."""
        message = on or self.pod.panel
        result = await self.pod.people[who].click(message, custom_id=_id(message, verb, args))
        self.told.did(
            f"{who} presses: {' '.join([verb, *self._words(args)])}", in_private=_private(on)
        )
        return Answer(self.pod, result)

    async def press_late(self, who: str, verb: str, on: Message) -> None:
        """Have somebody press what a message showed before it changed."""
        await self.pod.forge(who, _id(on, verb, ()), on=on)
        self.told.did(f"{who} presses too late: {verb}")

    async def pick(
        self, who: str, verb: str, *values: object, on: Message | None = None, args: Any = ()
    ) -> Answer:
        """Have somebody choose in a menu: options by their value, people by their name."""
        message = on or self.pod.panel
        chosen = [str(self.pod.id(v)) if v in self.pod.people else str(v) for v in values]
        custom_id = _id(message, verb, args)
        result = await self.pod.people[who].select(message, chosen, custom_id=custom_id)
        self.told.did(
            f"{who} chooses: {verb} {', '.join(self._words(values))}", in_private=_private(on)
        )
        return Answer(self.pod, result)

    async def fill(self, who: str, answer: Answer, text: str, on: Message | None = None) -> Answer:
        """Have somebody send off a form, which a button of the message ``on`` opened, if any."""
        sent = await self.pod.people[who].submit_modal(answer.result, {"text": text})
        self.told.did(f"{who} fills the form in", in_private=_private(on))
        return Answer(self.pod, sent)

    def values(self, verb: str, on: Message | None = None) -> list[str]:
        """The values of the options of a menu."""
        for part in parts(components(on or self.pod.panel)):
            if part["type"] == SELECT and _does(part, verb):
                return [option["value"] for option in part["options"]]
        raise AssertionError(f"there is no menu that does {verb}")

    def can_press(self, verb: str, on: Message | None = None) -> bool:
        """Tell whether there is a button that does ``verb``."""
        found = parts(components(on or self.pod.panel))
        return any(part["type"] == BUTTON and _does(part, verb) for part in found)

    def can_pick(self, verb: str, on: Message | None = None) -> bool:
        """Tell whether there is a menu that does ``verb``."""
        found = parts(components(on or self.pod.panel))
        return any(part["type"] == SELECT and _does(part, verb) for part in found)

    async def rooms(self) -> None:
        """Have everybody who has to choose a room take the last one they can."""
        while choices := open_choices(await self.pod.game()):
            [*_, way] = choices[0].ways
            who = self.pod.name(choices[0].player)
            await self.press(who, "dungeon.choose", choices[0].player, way.dungeon.id, way.room.id)

    async def wait(self, minutes: int) -> None:
        """Let time pass."""
        await self.pod.wait(minutes=minutes)
        self.told.did(f"{minutes} minutes later")

    def elsewhere(self, channel: str) -> Stage:
        """The same people in another channel, written down in the same place."""
        there = Stage(self.pod.in_channel(channel))
        there.told = self.told
        return there

    async def next(self, who: str | None = None) -> None:
        """Pass the turn, after the rooms that have to be chosen."""
        await self.rooms()
        await self.press(who or (await self.pod.living())[0], "pod.next")

    async def until_turn_of(self, who: str) -> None:
        """Pass turns until it is the turn of ``who``."""
        while await self.pod.active() != [who]:
            await self.next()

    def _words(self, values: Any) -> list[str]:
        names = {str(person.id): name for name, person in self.pod.people.items()}
        return [names.get(str(value), str(value)) for value in values]


def _private(message: Message | None) -> bool:
    return message is not None and bool(getattr(message, "ephemeral", False))


def _given(value: Any) -> str:
    return str(getattr(value, "filename", None) or value)


def _does(part: dict[str, Any], verb: str) -> bool:
    return str(part.get("custom_id", "")).startswith(f"pk:{verb}:") and not part.get("disabled")


def _id(message: Message, verb: str, args: Any) -> str:
    wanted = "|".join(map(str, args))
    for part in parts(components(message)):
        if _does(part, verb):
            given = str(part["custom_id"]).split(":", 3)[3]
            if not wanted or given == wanted or given.startswith(f"{wanted}|"):
                return str(part["custom_id"])
    raise AssertionError(f"no button does {verb} {wanted}")
