"""A restore puts a good backup in place, and loses nothing of what was there."""

import asyncio
import errno
import os
import sqlite3
import time
from collections.abc import AsyncIterator
from contextlib import closing
from pathlib import Path

import pytest

from bot.operations import heartbeat
from bot.operations.backup import back_up
from bot.operations.restore import restore
from bot.operations.sqlite_copy import BackupFailed, examine
from bot.store.sqlite import SqliteStore
from tests.store.steps import POD, a_step


@pytest.fixture
async def backup(games: Path, tmp_path: Path) -> Path:
    """What was backed up before three more steps were kept."""
    back_up(games, tmp_path / "backup.db")
    store = await SqliteStore.open(games)
    for seq in (4, 5, 6):
        await store.append(a_step(seq))
    await store.close()
    return tmp_path / "backup.db"


@pytest.fixture
async def running(backup: Path, database: Path) -> AsyncIterator[SqliteStore]:
    """A bot that has the database open."""
    store = await SqliteStore.open(database)
    await store.secret()
    yield store
    await store.close()


async def latest(database: Path) -> int:
    store = await SqliteStore.open(database)
    try:
        step = await store.latest(POD)
        return step.seq if step else 0
    finally:
        await store.close()


def unknown(*_: object) -> None:
    raise OSError(errno.EOPNOTSUPP, "Operation not supported")


def beside(database: Path) -> list[str]:
    return sorted(file.name for file in database.parent.iterdir() if file.suffix != ".db")


async def test_the_database_holds_what_the_backup_does(backup: Path, database: Path) -> None:
    contents, _ = restore(backup, database)

    assert (contents.games, contents.steps) == (10, 30)
    assert await latest(database) == 3


async def test_what_was_there_is_kept_under_another_name(backup: Path, database: Path) -> None:
    _, before = restore(backup, database)

    assert before is not None
    assert before.name.startswith("podkeeper-before-restore-")
    assert await latest(before) == 6


async def test_nothing_of_the_old_log_gets_into_the_restored_database(
    backup: Path, database: Path, running: SqliteStore, tmp_path: Path
) -> None:
    """A killed bot leaves a log behind that is not the restored file's."""
    await running.append(a_step(7))
    killed = tmp_path / "killed" / database.name
    killed.parent.mkdir()
    for file in database.parent.iterdir():
        (killed.parent / file.name).write_bytes(file.read_bytes())

    _, before = restore(backup, killed)

    assert before is not None
    assert beside(killed) == []
    assert await latest(killed) == 3
    assert await latest(before) == 7


async def test_a_log_without_its_database_is_put_aside(backup: Path, database: Path) -> None:
    database.unlink()
    for suffix in ("-wal", "-shm", "-journal"):
        database.with_name(f"{database.name}{suffix}").write_text("of another file")

    _, before = restore(backup, database)

    assert before is None
    assert [name.partition("Z")[2] for name in beside(database)] == [
        ".db-journal",
        ".db-shm",
        ".db-wal",
    ]
    assert await latest(database) == 3


async def test_the_next_start_tells_discord_of_the_commands(backup: Path, games: Path) -> None:
    """A newer version, which is what a backup may be restored for, had told Discord of its own."""
    store = await SqliteStore.open(backup)
    for mark in ("commands of 1", "commands of 2", "old games deleted on"):
        assert await store.swap_mark(mark, None, "known")
    await store.close()
    backup.chmod(0o400)

    restore(backup, games)

    store = await SqliteStore.open(games)
    known = [await store.mark(f"commands of {application}") for application in (1, 2)]
    other = await store.mark("old games deleted on")
    await store.close()
    assert known == [None, None]
    assert other == "known"


async def test_two_within_a_second_keep_both_that_were_there(
    backup: Path, database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    plain = database.with_name("podkeeper-before-restore-20261129T120000Z.db")
    monkeypatch.setattr("bot.operations.restore.stamped", lambda *_: plain)

    kept = [restore(backup, database).before for _ in range(3)]

    assert kept == [plain, plain.with_stem(f"{plain.stem}-2"), plain.with_stem(f"{plain.stem}-3")]
    assert [await latest(before) for before in kept if before] == [6, 3, 3]


async def test_what_a_killed_restore_left_is_cleared_away(backup: Path, database: Path) -> None:
    left = database.with_name("podkeeper-copy-abc.part")
    left.touch()

    restore(backup, database)

    assert not left.exists()


class TestLinks:
    """What SQLite keeps beside a database is beside the file itself, not beside a link to it."""

    async def test_a_linked_backup_counts_with_its_log(
        self, store: SqliteStore, database: Path, tmp_path: Path
    ) -> None:
        copied = tmp_path / "copied" / database.name
        copied.parent.mkdir()
        for file in database.parent.iterdir():
            (copied.parent / file.name).write_bytes(file.read_bytes())
        link = tmp_path / "link.db"
        link.symlink_to(copied)

        contents, _ = restore(link, tmp_path / "new" / "podkeeper.db")

        assert contents.steps == 30

    async def test_the_file_that_a_link_leads_to_is_replaced(
        self, backup: Path, database: Path, running: SqliteStore, tmp_path: Path
    ) -> None:
        """It was killed, and its log must not get into the restored file."""
        await running.append(a_step(7))
        killed, link = tmp_path / "killed" / database.name, tmp_path / "link.db"
        killed.parent.mkdir()
        for file in database.parent.iterdir():
            (killed.parent / file.name).write_bytes(file.read_bytes())
        link.symlink_to(killed)

        _, before = restore(backup, link)

        assert link.readlink() == killed
        assert await latest(link) == 3
        assert before is not None
        assert before.parent == killed.parent
        assert await latest(before) == 7

    def test_a_bot_gives_its_signs_of_life_beside_the_link(
        self, backup: Path, database: Path, tmp_path: Path
    ) -> None:
        link = tmp_path / "linked" / "podkeeper.db"
        link.parent.mkdir()
        link.symlink_to(database)
        heartbeat.beat(link.with_name("heartbeat"))

        with pytest.raises(BackupFailed, match="it seems to run"):
            restore(backup, link)

    def test_a_link_to_the_database_is_the_database(self, games: Path, tmp_path: Path) -> None:
        link = tmp_path / "link.db"
        link.symlink_to(games)

        with pytest.raises(BackupFailed, match="is the database itself"):
            restore(link, games)


async def test_a_damaged_database_is_replaced_and_kept(backup: Path, database: Path) -> None:
    database.write_text("Dear diary, " * 100)
    log = database.with_name(f"{database.name}-wal")
    log.write_text("what can still be rescued")

    _, before = restore(backup, database)

    assert before is not None
    assert before.read_text().startswith("Dear diary")
    assert before.with_name(f"{before.name}-wal").read_text() == "what can still be rescued"
    assert await latest(database) == 3


async def test_into_an_empty_folder(backup: Path, tmp_path: Path) -> None:
    database = tmp_path / "new" / "podkeeper.db"

    contents, before = restore(backup, database)

    assert (contents.steps, before) == (30, None)
    assert await latest(database) == 3


async def test_a_backup_with_a_log_beside_it_counts_with_the_log(
    store: SqliteStore, database: Path, tmp_path: Path
) -> None:
    """Somebody has copied the whole folder while the bot ran."""
    folder = tmp_path / "copied"
    folder.mkdir()
    for file in database.parent.iterdir():
        (folder / file.name).write_bytes(file.read_bytes())
    whole = (folder / database.name).read_bytes()

    contents, _ = restore(folder / database.name, tmp_path / "new" / "podkeeper.db")

    assert contents.steps == 30
    assert (folder / database.name).read_bytes() == whole


async def test_a_guarded_backup_makes_a_database_that_can_be_written(
    backup: Path, tmp_path: Path
) -> None:
    backup.chmod(0o400)
    database = tmp_path / "new" / "podkeeper.db"

    restore(backup, database)

    assert database.stat().st_mode & 0o600 == 0o600


class TestNothingIsChanged:
    @staticmethod
    def refused(backup: Path, database: Path, **options: bool) -> str:
        held = database.read_bytes()
        with pytest.raises(BackupFailed) as caught:
            restore(backup, database, **options)
        assert database.read_bytes() == held
        assert not list(database.parent.glob("*.part"))
        assert not list(database.parent.glob("*before*"))
        return str(caught.value)

    async def test_while_a_bot_has_the_database_open(
        self, backup: Path, database: Path, running: SqliteStore
    ) -> None:
        said = await asyncio.to_thread(self.refused, backup, database, force=True)

        assert said.startswith(f"A process has {database} open. Stop it first")
        await running.append(a_step(7))
        step = await running.latest(POD)
        assert step is not None
        assert step.seq == 7

    @pytest.mark.parametrize("sign", ["heartbeat", "heartbeat-1"])
    def test_while_a_bot_gives_signs_of_life(self, backup: Path, database: Path, sign: str) -> None:
        heartbeat.beat(database.with_name(sign))

        assert "it seems to run" in self.refused(backup, database)
        restore(backup, database, force=True)
        assert examine(database).steps == 30

    def test_a_stale_sign_of_life_does_not_count(self, backup: Path, database: Path) -> None:
        sign = database.with_name("heartbeat")
        heartbeat.beat(sign)
        long_ago = time.time() - heartbeat.STALE - 5
        os.utime(sign, (long_ago, long_ago))

        assert restore(backup, database).contents.steps == 30

    def test_by_a_backup_that_is_missing(self, backup: Path, database: Path) -> None:
        assert "is not there" in self.refused(backup.with_name("x.db"), database)

    def test_by_itself(self, games: Path) -> None:
        assert self.refused(games, games) == f"{games} is the database itself."

    def test_by_what_is_no_database(self, backup: Path, database: Path) -> None:
        backup.write_text("Dear diary, " * 100)

        assert "it is not a SQLite database." in self.refused(backup, database)

    def test_by_a_damaged_backup(self, backup: Path, database: Path) -> None:
        whole = backup.read_bytes()
        backup.write_bytes(whole[:8192] + b"\xa5" * 4096 + whole[12288:])

        assert "damaged" in self.refused(backup, database)

    def test_by_half_a_backup(self, backup: Path, database: Path) -> None:
        whole = backup.read_bytes()
        backup.write_bytes(whole[: len(whole) // 2])

        assert "damaged" in self.refused(backup, database)

    def test_by_a_backup_of_a_newer_podkeeper(self, backup: Path, database: Path) -> None:
        with closing(sqlite3.connect(backup)) as connection:
            connection.execute("PRAGMA user_version = 999")

        assert "was made by a newer Podkeeper" in self.refused(backup, database)

    def test_by_a_database_of_something_else(self, backup: Path, database: Path) -> None:
        backup.unlink()
        with closing(sqlite3.connect(backup)) as connection:
            connection.executescript("CREATE TABLE diary (entry); PRAGMA user_version = 1")

        assert "is a database, but not one of Podkeeper." in self.refused(backup, database)

    async def test_if_it_cannot_be_replaced(
        self, backup: Path, database: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        def half(_: Path, to: Path) -> None:
            to.write_text("half of it")
            raise OSError(errno.ENOSPC, "No space left on device")

        monkeypatch.setattr("os.link", unknown)
        monkeypatch.setattr("shutil.copy2", half)

        with pytest.raises(BackupFailed, match="the disk has no room left"):
            restore(backup, database)

        assert [file.name for file in database.parent.iterdir()] == [database.name]
        assert await latest(database) == 6


async def test_where_a_file_has_one_name_only_what_was_there_is_copied(
    backup: Path, database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("os.link", unknown)

    _, before = restore(backup, database)

    assert before is not None
    assert (await latest(before), await latest(database)) == (6, 3)
