"""The menu of what happens less often than once a turn."""

from typing import Any

import discord

from bot.game.game import Game
from bot.i18n import say
from bot.table import PodTable, Version
from bot.ui.buttons import RED, Button, button, menu, row
from bot.ui.layout import text, view
from bot.ui.words import LOOKING, Names, seat_name

Item = discord.ui.Item[Any]


def more(table: PodTable, names: Names, *, looking: bool = False) -> discord.ui.LayoutView:
    """Return the menu of what happens less often than once a turn.

    ``looking``: of somebody who does not play here, and may see everything, but do nothing.
    """
    if looking:
        return view(text(say(LOOKING)), row(*_looks(table.version)))
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
            *_looks(seen),
        )
    )
    items.append(
        row(
            button("pod.monarch", label=say("I become the monarch"), emoji="👑", seen=seen),
            button("pod.end", label=say("End, no winner"), style=RED, seen=seen),
            _clock_button(game, seen),
            button("pod.day", "day", label=say("It becomes day"), emoji="☀️", seen=seen),
            button("pod.day", "night", label=say("It becomes night"), emoji="🌙", seen=seen),
        )
    )
    return view(*items)


def _looks(seen: Version) -> tuple[Button, ...]:
    return (
        button("dungeon.map", label=say("Map"), seen=seen),
        button("bounty.trophies", label=say("Trophies"), seen=seen),
        button("dfc.board", label=say("Board of faces"), seen=seen),
        button("pod.log", label=say("Log"), seen=seen),
    )


def _clock_button(game: Game, seen: Version) -> Button:
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
