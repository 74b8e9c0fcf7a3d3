"""`kill -9` at random moments of busy tables: no acknowledged act is lost, none happens twice."""

from __future__ import annotations

import asyncio
import os
import random
import secrets
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from bot.game.engine import replay
from bot.game.rules import COMMANDER
from tests.e2e.discord_server import DiscordServer
from tests.e2e.loopback.faults import Fault
from tests.e2e.loopback.interactions import Interaction
from tests.e2e.loopback.messages import text_of
from tests.e2e.loopback.program import Program
from tests.e2e.test_loopback import SHORT, seat
from tests.e2e.test_loopback_process import DONE

pytestmark = pytest.mark.skipif(os.name == "nt", reason="needs SIGKILL")

KILLS = int(os.environ.get("KILLS") or 20)
MANY = 1000
TABLES = ("pod-1", "pod-2", "pod-3")
BY_COMMAND = 0.2
LOGIN = "GET /users/@me"


@dataclass
class Busy:
    """A table whose players go on and on. ``sent`` is everything they did, oldest first."""

    discord: DiscordServer
    where: str
    luck: random.Random
    sent: list[Interaction] = field(default_factory=list)

    async def play(self, noted: asyncio.Event) -> None:
        """Press, wait for the answer, press again; ``noted`` is set at each answer."""
        if self.sent and not self.sent[-1].answered:
            await self._answer_missing()
        while True:
            await self._act()
            await self.sent[-1].answer()
            noted.set()

    async def _act(self) -> None:
        who = self.luck.choice(SHORT)
        if self.luck.random() < BY_COMMAND:
            self.sent.append(await self.discord.send_slash(who, "pod next", self.where))
        else:
            panel = self.discord.panel(self.where)
            self.sent.append(await self.discord.send_press(who, "Next turn", on=panel))

    async def _answer_missing(self) -> None:
        """The answer never came: Discord delivers the act again, or somebody presses again."""
        last = self.sent[-1]
        if last.source is None or self.luck.random() < 0.5:
            await self.discord.resend(last)
            await last.answer()


@dataclass
class Relay:
    """A program at play, and the next one, which loads its modules and then waits to log in."""

    discord: DiscordServer
    folder: Path
    waiting: Program
    gate: Fault

    @classmethod
    async def begin(cls, discord: DiscordServer, folder: Path) -> Relay:
        gate = discord.faults.hold(LOGIN)
        return cls(discord, folder, await Program.start(discord, folder), gate)

    async def next(self) -> Program:
        """Let the waiting program in, and start another one."""
        program, gate = self.waiting, self.gate
        await gate.meeting.wait()
        self.gate = self.discord.faults.hold(LOGIN)
        self.waiting = await Program.start(self.discord, self.folder)
        identified = self.discord.gateway.happened["IDENTIFY"] + 1
        assert gate.hold is not None
        gate.hold.set()
        await program.until(self.discord, identified)
        return program


async def play_and_kill(program: Program, tables: list[Busy], moment: float) -> None:
    """Let the tables play, and kill the program ``moment`` seconds after the first answer."""
    noted = asyncio.Event()
    playing = [asyncio.create_task(table.play(noted)) for table in tables]
    try:
        async with asyncio.timeout(30):
            await noted.wait()
        await asyncio.sleep(moment)
        assert program.process.returncode is None, program.log
    finally:
        await program.kill()
        for task in playing:
            task.cancel()
        ended = await asyncio.gather(*playing, return_exceptions=True)
    assert all(isinstance(end, asyncio.CancelledError) for end in ended), ended


@pytest.mark.parametrize("kills", [KILLS, pytest.param(MANY, marks=pytest.mark.prove)])
async def test_kills_lose_no_acknowledged_act_and_double_none(
    discord: DiscordServer, tmp_path: Path, kills: int
) -> None:
    seed = int(os.environ.get("KILL_SEED") or secrets.randbits(32))
    print(f"to have the same moments again: KILL_SEED={seed}")
    luck = random.Random(seed)
    tables = [Busy(discord, where, random.Random(luck.random())) for where in TABLES]
    relay = await Relay.begin(discord, tmp_path)
    try:
        program = await relay.next()
        for where in TABLES:
            await seat(discord, *SHORT, where=where)
        for _ in range(kills):
            await play_and_kill(program, tables, luck.uniform(0, 0.15))
            program = await relay.next()
        await program.kill()
    finally:
        await relay.waiting.kill()

    assert program.rows("PRAGMA integrity_check") == [("ok",)]
    assert "ERROR" not in program.log
    for table in tables:
        check(table, program, kills)


def check(table: Busy, program: Program, kills: int) -> None:
    """Compare what the players of a table were told with what is kept."""
    channel = table.discord.channel(table.where).id
    steps = program.rows(
        "SELECT seq, interaction, events, state FROM steps WHERE channel = ? ORDER BY seq", channel
    )
    kept = [interaction for _, interaction, _, _ in steps]
    told = [act.id for act in table.sent if act.answered and DONE in _said(act)]
    assert len(told) >= kills
    assert set(told) <= set(kept)
    assert len(set(kept)) == len(kept)
    assert [seq for seq, _, _, _ in steps] == list(range(1, len(steps) + 1))

    # One button of one panel counts once, however often it is pressed.
    pressed = {act.id: act.payload["data"]["custom_id"] for act in table.sent if act.source}
    counted = Counter(pressed[id_] for id_ in kept if id_ in pressed)
    assert not [button for button, count in counted.items() if count > 1]

    # What was kept without the players having heard of it is what a kill came between.
    assert len(kept) - 1 - len(told) <= kills
    game = COMMANDER.fresh
    for _, _, events, _ in steps:
        game = replay(game, COMMANDER.events.validate_json(events))
    assert game == COMMANDER.read(steps[-1][3])
    assert game.turns.number == len(steps)


def _said(act: Interaction) -> str:
    return text_of(act.data.get("components", []))
