"""A database with games in it, the store that has it open as a running bot has, and logging."""

import logging
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest

from bot.store.sqlite import SqliteStore
from tests.store.steps import a_step, places


@pytest.fixture
def database(tmp_path: Path) -> Path:
    return tmp_path / "state" / "podkeeper.db"


@pytest.fixture
async def store(database: Path) -> AsyncIterator[SqliteStore]:
    """Ten games of three steps each, open."""
    store = await SqliteStore.open(database)
    for place in places(10):
        for seq in (1, 2, 3):
            await store.append(a_step(seq, place))
    yield store
    await store.close()


@pytest.fixture
async def games(store: SqliteStore, database: Path) -> Path:
    """The same database, while no bot runs."""
    await store.close()
    return database


@pytest.fixture
def logging_as_it_was() -> Iterator[None]:
    """Put back how entries are logged."""
    root, ours = logging.getLogger(), [logging.getLogger(name) for name in ("bot", "cogs")]
    handlers, level = root.handlers[:], root.level
    yield
    root.handlers[:] = handlers
    root.setLevel(level)
    for logger in ours:
        logger.setLevel(logging.NOTSET)
