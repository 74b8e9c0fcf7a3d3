"""Every event of Foraging Squirrels as a sentence, and cards and moves in words."""

from collections.abc import Iterable, Sequence
from types import MappingProxyType
from typing import assert_never, cast

from bot.game.engine import Event
from bot.game.forage import lobby, turns
from bot.game.forage.board import Direction, Foray, name_of
from bot.game.forage.cards import CARDS, Colour, Food, Rarity
from bot.game.forage.game import Category, EndedBy, Forage
from bot.game.forage.rules import AnyForageEvent
from bot.game.game import Player
from bot.ui.words import Names, counted, listed, mention, mentions, within

FOIL, RARE, COLOURFUL, SQUIRREL, SPADE = "⭐", "🔶", "🎨", "🐿️", "⛏️"
ARROWS = MappingProxyType(
    {Direction.UP: "↑", Direction.LEFT: "←", Direction.RIGHT: "→", Direction.DOWN: "↓"}
)
DOTS = MappingProxyType(dict(zip(Colour, ("⚪", "🔵", "⚫", "🔴", "🟢", "🔘"), strict=True)))
RARITIES = MappingProxyType(
    {
        Rarity.COMMON: "common",
        Rarity.UNCOMMON: "uncommon",
        Rarity.RARE: "rare",
        Rarity.MYTHIC: "mythic rare",
        Rarity.BASIC_LAND: "basic land",
    }
)
MARKS = MappingProxyType(
    {
        Category.FOILS: FOIL,
        Category.RARES: RARE,
        Category.COLOURS: COLOURFUL,
        Category.SQUIRRELS: SQUIRREL,
    }
)
MOST_BUTTON = 76
"""Of the 80 characters of a label: some emoji count twice."""


def tell_forage(events: Iterable[Event[Forage]]) -> list[str]:
    """Return a sentence for each of ``events`` that players care about."""
    sentences = (tell(cast("AnyForageEvent", event)) for event in events)
    return [sentence for sentence in sentences if sentence]


def tell(event: AnyForageEvent) -> str | None:  # noqa: PLR0911  # one return an event
    """Return what happened as one sentence, or None where nobody needs to hear of it."""
    match event:
        case lobby.ForageLobbyChanged():
            return _lobby(event)
        case lobby.ForageStarted():
            return _started(event)
        case lobby.ForagersLeft(players=players):
            return f"{mentions(players)} left the game. What they took stays out of it."
        case lobby.ArtCalled(player=player, number=number, squirrel=squirrel):
            has = "has a squirrel" if squirrel else "has no squirrel"
            return f"{mention(player)} says: **{CARDS[number]}** {has} in its art."
        case turns.ForageTurnBegan(player=player):
            return f"The turn of {mention(player)} begins."
        case turns.ForageTurnEnded():
            return None
        case turns.SquirrelMoved():
            return _moved(event)
        case turns.CardDug(player=player, food=food, cell=cell, onto=onto):
            where = f"from {name_of(cell)} onto {name_of(onto)}"
            return f"{mention(player)} digs up **{named(food)}** and puts it {where}."
        case turns.ForageEnded():
            return _ended(event)
        case _:
            assert_never(event)


def _lobby(event: lobby.ForageLobbyChanged) -> str:
    gathered = event.lobby
    told = [f"{mention(event.left)} left the lobby."] if event.left is not None else []
    if event.joined is not None:
        told.append(f"{mention(event.joined)} is in.")
    if gathered is None:
        told.append("The lobby is closed.")
    elif event.new_cards:
        told.append(f"It plays with your own boosters: {counted(len(gathered.own), 'card')}.")
    if gathered is not None and event.new_seed:
        told.append(f"The seed is `{gathered.seed}`.")
    return " ".join(told) or "The lobby is as it was."


def _started(event: lobby.ForageStarted) -> str:
    cards = counted(sum(food is not None for food in event.grid), "card")
    lie = "lies" if cards.startswith("a ") else "lie"
    aside = ""
    if event.set_aside:
        aside = f" Set aside at random: {counted(len(event.set_aside), 'card')}."
    order = " → ".join(mention(player) for player in event.players)
    laid = f"{cards.capitalize()} {lie} on the floor.{aside}"
    return f"{laid} {order}; {mention(event.first)} goes first."


def _moved(event: turns.SquirrelMoved) -> str:
    names = listed([f"**{named(food)}**" for food in event.taken])
    if len(event.taken) > 1:
        names = f"{counted(len(event.taken), 'card')}: {names}"
    way = f"names {event.colour}, goes {ARROWS[event.direction]}"
    return f"{mention(event.player)} {way} and takes {names}."


def _ended(event: turns.ForageEnded) -> str:
    won = f" {mentions(event.winners)} won." if event.winners else ""
    match event.by:
        case EndedBy.NO_FOOD_IN_LINE:
            return f"No food lies in line with the squirrel: the game is over.{won}"
        case EndedBy.LAST_ONE_LEFT:
            return f"The others have left: the game is over.{won}"
        case EndedBy.STOPPED:
            return "The game was stopped."


def named(food: Food) -> str:
    """Return the name of a card, marked if it is foil."""
    return f"{food.card}{f' {FOIL}' if food.foil else ''}"


def marked(food: Food, game: Forage) -> str:
    """Return the name of a card with all the marks that may score."""
    marks = (
        (FOIL, food.foil),
        (RARE, food.card.is_rare),
        (SQUIRREL, food.number in game.squirrels),
    )
    shown = "".join(mark for mark, holds in marks if holds)
    return f"{food.card} {shown}".rstrip()


def described(food: Food, game: Forage) -> str:
    """Return what a card is: "white and blue, rare, foil, squirrel"."""
    parts = [listed(list(food.colours)), RARITIES[food.card.rarity]]
    parts += ["foil"] * food.foil + ["squirrel"] * (food.number in game.squirrels)
    return ", ".join(parts)


def takes(direction: Direction, move: Foray | None, game: Forage) -> str:
    """Return what a direction would take, as short as a button: "↑ takes 2: Wonder, Forest"."""
    if move is None:
        return f"{ARROWS[direction]} 0"
    head = f"{ARROWS[direction]} takes {len(move.taken)}: "
    names = [marked(food, game) for food in move.taken]
    whole = ", ".join(names)
    room = MOST_BUTTON - len(head)
    return head + (whole if len(whole) <= room else within(names, room, between=", ", more="+{}"))


def forager_name(game: Forage, names: Names, player: Player) -> str:
    """Return a player's name for a menu, where a mention is not possible."""
    seats: Sequence[Player] = game.players
    name = names(player)
    if name is None:
        name = f"Player {seats.index(player) + 1}" if player in seats else "A player"
    return name[:60]
