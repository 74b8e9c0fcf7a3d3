"""Deleting finished games that are old, once a day, by one of several processes."""

import asyncio
import contextlib
import logging
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import NoReturn

from bot.errors import StoreUnavailable
from bot.store.port import Store

MARK = "old games deleted on"
LOOK = 60.0
"""Seconds between two looks at whether it is due. The first minute is for starting."""

log = logging.getLogger(__name__)


async def keep_for(
    age: timedelta,
    store: Callable[[], Store | None],
    heard: Callable[[], datetime | None],
    look: float = LOOK,
) -> NoReturn:
    """Delete finished games of this ``age``, for as long as the bot runs.

    ``heard`` is when the latest interaction was made. What is old is told by Discord's clock: the
    machine's own may jump, and nothing that is deleted comes back. A day without play deletes
    nothing.
    """
    while True:
        await asyncio.sleep(look)
        opened, now = store(), heard()
        if opened is None or now is None:
            continue
        try:
            await retire_if_due(opened, age, now)
        except StoreUnavailable as error:
            log.warning("old games could not be deleted: %s", error)


async def retire_if_due(store: Store, age: timedelta, now: datetime) -> int:
    """Delete finished games of this ``age`` unless it was done this day; return how many steps.

    Raises:
        StoreUnavailable: not all could be deleted now. It is due again.
    """
    today = now.date().isoformat()
    known = await store.mark(MARK)
    if known == today or not await store.swap_mark(MARK, known, today):
        return 0
    try:
        gone = await store.retire(now - age)
    except BaseException:
        with contextlib.suppress(StoreUnavailable):
            await store.swap_mark(MARK, today, known or "")
        raise
    log.info("finished games of before %s were deleted: %s steps", (now - age).date(), gone)
    return gone
