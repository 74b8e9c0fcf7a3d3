"""When all cards are asked for anew, while the bot runs."""

import asyncio
import logging
from datetime import UTC, datetime, timedelta
from typing import NoReturn

from bot.cards.online import CardsUnavailable
from bot.cards.scryfall.intake import Intake
from bot.cards.scryfall.kept import Kept, KeptUnusable
from bot.cards.scryfall.sync import Sync, SyncedElsewhere

log = logging.getLogger(__name__)

STALE = timedelta(days=7)
"""Texts of cards change rarely. A card that is new is found by its name before."""

LOOK = timedelta(days=1)
LOOK_AGAIN = timedelta(hours=1)
"""After a sync that did not come to an end, or while another process does it."""


class Freshness:
    """Keeps a catalogue fresh, by syncing or by taking in what another process synced."""

    def __init__(self, intake: Intake, kept: Kept, sync: Sync) -> None:
        """Do nothing yet."""
        self._intake = intake
        self._kept = kept
        self._sync = sync

    async def keep(self) -> NoReturn:
        """Look now and once a day, for ever."""
        while True:
            wait = await self.look()
            await asyncio.sleep(wait.total_seconds())

    async def look(self) -> timedelta:
        """Do what is due. Return how long to wait until the next look. Never raises."""
        catalogue = self._intake.catalogue
        try:
            if await self._kept.as_of() != catalogue.as_of:
                await self._intake.take_in()
            if not is_stale(catalogue.as_of):
                return LOOK
            report = await self._sync.run()
            await self._intake.take_in()
        except SyncedElsewhere:
            log.info("another process syncs the cards")
            return LOOK_AGAIN
        except CardsUnavailable as error:
            log.warning("the cards could not be synced: %s", error)
            return LOOK_AGAIN
        except KeptUnusable as error:
            log.warning("the cards cannot be kept: %s", error)
            return LOOK
        except Exception:  # whatever it is, the bot has the cards that it had
            log.exception("the cards could not be synced")
            return LOOK
        log.info("%s double-faced cards synced, %s of them new", report.cards, report.new)
        return LOOK


def is_stale(as_of: datetime | None) -> bool:
    """Tell whether all cards should be asked for anew."""
    # In the future it cannot be: the clock was set.
    return as_of is None or not timedelta(0) <= datetime.now(UTC) - as_of < STALE
