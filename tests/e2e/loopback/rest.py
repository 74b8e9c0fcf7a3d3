"""The REST side: what the bot asks for and sends, checked, and answered as Discord answers.

https://discord.com/developers/docs/reference
"""

from __future__ import annotations

import asyncio
import time
from collections import OrderedDict, deque
from collections.abc import Awaitable, Callable, Iterable
from typing import Any

from aiohttp import web

from tests.e2e.loopback import bodies, command_limits, limits, schema
from tests.e2e.loopback.application import Application
from tests.e2e.loopback.bodies import INVALID_BODY, Files, Refused, answer
from tests.e2e.loopback.command_limits import CHOICES, DEFERRED, DEFERRED_EDIT, EDIT, FORM, REPLY
from tests.e2e.loopback.faults import Cut, Faults
from tests.e2e.loopback.gateway import Gateway, abort
from tests.e2e.loopback.interactions import Interaction
from tests.e2e.loopback.messages import EPHEMERAL, LOADING, Board, Message
from tests.e2e.loopback.world import Json, World

Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]

UNKNOWN_MESSAGE, UNKNOWN_WEBHOOK, UNKNOWN_INTERACTION, ALREADY_ANSWERED = 10008, 10015, 10062, 40060
TOKEN_LIFE = 15 * 60.0
API = "/api/v10"


class Rest:
    """Answers requests, keeps messages and interactions, and notes what breaks a limit."""

    def __init__(
        self, world: World, gateway: Gateway, faults: Faults, token: str, *, checking: bool
    ) -> None:
        self.world = world
        self.gateway = gateway
        self.faults = faults
        self.checking = checking
        self.application = Application(world, gateway, token, self._check)
        self.board = Board(world)
        self.interactions: OrderedDict[str, Interaction] = OrderedDict()
        self.requests: deque[str] = deque(maxlen=10_000)
        self.violations: list[str] = []
        self._schemas = schema.Schemas() if checking and schema.missing() is None else None

    def routes(self) -> list[web.RouteDef]:
        """Return what is answered."""
        webhook = API + "/webhooks/{application}/{token}"
        channel = API + "/channels/{channel}/messages"
        return [
            web.get("/gateway", self.gateway.serve),
            web.get("/gateway/resume", self.gateway.serve),
            *self.application.routes(API),
            web.post(API + "/interactions/{id}/{token}/callback", self._callback),
            web.post(webhook, self._followup),
            web.get(webhook + "/messages/{message}", self._webhook_message),
            web.patch(webhook + "/messages/{message}", self._webhook_edit),
            web.delete(webhook + "/messages/{message}", self._webhook_delete),
            web.patch(channel + "/{message}", self._channel_edit),
            web.get("/attachments/{channel}/{id}/{name}", self._attachment),
            web.route("*", "/{path:.*}", self._unknown),
        ]

    @web.middleware
    async def middleware(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        """Note the request, let it meet a fault, and tell refusals as Discord does."""
        line = f"{request.method} {request.path.removeprefix(API)}"
        self.requests.append(line)
        fault = self.faults.meet(line)
        if fault is None:
            return await self._carried_out(request, handler)
        if fault.hold is not None:
            await fault.hold.wait()
        await asyncio.sleep(fault.delay)
        if fault.status is not None:
            await request.read()
            return answer(fault.body, fault.status, fault.headers)
        if fault.cut is None or fault.carried_out:
            response = await self._carried_out(request, handler)
        if fault.cut is not None:
            await request.read()
            abort(request, reset=fault.cut is Cut.RESET)
            return web.Response()  # nobody hears it
        return response

    async def _carried_out(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        try:
            return await handler(request)
        except Refused as refused:
            return answer({"code": refused.code, "message": str(refused)}, refused.status)

    # Answers to interactions

    async def _callback(self, request: web.Request) -> web.Response:
        arrived = time.perf_counter()
        body, files = await bodies.read(request)
        asked = self.interactions.get(request.match_info["token"])
        if asked is None or str(asked.id) != request.match_info["id"] or arrived > asked.due:
            raise Refused(404, UNKNOWN_INTERACTION, "Unknown interaction")
        asked.attempts += 1
        if asked.answered:
            raise Refused(400, ALREADY_ANSWERED, "Interaction has already been acknowledged.")
        self._check("callback", body, command_limits.callback(body, asked.type, files))
        kind, data = body["type"], body.get("data") or {}
        asked.original = self._shown(asked, kind, data, files)
        asked.accept(kind, data, arrived)
        if request.query.get("with_response") not in ("1", "true"):
            return web.Response(status=204)
        return answer(self._responded(asked))

    def _shown(self, asked: Interaction, kind: int, data: Json, files: Files) -> Message | None:
        if kind in (REPLY, DEFERRED):
            flags = (data.get("flags") or 0) & EPHEMERAL
            thinking = LOADING if kind == DEFERRED else 0
            return self.board.new(asked.channel, data, files, flags | thinking)
        if kind == EDIT and asked.source is not None:
            self.board.edit(asked.source, data, files)
        return asked.source if kind in (EDIT, DEFERRED_EDIT) else None

    def _responded(self, asked: Interaction) -> Json:
        described: Json = {"id": str(asked.id), "type": asked.type}
        resource: Json = {"type": asked.kind}
        message = asked.original
        if message is not None and asked.kind not in (CHOICES, FORM):
            described |= {
                "response_message_id": str(message.id),
                "response_message_loading": message.loading,
                "response_message_ephemeral": message.ephemeral,
            }
            resource["message"] = message.payload()
        return {"interaction": described, "resource": resource}

    async def _followup(self, request: web.Request) -> web.Response:
        body, files = await bodies.read(request)
        asked = self._asked(request)
        self._check("followup", body, limits.message(body, files))
        message = asked.original
        if message is not None and message.loading:
            message.flags &= ~LOADING
            self.board.edit(message, body, files)
        else:
            flags = (body.get("flags") or 0) & EPHEMERAL
            message = self.board.new(asked.channel, body, files, flags)
        asked.follow(message)
        return answer(message.payload())

    async def _webhook_message(self, request: web.Request) -> web.Response:
        return answer(self._webhooks(request).payload())

    async def _webhook_edit(self, request: web.Request) -> web.Response:
        body, files = await bodies.read(request)
        message = self._webhooks(request)
        self._check("edit", body, limits.message(body, files, message.flags))
        message.flags &= ~LOADING
        self.board.edit(message, body, files)
        return answer(message.payload())

    async def _webhook_delete(self, request: web.Request) -> web.Response:
        message = self._webhooks(request)
        message.deleted = True
        return web.Response(status=204)

    async def _channel_edit(self, request: web.Request) -> web.Response:
        self.application.authorise(request)
        body, files = await bodies.read(request)
        message = self.board.get(int(request.match_info["message"]))
        if message is None or message.ephemeral:
            raise Refused(404, UNKNOWN_MESSAGE, "Unknown Message")
        self._check("channel edit", body, limits.message(body, files, message.flags))
        self.board.edit(message, body, files)
        return answer(message.payload())

    def _asked(self, request: web.Request) -> Interaction:
        asked = self.interactions.get(request.match_info["token"])
        # Nothing can be sent before the interaction itself was answered.
        if asked is None or not asked.answered or time.perf_counter() > asked.sent + TOKEN_LIFE:
            raise Refused(404, UNKNOWN_WEBHOOK, "Unknown Webhook")
        return asked

    def _webhooks(self, request: web.Request) -> Message:
        asked, which = self._asked(request), request.match_info["message"]
        message = asked.original if which == "@original" else self.board.get(int(which))
        if message is None or message.deleted:
            raise Refused(404, UNKNOWN_MESSAGE, "Unknown Message")
        return message

    # Everything else

    async def _attachment(self, request: web.Request) -> web.Response:
        id_ = int(request.match_info["id"])
        if id_ in self.application.commands.uploads:
            return web.Response(body=self.application.commands.uploads[id_][1])
        found = self.board.file(id_)
        return web.Response(status=404) if found is None else web.Response(body=found)

    async def _unknown(self, request: web.Request) -> web.Response:
        self.violations.append(f"{request.method} {request.path}: not a part of this Discord")
        raise Refused(404, 0, "404: Not Found")

    def _check(self, what: str, body: Any, broken: Iterable[str]) -> None:
        if not self.checking:
            return
        found = list(broken)
        if self._schemas is not None:
            found += self._schemas.broken(what, body)
        if found:
            self.violations += [f"{what}: {sentence}" for sentence in found]
            raise Refused(400, INVALID_BODY, "Invalid Form Body")
