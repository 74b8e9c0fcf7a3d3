"""`make preview` as a process, and what stays when it is started again."""

import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from bot.__main__ import main as command
from bot.settings.settings import Settings
from tests.e2e.process import ROOT, Preview, command_line, environment

pytest.importorskip("simcord", reason="simcord[preview] is not installed")

import bot.preview.preview as subject
from bot.preview.preview import World, world


@pytest.fixture
def preview(tmp_path: Path) -> Iterator[Preview]:
    with Preview.started(tmp_path) as started:
        yield started


def test_it_says_where_it_is_and_how_to_stop_it(preview: Preview, tmp_path: Path) -> None:
    assert preview.url.startswith("http://127.0.0.1:")
    assert "/pod start" in preview.said
    assert str(tmp_path / "podkeeper-preview.db") in preview.said
    assert not (tmp_path / "podkeeper.db").exists(), "the real bot's games are not touched"


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such signals")
@pytest.mark.parametrize("stop", [signal.SIGTERM, signal.SIGINT])
def test_a_signal_ends_it_and_is_no_failure(preview: Preview, stop: signal.Signals) -> None:
    preview.process.send_signal(stop)

    assert preview.ended() == (0, "", "")


def test_a_port_in_use_is_said_in_a_sentence(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        code, out, err = start_in_vain(tmp_path, f"--port={port}")

    assert (code, out) == (1, "")
    assert err.startswith(f"The preview cannot use port {port} (")
    assert "Traceback" not in err


@pytest.mark.parametrize("port", ["-1", "65536"])
def test_an_impossible_port_is_said_in_a_sentence(tmp_path: Path, port: str) -> None:
    assert start_in_vain(tmp_path, f"--port={port}") == (
        1,
        "",
        f"There is no port {port}: ports go from 0 to 65535.\n",
    )


def test_an_unusable_database_is_said_in_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "podkeeper-preview.db").write_text(
        "not a database, but long enough to look at\n" * 99
    )

    code, out, err = start_in_vain(tmp_path)

    assert (code, out) == (1, "")
    assert "damaged" in err
    assert "Traceback" not in err


def start_in_vain(directory: Path, *arguments: str) -> tuple[int, str, str]:
    done = subprocess.run(
        command_line(*arguments or ("--port=0",)),
        cwd=ROOT,
        env=environment(directory),
        capture_output=True,
        encoding="utf-8",
        timeout=30,
        check=False,
    )
    return done.returncode, done.stdout, done.stderr


class TestItNeedsNoSettingsOfARealBot:
    """It says which of them it does without."""

    @pytest.fixture(autouse=True)
    def _by_itself(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.chdir(tmp_path)
        monkeypatch.setattr("bot.operations.logs.set_up", lambda *_: None)

    @pytest.fixture
    def served(self, monkeypatch: pytest.MonkeyPatch) -> list[Settings]:
        served: list[Settings] = []

        async def serve(settings: Settings, *_: object, **__: object) -> None:
            served.append(settings)

        monkeypatch.setattr(subject, "serve", serve)
        return served

    @pytest.mark.parametrize(
        ("written", "says", "database"),
        [
            ("", [], "state/podkeeper-preview.db"),
            (
                "DISCORD_TOKEN=hunter2\nDATABASE_URL=sqlite:///pods.db",
                ["DISCORD_TOKEN is not a bot's token"],
                "pods-preview.db",
            ),
            (
                "DATABASE_URL=postgresql://me:hunter2@db/pods",
                ["DATABASE_URL names a PostgreSQL database."],
                "state/podkeeper-preview.db",
            ),
            (
                "DATABASE_URL=mysql://me:hunter2@db/pods\nLOG_LEVEL=LOUD",
                ["DATABASE_URL is not the address", "LOG_LEVEL is 'LOUD'"],
                "state/podkeeper-preview.db",
            ),
            (
                "CLUSTER_ID=1\nCLUSTER_COUNT=2",
                ["SHARD_COUNT is not set"],
                "state/podkeeper-preview.db",
            ),
        ],
    )
    def test_it_starts_whatever_they_are(
        self,
        served: list[Settings],
        capsys: pytest.CaptureFixture[str],
        written: str,
        says: list[str],
        database: str,
    ) -> None:
        Path(".env").write_text(written)

        assert command(["preview", "--no-browser"]) == 0

        (settings,) = served
        assert settings.database_path.as_posix() == database
        said = capsys.readouterr().err
        assert "hunter2" not in said
        lines = said.splitlines()
        assert len(lines) == len(says)
        for line, lacking in zip(lines, says, strict=True):
            assert line.startswith(f"The preview does without: {lacking}")

    async def test_it_is_one_process_where_the_real_bot_has_several(self) -> None:
        several = Settings(cluster_id=1, cluster_count=2, shard_count=4)

        async with world(subject.beside(several)) as here:
            assert await reveal(here)


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return Settings(database_url=f"sqlite:///{tmp_path / 'preview.db'}")


async def reveal(here: World) -> Any:
    return await here.pod[0].slash(here.channel, "bounty reveal")


async def test_a_game_goes_on_at_the_next_start(settings: Settings) -> None:
    async with world(settings) as first:
        shown = await reveal(first)
        bounty = text(shown.response)[1]
    async with world(settings) as second:
        assert (second.channel.id, second.viewers[-1].id) == (
            first.channel.id,
            first.viewers[-1].id,
        )
        assert not first.began
        assert second.began

        shown = await second.pod[1].slash(second.channel, "pod status")
        assert bounty.removeprefix("A new bounty: ").strip("*.") in "\n".join(text(shown.response))


async def test_what_happens_after_a_start_is_newer_than_all_before(settings: Settings) -> None:
    newest = 0
    for turns in range(3):
        async with world(settings) as here:
            shown = await here.pod[0].slash(here.channel, "pod next")
            assert newest < shown._interaction.id < shown.response.id
            newest = shown.response.id
            # An id that was used before would bring that act's outcome back.
            assert f"## Turn {turns + 1}" in text(shown.response)


async def test_a_refusal_is_an_answer_and_no_failure(settings: Settings) -> None:
    async with world(settings) as here:
        cursor = here.env.error_cursor
        refused = await here.pod[0].slash(here.channel, "bounty claim")
        assert "no bounty" in " ".join(text(refused.response)).lower()
        assert here.env.errors_since(cursor) == ()


async def test_ids_grow_even_if_the_clock_was_set_back(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with world(settings) as here:
        first = await here.pod[0].slash(here.channel, "pod next")
    real = subject.datetime

    class Late(real):  # type: ignore[misc, valid-type]
        @classmethod
        def now(cls, tz: Any = None) -> Any:
            return real.now(tz) - timedelta(days=90)

    monkeypatch.setattr(subject, "datetime", Late)
    async with world(settings) as here:
        second = await here.pod[0].slash(here.channel, "pod next")

    assert first.response.id < second._interaction.id
    assert "## Turn 2" in text(second.response)


def text(message: Any) -> list[str]:
    found: list[str] = []
    waiting = list(message.components)
    while waiting:
        part = waiting.pop(0)
        found += part.get("content", "").splitlines()
        waiting[:0] = part.get("components") or []
    return found
