"""What is special to the store in a SQLite file: how it commits, fails, heals and migrates."""

import asyncio
import os
import sqlite3
import sys
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import aiosqlite
import pytest

from bot.errors import StoreUnavailable
from bot.store import migrations
from bot.store.port import AlreadyDone, VersionConflict
from bot.store.sqlite import SqliteStore
from tests.store.steps import POD, a_step, places

ROOT = Path(__file__).parents[2]
NEWEST = len(migrations.scripts("sqlite"))

OpenAt = Callable[..., Awaitable[SqliteStore]]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "podkeeper.db"


@pytest.fixture
def connections(monkeypatch: pytest.MonkeyPatch) -> list[aiosqlite.Connection]:
    """Every connection that is made, in order."""
    made: list[aiosqlite.Connection] = []
    connect = aiosqlite.connect

    def remember(*args: object, **options: object) -> aiosqlite.Connection:
        made.append(connect(*args, **options))  # type: ignore[arg-type]
        return made[-1]

    monkeypatch.setattr(aiosqlite, "connect", remember)
    return made


@pytest.fixture
async def open_at(connections: list[aiosqlite.Connection]) -> AsyncIterator[OpenAt]:
    """Open a store at a path. All are closed after the test: a thread left would never end it."""
    stores: list[SqliteStore] = []

    async def open_one(path: Path, patience: float = 5) -> SqliteStore:
        stores.append(await SqliteStore.open(path, patience=patience))
        return stores[-1]

    yield open_one
    for store in stores:
        await store.close()


@pytest.fixture
async def store(path: Path, open_at: OpenAt) -> SqliteStore:
    """A store with one step, both its connections made and little patience."""
    store = await open_at(path, 0.1)
    await store.append(a_step(1))
    await store.latest(POD)
    return store


@pytest.fixture
def writer(store: SqliteStore, connections: list[aiosqlite.Connection]) -> aiosqlite.Connection:
    """The connection that ``store`` writes with (the first one prepared the file)."""
    return connections[1]


@contextmanager
def raw(path: Path) -> Iterator[sqlite3.Connection]:
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        yield connection


def make_read_only(path: Path) -> None:
    path.chmod(0o500 if path.is_dir() else 0o400)
    if os.access(path, os.W_OK):
        pytest.skip("nothing is read-only to root")


def copy_of(path: Path) -> bytes:
    """A whole copy, as a backup is."""
    copy = path.with_name("copy.db")
    with raw(path) as source, raw(copy) as target:
        source.backup(target)
    content = copy.read_bytes()
    copy.unlink()
    return content


def put(path: Path, content: bytes) -> None:
    """Put another file in a file's place, in one moment."""
    new = path.with_name("new.db")
    new.write_bytes(content)
    new.replace(path)


async def ask(connection: aiosqlite.Connection, sql: str) -> object:
    [(answer,)] = await connection.execute_fetchall(sql)
    return answer


class TestCommitting:
    async def test_survives_a_power_cut(
        self, store: SqliteStore, connections: list[aiosqlite.Connection]
    ) -> None:
        for connection in connections[1:]:
            assert await ask(connection, "PRAGMA journal_mode") == "wal"
            assert await ask(connection, "PRAGMA synchronous") == 2, "2 is FULL"

    async def test_a_lone_append_is_one_statement(
        self, store: SqliteStore, writer: aiosqlite.Connection
    ) -> None:
        statements: list[str] = []
        await writer.set_trace_callback(statements.append)
        await store.append(a_step(2))
        assert [statement.split()[0] for statement in statements] == ["INSERT"]
        assert not writer.in_transaction

    async def test_those_that_wait_together_are_one_transaction(
        self, store: SqliteStore, writer: aiosqlite.Connection, path: Path
    ) -> None:
        statements: list[str] = []
        await writer.set_trace_callback(statements.append)
        lone = asyncio.create_task(store.append(a_step(2)))
        for _ in range(3):
            await asyncio.sleep(0)
        waiting = [store.append(a_step(place=place)) for place in places(51)[1:]]
        await asyncio.gather(lone, *waiting)
        assert len(statements) == 2
        assert "BEGIN" not in "".join(statements)

    async def test_the_latest_step_is_one_index_seek(self, store: SqliteStore, path: Path) -> None:
        with raw(path) as connection:
            [(*_, plan)] = connection.execute(
                "EXPLAIN QUERY PLAN SELECT * FROM steps WHERE channel = 1 AND kind = 'x'"
                " ORDER BY game DESC, seq DESC LIMIT 1"
            )
        assert plan.startswith("SEARCH steps USING INDEX")

    async def test_reads_do_not_wait_for_a_lock(self, store: SqliteStore, path: Path) -> None:
        with raw(path) as other:
            other.execute("BEGIN IMMEDIATE")
            assert await store.latest(POD) == a_step(1)
            assert await store.log(POD, 1) == [a_step(1)]


class TestTroubleIsToldAndHeals:
    """Each time: the act is refused with a sentence, nothing is lost, then the store goes on."""

    async def refuses(self, store: SqliteStore, sentence: str) -> None:
        """Check that one act and many at once are refused."""
        acts = [store.append(a_step(2, place)) for place in places(10)]
        refusals = await asyncio.gather(*acts, return_exceptions=True)
        assert {type(each) for each in refusals} == {StoreUnavailable}
        assert all(
            sentence in str(each) and "Nothing was changed" in str(each) for each in refusals
        )
        assert len(set(map(id, refusals))) == 10
        with pytest.raises(StoreUnavailable, match=sentence) as refusal:
            await store.append(a_step(2))
        assert isinstance(refusal.value.__cause__, sqlite3.Error)

    async def goes_on(self, store: SqliteStore) -> None:
        assert await store.log(POD, 1) == [a_step(1)]
        await store.append(a_step(2))
        await store.set_panel(POD, 5)
        with pytest.raises(AlreadyDone):
            await store.append(a_step(1))
        with pytest.raises(VersionConflict):
            await store.append(a_step(1, interaction=4))
        assert await store.log(POD, 1) == [a_step(2), a_step(1)]
        assert "sound" in await store.check()

    async def test_another_process_holds_the_lock(self, store: SqliteStore, path: Path) -> None:
        with raw(path) as other:
            other.execute("BEGIN IMMEDIATE")
            await self.refuses(store, "in other hands")
            with pytest.raises(StoreUnavailable, match="in other hands"):
                await store.check()
        await self.goes_on(store)

    async def test_nobody_waits_for_a_lock_twice(
        self,
        store: SqliteStore,
        path: Path,
        writer: aiosqlite.Connection,
        monkeypatch: pytest.MonkeyPatch,
    ) -> None:
        tried: list[str] = []
        fetch = writer.execute_fetchall

        def count(sql: str, values: object = ()) -> object:
            tried.append(sql)
            return fetch(sql, values)

        monkeypatch.setattr(writer, "execute_fetchall", count)
        with raw(path) as other:
            other.execute("BEGIN IMMEDIATE")
            first = asyncio.create_task(store.append(a_step(2)))
            for _ in range(3):
                await asyncio.sleep(0)
            acts = [first, *(store.append(a_step(place=place)) for place in places(10)[1:])]
            notes = [store.set_panel(place, 5) for place in places(3)]
            refusals = await asyncio.gather(*acts, *notes, return_exceptions=True)
        assert {type(each) for each in refusals} == {StoreUnavailable}
        assert len(tried) == 1
        await self.goes_on(store)

    async def test_a_lock_that_is_let_go_in_time_is_waited_for(
        self, path: Path, open_at: OpenAt
    ) -> None:
        store = await open_at(path)
        with raw(path) as other:
            other.execute("BEGIN IMMEDIATE")
            act = asyncio.create_task(store.append(a_step()))
            await asyncio.sleep(0.2)
            assert not act.done()
            other.execute("ROLLBACK")
            await act

    async def test_the_disk_is_full(self, store: SqliteStore, writer: aiosqlite.Connection) -> None:
        await ask(writer, "PRAGMA max_page_count = 1")  # as many as there are already
        kept: list[int] = []

        async def play_on() -> None:
            for seq in range(101, 200):
                await store.append(a_step(seq, game=2, state="x" * 2000))
                kept.append(seq)

        with pytest.raises(StoreUnavailable, match="no room left"):
            await play_on()
        assert not writer.in_transaction
        assert [step.seq for step in await store.log(POD, 2)] == kept[::-1]
        await ask(writer, "PRAGMA max_page_count = 1000000")
        await store.append(a_step(len(kept) + 101, game=2, state="x" * 2000))
        assert "games: 2" in await store.check()

    async def test_the_disk_has_become_read_only(
        self, store: SqliteStore, writer: aiosqlite.Connection
    ) -> None:
        await writer.execute("PRAGMA query_only = ON")
        with pytest.raises(StoreUnavailable, match="not written"):
            await store.append(a_step(2))
        await self.goes_on(store)

    async def test_the_file_is_damaged_and_a_good_copy_is_brought_back(
        self, store: SqliteStore, path: Path
    ) -> None:
        with raw(path) as other:
            other.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        good = path.read_bytes()
        path.write_bytes(b"\xa5" * len(good))
        await self.refuses(store, "damaged")
        with pytest.raises(StoreUnavailable, match="damaged"):
            await store.check()
        path.write_bytes(good)
        await self.goes_on(store)

    async def test_the_file_is_gone(self, path: Path, open_at: OpenAt) -> None:
        """No empty file takes its place: that would hide that the games are gone."""
        await (await open_at(path)).close()
        store = await open_at(path)
        good = path.read_bytes()
        path.unlink()
        for call in (store.append(a_step()), store.latest(POD), store.secret(), store.check()):
            with pytest.raises(StoreUnavailable, match=r"\(No such file or directory\)"):
                await call
        assert not path.exists()
        path.write_bytes(good)
        await store.append(a_step())

    @pytest.mark.parametrize("beside", ["left", "gone too"])
    async def test_the_file_is_deleted_in_play(
        self, store: SqliteStore, path: Path, beside: str
    ) -> None:
        """A connection would go on writing to a file that nobody can open any more."""
        good = copy_of(path)
        for file in path.parent.glob(f"{path.name}*") if beside == "gone too" else [path]:
            file.unlink()
        for _ in range(2):
            for call in (store.append(a_step(2)), store.set_panel(POD, 5), store.latest(POD)):
                with pytest.raises(StoreUnavailable, match=r"\(No such file or directory\)"):
                    await call
        assert not path.exists()
        path.write_bytes(good)
        await self.goes_on(store)

    async def test_the_file_is_deleted_while_an_act_waits_its_turn(
        self, path: Path, open_at: OpenAt
    ) -> None:
        store = await open_at(path)
        await store.append(a_step(1))
        with raw(path) as other:
            other.execute("BEGIN IMMEDIATE")
            act = asyncio.create_task(store.append(a_step(2)))
            await asyncio.sleep(0.2)
            path.unlink()
            other.execute("ROLLBACK")
            with pytest.raises(StoreUnavailable, match="taken away"):
                await act
        assert not path.exists()

    async def test_the_file_is_replaced_in_play(
        self, store: SqliteStore, path: Path, open_at: OpenAt
    ) -> None:
        put(path, copy_of(path))
        await self.goes_on(store)
        await store.close()
        anew = await open_at(path)
        assert await anew.log(POD, 1) == [a_step(2), a_step(1)]
        assert await anew.panel(POD) == 5

    async def test_an_earlier_copy_is_put_back_in_play(
        self, store: SqliteStore, path: Path, open_at: OpenAt
    ) -> None:
        """What was written since the copy was made does not get into it, nor damage it."""
        good = copy_of(path)
        for seq in range(101, 160):
            await store.append(a_step(seq, game=2, state="x" * 2000))
        put(path, good)
        assert await store.log(POD, 2) == []
        await self.goes_on(store)
        await store.close()
        await self.still_sound(path)

    async def test_the_file_is_moved_away_and_a_copy_put_in_its_place(
        self, store: SqliteStore, path: Path
    ) -> None:
        good = copy_of(path)
        await store.append(a_step(101, game=2))
        aside = path.rename(path.with_name("aside.db"))
        put(path, good)
        await self.goes_on(store)
        with raw(aside) as old:
            assert old.execute("SELECT max(game) FROM steps").fetchone() == (2,)

    async def test_the_file_is_replaced_by_one_of_another_making(
        self, store: SqliteStore, path: Path
    ) -> None:
        """It is made ready as at a start: here, it lacks the write-ahead log."""
        copy = path.with_name("copy.db")
        with raw(path) as other:
            other.execute("VACUUM INTO ?", [str(copy)])
        copy.replace(path)
        await self.goes_on(store)
        with raw(path) as other:
            assert other.execute("PRAGMA journal_mode").fetchone() == ("wal",)

    async def test_the_file_is_replaced_by_an_empty_one(
        self, store: SqliteStore, path: Path
    ) -> None:
        good = copy_of(path)
        put(path, b"")
        for call in (store.append(a_step(2)), store.latest(POD)):
            with pytest.raises(StoreUnavailable, match="emptied"):
                await call
        assert path.read_bytes() == b""
        put(path, good)
        await self.goes_on(store)

    async def still_sound(self, path: Path) -> None:
        with raw(path) as connection:
            assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]

    @pytest.mark.parametrize("rounds", [1, 2, 5], ids=["unborn", "started", "writing"])
    async def test_a_cancelled_writing_task_leaves_nobody_waiting(
        self, store: SqliteStore, rounds: int
    ) -> None:
        """As when a program that stops cancels all its tasks."""
        callers = [asyncio.create_task(store.append(a_step(2, place))) for place in places(200)]
        before = asyncio.all_tasks()
        for _ in range(rounds):
            await asyncio.sleep(0)
        [writing] = asyncio.all_tasks() - before
        writing.cancel()
        results = await asyncio.wait_for(asyncio.gather(*callers, return_exceptions=True), 5)
        assert {type(result) for result in results} == {asyncio.CancelledError}
        await store.append(a_step(3))


class TestOpening:
    async def opening_fails(self, path: Path, sentence: str) -> None:
        with pytest.raises(StoreUnavailable, match=sentence):
            await SqliteStore.open(path, patience=0.1)

    async def test_makes_the_folder_and_the_newest_schema(
        self, tmp_path: Path, open_at: OpenAt
    ) -> None:
        path = tmp_path / "new" / "odd #1? %41 name" / "podkeeper.db"
        await (await open_at(path)).close()
        with raw(path) as connection:
            assert connection.execute("PRAGMA user_version").fetchone() == (NEWEST,)
            tables = connection.execute("SELECT name FROM pragma_table_list WHERE schema = 'main'")
            assert {"steps", "panels", "meta"} <= {name for (name,) in tables}

    async def test_leaves_a_newer_schema_as_it_is(self, path: Path) -> None:
        with raw(path) as connection:
            connection.execute("CREATE TABLE steps (unheard_of)")
            connection.execute(f"PRAGMA user_version = {NEWEST + 1}")
        before = path.read_bytes()
        await self.opening_fails(path, f"schema {NEWEST + 1}.*newer Podkeeper")
        assert path.read_bytes() == before

    async def test_brings_an_older_schema_up_to_date(
        self, path: Path, open_at: OpenAt, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        store = await open_at(path)
        await store.append(a_step())
        await store.close()
        scripts = migrations.scripts("sqlite")
        later = "CREATE TABLE later (x);\n-- and;\nCREATE TABLE last (\n  y);\n"
        monkeypatch.setattr(migrations, "scripts", lambda _: (*scripts, later))
        store = await open_at(path)
        assert await store.latest(POD) == a_step()
        assert f"schema {NEWEST + 1}" in await store.check()

    async def test_takes_a_failed_migration_back_as_a_whole(
        self, path: Path, open_at: OpenAt, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        scripts = migrations.scripts("sqlite")
        wrong = "CREATE TABLE later (x);\nCREATE TABLE steps (x);\n"
        monkeypatch.setattr(migrations, "scripts", lambda _: (*scripts, wrong))
        await self.opening_fails(path, "already exists")
        monkeypatch.undo()
        store = await open_at(path)
        assert f"schema {NEWEST}" in await store.check()

    async def test_by_many_processes_at_once_is_safe(self, path: Path) -> None:
        program = (
            "import asyncio, sys\n"
            "from bot.store.sqlite import SqliteStore\n"
            "async def main():\n"
            "    sys.stdin.readline()\n"
            "    for number in range(10):\n"
            "        store = await SqliteStore.open(f'{sys.argv[1]}.{number}', patience=10)\n"
            "        print(await store.secret())\n"
            "        await store.close()\n"
            "asyncio.run(main())\n"
        )
        pipe = asyncio.subprocess.PIPE
        command = (sys.executable, "-c", program, str(path))
        children = [
            await asyncio.create_subprocess_exec(*command, cwd=ROOT, stdin=pipe, stdout=pipe)
            for _ in range(5)
        ]
        secrets = await asyncio.gather(*(child.communicate(b"go\n") for child in children))
        assert [child.returncode for child in children] == [0] * 5
        assert len(set(secrets)) == 1, "all read the same ten secrets"

    async def test_what_is_no_database_leaves_it_as_it_is(
        self, path: Path, open_at: OpenAt
    ) -> None:
        path.write_bytes(b"Dear diary, " * 500)
        await self.opening_fails(path, "damaged")
        assert path.read_bytes() == b"Dear diary, " * 500
        path.unlink()
        await (await open_at(path)).close()

    async def test_in_a_place_that_is_no_folder(self, path: Path) -> None:
        path.write_text("")
        await self.opening_fails(path / "podkeeper.db", "cannot be used right now")
        await self.opening_fails(path.parent, "Is a directory")

    async def test_a_locked_file(self, path: Path, open_at: OpenAt) -> None:
        await (await open_at(path)).close()
        with raw(path) as other:
            other.execute("PRAGMA locking_mode = EXCLUSIVE")
            other.execute("BEGIN EXCLUSIVE")
            await self.opening_fails(path, "in other hands")
        await (await open_at(path)).close()

    async def test_in_a_read_only_folder(self, path: Path, open_at: OpenAt) -> None:
        make_read_only(path.parent)
        await self.opening_fails(path, "not written")
        await self.opening_fails(path.parent / "new" / "podkeeper.db", "not written")
        path.parent.chmod(0o700)
        await (await open_at(path)).close()

    async def test_a_read_only_file(self, path: Path, open_at: OpenAt) -> None:
        store = await open_at(path)
        make_read_only(path)
        await self.opening_fails(path, "not written")
        with pytest.raises(StoreUnavailable, match="not written"):
            await store.append(a_step())
        path.chmod(0o600)
        await store.append(a_step())
        assert await store.latest(POD) == a_step()

    async def test_that_failed_leaves_no_connection_behind(
        self, path: Path, connections: list[aiosqlite.Connection]
    ) -> None:
        """Its thread would keep the process alive for ever."""
        path.write_bytes(b"Dear diary, " * 500)
        await self.opening_fails(path, "damaged")
        for connection in connections:
            with pytest.raises(ValueError, match=r"closed|no active"):
                await connection.execute("SELECT 1")
