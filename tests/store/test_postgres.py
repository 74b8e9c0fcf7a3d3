"""What is special to the store in PostgreSQL: how it commits, fails, heals and migrates."""

import asyncio
import subprocess
import sys
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from itertools import chain
from pathlib import Path
from typing import Any

import asyncpg
import pytest

from bot.errors import StoreUnavailable
from bot.game.pod import StartPod
from bot.game.rules import COMMANDER
from bot.game.turns import NextTurn
from bot.operations.doctor import examine
from bot.store import migrations, trouble
from bot.store.port import AlreadyDone, Step, VersionConflict
from bot.store.postgres import PostgresStore
from bot.store.postgres_link import Link, unavailable
from bot.table import Actor
from bot.tables.tables import Tables
from tests.store.checking import check_the_games
from tests.store.postgres_server import Server, schema, started
from tests.store.proxy import proxied
from tests.store.steps import POD, a_step, places
from tests.store.waiting import until
from tests.store.writer import TABLES

ROOT = Path(__file__).parents[2]
NEWEST = len(migrations.scripts("postgres"))
DISCORD_WAITS = 3.0

OpenAt = Callable[..., Awaitable[PostgresStore]]


@pytest.fixture
async def open_at() -> AsyncIterator[OpenAt]:
    """Open a store at an address. All are closed after the test."""
    stores: list[PostgresStore] = []

    async def open_one(url: str, patience: float = 1.0) -> PostgresStore:
        stores.append(await PostgresStore.open(url, patience=patience))
        return stores[-1]

    yield open_one
    for store in stores:
        await store.close()


@pytest.fixture
async def raw(postgres_url: str) -> AsyncIterator[asyncpg.Connection]:
    """Another program's connection to the same database."""
    connection = await asyncpg.connect(postgres_url)
    yield connection
    await connection.close()


@pytest.fixture
def own_server() -> Iterator[Server]:
    """A server that may be stopped and started."""
    with started() as server:
        yield server


async def goes_on(store: PostgresStore) -> None:
    """Nothing of ``a_step(1)`` was lost, nothing was done twice, and play goes on."""
    assert await store.log(POD, 1) == [a_step(1)]
    await store.append(a_step(2))
    await store.set_panel(POD, 5)
    with pytest.raises(AlreadyDone):
        await store.append(a_step(1))
    with pytest.raises(VersionConflict):
        await store.append(a_step(1, interaction=4))
    assert await store.log(POD, 1) == [a_step(2), a_step(1)]
    assert "writable" in await store.check()


class TestCommitting:
    async def test_survives_a_power_cut(self, postgres_url: str, open_at: OpenAt) -> None:
        store = await open_at(f"{postgres_url}&synchronous_commit=off")
        [(setting,)] = await store.engine.read("SHOW synchronous_commit")
        assert setting == "on"

    async def test_the_health_line_has_no_password(
        self, postgres_url: str, open_at: OpenAt
    ) -> None:
        store = await open_at(postgres_url.replace("postgres:@", "postgres:hunter2@"))
        assert "hunter2" not in await store.check()


class TestTroubleIsToldAndHeals:
    """Each time: the act is refused with a sentence, nothing is lost, then the store goes on."""

    async def test_another_program_holds_the_lock(
        self, postgres_url: str, open_at: OpenAt, raw: asyncpg.Connection
    ) -> None:
        store = await open_at(postgres_url, patience=0.2)
        await store.append(a_step(1))
        async with raw.transaction():
            await raw.execute("LOCK TABLE steps IN EXCLUSIVE MODE")
            acts = [store.append(a_step(2, place)) for place in places(10)]
            refusals = await asyncio.gather(*acts, return_exceptions=True)
            assert {str(refusal) for refusal in refusals} == {trouble.BUSY}
            assert await store.latest(POD) == a_step(1), "reads do not wait for a lock"
        await goes_on(store)

    async def test_a_lock_that_is_let_go_in_time_is_waited_for(
        self, postgres_url: str, open_at: OpenAt, raw: asyncpg.Connection
    ) -> None:
        store = await open_at(postgres_url, patience=10)
        async with raw.transaction():
            await raw.execute("LOCK TABLE steps IN EXCLUSIVE MODE")
            act = asyncio.create_task(store.append(a_step()))
            await asyncio.sleep(0.2)
            assert not act.done()
        await act

    async def test_all_connections_are_ended(
        self, postgres_url: str, open_at: OpenAt, raw: asyncpg.Connection
    ) -> None:
        """As when PostgreSQL is restarted between two acts: nobody notices."""
        store = await open_at(postgres_url)
        await store.append(a_step(1))
        await raw.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
            " WHERE application_name = 'podkeeper'"
        )
        await goes_on(store)

    async def test_the_line_is_cut_and_mended(self, postgres_url: str, open_at: OpenAt) -> None:
        async with proxied(postgres_url) as (proxy, url):
            store = await open_at(url)
            await store.append(a_step(1))
            proxy.cut()
            await goes_on(store)

    async def test_the_answer_to_an_act_is_lost(self, postgres_url: str, open_at: OpenAt) -> None:
        """It was kept. It is asked for again, found done, and not done twice."""
        async with proxied(postgres_url) as (proxy, url):
            tables = Tables(await open_at(url), COMMANDER)
            await tables.act(POD, Actor(1), StartPod(players=(1, 2)), interaction=1)
            proxy.swallow_answers = True
            act = asyncio.create_task(tables.act(POD, Actor(1), NextTurn(), interaction=2))
            watcher = await open_at(postgres_url)
            await until(lambda: watcher.by_interaction(2))
            proxy.swallow_answers = False
            outcome = await act
            assert outcome.repeated
            assert [step.interaction for step in await watcher.log(POD, 1)] == [2, 1]

    async def test_the_line_stays_cut_while_an_act_is_written(
        self, postgres_url: str, open_at: OpenAt
    ) -> None:
        """Nobody can say whether it was kept, so nobody says so. To try again is safe."""
        async with proxied(postgres_url) as (proxy, url):
            store = await open_at(url, patience=0.2)
            await store.append(a_step(1))
            proxy.swallow_answers = True
            with pytest.raises(StoreUnavailable) as refusal:
                await store.append(a_step(2))
            assert str(refusal.value) == trouble.UNSURE
            with pytest.raises(StoreUnavailable) as refusal:
                await store.latest(POD)
            assert str(refusal.value) == trouble.OUT_OF_REACH
            proxy.swallow_answers = False
            with pytest.raises(AlreadyDone):
                await store.append(a_step(2))

    async def test_the_line_falls_silent(self, postgres_url: str, open_at: OpenAt) -> None:
        """No connection breaks, and no answer comes: a player is told before Discord gives up."""
        async with proxied(postgres_url) as (proxy, url):
            store = await open_at(url)
            await store.append(a_step(1))
            proxy.flows.clear()
            for call in (store.append(a_step(2)), store.latest(POD), store.secret()):
                async with asyncio.timeout(DISCORD_WAITS):
                    with pytest.raises(StoreUnavailable, match="out of reach"):
                        await call
            proxy.cut()
            proxy.flows.set()
            latest = await store.latest(POD)
            assert latest in (a_step(1), a_step(2))
            await store.append(a_step(3))

    async def test_postgresql_is_restarted_in_play(
        self, own_server: Server, open_at: OpenAt
    ) -> None:
        """It crashes in the middle of many acts and comes back, twice."""
        store = await open_at(own_server.url, patience=0.3)
        acknowledged: list[Step] = []
        refusals: list[str] = []
        stop = asyncio.Event()

        async def play(first: Step) -> None:
            step = first
            while not stop.is_set():
                try:
                    await store.append(step)
                except AlreadyDone:
                    pass  # it was kept after all
                except StoreUnavailable as error:
                    refusals.append(str(error))
                    await asyncio.sleep(0.01)
                    continue  # the same act again
                acknowledged.append(step)
                step = a_step(step.seq + 1, step.place)

        async def more(of: list[Any]) -> None:
            enough = len(of) + 100
            await until(lambda: len(of) >= enough)

        async def crash() -> None:
            for _ in range(2):
                await more(acknowledged)
                await asyncio.to_thread(own_server.stop)
                await more(refusals)
                await asyncio.to_thread(own_server.start)
            await more(acknowledged)
            stop.set()

        await asyncio.gather(crash(), *(play(a_step(1, place)) for place in places(20)))
        assert set(refusals) <= {trouble.OUT_OF_REACH, trouble.UNSURE}
        kept = [step for place in places(20) for step in await store.log(place, 1)]
        assert sorted(kept, key=lambda s: s.interaction) == sorted(
            acknowledged, key=lambda s: s.interaction
        )

    async def test_postgresql_is_away_at_the_start(self, own_server: Server) -> None:
        url = own_server.url
        own_server.stop()
        with pytest.raises(StoreUnavailable, match="out of reach"):
            await PostgresStore.open(url)
        own_server.start()
        await (await PostgresStore.open(url)).close()

    async def test_the_server_has_become_a_stand_by(
        self, postgres_url: str, open_at: OpenAt
    ) -> None:
        """Another one took over, at the same address: only new connections lead to it."""
        store = await open_at(postgres_url)
        await store.append(a_step(1))
        await store.engine.read("SET default_transaction_read_only = on")
        with pytest.raises(StoreUnavailable, match="not written"):
            await store.append(a_step(2))
        await goes_on(store)

    @pytest.mark.parametrize(
        ("then", "sentence"),
        [
            (asyncpg.CannotConnectNowError("starting up"), trouble.UNSURE),
            (asyncpg.InvalidPasswordError("changed"), trouble.UNSURE),
            (ConnectionRefusedError(111, "refused"), trouble.UNSURE),
        ],
        ids=lambda value: type(value).__name__ if isinstance(value, Exception) else "",
    )
    async def test_what_may_have_been_written_is_not_denied_by_what_fails_next(
        self, then: Exception, sentence: str
    ) -> None:
        class Pool:
            """Loses the connection while it is written, and then has none."""

            lost = False

            async def acquire(self) -> Any:
                if self.lost:
                    raise then
                return self

            async def release(self, _: object) -> None: ...

            async def fetch(self, *_: object) -> None:
                self.lost = True
                raise asyncpg.ConnectionDoesNotExistError("in the middle of it")

        for writes, told in ((True, sentence), (False, str(unavailable(then)))):
            with pytest.raises(StoreUnavailable) as refusal:
                await Link(Pool(), patience=0.1).fetch("SELECT 1", writes=writes)
            assert str(refusal.value) == told

    @pytest.mark.parametrize(
        ("error", "sentence"),
        [
            (asyncpg.DiskFullError("no space left"), trouble.FULL),
            (asyncpg.ReadOnlySQLTransactionError("standby"), trouble.READ_ONLY),
            (asyncpg.InsufficientPrivilegeError("denied"), trouble.READ_ONLY),
            (asyncpg.DataCorruptedError("invalid page"), trouble.DAMAGED),
            (asyncpg.IndexCorruptedError("btree"), trouble.DAMAGED),
            (asyncpg.QueryCanceledError("timeout"), trouble.BUSY),
            (asyncpg.DeadlockDetectedError("circle"), trouble.BUSY),
            (asyncpg.InvalidPasswordError("for user"), trouble.OUT_OF_REACH),
            (asyncpg.TooManyConnectionsError("slots"), trouble.OUT_OF_REACH),
            (ConnectionRefusedError(111, "refused"), trouble.OUT_OF_REACH),
        ],
        ids=lambda value: type(value).__name__ if isinstance(value, Exception) else "",
    )
    def test_every_kind_of_trouble_has_a_sentence(self, error: Exception, sentence: str) -> None:
        assert str(unavailable(error)) == sentence

    def test_any_other_trouble_is_told_with_its_reason(self) -> None:
        told = str(unavailable(asyncpg.UndefinedTableError('relation "steps" does not exist')))
        assert 'relation "steps" does not exist' in told
        assert "Nothing was changed" in told


class TestOpening:
    async def test_makes_the_newest_schema(self, postgres_url: str, open_at: OpenAt) -> None:
        store = await open_at(postgres_url)
        assert f"schema {NEWEST}" in await store.check()

    async def test_leaves_a_newer_schema_as_it_is(
        self, postgres_url: str, raw: asyncpg.Connection
    ) -> None:
        await (await PostgresStore.open(postgres_url)).close()
        await raw.execute("DROP TABLE meta")
        await raw.execute("UPDATE schema_version SET version = $1", NEWEST + 1)
        with pytest.raises(StoreUnavailable, match=f"schema {NEWEST + 1}.*newer Podkeeper"):
            await PostgresStore.open(postgres_url)
        made_anew = await raw.fetchval(
            "SELECT count(*) FROM pg_tables"
            " WHERE schemaname = current_schema() AND tablename = 'meta'"
        )
        assert made_anew == 0

    async def test_brings_an_older_schema_up_to_date(
        self, postgres_url: str, open_at: OpenAt, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        scripts = migrations.scripts("postgres")
        monkeypatch.setattr(migrations, "scripts", lambda _: scripts[:1])
        await open_at(postgres_url)
        monkeypatch.setattr(
            migrations, "scripts", lambda _: (*scripts, "CREATE TABLE later (x integer);")
        )
        store = await open_at(postgres_url)
        await store.append(a_step())
        assert f"schema {NEWEST + 1}" in await store.check()

    async def test_takes_a_failed_migration_back_as_a_whole(
        self, postgres_url: str, open_at: OpenAt, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        scripts = migrations.scripts("postgres")
        wrong = "CREATE TABLE later (x integer); CREATE TABLE steps (x integer);"
        monkeypatch.setattr(migrations, "scripts", lambda _: (*scripts, wrong))
        with pytest.raises(StoreUnavailable, match="already exists"):
            await PostgresStore.open(postgres_url)
        monkeypatch.undo()
        store = await open_at(postgres_url)
        assert f"schema {NEWEST}" in await store.check()

    async def test_by_many_processes_at_once_is_safe(self, postgres_server: str) -> None:
        """One takes each migration, the others wait for it, and all read the same secret."""
        program = (
            "import asyncio, sys\n"
            "from bot.store.postgres import PostgresStore\n"
            "async def main():\n"
            "    sys.stdin.readline()\n"
            "    for url in sys.argv[1:]:\n"
            "        store = await PostgresStore.open(url)\n"
            "        print(await store.secret())\n"
            "        await store.close()\n"
            "asyncio.run(main())\n"
        )
        pipe = asyncio.subprocess.PIPE
        async with schema(postgres_server) as one, schema(postgres_server) as two:
            children = [
                await asyncio.create_subprocess_exec(
                    *(sys.executable, "-c", program, one, two), cwd=ROOT, stdin=pipe, stdout=pipe
                )
                for _ in range(5)
            ]
            secrets = await asyncio.gather(*(child.communicate(b"go\n") for child in children))
        assert [child.returncode for child in children] == [0] * 5
        assert len(set(secrets)) == 1

    async def test_a_database_that_may_only_be_read(self, postgres_url: str) -> None:
        with pytest.raises(StoreUnavailable, match="not written"):
            await PostgresStore.open(f"{postgres_url}&default_transaction_read_only=on")


class TestTheDoctor:
    """It looks at PostgreSQL as it does at a file."""

    @pytest.fixture(autouse=True)
    def settings(self, postgres_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        async def nothing(*_: object) -> list[object]:
            return []

        monkeypatch.chdir(tmp_path)
        monkeypatch.setenv("DATABASE_URL", postgres_url)
        monkeypatch.setattr("bot.operations.discord_check.look", nothing)

    async def about_the_database(self) -> str:
        [line] = [str(f) for f in await examine() if f.subject == "database"]
        return line

    async def test_tells_a_sound_one(self) -> None:
        line = await self.about_the_database()
        assert line.startswith("ok")
        assert "reachable and writable" in line

    async def test_tells_why_one_cannot_be_used(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setenv("DATABASE_URL", "postgresql://pods:hunter2@127.0.0.1:1/pods")
        line = await self.about_the_database()
        assert line.startswith("PROBLEM")
        assert "out of reach" in line
        assert "127.0.0.1" in line, "whoever runs it is told the cause"
        assert "hunter2" not in line


class Rival:
    """A process that plays at the same tables as others."""

    def __init__(self, url: str, number: int) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-m", "tests.store.rival", url, str(number)],
            cwd=ROOT,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            bufsize=0,  # a buffer would keep from communicate() what came along with a line
        )

    def begin(self) -> None:
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        assert self._process.stdout.readline() == b"ready\n"
        self._process.stdin.write(b"go\n")
        self._process.stdin.flush()

    def wait_for(self, acts: int) -> list[int]:
        """Return the interactions of its next acts."""
        assert self._process.stdout is not None
        return [int(self._process.stdout.readline()) for _ in range(acts)]

    def kill(self) -> list[int]:
        """End it in the middle of its acts; return those that it had acknowledged since."""
        self._process.kill()
        return self._rest()

    def end(self) -> list[int]:
        """Let it finish, and return what it acknowledged since."""
        rest = self._rest()
        assert self._process.returncode == 0
        return rest

    def _rest(self) -> list[int]:
        out, _ = self._process.communicate(timeout=60)
        return [int(line) for line in out.splitlines()]


@pytest.mark.skipif(sys.platform == "win32", reason="needs SIGKILL")
class TestTwoProcesses:
    async def test_at_the_same_tables_lose_and_double_nothing(self, postgres_url: str) -> None:
        rivals = [Rival(postgres_url, number) for number in (1, 2)]
        for rival in rivals:
            rival.begin()
        acknowledged = [rival.wait_for(200) for rival in rivals]
        acknowledged += [rival.end() for rival in rivals]
        kept = await check_the_games(postgres_url)
        assert sorted(kept) == sorted(chain(*acknowledged))
        assert all(acknowledged[:2]), "both had their share"

    async def test_of_a_rolling_deploy_hand_over_without_a_loss(self, postgres_url: str) -> None:
        """The new one plays along before the old one is gone, which is killed in its acts."""
        old = Rival(postgres_url, 1)
        old.begin()
        acknowledged = old.wait_for(100)
        new = Rival(postgres_url, 2)
        new.begin()
        acknowledged += new.wait_for(100)
        acknowledged += old.kill()
        acknowledged += new.wait_for(100)
        acknowledged += new.end()
        kept = await check_the_games(postgres_url)
        assert len(set(kept)) == len(kept)
        assert set(acknowledged) <= set(kept)
        # What was kept as the old one died could not be acknowledged: an act a table, at most.
        assert len(kept) - len(acknowledged) <= TABLES
