"""Nothing acknowledged is lost, nothing happens twice: a hundred kills of the writer prove it."""

import asyncio
import os
import random
import secrets
import sqlite3
import subprocess
import sys
import time
from contextlib import closing
from pathlib import Path

import pytest

from tests.store.checking import check_the_games
from tests.store.writer import TABLES

ROOT = Path(__file__).parents[2]
KILLS = 100


def start_writer(path: Path) -> subprocess.Popen[bytes]:
    """Start a writer, which loads its modules and then waits for a line."""
    return subprocess.Popen(
        [sys.executable, "-m", "tests.store.writer", str(path)],
        cwd=ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        bufsize=0,  # a buffer would keep from communicate() what came along with the first line
    )


def play_and_kill(writer: subprocess.Popen[bytes], moment: float) -> list[int]:
    """Let ``writer`` play, kill it ``moment`` seconds after its first act; return all its acts."""
    assert writer.stdin is not None
    assert writer.stdout is not None
    writer.stdin.write(b"\n")
    writer.stdin.flush()
    first = writer.stdout.readline()
    assert first.endswith(b"\n"), "the writer ended by itself: see its traceback"
    time.sleep(moment)
    assert writer.poll() is None, "the writer ended by itself: see its traceback"
    writer.kill()
    rest, _ = writer.communicate()
    return [int(line) for line in (first + rest).splitlines()]


@pytest.mark.skipif(os.name == "nt", reason="needs SIGKILL")
def test_what_was_acknowledged_survives_a_hundred_kills(tmp_path: Path) -> None:
    path = tmp_path / "podkeeper.db"
    seed = int(os.environ.get("KILL_SEED") or secrets.randbits(32))
    print(f"to have the same moments again: KILL_SEED={seed}")
    moments = random.Random(seed)
    acknowledged: list[int] = []
    spare = start_writer(path)
    try:
        for _ in range(KILLS):
            # The next one loads its modules while this one plays.
            writer, spare = spare, start_writer(path)
            try:
                acknowledged += play_and_kill(writer, moments.uniform(0.02, 0.15))
            finally:
                writer.kill()
                writer.communicate()
    finally:
        spare.kill()
        spare.communicate()
    assert len(set(acknowledged)) == len(acknowledged) >= KILLS

    with closing(sqlite3.connect(path)) as database:
        assert database.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        kept = [interaction for (interaction,) in database.execute("SELECT interaction FROM steps")]
        games = database.execute(
            "SELECT count(*), count(DISTINCT seq), min(seq), max(seq) FROM steps GROUP BY channel"
        ).fetchall()
    assert len(set(kept)) == len(kept)
    assert set(acknowledged) <= set(kept)
    # At most one act a place and kill was kept without its acknowledgement having been heard.
    assert len(kept) - len(acknowledged) <= KILLS * TABLES
    for count, different, first, last in games:
        assert (first, last, different) == (1, count, count)
    asyncio.run(check_the_games(f"sqlite:///{path}"))
