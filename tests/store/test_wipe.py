"""What was erased lies in no file of a SQLite database any more, not even where nobody looks."""

import sqlite3
from collections.abc import AsyncIterator
from contextlib import closing
from pathlib import Path
from random import Random

import pytest

from bot.store.port import Step
from bot.store.sqlite import SqliteStore
from tests.store.steps import POD, a_step, places

PEOPLE = [111_222_333_444_555_000 + number for number in range(6)]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "podkeeper.db"


@pytest.fixture
async def store(path: Path) -> AsyncIterator[SqliteStore]:
    store = await SqliteStore.open(path)
    yield store
    await store.close()


def holding(path: Path, number: int) -> list[str]:
    """The files of the database that have a number in them: written out, or as SQLite keeps it."""
    written = (str(number).encode(), number.to_bytes(8, "big"))
    files = {file.name: file.read_bytes() for file in path.parent.iterdir()}
    return [name for name, content in files.items() if any(it in content for it in written)]


def played(seed: int) -> list[Step]:
    """Steps of several tables, short ones and such as spill over into pages of their own."""
    random = Random(seed)
    steps = []
    for seq in range(1, 60):
        for place in places(3):
            some = random.sample(PEOPLE, 3)
            filler = "x" * random.choice([10, 100, 900, 1_500, 6_000])
            state = f'{{"players": {some}, "x": "{filler}"}}'
            steps.append(a_step(seq, place, actor=some[0], events=str(some), state=state))
    return steps


@pytest.mark.parametrize("seed", range(3))
async def test_an_erased_id_is_in_no_file_while_the_others_stay(
    store: SqliteStore, path: Path, seed: int
) -> None:
    for step in played(seed):
        await store.append(step)
    await store.thin_out(POD, 1)
    for number, person in enumerate(PEOPLE):
        await store.erase(person, -1 - number)
        assert await store.wipe()
        assert holding(path, person) == []
        for other in PEOPLE[number + 1 :]:
            assert "podkeeper.db" in holding(path, other)
    await store.close()
    assert not [person for person in PEOPLE if holding(path, person)]


async def test_before_that_it_still_lies_in_the_write_ahead_log(
    store: SqliteStore, path: Path
) -> None:
    await store.append(a_step(1, actor=5, state=f"[{PEOPLE[0]}]"))
    await store.erase(PEOPLE[0], -1)
    assert holding(path, PEOPLE[0]) == ["podkeeper.db-wal"]


async def test_a_server_that_is_forgotten_is_in_no_file(store: SqliteStore, path: Path) -> None:
    for step in played(1):
        await store.append(step)
    await store.set_panel(POD, PEOPLE[0])
    assert POD.guild is not None
    await store.forget_guild(POD.guild)
    assert await store.wipe()
    assert not [person for person in PEOPLE if holding(path, person)]


async def test_whatever_the_build_of_sqlite_free_pages_are_overwritten(store: SqliteStore) -> None:
    assert await store.engine.write("PRAGMA secure_delete") == [(1,)]
    assert await store.engine.read("PRAGMA secure_delete") == [(1,)]


async def test_somebody_who_reads_puts_it_off_and_makes_nobody_wait(path: Path) -> None:
    store = await SqliteStore.open(path, patience=30)
    try:
        await store.append(a_step(1, actor=PEOPLE[0]))
        with closing(sqlite3.connect(path, isolation_level=None)) as other:
            other.execute("BEGIN")
            other.execute("SELECT * FROM steps").fetchall()
            await store.erase(PEOPLE[0], -1)
            assert not await store.wipe()
            await store.append(a_step(3))
            assert holding(path, PEOPLE[0])
        assert await store.wipe()
        assert holding(path, PEOPLE[0]) == []
        assert await store.engine.read("PRAGMA busy_timeout") == [(30_000,)]
    finally:
        await store.close()


async def test_somebody_who_writes_puts_it_off_too(store: SqliteStore, path: Path) -> None:
    await store.append(a_step(1))
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        assert not await store.wipe()
        other.execute("COMMIT")
    assert await store.wipe()
