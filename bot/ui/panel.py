"""The table panel: the one message of a channel that always shows how its game stands."""

from collections.abc import Sequence
from typing import Any

import discord

from bot.table import Entry, Table
from bot.ui import bounty, initiative, pod
from bot.ui.buttons import button
from bot.ui.layout import card, rule, text, view
from bot.ui.telling import give_back, tell_all
from bot.ui.words import Names

Item = discord.ui.Item[Any]
MOST_NEWS = 1_200


def panel(
    table: Table, names: Names, news: Sequence[str] = (), question: Sequence[Item] = ()
) -> discord.ui.LayoutView:
    """Return the panel: what just happened, a question if one is open, and the table.

    ``names`` gives player names for menus, where mentions do not work.
    """
    top = [text(_shortened(news))] if news else []
    return view(*top, card(*question, *_body(table, names)))


def _body(table: Table, names: Names) -> list[Item]:
    game = table.game
    if game.over:
        return pod.ended(table)
    if game.lobby is not None:
        return pod.lobby(table)
    return [
        pod.heading(game),
        rule(),
        *bounty.section(table, names),
        rule(),
        *initiative.section(table, names),
        rule(),
        pod.controls(table),
    ]


def ask_undo(table: Table, act: Entry) -> list[Item]:
    """Return the question before an undo: what it takes back, and what hands must put right."""
    lines = [*tell_all(act.events, table.game), *give_back(act.events)]
    return pod.confirm(
        "Undo this?",
        lines,
        button(
            "pod.undone", label="Yes, undo", style=discord.ButtonStyle.danger, seen=table.version
        ),
        button("pod.keep", label="Keep it", seen=table.version),
    )


def ask_redo(table: Table, act: Entry) -> list[Item]:
    """Return the question before a redo: what it does again."""
    return pod.confirm(
        "Do this again?",
        tell_all(act.events, table.game),
        button(
            "pod.redone", label="Yes, redo", style=discord.ButtonStyle.primary, seen=table.version
        ),
        button("pod.keep", label="Leave it", seen=table.version),
    )


def moved(link: str) -> discord.ui.LayoutView:
    """Return what an old panel becomes: a pointer to where the table is now."""
    return view(text(f"-# The table went on: {link}"))


def _shortened(news: Sequence[str]) -> str:
    lines: list[str] = []
    room = MOST_NEWS
    for number, line in enumerate(news):
        room -= len(line)
        if room < 0:
            lines.append(f"… and {len(news) - number} more: `/pod log` has them.")
            break
        lines.append(line)
    return "\n".join(lines)
