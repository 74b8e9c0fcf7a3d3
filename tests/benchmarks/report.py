"""The figures as a table for the screen and as JSON, with the goals and whether they are met."""

from __future__ import annotations

import json
import os
import platform
from collections.abc import Iterator, Sequence
from pathlib import Path
from statistics import median
from typing import Any

from tests.benchmarks.acts import BY_BUTTON, BY_COMMAND, PANEL, THROUGHPUT, Act
from tests.benchmarks.measure import Sample

Samples = dict[tuple[str, int], Sample]
Figures = dict[str, Any]

HEAD = (
    f"{'in flight':>9}  {'act':<24} {'median':>9} {'p99':>10} {'ratio':>6} {'goal':>5}  "
    f"{'':7} {'acts/s':>7} {'CPU/act':>8}  {'less the disk':>9}"
)


def percentile(values: Sequence[float], part: float) -> float:
    """Return the value that ``part`` of all lie below or at."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(part * len(ordered)))]


def rows(acts: Sequence[Act], samples: Samples, disk: float) -> Iterator[Figures]:
    """Yield the figures of each act with each number in flight; times are in milliseconds.

    ``disk`` is how many seconds it takes to keep a few kilobytes.
    """
    for in_flight in sorted({count for _, count in samples}):
        for act in acts:
            sample = samples.get((act.name, in_flight))
            if sample is None:
                continue
            base = median(samples[act.against, in_flight].latencies)
            ratio = median(sample.latencies) / base
            goal = act.goal if in_flight == 1 else None
            durable = goal in (BY_COMMAND, BY_BUTTON)
            yield {
                "act": act.name,
                "in_flight": in_flight,
                "count": len(sample.latencies),
                "median_ms": median(sample.latencies) * 1e3,
                "p99_ms": percentile(sample.latencies, 0.99) * 1e3,
                "against": act.against,
                "ratio": ratio,
                "goal": goal,
                "met": None if goal is None else ratio <= goal,
                "ratio_less_disk": ratio - disk / base if durable else None,
                "acts_per_second": median(sample.rates),
                "cpu_ms_an_act": median(sample.cpu) * 1e3,
            }


def floods(samples: dict[str, Sample]) -> Iterator[Figures]:
    """Yield the throughput of each act that went on without a pause."""
    base = median(samples[PANEL].rates)
    for name, sample in samples.items():
        share = median(sample.rates) / base
        yield {
            "act": name,
            "acts_per_second": median(sample.rates),
            "share_of_panel": share,
            "goal": THROUGHPUT,
            "met": share >= THROUGHPUT,
            "median_ms": median(sample.latencies) * 1e3,
            "p99_ms": percentile(sample.latencies, 0.99) * 1e3,
            "cpu_ms_an_act": median(sample.cpu) * 1e3,
        }


def machine() -> Figures:
    """Return where this was measured."""
    return {
        "python": platform.python_version(),
        "system": platform.platform(),
        "cpus": os.cpu_count(),
        "load": os.getloadavg()[0],
    }


def verdict(met: bool | None) -> str:
    """Return how a goal stands."""
    return "" if met is None else "met" if met else "MISSED"


def show(figures: Figures) -> None:
    """Print everything as a table."""
    if "acts" in figures:
        print(HEAD)
    for row in figures.get("acts", ()):
        goal = "" if row["goal"] is None else f"{row['goal']:.2f}"
        less = "" if row["ratio_less_disk"] is None else f"{row['ratio_less_disk']:.2f}"
        print(
            f"{row['in_flight']:>9}  {row['act']:<24} {row['median_ms']:>6.2f} ms "
            f"{row['p99_ms']:>7.2f} ms {row['ratio']:>6.2f} {goal:>5}  {verdict(row['met']):7} "
            f"{row['acts_per_second']:>7.0f} {row['cpu_ms_an_act']:>5.2f} ms  {less:>9}"
        )
    for row in figures.get("throughput", ()):
        print(
            f"64 without a pause: {row['act']:<20} {row['acts_per_second']:>6.0f}/s, "
            f"{row['share_of_panel']:.2f} of the panel no-op's (goal {row['goal']:.2f}: "
            f"{verdict(row['met'])}), median {row['median_ms']:.1f} ms, "
            f"p99 {row['p99_ms']:.1f} ms, {row['cpu_ms_an_act']:.2f} ms CPU an act"
        )
    for name, value in figures.get("single", {}).items():
        print(f"{name}: {_told(value)}")


def _told(value: Any) -> str:
    if not isinstance(value, dict):
        return str(value)
    told = [
        f"{name.replace('_', ' ')} {part:.3g}" if isinstance(part, float) else f"{name} {part}"
        for name, part in value.items()
        if name != "met" and not isinstance(part, list)
    ]
    return f"{', '.join(told)}: {verdict(value.get('met'))}"


def write(figures: Figures, path: Path) -> None:
    """Write everything as JSON."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(figures, indent=2, ensure_ascii=False) + "\n", encoding="utf-8")
    print(f"written to {path}")
