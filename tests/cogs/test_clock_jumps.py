"""The machine's clock jumps, back an hour or on a day: play, logs and backups do not mind."""

from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from bot.operations.backup import backups, default_target, thin_out
from bot.operations.retention import retire_if_due
from bot.operations.schedule import is_due
from bot.tables import tables
from tests.pods import POD, Pod

HOUR, DAY = timedelta(hours=1), timedelta(days=1)
NOON = datetime(2026, 11, 29, 12, tzinfo=UTC)
JUMPS = pytest.mark.parametrize("jump", [-HOUR, DAY], ids=["back an hour", "on a day"])


class Machine:
    """A clock that ticks a second each time it is looked at."""

    def __init__(self, time: datetime) -> None:
        self.time = time

    def now(self, _: object) -> datetime:
        self.time += timedelta(seconds=1)
        return self.time


@pytest.fixture
async def machine(pod: Pod, monkeypatch: pytest.MonkeyPatch) -> Machine:
    """What the machine takes for the time. Discord's own clock stays right."""
    machine = Machine(pod.env.now())
    monkeypatch.setattr(tables, "datetime", machine)
    return machine


@JUMPS
async def test_acts_count_and_are_taken_back_and_done_again(
    pod: Pod, machine: Machine, jump: timedelta
) -> None:
    await pod.seat(*POD)
    await pod.turns(2)
    before = await pod.table()
    machine.time += jump

    await pod.turns(1)
    assert (await pod.table()).version.seq == before.version.seq + 1
    await pod.undo("Ana")
    assert (await pod.table()).game == before.game
    await pod.slash("Ana", "pod redo")
    await pod.press("Ana", "Yes, redo")

    assert (await pod.game()).turns.number == before.game.turns.number + 1
    await pod.restart()
    await pod.turns(1)
    assert (await pod.game()).turns.number == before.game.turns.number + 2


@JUMPS
async def test_the_log_stays_in_the_order_in_which_things_were_done(
    pod: Pod, machine: Machine, jump: timedelta
) -> None:
    await pod.seat(*POD)
    await pod.turns(1)
    machine.time += jump
    await pod.turns(2)

    steps = await pod.store.log(pod.place, 1)

    assert [step.seq for step in steps] == list(range(len(steps), 0, -1))
    assert (await pod.slash("Ana", "pod log")).answered


@JUMPS
async def test_the_turn_clock_goes_by_discords(pod: Pod, machine: Machine, jump: timedelta) -> None:
    await pod.seat(*POD)
    await pod.turns(1)
    machine.time += jump
    await pod.wait(minutes=7)
    await pod.turns(1)

    clock = (await pod.game()).clock

    assert clock.since == int(pod.env.now().timestamp())
    assert max(clock.spent.values()) == 7 * 60


@JUMPS
async def test_a_game_that_has_just_ended_is_not_old(
    pod: Pod, machine: Machine, jump: timedelta
) -> None:
    await pod.seat(*POD)
    machine.time += jump
    await pod.slash("Ana", "pod end")
    heard = pod.bot.last_heard
    assert heard is not None

    assert await retire_if_due(pod.store, timedelta(days=30), heard) == 0


def made(database: Path, at: datetime) -> Path:
    file = default_target(database, at)
    file.parent.mkdir(parents=True, exist_ok=True)
    file.touch()
    return file


def test_backups_of_a_wrong_clock_crowd_out_no_right_ones(tmp_path: Path) -> None:
    """Else each new backup would be the oldest, and be deleted at once."""
    database = tmp_path / "podkeeper.db"
    for hours in range(3):
        made(database, NOON + DAY + hours * HOUR)
    older, right = made(database, NOON - HOUR), made(database, NOON)

    assert thin_out(database, 1, NOON) == [older]

    assert right in [file for _, file in backups(database)]
    assert not is_due(database, HOUR, NOON + HOUR / 2)
    assert is_due(database, HOUR, NOON + 2 * HOUR)


def test_a_clock_that_goes_back_has_one_backup_made_too_many_at_most(tmp_path: Path) -> None:
    database = tmp_path / "podkeeper.db"
    made(database, NOON)

    assert is_due(database, DAY, NOON - HOUR)
    made(database, NOON - HOUR)
    assert not is_due(database, DAY, NOON - HOUR + timedelta(minutes=1))
