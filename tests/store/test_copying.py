"""`python -m bot copy-database` moves everything, either way, checked; half a copy is not used."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest

from bot.__main__ import main
from bot.errors import StoreUnavailable
from bot.store import copying
from bot.store.copying import CopyRefused, copy_everything
from bot.store.open import AnyStore, open_any, open_store
from bot.store.port import Place, Step
from tests.store.steps import POD, SQUIRRELS, a_step, places

OpenAt = Callable[[str], Awaitable[AnyStore]]


@pytest.fixture
async def open_at() -> AsyncIterator[OpenAt]:
    stores: list[AnyStore] = []

    async def open_one(url: str) -> AnyStore:
        stores.append(await open_any(url))
        return stores[-1]

    yield open_one
    for store in stores:
        await store.close()


@pytest.fixture(params=["to postgresql", "to sqlite", "to the same engine"])
def route(request: pytest.FixtureRequest, tmp_path: Path, postgres_url: str) -> tuple[str, str]:
    """Where from, and where to."""
    one, other = (f"sqlite:///{tmp_path / name}" for name in ("one.db", "other.db"))
    ways = {
        "to postgresql": (one, postgres_url),
        "to sqlite": (postgres_url, other),
        "to the same engine": (one, other),
    }
    return ways[request.param]


STEPS = [
    *(a_step(seq, place) for place in places(20) for seq in range(1, 16)),
    a_step(1, SQUIRRELS, state=None, began=None),
    a_step(2, SQUIRRELS, ended=True, cursor=1, redo=(2, 3)),
    a_step(1, Place(channel=5, guild=None), events='["Æther 🐿️ \\u0000"]', interaction=2**63 - 1),
]


async def fill(store: AnyStore) -> None:
    await asyncio.gather(*map(store.append, STEPS))
    await store.set_panel(POD, 2**62)
    await store.set_panel(Place(channel=5, guild=None), 7)
    await store.swap_mark("sync", None, "done")
    await store.erase(a_step().actor, -1)  # which leaves stop-gaps


async def everything(store: AnyStore) -> list[Any]:
    wheres = {step.place for step in STEPS}
    logs = [await store.log(place, 1) for place in sorted(wheres, key=repr)]
    panels = [await store.panel(place) for place in sorted(wheres, key=repr)]
    return [logs, panels, await store.mark("sync"), await store.secret()]


def nothing(done: int, total: int) -> None:
    """Nobody wants to know how far it is."""


class TestACopy:
    async def test_is_the_same_to_the_last_bit(
        self, route: tuple[str, str], open_at: OpenAt
    ) -> None:
        source, target = [await open_at(url) for url in route]
        await fill(source)
        told: list[tuple[int, int]] = []
        count = await copy_everything(source, target, lambda *far: told.append(far))
        assert await everything(target) == await everything(source)
        # Each batch of the erasure left a stop-gap in each of its places: 22, and 3 are in two.
        assert count == len(STEPS) + 25
        assert told[-1] == (count, count)
        assert told == sorted(told)
        assert len(told) > 1

    async def test_leaves_out_no_table_and_no_column(self, tmp_path: Path, open_at: OpenAt) -> None:
        store = await open_at(f"sqlite:///{tmp_path}/p.db")
        rows = await store.engine.read(
            "SELECT t.name, c.name FROM pragma_table_list AS t, pragma_table_info(t.name) AS c"
            " WHERE t.schema = 'main' AND t.name NOT LIKE 'sqlite_%'"
        )
        copied = [
            (name, part)
            for name, (all_, *_) in copying._TABLES.items()
            for part in all_.split(", ")
        ]
        assert sorted(map(tuple, rows)) == sorted(copied)

    async def test_can_be_played_on(self, route: tuple[str, str], open_at: OpenAt) -> None:
        source, target = [await open_at(url) for url in route]
        await source.append(a_step(1))
        await copy_everything(source, target, nothing)
        store = await open_store(route[1])
        await store.append(a_step(2))
        await store.close()

    async def test_there_and_back_is_what_it_was(
        self, tmp_path: Path, postgres_url: str, open_at: OpenAt
    ) -> None:
        urls = f"sqlite:///{tmp_path}/1.db", postgres_url, f"sqlite:///{tmp_path}/2.db"
        first, middle, last = [await open_at(url) for url in urls]
        await fill(first)
        await copy_everything(first, middle, nothing)
        await copy_everything(middle, last, nothing)
        assert await everything(last) == await everything(first)

    async def test_of_nothing_is_nothing(self, route: tuple[str, str], open_at: OpenAt) -> None:
        source, target = [await open_at(url) for url in route]
        assert await copy_everything(source, target, nothing) == 0
        assert await target.secret() == await source.secret()


class TestNothingIsOverwritten:
    @pytest.mark.parametrize("what", ["a game", "a panel"])
    async def test_where_games_are_already(
        self, route: tuple[str, str], open_at: OpenAt, what: str
    ) -> None:
        source, target = [await open_at(url) for url in route]
        await fill(source)
        if what == "a game":
            await target.append(a_step(1))
        else:
            await target.set_panel(POD, 5)
        before = [await everything(target), await everything(source)]
        with pytest.raises(CopyRefused, match="There are games already"):
            await copy_everything(source, target, nothing)
        assert [await everything(target), await everything(source)] == before


class TestHalfACopy:
    async def half(self, source: AnyStore, target: AnyStore) -> None:
        def interrupt(done: int, total: int) -> None:
            assert done < total
            raise KeyboardInterrupt

        with pytest.raises(KeyboardInterrupt):
            await copy_everything(source, target, interrupt)

    async def test_is_not_played_on(self, route: tuple[str, str], open_at: OpenAt) -> None:
        source, target = [await open_at(url) for url in route]
        await fill(source)
        await self.half(source, target)
        with pytest.raises(StoreUnavailable, match="was not finished"):
            await open_store(route[1])
        with pytest.raises(CopyRefused, match="not finished"):
            await copy_everything(target, source, nothing)

    async def test_is_thrown_away_by_the_next_one(
        self, route: tuple[str, str], open_at: OpenAt
    ) -> None:
        source, target = [await open_at(url) for url in route]
        await fill(source)
        await self.half(source, target)
        await source.append(a_step(99))
        await copy_everything(source, target, nothing)
        assert await everything(target) == await everything(source)
        await (await open_store(route[1])).close()

    async def test_of_games_that_were_played_on_meanwhile_is_noticed(
        self, route: tuple[str, str], open_at: OpenAt, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        source, target = [await open_at(url) for url in route]
        await fill(source)
        copy = copying._copy

        async def play_meanwhile(*args: Any) -> None:
            await copy(*args)
            await source.append(a_step(99))

        monkeypatch.setattr(copying, "_copy", play_meanwhile)
        with pytest.raises(CopyRefused, match="Is the bot still running"):
            await copy_everything(source, target, nothing)
        with pytest.raises(StoreUnavailable, match="was not finished"):
            await open_store(route[1])

    @pytest.mark.parametrize(
        "damage",
        [
            "UPDATE steps SET state = 'x' WHERE seq = 7",
            "UPDATE steps SET ended = NOT ended WHERE seq = 7",
            "UPDATE steps SET guild = NULL WHERE seq = 7",
            "DELETE FROM steps WHERE seq = 7",
            "UPDATE panels SET message = 1",
            "UPDATE meta SET value = 'x' WHERE key = 'secret'",
        ],
    )
    async def test_that_differs_anywhere_is_noticed(
        self, route: tuple[str, str], open_at: OpenAt, monkeypatch: pytest.MonkeyPatch, damage: str
    ) -> None:
        source, target = [await open_at(url) for url in route]
        await fill(source)
        copy = copying._copy

        async def damaged(*args: Any) -> None:
            await copy(*args)
            await target.engine.write(damage)

        monkeypatch.setattr(copying, "_copy", damaged)
        with pytest.raises(CopyRefused, match="not the same"):
            await copy_everything(source, target, nothing)


class TestTheCommand:
    async def kept(self, url: str, *steps: Step) -> None:
        store = await open_store(url)
        await asyncio.gather(*map(store.append, steps))
        await store.close()

    def test_copies_and_says_so(
        self, route: tuple[str, str], capsys: pytest.CaptureFixture[str]
    ) -> None:
        asyncio.run(self.kept(route[0], *STEPS))
        assert main(["copy-database", *route]) == 0
        assert f"{len(STEPS)} steps are copied and checked." in capsys.readouterr().out
        assert main(["copy-database", *route]) == 1
        assert "There are games already" in capsys.readouterr().err

    def test_leaves_it_to_the_next_start_to_tell_discord_of_the_commands(
        self, route: tuple[str, str]
    ) -> None:
        async def marks(url: str) -> list[str | None]:
            store = await open_store(url)
            found = [await store.mark("commands of 1"), await store.mark("sync")]
            await store.close()
            return found

        async def note() -> None:
            store = await open_store(route[0])
            await store.append(a_step())
            for key in ("commands of 1", "sync"):
                assert await store.swap_mark(key, None, "known")
            await store.close()

        asyncio.run(note())
        assert main(["copy-database", *route]) == 0
        assert asyncio.run(marks(route[1])) == [None, "known"]
        assert asyncio.run(marks(route[0])) == ["known", "known"]

    @pytest.mark.parametrize(
        ("source", "target", "complaints"),
        [
            ("what", "ever", ["FROM is not the address", "TO is not the address"]),
            ("sqlite:///{folder}/none.db", "sqlite:///{folder}/x.db", ["FROM does not exist."]),
            ("sqlite:///{folder}/x.db", "sqlite:///{folder}/x.db", ["TO is the same as FROM."]),
            ("sqlite:///{folder}/x.db", "postgresql://me:hunter2@db", ["TO names no database"]),
        ],
    )
    def test_says_what_is_wrong_with_an_address(
        self,
        tmp_path: Path,
        capsys: pytest.CaptureFixture[str],
        source: str,
        target: str,
        complaints: list[str],
    ) -> None:
        urls = [url.format(folder=tmp_path) for url in (source, target)]
        assert main(["copy-database", *urls]) == 2
        lines = capsys.readouterr().err.splitlines()
        assert len(lines) == len(complaints)
        for line, complaint in zip(lines, complaints, strict=True):
            assert line.startswith(complaint)
            assert "hunter2" not in line
        assert list(tmp_path.iterdir()) == []
