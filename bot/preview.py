"""The bot on a local page, without Discord: simcord's preview with a pod to look through.

    make preview

The real commands, buttons and database are behind the page; only Discord is simulated.
"""

import asyncio
import contextlib
import webbrowser
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from typing import NamedTuple

import simcord
from simcord.actors import MemberActor
from simcord.builders import ChannelHandle

from bot.app import build
from bot.settings import Settings

SERVER = "Friday Night Commander"
CHANNEL = "spelltable-pod-1"
POD = ("Ana", "Bruno", "Carla", "Diego")
BYSTANDER = "Eva"
TICK = 1.0


class World(NamedTuple):
    """A simulated server with a pod and a bystander in one channel."""

    env: simcord.Env
    channel: ChannelHandle
    pod: tuple[MemberActor, ...]
    bystander: MemberActor


@asynccontextmanager
async def world(settings: Settings) -> AsyncIterator[World]:
    """Start the bot in a simulated server whose clock stands at the present."""
    bot = build(settings, shard_count=1)
    try:
        async with simcord.run(bot) as env:
            await catch_up(env)
            guild = env.create_guild(SERVER)
            channel = guild.create_text_channel(CHANNEL)
            people = [
                guild.add_member(env.create_user(name.lower(), global_name=name))
                for name in (*POD, BYSTANDER)
            ]
            yield World(env, channel, tuple(people[:-1]), people[-1])
    finally:
        await bot.close()


async def catch_up(env: simcord.Env) -> None:
    """Bring the simulated clock, which starts long ago, to the present."""
    late = (datetime.now(UTC) - env.now()).total_seconds()
    if late > 0:
        await env.advance_time(late)


async def _tick(env: simcord.Env) -> None:
    while True:
        await asyncio.sleep(TICK)
        # Somebody may be acting on the page just now; the next tick catches up.
        with contextlib.suppress(Exception):
            await catch_up(env)


async def serve(settings: Settings, port: int, *, browser: bool) -> None:
    """Serve the page until it is stopped."""
    async with world(settings) as here:
        viewers = [*here.pod, here.bystander]
        page = here.env.preview(here.channel, viewers=viewers, layout="channel", port=port)
        async with page:
            print(f"Podkeeper is at {page.url}\nStop it with Ctrl+C.", flush=True)  # noqa: T201
            if browser:
                webbrowser.open(page.url)
            ticking = asyncio.create_task(_tick(here.env))
            try:
                await page.wait_closed()
            finally:
                ticking.cancel()


def main(settings: Settings, port: int, *, browser: bool) -> None:
    """Run the preview until Ctrl+C."""
    with contextlib.suppress(KeyboardInterrupt):
        asyncio.run(serve(settings, port, browser=browser))
