"""The table panel: the one message of a channel that always shows how its game stands."""

from collections.abc import Sequence
from typing import Any

import discord

from bot.table import PodEntry, PodTable
from bot.ui import bounty, initiative, pod
from bot.ui.buttons import button
from bot.ui.layout import TEXT_LIMIT, card, length, rule, text, view
from bot.ui.telling import give_back, tell_all
from bot.ui.words import Names, within

Item = discord.ui.Item[Any]
MOST_NEWS = 1_200


def panel(
    table: PodTable, names: Names, news: Sequence[str] = (), question: Sequence[Item] = ()
) -> discord.ui.LayoutView:
    """Return the panel: what just happened, a question if one is open, and the table.

    ``names`` gives player names for menus, where mentions do not work.
    """
    body = [*question, *_body(table, names)]
    room = min(MOST_NEWS, TEXT_LIMIT - length(body))
    more = "… and {} more: `/pod log` has them."
    top = [text(within(news, room, more=more))] if news else []
    return view(*top, card(*body))


def _body(table: PodTable, names: Names) -> list[Item]:
    game = table.game
    if game.over:
        return pod.ended(table)
    if game.lobby is not None and not pod.in_play(game):
        return pod.lobby(table)
    offered, delved = bounty.section(table, names), initiative.section(table, names)
    if game.lobby is not None:
        # So full a message has no room for more thin lines.
        return [*pod.lobby(table), rule(), *offered, *delved, pod.controls(table)]
    return [
        pod.heading(game),
        rule(),
        *offered,
        rule(),
        *delved,
        rule(),
        pod.controls(table),
    ]


def ask_undo(table: PodTable, act: PodEntry) -> list[Item]:
    """Return the question before an undo: what it takes back, and what hands must put right."""
    lines = [*tell_all(act.events), *(f"By hand: {line}" for line in give_back(act.events))]
    return pod.confirm(
        "Undo this?",
        lines,
        button(
            "pod.undone", label="Yes, undo", style=discord.ButtonStyle.danger, seen=table.version
        ),
        button("pod.keep", label="Keep it", seen=table.version),
    )


def ask_redo(table: PodTable, act: PodEntry) -> list[Item]:
    """Return the question before a redo: what it does again."""
    return pod.confirm(
        "Do this again?",
        tell_all(act.events),
        button(
            "pod.redone", label="Yes, redo", style=discord.ButtonStyle.primary, seen=table.version
        ),
        button("pod.keep", label="Leave it", seen=table.version),
    )


def moved(link: str) -> discord.ui.LayoutView:
    """Return what an old panel becomes: a pointer to where the table is now."""
    return view(text(f"-# [The table went on ↓]({link})"))
