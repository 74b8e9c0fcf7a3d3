"""A line to PostgreSQL that can be cut, or fall silent."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from urllib.parse import parse_qs, urlsplit


class Proxy:
    """Passes everything on, until it is told otherwise."""

    def __init__(self, url: str) -> None:
        parts = urlsplit(url)
        self._socket = parse_qs(parts.query).get("host", [None])[0]
        self._host, self._port = parts.hostname, parts.port or 5432
        self._writers: list[asyncio.StreamWriter] = []
        self.flows = asyncio.Event()
        self.flows.set()
        self.swallow_answers = False

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        if self._socket:
            path = f"{self._socket}/.s.PGSQL.{self._port}"
            there = await asyncio.open_unix_connection(path)
        else:
            there = await asyncio.open_connection(self._host, self._port)
        self._writers += [writer, there[1]]
        await asyncio.gather(
            self._pass(reader, there[1], answers=False), self._pass(there[0], writer, answers=True)
        )

    async def _pass(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, *, answers: bool
    ) -> None:
        with suppress(OSError):
            while data := await reader.read(65_536):
                await self.flows.wait()
                if answers and self.swallow_answers:
                    self.cut()
                    return
                writer.write(data)
                await writer.drain()
        writer.close()

    def cut(self) -> None:
        """Break all connections."""
        for writer in self._writers:
            writer.transport.abort()
        self._writers.clear()


@asynccontextmanager
async def proxied(url: str) -> AsyncIterator[tuple[Proxy, str]]:
    """Give a line to the database at ``url``, and its address by way of that line."""
    proxy = Proxy(url)
    server = await asyncio.start_server(proxy.serve, "127.0.0.1", 0)
    port = server.sockets[0].getsockname()[1]
    parts = urlsplit(url)
    others = "&".join(p for p in parts.query.split("&") if p and not p.startswith("host="))
    user = (parts.username or "postgres") + (f":{parts.password}" if parts.password else "")
    try:
        yield proxy, f"postgresql://{user}@127.0.0.1:{port}{parts.path}?{others}&sslmode=disable"
    finally:
        server.close()
        proxy.flows.set()
        proxy.cut()
        await asyncio.sleep(0.01)
