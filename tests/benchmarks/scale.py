"""Many games: how long a start takes, what an act takes, and what memory many acts need."""

from __future__ import annotations

import asyncio
import os
import random
import shutil
import sqlite3
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, closing
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median
from typing import Any, Self

from tests.benchmarks.measure import Process, Sample
from tests.benchmarks.players import POD
from tests.e2e.discord_server import DiscordServer
from tests.e2e.loopback.program import FILE, Program
from tests.e2e.loopback.world import Channel, World

Say = Callable[[str], None]

FEW, MANY = 1_000, 100_000
FIRST_COPY = 10**12
"""Channels and interactions of copied games are counted from here: no real id is so small."""
START_GOAL, SLOWDOWN_GOAL, GROWTH_GOAL = 2.0, 1.10, 1.05
IN_FLIGHT = 64


async def template(folder: Path) -> World:
    """Play a short game into a new database in ``folder``; return the world it is in."""
    world = World(POD)
    world.guild("played")
    players = {f"player{at}": name for at, name in enumerate(POD, start=1)}
    async with (
        DiscordServer(world, checking=False) as discord,
        Program.started(discord, folder),
    ):
        await discord.slash("Ana", "pod start", "played", order="listed", **players)
        for _ in range(12):
            await discord.press("Ana", "Next turn")
    return world


def copy_games(database: Path, count: int) -> None:
    """Put ``count`` more games into a database: copies of the newest, in channels of their own."""
    with closing(sqlite3.connect(database)) as connection:
        names = [row[1] for row in connection.execute("PRAGMA table_info(steps)")]
        shown = ", ".join(
            f"? + {FIRST_COPY}" if name in {"channel", "interaction"} else name for name in names
        )
        connection.execute("PRAGMA synchronous = OFF")
        connection.executemany(
            f"INSERT INTO steps ({', '.join(names)}) SELECT {shown} FROM steps"
            f" WHERE channel > {FIRST_COPY * 1000} ORDER BY seq DESC LIMIT 1",
            ((number, number) for number in range(count)),
        )
        connection.commit()
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    os.sync()  # or the next one who waits for the disk waits for all of this, too


def open_channels(world: World, count: int) -> None:
    """Let people use the channels of copied games; the list of channels leaves them out."""
    guild = world.guilds[0].id
    for number in range(count):
        world.channels[f"copy-{number}"] = Channel(FIRST_COPY + number, guild, f"copy-{number}")


async def with_many_games(folder: Path, say: Say, games: int, acts: int) -> dict[str, Any]:
    """Measure starts, and acts at games that were and were not asked for before."""
    few, many = folder / "few", folder / "many"
    few.mkdir()
    world = await template(few)
    shutil.copytree(few, many)
    say(f"copying {games} games")
    copy_games(few / FILE, FEW)
    copy_games(many / FILE, games)
    open_channels(world, FEW)
    starts = [await start(world, many, say) for _ in range(5)]
    say(f"acts with {FEW} and with {games} games")
    async with Side.opened(world, few) as one, Side.opened(world, many) as other:
        for number in random.sample(range(FEW), min(acts, FEW)):
            for side in random.sample((one, other), 2):
                await side.act_twice(number)
    return {
        "start": _start_figures(starts, games),
        "first act": _slowdown(one.first, other.first),
        "next act": _slowdown(one.again, other.again),
    }


@dataclass
class Side:
    """One of two bots that are compared. The first act at a table has to read its game."""

    discord: DiscordServer
    address: str
    process: Process
    first: Sample = field(default_factory=Sample)
    again: Sample = field(default_factory=Sample)

    @classmethod
    @asynccontextmanager
    async def opened(cls, world: World, folder: Path) -> AsyncIterator[Self]:
        """Start a bot on the database in ``folder``, with a Discord of its own."""
        async with (
            DiscordServer(world, checking=False) as discord,
            Program.started(discord, folder) as bot,
        ):
            yield cls(discord, world.base, Process(bot))

    async def act_twice(self, number: int) -> None:
        """Pass two turns at a table, each once there is nothing else to do."""
        self.discord.world.base = self.address
        for sample in (self.first, self.again):
            await self.process.quiet()
            done = await self.discord.slash("Ana", "pod next", f"copy-{number}")
            sample.latencies.append(done.seconds)
        await self.process.quiet()


async def start(world: World, folder: Path, say: Say) -> float:
    """Return how many seconds after the start of the process an act is answered."""
    say("starting")
    async with DiscordServer(world, checking=False) as discord:
        began = time.perf_counter()
        async with Program.started(discord, folder):
            await discord.slash("Ana", "pod status", f"copy-{random.randrange(FEW)}")
            return time.perf_counter() - began


def _start_figures(starts: list[float], games: int) -> dict[str, Any]:
    seconds = median(starts)
    return {"games": games, "seconds": seconds, "goal": START_GOAL, "met": seconds < START_GOAL}


def _slowdown(few: Sample, many: Sample) -> dict[str, Any]:
    ratio = median(many.latencies) / median(few.latencies)
    return {
        "few_ms": median(few.latencies) * 1e3,
        "many_ms": median(many.latencies) * 1e3,
        "ratio": ratio,
        "goal": SLOWDOWN_GOAL,
        "met": ratio <= SLOWDOWN_GOAL,
    }


async def memory(folder: Path, say: Say, tables: int, acts: int) -> dict[str, Any]:
    """Return what memory the bot occupies while ``acts`` are done at ``tables``."""
    folder.mkdir()
    world = World(POD)
    world.guild("played")
    open_channels(world, tables)
    taken: list[tuple[int, int]] = []
    async with (
        DiscordServer(world, checking=False) as discord,
        Program.started(discord, folder) as bot,
    ):
        process, done = Process(bot), 0

        async def go_on() -> None:
            nonlocal done
            while done < acts:
                done += 1
                number = random.randrange(tables) if done > tables else done - 1
                await discord.slash("Ana", "pod next", f"copy-{number}")

        def watch() -> None:
            taken.append((done, process.memory()))
            say(f"memory after {done} acts: {taken[-1][1] / 2**20:.1f} MiB")

        began = time.perf_counter()
        workers = [asyncio.create_task(go_on()) for _ in range(IN_FLIGHT)]
        while not all(worker.done() for worker in workers):
            watch()
            await asyncio.sleep(2)
        await asyncio.gather(*workers)
        watch()
        seconds = time.perf_counter() - began
    half = [size for at, size in taken if at >= acts / 2]
    growth = half[-1] / half[0]
    return {
        "acts": acts,
        "tables": tables,
        "acts_per_second": acts / seconds,
        "mib": [(at, round(size / 2**20, 1)) for at, size in taken],
        "growth_of_second_half": growth,
        "goal": GROWTH_GOAL,
        "met": growth <= GROWTH_GOAL,
    }
