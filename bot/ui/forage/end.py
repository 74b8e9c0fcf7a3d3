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
from bot.i18n import mark, say, say_many
from bot.table import Table
from bot.ui.buttons import BLUE, GREEN, button, row
from bot.ui.forage.words import MARKS, marked
from bot.ui.layout import text
from bot.ui.words import mention, mentions, within

Item = discord.ui.Item[Any]

MOST_HAULS = 1_900
MOST_HAUL = 1_200
WHAT = MappingProxyType(
    {
        Category.FOILS: mark("Most foils: {counts}."),
        Category.RARES: mark("Most rares and mythics: {counts}."),
        Category.COLOURS: mark("Most different colours: {counts}."),
        Category.SQUIRRELS: mark("Most squirrels in the art: {counts}."),
    }
)


def ended(table: Table[Forage]) -> tuple[list[Item], list[Item]]:
    """Return the end screen in two parts: what is told above the board, and the way on."""
    game, ending = table.game, table.game.ending
    assert ending is not None
    told = [
        f"## {_result(ending)}",
        f"-# {_why(ending)} {_length(game)}",
        *_totals(ending.score),
        say("### Bonuses, one point each"),
        *(_bonus(line, ending.score) for line in ending.score.categories),
    ]
    return [text("\n".join(told)), text(_hauls(game))], [_way_on(table)]


def _result(ending: ForageEnding) -> str:
    if not ending.winners:
        return say("The game is over")
    if len(ending.winners) > 1:
        return say("{players} share the win", players=mentions(ending.winners))
    return say("{player} won", player=mentions(ending.winners))


def _why(ending: ForageEnding) -> str:
    match ending.by:
        case EndedBy.NO_FOOD_IN_LINE:
            return say("No food lies in line with the squirrel.")
        case EndedBy.LAST_ONE_LEFT:
            return say("The others have left.")
        case EndedBy.STOPPED:
            return say("It was stopped, so nobody won (house rule).")


def _length(game: Forage) -> str:
    """Return how many turns the game had, and what lays its grid again."""
    if game.own:
        return say_many(
            "{n} turn, your own {number} cards, seed `{seed}`.",
            "{n} turns, your own {number} cards, seed `{seed}`.",
            game.turn,
            number=len(game.own),
            seed=game.seed,
        )
    return say_many(
        "{n} turn, seed `{seed}`.", "{n} turns, seed `{seed}`.", game.turn, seed=game.seed
    )


def _totals(score: Score) -> list[str]:
    """Return a line a player, the highest total first."""
    lines = sorted(score.players, key=lambda line: -line.total)
    return [_total(line) for line in lines]


def _total(line: ForagerScore) -> str:
    bonuses = "".join(f" + {MARKS[category]}" for category in line.bonuses)
    return say_many(
        "{player} **{total}** = {n} card{bonuses}",
        "{player} **{total}** = {n} cards{bonuses}",
        line.cards,
        player=mention(line.player),
        total=line.total,
        bonuses=bonuses,
    )


def _bonus(line: CategoryScore, score: Score) -> str:
    players = [player.player for player in score.players]
    counts = sorted(zip(players, line.counts, strict=True), key=lambda pair: -pair[1])
    shown = ", ".join(_count(player, count, line) for player, count in counts)
    told = say(WHAT[line.category], counts=shown)
    if not line.scorers:
        told = " ".join((told, say("Nobody scores.")))
    return f"{MARKS[line.category]} {told}"


def _count(player: Player, count: int, line: CategoryScore) -> str:
    shown = f"{mention(player)} {count}"
    return f"**{shown}**" if player in line.scorers else shown


def _hauls(game: Forage) -> str:
    lines = []
    for forager in game.foragers:
        haul = [marked(food, game) for food in forager.haul]
        taken = within(haul, MOST_HAUL, between=", ", more=mark("{n} more")) or say("nothing")
        player = mention(forager.player)
        lines.append(
            say("{player} (left, not counted): {cards}", player=player, cards=taken)
            if forager.left
            else f"{player}: {taken}"
        )
    return within([say("### Hauls"), *lines], MOST_HAULS)


def _way_on(table: Table[Forage]) -> Item:
    seen = table.version
    buttons = [
        button("forage.rematch", label=say("Rematch, same grid"), style=GREEN, seen=seen),
        button("forage.new", label=say("New game"), style=BLUE, seen=seen),
    ]
    return row(*buttons, *undo_and_redo(table), button("forage.log", label=say("Log"), seen=seen))


def undo_and_redo(table: Table[Forage]) -> list[Item]:
    """Return the button that takes back, and the one that does again if there is such an act."""
    seen = table.version
    undo = button("forage.undo", label=say("Undo"), seen=seen, disabled=not table.cursor)
    return [undo, button("forage.redo", label=say("Redo"), seen=seen)] if table.redo else [undo]
