"""Two processes of the program itself serve one Discord, on one PostgreSQL."""

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from pathlib import Path

import asyncpg
import pytest

from tests.e2e.discord_server import DiscordServer
from tests.e2e.loopback.program import Program
from tests.e2e.loopback.world import World
from tests.store.waiting import until

POD = ("Ana", "Bruno")
HERE, THERE = "pod-0", "pod-1"
"""A channel in a server of each shard."""


@pytest.fixture
async def discord() -> AsyncIterator[DiscordServer]:
    world = World(POD)
    for shard, channel in enumerate((HERE, THERE)):
        world.guild(channel, shard=(shard, 2))
    async with DiscordServer(world, shards=2) as server:
        yield server


async def test_each_has_its_servers_and_one_syncs_the_commands(
    discord: DiscordServer, postgres_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    synced: list[int] = []
    replace = discord.commands.replace
    monkeypatch.setattr(
        discord.commands, "replace", lambda body: synced.append(len(body)) or replace(body)
    )

    async def start(cluster: int) -> Program:
        (folder := tmp_path / str(cluster)).mkdir(exist_ok=True)
        return await Program.start(
            discord,
            folder,
            DATABASE_URL=postgres_url,
            CLUSTER_ID=str(cluster),
            CLUSTER_COUNT="2",
            SHARD_COUNT="2",
        )

    async with AsyncExitStack() as stack:

        async def started(*clusters: int) -> list[Program]:
            identified = discord.gateway.happened["IDENTIFY"]
            programs = [await start(cluster) for cluster in clusters]
            for program in programs:
                stack.push_async_callback(program.kill)
            await programs[0].until(discord, identified + len(clusters))
            await until(lambda: synced)
            return programs

        one, other = await started(0, 1)
        for channel in (HERE, THERE):
            await discord.slash("Ana", "pod start", channel, player1="Ana", player2="Bruno")
            await discord.press("Ana", "Next turn", where=channel)
        other.terminate()
        assert await other.ended() == 0
        await discord.press("Ana", "Next turn", where=HERE)
        [other] = await started(1)
        await discord.press("Ana", "Next turn", where=THERE)
        assert len(synced) == 1, "neither the other process nor a new start syncs them again"
        for program in (one, other):
            program.terminate()
            assert await program.ended() == 0
    connection = await asyncpg.connect(postgres_url)
    counts = await connection.fetch("SELECT count(*) FROM steps GROUP BY channel")
    await connection.close()
    assert [count for (count,) in counts] == [3, 3]
    assert discord.violations == []
