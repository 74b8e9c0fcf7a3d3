"""The settings: a typed view of the environment and `.env` that reports every problem at once."""

import difflib
import logging
import os
from collections.abc import Collection, Iterator
from pathlib import Path
from typing import Annotated, Any, NamedTuple, Self

from dotenv import dotenv_values
from dotenv.parser import parse_stream
from pydantic import AfterValidator, BeforeValidator, Field, SecretStr, ValidationError
from pydantic_core import ErrorDetails
from pydantic_settings import BaseSettings, SettingsConfigDict

from bot.settings import checks, database
from bot.settings.clusters import complaints, shards_of

ENV_FILE = Path(".env")
ENCODING = "utf-8-sig"  # Windows editors put a mark in front of UTF-8

# Taken for a value that is wrong. The default would not do for every setting: a file has to be one
# that can be written.
_STAND_INS = {"database_url": "postgresql:///unknown"}

# What it warns of at each reading, `Settings.load` reports with the other problems.
logging.getLogger("dotenv").setLevel(logging.ERROR)


class SettingsProblem(NamedTuple):
    """One thing that is wrong: with which setting, what, and how to put it right."""

    setting: str
    what: str
    fix: str

    def __str__(self) -> str:
        return f"{self.setting} {self.what} {self.fix}"


class SettingsError(Exception):
    """The settings cannot be used. ``problems`` holds every reason, not only the first."""

    def __init__(self, *problems: SettingsProblem) -> None:
        super().__init__("\n".join(map(str, problems)))
        self.problems = problems


def _token(secret: SecretStr) -> SecretStr:
    return SecretStr(checks.token(secret.get_secret_value()))


class Settings(BaseSettings):
    """What can be set, by environment variable or in `.env`; the environment wins.

    An empty value counts as not set.
    """

    model_config = SettingsConfigDict(
        env_file=ENV_FILE,
        env_file_encoding=ENCODING,
        env_ignore_empty=True,
        extra="ignore",
        frozen=True,
        hide_input_in_errors=True,
    )

    discord_token: Annotated[SecretStr, AfterValidator(_token)] | None = None
    database_url: Annotated[
        str, AfterValidator(database.database_url), Field(repr=False)  # it may hold a password
    ] = "sqlite:///state/podkeeper.db"
    log_level: Annotated[str, AfterValidator(checks.log_level)] = "INFO"
    log_format: Annotated[str, AfterValidator(checks.log_format)] = "text"
    discord_api_url: Annotated[str, AfterValidator(checks.web_address)] | None = None
    sync_commands_to: Annotated[int, BeforeValidator(checks.server_id)] | None = None
    scryfall_url: Annotated[str, AfterValidator(checks.web_address)] = "https://api.scryfall.com"
    scryfall_contact: Annotated[str, AfterValidator(checks.contact)] | None = None
    backup_every_hours: Annotated[int, BeforeValidator(checks.hours)] = 0
    backup_keep: Annotated[int, BeforeValidator(checks.backup_count)] = 14
    retention_days: Annotated[int, BeforeValidator(checks.days)] = 180
    flood_limit: Annotated[int, BeforeValidator(checks.acts)] = 10
    monitor_port: Annotated[int, BeforeValidator(checks.port)] | None = None
    monitor_host: Annotated[str, AfterValidator(checks.host)] = "127.0.0.1"
    cluster_id: Annotated[int, BeforeValidator(checks.cluster_id)] = 0
    cluster_count: Annotated[int, BeforeValidator(checks.count)] = 1
    shard_count: Annotated[int, BeforeValidator(checks.count)] | None = None

    @classmethod
    def load(cls, *required: str, env_file: Path = ENV_FILE) -> Self:
        """Read the settings. Those whose names are in ``required`` must be set.

        Raises:
            SettingsError: with every problem there is, and no secret value.
        """
        settings, problems = cls.what_is_right(*required, env_file=env_file)
        if problems:
            raise SettingsError(*problems)
        return settings

    @classmethod
    def what_is_right(
        cls, *required: str, env_file: Path = ENV_FILE
    ) -> tuple[Self, list[SettingsProblem]]:
        """Read the settings; return them with every problem there is, and no secret value.

        What is wrong is left out: its default is in its place, or a PostgreSQL database that does
        not exist.

        Raises:
            SettingsError: the file cannot be read at all.
        """
        written, stray = _written(env_file)
        present = {name.upper() for name, value in (*written.items(), *os.environ.items()) if value}
        problems = [*stray, *_misspellings(written)]
        misspelt = {problem.setting for problem in problems}
        problems += [_not_set(name) for name in required if name not in present | misspelt]
        settings, wrong = cls._usable(env_file)
        unsure = misspelt | {problem.setting for problem in wrong}
        together = [problem for of, problem in settings._together() if not unsure & of]
        return settings, [*problems, *wrong, *together]

    @classmethod
    def _usable(cls, env_file: Path) -> tuple[Self, list[SettingsProblem]]:
        """Return the settings, and what is wrong with them one by one."""
        try:
            return cls(_env_file=env_file), []
        except ValidationError as error:
            wrong = [_problem(e) for e in error.errors(include_url=False, include_input=False)]
        defaults = {name: field.default for name, field in cls.model_fields.items()} | _STAND_INS
        left_out: dict[str, Any] = {
            name: defaults[name] for name in {problem.setting.lower() for problem in wrong}
        }
        return cls(_env_file=env_file, **left_out), wrong

    @property
    def token(self) -> str:
        """The bot's token, in the clear: for Discord only.

        Raises:
            SettingsError: it is not set.
        """
        if self.discord_token is None:
            raise SettingsError(_not_set("DISCORD_TOKEN"))
        return self.discord_token.get_secret_value()

    @property
    def on_sqlite(self) -> bool:
        """Whether the database is a SQLite file, not a PostgreSQL server."""
        return self.database_url.startswith(database.SQLITE)

    @property
    def database_path(self) -> Path:
        """Where the database lies. A relative path counts from the working directory.

        Raises:
            SettingsError: it is not a file.
        """
        if not self.on_sqlite:
            raise SettingsError(
                SettingsProblem(
                    "DATABASE_URL",
                    "names a PostgreSQL database, and this is done with a SQLite file.",
                    "PostgreSQL has tools of its own, such as pg_dump for backups.",
                )
            )
        return Path(self.database_url.removeprefix(database.SQLITE))

    @property
    def state_folder(self) -> Path:
        """Where the bot keeps files of its own: beside the database, if that is a file."""
        return self.database_path.parent if self.on_sqlite else Path("state")

    @property
    def catalogue_path(self) -> Path:
        """The file of what Scryfall told of cards; it can be deleted at any time."""
        return self.state_folder / "catalogue.db"

    @property
    def heartbeat_path(self) -> Path:
        """The file that a running bot touches, for each cluster its own.

        See `bot.operations.heartbeat`.
        """
        cluster = f"-{self.cluster_id}" if self.cluster_count > 1 else ""
        return self.state_folder / f"heartbeat{cluster}"

    @property
    def shard_ids(self) -> tuple[int, ...] | None:
        """The shards of this process; None if it has all there are."""
        if self.cluster_count == 1 or self.shard_count is None:
            return None
        return shards_of(self.cluster_id, self.cluster_count, self.shard_count)

    def _together(self) -> Iterator[tuple[set[str], SettingsProblem]]:
        """Yield which settings do not go together, and why; each of them may be right by itself."""
        for wrong in complaints(self.cluster_id, self.cluster_count, self.shard_count):
            problem = SettingsProblem(*wrong)
            yield {problem.setting, "CLUSTER_COUNT"}, problem
        if self.backup_every_hours and not self.on_sqlite:
            problem = SettingsProblem(
                "BACKUP_EVERY_HOURS",
                "is set, but only a SQLite file is backed up by the bot.",
                "Remove it, and back PostgreSQL up with its own tools, such as pg_dump.",
            )
            yield {problem.setting, "DATABASE_URL"}, problem


NAMES = tuple(name.upper() for name in Settings.model_fields)


def _written(env_file: Path) -> tuple[dict[str, str | None], list[SettingsProblem]]:
    """Return what the file sets, and a problem for each line that cannot be understood."""
    try:
        return dotenv_values(env_file, encoding=ENCODING), list(_stray_lines(env_file))
    except (OSError, UnicodeError):
        raise SettingsError(
            SettingsProblem(
                str(env_file), "cannot be read.", "It must be UTF-8 text that the bot may read."
            )
        ) from None


def _stray_lines(env_file: Path) -> Iterator[SettingsProblem]:
    if not env_file.is_file():
        return
    with env_file.open(encoding=ENCODING) as lines:
        for part in parse_stream(lines):
            if part.error:
                text = part.original.string
                blank_before = text[: len(text) - len(text.lstrip())].count("\n")
                # The line is not repeated: it may hold a part of the token.
                yield SettingsProblem(
                    str(env_file),
                    f"cannot be understood at line {part.original.line + blank_before}.",
                    "Write NAME=value there (a value in quotes needs both), or put # in front.",
                )


def _misspellings(written: Collection[str]) -> Iterator[SettingsProblem]:
    for name in written:
        if name.upper() not in NAMES:
            for meant in difflib.get_close_matches(name.upper(), NAMES, n=1, cutoff=0.8):
                yield SettingsProblem(
                    meant, f"seems to be misspelt in .env, as {name}.", f"Write {meant}=… there."
                )


def _not_set(name: str) -> SettingsProblem:
    where = {
        "DISCORD_TOKEN": "Copy the bot's token from the Bot page of"
        " https://discord.com/developers/applications into .env, as DISCORD_TOKEN=…"
    }
    return SettingsProblem(name, "is not set.", where.get(name, "Set it in .env."))


def _problem(error: ErrorDetails) -> SettingsProblem:
    context = error.get("ctx", {})
    what = str(context.get("what", f"cannot be used: {error['msg']}."))
    return SettingsProblem(str(error["loc"][0]).upper(), what, str(context.get("fix", "")))
