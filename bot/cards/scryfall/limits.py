"""How often Scryfall may be asked. One `Limits` stands before every request of a process.

Scryfall allows two requests a second for what is costly to it, ten for the rest, and locks out
whoever asks more often. It counts when a request arrives, not when it was sent: a request whose
connection takes long to make arrives together with the next one. So requests of one kind go one at
a time, and the pause begins when the answer is there.
"""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from bot.cards.online import CardsUnavailable
from bot.i18n import mark

COSTLY = frozenset({"/cards/search", "/cards/named", "/cards/random", "/cards/collection"})
COSTLY_PAUSE = 0.52
OTHER_PAUSE = 0.11
"""Seconds: a little more than a half and a tenth, since a sleeper may wake a little early."""

LOCK_OUT = 60.0
"""Seconds without any request after one too many, if Scryfall does not say how long."""


class LockedOut(CardsUnavailable):
    """Scryfall wants to be left alone for so many ``seconds``."""

    def __init__(self, seconds: float) -> None:
        super().__init__(
            mark(
                "Scryfall, which knows all cards, asked for a break. Try again in {wait} seconds; "
                "what I know already I still show."
            ),
            wait=max(1, round(seconds)),
        )
        self.seconds = seconds


class _Pace:
    """One at a time, with a pause of some seconds after each."""

    def __init__(self, pause: float) -> None:
        self._pause = pause
        self._turn = asyncio.Lock()
        # A process that was here just now may have asked just now.
        self._free_at = asyncio.get_running_loop().time() + pause

    @asynccontextmanager
    async def __call__(self) -> AsyncIterator[None]:
        now = asyncio.get_running_loop().time
        async with self._turn:
            await asyncio.sleep(max(0.0, self._free_at - now()))
            try:
                yield
            finally:
                self._free_at = now() + self._pause


class Limits:
    """Both limits, and the lock-out, which stops every request. Made inside an event loop."""

    def __init__(self) -> None:
        self._costly = _Pace(COSTLY_PAUSE)
        self._other = _Pace(OTHER_PAUSE)
        self._open_at = 0.0

    @asynccontextmanager
    async def __call__(self, path: str) -> AsyncIterator[None]:
        """Wait until ``path`` may be asked for, and hold others back meanwhile.

        Raises:
            LockedOut: nothing may be asked for now. It is not waited for.
        """
        self.check()
        async with (self._costly if path in COSTLY else self._other)():
            # Whoever was before in the line may have been told to stop.
            self.check()
            yield

    def lock_out(self, seconds: float) -> None:
        """Let nothing pass for some seconds."""
        self._open_at = max(self._open_at, asyncio.get_running_loop().time() + seconds)

    def check(self) -> None:
        """Raise `LockedOut` while nothing may pass."""
        wait = self._open_at - asyncio.get_running_loop().time()
        if wait > 0:
            raise LockedOut(wait)
