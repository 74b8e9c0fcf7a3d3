"""A backup is whole and checked, or it is not there; the bot plays on meanwhile."""

import asyncio
import errno
import os
import sqlite3
import stat
import subprocess
import sys
import time
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from threading import Event
from typing import Any

import pytest

from bot.operations import sqlite_copy
from bot.operations.backup import back_up, backups, default_target, thin_out
from bot.operations.part_file import part_file, sweep
from bot.operations.sqlite_copy import BackupFailed, Contents, examine
from bot.store.copying import copy_everything
from bot.store.sqlite import SqliteStore
from tests.store.steps import POD, a_step, places

NOON = datetime(2026, 11, 29, 12, tzinfo=UTC)


@pytest.fixture
def target(database: Path) -> Path:
    return default_target(database, NOON)


class TestABackup:
    async def test_of_a_database_in_use_holds_all_that_was_kept(
        self, store: SqliteStore, database: Path, target: Path
    ) -> None:
        contents = await asyncio.to_thread(back_up, database, target)

        assert contents == Contents(schema=contents.schema, games=10, steps=30)
        copy = await SqliteStore.open(target)
        assert await copy.latest(places(10)[-1]) == a_step(3, places(10)[-1])
        assert await copy.secret() == await store.secret()
        await copy.close()

    async def test_is_one_file(self, store: SqliteStore, database: Path, target: Path) -> None:
        await asyncio.to_thread(back_up, database, target)
        examine(target)

        assert [file.name for file in target.parent.iterdir()] == [target.name]

    async def test_shows_one_moment_whatever_is_written_meanwhile(
        self,
        store: SqliteStore,
        database: Path,
        target: Path,
        monkeypatch: pytest.MonkeyPatch,
    ) -> None:
        monkeypatch.setattr(sqlite_copy, "_PAGES", 1)
        work = asyncio.create_task(asyncio.to_thread(back_up, database, target))
        seq = 3
        while not work.done():
            seq += 1
            await store.append(a_step(seq))

        contents = await work

        assert 30 <= contents.steps <= 27 + seq
        assert examine(target) == contents
        assert await store.latest(POD) == a_step(seq)

    async def test_holds_what_a_killed_process_left_in_its_log(
        self, store: SqliteStore, database: Path, tmp_path: Path
    ) -> None:
        killed = tmp_path / "killed" / database.name
        killed.parent.mkdir()
        for file in database.parent.iterdir():
            (killed.parent / file.name).write_bytes(file.read_bytes())

        contents = await asyncio.to_thread(back_up, killed, tmp_path / "copy.db")

        assert contents.steps == 30

    async def test_can_be_read_by_those_who_can_read_the_database(
        self, games: Path, target: Path
    ) -> None:
        games.chmod(0o640)

        back_up(games, target)

        assert stat.S_IMODE(target.stat().st_mode) == 0o640


class TestNoBackupIsMade:
    """And no file is left behind."""

    @staticmethod
    def refused(database: Path, target: Path) -> str:
        with pytest.raises(BackupFailed) as caught:
            back_up(database, target)
        assert not list(target.parent.glob("*.part"))
        return str(caught.value)

    def test_of_what_is_not_there(self, tmp_path: Path) -> None:
        missing, target = tmp_path / "missing.db", tmp_path / "copy.db"

        assert self.refused(missing, target) == f"{missing} is not there, or is no file."
        assert not target.exists()

    def test_over_another_file(self, games: Path, tmp_path: Path) -> None:
        target = tmp_path / "diary"
        target.write_text("Dear diary")

        assert self.refused(games, target) == f"{target} is there already. Name another file."
        assert target.read_text() == "Dear diary"

    def test_over_what_a_link_leads_to(self, games: Path, tmp_path: Path) -> None:
        target = tmp_path / "link.db"
        target.symlink_to(tmp_path / "gone.db")

        assert self.refused(games, target) == f"{target} is there already. Name another file."

    @pytest.mark.parametrize("suffix", ["-wal", "-shm", "-journal"])
    @pytest.mark.parametrize("linked", [True, False])
    def test_where_sqlite_keeps_a_part_of_the_database(
        self, games: Path, tmp_path: Path, suffix: str, *, linked: bool
    ) -> None:
        link = tmp_path / "link.db"
        link.symlink_to(games)
        target = games.with_name(f"{games.name}{suffix}")

        said = self.refused(link if linked else games, target)

        assert said.startswith(f"{target} is where SQLite keeps a part of the database.")
        assert not target.exists()

    def test_under_a_name_that_is_too_long(self, games: Path, tmp_path: Path) -> None:
        target = tmp_path / f"{'x' * 300}.db"

        assert self.refused(games, target) == f"{target} could not be made: File name too long."

    async def test_of_a_copy_that_was_not_finished(self, games: Path, target: Path) -> None:
        other = await SqliteStore.open(games.with_name("other.db"))
        store = await SqliteStore.open(games)

        def killed(*_: int) -> None:
            raise InterruptedError

        with pytest.raises(InterruptedError):
            await copy_everything(store, other, killed)
        await store.close()
        await other.close()

        said = self.refused(games.with_name("other.db"), target)

        assert said.endswith("that copy-database has not finished. Let it copy again.")
        assert not target.exists()

    @pytest.mark.parametrize(
        ("content", "reason"),
        [
            (b"Dear diary, " * 100, "it is not a SQLite database."),
            (b"", "is a database, but not one of Podkeeper."),
        ],
    )
    def test_of_what_is_no_database_of_ours(
        self, tmp_path: Path, content: bytes, reason: str
    ) -> None:
        database, target = tmp_path / "podkeeper.db", tmp_path / "copy.db"
        database.write_bytes(content)

        assert self.refused(database, target).endswith(reason)
        assert not target.exists()

    def test_of_a_damaged_database(self, games: Path, target: Path) -> None:
        whole = games.read_bytes()
        games.write_bytes(whole[:8192] + b"\xa5" * 4096 + whole[12288:])

        assert "damaged" in self.refused(games, target)
        assert not target.exists()

    def test_of_a_newer_podkeeper(self, games: Path, target: Path) -> None:
        with closing(sqlite3.connect(games)) as connection:
            connection.execute("PRAGMA user_version = 999")

        assert "has schema 999 and was made by a newer Podkeeper" in self.refused(games, target)
        assert not target.exists()

    def test_where_a_folder_is_a_file(self, games: Path, tmp_path: Path) -> None:
        (tmp_path / "diary").write_text("Dear diary")

        said = self.refused(games, tmp_path / "diary" / "copy.db")

        assert said.startswith(f"{tmp_path / 'diary'} could not be made: ")

    @pytest.mark.parametrize(
        ("code", "reason"),
        [
            (errno.EACCES, "that is not permitted."),
            (errno.EROFS, "nothing may be written there."),
            (errno.EIO, "Input/output error."),
        ],
    )
    def test_where_nothing_can_be_written(
        self,
        games: Path,
        tmp_path: Path,
        monkeypatch: pytest.MonkeyPatch,
        code: int,
        reason: str,
    ) -> None:
        def refuse(*_: object) -> None:
            raise OSError(code, os.strerror(code))

        monkeypatch.setattr("tempfile.mkstemp", refuse)

        assert self.refused(games, tmp_path / "copy.db").endswith(f"to {tmp_path}: {reason}")

    def test_where_there_is_no_room(
        self, games: Path, target: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        connect = sqlite_copy.connect

        def cramped(file: Path, options: str = "mode=rw") -> Any:
            connection = connect(file, options)
            if file.suffix == ".part":
                connection.execute("PRAGMA max_page_count = 2")
            return connection

        monkeypatch.setattr(sqlite_copy, "connect", cramped)

        assert self.refused(games, target).endswith("the disk has no room left.")
        assert not target.exists()

    def test_if_it_is_given_up(self, games: Path, target: Path) -> None:
        stop = Event()
        stop.set()

        with pytest.raises(BackupFailed, match="given up"):
            back_up(games, target, stop)

        assert list(target.parent.iterdir()) == []

    def test_if_the_copy_is_not_the_same(
        self, games: Path, target: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        copy = sqlite_copy._copy

        def losing(*arguments: Any, **options: Any) -> Contents:
            return copy(*arguments, **options)._replace(steps=31)

        monkeypatch.setattr(sqlite_copy, "_copy", losing)

        assert "is not whole" in self.refused(games, target)


class TestKeeping:
    @pytest.fixture
    def folder(self, database: Path) -> Path:
        folder = database.parent / "backups"
        folder.mkdir(parents=True)
        return folder

    def test_the_name_tells_the_time_in_utc(self, database: Path, folder: Path) -> None:
        target = default_target(database, NOON)

        assert target == folder / "podkeeper-20261129T120000Z.db"
        target.touch()
        assert backups(database) == [(NOON, target)]

    def test_the_newest_are_kept(self, database: Path, folder: Path) -> None:
        made = [default_target(database, NOON.replace(day=day)) for day in (3, 1, 2)]
        for file in made:
            file.touch()

        assert thin_out(database, keep=2) == [made[1]]
        assert [file for _, file in backups(database)] == [made[2], made[0]]

    def test_fewer_than_are_kept_all_stay(self, database: Path, folder: Path) -> None:
        default_target(database, NOON).touch()

        assert thin_out(database, keep=2) == []

    def test_nothing_that_others_named_is_touched(self, database: Path, folder: Path) -> None:
        others = (
            "before-the-upgrade.db",
            "podkeeper-20261301T120000Z.db",
            "podkeeper-20261129T120000Z.db.gz",
            "podkeeper-before-restore-20261129T120000Z.db",
            "other-20261129T120000Z.db",
        )
        for name in others:
            (folder / name).touch()
        (folder / "podkeeper-20200101T000000Z.db").mkdir()
        default_target(database, NOON).touch()

        assert thin_out(database, keep=1) == []
        assert {file.name for file in folder.iterdir()} >= set(others)

    def test_those_with_a_time_to_come_displace_none(self, database: Path, folder: Path) -> None:
        """They were made while the clock was wrong."""
        to_come = [default_target(database, NOON.replace(year=year)) for year in (2036, 2037)]
        real = [default_target(database, NOON.replace(day=day)) for day in (1, 2, 3)]
        for file in (*to_come, *real):
            file.touch()

        assert thin_out(database, keep=2, now=NOON) == [real[0]]
        assert thin_out(database, keep=1, now=NOON) == [real[1]]
        assert {file for _, file in backups(database)} == {real[2], *to_come}


class TestWhatAKilledBackupLeft:
    """It is cleared away before the next one begins, wherever a backup or a restore was killed."""

    @pytest.mark.parametrize("beside_the_database", [True, False])
    def test_is_cleared_away(self, games: Path, target: Path, *, beside_the_database: bool) -> None:
        folder = games.parent if beside_the_database else target.parent
        folder.mkdir(exist_ok=True)
        left = [
            folder / "podkeeper-copy-a1b2_c3d.part",
            folder / "podkeeper-copy-a1b2_c3d.part-journal",
            folder / "podkeeper-copy-x.part-journal",
        ]
        for file in left:
            file.touch()

        back_up(games, target)

        assert [file for file in left if file.exists()] == []

    def test_but_not_what_others_named(self, games: Path, target: Path) -> None:
        others = [
            games.with_name(name)
            for name in ("film.part", "podkeeper-film.part", "podkeeper-copy-1.part.gz")
        ]
        for file in others:
            file.touch()

        back_up(games, target)

        assert all(file.exists() for file in others)

    @pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such locks")
    def test_but_not_what_another_process_is_making(self, games: Path, target: Path) -> None:
        with part_file(games.parent) as under_way:
            journal = under_way.with_name(f"{under_way.name}-journal")
            journal.touch()

            back_up(games, target)

            assert under_way.exists()
            assert journal.exists()
        assert not under_way.exists()
        assert not journal.exists()

    @pytest.mark.parametrize(("hours", "left"), [(48, False), (1, True)])
    def test_is_told_by_its_age_where_there_are_no_locks(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, hours: int, *, left: bool
    ) -> None:
        monkeypatch.setattr("bot.operations.part_file.fcntl", None)
        file = tmp_path / "podkeeper-copy-abc.part"
        file.touch()
        then = time.time() - hours * 3600
        os.utime(file, (then, then))

        sweep(tmp_path)

        assert file.exists() is left

    @pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such signal")
    def test_is_nobody_s_once_the_process_is_gone(self, tmp_path: Path) -> None:
        program = (
            "import os, pathlib, sys\n"
            "from bot.operations.part_file import part_file\n"
            "with part_file(pathlib.Path(sys.argv[1])): os.kill(os.getpid(), 9)"
        )
        killed = subprocess.run(
            [sys.executable, "-c", program, str(tmp_path)],
            cwd=Path(__file__).parents[2],
            timeout=30,
            check=False,
        )
        assert killed.returncode == -9
        assert len(list(tmp_path.iterdir())) == 1

        sweep(tmp_path)

        assert list(tmp_path.iterdir()) == []
