"""The command line: what is wrong is said in a sentence, and the exit code tells the kind."""

import asyncio
import gc
import os
import signal
import subprocess
import sys
import textwrap
from collections.abc import Callable, Iterator
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any, Self

import aiohttp
import discord
import pytest

from bot import __version__
from bot.__main__ import main
from bot.errors import StoreUnavailable
from bot.store.sqlite import SqliteStore
from tests.samples import TOKEN

ROOT = Path(__file__).parents[1]


def environment(**settings: str) -> dict[str, str]:
    kept = {key: os.environ[key] for key in ("PATH", "SYSTEMROOT") if key in os.environ}
    return {**kept, "PYTHONPATH": str(ROOT), "PYTHONUTF8": "1", **settings}


def command_line(*arguments: str, cwd: Path, **settings: str) -> subprocess.CompletedProcess[str]:
    """Run `python -m bot` with these settings and no others."""
    return subprocess.run(
        [sys.executable, "-m", "bot", *arguments],
        cwd=cwd,
        env=environment(**settings),
        capture_output=True,
        encoding="utf-8",
        timeout=60,
        check=False,
    )


def test_run_without_a_token_says_what_is_missing(tmp_path: Path) -> None:
    result = command_line("run", cwd=tmp_path)

    assert result.returncode == 2
    (line,) = result.stderr.splitlines()
    assert line.startswith("DISCORD_TOKEN is not set. Copy the bot's token")
    assert result.stdout == ""


def test_run_lists_every_wrong_setting_at_once(tmp_path: Path) -> None:
    (tmp_path / ".env").write_text("LOG_LEVEL=LOUD\nDATABASE_ULR=sqlite:///x.db\n")

    result = command_line(
        "run", cwd=tmp_path, DISCORD_TOKEN=f'"{TOKEN}"', SYNC_COMMANDS_TO="the pod"
    )

    assert result.returncode == 2
    named = [line.partition(" ")[0] for line in result.stderr.splitlines()]
    assert sorted(named) == ["DATABASE_URL", "DISCORD_TOKEN", "LOG_LEVEL", "SYNC_COMMANDS_TO"]
    assert TOKEN not in result.stderr


@pytest.mark.parametrize(("command", "code"), [("run", 2), ("doctor", 1)])
def test_an_impossible_database_is_told_like_any_wrong_setting(
    tmp_path: Path, command: str, code: int
) -> None:
    (tmp_path / ".env").write_text("what is this\n")
    url = f"sqlite:///{tmp_path}"

    result = command_line(*command.split(), cwd=tmp_path, DISCORD_TOKEN=TOKEN, DATABASE_URL=url)

    assert result.returncode == code
    said = result.stdout + result.stderr
    assert "DATABASE_URL names a folder" in said
    assert ".env cannot be understood at line 1." in said
    assert "python-dotenv" not in said
    assert "Traceback" not in said


@pytest.mark.parametrize("package", ["discord", "aiohttp", "pydantic", "dotenv"])
def test_a_package_that_is_missing_is_said_in_a_sentence(tmp_path: Path, package: str) -> None:
    program = (
        "import runpy, sys\n"
        f"class Without:\n"
        f"    def find_spec(self, name, *_):\n"
        f"        if name == {package!r}:\n"
        f"            raise ModuleNotFoundError(name, name=name)\n"
        "sys.meta_path.insert(0, Without())\n"
        "sys.argv[1:] = ['doctor']\n"
        "runpy.run_module('bot', run_name='__main__')\n"
    )

    result = subprocess.run(
        [sys.executable, "-c", program],
        cwd=tmp_path,
        env=environment(),
        capture_output=True,
        encoding="utf-8",
        timeout=60,
        check=False,
    )

    assert result.returncode == 1
    assert f"a package that is not installed: {package}." in result.stderr
    assert "Traceback" not in result.stderr


def test_version(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit, match="0"):
        main(["--version"])

    assert capsys.readouterr().out == f"Podkeeper {__version__}\n"


class Bot:
    """Stands in for the real bot: once connected, it does what a test wants to see handled."""

    connected = True

    def __init__(self, start: Callable[[], Any]) -> None:
        self._start = start
        self.closed = False

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        self.closed = True

    async def login(self, token: str) -> None:
        assert token == TOKEN

    async def connect(self) -> None:
        await asyncio.sleep(0)
        self._start()


def fail_with(error: BaseException) -> Callable[[], None]:
    def start() -> None:
        raise error

    return start


def answer(status: int) -> Any:
    return SimpleNamespace(status=status, reason="")


@pytest.fixture
def run(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> Iterator[Callable[[Callable[[], Any]], tuple[int, Bot]]]:
    """Run the command with a bot that starts in the given way; return the exit code and the bot."""

    def run(start: Callable[[], Any]) -> tuple[int, Bot]:
        bot, app = Bot(start), ModuleType("bot.app")
        vars(app)["build"] = lambda _, **__: bot
        monkeypatch.setitem(sys.modules, "bot.app", app)
        monkeypatch.setenv("DISCORD_TOKEN", TOKEN)
        monkeypatch.setenv("DATABASE_URL", f"sqlite:///{tmp_path}/podkeeper.db")
        monkeypatch.setenv("LOG_LEVEL", "CRITICAL")
        monkeypatch.setattr("bot.operations.logs.set_up", lambda *_: None)
        return main(["run"]), bot

    threshold = gc.get_threshold()
    yield run
    gc.unfreeze()  # what the command froze, here with all of the tests
    gc.set_threshold(*threshold)


def test_a_bot_that_ends_by_itself_is_well(run: Any) -> None:
    code, bot = run(lambda: None)

    assert (code, bot.closed) == (0, True)


@pytest.mark.parametrize(
    ("error", "code", "sentence"),
    [
        (discord.LoginFailure("no"), 2, "Discord does not accept DISCORD_TOKEN."),
        (aiohttp.ClientConnectionError("no route"), 1, "Discord cannot be reached"),
        (TimeoutError(), 1, "Discord cannot be reached (TimeoutError)."),
        (discord.HTTPException(answer(403), "banned"), 1, "Discord refused to start the bot"),
        (discord.DiscordServerError(answer(503), "down"), 1, "Discord refused to start the bot"),
        (discord.GatewayNotFound(), 1, "Discord refused to start the bot"),
        (StoreUnavailable("The file {f} is locked.", f="x.db"), 1, "The file x.db is locked."),
    ],
)
def test_what_keeps_the_bot_from_starting_is_said_in_a_sentence(
    run: Any,
    capsys: pytest.CaptureFixture[str],
    error: BaseException,
    code: int,
    sentence: str,
) -> None:
    exit_code, bot = run(fail_with(error))

    said = capsys.readouterr().err
    assert exit_code == code
    assert said.startswith(sentence)
    assert "Traceback" not in said
    assert bot.closed


def test_an_error_of_our_own_is_not_hidden(run: Any) -> None:
    with pytest.raises(ZeroDivisionError):
        run(fail_with(ZeroDivisionError()))


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such signals")
@pytest.mark.parametrize("stop", [signal.SIGTERM, signal.SIGINT])
@pytest.mark.parametrize("beside", [{}, {"MONITOR_PORT": "9", "BACKUP_EVERY_HOURS": "24"}])
def test_a_signal_closes_the_bot_and_is_no_failure(
    stop: signal.Signals, tmp_path: Path, beside: dict[str, str]
) -> None:
    program = textwrap.dedent("""
        import asyncio, sys, types

        class Bot:
            connected, store, shards = True, None, {}
            async def __aenter__(self):
                return self
            async def __aexit__(self, *_):
                await asyncio.sleep(0.05)
                print("closed", flush=True)
            async def login(self, token):
                pass
            async def connect(self):
                print("started", flush=True)
                await asyncio.Event().wait()

        sys.modules["bot.app"] = types.SimpleNamespace(build=lambda settings, **_: Bot())
        from bot.__main__ import main
        sys.exit(main(["run"]))
    """)
    with subprocess.Popen(
        [sys.executable, "-c", program],
        cwd=tmp_path,
        env=environment(DISCORD_TOKEN=TOKEN, **beside),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        encoding="utf-8",
    ) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "started\n"
        process.send_signal(stop)
        out, err = process.communicate(timeout=20)

    assert out == "closed\n"
    assert "Traceback" not in err
    assert process.returncode == 0
    assert not (tmp_path / "state" / "heartbeat").exists()


def test_the_preview_says_which_package_it_lacks(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.delitem(sys.modules, "bot.preview.preview", raising=False)
    real_import = __import__

    def without_simcord(name: str, *rest: Any) -> Any:
        if name == "bot.preview.preview":
            raise ModuleNotFoundError("No module named 'simcord'", name="simcord")
        return real_import(name, *rest)

    monkeypatch.setattr("builtins.__import__", without_simcord)

    assert main(["preview"]) == 2
    assert "`make preview` installs" in capsys.readouterr().err


def test_the_preview_is_started_with_its_options(monkeypatch: pytest.MonkeyPatch) -> None:
    shown: list[tuple[int, bool]] = []
    preview = ModuleType("bot.preview.preview")
    vars(preview)["main"] = lambda _, *, port, browser, problems: shown.append((port, browser))
    monkeypatch.setitem(sys.modules, "bot.preview.preview", preview)
    monkeypatch.setattr("bot.operations.logs.set_up", lambda *_: None)

    assert main(["preview", "--port", "9000", "--no-browser"]) == 0
    assert shown == [(9000, False)]


async def games(path: Path) -> None:
    await (await SqliteStore.open(path)).close()


def test_a_backup_is_made_beside_the_database_and_restored(tmp_path: Path) -> None:
    database = tmp_path / "state" / "podkeeper.db"
    asyncio.run(games(database))

    made = command_line("backup", cwd=tmp_path)
    (backup,) = (tmp_path / "state" / "backups").iterdir()
    database.write_text("not a database any more " * 9)
    restored = command_line("restore", str(backup), cwd=tmp_path)

    assert (made.returncode, made.stderr) == (0, "")
    assert f"backed up, whole and checked, as state/backups/{backup.name}" in made.stdout
    assert "games: 0, steps: 0, schema" in made.stdout
    assert (restored.returncode, restored.stderr) == (0, "")
    assert "is kept as state/podkeeper-before-restore-" in restored.stdout
    asyncio.run(games(database))


@pytest.mark.parametrize("command", ["backup", "restore nothing.db"])
def test_a_backup_that_is_not_possible_is_said_in_a_sentence(tmp_path: Path, command: str) -> None:
    result = command_line(*command.split(), cwd=tmp_path)

    assert result.returncode == 1
    assert ".db is not there, or is no file." in result.stderr
    assert "Traceback" not in result.stderr
    assert result.stdout == ""
