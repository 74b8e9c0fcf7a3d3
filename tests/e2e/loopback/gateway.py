"""The gateway: sessions that survive a lost connection, heartbeats, and the events of each shard.

https://discord.com/developers/docs/events/gateway
"""

from __future__ import annotations

import asyncio
import json
import secrets
import socket
import struct
import time
import zlib
from collections import Counter, deque
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from aiohttp import WSMsgType, web

from tests.e2e.loopback.world import Json, World

DISPATCH, HEARTBEAT, IDENTIFY, PRESENCE, RESUME, RECONNECT = 0, 1, 2, 3, 6, 7
INVALID_SESSION, HELLO, HEARTBEAT_ACK = 9, 10, 11
NOT_AUTHENTICATED, WRONG_TOKEN, INVALID_SHARD = 4003, 4004, 4010
MOST_REPLAYED = 1_000
HEARTBEAT_EVERY = 41_250
"""Milliseconds between two heartbeats."""


class Connection:
    """One websocket. It is compressed as a whole where the client asked for that."""

    def __init__(self, request: web.Request, ws: web.WebSocketResponse) -> None:
        self._request = request
        self._ws = ws
        compress = request.query.get("compress") == "zlib-stream"
        self._zlib = zlib.compressobj(level=1) if compress else None

    async def send(self, op: int, data: Any = None, **rest: Any) -> float:
        """Send a message; return the moment just before."""
        return await self.send_text(json.dumps({"op": op, "d": data, "s": None, "t": None, **rest}))

    async def send_text(self, text: str) -> float:
        """Send a message that is JSON already."""
        packed = None
        if self._zlib is not None:
            packed = self._zlib.compress(text.encode()) + self._zlib.flush(zlib.Z_SYNC_FLUSH)
        now = time.perf_counter()
        try:
            if packed is None:
                await self._ws.send_str(text)
            else:
                await self._ws.send_bytes(packed)
        except ConnectionError:
            pass  # it is just going down; the session keeps the event for a RESUME
        return now

    async def close(self, code: int) -> None:
        """Close in good order."""
        await self._ws.close(code=code)

    def cut(self) -> None:
        """Reset the connection: no closing frame, no goodbye."""
        abort(self._request, reset=True)


def abort(request: web.Request, *, reset: bool) -> None:
    """End the connection of a request, without a farewell; ``reset``: with a TCP reset."""
    transport = request.transport
    if transport is None:
        return
    raw = transport.get_extra_info("socket")
    if reset and raw is not None:
        raw.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    transport.abort()


@dataclass
class Session:
    """What a shard identified for; it outlives its connection, to be resumed."""

    id: str
    shard: int
    count: int
    connection: Connection | None
    seq: int = 0
    sent: deque[tuple[int, str]] = field(default_factory=lambda: deque(maxlen=MOST_REPLAYED))

    async def dispatch(self, event: str, data: Any) -> float:
        """Send an event now, or keep it until the session is resumed; return when it was sent."""
        self.seq += 1
        text = json.dumps({"op": DISPATCH, "d": data, "s": self.seq, "t": event})
        self.sent.append((self.seq, text))
        if self.connection is None:
            return time.perf_counter()
        return await self.connection.send_text(text)


class Gateway:
    """All shards' connections. ``happened`` counts what clients did: IDENTIFY, RESUME, …"""

    def __init__(self, world: World, token: str, shards: int, resume_url: Callable[[], str]):
        self.world = world
        self.shards = shards
        self.acknowledging = True
        self.happened: Counter[str] = Counter()
        self.violations: list[str] = []
        self._token = token
        self._resume_url = resume_url
        self._sessions: dict[int, Session] = {}
        self._changed = asyncio.Condition()

    # What tests do

    async def dispatch(self, guild: int | None, event: str, data: Any) -> float:
        """Send an event of a server (None: a direct message) to its shard."""
        shard = 0 if guild is None else (guild >> 22) % self.shards
        return await self._sessions[shard].dispatch(event, data)

    async def until(self, what: str, count: int = 1) -> None:
        """Wait until clients have done ``what`` so many times in all."""
        async with self._changed:
            await self._changed.wait_for(lambda: self.happened[what] >= count)

    async def ask_to_reconnect(self, shard: int = 0) -> None:
        """Send op 7, as before Discord takes a gateway out of service."""
        await self._connection(shard).send(RECONNECT)

    async def invalidate(self, shard: int = 0, *, resumable: bool) -> None:
        """Send op 9: the session has ended, unless it is ``resumable``."""
        connection = self._connection(shard)
        if not resumable:
            del self._sessions[shard]
        await connection.send(INVALID_SESSION, resumable)

    def cut(self, shard: int = 0) -> None:
        """Reset the connection of a shard."""
        self._connection(shard).cut()

    async def close(self, code: int, shard: int = 0) -> None:
        """Close the connection of a shard with a code."""
        await self._connection(shard).close(code)

    def forget_sessions(self) -> None:
        """Know no session any more: whoever resumes must identify anew."""
        self._sessions.clear()

    async def close_all(self) -> None:
        """Close what is open."""
        for session in self._sessions.values():
            if session.connection is not None:
                await session.connection.close(1001)

    def _connection(self, shard: int) -> Connection:
        connection = self._sessions[shard].connection
        assert connection is not None, f"shard {shard} is not connected"
        return connection

    # What clients do

    async def serve(self, request: web.Request) -> web.WebSocketResponse:
        """Serve one connection to its end."""
        ws = web.WebSocketResponse(compress=False, max_msg_size=2**20)
        await ws.prepare(request)
        connection = Connection(request, ws)
        session: Session | None = None
        await connection.send(HELLO, {"heartbeat_interval": HEARTBEAT_EVERY, "_trace": []})
        try:
            async for frame in ws:
                if frame.type is not WSMsgType.TEXT:
                    break
                message = json.loads(frame.data)
                op, data = message["op"], message.get("d")
                if op == HEARTBEAT:
                    await self._heartbeat(connection)
                elif op == IDENTIFY:
                    session = await self._identify(connection, data)
                elif op == RESUME:
                    session = await self._resume(connection, data)
                elif session is None:
                    await connection.close(NOT_AUTHENTICATED)
                elif op != PRESENCE:
                    self.violations.append(f"gateway: op {op} has no place in this bot")
        finally:
            if session is not None and session.connection is connection:
                session.connection = None
            await self._note("DISCONNECT")
        return ws

    async def _heartbeat(self, connection: Connection) -> None:
        if self.acknowledging:
            await connection.send(HEARTBEAT_ACK)
        await self._note("HEARTBEAT")

    async def _identify(self, connection: Connection, data: Json) -> Session | None:
        if data.get("token") != self._token:
            await connection.close(WRONG_TOKEN)
            return None
        shard, count = data.get("shard", [0, 1])
        if count != self.shards or not 0 <= shard < count:
            await connection.close(INVALID_SHARD)
            return None
        session = Session(secrets.token_hex(16), shard, count, connection)
        self._sessions[shard] = session
        guilds = [guild for guild in self.world.guilds if guild.shard(count) == shard]
        application = {"id": str(self.world.application), "flags": 0}
        ready = {
            "v": 10,
            "user": self.world.bot.user(),
            "guilds": [{"id": str(guild.id), "unavailable": True} for guild in guilds],
            "session_id": session.id,
            "resume_gateway_url": self._resume_url(),
            "shard": [shard, count],
            "application": application,
        }
        await session.dispatch("READY", ready)
        for guild in filter(lambda guild: guild.in_reach, guilds):
            await session.dispatch("GUILD_CREATE", guild.payload(self.world.bot))
        await self._note("IDENTIFY")
        return session

    async def _resume(self, connection: Connection, data: Json) -> Session | None:
        session = next(
            (known for known in self._sessions.values() if known.id == data.get("session_id")), None
        )
        if session is None or data.get("token") != self._token or data["seq"] > session.seq:
            await self._note("RESUME REFUSED")
            await connection.send(INVALID_SESSION, False)
            return None
        session.connection = connection
        missed = [text for seq, text in session.sent if seq > data["seq"]]
        for text in missed:
            await connection.send_text(text)
        await session.dispatch("RESUMED", {"_trace": []})
        await self._note("RESUME")
        return session

    async def _note(self, what: str) -> None:
        async with self._changed:
            self.happened[what] += 1
            self._changed.notify_all()
