"""Old games go once a day, by Discord's clock, and by one of several processes."""

import asyncio
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from bot.errors import StoreUnavailable
from bot.operations.retention import keep_for, retire_if_due
from tests.fakes import MemoryStore
from tests.store.steps import BEGAN, a_step, places

AGE = timedelta(days=180)
LATER = BEGAN + timedelta(days=200)


@pytest.fixture
async def store() -> MemoryStore:
    store = MemoryStore()
    for place in places(3):
        await store.append(a_step(1, place, ended=True))
    return store


class TestRetiring:
    async def test_deletes_finished_games_of_this_age(self, store: MemoryStore) -> None:
        assert await retire_if_due(store, AGE, BEGAN + timedelta(days=179)) == 0
        assert await retire_if_due(store, AGE, LATER) == 3

    async def test_is_done_once_a_day(self, store: MemoryStore) -> None:
        await retire_if_due(store, AGE, LATER)
        await store.append(a_step(2, ended=True))
        assert await retire_if_due(store, AGE, LATER + timedelta(hours=1)) == 0
        assert await retire_if_due(store, AGE, LATER + timedelta(days=1)) == 1

    async def test_is_done_by_one_of_several_processes(self, store: MemoryStore) -> None:
        gone = await asyncio.gather(*(retire_if_due(store, AGE, LATER) for _ in range(5)))
        assert sorted(gone) == [0, 0, 0, 0, 3]

    async def test_that_fails_is_due_again(
        self, store: MemoryStore, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        async def fail(before: datetime) -> int:
            raise StoreUnavailable("The database is gone.")

        with monkeypatch.context() as broken:
            broken.setattr(store, "retire", fail)
            with pytest.raises(StoreUnavailable):
                await retire_if_due(store, AGE, LATER)
        assert await retire_if_due(store, AGE, LATER) == 3


class TestBesideTheBot:
    async def run(self, store: Any, heard: datetime | None, *, turns: int = 200) -> None:
        task = asyncio.create_task(keep_for(AGE, lambda: store, lambda: heard, look=0))
        for _ in range(turns):
            await asyncio.sleep(0)
        assert not task.done()
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)

    async def test_old_games_go(self, store: MemoryStore) -> None:
        await self.run(store, LATER)
        assert store.rows == {}

    async def test_a_wrong_clock_of_the_machine_deletes_nothing(self, store: MemoryStore) -> None:
        """Nothing but an interaction tells how late it is, and there was none."""
        assert datetime.now(UTC) > BEGAN
        await self.run(store, None)
        assert len(store.rows) == 3

    async def test_it_waits_for_a_store(self) -> None:
        await self.run(None, LATER)

    async def test_it_outlives_a_database_that_is_gone(
        self, store: MemoryStore, caplog: pytest.LogCaptureFixture
    ) -> None:
        store.reachable = False
        await self.run(store, LATER)
        assert "old games could not be deleted" in caplog.text
        store.reachable = True
        await self.run(store, LATER)
        assert store.rows == {}
