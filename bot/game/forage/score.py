"""The score of Foraging Squirrels: one point a card, and four bonuses for having the most."""

from collections.abc import Callable, Mapping
from types import MappingProxyType

from bot.game.forage.cards import Food
from bot.game.forage.game import Category, CategoryScore, Forage, Forager, ForagerScore, Score
from bot.game.game import Player

Count = Callable[[tuple[Food, ...], Forage], int]


def foils(haul: tuple[Food, ...], game: Forage) -> int:
    """Count the foils."""
    return sum(food.foil for food in haul)


def rares(haul: tuple[Food, ...], game: Forage) -> int:
    """Count rares and mythic rares together, by the symbol on the card."""
    return sum(food.card.is_rare for food in haul)


def colours(haul: tuple[Food, ...], game: Forage) -> int:
    """Count different colours, colourless being one: a card has each of its own. Six at most."""
    return len({colour for food in haul for colour in food.colours})


def squirrels(haul: tuple[Food, ...], game: Forage) -> int:
    """Count the cards with squirrels in the art."""
    return sum(food.number in game.squirrels for food in haul)


COUNTS: Mapping[Category, Count] = MappingProxyType(
    {
        Category.FOILS: foils,
        Category.RARES: rares,
        Category.COLOURS: colours,
        Category.SQUIRRELS: squirrels,
    }
)


def score(game: Forage) -> Score:
    """Return the score as it stands. Players who left are out of it, and so is their haul."""
    foragers = [forager for forager in game.foragers if not forager.left]
    categories = tuple(_category(game, foragers, category) for category in COUNTS)
    players = tuple(_player(forager, categories) for forager in foragers)
    highest = max((player.total for player in players), default=0)
    return Score(
        players=players,
        categories=categories,
        leaders=tuple(player.player for player in players if player.total == highest),
    )


def _category(game: Forage, foragers: list[Forager], category: Category) -> CategoryScore:
    counts = tuple(COUNTS[category](forager.haul, game) for forager in foragers)
    most = max(counts, default=0)
    scorers: tuple[Player, ...] = ()
    if most:  # House rule: nobody scores where everybody has none.
        scorers = tuple(
            forager.player for forager, count in zip(foragers, counts, strict=True) if count == most
        )
    return CategoryScore(category=category, counts=counts, scorers=scorers)


def _player(forager: Forager, categories: tuple[CategoryScore, ...]) -> ForagerScore:
    bonuses = tuple(line.category for line in categories if forager.player in line.scorers)
    return ForagerScore(
        player=forager.player,
        cards=len(forager.haul),
        bonuses=bonuses,
        total=len(forager.haul) + len(bonuses),
    )
