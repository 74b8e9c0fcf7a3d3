"""The pod: its turn and its seats, the controls of a turn, the log, and questions before an act."""

from collections.abc import Sequence
from typing import Any

import discord

from bot.game.dungeon import open_choices
from bot.game.game import Game
from bot.game.turns import natural_next
from bot.i18n import listed, say
from bot.table import PodEntry, PodTable
from bot.ui import log
from bot.ui.buttons import BLUE, GREY, RED, button, row
from bot.ui.layout import rule, text
from bot.ui.table_link import shown_link
from bot.ui.telling import tell_all
from bot.ui.words import (
    duration,
    few,
    mention,
    mentions,
    ordinal,
    since,
    within,
)

Item = discord.ui.Item[Any]
MOST_QUEUED_SHOWN = 6
MOST_QUESTION = 700


def heading(game: Game) -> Item:
    """Return whose turn it is, who comes next, and who sits where."""
    lines = [f"## {_turn(game)}", *_seats(game), *_reminders(game)]
    if game.link:
        lines.append(shown_link(game.link))
    return text("\n".join(lines))


def _reminders(game: Game) -> list[str]:
    """Return what this turn's end step has in store, where it has anything."""
    told = []
    if game.bounties.offer is not None and game.active and not game.this_turn.claimed:
        told.append(say("collect the bounty if its condition is met"))
    if game.monarch is not None and game.monarch in game.active:
        told.append(say("{player} draws a card as the monarch", player=mention(game.monarch)))
    return [say("-# At the end step: {what}", what="; ".join(told))] if told else []


def _turn(game: Game) -> str:
    number = game.turns.number
    if not game.seated:
        return say("Turn {number}", number=number) if number else say("An open table")
    if not game.active:
        return say("Turn {number}: no active player", number=number)
    return say("Turn {number}: {players}", number=number, players=mentions(game.active))


def _seats(game: Game) -> list[str]:
    if not game.seated:
        return [say("-# No pod is seated: whoever speaks is a player. Seat one for a turn order.")]
    turns = game.turns
    coming = natural_next(game)
    players = mentions(game.members(coming.team))
    then = [
        say("then an extra turn of {players}", players=players)
        if coming.extra
        else say("then {players}", players=players)
    ]
    if game.active and turns.whose is not None:
        begun = turns.teams[turns.whose].turns
        then.insert(0, say("their {nth} turn", nth=ordinal(begun), n=begun))
    then += _clock(game)
    lines = [f"-# {', '.join(then)}", f"-# {_seating(game)}"]
    if turns.skips:
        lines.append(say("-# To be skipped: {players}", players=_queue(game, turns.skips)))
    if len(turns.extra) > 1:
        queue = _queue(game, turns.extra[::-1])
        lines.append(say("-# Extra turns, first to last: {players}", players=queue))
    return lines


def _clock(game: Game) -> list[str]:
    """Return how long the turn has taken; Discord counts on by itself."""
    if game.clock.paused:
        return [say("clock paused at {time}", time=duration(game.clock.so_far))]
    if game.clock.since is None:
        return []
    return [say("begun {time}", time=since(game.clock.since - game.clock.so_far))]


def _queue(game: Game, teams: Sequence[int]) -> str:
    return few([mentions(game.members(team)) for team in teams], MOST_QUEUED_SHOWN)


def _seating(game: Game) -> str:
    """Return everybody with the numbers that menus know them by: "1 A and 2 B → 3 C and 4 D"."""
    seats = {player: f"{seat} {_seat(game, player)}" for seat, player in enumerate(game.players, 1)}
    teams = [listed([seats[player] for player in team.players]) for team in game.turns.teams]
    return " → ".join(teams)


def _seat(game: Game, player: int) -> str:
    return f"~~{mention(player)}~~" if player in game.turns.left else mention(player)


def controls(table: PodTable) -> Item:
    """Return the buttons that pass the turn and take things back. A lobby has its own Undo."""
    seen, gathering = table.version, table.game.lobby is not None
    # Blue is what the table waits for: a room to be chosen comes before the next turn.
    style = GREY if open_choices(table.game) else BLUE
    buttons = [button("pod.next", label=say("Next turn"), style=style, seen=seen)]
    if not gathering:
        buttons.append(button("pod.undo", label=say("Undo"), seen=seen, disabled=not table.cursor))
    if table.redo:
        buttons.append(button("pod.redo", label=say("Redo"), seen=seen))
    if not table.game.seated and not gathering:
        buttons.append(button("pod.lobby", label=say("Seat a pod"), seen=seen))
    buttons.append(button("pod.more", label=say("More…"), seen=seen))
    return row(*buttons)


def in_play(game: Game) -> bool:
    """Tell whether there is something to lose at an open table where a pod gathers."""
    begun = game.bounties.under_way or game.initiative is not None or game.day is not None
    begun = begun or game.monarch is not None
    return begun or bool(game.delves or game.ventures or game.battlefield)


def log_page(
    table: PodTable, entries: Sequence[PodEntry], page: int, per_page: int = 10
) -> discord.ui.LayoutView:
    """Return a page of the log, newest first: when, who, what. What was undone is struck out."""
    return log.log_page(table, entries, page, tell_all, "pod.log", per_page=per_page)


def ask_end(table: PodTable) -> list[Item]:
    """Return the question before a game is ended without a winner."""
    return confirm(
        say("End this game without a winner?"),
        (),
        button(
            "pod.ended",
            label=say("Yes, end it"),
            style=RED,
            seen=table.version,
        ),
        button("pod.keep", label=say("Go on playing"), seen=table.version),
    )


def confirm(sentence: str, lines: Sequence[str], *buttons: Item) -> list[Item]:
    """Return a question before an act, with its buttons."""
    told = within([f"**{sentence}**", *(f"- {line}" for line in lines)], MOST_QUESTION)
    return [text(told), row(*buttons), rule()]
