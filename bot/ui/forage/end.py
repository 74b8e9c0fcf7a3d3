"""The end of a game of Foraging Squirrels: who won, the score line by line, every haul."""

from types import MappingProxyType
from typing import Any

import discord

from bot.game.forage.game import (
    Category,
    CategoryScore,
    EndedBy,
    Forage,
    ForageEnding,
    ForagerScore,
    Score,
)
from bot.game.game import Player
from bot.table import Table
from bot.ui.buttons import button, row
from bot.ui.forage.telling import MARKS, marked
from bot.ui.layout import text
from bot.ui.pod import BLUE, GREEN
from bot.ui.words import counted, mention, mentions, numbered, within

Item = discord.ui.Item[Any]

MOST_HAULS = 1_900
MOST_HAUL = 1_200
WHAT = MappingProxyType(
    {
        Category.FOILS: "Most foils",
        Category.RARES: "Most rares and mythics",
        Category.COLOURS: "Most different colours",
        Category.SQUIRRELS: "Most squirrels in the art",
    }
)


def ended(table: Table[Forage]) -> tuple[list[Item], list[Item]]:
    """Return the end screen in two parts: what is told above the board, and the way on."""
    game, ending = table.game, table.game.ending
    assert ending is not None
    told = [
        f"## {_result(ending)}",
        f"-# {_why(ending)} {numbered(game.turn, 'turn')}, {_grid(game)}.",
        *_totals(ending.score),
        "### Bonuses, one point each",
        *(_bonus(line, ending.score) for line in ending.score.categories),
    ]
    return [text("\n".join(told)), text(_hauls(game))], [_way_on(table)]


def _result(ending: ForageEnding) -> str:
    if not ending.winners:
        return "The game is over"
    both = "share the win" if len(ending.winners) > 1 else "won"
    return f"{mentions(ending.winners)} {both}"


def _why(ending: ForageEnding) -> str:
    match ending.by:
        case EndedBy.NO_FOOD_IN_LINE:
            return "No food lies in line with the squirrel."
        case EndedBy.LAST_ONE_LEFT:
            return "The others have left."
        case EndedBy.STOPPED:
            return "It was stopped, so nobody won (house rule)."


def _grid(game: Forage) -> str:
    if game.own:
        return f"your own {counted(len(game.own), 'card')}, seed `{game.seed}`"
    return f"seed `{game.seed}`"


def _totals(score: Score) -> list[str]:
    """Return a line a player, the highest total first."""
    lines = sorted(score.players, key=lambda line: -line.total)
    return [_total(line) for line in lines]


def _total(line: ForagerScore) -> str:
    bonuses = "".join(f" + {MARKS[category]}" for category in line.bonuses)
    return f"{mention(line.player)} **{line.total}** = {numbered(line.cards, 'card')}{bonuses}"


def _bonus(line: CategoryScore, score: Score) -> str:
    players = [player.player for player in score.players]
    counts = sorted(zip(players, line.counts, strict=True), key=lambda pair: -pair[1])
    told = ", ".join(_count(player, count, line) for player, count in counts)
    nobody = "" if line.scorers else " Nobody scores."
    return f"{MARKS[line.category]} {WHAT[line.category]}: {told}.{nobody}"


def _count(player: Player, count: int, line: CategoryScore) -> str:
    shown = f"{mention(player)} {count}"
    return f"**{shown}**" if player in line.scorers else shown


def _hauls(game: Forage) -> str:
    lines = []
    for forager in game.foragers:
        haul = [marked(food, game) for food in forager.haul]
        taken = within(haul, MOST_HAUL, between=", ", more="{} more") or "nothing"
        gone = " (left, not counted)" if forager.left else ""
        lines.append(f"{mention(forager.player)}{gone}: {taken}")
    return within(["### Hauls", *lines], MOST_HAULS)


def _way_on(table: Table[Forage]) -> Item:
    seen = table.version
    buttons = [
        button("forage.rematch", label="Rematch, same grid", style=GREEN, seen=seen),
        button("forage.new", label="New game", style=BLUE, seen=seen),
    ]
    return row(*buttons, *undo_and_redo(table), button("forage.log", label="Log", seen=seen))


def undo_and_redo(table: Table[Forage]) -> list[Item]:
    """Return the button that takes back, and the one that does again if there is such an act."""
    seen = table.version
    undo = button("forage.undo", label="Undo", seen=seen, disabled=not table.cursor)
    return [undo, button("forage.redo", label="Redo", seen=seen)] if table.redo else [undo]
