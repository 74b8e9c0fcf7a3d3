"""Erasing somebody while others act, undo, or are erased: the id does not come back."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import asyncpg
import pytest

from bot.game.game import Game
from bot.game.pod import EndGame, JoinLobby, OpenLobby, StartPod
from bot.game.rules import COMMANDER
from bot.store import postgres
from bot.store.port import Step, Store
from bot.store.postgres import PostgresStore
from bot.table import Actor
from bot.tables.tables import Tables
from tests.store.conftest import OpenStore
from tests.store.steps import POD, a_step, places

ANA, BEA = 111_222_333_444_555_666, 777_888_999_000_111_222


async def about(store: Store, person: int) -> list[Step]:
    return [step async for step in store.about(person)]


@asynccontextmanager
async def held_up(store: Store, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[asyncio.Event]:
    """Hold up the first act that is to be kept until the end; the event tells that it is due."""
    due, go_on, append = asyncio.Event(), asyncio.Event(), store.append

    async def held(step: Step) -> None:
        if not due.is_set():
            due.set()
            await go_on.wait()
        await append(step)

    monkeypatch.setattr(store, "append", held)
    yield due
    go_on.set()


@pytest.fixture
async def tables(store: Store) -> Tables[Game]:
    return Tables(store, COMMANDER)


async def act(tables: Tables[Game], *commands: Any) -> None:
    for number, command in enumerate(commands, start=1):
        await tables.act(POD, Actor(ANA), command, interaction=number)


async def test_a_redo_that_has_read_an_old_step_brings_nobody_back(
    tables: Tables[Game], monkeypatch: pytest.MonkeyPatch
) -> None:
    await act(tables, OpenLobby(player=ANA))
    await tables.act(POD, Actor(BEA), JoinLobby(player=BEA), interaction=8)
    await tables.undo(POD, Actor(ANA), interaction=9)  # the game as it stands is without her
    async with held_up(tables.store, monkeypatch) as due:
        redo = asyncio.create_task(tables.redo(POD, Actor(ANA), interaction=10))
        await due.wait()
        assert await tables.store.erase(BEA, -1) == 1
    await redo
    assert await about(tables.store, BEA) == []
    assert (await tables.table(POD)).game.gathering == (ANA, -1)


async def test_an_undo_into_the_game_before_brings_nobody_back(
    tables: Tables[Game], monkeypatch: pytest.MonkeyPatch
) -> None:
    await act(tables, StartPod(players=(ANA, BEA)), EndGame(winner=BEA), OpenLobby(player=ANA))
    async with held_up(tables.store, monkeypatch) as due:
        undo = asyncio.create_task(tables.undo(POD, Actor(ANA), interaction=10))
        await due.wait()
        await tables.store.erase(BEA, -1)
    await undo
    assert await about(tables.store, BEA) == []
    assert set((await tables.table(POD)).game.players) == {ANA, -1}


async def test_all_who_are_erased_at_the_same_time_are_gone(open_store: OpenStore) -> None:
    stores = [await open_store() for _ in range(2)]
    people = [ANA + number for number in range(4)]
    for place in places(20):
        await stores[0].append(a_step(1, place, actor=people[0], state=f"{people}"))
    await asyncio.gather(
        *(stores[number % 2].erase(person, -1 - number) for number, person in enumerate(people))
    )
    assert [await about(stores[0], person) for person in people] == [[]] * 4


@asynccontextmanager
async def moving_up(url: str, seq: int) -> AsyncIterator[None]:
    """Be another erasure in PostgreSQL, which has moved a row, and ends once somebody waits."""
    other = await asyncpg.connect(url)
    try:
        async with other.transaction():
            await other.execute(postgres._ALONE)
            await other.execute("UPDATE steps SET seq = $1 + 1 WHERE seq = $1", seq)
            yield
            async with asyncio.timeout(10):
                while not await other.fetchval("SELECT count(*) FROM pg_locks WHERE NOT granted"):  # noqa: ASYNC110
                    await asyncio.sleep(0.01)
    finally:
        await other.close()


@pytest.fixture
async def postgres_store(postgres_url: str) -> AsyncIterator[Store]:
    store = await PostgresStore.open(postgres_url)
    yield store
    await store.close()


async def test_a_row_that_moved_as_it_was_to_be_erased_is_looked_for_again(
    postgres_url: str, postgres_store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    """PostgreSQL passes over a row whose key has changed while it waited for it."""
    await postgres_store.append(a_step(1, actor=ANA))
    monkeypatch.setattr(postgres, "_ALONE", "SELECT 1")
    async with moving_up(postgres_url, 1):
        erasing = asyncio.create_task(postgres_store.erase(ANA, -1))
    assert await erasing == 1
    assert await about(postgres_store, ANA) == []


async def test_a_latest_row_that_another_erasure_has_moved_moves_once_more(
    postgres_url: str, postgres_store: Store
) -> None:
    """Else an undo that read it after the first move, and an old row, could still be kept."""
    await postgres_store.append(a_step(1, actor=ANA))
    await postgres_store.append(a_step(2))
    async with moving_up(postgres_url, 2):
        erasing = asyncio.create_task(postgres_store.erase(ANA, -1))
    assert await erasing == 1
    latest = await postgres_store.latest(POD)
    assert latest is not None
    assert latest.seq == 4
