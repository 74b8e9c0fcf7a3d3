"""Whatever is typed into a command, Discord takes the answer, and it breaks and pings nothing."""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from itertools import count
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from simcord import interactions

from tests import foraging
from tests.cogs.test_hostile_text import FORMATS, HOSTILE, leaves, of_others, texts
from tests.e2e.loopback import command_limits
from tests.e2e.loopback.limits import message as message_limits
from tests.e2e.loopback.messages import COMPONENTS_V2
from tests.pods import EVERYBODY, POD, Answer, Pod

STRING, INTEGER, BOOLEAN, USER, ATTACHMENT = 3, 4, 5, 6, 11
LONGEST = 6_000
"""Characters that Discord lets through where a command sets no limit of its own."""
ANY_INTEGER = 2**53 - 1
STRANGER = "Zoe"
BROKEN = "whoever runs the bot this number"
"""What a player is told of an error of ours."""
MOST_IN_A_FORM = 4_000

FEW, MANY = 12, int(os.environ.get("FUZZ_EXAMPLES") or 600)

Command = tuple[str, tuple[dict[str, Any], ...]]

MARKS = st.sampled_from(
    [
        *HOSTILE.split(),
        *("@here", "<@&1>", "<#1>", "</pod start:1>", "<a:x:1>", "<t:0:R>", "<id:home>"),
        *("`", "```", "||", "**", "__", "~~", "# ", "-# ", "> ", ">>> ", "- ", "1. ", "\\", "\n"),
        *("{name}", "{0}", "%s", "{", "}", "\x00", "\x1b[31m", "\u202e", "\u2066", "\u200b"),
        *("مرحبا", "שלום", "👩‍👩‍👧‍👦", "🏳️‍🌈", "e\u0301" * 20, "ß", "İ", "Ǆ", "ﷺ", "𒐫"),
        *("'; DROP TABLE steps; --", "$(id)", "file:///etc/passwd", "javascript:alert(1)"),
        *("https://spelltable.wizards.com/game/1", "https://b", "1", "-1", "\u0661", "1e9", "NaN"),
        *("Gatstaf Shepherd", "Fire // Ice", "//", "1x", "99999999999999999999"),
    ]
)
PIECES = st.one_of(MARKS, MARKS, st.text(max_size=40), st.characters(exclude_categories=["Cs"]))
HOSTILE_TEXT = st.builds(
    lambda pieces, times: "".join(pieces) * times,
    st.lists(PIECES, min_size=1, max_size=8),
    st.sampled_from([1, 1, 1, 2, 20, 400]),
).map(lambda text: text[:LONGEST] or "x")
PEOPLE = st.sampled_from([*POD, *POD, *EVERYBODY, STRANGER])
FILES = st.tuples(
    st.sampled_from(["cards.txt", "../../etc/passwd", "@everyone.txt", "x" * 200, "**x**.exe"]),
    st.one_of(HOSTILE_TEXT.map(str.encode), st.binary(max_size=200)),
)


@dataclass(frozen=True)
class Act:
    """Somebody uses a command; or they type into the option ``typing``, and send nothing.

    ``form`` is what they write where a form is the answer.
    """

    who: str
    command: str
    values: dict[str, Any] = field(default_factory=dict)
    typing: str | None = None
    form: str = ""


def tree(pod: Pod) -> list[Command]:
    """Every command of the program with its options, as Discord is told of them."""
    told = [command.to_dict(pod.bot.tree) for command in pod.bot.tree.get_commands()]
    return [(name, tuple(options)) for name, options in leaves(told)]


def a_value(option: dict[str, Any]) -> st.SearchStrategy[Any]:
    """Return what could come in an option, and what could only if Discord forgot its own limits."""
    allowed = [choice["value"] for choice in option.get("choices") or ()]
    if option["type"] == STRING:
        least, most = option.get("min_length") or 1, option.get("max_length") or LONGEST
        text = HOSTILE_TEXT.map(lambda typed: typed[:most].ljust(least, "*"))
        return (
            st.one_of(st.sampled_from(allowed), st.sampled_from(allowed), text) if allowed else text
        )
    if option["type"] == INTEGER:
        near = (option.get("min_value", 0) - 1, option.get("max_value", 1) + 1)
        return st.one_of(
            st.integers(*near), st.integers(-ANY_INTEGER, ANY_INTEGER), st.sampled_from(near)
        )
    return {BOOLEAN: st.booleans(), USER: PEOPLE, ATTACHMENT: FILES}[option["type"]]


@st.composite
def acts(draw: st.DrawFn, known: list[Command]) -> Act:
    """Draw what somebody does, with any of the optional options, in any order."""
    name, options = draw(st.sampled_from(known))
    filled = [
        option
        for option in draw(st.permutations(options))
        if option.get("required") or draw(st.booleans())
    ]
    values = {option["name"]: draw(a_value(option)) for option in filled}
    offered = [option["name"] for option in filled if option.get("autocomplete")]
    typing = draw(st.sampled_from([None, *offered]))
    return Act(
        draw(PEOPLE.filter(EVERYBODY.__contains__)), name, values, typing, draw(HOSTILE_TEXT)
    )


async def carry_out(pod: Pod, act: Act) -> Answer:
    """Have Discord pass an act on: raw, past what a client and its limits keep from coming in."""
    kinds = {
        option["name"]: option["type"]
        for name, options in tree(pod)
        if name == act.command
        for option in options
    }
    resolved: dict[str, Any] = {}
    filled = [
        {
            "name": name,
            "type": kinds[name],
            "value": on_the_wire(pod, kinds[name], value, resolved),
            **({"focused": True} if name == act.typing else {}),
        }
        for name, value in act.values.items()
    ]
    root, *rest = act.command.split()
    for word in reversed(rest):
        filled = [{"type": 1, "name": word, "options": filled}]
    data = {"id": "1", "name": root, "type": 1, "options": filled, "resolved": resolved}
    kind = command_limits.COMMAND if act.typing is None else command_limits.AUTOCOMPLETE
    return await pod.send(act.who, kind, data)


def on_the_wire(pod: Pod, kind: int, value: Any, resolved: dict[str, Any]) -> Any:
    """Return a value as Discord writes it; ``resolved`` takes in who or what it stands for."""
    if kind == USER:
        person = pod.people[value]
        interactions.resolve_handle(pod.people["Ana"], person, resolved, channel_id=pod.channel.id)
        return str(person.id)
    if kind == ATTACHMENT:
        name, data = value
        return interactions.store_interaction_attachment(
            pod.env.backend, pod.channel.id, name, data, resolved
        )
    return value


def check(pod: Pod, act: Act, answer: Answer, since: int) -> None:
    """Check that there was an answer, that Discord takes it, and that it hides no defect."""
    assert answer.answered, act
    for request in pod.env.http_requests[since:]:
        body = request.json
        if request.method not in {"POST", "PATCH"} or not isinstance(body, dict):
            continue
        told = body.get("data", body)
        files = {
            int(file["id"]): (file["filename"], b"")
            for file in told.get("attachments") or ()
            if "filename" in file
        }
        if request.path.endswith("/callback"):
            asked = (
                command_limits.AUTOCOMPLETE
                if body["type"] == command_limits.CHOICES
                else command_limits.COMMAND
            )
            broken = list(command_limits.callback(body, asked, files))
        else:
            broken = list(message_limits(told, files, COMPONENTS_V2))
        assert broken == [], (act, told)
        if "components" in told and "title" not in told:
            assert told["allowed_mentions"]["parse"] == [], act
            assert not told["allowed_mentions"].get("users"), act
        for shown in texts(told):
            assert BROKEN not in shown, act
            found = FORMATS.search(of_others(pod, shown))
            assert not found, (act, found, shown)


_CHANNELS = count(2)


@pytest.fixture
async def crowd(pod: Pod) -> Pod:
    """A pod to which somebody belongs who is not of its server."""
    pod.people[STRANGER] = pod.stranger(STRANGER)
    return pod


async def play(pod: Pod, data: st.DataObject) -> None:
    """Have people do things at a table of their own, where a game may be under way."""
    table = pod.in_channel(f"pod-{next(_CHANNELS)}")
    if data.draw(st.booleans(), label="a pod is seated"):
        await table.seat(*POD)
        await table.slash("Ana", "dfc enter", card="Gatstaf Shepherd")
    if data.draw(st.booleans(), label="squirrels forage"):
        await foraging.begin(table, "Ana", "Bruno")
    for act in data.draw(st.lists(acts(tree(pod)), min_size=1, max_size=8), label="acts"):
        since = len(pod.env.http_requests)
        answer = await carry_out(table, act)
        if answer.result.modal is not None:
            await foraging.type_in(table, act.who, answer, act.form[:MOST_IN_A_FORM])
        check(table, act, answer, since)


HOW = {
    "deadline": None,
    "database": None,
    "suppress_health_check": [*HealthCheck],
}


@settings(max_examples=FEW, **HOW)
@given(data=st.data())
async def test_hostile_text_breaks_nothing(crowd: Pod, data: st.DataObject) -> None:
    await play(crowd, data)


@pytest.mark.prove
@settings(max_examples=MANY, **HOW)
@given(data=st.data())
async def test_hostile_text_breaks_nothing_for_long(crowd: Pod, data: st.DataObject) -> None:
    await play(crowd, data)
