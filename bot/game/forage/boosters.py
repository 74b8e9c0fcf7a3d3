"""Opening set boosters of Modern Horizons 2, and laying out what was in them.

A seed opens the same boosters and lays the same grid for as long as the data stays as it is: only
``Random.random`` is used, whose sequence for a seed Python guarantees, unlike that of ``shuffle``.

What the odds rest on, and what about them is uncertain, stands in ``data/mh2.json``: the slots, the
foil basic lands and the wildcard's 30 % of rares are known; common to uncommon in the wildcard and
the showcase slot is guessed; a rare is twice as frequent as a mythic in every slot that has both.
"""

from bisect import bisect
from collections.abc import Callable, Iterable, Mapping
from itertools import accumulate
from random import Random
from types import MappingProxyType
from typing import Generic, TypeVar

from bot.game.engine import Frozen
from bot.game.forage.board import SPACES, Cell, Grid, food_in_line
from bot.game.forage.cards import BOOSTER, CARDS, Food, FoodCard, Groups, Rarity

T = TypeVar("T")

MOST_FOOD = SPACES - 1
"""As many food cards as there are spaces besides the squirrel's: two boosters of twelve."""

SEED_LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"
SEED_LENGTH = 6


class Floor(Frozen):
    """A grid as it was laid out, and what was left over."""

    grid: Grid
    squirrel: Cell
    set_aside: tuple[Food, ...] = ()


def new_seed(luck: Random) -> str:
    """Return a seed that is short enough to be said in a call."""
    return "".join(SEED_LETTERS[int(luck.random() * len(SEED_LETTERS))] for _ in range(SEED_LENGTH))


def lay_out(seed: str, own: tuple[Food, ...] = ()) -> Floor:
    """Shuffle the squirrel in with the food and lay the grid: 5 by 5, face up.

    Args:
        seed: the same one opens and lays the same.
        own: the food of the pod's own boosters; without any, two boosters are opened. A surplus
            over 24 is set aside at random, fewer leave empty spaces.
    """
    luck = Random(seed)  # noqa: S311  # a game, not a key
    food = shuffled(own or open_boosters(luck), luck)
    dealt, set_aside = food[:MOST_FOOD], food[MOST_FOOD:]
    holes = (None,) * (MOST_FOOD - len(dealt))
    while True:
        # Where the few cards of a poor pod all miss the squirrel's lines, they are dealt again.
        spaces = shuffled((*dealt, *holes), luck)
        squirrel = int(luck.random() * SPACES)
        grid = (*spaces[:squirrel], None, *spaces[squirrel:])
        if food_in_line(grid, squirrel):
            return Floor(grid=grid, squirrel=squirrel, set_aside=set_aside)


def open_boosters(luck: Random) -> tuple[Food, ...]:
    """Return the 24 food cards of two set boosters."""
    return (*open_booster(luck), *open_booster(luck))


def open_booster(luck: Random) -> tuple[Food, ...]:
    """Return the twelve cards with a Magic back of a set booster, slot by slot.

    A basic land, six commons and uncommons (no card twice), a wildcard, a rare or mythic, a reprint
    new to Modern, a showcase common or uncommon, and a foil. There is no card from The List.
    """
    return (
        Food(number=BASIC_LANDS.draw(luck), foil=luck.random() * 100 < BOOSTER.basic_foil_percent),
        *(Food(number=number) for number in _commons_and_uncommons(luck)),
        Food(number=WILDCARD.draw(luck)),
        Food(number=RARE_OR_MYTHIC.draw(luck)),
        Food(number=NEW_TO_MODERN.draw(luck)),
        Food(number=SHOWCASE.draw(luck)),
        Food(number=FOIL.draw(luck), foil=True),
    )


class Chances(Generic[T]):
    """Things that can be drawn, each as likely as its weight says."""

    def __init__(self, weights: Mapping[T, float]) -> None:
        total = sum(weights.values())
        self.of: Mapping[T, float] = MappingProxyType(
            {thing: weight / total for thing, weight in weights.items()}
        )
        self._things = tuple(weights)
        self._sums = tuple(accumulate(weights.values()))

    def draw(self, luck: Random) -> T:
        """Return one of the things."""
        at = bisect(self._sums, luck.random() * self._sums[-1])
        return self._things[min(at, len(self._things) - 1)]  # rounding may go one too far


def _slot(groups: Groups, holds: Callable[[FoodCard], bool] = lambda _: True) -> Chances[int]:
    """Return the chances of each card of a slot, by collector number."""
    weights: dict[int, float] = {}
    for rarities, weight in groups.items():
        cards = {
            card.number: BOOSTER.per_card.get(card.rarity, 1) if len(rarities) > 1 else 1
            for card in CARDS.values()
            if card.rarity in rarities and holds(card)
        }
        total = sum(cards.values())
        weights |= {number: weight * each / total for number, each in cards.items()}
    return Chances(weights)


SPLITS = Chances({split: split.weight for split in BOOSTER.splits})
COMMONS = _slot({Rarity.COMMON: 1})
UNCOMMONS = _slot({Rarity.UNCOMMON: 1})
BASIC_LANDS = _slot({Rarity.BASIC_LAND: 1})
WILDCARD = _slot(BOOSTER.wildcard)
RARE_OR_MYTHIC = _slot(BOOSTER.rare_mythic)
NEW_TO_MODERN = _slot(BOOSTER.new_to_modern, BOOSTER.is_new_to_modern)
SHOWCASE = _slot(BOOSTER.showcase, lambda card: card.showcase)
FOIL = _slot(BOOSTER.foil)


def _commons_and_uncommons(luck: Random) -> tuple[int, ...]:
    split = SPLITS.draw(luck)
    return (
        *drawn(COMMONS.of, split.commons, luck),
        *drawn(UNCOMMONS.of, split.uncommons, luck),
    )


def drawn(things: Iterable[T], count: int, luck: Random) -> tuple[T, ...]:
    """Return so many different ones of the things, in random order (Fisher and Yates)."""
    order = list(things)
    for at in range(count):
        other = at + int(luck.random() * (len(order) - at))
        order[at], order[other] = order[other], order[at]
    return tuple(order[:count])


def shuffled(things: tuple[T, ...], luck: Random) -> tuple[T, ...]:
    """Return the things in random order."""
    return drawn(things, len(things), luck)
