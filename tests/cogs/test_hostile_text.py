"""What players type is shown as it was typed, if at all: it formats, mentions and opens nothing."""

import re
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.pods import POD, Pod, parts

HOSTILE = "@everyone <@1> **x** [a](http://b) ../../etc"
FORMATS = re.compile(
    r"@everyone|@here|(?<!\\)<[@#:]|(?<!\\)\*\*x(?<!\\)\*\*|(?<!\\)\]\(http|(?<![: ])https?://b"
)
"""What Discord would make something of, had it come from a player."""

SUBCOMMAND, GROUP, STRING, INTEGER, USER, ATTACHMENT = 1, 2, 3, 4, 6, 11
TEXT = 10


@pytest.fixture
async def pod(tmp_path: Path) -> AsyncIterator[Pod]:
    async with Pod.open(tmp_path) as pod:
        yield pod


def leaves(
    commands: list[dict[str, Any]], path: str = ""
) -> Iterator[tuple[str, list[dict[str, Any]]]]:
    """Every command that can be used, with its options."""
    for command in commands:
        name = f"{path} {command['name']}".strip()
        options = command.get("options") or []
        if options and options[0]["type"] in {SUBCOMMAND, GROUP}:
            yield from leaves(options, name)
        else:
            yield name, options


def typed(option: dict[str, Any], text: str) -> str:
    return text[: option.get("max_length", 4_000)].ljust(option.get("min_length") or 0, "*")


def is_free(option: dict[str, Any]) -> bool:
    return option["type"] == STRING and not option.get("choices")


def filled(options: list[dict[str, Any]], hostile: str, text: str) -> dict[str, Any]:
    """Values for one option of a command, and for those that it cannot do without."""
    values: dict[str, Any] = {hostile: text}
    for option in options:
        if option.get("required") and option["name"] not in values:
            choices = option.get("choices")
            values[option["name"]] = {
                STRING: choices[0]["value"] if choices else typed(option, text),
                INTEGER: choices[0]["value"] if choices else option.get("min_value", 1),
                USER: "Ana",
            }[option["type"]]
    return values


def texts(body: dict[str, Any]) -> Iterator[str]:
    """The texts of a message that Discord reads as markdown."""
    if isinstance(body.get("content"), str):
        yield body["content"]
    for part in parts(body.get("components") or ()):
        if part["type"] == TEXT:
            yield part["content"]


def of_others(pod: Pod, text: str) -> str:
    """A text without what the bot itself mentions and links to, and without what is set as code."""
    people = "|".join(str(person.id) for person in pod.people.values())
    ours = rf"<@({people})>|<t:\d+:R>|\]\(https://discord\.com/[^)]*\)"
    return re.sub(rf"{ours}|(?<!\\)`[^`\n]*`", "", text)


def messages(pod: Pod) -> list[dict[str, Any]]:
    """Everything that the bot has sent or edited."""
    return [body for body in pod.sent() if "components" in body]


def free_options(pod: Pod) -> list[tuple[str, list[dict[str, Any]], dict[str, Any]]]:
    commands = [command.to_dict(pod.bot.tree) for command in pod.bot.tree.get_commands()]
    return [
        (name, options, option)
        for name, options in leaves(commands)
        for option in options
        if is_free(option)
    ]


@pytest.mark.parametrize("text", [HOSTILE, *HOSTILE.split(), "`@everyone` ||<#1>|| # x"])
@pytest.mark.parametrize("seated", [True, False])
async def test_no_option_formats_mentions_or_links(pod: Pod, text: str, *, seated: bool) -> None:
    if seated:
        await pod.seat(*POD)
    options = free_options(pod)
    assert {name.partition(" ")[0] for name, _, _ in options} >= {
        *("pod", "dungeon", "initiative", "dfc", "forage")
    }
    for name, others, option in options:
        before = len(pod.sent())
        asked = typed(option, text)
        await pod.slash("Ana", name, **filled(others, option["name"], asked))
        answers = pod.sent()[before:]
        assert answers, name
        for body in answers:
            for shown in texts(body):
                assert not FORMATS.search(of_others(pod, shown)), (name, asked, shown)


def test_what_this_looks_for_is_in_what_is_typed() -> None:
    *formats, path = HOSTILE.split()
    assert all(FORMATS.search(text) for text in formats)
    assert not FORMATS.search(path)


async def test_what_is_offered_while_typing_is_never_what_was_typed(pod: Pod) -> None:
    await pod.seat(*POD)
    for name, _, option in free_options(pod):
        if option.get("autocomplete"):
            offered = await pod.type("Ana", name, option["name"], typed(option, HOSTILE))
            assert not [text for text in offered if FORMATS.search(text)], name


async def test_every_message_is_sent_so_that_it_pings_nobody(pod: Pod) -> None:
    await pod.seat(*POD, link="https://spelltable.wizards.com/game/1")
    await pod.turns(4)
    await pod.undo("Bruno")
    await pod.press("Ana", "Log", on=await pod.more("Ana"))
    for name, others, option in free_options(pod):
        await pod.slash("Bruno", name, **filled(others, option["name"], HOSTILE[:10]))
    await pod.slash("Eva", "pod next")  # a refusal that names players
    await pod.slash("Ana", "pod end")
    sent = messages(pod)
    assert len(sent) > 20
    for body in sent:
        assert body["allowed_mentions"]["parse"] == [], body
        assert not body["allowed_mentions"].get("users"), body
        assert not body["allowed_mentions"].get("roles"), body


async def test_no_file_is_named_by_a_player(pod: Pod, tmp_path: Path) -> None:
    await pod.seat(*POD)
    before = {path for path in tmp_path.rglob("*") if not path.name.startswith("podkeeper.db")}
    for name, others, option in free_options(pod):
        await pod.slash("Ana", name, **filled(others, option["name"], "../../etc/passwd"))
    files = [file for body in pod.sent() for file in body.get("attachments") or ()]
    assert all(re.fullmatch(r"[\w.-]+", str(file.get("filename", "x"))) for file in files)
    assert before == {
        path for path in tmp_path.rglob("*") if not path.name.startswith("podkeeper.db")
    }
