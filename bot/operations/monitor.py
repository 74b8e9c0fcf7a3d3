"""A small web page for machines: `/healthz` and Prometheus' `/metrics`. Off unless asked for.

It tells no ids, names or texts. It has no password: let nobody reach its port who is not to know
how much the bot is used.
"""

import asyncio
import logging
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager

from aiohttp import web
from prometheus_client import CONTENT_TYPE_LATEST

from bot import __version__
from bot.errors import StoreUnavailable
from bot.operations.metrics import Metrics
from bot.store.port import Store

# Seconds that the store has to answer, and that readers have to leave when the bot stops.
PATIENCE = 2.0
FAREWELL = 1.0

log = logging.getLogger(__name__)


class Health:
    """Looks at what the bot cannot do without: the gateway, and the store."""

    def __init__(self, connected: Callable[[], bool], store: Callable[[], Store | None]) -> None:
        """Ask ``connected`` for the gateway; ``store`` gives None until it is open."""
        self._connected = connected
        self._store = store

    async def problems(self) -> Mapping[str, str]:
        """Return what is wrong, by part. The store has to answer within `PATIENCE` seconds."""
        found = {} if self._connected() else {"gateway": "not connected to Discord"}
        store = self._store()
        if store is None:
            return found | {"database": "not open"}
        try:
            async with asyncio.timeout(PATIENCE):
                await store.secret()  # the least that can be read
        except TimeoutError:
            found["database"] = f"no answer within {PATIENCE:g} s"
        except StoreUnavailable as error:
            found["database"] = str(error)
        return found


@asynccontextmanager
async def monitor(host: str, port: int, metrics: Metrics, health: Health) -> AsyncIterator[None]:
    """Serve the page while the context lasts. Where it cannot be served, the bot runs without."""
    runner = web.AppRunner(
        _app(metrics, health), access_log=None, handle_signals=False, shutdown_timeout=FAREWELL
    )
    await runner.setup()
    try:
        try:
            await web.TCPSite(runner, host, port).start()
        except OSError as error:
            reason = error.strerror or str(error)
            log.error(
                "no metrics and no health: cannot listen on %s port %s (%s). Games go on without;"
                " set MONITOR_PORT to a port that is free",
                host,
                port,
                reason,
            )
        else:
            log.info("health and metrics at http://%s/", _address(runner))
        yield
    finally:
        await runner.cleanup()


def _app(metrics: Metrics, health: Health) -> web.Application:
    async def tell_health(_: web.Request) -> web.Response:
        problems = await health.problems()
        status = "unwell" if problems else "well"
        return web.json_response(
            {"status": status, "version": __version__, "problems": dict(problems)},
            status=503 if problems else 200,
            headers={"Cache-Control": "no-store"},
        )

    async def tell_metrics(_: web.Request) -> web.Response:
        return web.Response(body=metrics.text(), headers={"Content-Type": CONTENT_TYPE_LATEST})

    app = web.Application()
    app.router.add_get("/healthz", tell_health)
    app.router.add_get("/metrics", tell_metrics)
    return app


def _address(runner: web.AppRunner) -> str:
    host, port, *_ = runner.addresses[0]
    return f"[{host}]:{port}" if ":" in host else f"{host}:{port}"
