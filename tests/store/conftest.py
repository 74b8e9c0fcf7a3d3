"""The stores under test. A store that keeps the contract joins by a line in `OPEN`."""

from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path

import pytest

from bot.store.port import Store
from bot.store.sqlite import SqliteStore

OpenStore = Callable[[], Awaitable[Store]]


async def open_sqlite(folder: Path) -> Store:
    return await SqliteStore.open(folder / "state" / "podkeeper.db")


OPEN = {"sqlite": open_sqlite}


@pytest.fixture(params=OPEN)
async def open_store(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[OpenStore]:
    """Open the same database, once more with each call; all are closed after the test."""
    stores: list[Store] = []

    async def open_one() -> Store:
        stores.append(await OPEN[request.param](tmp_path))
        return stores[-1]

    yield open_one
    for store in stores:
        await store.close()


@pytest.fixture
async def store(open_store: OpenStore) -> Store:
    return await open_store()
