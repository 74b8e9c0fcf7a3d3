"""What was erased lies in no file of a SQLite database any more, not even where nobody looks."""

import asyncio
import errno
import os
import shutil
import sqlite3
import sys
from collections.abc import AsyncIterator
from contextlib import closing
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest

from bot.errors import StoreUnavailable
from bot.store import sqlite_traces, trouble
from bot.store.port import Step
from bot.store.sqlite import SqliteStore
from bot.store.sqlite_link import Link
from tests.store.steps import POD, a_step, places

PEOPLE = [111_222_333_444_555_000 + 1_000_003 * number for number in range(12)]


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


async def play_for_months(store: SqliteStore, random: Random) -> None:
    """Sixty evenings in four servers with ten channels each, where acts are of all sizes."""
    where = [
        place._replace(channel=place.channel + 7919 * number, guild=number % 4)
        for number, place in enumerate(places(40))
    ]
    seqs = dict.fromkeys(where, 0)
    for _ in range(60):
        steps = []
        for place in random.sample(where, random.randint(1, 20)):
            seqs[place] += 1
            some = random.sample(PEOPLE, 3)
            filler = "x" * random.choice([10, 50, 100, 300, 700, 900, 1_500, 3_000, 6_000])
            state = f'{{"players": {some}, "x": "{filler}"}}'
            seq, game = seqs[place], 1 + seqs[place] // 10
            steps.append(
                a_step(seq, place, game=game, actor=some[0], events=str(some), state=state)
            )
        await asyncio.gather(*map(store.append, steps))
        if random.random() < 0.1:
            await store.thin_out(random.choice(where), random.randint(1, 4))


async def traces_are_noted(store: SqliteStore) -> bool:
    return bool(await store.engine.read("SELECT * FROM meta WHERE key = ?", [sqlite_traces.NOTE]))


@pytest.mark.parametrize("seed", [1, 4, 6])
async def test_an_erased_id_is_in_no_copy_that_sqlite_left_as_it_moved_rows(
    store: SqliteStore, path: Path, seed: int
) -> None:
    await play_for_months(store, Random(seed))
    for guild in (0, 1):
        await store.forget_guild(guild)
    gone: list[int] = []
    for person in PEOPLE:
        gone.append(person)
        await store.erase(person, -len(gone))
        assert await store.wipe()
        assert not [each for each in gone if holding(path, each)]


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


class TestALargeFile:
    """It is written anew at the next start: as long as that takes, nobody can act."""

    @pytest.fixture(autouse=True)
    def large(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(sqlite_traces, "WHILE_PLAYED", 1000)

    @pytest.fixture
    def written(self, monkeypatch: pytest.MonkeyPatch) -> list[str]:
        """How often a file was written anew."""
        found: list[str] = []
        fetch = Link.fetch

        async def noted(link: Link, sql: str, *values: Any, **how: Any) -> list[object]:
            found.extend([sql] if sql == "VACUUM" else [])
            return await fetch(link, sql, *values, **how)

        monkeypatch.setattr(Link, "fetch", noted)
        return found

    async def test_is_not_written_anew_while_others_play(
        self, store: SqliteStore, path: Path, written: list[str]
    ) -> None:
        await store.append(a_step(1, actor=PEOPLE[0]))
        await store.erase(PEOPLE[0], -1)
        assert not await store.wipe()
        assert written == []
        assert holding(path, PEOPLE[0]) == []  # but its log was emptied

    async def test_is_written_anew_at_leisure_after_a_restart(
        self, store: SqliteStore, path: Path, written: list[str]
    ) -> None:
        await store.append(a_step(1, actor=PEOPLE[0]))
        await store.erase(PEOPLE[0], -1)
        await store.close()
        again = await SqliteStore.open(path)
        assert await again.wipe(at_leisure=True)
        assert await again.wipe()
        assert written == ["VACUUM"]
        await again.close()

    async def test_is_left_as_it_is_where_nothing_was_erased(
        self, store: SqliteStore, written: list[str]
    ) -> None:
        await store.append(a_step(1))
        assert await store.forget_guild(77) == 0
        assert await store.wipe(at_leisure=True)
        assert written == []


async def test_traces_stay_noted_if_more_was_erased_meanwhile(
    store: SqliteStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    fetch = Link.fetch

    async def erased_meanwhile(link: Link, sql: str, *values: Any, **how: Any) -> list[object]:
        if sql == "VACUUM":
            await sqlite_traces.note(store.engine)
        return await fetch(link, sql, *values, **how)

    await store.append(a_step(1, actor=PEOPLE[0]))
    await store.erase(PEOPLE[0], -1)
    with monkeypatch.context() as busy:
        busy.setattr(Link, "fetch", erased_meanwhile)
        await store.wipe()
    assert await traces_are_noted(store)
    assert await store.wipe()
    assert not await traces_are_noted(store)


async def test_an_erasure_that_breaks_off_leaves_them_noted(
    store: SqliteStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def fail(*_: object) -> set[int]:
        raise StoreUnavailable(trouble.FULL)

    await store.append(a_step(1, actor=PEOPLE[0]))
    monkeypatch.setattr(store.engine, "rewrite", fail)
    with pytest.raises(StoreUnavailable):
        await store.erase(PEOPLE[0], -1)
    assert await traces_are_noted(store)


async def test_where_the_disk_has_no_room_it_stays_due_and_the_log_is_emptied_all_the_same(
    store: SqliteStore, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for step in played(1):
        await store.append(step)
    await store.erase(PEOPLE[0], -1)
    with monkeypatch.context() as full:
        full.setattr(shutil, "disk_usage", lambda _: SimpleNamespace(free=0))
        with pytest.raises(StoreUnavailable, match="no room left"):
            await store.wipe()
    assert path.with_name("podkeeper.db-wal").stat().st_size == 0
    assert (await store.check()).startswith("SQLite")
    assert await traces_are_noted(store)
    assert await store.wipe()
    assert holding(path, PEOPLE[0]) == []


async def test_nobody_who_plays_meanwhile_is_refused(store: SqliteStore, path: Path) -> None:
    for step in played(1):
        await store.append(step)
    await store.erase(PEOPLE[0], -1)
    here = POD._replace(channel=5)
    await asyncio.gather(store.wipe(), *(store.append(a_step(seq, here)) for seq in range(1, 50)))
    latest = await store.latest(here)
    assert latest is not None
    assert latest.seq == 49


async def test_a_disk_that_fails_is_told_as_any_trouble_of_the_store(
    store: SqliteStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> None:
        raise OSError(errno.EIO, "Input/output error")

    await store.append(a_step(1, actor=PEOPLE[0]))
    await store.erase(PEOPLE[0], -1)
    monkeypatch.setattr(sqlite_traces.shutil, "disk_usage", fail)
    with pytest.raises(StoreUnavailable, match="Input/output error"):
        await store.wipe()


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere every name is text")
async def test_a_folder_whose_name_is_no_text_is_wiped_too(tmp_path: Path) -> None:
    folder = tmp_path / os.fsdecode(b"caf\xe9")
    folder.mkdir()
    store = await SqliteStore.open(folder / "podkeeper.db")
    await store.append(a_step(1, actor=PEOPLE[0]))
    await store.erase(PEOPLE[0], -1)
    assert await store.wipe()
    await store.close()


async def test_an_erasure_waits_longer_for_another_process_than_a_player_does(
    path: Path,
) -> None:
    store = await SqliteStore.open(path, patience=0.3)
    await store.append(a_step(1, actor=PEOPLE[0]))
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        act = asyncio.create_task(store.append(a_step(2)))
        await asyncio.sleep(0.05)
        erasure = asyncio.create_task(store.erase(PEOPLE[0], -1))
        with pytest.raises(StoreUnavailable):
            await act
        other.execute("ROLLBACK")
    assert await erasure == 1
    await store.close()
