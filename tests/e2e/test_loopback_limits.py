"""The loopback Discord sees what breaks a limit of the real one."""

from typing import Any

import pytest

from tests.e2e.loopback import command_limits, limits

V2 = {"flags": 1 << 15}
TEXT: dict[str, Any] = {"type": 10, "content": "text"}


def button(**other: Any) -> dict[str, Any]:
    return {"type": 2, "style": 1, "label": "Next turn", "custom_id": "next", **other}


def row(*parts: dict[str, Any]) -> dict[str, Any]:
    return {"type": 1, "components": list(parts)}


def menu(**other: Any) -> dict[str, Any]:
    options = [{"label": "Ana", "value": "1"}, {"label": "Bruno", "value": "2"}]
    return {"type": 3, "custom_id": "menu", "options": options, **other}


def option(name: str = "card", **other: Any) -> dict[str, Any]:
    return {"type": 3, "name": name, "description": "A card", **other}


@pytest.mark.parametrize(
    "shown",
    [
        [TEXT, row(button(), button(custom_id="undo")), row(menu())],
        [{"type": 17, "components": [TEXT, row(button())]}],
        [row(button(style=5, custom_id=None, url="https://spelltable.wizards.com"))],
    ],
)
def test_what_discord_takes_is_taken(shown: list[dict[str, Any]]) -> None:
    assert list(limits.message({**V2, "components": shown}, {})) == []


@pytest.mark.parametrize(
    ("shown", "sentence"),
    [
        ([TEXT] * 41, "41 components"),
        ([{"type": 10, "content": "x" * 2001}] * 2, "4002 characters of text"),
        ([row(button(), button())], "custom_id given twice"),
        ([row(button(custom_id="x" * 101))], "custom_id of 101 characters"),
        ([row(button(label="x" * 81))], "label of 81 characters"),
        ([row(*(button(custom_id=str(n)) for n in range(6)))], "6 buttons in a row"),
        ([row(menu(), button())], "a row of"),
        ([row(menu(options=[{"label": "x", "value": str(n)} for n in range(26)]))], "26 options"),
        ([row(menu(options=[{"label": "x", "value": "1"}] * 2))], "value given twice"),
        ([row(menu(max_values=3))], "values of the options at most"),
        ([button()], "component type 2 at the top"),
        ([{"type": 17, "components": [{"type": 17, "components": [TEXT]}]}], "inside type 17"),
        ([{"type": 12, "items": [{"media": {"url": "attachment://a.png"}}]}], "did not come along"),
        ([], "an empty message"),
    ],
)
def test_a_message_that_discord_refuses_is_seen(shown: list[dict[str, Any]], sentence: str) -> None:
    assert sentence in "; ".join(limits.message({**V2, "components": shown}, {}))


@pytest.mark.parametrize(
    ("body", "sentence"),
    [
        ({**V2, "content": "x", "components": [TEXT]}, "beside Components V2"),
        ({"components": [TEXT]}, "without their flag"),
        ({"content": "x", "flags": 1 << 30}, "cannot be set"),
        ({"content": "x", "allowed_mentions": {"parse": ["all"]}}, "allowed_mentions"),
    ],
)
def test_parts_that_do_not_go_together_are_seen(body: dict[str, Any], sentence: str) -> None:
    assert sentence in "; ".join(limits.message(body, {}))


@pytest.mark.parametrize(
    ("command", "sentence"),
    [
        (option("Card"), "no possible name"),
        (option(description=""), "a description of"),
        (option(options=[option(), option("face", required=True)]), "a required option behind"),
        (option(options=[option(), option()]), "of the same name"),
        (option(options=[option(str(number)) for number in range(26)]), "26 options"),
        (option(choices=[{"name": str(n), "value": n} for n in range(26)]), "26 choices"),
        (option(autocomplete=True, choices=[{"name": "x", "value": "x"}]), "at once"),
        (option(options=[option(), option("show", type=1)]), "beside sub-commands"),
    ],
)
def test_a_command_that_discord_refuses_is_seen(command: dict[str, Any], sentence: str) -> None:
    assert sentence in "; ".join(command_limits.commands([command]))


def test_an_answer_of_the_wrong_kind_is_seen() -> None:
    (sentence,) = command_limits.callback({"type": 7, "data": {}}, command_limits.COMMAND, {})

    assert sentence == "callback type 7 to an interaction of type 2"


def test_more_choices_than_discord_offers_are_seen() -> None:
    choices = [{"name": str(number), "value": str(number)} for number in range(26)]
    body = {"type": 8, "data": {"choices": choices}}

    assert "26 choices, 25 are possible" in list(
        command_limits.callback(body, command_limits.AUTOCOMPLETE, {})
    )
