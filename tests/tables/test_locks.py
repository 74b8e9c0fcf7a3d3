"""One act at a time at a table; others wait, but not for ever, and how long is measured."""

import asyncio

import pytest

from bot.errors import StoreUnavailable
from bot.tables.locks import TableLocks

HERE, THERE = (1, "commander"), (1, "squirrels")


@pytest.fixture
def waits() -> list[float]:
    return []


@pytest.fixture
def locks(waits: list[float]) -> TableLocks:
    return TableLocks(waits.append)


async def test_acts_at_one_table_take_turns(locks: TableLocks) -> None:
    told = []

    async def act(name: str) -> None:
        async with locks.alone(HERE):
            told.append(f"{name} begins")
            await asyncio.sleep(0)
            told.append(f"{name} ends")

    await asyncio.gather(act("one"), act("two"))

    assert told == ["one begins", "one ends", "two begins", "two ends"]


async def test_other_tables_do_not_wait(locks: TableLocks) -> None:
    async with locks.alone(HERE), locks.alone(THERE):
        pass


async def test_an_act_that_waits_too_long_is_turned_away(
    locks: TableLocks, waits: list[float], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.tables.locks.LONGEST_WAIT", 0.01)

    async with locks.alone(HERE):
        with pytest.raises(StoreUnavailable, match="The table is busy just now"):
            await locks.alone(HERE).__aenter__()

    assert len(waits) == 2
    assert waits[1] >= 0.01


async def test_an_act_that_broke_gives_the_table_free(locks: TableLocks) -> None:
    with pytest.raises(ZeroDivisionError):
        async with locks.alone(HERE):
            raise ZeroDivisionError

    async with locks.alone(HERE):
        pass


async def test_of_a_table_at_rest_nothing_is_kept(locks: TableLocks) -> None:
    for channel in range(100):
        async with locks.alone((channel, "commander")):
            pass

    assert len(locks._locks) == 0
