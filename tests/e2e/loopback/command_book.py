"""The slash commands that the bot has registered, and how a client writes their options."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tests.e2e.loopback import command_limits as kinds
from tests.e2e.loopback.world import Json, World


class CommandBook:
    """The slash commands that the bot has registered, and how their options are written."""

    def __init__(self, world: World) -> None:
        self._world = world
        self.uploads: dict[int, tuple[str, bytes]] = {}
        self.synced = 0

    def replace(self, listed: list[Json]) -> list[Json]:
        """Take over a whole list of commands; return it as Discord does, with ids."""
        self.synced += 1
        application = str(self._world.application)
        described = [
            {
                "type": 1,
                "default_member_permissions": None,
                "nsfw": False,
                **command,
                "id": str(self._world.ids.next()),
                "application_id": application,
                "version": str(self._world.ids.next()),
            }
            for command in listed
        ]
        self._world.commands = {command["name"]: command for command in described}
        return described

    @property
    def names(self) -> list[str]:
        """Every command that can be typed, as "pod start"."""
        return sorted(
            " ".join((command["name"], *path))
            for command in self._world.commands.values()
            for path in _leaves(command)
        )

    def data(self, path: str, options: Mapping[str, Any], focused: str | None = None) -> Json:
        """Return the data of an interaction that uses the command "pod start" with ``options``.

        A person's name stands for the person, a (name, bytes) pair for a file. It fails for what
        a client would not let anybody send.
        """
        first, *rest = path.split()
        command = described = self._world.commands[first]
        for word in rest:
            described = next(o for o in described["options"] if o["name"] == word)
        known = {option["name"]: option for option in described.get("options", ())}
        if focused is None:
            lacking = {n for n, o in known.items() if o.get("required")} - set(options)
            assert not lacking, f"/{path} needs {lacking}"
        resolved: Json = {}
        filled = [
            self._filled(known[name], value, resolved, typing=name == focused)
            for name, value in options.items()
        ]
        for word in reversed(rest):
            filled = [{"type": kinds.SUB_COMMAND, "name": word, "options": filled}]
        data = {"id": command["id"], "name": first, "type": 1, "options": filled}
        return {**data, "resolved": resolved} if resolved else data

    def _filled(self, option: Json, value: Any, resolved: Json, *, typing: bool) -> Json:
        kind = option["type"]
        if kind == kinds.USER:
            person = self._world.people[value]
            resolved.setdefault("users", {})[str(person.id)] = person.user()
            resolved.setdefault("members", {})[str(person.id)] = person.member(with_user=False)
            value = str(person.id)
        elif kind == kinds.ATTACHMENT:
            value = self._upload(value, resolved)
        elif kind == kinds.STRING and not typing:
            allowed = [choice["value"] for choice in option.get("choices", ())]
            assert not allowed or value in allowed, f"{value!r} is none of {allowed}"
            assert option.get("min_length", 0) <= len(value) <= option.get("max_length", 6000)
        filled = {"name": option["name"], "type": kind, "value": value}
        return {**filled, "focused": True} if typing else filled

    def _upload(
        self,
        file: tuple[str, bytes],
        resolved: Json,
    ) -> str:
        id_ = self._world.ids.next()
        self.uploads[id_] = file
        name, data = file
        url = f"{self._world.base}/attachments/0/{id_}/{name}"
        described = {"id": str(id_), "filename": name, "size": len(data), "url": url}
        resolved.setdefault("attachments", {})[str(id_)] = {
            **described,
            "proxy_url": url,
            "content_type": "text/plain; charset=utf-8",
        }
        return str(id_)


def _leaves(command: Json) -> list[tuple[str, ...]]:
    inner = [o for o in command.get("options") or () if o["type"] in (1, 2)]
    if not inner:
        return [()]
    return [(option["name"], *path) for option in inner for path in _leaves(option)]
