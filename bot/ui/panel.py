"""The table panel: the one message of a channel that always shows how its game stands."""

from collections.abc import Sequence
from typing import Any

import discord

from bot.i18n import mark, say
from bot.table import PodEntry, PodTable
from bot.ui import battlefield, bounty, initiative, lobby, pod, recap
from bot.ui.buttons import button
from bot.ui.layout import COMPONENT_LIMIT, TEXT_LIMIT, card, count, length, rule, text, view
from bot.ui.telling import give_back, tell_all
from bot.ui.words import Names, within

Item = discord.ui.Item[Any]
MOST_NEWS = 1_200
FRAME = 3  # the news, a picture, and the frame around the rest


def panel(
    table: PodTable, names: Names, news: Sequence[str] = (), question: Sequence[Item] = ()
) -> discord.ui.LayoutView:
    """Return the panel: what just happened, a question if one is open, and the table.

    ``names`` gives player names for menus, where mentions do not work.
    """
    body = _fitting(table, names, question)
    room = min(MOST_NEWS, TEXT_LIMIT - length(body))
    more = mark("… and {n} more: `/pod log` has them.")
    top = [text(within(news, room, more=more))] if news else []
    return view(*top, card(*body))


def _fitting(table: PodTable, names: Names, question: Sequence[Item]) -> list[Item]:
    """Return the panel's body with as much of the board of faces as one message can hold."""
    body: list[Item] = []
    for board in battlefield.sections(table, names):
        body = [*question, *_body(table, names, board)]
        if count(body) + FRAME <= COMPONENT_LIMIT:
            break
    return body


def _body(table: PodTable, names: Names, board: Sequence[Item]) -> list[Item]:
    game = table.game
    if game.over:
        return recap.ended(table)
    if game.lobby is not None and not pod.in_play(game):
        return lobby.lobby(table)
    offered, delved = bounty.section(table, names), initiative.section(table, names)
    if game.lobby is not None:
        # So full a message has no room for more thin lines.
        return [*lobby.lobby(table), rule(), *board, *offered, *delved, pod.controls(table)]
    return [
        pod.heading(game),
        rule(),
        *offered,
        rule(),
        *delved,
        rule(),
        *board,
        pod.controls(table),
    ]


def ask_undo(table: PodTable, act: PodEntry) -> list[Item]:
    """Return the question before an undo: what it takes back, and what hands must put right."""
    lines = [*tell_all(act.events), *give_back(act.events)]
    return pod.confirm(
        say("Undo this?"),
        lines,
        button(
            "pod.undone",
            label=say("Yes, undo"),
            style=discord.ButtonStyle.danger,
            seen=table.version,
        ),
        button("pod.keep", label=say("Keep it"), seen=table.version),
    )


def ask_redo(table: PodTable, act: PodEntry) -> list[Item]:
    """Return the question before a redo: what it does again."""
    return pod.confirm(
        say("Do this again?"),
        tell_all(act.events),
        button(
            "pod.redone",
            label=say("Yes, redo"),
            style=discord.ButtonStyle.primary,
            seen=table.version,
        ),
        button("pod.keep", label=say("Leave it"), seen=table.version),
    )


def moved(link: str) -> discord.ui.LayoutView:
    """Return what an old panel becomes: a pointer to where the table is now."""
    return view(text(say("-# [The table went on ↓]({link})", link=link)))
