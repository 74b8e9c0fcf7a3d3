"""Foraging Squirrels in words and signs: cards, colours, directions, what a move takes."""

from collections.abc import Mapping
from types import MappingProxyType

from bot.game.forage.board import Direction, Foray
from bot.game.forage.cards import Colour, Food, FoodCard, Rarity
from bot.game.forage.game import Category, Forage
from bot.game.game import Player
from bot.i18n import listed, mark, say, spoken
from bot.ui.words import Names, within

FOIL, RARE, COLOURFUL, SQUIRREL, SPADE = "⭐", "🔶", "🎨", "🐿️", "⛏️"
ARROWS = MappingProxyType(
    {Direction.UP: "↑", Direction.LEFT: "←", Direction.RIGHT: "→", Direction.DOWN: "↓"}
)
DOTS = MappingProxyType(dict(zip(Colour, ("⚪", "🔵", "⚫", "🔴", "🟢", "🔘"), strict=True)))
MARKS = MappingProxyType(
    {
        Category.FOILS: FOIL,
        Category.RARES: RARE,
        Category.COLOURS: COLOURFUL,
        Category.SQUIRRELS: SQUIRREL,
    }
)

# A colour that is named, and a card that has it: many languages have two words for that.
COLOURS: Mapping[Colour, str] = MappingProxyType(
    {
        Colour.WHITE: mark("White"),
        Colour.BLUE: mark("Blue"),
        Colour.BLACK: mark("Black"),
        Colour.RED: mark("Red"),
        Colour.GREEN: mark("Green"),
        Colour.COLOURLESS: mark("Colourless"),
    }
)
COLOURED: Mapping[Colour, str] = MappingProxyType(
    {
        Colour.WHITE: mark("white"),
        Colour.BLUE: mark("blue"),
        Colour.BLACK: mark("black"),
        Colour.RED: mark("red"),
        Colour.GREEN: mark("green"),
        Colour.COLOURLESS: mark("colourless"),
    }
)
DIRECTIONS: Mapping[Direction, str] = MappingProxyType(
    {
        Direction.UP: mark("Up"),
        Direction.LEFT: mark("Left"),
        Direction.RIGHT: mark("Right"),
        Direction.DOWN: mark("Down"),
    }
)
RARITIES: Mapping[Rarity, str] = MappingProxyType(
    {
        Rarity.COMMON: mark("common"),
        Rarity.UNCOMMON: mark("uncommon"),
        Rarity.RARE: mark("rare"),
        Rarity.MYTHIC: mark("mythic rare"),
        Rarity.BASIC_LAND: mark("basic land"),
    }
)
MOST_BUTTON = 76
"""Of the 80 characters of a label: some emoji count twice."""


def name_of_card(card: FoodCard) -> str:
    """Return the name that is printed on a card in the language that is spoken, if it is known."""
    return card.names().get(spoken(), card.name)


def name_of_colour(colour: Colour) -> str:
    """Return a colour as it is named within a sentence."""
    return say(COLOURS[colour]).lower()


def coloured(colour: Colour) -> str:
    """Return the word for a card that has a colour."""
    return say(COLOURED[colour])


def named(food: Food) -> str:
    """Return the name of a card, marked if it is foil."""
    return f"{name_of_card(food.card)}{f' {FOIL}' if food.foil else ''}"


def marked(food: Food, game: Forage) -> str:
    """Return the name of a card with all the marks that may score."""
    marks = (
        (FOIL, food.foil),
        (RARE, food.card.is_rare),
        (SQUIRREL, food.number in game.squirrels),
    )
    shown = "".join(sign for sign, holds in marks if holds)
    return f"{name_of_card(food.card)} {shown}".rstrip()


def described(food: Food, game: Forage) -> str:
    """Return what a card is: "white and blue, rare, foil, squirrel"."""
    parts = [listed([coloured(colour) for colour in food.colours]), say(RARITIES[food.card.rarity])]
    if food.foil:
        parts.append(say("foil"))
    if food.number in game.squirrels:
        parts.append(say("squirrel"))
    return ", ".join(parts)


def takes(direction: Direction, move: Foray | None, game: Forage) -> str:
    """Return what a direction would take, as short as a button: "↑ takes 2: Wonder, Forest"."""
    arrow = ARROWS[direction]
    if move is None:
        return f"{arrow} 0"
    names = [marked(food, game) for food in move.taken]
    whole = ", ".join(names)
    room = MOST_BUTTON - len(_takes(arrow, len(names), ""))
    if len(whole) > room:
        whole = within(names, room, between=", ", more=mark("+{n}"))
    return _takes(arrow, len(names), whole)


def _takes(arrow: str, count: int, cards: str) -> str:
    return say("{arrow} takes {n}: {cards}", arrow=arrow, n=count, cards=cards)


def forager_name(game: Forage, names: Names, player: Player) -> str:
    """Return a player's name for a menu, where a mention is not possible."""
    name = names(player)
    if name is None and player in game.players:
        name = say("Player {number}", number=game.players.index(player) + 1)
    return (name or say("A player"))[:60]
