"""What works beside the bot while it runs: signs of life, backups, retention, the monitor."""

import asyncio
import contextlib
import logging
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import AsyncExitStack, asynccontextmanager
from datetime import datetime, timedelta
from typing import Protocol

from bot.meter import UNMETERED, Meter
from bot.operations import heartbeat
from bot.operations.retention import keep_for
from bot.operations.schedule import keep_backups
from bot.settings.settings import Settings
from bot.store.port import Store

log = logging.getLogger(__name__)

Work = Callable[[], Awaitable[object]]


class Connection(Protocol):
    """A shard's connection to the gateway, as discord.py tells of it."""

    @property
    def latency(self) -> float:
        """Seconds, infinite if unknown."""

    def is_closed(self) -> bool:
        """Whether there is no connection now."""


class Running(Protocol):
    """What has to be known of a bot that runs."""

    @property
    def connected(self) -> bool:
        """Whether every shard is connected."""

    @property
    def store(self) -> Store | None:
        """Where games are kept, once it is open."""

    @property
    def last_heard(self) -> datetime | None:
        """When the latest interaction was made, by Discord's clock."""

    @property
    def shards(self) -> Mapping[int, Connection]:
        """Its connections to the gateway, by number."""


def meter_for(settings: Settings) -> Meter:
    """Return what the bot is to be measured with: nothing, unless somebody can read it."""
    if settings.monitor_port is None:
        return UNMETERED
    from bot.operations.metrics import Metrics  # noqa: PLC0415  (its packages take a while to load)

    return Metrics()


@asynccontextmanager
async def services(settings: Settings, bot: Running, meter: Meter) -> AsyncIterator[None]:
    """Let them work while the context lasts; at its end all of them have stopped."""
    async with AsyncExitStack() as stack:
        await stack.enter_async_context(_monitored(settings, bot, meter))
        stack.callback(_leave_no_sign, settings)
        await stack.enter_async_context(
            _task(
                "sign of life",
                lambda: heartbeat.keep(settings.heartbeat_path, lambda: bot.connected),
            )
        )
        if settings.backup_every_hours:
            every = timedelta(hours=settings.backup_every_hours)
            await stack.enter_async_context(
                _task(
                    "backups",
                    lambda: keep_backups(
                        settings.database_path, every, settings.backup_keep, meter
                    ),
                )
            )
        if settings.retention_days:
            age = timedelta(days=settings.retention_days)
            await stack.enter_async_context(
                _task("retention", lambda: keep_for(age, lambda: bot.store, lambda: bot.last_heard))
            )
        yield


def _leave_no_sign(settings: Settings) -> None:
    """Take the sign of life away: a restore need not wait until it is stale."""
    with contextlib.suppress(OSError):
        settings.heartbeat_path.unlink(missing_ok=True)


@asynccontextmanager
async def _monitored(settings: Settings, bot: Running, meter: Meter) -> AsyncIterator[None]:
    if settings.monitor_port is None:
        yield
        return
    from bot.operations.metrics import Metrics, Shard  # noqa: PLC0415
    from bot.operations.monitor import Health, monitor  # noqa: PLC0415

    assert isinstance(meter, Metrics)
    meter.watch(
        lambda: [
            Shard(number, not shard.is_closed(), shard.latency)
            for number, shard in bot.shards.items()
        ]
    )
    health = Health(lambda: bot.connected, lambda: bot.store)
    async with monitor(settings.monitor_host, settings.monitor_port, meter, health):
        yield


@asynccontextmanager
async def _task(name: str, work: Work) -> AsyncIterator[None]:
    """Have something done beside the bot. If it breaks, that is logged, and the bot goes on."""
    task = asyncio.create_task(_unbroken(name, work), name=f"podkeeper: {name}")
    try:
        yield
    finally:
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)


async def _unbroken(name: str, work: Work) -> None:
    try:
        await work()
    except Exception:  # whatever it is, games must go on
        log.exception("%s: stopped by an error", name)
