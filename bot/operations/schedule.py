"""Scheduled backups: made by the running bot, off its event loop, and thinned out."""

import asyncio
import logging
from datetime import UTC, datetime, timedelta
from pathlib import Path
from threading import Event
from typing import NoReturn

from bot.meter import Meter
from bot.operations.backup import back_up, default_target, made_until, thin_out
from bot.operations.sqlite_copy import BackupFailed, Contents

LOOK = 60.0
"""Seconds between two looks at whether a backup is due. The first minute is for starting."""
RETRY = 15 * 60.0
"""Seconds to wait after a backup that failed."""

log = logging.getLogger(__name__)


async def keep_backups(
    database: Path, every: timedelta, keep: int, meter: Meter, look: float = LOOK
) -> NoReturn:
    """Back up whenever the newest backup is ``every`` old, and keep the newest ``keep``.

    What fails is logged, and tried again. Cancelled, it gives up the backup under way, and ends
    once that is cleared away.
    """
    while True:
        await asyncio.sleep(look)
        try:
            if await asyncio.to_thread(is_due, database, every):
                await _back_up(database, keep)
                meter.backed_up(well=True)
        except (BackupFailed, OSError) as error:
            log.error("the scheduled backup failed: %s", error)
            meter.backed_up(well=False)
            await asyncio.sleep(RETRY)


def is_due(database: Path, every: timedelta, now: datetime | None = None) -> bool:
    """Tell whether there is no backup that is newer than ``every``."""
    now = now or datetime.now(UTC)
    return not any(made > now - every for made, _ in made_until(database, now))


async def _back_up(database: Path, keep: int) -> None:
    target = default_target(database)
    contents = await _unless_cancelled(database, target)
    gone = await asyncio.to_thread(thin_out, database, keep)
    log.info("backed up to %s: %s; old backups deleted: %s", target, contents, len(gone))


async def _unless_cancelled(database: Path, target: Path) -> Contents:
    stop = Event()
    work = asyncio.create_task(asyncio.to_thread(back_up, database, target, stop))
    try:
        return await asyncio.shield(work)
    except asyncio.CancelledError:
        stop.set()
        await asyncio.gather(work, return_exceptions=True)
        raise
