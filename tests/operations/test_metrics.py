"""What Prometheus reads: names, numbers, and labels of few words."""

import math
import re

import pytest
from prometheus_client.parser import text_string_to_metric_families

from bot import __version__
from bot.meter import ActOutcome
from bot.operations.metrics import Metrics, Shard


@pytest.fixture
def metrics() -> Metrics:
    return Metrics()


def read(metrics: Metrics, name: str, **labels: str) -> float | None:
    """Return what a sample says, None if there is none."""
    for family in text_string_to_metric_families(metrics.text().decode()):
        for sample in family.samples:
            if sample.name == name and sample.labels == labels:
                return float(sample.value)
    return None


def test_acts_are_counted_by_kind_and_outcome(metrics: Metrics) -> None:
    for outcome in (ActOutcome.DONE, ActOutcome.DONE, ActOutcome.STALE):
        metrics.acted("commander", "next_turn", outcome)

    kind = {"game": "commander", "command": "next_turn"}
    assert read(metrics, "podkeeper_acts_total", **kind, outcome="done") == 2
    assert read(metrics, "podkeeper_acts_total", **kind, outcome="stale") == 1


def test_times_are_in_seconds(metrics: Metrics) -> None:
    metrics.committed(0.002)
    metrics.waited(0.0)
    metrics.handled("component", 0.02, answered=True)
    metrics.handled("component", 2.9, answered=False)

    assert read(metrics, "podkeeper_commit_seconds_sum") == 0.002
    assert read(metrics, "podkeeper_commit_seconds_bucket", le="0.001") == 0
    assert read(metrics, "podkeeper_commit_seconds_bucket", le="0.0025") == 1
    assert read(metrics, "podkeeper_lock_wait_seconds_count") == 1
    name, component = "podkeeper_interaction_seconds_count", {"type": "component"}
    assert read(metrics, name, **component, answered="yes") == 1
    assert read(metrics, name, **component, answered="no") == 1


def test_a_scryfall_outcome_that_is_not_known_makes_no_label_of_its_own(metrics: Metrics) -> None:
    for outcome in ("ok", "Fable of the Mirror-Breaker", "x" * 500):
        metrics.called_scryfall(outcome)

    assert read(metrics, "podkeeper_scryfall_calls_total", outcome="ok") == 1
    assert read(metrics, "podkeeper_scryfall_calls_total", outcome="other") == 2
    assert read(metrics, "podkeeper_scryfall_calls_total", outcome="limited") == 0
    assert b"Fable" not in metrics.text()


def test_backups_are_counted_and_the_last_one_is_dated(metrics: Metrics) -> None:
    metrics.backed_up(well=False)
    assert read(metrics, "podkeeper_last_backup_timestamp_seconds") == 0

    metrics.backed_up(well=True)

    assert read(metrics, "podkeeper_backups_total", outcome="failed") == 1
    assert read(metrics, "podkeeper_backups_total", outcome="done") == 1
    assert (read(metrics, "podkeeper_last_backup_timestamp_seconds") or 0) > 1.7e9


def test_shards_are_told_as_they_are_at_the_moment(metrics: Metrics) -> None:
    shards = [Shard(0, True, 0.041), Shard(1, False, math.inf)]
    metrics.watch(lambda: shards)

    assert read(metrics, "podkeeper_gateway_connected", shard="0") == 1
    assert read(metrics, "podkeeper_gateway_connected", shard="1") == 0
    assert read(metrics, "podkeeper_gateway_latency_seconds", shard="0") == 0.041
    assert read(metrics, "podkeeper_gateway_latency_seconds", shard="1") is None
    shards[1] = Shard(1, True, 0.05)
    assert read(metrics, "podkeeper_gateway_connected", shard="1") == 1


def test_versions_are_told(metrics: Metrics) -> None:
    assert f'version="{__version__}"' in metrics.text().decode()


def test_two_bots_in_one_process_do_not_share_a_registry(metrics: Metrics) -> None:
    Metrics().committed(1)

    assert read(metrics, "podkeeper_commit_seconds_count") == 0


def test_every_metric_is_explained(metrics: Metrics) -> None:
    text = metrics.text().decode()
    named = set(re.findall(r"^# TYPE (podkeeper_\w+)", text, re.M))
    explained = set(re.findall(r"^# HELP (podkeeper_\w+) \S", text, re.M))

    assert len(named) >= 8
    assert named == explained
