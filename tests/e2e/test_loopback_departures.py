"""Servers that remove the bot while it is not running, over real sockets and restarts."""

import json
import sqlite3
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, closing, contextmanager
from datetime import timedelta
from pathlib import Path

from bot.privacy.departures import GRACE, MARK
from tests.e2e.discord_server import DiscordServer
from tests.e2e.loopback.program import FILE, Program
from tests.e2e.test_loopback import SHORT, seat
from tests.store.waiting import until

LOOKING_OFTEN = """
import runpy, bot.privacy.departures, cogs.privacy
bot.privacy.departures.LOOK = cogs.privacy.LOOK = 0.5
runpy.run_module("bot", run_name="__main__", alter_sys=True)
"""
OFTEN = ("-c", LOOKING_OFTEN, "run")
"""The program, but that it looks more often than once a minute."""


def servers(program: Program) -> set[int]:
    """The servers that its database knows."""
    found = {guild for (guild,) in program.rows("SELECT DISTINCT guild FROM steps")}
    return found | {guild for (guild,) in program.rows("SELECT guild FROM panels")}


def absent(program: Program) -> set[int]:
    """The servers that it has noted as absent."""
    rows = program.rows("SELECT value FROM meta WHERE key = ?", f"mark: {MARK}")
    return {int(guild) for (text,) in rows for guild in json.loads(text)["since"]}


@asynccontextmanager
async def evening(
    discord: DiscordServer, folder: Path, *, after: timedelta = timedelta()
) -> AsyncIterator[Program]:
    """A run of the bot, after so much time, in which the first channel plays."""
    discord.world.ids.later(after)
    async with Program.started(discord, folder, command=OFTEN) as program:
        await discord.slash("Ana", "pod next")
        yield program
        program.terminate()
        assert await program.ended() == 0


async def compared(program: Program) -> None:
    """Wait until it has compared, which it does only once it knows all servers."""
    await until(lambda: absent(program))


async def warned(program: Program, times: int) -> None:
    """Wait until its runs have warned so many times."""
    await until(lambda: program.log.count("is it the right token") == times)


@contextmanager
def writing(program: Program) -> Iterator[None]:
    """Keep the bot from writing, as somebody does who works on its database."""
    with closing(sqlite3.connect(program.folder / FILE, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        yield
        other.execute("ROLLBACK")


async def test_a_server_that_left_unseen_is_forgotten_after_a_while_and_no_other(
    discord: DiscordServer, tmp_path: Path
) -> None:
    stays, dark, leaves = (
        discord.world.guilds[0],
        discord.world.guild("dark"),
        discord.world.guild("leaving"),
    )
    async with Program.started(discord, tmp_path) as bot:
        for where in ("pod-1", "dark", "leaving"):
            await seat(discord, *SHORT, where=where)
        known = servers(bot)
    assert known == {stays.id, dark.id, leaves.id}

    discord.world.guilds.remove(leaves)
    dark.in_reach = False  # an outage: Discord names it, and tells no more of it
    async with evening(discord, tmp_path) as bot:
        await compared(bot)
        assert absent(bot) == {leaves.id}
        assert servers(bot) == known
    async with evening(discord, tmp_path, after=GRACE) as bot:
        await until(lambda: "deleted: " in bot.log)
        assert servers(bot) == {stays.id, dark.id}


async def test_a_server_that_comes_back_meanwhile_is_kept(
    discord: DiscordServer, tmp_path: Path
) -> None:
    stays, leaves = discord.world.guilds[0], discord.world.guild("leaving")
    async with Program.started(discord, tmp_path) as bot:
        for where in ("pod-1", "leaving"):
            await seat(discord, *SHORT, where=where)
    discord.world.guilds.remove(leaves)
    async with evening(discord, tmp_path) as bot:
        await compared(bot)
    discord.world.guilds.append(leaves)
    async with evening(discord, tmp_path, after=GRACE) as bot:
        await until(lambda: not absent(bot))
        assert servers(bot) == {stays.id, leaves.id}


async def test_where_no_server_is_there_nothing_is_forgotten(
    discord: DiscordServer, tmp_path: Path
) -> None:
    """As with the token of another application: Discord names none of the known servers."""
    guild = discord.world.guilds[0]
    async with Program.started(discord, tmp_path) as bot:
        await seat(discord, *SHORT)
    discord.world.guilds.clear()
    for times in (1, 2):
        async with evening(discord, tmp_path, after=GRACE) as bot:
            await warned(bot, times)
            assert servers(bot) == {guild.id}
            assert not absent(bot)


async def test_a_server_that_is_back_since_a_session_was_lost_is_kept(
    discord: DiscordServer, tmp_path: Path
) -> None:
    """It was to be deleted, which failed; and no event tells that it has the bot again."""
    stays, back = discord.world.guilds[0], discord.world.guild("back")
    async with Program.started(discord, tmp_path, command=OFTEN) as bot:
        for where in ("pod-1", "back"):
            await seat(discord, *SHORT, where=where)
        with writing(bot):
            discord.world.guilds.remove(back)
            await discord.gateway.dispatch(back.id, "GUILD_DELETE", {"id": str(back.id)})
            await until(lambda: f"server {back.id} could not be forgotten yet" in bot.log)
            discord.world.guilds.append(back)
            await discord.gateway.invalidate(resumable=False)
            await until(lambda: f"server {back.id} has the bot again" in bot.log)
        assert servers(bot) == {stays.id, back.id}
        await discord.slash("Ana", "pod next", "back")
        assert "deleted" not in bot.log


async def test_a_server_is_deleted_only_on_discords_own_word(
    discord: DiscordServer, tmp_path: Path
) -> None:
    stays, leaves = discord.world.guilds[0], discord.world.guild("leaving")
    async with Program.started(discord, tmp_path, command=OFTEN) as bot:
        for where in ("pod-1", "leaving"):
            await seat(discord, *SHORT, where=where)
        met = discord.faults.fail(f"GET /guilds/{leaves.id}", 403)
        discord.world.guilds.remove(leaves)
        await discord.gateway.dispatch(leaves.id, "GUILD_DELETE", {"id": str(leaves.id)})
        await met.meeting.wait()
        await until(lambda: servers(bot) == {stays.id})
        assert f"it is not known whether server {leaves.id} has the bot" in bot.log
