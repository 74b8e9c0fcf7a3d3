"""The doctor looks at everything the bot needs, says what is wrong, and changes nothing."""

import sqlite3
from collections.abc import Iterable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from bot.__main__ import main
from bot.cards.catalogue import Catalogue
from bot.operations import heartbeat
from bot.operations.doctor import examine
from bot.operations.finding import Finding
from bot.store.sqlite import SqliteStore
from tests.samples import TOKEN


@pytest.fixture
def database(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Complete settings, with a database that does not exist yet, and no network."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("DISCORD_API_URL", "http://127.0.0.1:1/api/v10")
    monkeypatch.setenv("DISCORD_TOKEN", TOKEN)
    monkeypatch.setenv("DATABASE_URL", f"sqlite:///{tmp_path}/state/podkeeper.db")
    return tmp_path / "state" / "podkeeper.db"


def about(subject: str, findings: Iterable[Finding]) -> list[str]:
    return [str(finding) for finding in findings if finding.subject == subject]


async def test_a_fresh_installation_is_well_and_stays_as_it_is(database: Path) -> None:
    findings = await examine()

    assert [str(finding) for finding in findings if not finding.well] == []
    assert "is made at the first run" in about("database", findings)[0]
    assert not database.parent.exists()


async def test_versions_are_told(database: Path) -> None:
    (line,) = about("versions", await examine())

    for name in ("Podkeeper", "Python", "discord.py", "pydantic", "SQLite"):
        assert f"{name} " in line


async def test_the_data_files_are_counted(database: Path) -> None:
    lines = "\n".join(about("data", await examine()))

    assert "12 bounties" in lines
    assert "5 dungeons" in lines
    assert "double-faced cards" in lines


async def test_every_wrong_setting_is_told(database: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("DISCORD_TOKEN")
    monkeypatch.setenv("LOG_LEVEL", "LOUD")

    findings = await examine()

    assert len(about("settings", findings)) == 2
    assert about("database", findings) == [
        "PROBLEM  database    not looked at while a setting is wrong."
    ]


async def test_without_a_token_the_database_is_still_looked_at(
    database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("DISCORD_TOKEN")

    findings = await examine()

    assert "DISCORD_TOKEN is not set." in about("settings", findings)[0]
    assert "is made at the first run" in about("database", findings)[0]


async def test_the_token_is_never_shown(database: Path) -> None:
    assert TOKEN not in "\n".join(map(str, await examine()))


async def test_a_folder_that_cannot_be_written_is_told(
    database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("os.access", lambda *_: False)

    (line,) = about("settings", await examine())

    assert line.startswith("PROBLEM")
    assert "is not writable." in line


async def test_a_file_where_the_folder_should_be_is_told(database: Path) -> None:
    database.parent.write_text("not a folder")

    (line,) = about("settings", await examine())

    assert line.startswith("PROBLEM")


async def test_a_sound_database_is_told(database: Path) -> None:
    await (await SqliteStore.open(database)).close()

    (line,) = about("database", await examine())

    assert line.startswith("ok")
    assert "podkeeper.db" in line


async def test_a_database_that_another_program_writes_is_told(database: Path) -> None:
    await (await SqliteStore.open(database)).close()
    with closing(sqlite3.connect(database)) as other:
        other.execute("BEGIN IMMEDIATE")

        (line,) = about("database", await examine())

    assert line.startswith("PROBLEM")
    assert "database is locked" in line


async def test_a_file_that_is_no_database_is_told(database: Path) -> None:
    database.parent.mkdir()
    database.write_text("not a database " * 100)

    (line,) = about("settings", await examine())

    assert line.startswith("PROBLEM")
    assert "not a database" in line


async def test_an_empty_file_is_told_and_stays_empty(database: Path) -> None:
    database.parent.mkdir()
    database.touch()

    (line,) = about("database", await examine())

    assert line.startswith("PROBLEM")
    assert "is there, but empty" in line
    assert [file.name for file in database.parent.iterdir()] == [database.name]
    assert database.read_bytes() == b""


async def test_a_damaged_database_is_told(database: Path) -> None:
    await (await SqliteStore.open(database)).close()
    whole = database.read_bytes()
    database.write_bytes(whole[:100] + b"\xa5" * (len(whole) - 100))

    (line,) = about("database", await examine())

    assert line.startswith("PROBLEM")
    assert "damaged" in line


async def test_a_path_of_five_thousand_characters_is_told(
    database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DATABASE_URL", f"sqlite:///{'x' * 5000}")

    (line,) = about("settings", await examine())

    assert "DATABASE_URL names a file by a path that is too long" in line


async def test_a_whole_program_is_told(database: Path) -> None:
    assert about("program", await examine()) == ["ok       program     complete."]


@pytest.mark.parametrize(
    "error", [ModuleNotFoundError("No module named 'cogs.pod'"), SyntaxError("line 7")]
)
async def test_a_program_that_cannot_be_loaded_is_told(
    database: Path, monkeypatch: pytest.MonkeyPatch, error: Exception
) -> None:
    real_import = __import__

    def broken(name: str, *rest: Any) -> Any:
        if name == "bot.app":
            raise error
        return real_import(name, *rest)

    monkeypatch.setattr("builtins.__import__", broken)

    (line,) = about("program", await examine())

    assert line.startswith("PROBLEM")
    assert f"{type(error).__name__}: {error}" in line


async def test_a_sqlite_that_is_too_old_is_told(
    database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sqlite3, "sqlite_version_info", (3, 36, 9))

    (line,) = about("versions", await examine())

    assert line.startswith("PROBLEM")
    assert f"SQLite {sqlite3.sqlite_version}" in line
    assert "3.37 or newer" in line


async def test_a_data_file_that_cannot_be_read_is_told(
    database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken() -> Catalogue:
        raise ValueError("line 7")

    monkeypatch.setattr(Catalogue, "load", broken)

    assert "PROBLEM  data        data/dfc.jsonl cannot be read (ValueError: line 7)." in about(
        "data", await examine()
    )


async def test_a_running_bot_is_told(database: Path) -> None:
    heartbeat.beat(database.with_name("heartbeat"))

    (line,) = about("running", await examine())

    assert "a sign of life 0 s ago" in line


def test_the_exit_code_says_whether_all_is_well(
    database: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["doctor"]) == 0
    monkeypatch.delenv("DISCORD_TOKEN")
    assert main(["doctor"]) == 1
    assert "PROBLEM" in capsys.readouterr().out


async def test_what_is_around_the_database_is_told(
    database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("BACKUP_EVERY_HOURS", "24")

    findings = await examine()

    assert "all that the bot writes can be written." in about("permissions", findings)[0]
    assert "free beside the database" in about("disk", findings)[0]
    assert "none yet (one every 24 h, 14 kept)" in about("backups", findings)[0]
    assert about("catalogue", findings) == []


async def test_without_a_network_the_token_and_the_clock_are_not_checked(database: Path) -> None:
    findings = await examine()

    for subject in ("token", "clock"):
        (line,) = about(subject, findings)
        assert line.startswith("ok")
        assert "not checked: Discord did not answer (ClientConnectorError)." in line
