"""The stores under test. A store that keeps the contract joins by a line in `AT`."""

from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from pathlib import Path

import pytest

from bot.store.open import open_store as open_at
from bot.store.port import Store
from tests.fakes import MemoryStore
from tests.store.postgres_server import any_url, schema

OpenStore = Callable[[], Awaitable[Store]]
Address = Callable[[Path, pytest.FixtureRequest], AbstractAsyncContextManager[str]]


@asynccontextmanager
async def sqlite(folder: Path, _: pytest.FixtureRequest) -> AsyncIterator[str]:
    yield f"sqlite:///{folder / 'state' / 'podkeeper.db'}"


@asynccontextmanager
async def postgres(_: Path, request: pytest.FixtureRequest) -> AsyncIterator[str]:
    async with schema(request.getfixturevalue("postgres_server")) as url:
        yield url


AT: dict[str, Address] = {"sqlite": sqlite, "postgres": postgres}


@pytest.fixture(scope="session")
def postgres_server() -> Iterator[str]:
    """The address of a PostgreSQL, started once for all tests."""
    with any_url() as url:
        yield url


@pytest.fixture
async def postgres_url(postgres_server: str) -> AsyncIterator[str]:
    """The address of an empty place in PostgreSQL."""
    async with schema(postgres_server) as url:
        yield url


@pytest.fixture(params=AT)
async def address(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[str]:
    """The address of an empty database, of each engine in turn."""
    async with AT[request.param](tmp_path, request) as url:
        yield url


@pytest.fixture
async def open_store(address: str) -> AsyncIterator[OpenStore]:
    """Open the same database, once more with each call; all are closed after the test."""
    stores: list[Store] = []

    async def open_one() -> Store:
        stores.append(await open_at(address))
        return stores[-1]

    yield open_one
    for store in stores:
        await store.close()


@pytest.fixture
async def store(open_store: OpenStore) -> Store:
    return await open_store()


@pytest.fixture(params=[*AT, "memory"])
async def any_store(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[Store]:
    """A store of each kind, the tests' own in memory included."""
    if request.param == "memory":
        yield MemoryStore()
        return
    async with AT[request.param](tmp_path, request) as url:
        store = await open_at(url)
        yield store
        await store.close()
