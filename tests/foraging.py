"""Foraging Squirrels in a simulated Discord, played with its buttons and menus."""

from __future__ import annotations

import re
from typing import Any

from simcord import interactions
from simcord.results import InteractionResult

from bot.game.forage.game import Forage
from bot.game.forage.rules import FORAGE
from bot.store.port import Place
from bot.table import Table
from bot.tables.tables import Tables
from tests.pods import Answer, Message, Pod, components, parts

GALLERY = 12
FORM_SENT = 5


async def table(pod: Pod) -> Table[Forage]:
    """The table of the channel's squirrels, read from the store."""
    return await Tables(pod.store, FORAGE).table(place(pod))


def place(pod: Pod) -> Place:
    return Place(pod.channel.id, pod.channel.guild.id, FORAGE.kind)


async def game(pod: Pod) -> Forage:
    return (await table(pod)).game


async def whose(pod: Pod) -> str:
    """Whose turn it is."""
    found = (await game(pod)).whose
    assert found is not None
    return pod.name(found)


async def others(pod: Pod) -> list[str]:
    """The players who have to wait."""
    state = await game(pod)
    return [pod.name(player) for player in state.living if player != state.whose]


async def begin(pod: Pod, *names: str, **options: Any) -> Answer:
    """Have these players start a game; without a seed it is one in which much can be tried."""
    named = {f"player{number}": name for number, name in enumerate(names, start=1)}
    return await pod.slash(names[0], "forage start", **{"seed": "hello", **named, **options})


async def choose_colour(pod: Pod, at: int = 0) -> None:
    """Choose a colour where there are several."""
    menus = [menu for menu in pod.menus() if menu.endswith("which colour?")]
    if menus:
        offered = pod.options(menus[0])
        await pod.pick(await whose(pod), menus[0], offered[at % len(offered)])


def ways(pod: Pod) -> list[str]:
    """The directions that can be pressed, that which takes most first."""
    found = [label for label in pod.labels() if " takes " in label]
    return sorted(found, key=lambda label: -int(re.search(r"takes (\d+)", label)[1]))  # type: ignore[index]


async def run(pod: Pod, at: int = 0) -> None:
    """Have the player to move take a turn: a colour, and the direction that takes most."""
    who = await whose(pod)
    await choose_colour(pod, at)
    await pod.press(who, ways(pod)[0])


async def until_dig(pod: Pod) -> str:
    """Have turns taken until the player to move could dig; returns who that is."""
    while "Dig first (once a game)" not in pod.labels():
        await run(pod)
    return await whose(pod)


async def play_out(pod: Pod) -> None:
    """Have the game played to its end."""
    at = 0
    while not (await game(pod)).over:
        await run(pod, at)
        at += 1


def picture(pod: Pod, message: Message | None = None) -> dict[str, Any]:
    """The board of a message: where it is, and what stands for it."""
    found = [part for part in parts(components(message or pod.panel)) if part["type"] == GALLERY]
    assert len(found) == 1
    (shown,) = found[0]["items"]
    return {"url": shown["media"]["url"], "alt": shown["description"]}


async def type_in(pod: Pod, who: str, answer: Answer, text: str) -> Answer:
    """Have somebody fill in the form that came as an answer, and send it off."""
    sent = await pod.people[who].submit_modal(answer.result, {"text": text})
    return Answer(pod, sent)


def filled_in(answer: Answer) -> str:
    """What already stands in the form that came as an answer."""
    form = answer.result.modal
    assert form is not None
    return str(form["components"][0]["component"].get("value") or "")


async def send_form(pod: Pod, who: str, custom_id: str, *fields: Any) -> InteractionResult:
    """Have a form come in that nobody was shown."""
    backend = pod.env.backend
    record, payload = interactions.base_payload(
        backend,
        type=FORM_SENT,
        channel_id=pod.channel.id,
        guild_id=pod.channel.guild.id,
        user_id=pod.people[who].id,
        data={"custom_id": custom_id, "components": list(fields)},
    )
    backend.emit("INTERACTION_CREATE", payload)
    await pod.env.settle()
    return InteractionResult(pod.env, record)
