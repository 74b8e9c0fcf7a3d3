"""A sign of life for whoever watches the process: a file that the running bot touches.

`python -m bot.operations.heartbeat` tells whether it was touched lately: exit 0 if so, 1 if not.
"""

import asyncio
import logging
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import NoReturn

from bot.settings.settings import Settings, SettingsError

EVERY = 20.0
STALE = 90.0

log = logging.getLogger(__name__)


def beat(path: Path) -> None:
    """Touch the file, and make it and its folder if need be.

    Raises:
        OSError: it cannot be touched.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    path.touch()


def age(path: Path) -> float | None:
    """Return how many seconds ago the last beat was, None if there was none."""
    try:
        return max(0.0, time.time() - path.stat().st_mtime)
    except OSError:
        return None


async def keep(path: Path, alive: Callable[[], bool], every: float = EVERY) -> NoReturn:
    """Beat every ``every`` seconds while ``alive()``, until cancelled.

    Beats of an earlier process are forgotten. A disk that cannot be written is logged: it shows
    as a missing beat, and must not stop the bot.
    """
    await asyncio.to_thread(_forget, path)
    while True:
        if alive():
            try:
                await asyncio.to_thread(beat, path)
            except OSError as error:
                log.warning("no sign of life could be left: %s", error)
        await asyncio.sleep(every)


def _forget(path: Path) -> None:
    try:
        path.unlink(missing_ok=True)
    except OSError as error:
        log.warning("an old sign of life could not be removed: %s", error)


def main() -> int:
    """Say how the bot is, for a container's health check."""
    try:
        seconds = age(Settings.load().heartbeat_path)
    except SettingsError as error:
        print(error, file=sys.stderr)
        return 1
    if seconds is None:
        print("no sign of life: the bot is not running, or not connected yet")
        return 1
    print(f"last sign of life {seconds:.0f} s ago")
    return 0 if seconds <= STALE else 1


if __name__ == "__main__":
    sys.exit(main())
