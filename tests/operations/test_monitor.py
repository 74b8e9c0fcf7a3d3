"""Health and metrics on a port of this machine, for as long as the bot runs."""

import asyncio
import logging
import socket
from collections.abc import AsyncIterator

import aiohttp
import pytest

from bot.operations import monitor as module
from bot.operations.metrics import Metrics
from bot.operations.monitor import Health, monitor
from tests.fakes import MemoryStore


class Bot:
    """What the monitor looks at."""

    def __init__(self) -> None:
        self.connected = True
        self.store: MemoryStore | None = MemoryStore()
        self.health = Health(lambda: self.connected, lambda: self.store)


@pytest.fixture
def bot() -> Bot:
    return Bot()


@pytest.fixture
def port() -> int:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return int(free.getsockname()[1])


@pytest.fixture
async def page(bot: Bot, port: int) -> AsyncIterator[aiohttp.ClientSession]:
    async with (
        monitor("127.0.0.1", port, Metrics(), bot.health),
        aiohttp.ClientSession(f"http://127.0.0.1:{port}") as session,
    ):
        yield session


async def health(page: aiohttp.ClientSession) -> tuple[int, dict[str, str]]:
    async with page.get("/healthz") as response:
        return response.status, (await response.json())["problems"]


async def test_a_bot_that_is_well(page: aiohttp.ClientSession) -> None:
    assert await health(page) == (200, {})


async def test_a_bot_that_is_not_connected(page: aiohttp.ClientSession, bot: Bot) -> None:
    bot.connected = False

    assert await health(page) == (503, {"gateway": "not connected to Discord"})


async def test_a_bot_that_has_not_started_yet(page: aiohttp.ClientSession, bot: Bot) -> None:
    bot.connected, bot.store = False, None

    assert await health(page) == (
        503,
        {"gateway": "not connected to Discord", "database": "not open"},
    )


async def test_a_store_that_is_away(page: aiohttp.ClientSession, bot: Bot) -> None:
    assert bot.store is not None
    bot.store.reachable = False

    assert await health(page) == (503, {"database": "The table's notebook is out of reach."})


async def test_a_store_that_does_not_answer(
    page: aiohttp.ClientSession, bot: Bot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "PATIENCE", 0.01)
    monkeypatch.setattr(bot.store, "secret", asyncio.Event().wait)

    assert await health(page) == (503, {"database": "no answer within 0.01 s"})


async def test_an_error_of_ours_is_no_health_either(
    page: aiohttp.ClientSession, bot: Bot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delattr(MemoryStore, "secret")

    async with page.get("/healthz") as response:
        assert response.status == 500


async def test_metrics_are_prometheus_text(page: aiohttp.ClientSession) -> None:
    async with page.get("/metrics") as response:
        assert response.status == 200
        assert response.headers["Content-Type"].startswith("text/plain; version=")
        assert "podkeeper_build_info{" in await response.text()


async def test_nothing_else_is_served(page: aiohttp.ClientSession) -> None:
    for path in ("/", "/healthz/x", "/metrics?x=1/../../etc"):
        async with page.get(path) as response:
            assert response.status == (200 if path.startswith("/metrics?") else 404)
    async with page.post("/healthz") as response:
        assert response.status == 405


async def test_a_port_in_use_is_logged_and_the_bot_runs_on(
    bot: Bot, port: int, caplog: pytest.LogCaptureFixture
) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", port))
        taken.listen()
        async with monitor("127.0.0.1", port, Metrics(), bot.health):
            pass

    (record,) = caplog.records
    assert record.levelno == logging.ERROR
    assert f"cannot listen on 127.0.0.1 port {port}" in record.getMessage()


async def test_it_ends_with_the_bot_though_somebody_reads(
    bot: Bot, port: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "FAREWELL", 0.05)
    monkeypatch.setattr(bot.store, "secret", asyncio.Event().wait)
    async with aiohttp.ClientSession(f"http://127.0.0.1:{port}") as session:
        async with asyncio.timeout(5):
            async with monitor("127.0.0.1", port, Metrics(), bot.health):
                reading = asyncio.create_task(health(session))
                await asyncio.sleep(0.05)
        with pytest.raises(aiohttp.ClientError):
            await reading
        with pytest.raises(aiohttp.ClientConnectorError):
            await session.get("/healthz")
