"""Prometheus metrics, in a registry of their own. No label holds an id, a name or a text."""

import math
import platform
import sqlite3
import time
from collections.abc import Callable, Iterable, Iterator
from importlib.metadata import version
from typing import NamedTuple

from prometheus_client import (
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    Info,
    ProcessCollector,
    disable_created_metrics,
    generate_latest,
)
from prometheus_client.core import GaugeMetricFamily
from prometheus_client.registry import Collector

from bot import __version__
from bot.meter import ActOutcome, Meter

SCRYFALL_OUTCOMES = ("ok", "missing", "limited", "unavailable", "failed")
OTHER = "other"

# Seconds. Discord waits three for the first answer to an interaction.
_WRITING = (0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)
_WAITING = (0.0001, 0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 1.2)
_HANDLING = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.0, 3.0, 10.0)


class Shard(NamedTuple):
    """A connection to Discord's gateway. ``latency`` is in seconds, not finite if unknown."""

    number: int
    connected: bool
    latency: float


class Metrics(Meter):
    """Counts and times what happens; `text` is what Prometheus reads."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        # When each series began would double the page, and says nothing that a restart does not.
        disable_created_metrics()  # type: ignore[no-untyped-call]
        ProcessCollector(registry=self.registry)
        build = Info("podkeeper_build", "Which versions run.", registry=self.registry)
        build.info(
            {
                "version": __version__,
                "python": platform.python_version(),
                "discord_py": version("discord.py"),
                "sqlite": sqlite3.sqlite_version,
            }
        )
        self._acts = self._counter(
            "acts", "Acts at tables: kinds of game and command, outcome.", "game command outcome"
        )
        self._commits = self._histogram(
            "commit_seconds", "Until the store has kept a step durably.", _WRITING
        )
        self._waits = self._histogram(
            "lock_wait_seconds", "That an act waited for others at its table.", _WAITING
        )
        self._interactions = self._histogram(
            "interaction_seconds",
            "From taking an interaction on to being done with it, the answer included.",
            _HANDLING,
            "type answered",
        )
        self._scryfall = self._counter("scryfall_calls", "Requests to Scryfall.", "outcome")
        for outcome in (*SCRYFALL_OUTCOMES, OTHER):
            self._scryfall.labels(outcome)
        self._backups = self._counter("backups", "Scheduled backups.", "outcome")
        for outcome in ("done", "failed"):
            self._backups.labels(outcome)
        self._last_backup = Gauge(
            "podkeeper_last_backup_timestamp_seconds",
            "When this process last made a scheduled backup; 0: not yet.",
            registry=self.registry,
        )

    def watch(self, shards: Callable[[], Iterable[Shard]]) -> None:
        """Tell of the gateway, too: ``shards`` is asked at each reading."""
        self.registry.register(_Gateway(shards))

    def text(self) -> bytes:
        """Return all metrics in Prometheus' text format."""
        return generate_latest(self.registry)

    def acted(self, game: str, command: str, outcome: ActOutcome) -> None:
        """Count an act: the kinds of game and command, and how it ended."""
        self._acts.labels(game, command, outcome.value).inc()

    def waited(self, seconds: float) -> None:
        """Note how long an act waited for others at its table."""
        self._waits.observe(seconds)

    def committed(self, seconds: float) -> None:
        """Note how long the store took to keep a step durably."""
        self._commits.observe(seconds)

    def handled(self, kind: str, seconds: float, *, answered: bool) -> None:
        """Note an interaction: its type, how long it took, and whether Discord got an answer."""
        self._interactions.labels(kind, "yes" if answered else "no").observe(seconds)

    def called_scryfall(self, outcome: str) -> None:
        """Count a request to Scryfall; an ``outcome`` that is not known here counts as "other"."""
        self._scryfall.labels(outcome if outcome in SCRYFALL_OUTCOMES else OTHER).inc()

    def backed_up(self, *, well: bool) -> None:
        """Count a scheduled backup."""
        self._backups.labels("done" if well else "failed").inc()
        if well:
            self._last_backup.set(time.time())

    def _counter(self, name: str, what: str, labels: str) -> Counter:
        return Counter(f"podkeeper_{name}", what, labels.split(), registry=self.registry)

    def _histogram(
        self, name: str, what: str, buckets: tuple[float, ...], labels: str = ""
    ) -> Histogram:
        return Histogram(
            f"podkeeper_{name}", what, labels.split(), buckets=buckets, registry=self.registry
        )


class _Gateway(Collector):
    """The shards as they are at the moment of reading."""

    def __init__(self, shards: Callable[[], Iterable[Shard]]) -> None:
        self._shards = shards

    def collect(self) -> Iterator[GaugeMetricFamily]:
        connected = GaugeMetricFamily(
            "podkeeper_gateway_connected", "1 if a shard is connected to Discord.", labels=["shard"]
        )
        latency = GaugeMetricFamily(
            "podkeeper_gateway_latency_seconds",
            "Between a heartbeat and Discord's answer to it.",
            labels=["shard"],
        )
        for shard in self._shards():
            connected.add_metric([str(shard.number)], float(shard.connected))
            if math.isfinite(shard.latency):
                latency.add_metric([str(shard.number)], shard.latency)
        yield connected
        yield latency
