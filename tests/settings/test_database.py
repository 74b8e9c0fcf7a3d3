"""The address of the database: what is taken, what is refused before a bot starts, and why."""

import os
import sys
from pathlib import Path

import pytest

from bot.settings.database import damage_allowed
from bot.settings.settings import Settings, SettingsError
from tests.settings.reading import problems


def test_a_damaged_database_is_taken_to_be_replaced(env_file: Path, tmp_path: Path) -> None:
    (tmp_path / "pods.db").write_text("Dear diary, " * 100)
    env_file.write_text(f"DATABASE_URL=sqlite:///{tmp_path}/pods.db\n")

    with damage_allowed():
        assert Settings.load(env_file=env_file).database_path == tmp_path / "pods.db"
    (problem,) = problems(env_file=env_file)

    assert "is not a database" in problem


@pytest.mark.parametrize(
    ("url", "path"),
    [
        ("sqlite:///pods.db", "pods.db"),
        ("sqlite:////app/state/podkeeper.db", "/app/state/podkeeper.db"),
        ("sqlite:///C:/pods/pods.db", "C:/pods/pods.db"),
    ],
)
def test_three_slashes_are_a_relative_path_and_four_an_absolute_one(
    monkeypatch: pytest.MonkeyPatch, url: str, path: str
) -> None:
    monkeypatch.setattr("os.access", lambda *_: True)

    assert Settings(database_url=url).database_path == Path(path)


@pytest.mark.parametrize(
    ("url", "complaint"),
    [
        ("mysql://localhost/pods", "not the address of a SQLite file or of a PostgreSQL server"),
        ("sqlite://pods.db", "three slashes"),
        ("state/podkeeper.db", "three slashes"),
        ("sqlite:///", "names no file"),
        ("sqlite:///state/", "names no file"),
        ("sqlite:///:memory:", "lose them"),
        ("sqlite:///~/pods.db", "has a ? or a ~"),
        ("sqlite:///pods.db?mode=ro", "has a ? or a ~"),
    ],
)
def test_what_is_neither_a_sqlite_file_nor_postgresql_is_no_database(
    env_file: Path, monkeypatch: pytest.MonkeyPatch, url: str, complaint: str
) -> None:
    monkeypatch.setenv("DATABASE_URL", url)

    (problem,) = problems(env_file=env_file)

    assert complaint in problem


@pytest.mark.parametrize(
    "url",
    [
        "postgresql://pods:hunter2@db.example:5432/pods?sslmode=require",
        "postgres://pods@[::1]/pods",
        "postgresql:///pods?host=/run/postgresql",
    ],
)
def test_a_postgresql_address_is_taken_and_its_password_not_shown(
    env_file: Path, monkeypatch: pytest.MonkeyPatch, url: str
) -> None:
    monkeypatch.setenv("DATABASE_URL", url)

    settings = Settings.load(env_file=env_file)

    assert settings.database_url == url
    assert "hunter2" not in repr(settings)
    assert settings.heartbeat_path == Path("state/heartbeat")
    with pytest.raises(SettingsError, match="this is done with a SQLite file"):
        _ = settings.database_path


@pytest.mark.parametrize(
    ("url", "complaint"),
    [
        ("postgresql://pods:hunter2@db", "names no database"),
        ("postgresql://pods:hunter2@db:eight/pods", "not the address of a PostgreSQL"),
        ("postgresql://pods:hun#ter2@db/pods", "not the address of a PostgreSQL"),
        ("postgresql://pods:hunter2 @db/pods", "not the address of a PostgreSQL"),
        ("pg://pods:hunter2@db/pods", "not the address of a SQLite file or of a PostgreSQL server"),
        ("postgresql+asyncpg://pods:hunter2@db/pods", "not the address of a PostgreSQL"),
    ],
)
def test_a_wrong_postgresql_address_is_told_without_its_password(
    env_file: Path, monkeypatch: pytest.MonkeyPatch, url: str, complaint: str
) -> None:
    monkeypatch.setenv("DATABASE_URL", url)

    (problem,) = problems(env_file=env_file)

    assert complaint in problem
    assert "hun" not in problem


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such files")
@pytest.mark.parametrize(
    ("place", "complaint"),
    [
        ("folder", "names a folder"),
        ("diary", "is not a database"),
        ("pipe", "not a plain file"),
        ("diary/x.db", "needs a folder where there is none"),
        ("diary/deep/x.db", "needs a folder where there is none"),
        ("nowhere/x.db", "needs a folder where there is none"),
        ("ring", "cannot be looked at"),
        ("/proc/nope/x.db", "lies in /proc, which is not writable"),
        ("x" * 241, "too long"),
        ("new/" + "x" * 300, "too long"),
        ("folder/../" * 60 + "x.db", "too long"),
        ("x" * 5000, "too long"),
        ("/" + "x/" * 2500 + "x", "too long"),
    ],
)
def test_a_database_that_cannot_be_there_is_reported_with_the_others(
    env_file: Path, tmp_path: Path, place: str, complaint: str
) -> None:
    if place.startswith("/proc") and not Path("/proc/self").exists():
        pytest.skip("there is no such place here")
    (tmp_path / "folder").mkdir()
    (tmp_path / "diary").write_text("Dear diary, " * 100)
    (tmp_path / "nowhere").symlink_to(tmp_path / "gone")
    (tmp_path / "ring").symlink_to(tmp_path / "ring")
    os.mkfifo(tmp_path / "pipe")
    env_file.write_text(f"LOG_LEVEL=LOUD\nDATABASE_URL=sqlite:///{tmp_path / place}\n")
    before = sorted(tmp_path.rglob("*"))

    database, level = problems(env_file=env_file)

    assert database.startswith("DATABASE_URL ")
    assert complaint in database
    assert len(database) < 600
    assert level.startswith("LOG_LEVEL ")
    assert sorted(tmp_path.rglob("*")) == before


@pytest.mark.parametrize("kind", ["folder", "file"])
def test_a_database_that_may_not_be_written_is_reported(
    env_file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kind: str
) -> None:
    place = tmp_path / "pods.db"
    place.touch()
    locked = place if kind == "file" else tmp_path
    monkeypatch.setattr("os.access", lambda path, _: Path(path) != locked)
    env_file.write_text(f"DATABASE_URL=sqlite:///{place}\n")

    (problem,) = problems(env_file=env_file)

    assert str(locked) in problem
    assert "may not read and write" in problem or "is not writable" in problem


@pytest.mark.parametrize("content", [b"", b"SQLite format 3\0 and more"])
def test_a_database_that_is_there_is_taken(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "pods.db").write_bytes(content)

    Settings(database_url=f"sqlite:///{tmp_path}/pods.db")

    assert (tmp_path / "pods.db").read_bytes() == content
