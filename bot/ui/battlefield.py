"""Which face is up: the panel's part about double-faced permanents, and about day and night."""

from collections.abc import Iterator, Sequence
from types import MappingProxyType
from typing import Any

import discord

from bot.game.faces import Side
from bot.game.game import Game
from bot.game.permanent import DayNight, Permanent
from bot.game.transforming import may_turn
from bot.i18n import mark, say
from bot.table import PodTable
from bot.ui.buttons import button, menu, row
from bot.ui.layout import rule, text
from bot.ui.words import Names, few, mention, seat_name, within

Item = discord.ui.Item[Any]
BLUE = discord.ButtonStyle.primary

MOST_BUTTONS = 5
MOST_OPTIONS = 25
MOST_NAMED = 6
MOST_SUMMARY = 450

TIMES = MappingProxyType({DayNight.DAY: mark("☀️ Day"), DayNight.NIGHT: mark("🌙 Night")})


def sections(table: PodTable, names: Names) -> Iterator[list[Item]]:
    """Yield the panel's part, the fullest first, down to none: a message holds only so much.

    It says whether it is day or night, what is on the board, and what may turn over now.
    """
    game = table.game
    if game.day is not None or game.battlefield:
        heading = " · ".join([*([say(TIMES[game.day])] if game.day else []), *_counted(game)])
        summary = text("\n".join([f"### {heading}", *_summary(game)]))
        werewolves, turning = _werewolves(table), _turning(table, names)
        board = row(button("dfc.board", label=say("Board"), seen=table.version))
        yield [summary, *werewolves, *turning, board, rule()]
        yield [summary, *werewolves, board]
        yield [summary, board]
        yield [summary]
    yield []


def _turning(table: PodTable, names: Names) -> list[Item]:
    options = permanent_options(table.game, names, _turning_first(table.game))
    if not options:
        return []
    return [
        row(menu("dfc.turn", options=options, placeholder=say("Turn over…"), seen=table.version))
    ]


def _counted(game: Game) -> list[str]:
    count = len(game.battlefield)
    return [say("On the board: {n}", n=count)] if count else []


def _summary(game: Game) -> list[str]:
    if not game.battlefield:
        return []
    return [within([short(p) for p in game.battlefield], MOST_SUMMARY)]


def short(permanent: Permanent) -> str:
    """Return a permanent in one line: its number, what it is now, and whose."""
    return f"`{permanent.number}` **{permanent.name}**{_marks(permanent)}"


def _marks(permanent: Permanent) -> str:
    return f" ({listed_marks(permanent)}) · {mention(permanent.controller)}"


def listed_marks(permanent: Permanent) -> str:
    """Return which face is up, and whether it is a token or a copy: "back face up, a token"."""
    marks = [face_up(permanent)]
    if permanent.token:
        marks.append(say("token"))
    if permanent.copied is not None:
        marks.append(say("copy"))
    return ", ".join(marks)


def face_up(permanent: Permanent) -> str:
    """Return in words which face is up."""
    if not permanent.cards:
        return say("one face")
    if permanent.melded:
        return say("melded")
    return say("front up") if permanent.up is Side.FRONT else say("back up")


def _turning_first(game: Game) -> list[Permanent]:
    able = [permanent for permanent in game.battlefield if may_turn(permanent)]
    return sorted(able, key=lambda permanent: permanent.number not in game.this_turn.turning)


def permanent_options(
    game: Game, names: Names, permanents: Sequence[Permanent]
) -> list[discord.SelectOption]:
    """Return permanents as the options of a menu, at most as many as it may have."""
    return [
        discord.SelectOption(
            label=option_label(permanent),
            value=str(permanent.number),
            description=f"{seat_name(game, names, permanent.controller)}, "
            f"{listed_marks(permanent)}",
        )
        for permanent in permanents[:MOST_OPTIONS]
    ]


def option_label(permanent: Permanent) -> str:
    """Return a permanent's number and name, for menus."""
    return f"{permanent.number} · {permanent.name}"[:100]


def _werewolves(table: PodTable) -> list[Item]:
    """Return the Werewolves whose abilities wait: a button for all, and one for each."""
    game = table.game
    numbers = game.this_turn.turning
    waiting = [p for p in game.battlefield if p.number in numbers and may_turn(p)]
    if not waiting:
        return []
    named = few([f"**{permanent.name}**" for permanent in waiting], MOST_NAMED)
    all_of_them = say("All turn over") if len(waiting) > 1 else say("It turns over")
    buttons = [button("dfc.howl", label=all_of_them, style=BLUE, seen=table.version)]
    if 1 < len(waiting) < MOST_BUTTONS:
        buttons += [
            button("dfc.turn", p.number, label=option_label(p)[:80], seen=table.version)
            for p in waiting
        ]
    # More of them than fit beside each other come first in the menu below.
    return [
        text(
            say(
                "At the beginning of the upkeep, these turn over as they resolve: {permanents}.",
                permanents=named,
            )
        ),
        row(*buttons),
    ]
