"""The database fails under the running program: players are told, nothing is lost, play goes on."""

from __future__ import annotations

import os
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import AsyncIterator, Iterator
from contextlib import closing
from pathlib import Path

import asyncpg
import pytest
import pytest_asyncio

from tests.e2e.discord_server import DiscordServer
from tests.e2e.loopback.interactions import Interaction
from tests.e2e.loopback.program import FILE, Program
from tests.e2e.test_loopback import SHORT, seat
from tests.e2e.test_loopback_faults import steps
from tests.store.postgres_server import Server, started

LITTLE_ROOM = "3m"
AS_OTHERS = (
    "setpriv",
    "--bounding-set=-dac_override,-dac_read_search",
    sys.executable,
    "-m",
    "bot",
    "run",
)
"""The program as root whom permissions bind, as they do everybody else."""
RUN = f"import os; os.execvp({AS_OTHERS[0]!r}, {list(AS_OTHERS)!r})"


@pytest_asyncio.fixture
async def playing(discord: DiscordServer, bot: Program) -> Program:
    """A program at whose table the second turn is played."""
    await seat(discord, *SHORT)
    await discord.press("Ana", "Next turn")
    return bot


async def refused(discord: DiscordServer, sentence: str) -> None:
    """Check that acts are refused, by button and by command, and that looking still works."""
    for act in (
        await discord.press("Ana", "Next turn"),
        await discord.slash("Bruno", "pod next"),
    ):
        assert act.refused
        assert sentence in act.text
        assert "Nothing was changed" in act.text
    assert "Turn 2" in discord.panel().text
    shown = await discord.slash("Eva", "dfc show", card="Gatstaf Shepherd")
    assert "## Gatstaf Shepherd" in shown.text


async def goes_on(discord: DiscordServer, program: Program) -> Interaction:
    """Check that what was done before is there, that an act counts again, and where it is kept."""
    assert "Turn 2" in (await discord.slash("Ana", "pod status")).text
    pressed = await discord.press("Ana", "Next turn")
    assert "Turn 3" in pressed.text
    assert "Traceback" not in program.log
    return pressed


async def test_another_program_holds_the_database(discord: DiscordServer, playing: Program) -> None:
    with closing(sqlite3.connect(playing.folder / FILE, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        await refused(discord, "in other hands just now")
        other.execute("ROLLBACK")

    await goes_on(discord, playing)
    assert steps(playing) == 3


async def test_the_database_is_damaged_until_a_good_copy_is_brought_back(
    discord: DiscordServer, playing: Program
) -> None:
    path = playing.folder / FILE
    with closing(sqlite3.connect(path)) as other:
        other.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    good = path.read_bytes()
    path.write_bytes(b"\xa5" * len(good))
    await refused(discord, "notebook is damaged")

    path.write_bytes(good)

    await goes_on(discord, playing)
    assert steps(playing) == 3
    assert playing.rows("PRAGMA integrity_check") == [("ok",)]


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A disk with little room."""
    disk = tmp_path / "disk"
    disk.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", f"size={LITTLE_ROOM}", "tmpfs", str(disk)]
    if not shutil.which("mount") or subprocess.call(mount, stderr=subprocess.DEVNULL):
        pytest.skip("a disk of its own can be mounted by root only")
    yield disk
    subprocess.run(["umount", "--lazy", str(disk)], check=True)


async def test_the_disk_is_full_until_room_is_made(
    discord: DiscordServer, small_disk: Path
) -> None:
    async with Program.started(discord, small_disk) as program:
        await seat(discord, *SHORT)
        await discord.press("Ana", "Next turn")
        ballast = small_disk / "ballast"
        _fill(ballast)
        # The write-ahead log may have a page or two of room left; acts that fit are kept.
        told = await _until_refused(discord)
        assert "the disk has no room left" in told.text
        assert "Nothing was changed" in told.text
        kept = steps(program)
        assert f"Turn {kept}" in discord.panel().text
        shown = await discord.slash("Eva", "dfc show", card="Gatstaf Shepherd")
        assert "## Gatstaf Shepherd" in shown.text

        ballast.unlink()

        assert f"Turn {kept}" in (await discord.slash("Ana", "pod status")).text
        assert f"Turn {kept + 1}" in (await discord.press("Ana", "Next turn")).text
        assert steps(program) == kept + 1
        assert program.rows("PRAGMA integrity_check") == [("ok",)]
        assert "Traceback" not in program.log


def _fill(file: Path) -> None:
    """Write until nothing more fits on the disk."""
    with file.open("wb", buffering=0) as ballast:
        for size in (4096, 1):
            try:
                while ballast.write(b"\0" * size):
                    pass
            except OSError:
                continue


async def _until_refused(discord: DiscordServer) -> Interaction:
    for _ in range(200):
        pressed = await discord.press("Ana", "Next turn")
        if pressed.refused:
            return pressed
    raise AssertionError("the disk is not full")


@pytest_asyncio.fixture
async def bound(discord: DiscordServer, tmp_path: Path) -> AsyncIterator[tuple[str, ...]]:
    """The words that run the program so that the permissions of files bind it."""
    if os.name == "nt":
        pytest.skip("needs the permissions of POSIX")
    if os.getuid():
        yield ("-m", "bot", "run")
    elif shutil.which(AS_OTHERS[0]):
        yield ("-c", RUN)
    else:
        pytest.skip("nothing is read-only to root without setpriv")
    tmp_path.chmod(0o700)


@pytest.mark.prove
async def test_the_folder_becomes_read_only_in_play_and_at_a_restart(
    discord: DiscordServer, tmp_path: Path, bound: tuple[str, ...]
) -> None:
    first = await Program.start(discord, tmp_path, command=bound)
    try:
        await first.until(discord, 1)
        await seat(discord, *SHORT)
        tmp_path.chmod(0o500)
        assert "Turn 2" in (await discord.press("Ana", "Next turn")).text, "its files are open"
    finally:
        await first.kill()
    (tmp_path / FILE).chmod(0o400)
    second = await Program.start(discord, tmp_path, command=bound)
    try:
        assert await second.ended(60) == 2, "wrongly set up, and not tried again"
    finally:
        await second.kill()
    assert "is not writable" in second.log
    assert "Traceback" not in second.log

    (tmp_path / FILE).chmod(0o600)
    tmp_path.chmod(0o700)

    third = await Program.start(discord, tmp_path, command=bound)
    try:
        await third.until(discord, 2)
        await goes_on(discord, third)
        assert steps(third) == 3
    finally:
        await third.kill()


async def test_the_file_may_only_be_read_for_a_while(
    discord: DiscordServer, tmp_path: Path, bound: tuple[str, ...]
) -> None:
    """As when somebody copies it back as another user, whose file it then is."""
    program = await Program.start(discord, tmp_path, command=bound)
    path = tmp_path / FILE
    try:
        await program.until(discord, 1)
        await seat(discord, *SHORT)
        await discord.press("Ana", "Next turn")
        copy = path.with_name("copy.db")
        with closing(sqlite3.connect(path)) as source, closing(sqlite3.connect(copy)) as target:
            source.backup(target)
        copy.chmod(0o400)
        copy.replace(path)
        await refused(discord, "can be read but not written")

        path.chmod(0o600)

        await goes_on(discord, program)
        assert steps(program) == 3
    finally:
        await program.kill()


@pytest.fixture(scope="module")
def postgres() -> Iterator[Server]:
    """A PostgreSQL that may be stopped and started."""
    with started() as server:
        yield server


@pytest.mark.prove
async def test_postgresql_is_restarted(
    discord: DiscordServer, tmp_path: Path, postgres: Server
) -> None:
    url = postgres.url
    async with Program.started(discord, tmp_path, DATABASE_URL=url) as program:
        await seat(discord, *SHORT)
        await discord.press("Ana", "Next turn")
        postgres.stop()
        await refused(discord, "out of reach just now")

        postgres.start()

        pressed = await goes_on(discord, program)
        connection = await asyncpg.connect(url)
        try:
            kept = await connection.fetch("SELECT seq, interaction FROM steps ORDER BY seq")
        finally:
            await connection.close()
        assert [row["seq"] for row in kept] == [1, 2, 3]
        assert kept[-1]["interaction"] == pressed.id
