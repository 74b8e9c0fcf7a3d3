"""The lobby: who gathers for a pod, and how they will play."""

from typing import Any

import discord

from bot.game.game import Lobby, Mode, Order
from bot.game.pod import FEWEST, places
from bot.i18n import mark, say
from bot.table import PodTable
from bot.ui.buttons import BLUE, GREEN, button, row
from bot.ui.layout import text
from bot.ui.pod import in_play
from bot.ui.table_link import shown_link
from bot.ui.words import (
    mention,
)

Item = discord.ui.Item[Any]

MODES = {
    Mode.FREE_FOR_ALL: mark("Free-for-all"),
    Mode.TWO_HEADED_GIANT: mark("Two-Headed Giant"),
}


def lobby(table: PodTable) -> list[Item]:
    """Return the lobby: who has joined, how they will play, and Join, Leave, Start."""
    waiting = table.game.lobby
    assert waiting is not None
    count = len(waiting.players)
    needed = places(waiting.mode) if waiting.mode is Mode.TWO_HEADED_GIANT else FEWEST
    names = "\n".join(f"{i}. {mention(p)}" for i, p in enumerate(waiting.players, start=1))
    bounties = say("with bounties") if waiting.bounties else say("without bounties")
    head = [
        say("## A pod gathers: {n} of {places}", n=count, places=places(waiting.mode)),
        f"-# {say(MODES[waiting.mode])}, {_order(waiting)}, {bounties}",
        names or say("Nobody has joined yet."),
    ]
    if waiting.link:
        head.append(shown_link(waiting.link))
    playing = in_play(table.game)
    if playing:
        head.append(say("Starting begins a new game and puts this table's away."))
    seen = table.version
    items: list[Item] = [
        text("\n".join(head)),
        row(
            button("pod.join", label=say("Join"), style=GREEN, seen=seen),
            button("pod.leavelobby", label=say("Leave"), seen=seen),
            button(
                "pod.startlobby", label=say("Start"), style=BLUE, seen=seen, disabled=count < needed
            ),
            button("pod.undo", label=say("Undo"), seen=seen, disabled=not table.cursor),
        ),
    ]
    if not playing:
        meanwhile = say("Play Foraging Squirrels meanwhile")
        items.append(row(button("forage.lobby", label=meanwhile, emoji="🐿️")))
    return items


def _order(waiting: Lobby) -> str:
    as_listed = waiting.order is Order.LISTED
    if waiting.mode is Mode.TWO_HEADED_GIANT:
        if as_listed:
            return say("as listed: the first two are a team")
        return say("teams drawn at random")
    return say("as listed") if as_listed else say("in random order")
