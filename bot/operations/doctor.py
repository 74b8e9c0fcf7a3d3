"""`python -m bot doctor`: one line a check, for whoever asks why the bot does not run."""

import asyncio
import platform
import sqlite3
from collections.abc import Callable
from datetime import timedelta
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from bot import __version__
from bot.errors import PodkeeperError
from bot.operations import discord_check, heartbeat, surroundings
from bot.operations.finding import Finding
from bot.settings.settings import ENV_FILE, Settings, SettingsError

OLDEST_SQLITE = (3, 37)
PACKAGES = ("discord.py", "aiosqlite", "asyncpg", "pydantic", "pydantic-settings", "rapidfuzz")


async def examine(env_file: Path = ENV_FILE) -> list[Finding]:
    """Look at everything that the bot needs. Of Discord it asks one thing, if that answers soon.

    A database is only opened if it is there; an older one is brought up to date by that.
    """
    findings = [_versions(), _program()]
    try:
        settings = Settings.load(env_file=env_file)
    except SettingsError:
        findings += [
            *_settings(env_file),
            Finding("database", False, "not looked at while a setting is wrong."),
        ]
    else:
        findings += [*_settings(env_file), await _database(settings)]
        findings += _running(settings.heartbeat_path)
        findings += await asyncio.to_thread(_surroundings, settings, env_file)
        token = settings.discord_token.get_secret_value() if settings.discord_token else None
        findings += await discord_check.look(settings.discord_api_url, token)
    return [*findings, *map(_data, (_bounties, _dungeons, _cards, _topics))]


def _versions() -> Finding:
    python = (
        f"Podkeeper {__version__}, Python {platform.python_version()},"
        f" SQLite {sqlite3.sqlite_version}"
    )
    try:
        packages = [f"{name} {version(name)}" for name in PACKAGES]
    except PackageNotFoundError as error:
        fix = "pip install -r requirements-run.lock"
        return Finding("versions", False, f"{python}: {error.name} is not installed. Run {fix}.")
    if sqlite3.sqlite_version_info < OLDEST_SQLITE:
        least = ".".join(map(str, OLDEST_SQLITE))
        return Finding(
            "versions",
            False,
            f"{python}: this SQLite is too old, {least} or newer is needed. It comes with Python or"
            " with the system; use a newer one of these.",
        )
    return Finding("versions", True, ", ".join([python, *packages]))


def _program() -> Finding:
    """Tell whether the program itself is whole: all of its parts can be loaded."""
    try:
        import bot.app  # noqa: F401, PLC0415
    except Exception as error:  # whatever it is, it keeps the bot from starting
        reason = f"{type(error).__name__}: {error}"
        return Finding(
            "program",
            False,
            f"cannot be loaded ({reason}). Run pip install -r requirements-run.lock; if that does"
            " not help, put back Podkeeper's own files.",
        )
    return Finding("program", True, "complete.")


def _settings(env_file: Path) -> list[Finding]:
    try:
        Settings.load("DISCORD_TOKEN", env_file=env_file)
    except SettingsError as error:
        return [Finding("settings", False, str(problem)) for problem in error.problems]
    source = f"{env_file} and the environment" if env_file.is_file() else "the environment"
    return [Finding("settings", True, f"complete, from {source}.")]


async def _database(settings: Settings) -> Finding:
    where = str(settings.database_path) if settings.on_sqlite else "PostgreSQL"
    # That it can be made if it is missing, was looked at with the settings.
    if settings.on_sqlite and not await asyncio.to_thread(settings.database_path.exists):
        return Finding("database", True, f"none yet; {where} is made at the first run.")
    if settings.on_sqlite and surroundings.is_empty(settings.database_path):
        return Finding(
            "database",
            False,
            f"{where} is there, but empty: what it held is gone. Restore a backup; or delete it,"
            " and a new one is made at the first run.",
        )
    from bot.store.open import open_store  # noqa: PLC0415  (it may be what is broken)

    try:
        store = await open_store(settings.database_url)
        try:
            return Finding("database", True, await store.check())
        finally:
            await store.close()
    except PodkeeperError as error:
        cause = f" ({error.__cause__})" if error.__cause__ else ""
        return Finding("database", False, f"{where}: {error}{cause}")


def _running(path: Path) -> list[Finding]:
    seconds = heartbeat.age(path)
    if seconds is None or seconds > heartbeat.STALE:
        return []
    return [Finding("running", True, f"a bot gave a sign of life {seconds:.0f} s ago.")]


def _surroundings(settings: Settings, env_file: Path) -> list[Finding]:
    if not settings.on_sqlite:
        mine = settings.state_folder / "none"  # files of the bot's own, but no database
        return [
            surroundings.permissions(mine, env_file),
            *surroundings.catalogue(settings.state_folder),
        ]
    database = settings.database_path
    findings = [surroundings.permissions(database, env_file), surroundings.room(database)]
    if settings.backup_every_hours:
        every = timedelta(hours=settings.backup_every_hours)
        findings.append(surroundings.last_backup(database, every, settings.backup_keep))
    return findings + surroundings.catalogue(database.parent)


def _data(count: Callable[[], str]) -> Finding:
    try:
        return Finding("data", True, count())
    except Exception as error:  # whatever is wrong with a file is the finding
        file = (count.__doc__ or "").rstrip(".")
        return Finding("data", False, f"{file} cannot be read ({type(error).__name__}: {error}).")


def _bounties() -> str:
    """data/bounties.json."""
    from bot.game.facts import BOUNTIES  # noqa: PLC0415

    return f"{len(BOUNTIES)} bounties"


def _dungeons() -> str:
    """data/dungeons.json."""
    from bot.game.facts import DUNGEONS  # noqa: PLC0415

    return f"{len(DUNGEONS)} dungeons"


def _cards() -> str:
    """data/dfc.jsonl."""
    from bot.cards.catalogue import Catalogue  # noqa: PLC0415

    return f"{len(Catalogue.load())} double-faced cards"


def _topics() -> str:
    """data/dfc_topics.json."""
    from bot.cards.topics import TOPICS  # noqa: PLC0415

    return f"{len(TOPICS)} topics on double-faced cards"
