"""Acts and commits are counted as they end, and nothing of them but few words is told."""

import asyncio
from typing import Any

import pytest

from bot.errors import PodkeeperError, RuleViolation, StoreUnavailable
from bot.game.bounty import ClaimBounty
from bot.game.pod import StartPod
from bot.game.rules import COMMANDER
from bot.game.turns import NextTurn
from bot.meter import Meter
from bot.operations.metered import MeteredTables, metered
from bot.store.port import Place, Step
from bot.table import Actor, Version
from tests.fakes import MemoryStore
from tests.store.steps import a_step

HERE = Place(channel=1_000, guild=2_000)
ANA = Actor(11)
SIT_DOWN = StartPod(players=(11, 12, 13))


class Tape(Meter):
    """Writes down what it is told."""

    def __init__(self) -> None:
        self.acts: list[tuple[str, str, str]] = []
        self.waits: list[float] = []
        self.commits: list[float] = []

    def acted(self, game: str, command: str, outcome: str) -> None:
        self.acts.append((game, command, outcome))

    def waited(self, seconds: float) -> None:
        self.waits.append(seconds)

    def committed(self, seconds: float) -> None:
        self.commits.append(seconds)


@pytest.fixture
def tape() -> Tape:
    return Tape()


@pytest.fixture
def store() -> MemoryStore:
    return MemoryStore()


@pytest.fixture
async def tables(store: MemoryStore, tape: Tape) -> MeteredTables[Any]:
    """A pod sits at the table; the tape is empty again."""
    tables = MeteredTables(metered(store, tape), COMMANDER, tape)
    await tables.act(HERE, ANA, SIT_DOWN, interaction=1)
    tape.__init__()  # type: ignore[misc]
    return tables


async def test_an_act_that_is_done(tables: MeteredTables[Any], tape: Tape) -> None:
    await tables.act(HERE, ANA, NextTurn(), interaction=2)

    assert tape.acts == [("commander", "next_turn", "done")]
    assert len(tape.commits) == 1
    assert len(tape.waits) == 1


async def test_undo_and_redo_are_acts_too(tables: MeteredTables[Any], tape: Tape) -> None:
    await tables.undo(HERE, ANA, interaction=2)
    await tables.redo(HERE, ANA, interaction=3)

    assert tape.acts == [("commander", "undo", "done"), ("commander", "redo", "done")]


async def test_an_act_that_is_delivered_twice(tables: MeteredTables[Any], tape: Tape) -> None:
    for _ in range(2):
        await tables.act(HERE, ANA, NextTurn(), interaction=2)

    assert [outcome for *_, outcome in tape.acts] == ["done", "repeated"]


async def test_an_act_that_the_rules_forbid(tables: MeteredTables[Any], tape: Tape) -> None:
    with pytest.raises(RuleViolation):
        await tables.act(HERE, ANA, ClaimBounty(player=ANA.id), interaction=2)

    assert tape.acts == [("commander", "claim_bounty", "refused")]
    assert tape.commits == []


async def test_nothing_to_redo(tables: MeteredTables[Any], tape: Tape) -> None:
    with pytest.raises(PodkeeperError):
        await tables.redo(HERE, ANA, interaction=2)

    assert tape.acts == [("commander", "redo", "refused")]


async def test_a_stale_press(tables: MeteredTables[Any], tape: Tape) -> None:
    with pytest.raises(PodkeeperError):
        await tables.act(HERE, ANA, NextTurn(), interaction=2, seen=Version(1, 0))

    assert tape.acts == [("commander", "next_turn", "stale")]


async def test_a_store_that_is_away(
    tables: MeteredTables[Any], store: MemoryStore, tape: Tape
) -> None:
    store.reachable = False

    with pytest.raises(StoreUnavailable):
        await tables.act(HERE, ANA, NextTurn(), interaction=2)

    assert tape.acts == [("commander", "next_turn", "unavailable")]


@pytest.mark.parametrize("error", [KeyError("a bug of ours"), asyncio.CancelledError()])
async def test_an_error_of_ours(
    tables: MeteredTables[Any],
    store: MemoryStore,
    tape: Tape,
    monkeypatch: pytest.MonkeyPatch,
    error: BaseException,
) -> None:
    async def broken(_: Step) -> None:
        raise error

    monkeypatch.setattr(store, "append", broken)

    with pytest.raises(type(error)):
        await tables.act(HERE, ANA, NextTurn(), interaction=2)

    assert tape.acts == [("commander", "next_turn", "failed")]
    assert tape.commits == []


async def test_all_else_is_the_store_s_own_affair(store: MemoryStore, tape: Tape) -> None:
    measured = metered(store, tape)
    await measured.append(a_step())

    assert await measured.latest(a_step().place) == a_step()
    assert await measured.check() == "memory: 1 steps"
    with pytest.raises(AttributeError):
        _ = measured.no_such_thing  # type: ignore[attr-defined]
