"""How a running bot's catalogue takes in cards that Scryfall told of."""

import asyncio
import logging
from collections.abc import Iterable

from bot.cards.catalogue import Catalogue
from bot.cards.scryfall.assembling import Known
from bot.cards.scryfall.kept import Kept, KeptUnusable

log = logging.getLogger(__name__)


class Intake:
    """A catalogue, and the file of what is kept, which it follows one step at a time."""

    def __init__(self, catalogue: Catalogue, kept: Kept) -> None:
        """Do nothing yet."""
        self.catalogue = catalogue
        self._kept = kept
        self._turn = asyncio.Lock()
        # Cards that could not be kept: known until the bot stops.
        self._loose: dict[str, Known] = {}

    async def take_in(self) -> None:
        """Have the catalogue hold what is kept. Where that cannot be read, it stays as it is."""
        async with self._turn:
            await self._follow()

    async def add(self, cards: Iterable[Known]) -> None:
        """Keep cards, and have the catalogue hold them too."""
        added = tuple(cards)
        async with self._turn:
            try:
                await self._kept.put(added)
            except KeptUnusable as error:
                log.warning("a card is known until the bot stops: %s", error)
                self._loose.update((known.card.id, known) for known in added)
            await self._follow()

    async def known(self) -> list[Known]:
        """Return what is known of every card, in the order in which they give ids."""
        shipped = [Known(card, None) for card in self.catalogue.shipped]
        return [*shipped, *await self._kept_cards(), *self._loose.values()]

    async def _kept_cards(self) -> list[Known]:
        try:
            return await self._kept.cards()
        except KeptUnusable as error:
            log.warning("the kept cards are done without: %s", error)
            return []

    async def _follow(self) -> None:
        try:
            as_of = await self._kept.as_of()
        except KeptUnusable:
            as_of = None
        kept = [*await self._kept_cards(), *self._loose.values()]
        if kept or as_of != self.catalogue.as_of:
            cards = [card for card, _ in kept]
            await asyncio.to_thread(self.catalogue.refresh, cards, as_of)
