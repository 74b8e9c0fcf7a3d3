"""What the doctor says of permissions, the disk, backups and the catalogue."""

import os
import shutil
import sys
import time
from collections import namedtuple
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from bot.operations import surroundings
from bot.operations.backup import default_target

DAY = timedelta(days=1)
Usage = namedtuple("Usage", "total used free")


@pytest.fixture
def database(tmp_path: Path) -> Path:
    file = tmp_path / "podkeeper.db"
    file.write_bytes(b"x" * 5_000_000)
    return file


class TestPermissions:
    def test_all_is_well(self, database: Path) -> None:
        finding = surroundings.permissions(database, database.with_name(".env"))

        assert finding.well
        assert finding.sentence == "all that the bot writes can be written."

    @pytest.mark.parametrize(
        "name", ["", "podkeeper.db", "podkeeper.db-wal", "podkeeper.db-shm", "heartbeat", "backups"]
    )
    def test_what_may_not_be_written_is_named(
        self, database: Path, monkeypatch: pytest.MonkeyPatch, name: str
    ) -> None:
        locked = database.parent / name
        if not locked.exists():
            locked.touch()
        monkeypatch.setattr("os.access", lambda path, _: Path(path) != locked)

        finding = surroundings.permissions(database, database.with_name(".env"))

        assert not finding.well
        assert finding.sentence.startswith(f"the bot may not write {locked}. ")

    @pytest.mark.skipif(sys.platform == "win32", reason="Windows has other permissions")
    def test_a_token_that_everybody_can_read_is_worth_a_word(self, database: Path) -> None:
        env_file = database.with_name(".env")
        env_file.touch(mode=0o644)
        assert f"chmod 600 {env_file}" in surroundings.permissions(database, env_file).sentence

        env_file.chmod(0o600)
        assert "chmod" not in surroundings.permissions(database, env_file).sentence


class TestTheDisk:
    def test_room_enough(self, database: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(shutil, "disk_usage", lambda _: Usage(0, 0, 12_340_000_000))

        finding = surroundings.room(database)

        assert finding.well
        assert finding.sentence == "12.3 GB free beside the database, which has 5 MB."

    @pytest.mark.parametrize(
        ("free", "size"), [(surroundings.LEAST_ROOM - 1, 1), (2_000_000_000, 2_000_000_001)]
    )
    def test_too_little_room(
        self, database: Path, monkeypatch: pytest.MonkeyPatch, free: int, size: int
    ) -> None:
        os.truncate(database, size)
        monkeypatch.setattr(shutil, "disk_usage", lambda _: Usage(0, 0, free))

        finding = surroundings.room(database)

        assert not finding.well
        assert "Make room" in finding.sentence

    def test_of_a_folder_that_is_made_at_the_first_run(self, tmp_path: Path) -> None:
        finding = surroundings.room(tmp_path / "not" / "yet" / "podkeeper.db")

        assert "beside the database, which has 0 bytes." in finding.sentence


class TestTheLastBackup:
    @pytest.mark.parametrize(
        ("age", "well", "told"),
        [
            (timedelta(minutes=5), True, "5 min old"),
            (timedelta(hours=30), True, "30 h old"),
            (timedelta(days=9), False, "9 days old"),
        ],
    )
    def test_its_age(self, database: Path, age: timedelta, told: str, *, well: bool) -> None:
        file = default_target(database, datetime.now(UTC) - age)
        file.parent.mkdir()
        file.touch()

        finding = surroundings.last_backup(database, DAY, keep=7)

        assert finding.well is well
        assert finding.sentence.startswith(f"the newest is {told} (one every 24 h, 7 kept).")

    def test_none_yet(self, database: Path) -> None:
        finding = surroundings.last_backup(database, DAY, keep=7)

        assert finding.well
        assert finding.sentence.startswith("none yet")


class TestTheCatalogue:
    def test_that_was_fetched_tells_when(self, tmp_path: Path) -> None:
        fetched = tmp_path / "catalogue.db"
        fetched.touch()
        weeks_ago = time.time() - 20 * 86_400
        os.utime(fetched, (weeks_ago, weeks_ago))

        (finding,) = surroundings.catalogue(tmp_path)

        assert finding.sentence == "last written 20 days ago."

    def test_that_was_not_is_no_matter(self, tmp_path: Path) -> None:
        assert surroundings.catalogue_age(tmp_path) is None
        assert surroundings.catalogue(tmp_path) == []
