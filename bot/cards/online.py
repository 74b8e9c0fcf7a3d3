"""What may be asked of a card service while the bot runs, whatever service answers."""

from collections.abc import Sequence
from datetime import date
from typing import Protocol

from bot.cards.card import Card
from bot.errors import PodkeeperError
from bot.game.engine import Frozen


class CardsUnavailable(PodkeeperError):
    """The card service cannot be asked just now. What is known already is still shown."""


class Ruling(Frozen):
    """A ruling on a card: by whom (``wotc`` or ``scryfall``), when, and what it says."""

    source: str
    published: date
    text: str


class OneFaced(Frozen):
    """A card that is not double-faced: its name, and its layout as Scryfall calls it."""

    name: str
    layout: str


class Online(Protocol):
    """A card service. Its answers are kept, so that asking again is cheap."""

    async def named(self, text: str) -> Card | OneFaced | None:
        """Return the card that a text names, None if no card does, or several may.

        Raises:
            CardsUnavailable: the service cannot be asked, and has not answered this before.
        """

    async def rulings(self, card: Card) -> Sequence[Ruling]:
        """Return the rulings on a card, oldest first.

        Raises:
            CardsUnavailable: the service cannot be asked, and has not answered this before.
        """
