"""The bot on a local page, without Discord: simcord's preview with a pod to look through.

    make preview

Everything behind the page is real: the commands, the buttons, and a database, so a game goes on at
the next start. Only Discord is simulated. The database lies beside the one that `make run` uses,
with "-preview" in its name, and can be deleted at any time. Of the settings it only needs what is
right.
"""

import asyncio
import logging
import os
import signal
import sys
import webbrowser
from collections.abc import AsyncIterator, Iterable, Sequence
from contextlib import asynccontextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import NamedTuple

import discord
import simcord

from bot.app import build
from bot.errors import StoreUnavailable
from bot.preview.pictures import pictures
from bot.settings.database import SQLITE
from bot.settings.settings import Settings, SettingsProblem
from bot.store.port import Place

SERVER = "Friday Night Commander"
CHANNEL = "spelltable-pod-1"
TOPIC = "Four webcams on SpellTable, one shared table here. /pod start or /bounty reveal"
POD = ("Ana", "Bruno", "Carla", "Diego")
BYSTANDER = "Eva"
BOT = "Podkeeper"
TICK = 1.0
DATABASE = Path("state/podkeeper.db")  # it lies beside that, where the real one is no file
HIGHEST_PORT = 65_535

# Discord's ids tell when they were made. Made at one and the same moment, the server, its channel
# and its members have the same ids at every start, however many commands the bot has by then.
BEGINNING = datetime(2026, 1, 2, tzinfo=UTC)

WELCOME = """SpellTable is up and I see all four cameras. Podkeeper keeps what no camera shows. \
Type one of these below:
- `/pod start` gathers the pod. Press **Join** as each of us (*Viewing as*, at the top, \
changes seats), then **Start**
- `/bounty reveal` turns up a bounty at once, without a pod
- `/forage start` gathers for a minigame of five minutes, Foraging Squirrels
- `/dfc show` has both faces of a card"""
BACK_AGAIN = "Back from the break! Where were we?"


class World(NamedTuple):
    """A simulated server with a pod and a bystander in one channel."""

    env: simcord.Env
    channel: simcord.ChannelHandle
    pod: tuple[simcord.MemberActor, ...]
    bystander: simcord.MemberActor
    began: bool
    """Whether the database has a game of this channel, from an earlier start."""

    @property
    def viewers(self) -> tuple[simcord.MemberActor, ...]:
        """Everybody through whose eyes the page can be seen."""
        return (*self.pod, self.bystander)


@asynccontextmanager
async def world(settings: Settings) -> AsyncIterator[World]:
    """Start the bot in a simulated server whose clock stands at the present.

    Raises:
        StoreUnavailable: the database cannot be used.
    """
    # One person plays all four here, and the clock of the simulation goes by whole seconds.
    bot = build(settings.model_copy(update={"flood_limit": 0}), shard_count=1)
    try:
        async with simcord.run(bot, check_errors=False) as env:
            # simcord would count it as failed, but a refusal is an answer like any other.
            bot.tree.error(bot.failed)
            _move_clock(env, BEGINNING)
            env.backend.edit_bot_profile(BOT)
            guild = env.create_guild(SERVER)
            channel = guild.create_text_channel(CHANNEL, topic=TOPIC)
            people = [
                guild.add_member(env.create_user(name.lower(), global_name=name))
                for name in (*POD, BYSTANDER)
            ]
            place = Place(channel.id, guild.id)
            step = await bot.parts.store.latest(place)
            panel = await bot.parts.store.panel(place)
            catch_up(env, known=(step.interaction if step else 0, panel or 0))
            yield World(env, channel, tuple(people[:-1]), people[-1], began=step is not None)
    finally:
        await bot.close()


def catch_up(env: simcord.Env, known: Iterable[int] = ()) -> None:
    """Bring the simulated clock, which starts long ago and stands still, to the present.

    ``known`` are ids from earlier starts. What gets an id from now on is newer than all of them,
    even if this machine's clock was set back: else a new act would count as one done long ago.
    """
    newest = max(known, default=0)
    after = discord.utils.snowflake_time(newest) + timedelta(milliseconds=1)
    _move_clock(env, max(datetime.now(UTC), after))


def _move_clock(env: simcord.Env, to: datetime) -> None:
    # Not Env.advance_time: that is an operation, and while it runs a press is turned away.
    env.backend.advance_clock(max(0.0, (to - env.now()).total_seconds()))


async def _tick(env: simcord.Env, page: simcord.Preview) -> None:
    while True:
        catch_up(env)
        # From here the page counts "5 minutes ago"; up to the next tick nothing is in the future.
        page.capture_time = env.now() + timedelta(seconds=TICK)
        await asyncio.sleep(TICK)


async def _greet(here: World) -> None:
    """Let members say what to do first, or show the game that goes on."""
    host, *_, last = here.pod
    if here.began:
        await last.send(here.channel, BACK_AGAIN)
        await host.slash(here.channel, "pod status")
    else:
        await host.send(here.channel, WELCOME)


async def serve(settings: Settings, port: int, *, browser: bool) -> None:
    """Serve the page until it is ended there, or this task is cancelled.

    Raises:
        simcord.SetupError: the port cannot be had.
        StoreUnavailable: the database cannot be used.
    """
    async with world(settings) as here:
        await _greet(here)
        page = here.env.preview(
            here.channel, viewers=here.viewers, layout="channel", port=port, assets=pictures()
        )
        async with page:
            _say(page.url, settings.database_path)
            ticking = asyncio.create_task(_tick(here.env, page))
            if browser:
                webbrowser.open(page.url)
            try:
                await page.wait_closed()
            finally:
                ticking.cancel()


def _say(url: str, database: Path) -> None:
    print(
        f"Podkeeper is at {url}",
        "  Type /pod start or /bounty reveal into the message box there.",
        f"  “Viewing as” changes seats: {', '.join(POD)} play, {BYSTANDER} looks on.",
        f"  The game is kept in {database}; delete that file to start afresh.",
        "Stop it with Ctrl+C.",
        sep="\n",
        flush=True,
    )


def beside(settings: Settings) -> Settings:
    """Return the settings with the preview's own database, beside the real bot's if that is a file.

    One process is enough, whatever the real bot has.
    """
    real = settings.database_path if settings.on_sqlite else DATABASE
    own = real.with_stem(f"{real.stem}-preview")
    alone = {"cluster_id": 0, "cluster_count": 1, "shard_count": None}
    return settings.model_copy(update={"database_url": f"{SQLITE}{own}", **alone})


def _say_what_it_lacks(settings: Settings, problems: Sequence[SettingsProblem]) -> None:
    lacking = [f"{problem.setting} {problem.what}" for problem in problems]
    if not settings.on_sqlite and "DATABASE_URL" not in {problem.setting for problem in problems}:
        lacking.append("DATABASE_URL names a PostgreSQL database.")
    for one in lacking:
        print(f"The preview does without: {one}", file=sys.stderr, flush=True)


async def _until_told(settings: Settings, port: int, *, browser: bool) -> None:
    serving = asyncio.current_task()
    assert serving is not None
    if sys.platform != "win32":  # Ctrl+C is taken care of by asyncio
        asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, serving.cancel)
    await serve(settings, port, browser=browser)


def main(
    settings: Settings, port: int, *, browser: bool, problems: Sequence[SettingsProblem] = ()
) -> None:
    """Run the preview until Ctrl+C, SIGTERM, or "End preview session" on the page.

    It tells of ``problems`` with the settings, and does without those.

    Raises:
        SystemExit: it cannot run; the message says why.
    """
    if not 0 <= port <= HIGHEST_PORT:
        sys.exit(f"There is no port {port}: ports go from 0 to {HIGHEST_PORT}.")
    _say_what_it_lacks(settings, problems)
    # The simulated Discord takes any token, so talk of logging in would only puzzle.
    logging.getLogger("discord.client").setLevel(logging.WARNING)
    try:
        asyncio.run(_until_told(beside(settings), port, browser=browser))
    except (KeyboardInterrupt, asyncio.CancelledError):
        pass
    except StoreUnavailable as error:
        sys.exit(str(error))
    except simcord.SetupError as error:
        cause = error.__cause__
        if not isinstance(cause, OSError) or cause.errno is None:
            raise
        sys.exit(
            f"The preview cannot use port {port} ({os.strerror(cause.errno)}).\n"
            f"Is it running already? Another port: make preview ARGS='--port {port + 1}'"
        )
