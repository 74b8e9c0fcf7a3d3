"""The initiative: who has it, its buttons, and its rules in short."""

from typing import Any

import discord

from bot.game.facts import RULES_EDITION
from bot.game.game import Game
from bot.i18n import mark, say
from bot.table import PodTable
from bot.ui.buttons import button, row
from bot.ui.dungeon import section as dungeon_section
from bot.ui.layout import card, text, view
from bot.ui.words import Names, mention

Item = discord.ui.Item[Any]


def section(table: PodTable, names: Names) -> list[Item]:
    """Return the panel's part about the initiative and the dungeons."""
    game = table.game
    items: list[Item] = [text("\n".join(_held(game))), *dungeon_section(table, names)]
    buttons = [button("initiative.take", label=say("I take the initiative"), seen=table.version)]
    if game.this_turn.upkeep is not None:
        buttons.append(
            button("initiative.noupkeep", label=say("No upkeep this turn"), seen=table.version)
        )
    if game.monarch is not None:
        buttons.append(button("pod.monarch", label=say("I become the monarch"), seen=table.version))
    return [*items, row(*buttons)]


def status(table: PodTable, names: Names) -> discord.ui.LayoutView:
    """Return who has the initiative and where everybody is, without buttons."""
    game = table.game
    places = [
        item for item in dungeon_section(table, names) if isinstance(item, discord.ui.TextDisplay)
    ]
    return view(card(text(f"### {_holder(game)}"), *places))


def _held(game: Game) -> list[str]:
    """Return who has the initiative, and who is the monarch, its sister."""
    lines = [f"### {_holder(game)}"]
    if game.monarch is not None:
        lines.append(
            say("👑 Monarch: {player}, who draws at their end step", player=mention(game.monarch))
        )
    return lines


def _holder(game: Game) -> str:
    if game.initiative is None:
        return say("Initiative: nobody")
    return say("Initiative: {player}", player=mention(game.initiative))


RULES = mark("""### The initiative in short
Nobody has it until an effect says to take it, and then one player does (726.1, 726.3). Three \
things happen by themselves (726.2):
- Whenever a player takes the initiative, they venture into Undercity. Taking it again while \
having it ventures again (726.5).
- As the upkeep of the player who has it begins, they venture into Undercity.
- Whenever creatures deal combat damage to that player, the creatures' controller takes it.

**Venturing into Undercity**: in no dungeon, enter it at Secret Entrance; in any dungeon, move on \
one room; from a last room, complete that dungeon and start Undercity (701.49).
**A dungeon is completed** when its last room's ability has left the stack, resolved or countered \
(309.6).
**If the one who has it leaves**, the active player takes it at once, or the next in turn order if \
the active player is the one who left (726.4). The damage that made them leave does not take it \
again.
**A skipped turn, or one without an upkeep**, ventures nowhere.
-# Comprehensive Rules, edition {edition}. In Portuguese it is printed "a dianteira".""")


def rules() -> discord.ui.LayoutView:
    """Return the rules of the initiative in short, in our own words."""
    return view(card(text(say(RULES, edition=RULES_EDITION))))
