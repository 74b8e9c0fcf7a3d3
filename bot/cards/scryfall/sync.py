"""The whole catalogue from Scryfall: searched page by page, put aside, and taken in at the end.

How far it is is kept with each page, so a sync that was interrupted goes on where it was, and until
its end everything that was known before stays as it was.
"""

import asyncio
import contextlib
import logging
import os
import secrets
import socket
import sys
from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from typing import Any, NamedTuple

from yarl import URL

from bot.cards.card import Card
from bot.cards.online import CardsUnavailable
from bot.cards.scryfall.assembling import Assembled, Known, assemble, missing_pieces
from bot.cards.scryfall.client import NotFound, Scryfall
from bot.cards.scryfall.kept import Kept, KeptUnusable
from bot.cards.scryfall.limits import LockedOut
from bot.game.engine import Frozen

log = logging.getLogger(__name__)

PAGE = 175
"""How many cards Scryfall puts on a page, at most."""

OLDEST = 24 * 3600.0
"""Seconds after which an interrupted sync is begun anew: pages shift when cards are added."""

LEASE = 120.0
MOST_LOCK_OUTS = 5
MOST_PAGES = 100

_PROCESS = secrets.token_hex(4)
"""Tells this process from an earlier one that had the same number."""

_WHAT = (
    "is:dfc game:paper",
    # Whether the search above has them is not documented.
    "is:meld game:paper",
    # Tokens are found only where so-called extras are asked for. That adds art cards, too: not
    # these, which are no tokens.
    "is:dfc t:token game:paper include:extras",
)
SEARCHES = tuple(f"{what} lang:{language}" for language in ("en", "pt", "es") for what in _WHAT)

# What is needed of a card; the prices and addresses of shops are most of it.
_FIELDS = {
    *("id", "oracle_id", "name", "lang", "layout", "released_at", "set", "set_name", "image_uris"),
    *("mana_cost", "type_line", "oracle_text", "colors", "color_indicator", "keywords"),
    *("power", "toughness", "loyalty", "defense", "legalities", "all_parts", "card_faces"),
    *("printed_name", "printed_type_line", "printed_text"),
}

Progress = Callable[[int, int], None]
"""Told how many cards there are so far, and how many are expected in all."""


class SyncedElsewhere(Exception):
    """Another process is syncing just now."""


class Report(NamedTuple):
    """What a sync came to: how many cards, how many of them new, and what was passed over."""

    cards: int
    new: int
    skipped: tuple[str, ...]


class _Position(Frozen):
    """How far a sync is: in which search, and with which page it goes on there."""

    began: float
    search: int = 0
    page: dict[str, str] | None = None
    pages: int = 0
    done: int = 0
    expected: int = 0

    @property
    def params(self) -> dict[str, str]:
        """The parameters of the next page."""
        return self.page or {
            "q": SEARCHES[self.search],
            "unique": "cards",
            "include_multilingual": "true",
            "page": "1",
        }

    def after(self, answer: Mapping[str, Any]) -> "_Position":
        """Return the position after a page."""
        total = answer.get("total_cards") if self.page is None else 0
        here = self.but(
            done=self.done + len(_data(answer)),
            expected=self.expected + (total if isinstance(total, int) else 0),
        )
        page = _next_page(answer)
        if page is None or page == self.params or self.pages + 1 >= MOST_PAGES:
            return here.but(search=self.search + 1, page=None, pages=0)
        return here.but(page=page, pages=self.pages + 1)


class Sync:
    """Asks Scryfall for all double-faced cards, and keeps them."""

    def __init__(self, scryfall: Scryfall, kept: Kept, shipped: tuple[Card, ...]) -> None:
        """Cards that are among the ``shipped`` ones keep the ids they have there."""
        self._scryfall = scryfall
        self._kept = kept
        self._shipped = shipped
        process = f"{socket.gethostname()} {os.getpid()} {_PROCESS}"
        self._holder = f"{process} {secrets.token_hex(4)}"

    async def run(self, progress: Progress = lambda done, expected: None) -> Report:
        """Ask for everything, going on where an earlier sync was interrupted.

        Raises:
            SyncedElsewhere: another process is at it.
            CardsUnavailable: Scryfall does not answer. What was fetched so far is put aside.
            KeptUnusable: nothing can be kept.
        """
        await self._hold()
        try:
            await self._fetch(progress)
            await self._complete_melds()
            return await self._take_in()
        finally:
            # Also when this is cancelled: another process need not wait then.
            with contextlib.suppress(KeptUnusable):
                await asyncio.shield(self._kept.release(self._holder))

    async def _hold(self) -> None:
        if not await self._kept.lease(self._holder, LEASE, _is_gone):
            raise SyncedElsewhere

    async def _fetch(self, progress: Progress) -> None:
        position = await self._begin()
        while position.search < len(SEARCHES):
            progress(position.done, max(position.done, position.expected))
            await self._hold()
            answer = await self._page(position)
            await self._hold()  # a lock-out may have been waited for
            position = position.after(answer)
            found = [_needed(card) for card in _data(answer)]
            await self._kept.stage(found, position.model_dump())
        progress(position.done, position.done)

    async def _begin(self) -> _Position:
        now = datetime.now(UTC).timestamp()
        try:
            position = _Position.model_validate(await self._kept.note("sync"))
        except ValueError:
            pass  # there is none, or not of this version
        else:
            if 0 <= now - position.began <= OLDEST:
                log.info("the sync of cards goes on, with %s cards so far", position.done)
                return position
        position = _Position(began=now)
        await self._kept.begin(position.model_dump())
        return position

    async def _page(self, position: _Position) -> Mapping[str, Any]:
        try:
            return await self._patiently("/cards/search", position.params)
        except NotFound:
            return {}  # so Scryfall says that nothing fits

    async def _patiently(
        self, path: str, params: Mapping[str, str] | None = None
    ) -> Mapping[str, Any]:
        """Ask; a lock-out is waited for, which only a sync has the time to do."""
        for _ in range(MOST_LOCK_OUTS):
            try:
                return await self._scryfall.get(path, params)
            except LockedOut as error:
                log.info("the sync of cards waits for %.0f s", error.seconds)
                await self._kept.lease(self._holder, LEASE + error.seconds, _is_gone)
                await asyncio.sleep(error.seconds)
        return await self._scryfall.get(path, params)

    async def _complete_melds(self) -> None:
        staged = await self._kept.staged()
        for card_id in await asyncio.to_thread(missing_pieces, staged):
            await self._hold()
            try:
                found = await self._patiently(f"/cards/{card_id}")
            except NotFound:
                continue  # its meld is then counted among the incomplete ones
            position = await self._kept.note("sync")
            await self._kept.stage([_needed(found)], position)

    async def _take_in(self) -> Report:
        staged, kept = await self._kept.staged(), await self._kept.cards()
        known = [*(Known(card, None) for card in self._shipped), *kept]
        made: Assembled = await asyncio.to_thread(assemble, staged, known)
        if not made.cards:
            await self._kept.begin(None)
            raise CardsUnavailable("Scryfall answered, but with no card that I can read.")
        await self._kept.complete(made.cards)
        before = {known.card.id for known in known}
        new = sum(card.id not in before for card, _ in made.cards)
        return Report(len(made.cards), new, made.skipped)


def _data(answer: Mapping[str, Any]) -> list[Any]:
    data = answer.get("data")
    return data if isinstance(data, list) else []


def _needed(found: Any) -> Any:
    if not isinstance(found, Mapping):
        return found  # it is counted among what cannot be understood
    return {field: value for field, value in found.items() if field in _FIELDS}


def _next_page(answer: Mapping[str, Any]) -> dict[str, str] | None:
    """Return the parameters of the next page; where to ask is ours to decide."""
    if not answer.get("has_more") or not isinstance(answer.get("next_page"), str):
        return None
    try:
        query = dict(URL(answer["next_page"]).query)
    except ValueError:
        return None
    return query if "page" in query else None  # else it would be the first page again


def _is_gone(holder: str) -> bool:
    """Tell whether a process of this machine that held the lease was killed meanwhile."""
    host, number, process, _ = holder.split(" ")
    if sys.platform == "win32" or host != socket.gethostname():
        return False
    if int(number) == os.getpid():
        return process != _PROCESS
    try:
        os.kill(int(number), 0)  # sends nothing
    except ProcessLookupError:
        return True
    except OSError:
        pass  # it is there, and another user's
    return False
