"""The definitions of all commands in every language, by Discord's rules.

https://discord.com/developers/docs/interactions/application-commands
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from bot.i18n import Language, messages, say, speaking
from tests.e2e.loopback import command_limits, schema
from tests.pods import Pod

Json = dict[str, Any]

LOCALES = ["en-US", "pt-BR", "es-ES", "es-419"]
TRANSLATED = set(LOCALES[1:])
NAME = re.compile(r"[-_'\w]{1,32}")
MENTIONED = re.compile(r"`/(\w+) ([^\s`]+)")
PARTS = {1, 2}
"""Sub-commands and their groups."""


@pytest.fixture
async def commands(tmp_path: Path) -> list[Json]:
    """What the bot tells Discord of its commands as it starts."""
    async with Pod.open(tmp_path) as pod:
        [synced] = [r.json for r in pod.env.http_requests if r.path.endswith("/commands")]
        return list(synced)


def walk(commands: list[Json], path: str = "") -> Iterator[tuple[str, Json]]:
    """Every command, group, sub-command and option, with the way to it."""
    for command in commands:
        name = f"{path}/{command['name']}"
        yield name, command
        yield from walk(command.get("options") or [], name)


def in_locale(part: Json, field: str, locale: str) -> str:
    """What a reader in ``locale`` sees: what is not translated is English."""
    return str((part.get(f"{field}_localizations") or {}).get(locale, part[field]))


def is_group(command: Json) -> bool:
    return any(option["type"] in PARTS for option in command.get("options") or ())


def every_form(part: Json, field: str) -> list[str]:
    return [part[field], *(part.get(f"{field}_localizations") or {}).values()]


def test_discord_takes_them(commands: list[Json]) -> None:
    assert list(command_limits.commands(commands)) == []


def test_they_are_in_the_languages_of_the_bot(commands: list[Json]) -> None:
    """Spanish serves both of Discord's kinds of it, and nothing else is told."""
    for path, part in walk(commands):
        told = part.get("description_localizations") or {}
        assert told.keys() == TRANSLATED, path
        assert told["es-ES"] == told["es-419"], path
        names = part.get("name_localizations") or {}
        assert names.keys() <= TRANSLATED, path
        assert names.get("es-ES") == names.get("es-419"), path


def test_groups_keep_their_names_so_that_discord_does_not_hide_their_commands(
    commands: list[Json],
) -> None:
    groups = [part for _, part in walk(commands) if is_group(part)]
    assert len(groups) >= 7
    assert [part["name"] for part in groups if part.get("name_localizations")] == []


def test_leaves_options_and_choices_are_translated(commands: list[Json]) -> None:
    by_path = dict(walk(commands))
    assert in_locale(by_path["/pod/start"], "name", "pt-BR") == "começar"
    assert in_locale(by_path["/dfc/show/card"], "name", "es-419") == "carta"
    [order] = [c for c in by_path["/pod/start/order"]["choices"] if c["value"] == "random"]
    assert in_locale(order, "name", "es-ES") == "al azar"
    assert in_locale(by_path["/help"], "name", "es-ES") == "ayuda"


@pytest.mark.parametrize("locale", LOCALES)
def test_names_in(locale: str, commands: list[Json]) -> None:
    for path, part in walk(commands):
        name = in_locale(part, "name", locale)
        assert NAME.fullmatch(name), path
        assert name == name.lower(), path
        assert 1 <= len(in_locale(part, "description", locale)) <= 100, path
        choices = [in_locale(choice, "name", locale) for choice in part.get("choices") or ()]
        assert all(1 <= len(choice) <= 100 for choice in choices), path
        assert len(set(choices)) == len(choices), path


@pytest.mark.parametrize("locale", LOCALES)
def test_no_two_of_one_place_have_the_same_name_in(locale: str, commands: list[Json]) -> None:
    places = [("", commands), *((path, part.get("options") or []) for path, part in walk(commands))]
    for path, parts in places:
        names = [in_locale(part, "name", locale) for part in parts]
        assert len(set(names)) == len(names), path


def test_the_whole_of_a_command_is_not_too_long(commands: list[Json]) -> None:
    """Of each name and description, Discord counts the longest that there is in any language."""
    for command in commands:
        length = 0
        for _, part in walk([command]):
            length += max(map(len, every_form(part, "name")))
            length += max(map(len, every_form(part, "description")))
            for choice in part.get("choices") or ():
                length += max(map(len, every_form(choice, "name"))) + len(str(choice["value"]))
        assert length <= command_limits.MOST_TEXT, command["name"]


@pytest.mark.skipif(schema.missing() is not None, reason=str(schema.missing()))
def test_discord_understands_them(commands: list[Json]) -> None:
    assert schema.Schemas().broken("commands", commands) == []


@pytest.mark.parametrize("language", [Language.PORTUGUESE, Language.SPANISH])
def test_messages_call_commands_as_the_readers_discord_does(
    language: Language, commands: list[Json]
) -> None:
    locale = {"pt": "pt-BR", "es": "es-ES"}[language]
    there_are = {
        (command["name"], in_locale(leaf, "name", locale))
        for command in commands
        for leaf in command.get("options") or ()
        if leaf["type"] in PARTS
    }
    mentioned = set()
    with speaking(language):
        for message in messages.template():
            if isinstance(message.id, str) and "`/" in message.id:
                mentioned |= set(MENTIONED.findall(say(message.id)))
    assert len(mentioned) > 10
    assert mentioned <= there_are
