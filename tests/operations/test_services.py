"""What works beside the bot starts with it and has stopped when it ends."""

import asyncio
import logging
import socket
from functools import partial
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import aiohttp
import pytest

from bot.app import build
from bot.meter import UNMETERED
from bot.operations import heartbeat, schedule, services
from bot.operations.backup import backups
from bot.settings.settings import Settings
from bot.store.sqlite import SqliteStore
from tests.pods import POD, Pod


def a_bot(store: Any = None) -> Any:
    return SimpleNamespace(connected=True, store=store, shards={}, last_heard=None)


def free_port() -> int:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return int(free.getsockname()[1])


def ours() -> set[str]:
    return {task.get_name() for task in asyncio.all_tasks() if "podkeeper" in task.get_name()}


async def until(true: Any) -> None:
    async with asyncio.timeout(10):
        while not true():  # noqa: ASYNC110  (it looks at files, which tell nobody)
            await asyncio.sleep(0.005)


async def test_a_running_bot_gives_signs_of_life_and_leaves_none(database: Path) -> None:
    settings = Settings(database_url=f"sqlite:///{database}")
    sign = settings.heartbeat_path

    async with services.services(settings, a_bot(), UNMETERED):
        await until(sign.exists)
        assert heartbeat.age(sign) is not None

    assert not sign.exists()
    assert ours() == set()


async def test_unless_asked_for_no_backup_no_deletion_and_no_monitor(
    store: SqliteStore, database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(schedule, "LOOK", 0.001)
    settings = Settings(database_url=f"sqlite:///{database}", retention_days=0)

    assert services.meter_for(settings) is UNMETERED
    async with services.services(settings, a_bot(store), UNMETERED):
        assert ours() == {"podkeeper: sign of life"}


async def test_backups_are_made_when_asked_for(
    store: SqliteStore, database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(services, "keep_backups", quick(services.keep_backups))
    settings = Settings(database_url=f"sqlite:///{database}", backup_every_hours=24)

    async with services.services(settings, a_bot(store), UNMETERED):
        await until(lambda: backups(database))

    assert ours() == set()


def quick(keep_backups: Any) -> Any:
    return lambda *arguments: keep_backups(*arguments, look=0.001)


async def test_what_breaks_is_logged_and_the_bot_goes_on(
    database: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def broken(*_: object) -> None:
        raise KeyError("a bug of ours")

    monkeypatch.setattr(services, "keep_backups", broken)
    settings = Settings(database_url=f"sqlite:///{database}", backup_every_hours=24)

    async with services.services(settings, a_bot(), UNMETERED):
        await until(lambda: caplog.records)

    (record,) = caplog.records
    assert (record.levelno, record.getMessage()) == (logging.ERROR, "backups: stopped by an error")


async def test_a_whole_bot_is_measured_and_tells_nobody_s_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    port = free_port()
    settings = Settings(database_url=f"sqlite:///{tmp_path}/podkeeper.db", monitor_port=port)
    meter = services.meter_for(settings)
    monkeypatch.setattr("tests.pods.build", partial(build, meter=meter))
    async with Pod.open(tmp_path) as pod:
        async with services.services(settings, pod.bot, meter), aiohttp.ClientSession() as session:
            await pod.seat(*POD)
            await pod.press("Ana", "Next turn")
            await pod.press("Eva", "Next turn")
            await pod.type("Ana", "dfc show", "card", "gatstaf")

            async with session.get(f"http://127.0.0.1:{port}/healthz") as response:
                assert (response.status, (await response.json())["problems"]) == (200, {})
            async with session.get(f"http://127.0.0.1:{port}/metrics") as response:
                text = await response.text()
        people = [*POD, "Eva", *(str(pod.id(name)) for name in POD), str(pod.channel.id), "atstaf"]

    for line in (
        'podkeeper_acts_total{command="start_pod",game="commander",outcome="done"} 1.0',
        'podkeeper_acts_total{command="next_turn",game="commander",outcome="refused"} 1.0',
        'podkeeper_interaction_seconds_count{answered="yes",type="application_command"}',
        'podkeeper_interaction_seconds_count{answered="yes",type="component"}',
        'podkeeper_interaction_seconds_count{answered="yes",type="autocomplete"} 1.0',
        'podkeeper_gateway_connected{shard="0"} 1.0',
    ):
        assert line in text
    assert "podkeeper_commit_seconds_count 0.0" not in text
    assert [word for word in people if word in text] == []
