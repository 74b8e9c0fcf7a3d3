"""A running bot leaves a sign of life; the health check reads it."""

import asyncio
import os
import time
from pathlib import Path

import pytest

from bot.operations import heartbeat


@pytest.fixture
def path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("DATABASE_URL", f"sqlite:///{tmp_path}/state/podkeeper.db")
    return tmp_path / "state" / "heartbeat"


async def kept(path: Path, *, alive: bool) -> None:
    """Let the heart beat for a moment, as a bot does that is ``alive`` or not."""
    beating = asyncio.create_task(heartbeat.keep(path, lambda: alive, every=0.01))
    await asyncio.sleep(0.1)
    beating.cancel()
    with pytest.raises(asyncio.CancelledError):
        await beating


async def test_a_living_bot_is_healthy(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    await kept(path, alive=True)

    assert heartbeat.main() == 0
    assert "last sign of life 0 s ago" in capsys.readouterr().out


async def test_a_bot_that_is_not_connected_is_unhealthy(path: Path) -> None:
    await kept(path, alive=False)

    assert heartbeat.main() == 1


async def test_the_beat_of_an_earlier_process_does_not_count(path: Path) -> None:
    heartbeat.beat(path)

    await kept(path, alive=False)

    assert heartbeat.age(path) is None


def test_an_old_beat_is_unhealthy(path: Path) -> None:
    heartbeat.beat(path)
    long_ago = time.time() - heartbeat.STALE - 5
    os.utime(path, (long_ago, long_ago))

    assert heartbeat.main() == 1


def test_a_bot_that_never_ran_is_unhealthy(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert heartbeat.main() == 1
    assert "no sign of life" in capsys.readouterr().out


def test_wrong_settings_are_unhealthy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LOG_LEVEL", "LOUD")

    assert heartbeat.main() == 1


async def test_a_disk_that_cannot_be_written_does_not_stop_the_bot(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    (tmp_path / "state").write_text("a file where the folder should be")

    await kept(tmp_path / "state" / "heartbeat", alive=True)

    assert "no sign of life could be left" in caplog.text
