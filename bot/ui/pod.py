"""The pod: its lobby, its turn and seats, the menu of rarer acts, the log and the recap."""

import re
from collections.abc import Sequence
from datetime import timedelta
from typing import Any
from urllib.parse import urlsplit

import discord

from bot.errors import PodkeeperError
from bot.game.clock import spent
from bot.game.dungeon import open_choices
from bot.game.game import Game, Lobby, Mode, Order
from bot.game.pod import FEWEST, places
from bot.game.recap import PlayerRecap, recap
from bot.game.turns import natural_next
from bot.i18n import listed, mark, say, say_many
from bot.table import PodEntry, PodTable, Version
from bot.ui import log
from bot.ui.buttons import Act, button, menu, row
from bot.ui.layout import rule, text, view
from bot.ui.telling import tell_all
from bot.ui.words import (
    Names,
    dungeon_name,
    duration,
    few,
    in_words,
    mention,
    mentions,
    ordinal,
    pay,
    plain,
    seat_name,
    since,
    within,
)

Item = discord.ui.Item[Any]
BLUE = discord.ButtonStyle.primary
GREY = discord.ButtonStyle.secondary
GREEN = discord.ButtonStyle.success
RED = discord.ButtonStyle.danger

MODES = {
    Mode.FREE_FOR_ALL: mark("Free-for-all"),
    Mode.TWO_HEADED_GIANT: mark("Two-Headed Giant"),
}

MOST_QUEUED_SHOWN = 6
MOST_QUESTION = 700
MOST_RECAP = 3_000
MENTIONABLE = timedelta(minutes=1)

LABEL = r"[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?"
HOST = re.compile(rf"(?=.{{1,253}}$)(?:{LABEL}\.)*(?!\d+$){LABEL}", re.ASCII)
WEBCAM_TABLES = frozenset(
    {"spelltable.wizards.com", "convoke.games", "www.convoke.games", "table-stream.com"}
)
"""Where Commander is played on webcams: addresses there can be clicked."""
UNSAFE = re.compile(r"[\s<>|`*\\]")


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


def ended(table: PodTable) -> list[Item]:
    """Return the recap of a game that is over, with a way back and a way on."""
    seen = table.version
    again = [button("pod.redo", label=say("Redo"), seen=seen)] if table.redo else []
    return [
        text(within(recap_lines(table), MOST_RECAP)),
        row(
            button("pod.lobby", label=say("New pod"), style=BLUE, seen=seen),
            button("pod.undo", label=say("Undo"), seen=seen, disabled=not table.cursor),
            *again,
            button("pod.log", label=say("Log"), seen=seen),
        ),
    ]


def recap_lines(table: PodTable) -> list[str]:
    """Return how the game went."""
    told = recap(table.game)
    lines = [f"## {_result(table.game)}"]
    facts = [say_many("{n} turn", "{n} turns", told.turns)] if told.turns else []
    if table.began and table.at and table.at - table.began >= MENTIONABLE:
        facts.append(duration((table.at - table.began).total_seconds()))
    if told.initiative is not None:
        facts.append(say("{player} held the initiative last", player=mention(told.initiative)))
    lines.append(f"-# {', '.join(facts) or say('Nothing to tell.')}")
    for player in told.players:
        parts = []
        if player.bounties:
            parts.append(
                say_many(
                    "a bounty claim for {earned}",
                    "{number} bounty claims for {earned}",
                    player.bounties,
                    number=in_words(player.bounties),
                    earned=pay(player.treasures, player.cards),
                )
            )
        parts += [
            say_many(
                "{dungeon} completed",
                "{dungeon} completed {n} times",
                count,
                dungeon=dungeon_name(name),
            )
            for name, count in player.dungeons.items()
        ]
        told_parts = "; ".join(part for part in (_turns_of(table, player), *parts) if part)
        lines.append(f"{mention(player.player)}: {told_parts or say('nothing to tell')}")
    return lines


def _turns_of(table: PodTable, told: PlayerRecap) -> str:
    """Return how many turns a player had, and how long they took where the clock was on."""
    game = table.game
    if not game.seated:
        return ""
    turns = say_many("{n} turn", "{n} turns", told.turns)
    # The end of a game stops the clock, where it was told when that was.
    now = game.clock.since if game.clock.since is not None else 0
    taken = spent(game, now).get(game.team_of(told.player), 0)
    if not taken:
        return turns
    return say("{turns} in {time}", turns=turns, time=duration(taken))


def _result(game: Game) -> str:
    ending = game.ending
    assert ending is not None
    if ending.draw:
        return say("A draw")
    if ending.winners:
        return say("{players} won", players=mentions(ending.winners))
    return say("The game is over")


def more(table: PodTable, names: Names) -> discord.ui.LayoutView:
    """Return the menu of what happens less often than once a turn."""
    game, seen = table.game, table.version
    items: list[Item] = [text(say("**More.** The table sees what you do here."))]
    if game.seated and not game.over:
        for verb, what, most in (
            ("pod.extra", say("An extra turn after this one, for…"), 1),
            ("pod.skip", say("Skip the next turn of…"), 1),
            ("pod.correct", say("It is really the turn of…"), 1),
            ("pod.leave", say("Leaves the game, or lost…"), len(game.living)),
            ("pod.win", say("The game is over, won by…"), 1),
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
            button("dungeon.venture", label=say("I venture into a dungeon"), seen=seen),
            button("dungeon.map", label=say("Map"), seen=seen),
            button("bounty.trophies", label=say("Trophies"), seen=seen),
            button("pod.log", label=say("Log"), seen=seen),
            button("pod.end", label=say("End, no winner"), style=RED, seen=seen),
        )
    )
    items.append(
        row(
            button("pod.monarch", label=say("I become the monarch"), emoji="👑", seen=seen),
            button("dfc.board", label=say("Board of faces"), seen=seen),
            _clock_button(game, seen),
            button("pod.day", "day", label=say("It becomes day"), emoji="☀️", seen=seen),
            button("pod.day", "night", label=say("It becomes night"), emoji="🌙", seen=seen),
        )
    )
    return view(*items)


def _clock_button(game: Game, seen: Version) -> Act:
    if game.clock.paused:
        return button("pod.clock", "resume", label=say("The clock goes on"), emoji="▶️", seen=seen)
    label, stands = say("Pause the clock"), game.clock.since is None
    return button("pod.clock", "pause", label=label, emoji="⏸️", seen=seen, disabled=stands)


def _living(game: Game, names: Names) -> list[discord.SelectOption]:
    return [
        discord.SelectOption(
            label=seat_name(game, names, player),
            value=str(player),
            description=say("Seat {seat}", seat=game.players.index(player) + 1),
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
        say("End this game without a winner?"),
        (),
        button(
            "pod.ended",
            label=say("Yes, end it"),
            style=discord.ButtonStyle.danger,
            seen=table.version,
        ),
        button("pod.keep", label=say("Go on playing"), seen=table.version),
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


def shown_link(link: str) -> str:
    """Return the address that `table_link` returned: to be clicked if it leads to a known host.

    Any other one is shown as code. Whoever plays elsewhere still finds it here, and copies it
    knowing where it leads; nobody gets there by a careless click.
    """
    address = link.removeprefix("<").removesuffix(">")
    return link if urlsplit(address).netloc in WEBCAM_TABLES else f"`{address}`"


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
