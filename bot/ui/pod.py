"""The pod: its lobby, its turn and seats, the menu of rarer acts, the log and the recap."""

import re
from collections.abc import Sequence
from datetime import timedelta
from typing import Any
from urllib.parse import urlsplit

import discord

from bot.errors import PodkeeperError
from bot.game.dungeon import open_choices
from bot.game.facts import DUNGEONS
from bot.game.game import Game, Lobby, Mode, Order
from bot.game.pod import FEWEST, places
from bot.game.recap import recap
from bot.game.turns import natural_next
from bot.table import PodEntry, PodTable
from bot.ui import log
from bot.ui.buttons import button, menu, row
from bot.ui.layout import rule, text, view
from bot.ui.telling import tell_all
from bot.ui.words import (
    Names,
    counted,
    duration,
    few,
    listed,
    mention,
    mentions,
    numbered,
    ordinal,
    pay,
    plain,
    seat_name,
    within,
)

Item = discord.ui.Item[Any]
BLUE = discord.ButtonStyle.primary
GREY = discord.ButtonStyle.secondary
GREEN = discord.ButtonStyle.success
RED = discord.ButtonStyle.danger

MOST_QUEUED_SHOWN = 6
MOST_QUESTION = 700
MOST_RECAP = 3_000
MENTIONABLE = timedelta(minutes=1)

LABEL = r"[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?"
HOST = re.compile(rf"(?=.{{1,253}}$)(?:{LABEL}\.)*(?!\d+$){LABEL}", re.ASCII)
UNSAFE = re.compile(r"[\s<>|`*\\]")


def heading(game: Game) -> Item:
    """Return whose turn it is, who comes next, and who sits where."""
    lines = [f"## {_turn(game)}", *_seats(game)]
    if game.link:
        lines.append(game.link)
    return text("\n".join(lines))


def _turn(game: Game) -> str:
    number = game.turns.number
    if not game.seated:
        return f"Turn {number}" if number else "An open table"
    if not game.active:
        return f"Turn {number}: no active player"
    return f"Turn {number}: {mentions(game.active)}"


def _seats(game: Game) -> list[str]:
    if not game.seated:
        return ["-# No pod is seated: whoever speaks is a player. Seat one for a turn order."]
    turns = game.turns
    coming = natural_next(game)
    extra = " (extra turn)" if coming.extra else ""
    then = f"then {mentions(game.members(coming.team))}{extra}"
    own = ""
    if game.active and turns.whose is not None:
        own = f"their {ordinal(turns.teams[turns.whose].turns)} turn, "
    lines = [f"-# {own}{then}", f"-# {_seating(game)}"]
    if turns.skips:
        lines.append(f"-# To be skipped: {_queue(game, turns.skips)}")
    if len(turns.extra) > 1:
        lines.append(f"-# Extra turns, first to last: {_queue(game, turns.extra[::-1])}")
    return lines


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
    buttons = [button("pod.next", label="Next turn", style=style, seen=seen)]
    if not gathering:
        buttons.append(button("pod.undo", label="Undo", seen=seen, disabled=not table.cursor))
    if table.redo:
        buttons.append(button("pod.redo", label="Redo", seen=seen))
    if not table.game.seated and not gathering:
        buttons.append(button("pod.lobby", label="Seat a pod", seen=seen))
    buttons.append(button("pod.more", label="More…", seen=seen))
    return row(*buttons)


def in_play(game: Game) -> bool:
    """Tell whether there is something to lose at an open table where a pod gathers."""
    begun = game.bounties.under_way or game.initiative is not None
    return begun or bool(game.delves or game.ventures)


def lobby(table: PodTable) -> list[Item]:
    """Return the lobby: who has joined, how they will play, and Join, Leave, Start."""
    waiting = table.game.lobby
    assert waiting is not None
    count = len(waiting.players)
    needed = places(waiting.mode) if waiting.mode is Mode.TWO_HEADED_GIANT else FEWEST
    names = "\n".join(f"{i}. {mention(p)}" for i, p in enumerate(waiting.players, start=1))
    bounties = "with bounties" if waiting.bounties else "without bounties"
    head = [
        f"## A pod gathers: {count} of {places(waiting.mode)}",
        f"-# {waiting.mode.capitalize()}, {_order(waiting)}, {bounties}",
        names or "Nobody has joined yet.",
    ]
    if waiting.link:
        head.append(waiting.link)
    playing = in_play(table.game)
    if playing:
        head.append("Starting begins a new game and puts this table's away.")
    seen = table.version
    items: list[Item] = [
        text("\n".join(head)),
        row(
            button("pod.join", label="Join", style=GREEN, seen=seen),
            button("pod.leavelobby", label="Leave", seen=seen),
            button("pod.startlobby", label="Start", style=BLUE, seen=seen, disabled=count < needed),
            button("pod.undo", label="Undo", seen=seen, disabled=not table.cursor),
        ),
    ]
    if not playing:
        meanwhile = "Play Foraging Squirrels meanwhile"
        items.append(row(button("forage.lobby", label=meanwhile, emoji="🐿️")))
    return items


def _order(waiting: Lobby) -> str:
    as_listed = waiting.order is Order.LISTED
    if waiting.mode is Mode.TWO_HEADED_GIANT:
        return "as listed: the first two are a team" if as_listed else "teams drawn at random"
    return "as listed" if as_listed else "in random order"


def ended(table: PodTable) -> list[Item]:
    """Return the recap of a game that is over, with a way back and a way on."""
    seen = table.version
    again = [button("pod.redo", label="Redo", seen=seen)] if table.redo else []
    return [
        text(within(recap_lines(table), MOST_RECAP)),
        row(
            button("pod.lobby", label="New pod", style=BLUE, seen=seen),
            button("pod.undo", label="Undo", seen=seen, disabled=not table.cursor),
            *again,
            button("pod.log", label="Log", seen=seen),
        ),
    ]


def recap_lines(table: PodTable) -> list[str]:
    """Return how the game went."""
    told = recap(table.game)
    lines = [f"## {_result(table.game)}"]
    facts = [numbered(told.turns, "turn")] if told.turns else []
    if table.began and table.at and table.at - table.began >= MENTIONABLE:
        facts.append(duration((table.at - table.began).total_seconds()))
    if told.initiative is not None:
        facts.append(f"{mention(told.initiative)} held the initiative last")
    lines.append(f"-# {', '.join(facts) or 'Nothing to tell.'}")
    for player in told.players:
        parts = []
        if player.bounties:
            earned = pay(player.treasures, player.cards)
            parts.append(f"{counted(player.bounties, 'bounty claim')} for {earned}")
        parts += [
            f"{DUNGEONS[name].name} completed" + (f" {count} times" if count > 1 else "")
            for name, count in player.dungeons.items()
        ]
        turns = numbered(player.turns, "turn") if table.game.seated else ""
        told_parts = "; ".join(part for part in (turns, *parts) if part)
        lines.append(f"{mention(player.player)}: {told_parts or 'nothing to tell'}")
    return lines


def _result(game: Game) -> str:
    ending = game.ending
    assert ending is not None
    if ending.draw:
        return "A draw"
    return f"{mentions(ending.winners)} won" if ending.winners else "The game is over"


def more(table: PodTable, names: Names) -> discord.ui.LayoutView:
    """Return the menu of what happens less often than once a turn."""
    game, seen = table.game, table.version
    items: list[Item] = [text("**More.** The table sees what you do here.")]
    if game.seated and not game.over:
        for verb, what, most in (
            ("pod.extra", "An extra turn after this one, for…", 1),
            ("pod.skip", "Skip the next turn of…", 1),
            ("pod.correct", "It is really the turn of…", 1),
            ("pod.leave", "Leaves the game, or lost…", len(game.living)),
            ("pod.win", "The game is over, won by…", 1),
        ):
            items.append(
                row(
                    menu(
                        verb,
                        options=_living(game, names),
                        placeholder=what,
                        most=most,
                        seen=seen,
                    )
                )
            )
    items.append(
        row(
            button("dungeon.venture", label="I venture into a dungeon", seen=seen),
            button("dungeon.map", label="Map", seen=seen),
            button("bounty.trophies", label="Trophies", seen=seen),
            button("pod.log", label="Log", seen=seen),
            button("pod.end", label="End, no winner", style=RED, seen=seen),
        )
    )
    return view(*items)


def _living(game: Game, names: Names) -> list[discord.SelectOption]:
    return [
        discord.SelectOption(
            label=seat_name(game, names, player),
            value=str(player),
            description=f"Seat {game.players.index(player) + 1}",
        )
        for player in game.living
    ]


def log_page(
    table: PodTable, entries: Sequence[PodEntry], page: int, per_page: int = 10
) -> discord.ui.LayoutView:
    """Return a page of the log, newest first: when, who, what. What was undone is struck out."""
    return log.log_page(table, entries, page, tell_all, "pod.log", per_page=per_page)


def ask_end(table: PodTable) -> list[Item]:
    """Return the question before a game is ended without a winner."""
    return confirm(
        "End this game without a winner?",
        (),
        button(
            "pod.ended", label="Yes, end it", style=discord.ButtonStyle.danger, seen=table.version
        ),
        button("pod.keep", label="Go on playing", seen=table.version),
    )


def confirm(sentence: str, lines: Sequence[str], *buttons: Item) -> list[Item]:
    """Return a question before an act, with its buttons."""
    told = within([f"**{sentence}**", *(f"- {line}" for line in lines)], MOST_QUESTION)
    return [text(told), row(*buttons), rule()]


def table_link(link: str | None) -> str | None:
    """Return the address of a game as it is shown: without an embed, and nothing but an address.

    Raises:
        PodkeeperError: it is not the address of a web page.
    """
    if link is None:
        return None
    address = _address(link.strip())
    if address is None:
        raise PodkeeperError("A link begins with https:// and has no spaces.")
    return f"<{address}>"


def _address(link: str) -> str | None:
    if plain(link) != link or UNSAFE.search(link):
        return None
    try:
        parts = urlsplit(link)
        host, port = parts.hostname or "", parts.port
    except ValueError:  # a port that is none, or half an IPv6 address
        return None
    server = host if port is None else f"{host}:{port}"
    # The server is all there is: no user name before it, which would pass for one.
    whole = parts.netloc.isascii() and parts.netloc.lower() == server
    if parts.scheme != "https" or port == 0 or not whole or not HOST.fullmatch(host):
        return None
    return parts._replace(netloc=server).geturl()
