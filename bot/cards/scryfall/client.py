"""Asking Scryfall: every request of the program goes through one `Scryfall`."""

import logging
import re
from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from typing import Any

import aiohttp
import stamina

from bot import __version__
from bot.cards.online import CardsUnavailable
from bot.cards.scryfall.limits import LOCK_OUT, Limits
from bot.i18n import mark

log = logging.getLogger(__name__)

CONTACT = "a Discord bot that somebody hosts for their own pod"
"""What Scryfall is told of whoever runs the bot, if they have not said how to reach them."""

ATTEMPTS = 3
CONNECT, SILENCE, IN_ALL = 5.0, 10.0, 30.0
"""Seconds that one attempt may take to connect, may hear nothing, and may take from end to end."""

LONGEST_LOCK_OUT = 3600.0

_CODE = re.compile(r"[a-z_]{1,40}")

Params = Mapping[str, str]
Object = dict[str, Any]


class NotFound(Exception):
    """Scryfall has no such thing. ``ambiguous``: it has several, and does not say which."""

    def __init__(self, *, ambiguous: bool) -> None:
        super().__init__("ambiguous" if ambiguous else "not found")
        self.ambiguous = ambiguous


class Away(CardsUnavailable):
    """Scryfall did not answer, or not with what it should, as often as it was asked."""

    def __init__(self) -> None:
        super().__init__(
            mark(
                "Scryfall, which knows all cards, does not answer just now. Try again in a moment; "
                "what I know already I still show."
            )
        )


class Refused(CardsUnavailable):
    """Scryfall does not take the request. Asking again would not help."""

    def __init__(self) -> None:
        super().__init__(
            mark(
                "Scryfall, which knows all cards, did not take my question. What I know already I "
                "still show."
            )
        )


class _Failed(Exception):
    """An attempt went wrong, and another one may go well."""


class _Cut(aiohttp.ClientError):
    """The connection was cut."""


async def _unrepeated(
    request: aiohttp.ClientRequest, send: aiohttp.ClientHandlerType
) -> aiohttp.ClientResponse:
    """Send a request once; aiohttp would repeat it over a cut connection, at once, past all limits.

    It does so for two errors, so they are told as another one.
    """
    try:
        return await send(request)
    except (aiohttp.ClientOSError, aiohttp.ServerDisconnectedError) as error:
        raise _Cut(_reason(error)) from error


class Scryfall:
    """The service at ``url``. ``contact`` tells its owners how to reach whoever runs the bot.

    ``counted`` is told how each request ended: "ok", "missing" (there is no such thing), "limited"
    (too many requests), "unavailable" (no answer) or "failed" (anything else).
    """

    def __init__(
        self,
        url: str,
        contact: str | None = None,
        *,
        counted: Callable[[str], None] = lambda _: None,
    ) -> None:
        """Connect to nothing yet."""
        self._url = url.rstrip("/")
        self._agent = f"Podkeeper/{__version__} ({contact or CONTACT})"
        self._counted = counted
        self._session: aiohttp.ClientSession | None = None
        self._limits: Limits | None = None

    @property
    def limits(self) -> Limits:
        """What stands before every request."""
        if self._limits is None:
            self._limits = Limits()
        return self._limits

    async def get(self, path: str, params: Params | None = None) -> Object:
        """Return what is at ``path``, such as ``/cards/named``.

        Raises:
            NotFound: there is no such thing.
            LockedOut: it asked too often, now or a short while ago. Nothing is tried again.
            CardsUnavailable: there is no answer, after several attempts.
        """
        try:
            async for attempt in stamina.retry_context(
                on=_Failed, attempts=ATTEMPTS, timeout=None, wait_initial=0.5, wait_max=4.0
            ):
                with attempt:
                    return await self._attempt(path, params)
        except _Failed as error:
            log.warning("Scryfall did not answer %s: %s", path, error)
            raise Away from error
        raise AssertionError("either an attempt returns, or the last one raises")

    async def close(self) -> None:
        """Close the connections. Closing again does nothing."""
        if self._session is not None:
            await self._session.close()

    async def _attempt(self, path: str, params: Params | None) -> Object:
        async with self.limits(path):
            try:
                async with self._opened().get(
                    self._url + path, params=params, allow_redirects=False
                ) as response:
                    return await self._read(response)
            except (aiohttp.ClientError, TimeoutError, OSError) as error:
                self._counted("unavailable")
                raise _Failed(_reason(error)) from error

    async def _read(self, response: aiohttp.ClientResponse) -> Object:
        status = response.status
        if status == 429:
            seconds = _retry_after(response.headers.get("Retry-After"))
            self._counted("limited")
            log.warning("Scryfall wants to be left alone for %.0f s", seconds)
            self.limits.lock_out(seconds)
            self.limits.check()
        if status >= 500:
            self._counted("failed")
            raise _Failed(f"status {status}")
        try:
            answer = await response.json(content_type=None)
        except (ValueError, RecursionError) as error:
            self._counted("failed")
            raise _Failed("what it sent is not JSON") from error
        if status == 404:
            self._counted("missing")
            kind = answer.get("type") if isinstance(answer, dict) else None
            raise NotFound(ambiguous=kind == "ambiguous")
        if status != 200 or not isinstance(answer, dict):
            self._counted("failed")
            log.error("Scryfall refused %s: %s %s", response.url.path, status, _code(answer))
            raise Refused
        self._counted("ok")
        return answer

    def _opened(self) -> aiohttp.ClientSession:
        if self._session is None:
            self._session = aiohttp.ClientSession(
                headers={"User-Agent": self._agent, "Accept": "application/json"},
                timeout=aiohttp.ClientTimeout(total=IN_ALL, connect=CONNECT, sock_read=SILENCE),
                cookie_jar=aiohttp.DummyCookieJar(),
                middlewares=[_unrepeated],
            )
        return self._session


def _reason(error: Exception) -> str:
    """Return what happened to a request, without its address: what somebody typed is in that."""
    if isinstance(error, _Cut):
        return str(error)
    why = error.strerror if isinstance(error, OSError) else None
    return f"{type(error).__name__} {why or ''}".rstrip()


def _code(answer: Any) -> str:
    """Return which error Scryfall names. Its details are not told: they repeat what was typed."""
    told = answer if isinstance(answer, dict) else {}
    codes = (told.get(name) for name in ("code", "type"))
    return " ".join(code for code in codes if isinstance(code, str) and _CODE.fullmatch(code))


def _retry_after(header: str | None) -> float:
    """Return for how many seconds to stop: a number of them or a date, else a minute."""
    try:
        seconds = float(header or LOCK_OUT)
    except ValueError:
        try:
            until = parsedate_to_datetime(header or "")
        except ValueError:
            return LOCK_OUT
        seconds = (until.astimezone(UTC) - datetime.now(UTC)).total_seconds()
    # Written so that what is not a number counts as too little.
    return min(seconds, LONGEST_LOCK_OUT) if seconds >= 1 else 1.0
