"""Times acts: one after another, so many at once, and without a pause."""

from __future__ import annotations

import asyncio
import os
import random
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from tests.benchmarks.acts import Act
from tests.benchmarks.players import BenchTable
from tests.e2e.loopback.program import Program

QUIET = 0.0015
"""Seconds in which a process that does nothing is taken to have finished what it was doing."""
WRITTEN = b"x" * 8192


@dataclass
class Sample:
    """What was measured of one act, with so many in flight. Times are in seconds."""

    latencies: list[float] = field(default_factory=list)
    cpu: list[float] = field(default_factory=list)
    """Processor time of the bot an act: also what it does after the answer."""
    rates: list[float] = field(default_factory=list)
    """Answers a second."""


class Process:
    """What the system knows about the bot's process."""

    def __init__(self, program: Program) -> None:
        self._proc = Path(f"/proc/{program.process.pid}")

    def cpu(self) -> float:
        """Return the processor time of all its threads, in seconds."""
        tasks = (self._proc / "task").iterdir()
        return sum(int((task / "schedstat").read_text().split()[0]) for task in tasks) / 1e9

    def memory(self) -> int:
        """Return the memory that it occupies, in bytes."""
        pages = int((self._proc / "statm").read_text().split()[1])
        return pages * os.sysconf("SC_PAGE_SIZE")

    async def quiet(self) -> float:
        """Wait until it has nothing left to do; return its processor time."""
        before = self.cpu()
        while True:
            await asyncio.sleep(QUIET)
            now = self.cpu()
            if now == before:
                return now
            before = now


@dataclass
class Bench:
    """A bot with its tables, and what was measured so far, by act and by how many in flight."""

    process: Process
    tables: Sequence[BenchTable]
    samples: dict[tuple[str, int], Sample] = field(default_factory=dict)

    def sample(self, act: Act, in_flight: int) -> Sample:
        """Return what was measured of an act."""
        return self.samples.setdefault((act.name, in_flight), Sample())

    async def round(self, acts: Sequence[Act], in_flight: int) -> None:
        """Do each act once at so many tables at the same moment, the acts in any order."""
        for act in random.sample(acts, len(acts)):
            tables = random.sample(self.tables, in_flight)
            await self._at_once(act, tables, self.sample(act, in_flight))

    async def _at_once(self, act: Act, tables: Sequence[BenchTable], sample: Sample) -> None:
        for table in tables:
            await act.before(table)
        before = await self.process.quiet()
        sent = [await act.send(table) for table in tables]
        done = [await interaction.answer() for interaction in sent]
        spent = await self.process.quiet() - before
        sample.latencies += [interaction.seconds for interaction in done]
        sample.cpu.append(spent / len(done))
        elapsed = max(each.arrived for each in done) - min(each.sent for each in done)
        sample.rates.append(len(done) / elapsed)
        for table, interaction in zip(tables, done, strict=True):
            assert not interaction.data.get("flags", 0) & 64, f"{act.name}: {interaction.text}"
            await act.after(table, interaction)

    async def flood(self, act: Act, seconds: float, sample: Sample) -> None:
        """Have all tables do an act again and again for a while, each once it is answered."""
        before = await self.process.quiet()
        until = time.perf_counter() + seconds
        latencies: list[float] = []

        async def go_on(table: BenchTable) -> None:
            while time.perf_counter() < until:
                done = await (await act.send(table)).answer()
                latencies.append(done.seconds)
                await act.after(table, done)

        began = time.perf_counter()
        await asyncio.gather(*map(go_on, self.tables))
        sample.rates.append(len(latencies) / (time.perf_counter() - began))
        sample.cpu.append((await self.process.quiet() - before) / len(latencies))
        sample.latencies += latencies


def disk(folder: Path, times: int) -> list[float]:
    """Return how long the disk takes to keep a few kilobytes for good."""
    path = folder / "fdatasync"
    taken = []
    with path.open("wb", buffering=0) as file:
        for _ in range(times):
            file.write(WRITTEN)
            began = time.perf_counter()
            os.fdatasync(file.fileno())
            taken.append(time.perf_counter() - began)
    path.unlink()
    return taken
