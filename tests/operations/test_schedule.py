"""Backups are made as often as was asked for, thinned out, and given up when the bot stops."""

import asyncio
import logging
from datetime import UTC, datetime, timedelta
from pathlib import Path
from threading import Event
from typing import Any

import pytest

from bot.meter import Meter
from bot.operations import schedule
from bot.operations.backup import backups, default_target
from bot.operations.schedule import is_due, keep_backups
from bot.operations.sqlite_copy import BackupFailed, examine
from bot.store.sqlite import SqliteStore

NOON = datetime(2026, 11, 29, 12, tzinfo=UTC)
DAY = timedelta(days=1)


class Tape(Meter):
    """Tells when a backup was made, well or not."""

    def __init__(self) -> None:
        self.made: asyncio.Queue[bool] = asyncio.Queue()

    def backed_up(self, *, well: bool) -> None:
        self.made.put_nowait(well)


@pytest.fixture
def tape() -> Tape:
    return Tape()


async def first(tape: Tape, database: Path, *, keep: int = 2) -> bool:
    """Let backups be made until there is one. Return whether it went well."""
    work = asyncio.create_task(keep_backups(database, DAY, keep, tape, look=0.001))
    try:
        async with asyncio.timeout(10):
            return await tape.made.get()
    finally:
        work.cancel()
        await asyncio.gather(work, return_exceptions=True)


def made(database: Path, at: datetime) -> Path:
    file = default_target(database, at)
    file.parent.mkdir(parents=True, exist_ok=True)
    file.touch()
    return file


async def test_the_running_bot_s_database_is_backed_up(
    store: SqliteStore, database: Path, tape: Tape, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO, logger="bot")

    assert await first(tape, database)

    ((_, backup),) = backups(database)
    assert examine(backup).steps == 30
    assert f"backed up to {backup}: games: 10, steps: 30" in caplog.text


async def test_old_backups_are_deleted(store: SqliteStore, database: Path, tape: Tape) -> None:
    old = [made(database, NOON - age * DAY) for age in (3, 2, 1)]

    await first(tape, database, keep=2)

    assert [file for _, file in backups(database)][:-1] == [old[2]]


@pytest.mark.parametrize(
    ("ages", "due"),
    [
        ((), True),
        ((0.99,), False),
        ((1.0,), True),
        ((5.0, 0.5), False),
        ((-300.0, 5.0), True),  # the clock was wrong once
        ((-300.0, 0.5), False),
    ],
)
def test_one_is_due_when_the_newest_is_old(
    database: Path, ages: tuple[float, ...], *, due: bool
) -> None:
    for age in ages:
        made(database, NOON - age * DAY)

    assert is_due(database, DAY, NOON) is due


async def test_a_restart_makes_no_backup_too_many(
    store: SqliteStore, database: Path, tape: Tape
) -> None:
    await first(tape, database)

    work = asyncio.create_task(keep_backups(database, DAY, 2, tape, look=0.001))
    await asyncio.sleep(0.1)
    work.cancel()
    await asyncio.gather(work, return_exceptions=True)

    assert len(backups(database)) == 1


async def test_a_failure_is_logged_and_counted(
    store: SqliteStore, database: Path, tape: Tape, caplog: pytest.LogCaptureFixture
) -> None:
    (database.parent / "backups").write_text("a file where the folder should be")

    assert not await first(tape, database)

    (record,) = [r for r in caplog.records if r.name == "bot.operations.schedule"]
    assert record.levelno == logging.ERROR
    assert record.getMessage().startswith("the scheduled backup failed: ")


async def test_after_a_failure_it_is_tried_again(
    store: SqliteStore, database: Path, tape: Tape, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(schedule, "RETRY", 0.01)
    in_the_way = database.parent / "backups"
    in_the_way.write_text("a file where the folder should be")
    work = asyncio.create_task(keep_backups(database, DAY, 2, tape, look=0.001))

    assert not await tape.made.get()
    in_the_way.unlink()
    async with asyncio.timeout(10):
        while not await tape.made.get():
            pass
    work.cancel()
    await asyncio.gather(work, return_exceptions=True)

    assert len(backups(database)) == 1


async def test_the_bot_plays_on_while_a_backup_takes_long(
    store: SqliteStore, database: Path, tape: Tape, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun, stopped = asyncio.Event(), Event()
    loop = asyncio.get_running_loop()

    def slow(_: Path, target: Path, stop: Event) -> Any:
        loop.call_soon_threadsafe(begun.set)
        assert stop.wait(10), "it was not told to stop"
        stopped.set()
        raise BackupFailed("given up")

    monkeypatch.setattr(schedule, "back_up", slow)
    work: asyncio.Task[Any] = asyncio.create_task(keep_backups(database, DAY, 2, tape, look=0.001))
    await begun.wait()
    assert await store.secret()

    work.cancel()
    with pytest.raises(asyncio.CancelledError):
        await work

    assert stopped.is_set()
    assert tape.made.empty()
