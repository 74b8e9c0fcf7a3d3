"""The definitions of all commands, as Discord takes them: it refuses the whole set for one."""

import re
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any

import pytest

from cogs.dfc.cog import DfcCog
from cogs.pod.cog import PodCog
from tests.pods import Pod

NAME = re.compile(r"[-_'\w]{1,32}")
GROUP, SUBCOMMAND = 2, 1


@pytest.fixture
async def commands(tmp_path: Path) -> AsyncIterator[list[dict[str, Any]]]:
    async with Pod.open(tmp_path) as pod:
        yield [command.to_dict(pod.bot.tree) for command in pod.bot.tree.get_commands()]


def walk(commands: list[dict[str, Any]], path: str = "") -> Iterator[tuple[str, dict[str, Any]]]:
    """Every command, sub-command and option, with the way to it."""
    for command in commands:
        name = f"{path}/{command['name']}"
        yield name, command
        yield from walk(command.get("options") or [], name)


async def test_there_are_those_of_the_readme(commands: list[dict[str, Any]]) -> None:
    assert {command["name"] for command in commands} >= {
        "pod",
        "bounty",
        "initiative",
        "dungeon",
        "dfc",
        "forage",
    }
    assert len(commands) <= 100


async def test_names_and_descriptions(commands: list[dict[str, Any]]) -> None:
    for path, command in walk(commands):
        assert NAME.fullmatch(command["name"]), path
        assert command["name"] == command["name"].lower(), path
        assert 1 <= len(command["description"]) <= 100, path
        assert command["description"] != "…", path


async def test_options_and_choices(commands: list[dict[str, Any]]) -> None:
    for path, command in walk(commands):
        options = command.get("options") or []
        assert len(options) <= 25, path
        names = [option["name"] for option in options]
        assert len(set(names)) == len(names), path
        required = [option.get("required", False) for option in options]
        assert required == sorted(required, reverse=True), f"{path}: required options come first"
        choices = command.get("choices") or []
        assert len(choices) <= 25, path
        assert not (choices and command.get("autocomplete")), path
        for choice in choices:
            assert 1 <= len(choice["name"]) <= 100, path


async def test_the_whole_of_a_command_is_not_too_long(commands: list[dict[str, Any]]) -> None:
    for command in commands:
        words = 0
        for _, part in walk([command]):
            words += len(part["name"]) + len(part["description"])
            words += sum(len(c["name"]) + len(str(c["value"])) for c in part.get("choices") or ())
        assert words <= 8_000, command["name"]


async def test_tables_are_for_servers_only(commands: list[dict[str, Any]]) -> None:
    tables = {"pod", "bounty", "initiative", "dungeon", "forage"}
    for command in commands:
        if command["name"] in tables:
            assert command["contexts"] == [0] or command["dm_permission"] is False


@pytest.mark.parametrize("whole", [DfcCog, PodCog])
def test_no_part_of_a_group_takes_the_place_of_anothers_method(whole: type) -> None:
    """The parts are joined into one class, where a name can stand for one thing only."""
    names = [
        name
        for part in whole.__mro__
        if part.__module__.startswith("cogs.")
        for name, value in vars(part).items()
        if callable(value) and not name.startswith("__")
    ]
    assert [name for name in set(names) if names.count(name) > 1] == []
