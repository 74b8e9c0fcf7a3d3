"""The loopback Discord of a test, and the program that is connected to it."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest_asyncio

from tests.e2e.discord_server import DiscordServer
from tests.e2e.loopback.program import Program
from tests.e2e.loopback.world import World

POD = ("Ana", "Bruno", "Carla", "Diego")


def evening() -> World:
    """A server with two channels and a few people."""
    world = World((*POD, "Eva"), moderators=["Mo"])
    world.guild("pod-1", "pod-2", "pod-3")
    return world


@pytest_asyncio.fixture
async def discord() -> AsyncIterator[DiscordServer]:
    """A Discord nobody is connected to yet. What breaks one of its limits fails the test."""
    async with DiscordServer(evening()) as server:
        yield server
        assert server.violations == []


@pytest_asyncio.fixture
async def bot(discord: DiscordServer, tmp_path: Path) -> AsyncIterator[Program]:
    """The program, connected."""
    async with Program.started(discord, tmp_path) as program:
        yield program
