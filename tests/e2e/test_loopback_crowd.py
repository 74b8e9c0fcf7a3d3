"""Many tables at the same time: every act is answered, and what was answered is kept, once."""

from __future__ import annotations

import asyncio
import os
import random
import secrets
import time
from collections import Counter
from collections.abc import Awaitable, Iterator
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from bot.game.engine import replay
from bot.game.rules import COMMANDER
from tests.e2e.discord_server import DiscordServer
from tests.e2e.loopback.interactions import Interaction
from tests.e2e.loopback.messages import text_of
from tests.e2e.loopback.program import Program
from tests.e2e.loopback.world import World
from tests.e2e.test_loopback import seat

FEW, MOMENT = 40, 2.0
MANY, MINUTE = 1000, 60.0
A_GUILD = 50
"""Tables of one server."""
SEATED_AT_ONCE = 16
THINKING = 10.0
"""Seconds a table of the crowd takes on average between two acts; of a few tables, less."""
DISCORD_WAITS = 3.0

# aiohttp takes parts of a body apart with a function of its own that it has put out of use. As an
# error it would be an error of this Discord's, which the program then tries again.
pytestmark = pytest.mark.filterwarnings("ignore:unread_data:DeprecationWarning")

BY_COMMAND, LOOKING, TWICE = 0.15, 0.05, 0.05
"""How many acts are commands, how many only look, and how many Discord delivers twice."""


@dataclass
class Crowded:
    """One table of many. ``sent`` is everything its two players did, oldest first."""

    discord: DiscordServer
    where: str
    players: tuple[str, str]
    luck: random.Random
    sent: list[Interaction] = field(default_factory=list)
    looks: list[Interaction] = field(default_factory=list)

    async def sit_down(self) -> None:
        """Seat the players."""
        self.sent.append(await seat(self.discord, *self.players, where=self.where))

    async def play(self, until: float, thinking: float) -> None:
        """Act, wait for the answer, think, and act again, to the end of the evening."""
        while True:
            await asyncio.sleep(self.luck.expovariate(1 / thinking))
            if time.perf_counter() >= until:
                return
            await self._act()

    async def _act(self) -> None:
        who, chance = self.luck.choice(self.players), self.luck.random()
        if chance < LOOKING:
            self.looks.append(await self.discord.send_slash(who, "pod status", self.where))
            await self.looks[-1].answer()
            return
        if chance < LOOKING + BY_COMMAND:
            act = await self.discord.send_slash(who, "pod next", self.where)
        else:
            panel = self.discord.panel(self.where)
            act = await self.discord.send_press(who, "Next turn", on=panel)
        self.sent.append(act)
        if self.luck.random() < TWICE:
            await self.discord.resend(act)
        await act.answer()

    def check(self, steps: list[tuple[int, int, str, str]]) -> None:
        """Compare what the players were told with what is kept of their game."""
        kept = [interaction for _, interaction, _, _ in steps]
        assert kept == [act.id for act in self.sent if _done(act)]
        assert [seq for seq, _, _, _ in steps] == list(range(1, len(steps) + 1))
        pressed = Counter(act.payload["data"]["custom_id"] for act in self.sent if act.source)
        assert set(pressed.values()) <= {1}
        game = COMMANDER.fresh
        for _, _, events, _ in steps:
            game = replay(game, COMMANDER.events.validate_json(events))
        assert game == COMMANDER.read(steps[-1][3])
        assert game.turns.number == len(steps)


def _said(act: Interaction) -> str:
    return text_of(act.data.get("components", []))


def _done(act: Interaction) -> bool:
    """Tell whether the table as it then was came as the answer, not a refusal for one alone.

    Of what is delivered twice, the second delivery may be the one that is heard: it shows the table
    without telling what was done.
    """
    return not act.refused and "## Turn " in _said(act)


def a_world(tables: int) -> World:
    """Return servers with a channel for each table, and two people for each."""
    names = [f"{who}{table}" for table in range(tables) for who in ("Ana", "Bruno")]
    world = World(names)
    channels: Iterator[str] = (f"pod-{table}" for table in range(tables))
    while some := tuple(islice(channels, A_GUILD)):
        world.guild(*some)
    return world


async def all_of(work: list[Awaitable[None]], at_once: int) -> None:
    """Do all work, so much of it at once."""
    gate = asyncio.Semaphore(at_once)

    async def one(each: Awaitable[None]) -> None:
        async with gate:
            await each

    await asyncio.gather(*map(one, work))


@pytest.mark.parametrize(
    ("tables", "seconds", "thinking"),
    [
        pytest.param(FEW, MOMENT, 0.5, id="few"),
        pytest.param(MANY, MINUTE, THINKING, id="many", marks=pytest.mark.prove),
    ],
)
async def test_a_crowd_loses_no_acknowledged_act_and_doubles_none(
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    tables: int,
    seconds: float,
    thinking: float,
) -> None:
    thinking = float(os.environ.get("CROWD_THINKING") or thinking)
    seed = int(os.environ.get("CROWD_SEED") or secrets.randbits(32))
    print(f"to have the same players again: CROWD_SEED={seed}")
    luck = random.Random(seed)
    async with DiscordServer(a_world(tables)) as discord:
        crowd = [
            Crowded(
                discord,
                f"pod-{table}",
                (f"Ana{table}", f"Bruno{table}"),
                random.Random(luck.random()),
            )
            for table in range(tables)
        ]
        async with Program.started(discord, tmp_path) as program:
            await all_of([table.sit_down() for table in crowd], SEATED_AT_ONCE)
            until = time.perf_counter() + seconds
            await asyncio.gather(*(table.play(until, thinking) for table in crowd))
            await program.kill()  # what is on the disk now has to be all of it
        with capsys.disabled():
            if tables == MANY:
                print(report(crowd, seconds))
        assert discord.violations == []

    assert "ERROR" not in program.log
    kept: dict[int, list[Any]] = {discord.channel(table.where).id: [] for table in crowd}
    for channel, *step in program.rows(
        "SELECT channel, seq, interaction, events, state FROM steps ORDER BY channel, seq"
    ):
        kept[channel].append(step)
    for table in crowd:
        table.check(kept[discord.channel(table.where).id])
    assert sum(len(table.sent) for table in crowd) > 2 * tables


def report(crowd: list[Crowded], seconds: float) -> str:
    """Return the figures of a run, in words."""
    acts = [act for table in crowd for act in (*table.sent[1:], *table.looks)]
    took = sorted(act.seconds * 1000 for act in acts)
    refused = Counter(_said(act) for table in crowd for act in table.sent if not _done(act))
    late = sum(each > DISCORD_WAITS * 1000 for each in took)
    return (
        f"\n{len(crowd)} tables, {seconds:.0f} s: {len(acts)} acts ({len(acts) / seconds:.0f} a"
        f" second), median {took[len(took) // 2]:.1f} ms, p99 {took[len(took) * 99 // 100]:.1f} ms,"
        f" slowest {took[-1]:.1f} ms; later than Discord waits: {late},"
        f" refused: {dict(refused)}"
    )
