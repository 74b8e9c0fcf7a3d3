"""Discord's limits for slash commands and for the answers to them.

https://discord.com/developers/docs/interactions/application-commands
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from typing import Any

from tests.e2e.loopback import limits
from tests.e2e.loopback.world import Json

Broken = Iterator[str]

COMMAND, AUTOCOMPLETE, COMPONENT, MODAL = 2, 4, 3, 5
REPLY, DEFERRED, DEFERRED_EDIT, EDIT, CHOICES, FORM = range(4, 10)
POSSIBLE = {
    COMMAND: {REPLY, DEFERRED, FORM},
    COMPONENT: {REPLY, DEFERRED, DEFERRED_EDIT, EDIT, FORM},
    MODAL: {REPLY, DEFERRED, DEFERRED_EDIT, EDIT},
    AUTOCOMPLETE: {CHOICES},
}
SUB_COMMAND, GROUP, STRING, INTEGER, BOOLEAN, USER = 1, 2, 3, 4, 5, 6
NUMBER, ATTACHMENT = 10, 11
NAME = re.compile(r"[-_'\w]{1,32}")
MOST_TEXT = 8000


def commands(listed: list[Json]) -> Broken:
    """Check the whole list of commands of a bot."""
    if len(listed) > 100:
        yield f"{len(listed)} commands, 100 are possible"
    yield from _twice(listed, "commands")
    for command in listed:
        yield from _option(command, command["name"], depth=0)
        if (length := _text(command)) > MOST_TEXT:
            yield f"/{command['name']}: {length} characters in all, {MOST_TEXT} are possible"


def _option(option: Json, path: str, depth: int) -> Broken:
    for name in (option["name"], *(option.get("name_localizations") or {}).values()):
        if not NAME.fullmatch(name) or name != name.lower():
            yield f"/{path}: {name!r} is no possible name"
    texts = (option.get("description"), *(option.get("description_localizations") or {}).values())
    if not all(text and len(text) <= 100 for text in texts):
        yield f"/{path}: a description of 1 to 100 characters is needed"
    yield from (f"/{path}: {broken}" for broken in _choices(option))
    inner = option.get("options") or []
    if len(inner) > 25:
        yield f"/{path}: {len(inner)} options, 25 are possible"
    yield from _twice(inner, f"options of /{path}")
    required = [bool(part.get("required")) for part in inner]
    if required != sorted(required, reverse=True):
        yield f"/{path}: a required option behind one that is not"
    nested = [part["type"] in {SUB_COMMAND, GROUP} for part in inner]
    if any(nested) and not all(nested):
        yield f"/{path}: options beside sub-commands"
    if any(nested) and depth > 1:
        yield f"/{path}: sub-commands too deep"
    for part in inner:
        yield from _option(part, f"{path} {part['name']}", depth + 1)


def _choices(option: Json) -> Broken:
    choices = option.get("choices") or []
    if choices and option.get("autocomplete"):
        yield "choices and autocomplete at once"
    yield from _offered(choices)
    if option.get("min_length", 0) > option.get("max_length", 6000):
        yield "min_length above max_length"


def _offered(choices: list[Json]) -> Broken:
    if len(choices) > 25:
        yield f"{len(choices)} choices, 25 are possible"
    for choice in choices:
        if not 1 <= len(choice["name"]) <= 100:
            yield f"a choice's name of {len(choice['name'])} characters"
        if isinstance(choice["value"], str) and not 1 <= len(choice["value"]) <= 100:
            yield f"a choice's value of {len(choice['value'])} characters"


def _twice(listed: list[Json], what: str) -> Broken:
    names = Counter(part["name"] for part in listed)
    if twice := [name for name, count in names.items() if count > 1]:
        yield f"{what} of the same name: {twice}"


def _text(option: Json) -> int:
    own = len(option["name"]) + len(option.get("description") or "")
    own += sum(len(c["name"]) + len(str(c["value"])) for c in option.get("choices") or ())
    return own + sum(map(_text, option.get("options") or ()))


def callback(body: Json, asked: int, files: Any) -> Broken:
    """Check the answer to an interaction of the kind ``asked``."""
    kind, data = body.get("type"), body.get("data") or {}
    if kind not in POSSIBLE[asked]:
        yield f"callback type {kind} to an interaction of type {asked}"
    elif kind in {REPLY, EDIT}:
        yield from limits.message(data, files)
        if kind == REPLY and not any(data.get(n) for n in ("content", "components", "embeds")):
            yield "an empty message"
    elif kind == FORM:
        yield from limits.modal(data)
    elif kind == CHOICES:
        yield from _offered(data.get("choices") or [])
