"""How fast the bot is, compared with commands that do nothing: ``python -m tests.benchmarks``.

Latency is from the moment the loopback Discord sends an interaction to the moment the answer's
request arrives there. Everything is measured in one run, in turns, against the same process.
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import sys
import tempfile
from pathlib import Path
from statistics import median
from typing import Any

from tests.benchmarks import measure, report, scale
from tests.benchmarks.acts import Act, acts
from tests.benchmarks.measure import Bench, Process, Sample
from tests.benchmarks.players import BenchTable, a_world
from tests.e2e.discord_server import DiscordServer
from tests.e2e.loopback.program import Program

IN_FLIGHT = {1: 1.0, 16: 0.15, 64: 0.08}
"""How many at once, and which part of the rounds that takes."""
TABLES = max(IN_FLIGHT)
PARTS = ("acts", "throughput", "games", "memory")


def options() -> argparse.Namespace:
    """Read the command line."""
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks", description=__doc__)
    parser.add_argument("--json", type=Path, default=Path("build/bench.json"))
    parser.add_argument("--rounds", type=int, default=150, help="rounds of each act, one by one")
    parser.add_argument("--only", nargs="+", choices=PARTS, help="without: all but memory")
    parser.add_argument("--acts", default="", help="only the acts whose name holds this")
    parser.add_argument("--games", type=int, default=scale.MANY)
    parser.add_argument("--memory-acts", type=int, default=100_000)
    parser.add_argument("--memory-tables", type=int, default=10_000)
    parser.add_argument("--profile", type=Path, help="write a cProfile of the bot's process here")
    parser.add_argument("--folder", type=Path, help="a place for databases on the disk to measure")
    return parser.parse_args()


def say(sentence: str) -> None:
    """Tell how far it is, where somebody looks on."""
    if sys.stderr.isatty():
        print(f"\r\033[K{sentence}", end="", file=sys.stderr, flush=True)


async def measured(chosen: argparse.Namespace, folder: Path) -> report.Figures:
    """Measure what was asked for."""
    parts = chosen.only or [part for part in PARTS if part != "memory"]
    figures: report.Figures = {"machine": report.machine(), "single": {}}
    if {"acts", "throughput"} & set(parts):
        figures |= await compared(chosen, folder, parts)
    single = figures["single"]
    if "games" in parts:
        many = folder / "games"
        many.mkdir()
        single |= await scale.with_many_games(many, say, chosen.games, chosen.rounds)
    if "memory" in parts:
        single["memory"] = await scale.memory(
            folder / "memory", say, chosen.memory_tables, chosen.memory_acts
        )
    return figures


async def compared(chosen: argparse.Namespace, folder: Path, parts: list[str]) -> report.Figures:
    """Measure acts against those that do nothing, in one process, in turns."""
    listed = [act for act in acts() if chosen.acts in act.name or act.name.startswith("no-op")]
    module = "tests.benchmarks.noop"
    command = ("-m", module)
    if chosen.profile:
        command = ("-m", "cProfile", "-o", str(chosen.profile.absolute()), "-m", module)
    async with DiscordServer(a_world(TABLES), checking=False) as discord:
        program = await Program.start(discord, folder, command=command)
        try:
            await program.until(discord, 1)
            process = Process(program)
            idle = process.memory()
            tables = [await BenchTable.laid(discord, number) for number in range(TABLES)]
            bench = Bench(process, tables)
            gc.collect()
            gc.freeze()
            gc.set_threshold(200_000, 50, 100)  # a pause here would count as one of the bot's
            disk = await one_by_one(bench, listed, chosen.rounds, folder) if "acts" in parts else []
            floods = await flooded(bench, listed) if "throughput" in parts else {}
            used = process.memory()
            program.terminate()
            await program.ended()
        finally:
            await program.kill()
    single: dict[str, Any] = {"memory": f"{idle / 2**20:.1f} MiB, then {used / 2**20:.1f} MiB"}
    if disk:
        single["fdatasync of the disk"] = (
            f"median {median(disk) * 1e3:.2f} ms, p99 {report.percentile(disk, 0.99) * 1e3:.2f} ms"
        )
    return {
        "machine": report.machine(),
        "acts": list(report.rows(listed, bench.samples, median(disk or [0.0]))),
        "throughput": list(report.floods(floods)) if floods else [],
        "single": single,
    }


async def one_by_one(bench: Bench, listed: list[Act], rounds: int, folder: Path) -> list[float]:
    """Measure each act alone and with others of its kind; return what the disk takes meanwhile."""
    disk: list[float] = []
    await bench.round(listed, 1)  # warms up
    bench.samples.clear()
    for in_flight, part in IN_FLIGHT.items():
        for done in range(max(3, int(rounds * part))):
            say(f"{in_flight} in flight, round {done + 1}")
            await bench.round(listed, in_flight)
            disk += measure.disk(folder, 2)
    return disk


async def flooded(bench: Bench, listed: list[Act]) -> dict[str, Sample]:
    """Measure how many acts a second are answered, in turns."""
    samples = {act.name: Sample() for act in listed if act.repeats}
    for turn in range(5):
        for act in listed:
            if act.repeats:
                say(f"{act.name} without a pause, {turn + 1}")
                await bench.flood(act, 1.0, samples[act.name])
    return samples


def main() -> None:
    """Measure, print, write."""
    chosen = options()
    with tempfile.TemporaryDirectory(dir=chosen.folder, prefix="bench-") as folder:
        figures = asyncio.run(measured(chosen, Path(folder)))
    say("")
    report.show(figures)
    report.write(figures, chosen.json)


if __name__ == "__main__":
    main()
