"""A backup is whole and checked, or it is not there; the bot plays on meanwhile."""

import asyncio
import errno
import os
import sqlite3
import stat
import time
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from threading import Event
from typing import Any

import pytest

from bot.operations import sqlite_copy
from bot.operations.backup import back_up, backups, default_target, thin_out
from bot.operations.sqlite_copy import BackupFailed, Contents, examine
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

    def test_copies_that_were_left_unfinished_are_cleared_away_in_time(
        self, database: Path, folder: Path
    ) -> None:
        left, under_way = folder / "podkeeper-abc.part", folder / "podkeeper-def.part"
        for file in (left, under_way):
            file.touch()
        long_ago = time.time() - 48 * 3600
        os.utime(left, (long_ago, long_ago))

        thin_out(database, keep=1)

        assert list(folder.iterdir()) == [under_way]
