"""What an operator does to the running program, over real sockets and in other processes."""

import asyncio
import json
import socket
from collections.abc import AsyncIterator
from pathlib import Path

import aiohttp
import pytest
import pytest_asyncio

from bot.operations.sqlite_copy import examine
from tests.e2e.conftest import POD
from tests.e2e.discord_server import DiscordServer
from tests.e2e.loopback.program import FILE, Program
from tests.e2e.test_loopback import SHORT, seat


@pytest.fixture
def port() -> int:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return int(free.getsockname()[1])


@pytest_asyncio.fixture
async def watched(discord: DiscordServer, tmp_path: Path, port: int) -> AsyncIterator[Program]:
    """The program, with a monitor, logging objects."""
    settings = {"MONITOR_PORT": str(port), "LOG_FORMAT": "json", "BACKUP_EVERY_HOURS": "1"}
    async with Program.started(discord, tmp_path, **settings) as program:
        yield program


async def read(port: int, page: str) -> tuple[int, str]:
    address = f"http://127.0.0.1:{port}/{page}"
    async with aiohttp.ClientSession() as session, session.get(address) as response:
        return response.status, await response.text()


async def healthy(port: int) -> None:
    async with asyncio.timeout(20):
        while (await read(port, "healthz"))[0] != 200:  # noqa: ASYNC110  (as a monitor does)
            await asyncio.sleep(0.02)


async def command(discord: DiscordServer, program: Program, *words: str) -> tuple[int, str]:
    """Run another command beside the program; return its exit code and what it said."""
    mark = len(program.log)
    other = await Program.start(discord, program.folder, command=("-m", "bot", *words))
    try:
        code = await other.ended(60)
    finally:
        await other.kill()
    return code, program.log[mark:]


async def test_health_and_metrics_tell_how_it_goes(
    discord: DiscordServer, watched: Program, port: int
) -> None:
    await healthy(port)
    await seat(discord, *SHORT)
    await discord.press("Ana", "Next turn")
    await discord.slash("Eva", "pod next")

    _, text = await read(port, "metrics")

    act = 'podkeeper_acts_total{command="next_turn",game="commander",outcome='
    assert f'{act}"done"}} 1.0' in text
    assert f'{act}"refused"}} 1.0' in text
    assert "podkeeper_commit_seconds_count 2.0" in text
    assert 'podkeeper_gateway_connected{shard="0"} 1.0' in text
    assert [name for name in (*POD, "Eva", discord.token) if name in text] == []


async def test_sigterm_ends_all_that_works_beside_it(
    discord: DiscordServer, watched: Program, port: int
) -> None:
    await healthy(port)

    watched.terminate()

    assert await watched.ended() == 0
    assert not (watched.folder / "heartbeat").exists()
    with pytest.raises(aiohttp.ClientConnectorError):
        await read(port, "healthz")
    entries = [json.loads(line) for line in watched.log.splitlines()]
    assert entries[-1]["message"] == "stopped"
    assert [entry for entry in entries if entry["level"] == "ERROR"] == []


async def test_a_game_is_backed_up_while_it_is_played_and_restored(
    discord: DiscordServer, bot: Program
) -> None:
    backup = bot.folder / "copy.db"
    await seat(discord, *SHORT)
    await discord.press("Ana", "Next turn")

    code, said = await command(discord, bot, "backup", str(backup))
    await discord.press("Ana", "Next turn")
    refused, reason = await command(discord, bot, "restore", str(backup), "--force")
    bot.terminate()
    await bot.ended()
    restored, _ = await command(discord, bot, "restore", str(backup))

    assert code == 0
    assert "games: 1, steps: 2" in said
    assert refused == 1
    assert "A process has" in reason
    assert restored == 0
    assert examine(bot.folder / FILE).steps == 2
    async with Program.started(discord, bot.folder):
        shown = await discord.slash("Ana", "pod status")
        assert "Turn 2" in shown.text


async def test_a_killed_program_s_games_are_backed_up_whole(
    discord: DiscordServer, bot: Program
) -> None:
    await seat(discord, *SHORT)
    await discord.press("Ana", "Next turn")
    await bot.kill()

    code, said = await command(discord, bot, "backup")

    assert code == 0
    assert "games: 1, steps: 2" in said


async def test_the_doctor_asks_discord_about_the_token(
    discord: DiscordServer, bot: Program
) -> None:
    code, said = await command(discord, bot, "doctor")

    assert "token       accepted by Discord." in said
    assert "clock       agrees with Discord's." in said
    assert "PROBLEM" not in said
    assert code == 0
