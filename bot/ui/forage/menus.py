"""What Foraging Squirrels shows to one player alone: rarer acts, the board as text, the rules."""

from typing import Any

import discord

from bot.game.forage.cards import Food
from bot.game.forage.game import Forage
from bot.i18n import mark, say
from bot.table import Table
from bot.ui.buttons import RED, button, menu, row
from bot.ui.forage.text import LEGEND, board_text
from bot.ui.forage.words import SQUIRREL, described, forager_name, name_of_card
from bot.ui.layout import card, note, text, view
from bot.ui.words import LOOKING, Names

Item = discord.ui.Item[Any]

RULES = mark("""\
## Foraging Squirrels
A minigame from Modern Horizons 2 boosters, for two to four players. Who goes first is random.

**Your turn.** Name a colour, or colourless, and a direction. The squirrel runs in a straight \
line, jumps over empty spaces, takes every next card that has the colour, and stops at the edge or \
before the first card that does not. A multicoloured card has each of its colours; a land is \
colourless.
**Digging.** Once a game, everybody but the first player may put a card onto an empty space, \
before or after the move of their own turn.
**The end** comes when no card lies in the squirrel's row or column.
**Score.** One point a card, and one each for most foils, most rares and mythics, most different \
colours (colourless is one), most squirrels in the art. Ties all score.

**House rules**
- A move takes at least one card.
- A dig before the move must leave a legal move.
- The end is checked when a turn is complete, digging included.
- No bonus where everybody has none.
- A leaver's haul stays out of the game; a stopped game has no winner.
- A lay-out without a first move is dealt again.
- The pod decides which art shows a squirrel: More…""")


def rules() -> discord.ui.LayoutView:
    """Return the rules in short, house rules included."""
    return view(card(text(say(RULES))))


def as_text(table: Table[Forage]) -> discord.ui.LayoutView:
    """Return the board without a picture."""
    if not table.game.grid:
        return note(say("No board has been laid out. `/forage start` begins a game."))
    return view(text(board_text(table.game)), text(f"-# {say(LEGEND)}"))


def more(table: Table[Forage], names: Names, *, looking: bool = False) -> discord.ui.LayoutView:
    """Return the menu of what happens less often than once a turn.

    ``looking``: of somebody who does not play here, and may see everything, but do nothing.
    """
    game, seen = table.game, table.version
    buttons = [button("forage.log", label=say("Log"), seen=seen)]
    if looking:
        return view(text(say(LOOKING)), row(*buttons))
    items: list[Item] = [text(say("**More.** The table sees what you do here."))]
    if game.seated and not game.over:
        items += [row(_art(table)), row(_leavers(table, names))]
        buttons.append(button("forage.end", label=say("Stop the game"), style=RED, seen=seen))
    return view(*items, row(*buttons))


def _leavers(table: Table[Forage], names: Names) -> Item:
    game = table.game
    options = [
        discord.SelectOption(label=forager_name(game, names, player), value=str(player))
        for player in game.living
    ]
    return menu(
        "forage.leave",
        options=options,
        placeholder=say("Leaves the game…"),
        most=len(options),
        seen=table.version,
    )


def _art(table: Table[Forage]) -> Item:
    """Return the menu of all cards of this game, to say which have a squirrel in the art."""
    game = table.game
    cards = [*(food for food in game.grid if food is not None)]
    cards += [food for forager in game.foragers for food in forager.haul]
    by_number = {food.number: food for food in cards}
    options = [
        discord.SelectOption(
            label=_has_squirrel(food, game),
            value=str(food.number),
            description=described(food, game)[:100],
            emoji=SQUIRREL if food.number in game.squirrels else None,
        )
        for food in sorted(by_number.values(), key=lambda food: name_of_card(food.card))
    ]
    placeholder = say("A squirrel in the art? Change a card…")
    return menu("forage.art", options=options[:25], placeholder=placeholder, seen=table.version)


def _has_squirrel(food: Food, game: Forage) -> str:
    if food.number in game.squirrels:
        return say("{card}: yes", card=name_of_card(food.card))
    return say("{card}: no", card=name_of_card(food.card))
