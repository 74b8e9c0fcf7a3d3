"""A Scryfall of our own on this machine: its paging, its limits, its errors, and its bad days.

    async with ScryfallServer.start([*shapes.meld(), shapes.transform()]) as scryfall:
        scryfall.url                                  # for SCRYFALL_URL
        scryfall.rulings[card_id] = [ruling("…")]
        scryfall.troubles += ["500", "cut"]           # what the next requests meet with
        scryfall.requests                             # what was asked, and when

Limits are kept as Scryfall keeps them: one request too many locks out for ``lock_out`` seconds.
"""

import asyncio
import time
from collections import deque
from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from difflib import get_close_matches
from typing import Any, NamedTuple, Self

from aiohttp import web

Object = dict[str, Any]

COSTLY = {"/cards/search", "/cards/named", "/cards/random", "/cards/collection"}
A_SECOND = 1.0
LIBRARIES = ("python", "aiohttp", "curl", "okhttp", "go-http-client")


class Request(NamedTuple):
    """A request that arrived. ``at`` is in seconds, of a clock that only goes forward."""

    path: str
    query: dict[str, str]
    agent: str
    at: float

    @property
    def costly(self) -> bool:
        return self.path in COSTLY


@dataclass
class ScryfallServer:
    """What it knows, what it was asked, and how it is to behave."""

    cards: list[Object]
    page: int = 175
    lock_out: int = 60
    limited: bool = True
    """Whether it keeps its limits. Tests of other things need not take their time."""
    rulings: dict[str, list[Object]] = field(default_factory=dict)
    troubles: deque[str] = field(default_factory=deque)
    """What each of the next requests meets with: a status such as "500", "cut", "slow" (it never
    answers), "garbage" (no JSON), or "" (nothing)."""
    requests: list[Request] = field(default_factory=list)
    url: str = ""
    _locked_until: float = 0.0
    _arrived: asyncio.Event = field(default_factory=asyncio.Event)

    @classmethod
    @asynccontextmanager
    async def start(cls, cards: Iterable[Object] = (), **behaviour: Any) -> AsyncIterator[Self]:
        """Serve until the context ends."""
        server = cls(list(cards), **behaviour)
        application = web.Application(middlewares=[server._doorman])
        application.router.add_get("/cards/search", server._search)
        application.router.add_get("/cards/named", server._named)
        application.router.add_get("/cards/{id}", server._card)
        application.router.add_get("/cards/{id}/rulings", server._rulings)
        runner = web.AppRunner(application, access_log=None, shutdown_timeout=0.1)
        await runner.setup()
        await web.TCPSite(runner, "127.0.0.1", 0).start()
        host, port = runner.addresses[0][:2]
        server.url = f"http://{host}:{port}"
        try:
            yield server
        finally:
            await runner.cleanup()

    async def asked(self, count: int) -> None:
        """Wait until so many requests have arrived in all."""
        while len(self.requests) < count:
            self._arrived.clear()
            await self._arrived.wait()

    def asked_for(self, path: str) -> list[Request]:
        """The requests for a path."""
        return [request for request in self.requests if request.path == path]

    @web.middleware
    async def _doorman(self, request: web.Request, handler: Any) -> web.StreamResponse:
        arrived = Request(
            request.path,
            dict(request.query),
            request.headers.get("User-Agent", ""),
            time.monotonic(),
        )
        self.requests.append(arrived)
        self._arrived.set()
        if (refused := self._unintroduced(request, arrived.agent)) is not None:
            return refused
        if self._too_many(arrived):
            return _error(429, "rate_limited", **{"Retry-After": str(self.lock_out)})
        trouble = self.troubles.popleft() if self.troubles else ""
        if (spoilt := await self._troubled(request, trouble)) is not None:
            return spoilt
        response: web.StreamResponse = await handler(request)
        return response

    def _unintroduced(self, request: web.Request, agent: str) -> web.Response | None:
        if not agent or agent.lower().startswith(LIBRARIES):
            return _error(400, "bad_request", subcode="generic_user_agent")
        return None if request.headers.get("Accept") else _error(400, "bad_request")

    def _too_many(self, arrived: Request) -> bool:
        if arrived.at < self._locked_until:
            self._locked_until = arrived.at + self.lock_out
            return True
        if not self.limited:
            return False
        alike = [r.at for r in self.requests if r.costly == arrived.costly]
        if sum(arrived.at - at < A_SECOND for at in alike) > (2 if arrived.costly else 10):
            self._locked_until = arrived.at + self.lock_out
            return True
        return False

    async def _troubled(self, request: web.Request, trouble: str) -> web.StreamResponse | None:
        match trouble:
            case "":
                return None
            case "cut":
                assert request.transport is not None
                request.transport.abort()
                return web.Response()
            case "slow":
                await asyncio.Event().wait()
            case "garbage":
                return web.Response(text="<html>Oops", content_type="text/html")
            case "429":
                self._locked_until = time.monotonic() + self.lock_out
                return _error(429, "rate_limited", **{"Retry-After": str(self.lock_out)})
        return _error(int(trouble), "server_error")

    async def _search(self, request: web.Request) -> web.Response:
        found = [card for card in self.cards if _fits(card, request.query["q"])]
        number = int(request.query.get("page", 1))
        here = found[(number - 1) * self.page : number * self.page]
        if not here:
            return _error(404, "not_found")
        more = len(found) > number * self.page
        answer: Object = {"object": "list", "total_cards": len(found), "has_more": more}
        if more:
            # As behind a proxy: the address is that of the service itself.
            query = {**request.query, "page": str(number + 1)}
            answer["next_page"] = str(
                request.url.with_host("api.scryfall.invalid").with_query(query)
            )
        return web.json_response({**answer, "data": here})

    async def _named(self, request: web.Request) -> web.Response:
        english = [card for card in self.cards if card["lang"] == "en"]
        exact, fuzzy = request.query.get("exact"), request.query.get("fuzzy")
        wanted = (exact or fuzzy or "").casefold()
        if exact:
            found = [card for card in english if wanted in _names(card)]
        else:
            found = [card for card in english if any(wanted in name for name in _names(card))]
            if not found:
                near = get_close_matches(wanted, [n for card in english for n in _names(card)])
                found = [card for card in english if set(near) & set(_names(card))]
        if exact:
            found = [card for card in found if card["layout"] not in {"art_series", "token"}][:1]
        if len(found) > 1:
            return _error(404, "not_found", type="ambiguous")
        return web.json_response(found[0]) if found else _error(404, "not_found")

    async def _card(self, request: web.Request) -> web.Response:
        found = (card for card in self.cards if card["id"] == request.match_info["id"])
        one = next(found, None)
        return web.json_response(one) if one else _error(404, "not_found")

    async def _rulings(self, request: web.Request) -> web.Response:
        found = self.rulings.get(request.match_info["id"])
        if found is None and not any(c["id"] == request.match_info["id"] for c in self.cards):
            return _error(404, "not_found")
        return web.json_response({"object": "list", "has_more": False, "data": found or []})


def ruling(comment: str, published: str = "2026-10-02", source: str = "wotc") -> Object:
    """A ruling as Scryfall writes it."""
    return {"object": "ruling", "source": source, "published_at": published, "comment": comment}


def most_in_a_second(requests: Iterable[Request]) -> int:
    """The most requests that arrived within any one second."""
    times = sorted(request.at for request in requests)
    return max(
        (sum(0 <= at - start < A_SECOND for at in times) for start in times),
        default=0,
    )


def _fits(card: Object, query: str) -> bool:
    """Whether a card fits the terms that the bot knows, as Scryfall understands them."""
    terms = query.split()
    token = "token" in card["layout"]
    extra = token or card["layout"] == "art_series"
    return all(
        {
            "is:dfc": "card_faces" in card and "image_uris" not in card,
            "is:meld": card["layout"] == "meld",
            "t:token": token,
            "game:paper": "paper" in card["games"],
            "include:extras": True,
            f"lang:{card['lang']}": True,
        }.get(term, False)
        for term in terms
    ) and (not extra or "include:extras" in terms)


def _names(card: Object) -> list[str]:
    faces = [face["name"] for face in card.get("card_faces", ())]
    return [name.casefold() for name in (card["name"], *faces)]


def _error(status: int, code: str, /, **more: str) -> web.Response:
    headers = {name: more.pop(name) for name in list(more) if name == "Retry-After"}
    body = {"object": "error", "status": status, "code": code, "details": "Told in detail.", **more}
    return web.json_response(body, status=status, headers=headers)
