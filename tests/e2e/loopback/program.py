"""`python -m bot run` in a process of its own: unmodified, its settings say where Discord is."""

from __future__ import annotations

import asyncio
import signal
import sqlite3
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing
from pathlib import Path
from typing import Any, Self

from tests.e2e.discord_server import DiscordServer
from tests.e2e.process import ROOT, environment

FILE = "podkeeper.db"
RUN = ("-m", "bot", "run")


class Program:
    """A bot under way. Its database is in ``folder``, and what it logs."""

    def __init__(self, process: asyncio.subprocess.Process, folder: Path) -> None:
        self.process = process
        self.folder = folder

    @classmethod
    async def start(
        cls,
        discord: DiscordServer,
        folder: Path,
        *,
        command: tuple[str, ...] = RUN,
        **settings: str,
    ) -> Self:
        """Start one; it needs to be ended."""
        with (folder / "log").open("ab") as log:
            process = await asyncio.create_subprocess_exec(
                sys.executable,
                *command,
                cwd=folder,
                env={
                    **environment(folder),
                    "PYTHONPATH": str(ROOT),
                    "DISCORD_TOKEN": discord.token,
                    "DISCORD_API_URL": discord.url,
                    "SCRYFALL_URL": "http://127.0.0.1:9",  # nobody is there
                    "FLOOD_LIMIT": "0",  # tests play faster than people do
                    **settings,
                },
                stdout=log,
                stderr=log,
            )
        return cls(process, folder)

    @classmethod
    @asynccontextmanager
    async def started(
        cls,
        discord: DiscordServer,
        folder: Path,
        *,
        command: tuple[str, ...] = RUN,
        **settings: str,
    ) -> AsyncIterator[Self]:
        """Start one and wait until it can be played with. It never outlives this."""
        program = await cls.start(discord, folder, command=command, **settings)
        try:
            gateway = discord.gateway
            await program.until(discord, gateway.happened["IDENTIFY"] + gateway.shards)
            yield program
        finally:
            await program.kill()

    async def until(self, discord: DiscordServer, identified: int, seconds: float = 60) -> None:
        """Wait until clients have identified so many times, or this one has ended by itself."""
        ready = asyncio.create_task(discord.gateway.until("IDENTIFY", identified))
        ended = asyncio.create_task(self.process.wait())
        try:
            async with asyncio.timeout(seconds):
                await asyncio.wait({ready, ended}, return_when=asyncio.FIRST_COMPLETED)
            assert ready.done(), f"it ended with {self.process.returncode}:\n{self.log}"
        finally:
            ready.cancel()
            ended.cancel()
            await asyncio.gather(ready, ended, return_exceptions=True)

    async def kill(self) -> None:
        """End it as a power failure does: at once. Ending it again does nothing."""
        if self.process.returncode is None:
            self.process.kill()
        await self.process.wait()

    def terminate(self) -> None:
        """Ask it to end, as an operator does."""
        self.process.send_signal(signal.SIGTERM)

    async def ended(self, seconds: float = 20) -> int:
        """Wait for its end; return its exit code."""
        async with asyncio.timeout(seconds):
            return await self.process.wait()

    @property
    def log(self) -> str:
        """What it has logged."""
        return (self.folder / "log").read_text(encoding="utf-8")

    def rows(self, query: str, *values: Any) -> list[Any]:
        """Read its database."""
        with closing(sqlite3.connect(self.folder / FILE)) as database:
            return database.execute(query, values).fetchall()
