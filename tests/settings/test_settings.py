"""Settings come from the environment and `.env`, and every problem is reported at once."""

import logging
from pathlib import Path

import pytest
from dotenv import dotenv_values

from bot.settings.clusters import shards_of
from bot.settings.settings import NAMES, Settings, SettingsError
from tests.samples import TOKEN
from tests.settings.reading import problems

EXAMPLE = Path(__file__).parents[2] / ".env.example"


def test_with_nothing_set_the_defaults_apply(env_file: Path) -> None:
    settings = Settings.load(env_file=env_file)

    assert settings.database_path == Path("state/podkeeper.db")
    assert settings.log_level == "INFO"
    assert settings.discord_token is None
    assert settings.discord_api_url is None
    assert settings.sync_commands_to is None
    assert settings.scryfall_url == "https://api.scryfall.com"
    assert settings.scryfall_contact is None
    assert settings.catalogue_path == Path("state/catalogue.db")
    assert settings.log_format == "text"
    assert settings.backup_every_hours == 0
    assert settings.backup_keep == 14
    assert settings.retention_days == 180
    assert settings.flood_limit == 10
    assert settings.monitor_port is None
    assert settings.monitor_host == "127.0.0.1"
    assert (settings.cluster_id, settings.cluster_count) == (0, 1)
    assert settings.shard_count is None
    assert settings.shard_ids is None
    assert settings.heartbeat_path == Path("state/heartbeat")


def test_everything_can_be_set_in_the_env_file(env_file: Path, tmp_path: Path) -> None:
    env_file.write_text(
        f"DISCORD_TOKEN={TOKEN}\nDATABASE_URL=sqlite:///{tmp_path}/pods.db\nlog_level=debug\n"
        "DISCORD_API_URL=http://localhost:8080/api/v10/\nSYNC_COMMANDS_TO=123456789012345678\n"
        "SCRYFALL_URL=http://localhost:8081/\nSCRYFALL_CONTACT=ana@example.org\n"
        "LOG_FORMAT=JSON\nBACKUP_EVERY_HOURS=24\nBACKUP_KEEP=7\n"
        "RETENTION_DAYS=0\nFLOOD_LIMIT=20\n"
        "MONITOR_PORT=9184\nMONITOR_HOST=0.0.0.0\n"
        "CLUSTER_ID=1\nCLUSTER_COUNT=2\nSHARD_COUNT=4\n"
    )

    settings = Settings.load("DISCORD_TOKEN", env_file=env_file)

    assert settings.token == TOKEN
    assert settings.database_path == tmp_path / "pods.db"
    assert settings.log_level == "DEBUG"
    assert settings.discord_api_url == "http://localhost:8080/api/v10"
    assert settings.sync_commands_to == 123456789012345678
    assert settings.scryfall_url == "http://localhost:8081"
    assert settings.scryfall_contact == "ana@example.org"
    assert settings.catalogue_path == tmp_path / "catalogue.db"
    assert settings.log_format == "json"
    assert (settings.backup_every_hours, settings.backup_keep) == (24, 7)
    assert (settings.retention_days, settings.flood_limit) == (0, 20)
    assert (settings.monitor_host, settings.monitor_port) == ("0.0.0.0", 9184)
    assert (settings.cluster_id, settings.cluster_count, settings.shard_count) == (1, 2, 4)


def test_the_environment_wins_over_the_env_file(
    env_file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    env_file.write_text("LOG_LEVEL=ERROR\n")
    monkeypatch.setenv("LOG_LEVEL", "WARNING")

    assert Settings.load(env_file=env_file).log_level == "WARNING"


def test_an_empty_value_counts_as_not_set(env_file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    env_file.write_text(f"DISCORD_TOKEN={TOKEN}\nLOG_LEVEL=\nSYNC_COMMANDS_TO=\n")
    monkeypatch.setenv("DISCORD_TOKEN", "")

    settings = Settings.load("DISCORD_TOKEN", env_file=env_file)

    assert settings.token == TOKEN
    assert settings.log_level == "INFO"


def test_an_env_file_saved_by_notepad_is_read(env_file: Path) -> None:
    env_file.write_text("LOG_LEVEL=ERROR\r\n", encoding="utf-8-sig")

    assert Settings.load(env_file=env_file).log_level == "ERROR"


def test_an_env_file_that_is_not_utf_8_is_reported(env_file: Path) -> None:
    env_file.write_text(f"DISCORD_TOKEN={TOKEN}\n", encoding="utf-16")

    (problem,) = problems(env_file=env_file)

    assert "cannot be read" in problem
    assert "UTF-8" in problem


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("what is this\n", 1),
        ("LOG_LEVEL=INFO\n\n\n  what is this\nDATABASE_URL=\n", 4),
        ("# fine\nDISCORD_API_URL='http://localhost\n", 2),
        ("=alone\r\n", 1),
    ],
)
def test_a_line_that_cannot_be_understood_is_reported_with_the_others(
    env_file: Path, caplog: pytest.LogCaptureFixture, text: str, line: int
) -> None:
    env_file.write_text(text)

    stray, token = problems("DISCORD_TOKEN", env_file=env_file)

    assert stray.startswith(f"{env_file} cannot be understood at line {line}. Write NAME=value")
    assert token.startswith("DISCORD_TOKEN is not set.")
    assert not caplog.records
    assert not logging.getLogger("dotenv.main").isEnabledFor(logging.WARNING)


def test_a_line_that_cannot_be_understood_is_not_repeated(env_file: Path) -> None:
    env_file.write_text(f"DISCORD_TOKEN {TOKEN}\n")

    assert TOKEN not in "\n".join(problems(env_file=env_file))


def test_a_required_setting_that_is_missing_is_reported(env_file: Path) -> None:
    (problem,) = problems("DISCORD_TOKEN", env_file=env_file)

    assert problem.startswith("DISCORD_TOKEN is not set. Copy the bot's token")


def test_asking_for_a_token_that_is_not_set_says_so(env_file: Path) -> None:
    with pytest.raises(SettingsError, match="DISCORD_TOKEN is not set"):
        _ = Settings.load(env_file=env_file).token


def test_every_problem_is_reported_at_once(env_file: Path) -> None:
    env_file.write_text(
        "DATABASE_URL=postgresql://pods:hunter2@db:port/pods\nLOG_LEVEL=LOUD\n"
        "CLUSTER_ID=first\nCLUSTER_COUNT=0\nSHARD_COUNT=many\n"
        "DISCORD_API_URL=discord\nSYNC_COMMANDS_TO=my server\nDISCORD_TOKN=x\n"
        "SCRYFALL_URL=scryfall\nSCRYFALL_CONTACT=Andr\u00e9\n"
        "LOG_FORMAT=xml\nBACKUP_EVERY_HOURS=daily\nBACKUP_KEEP=0\n"
        "RETENTION_DAYS=for ever\nFLOOD_LIMIT=-1\n"
        "MONITOR_PORT=66000\nMONITOR_HOST=http://localhost\n"
    )

    found = problems("DISCORD_TOKEN", env_file=env_file)

    assert {problem.partition(" ")[0] for problem in found} == set(NAMES)
    assert len(found) == len(NAMES)
    assert "hunter2" not in "\n".join(found)


def test_a_missing_token_is_reported_beside_a_wrong_setting(env_file: Path) -> None:
    env_file.write_text("LOG_LEVEL=LOUD\n")

    assert len(problems("DISCORD_TOKEN", env_file=env_file)) == 2


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("DISCORD_TOKN", "DISCORD_TOKEN"),
        ("DISCORD_BOT_TOKEN", "DISCORD_TOKEN"),
        ("DATABASE_URI", "DATABASE_URL"),
        ("LOGLEVEL", "LOG_LEVEL"),
    ],
)
def test_a_misspelt_name_in_the_env_file_is_reported(
    env_file: Path, written: str, meant: str
) -> None:
    env_file.write_text(f"{written}=anything\n")

    (problem,) = problems(meant, env_file=env_file)

    assert problem == f"{meant} seems to be misspelt in .env, as {written}. Write {meant}=… there."


def test_names_of_other_programs_are_no_problem(
    env_file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    env_file.write_text("COMPOSE_PROJECT_NAME=pods\nTZ=UTC\n")
    monkeypatch.setenv("DISCORD_TOKN", "of no concern: only .env is ours alone")

    Settings.load(env_file=env_file)


@pytest.mark.parametrize(
    ("pasted", "complaint"),
    [
        (f"'{TOKEN}'", "has quotes around it"),
        (f"“{TOKEN}”", "has quotes around it"),
        (f'"{TOKEN}', "has quotes around it"),
        (f"Bot {TOKEN}", 'starts with "Bot "'),
        (f"{TOKEN} ", "has a space or a line break"),
        (TOKEN.replace(".", ". "), "has a space or a line break"),
        ("123456789012345678", "looks like the application's id"),
        ("0123456789abcdef" * 4, "looks like the application's public key"),
        ("aB3_" * 8, "looks like the client secret"),
        ("your.token.here", "still holds a placeholder"),
        ("<token>", "still holds a placeholder"),
        (TOKEN.rpartition(".")[0], "three parts joined by dots"),
        ("abc", "three parts joined by dots"),
    ],
)
def test_what_is_pasted_instead_of_a_token_is_recognised_and_not_repeated(
    env_file: Path, monkeypatch: pytest.MonkeyPatch, pasted: str, complaint: str
) -> None:
    monkeypatch.setenv("DISCORD_TOKEN", pasted)

    (problem,) = problems("DISCORD_TOKEN", env_file=env_file)

    assert complaint in problem
    assert pasted.strip() not in problem


def test_a_token_is_not_shown_by_accident(env_file: Path) -> None:
    env_file.write_text(f"DISCORD_TOKEN={TOKEN}\n")

    assert TOKEN not in repr(Settings.load(env_file=env_file))


@pytest.mark.parametrize(
    ("setting", "value", "complaint"),
    [
        ("LOG_FORMAT", "xml", "is 'xml', which is no format. Write text or json."),
        ("BACKUP_EVERY_HOURS", "-1", "is -1, which is not from 0 to 8784."),
        ("BACKUP_EVERY_HOURS", "1.5", "is '1.5', which is no whole number."),
        ("BACKUP_EVERY_HOURS", "9000", "is 9000, which is not from 0 to 8784."),
        ("BACKUP_KEEP", "0", "is 0, which is not from 1 to 100000."),
        ("RETENTION_DAYS", "36526", "is 36526, which is not from 0 to 36525."),
        ("FLOOD_LIMIT", "ten", "is 'ten', which is no whole number."),
        ("MONITOR_PORT", "0", "is 0, which is not from 1 to 65535."),
        ("MONITOR_PORT", "9" * 5000, "which is no whole number."),
        ("MONITOR_HOST", "http://localhost", "is no name or address of a machine."),
        ("MONITOR_HOST", "every where", "is no name or address of a machine."),
        ("MONITOR_HOST", "foo..bar", "is 'foo..bar', which is no name or address of a machine."),
        ("MONITOR_HOST", ".", "is no name or address of a machine."),
        ("MONITOR_HOST", "-", "is no name or address of a machine."),
        ("MONITOR_HOST", "a" * 64, "is no name or address of a machine."),
        ("MONITOR_HOST", ".".join(["a" * 60] * 5), "is no name or address of a machine."),
        ("MONITOR_HOST", "256.1.1.1", "is no name or address of a machine."),
        ("MONITOR_HOST", "::g", "is no name or address of a machine."),
        ("DISCORD_API_URL", "http://foo..bar/api", "is not a web address."),
        ("DISCORD_API_URL", f"http://{'a' * 64}.example/api", "is not a web address."),
        ("SCRYFALL_URL", "https://256.1.1.1", "is not a web address."),
        ("SCRYFALL_URL", "http://me@localhost", "has a name or a password in it"),
    ],
)
def test_what_operators_set_is_checked(
    env_file: Path, monkeypatch: pytest.MonkeyPatch, setting: str, value: str, complaint: str
) -> None:
    monkeypatch.setenv(setting, value)

    (problem,) = problems(env_file=env_file)

    assert problem.startswith(f"{setting} ")
    assert complaint in problem


@pytest.mark.parametrize(
    "host",
    ["localhost", "0.0.0.0", "::", "::1", "1.2.3.4", "bot_1.pods.example", "a" * 63, "db.example."],
)
def test_a_machine_has_a_name_or_an_address(
    env_file: Path, monkeypatch: pytest.MonkeyPatch, host: str
) -> None:
    monkeypatch.setenv("MONITOR_HOST", host)
    url = f"http://{f'[{host}]' if ':' in host else host}:8080/api"
    monkeypatch.setenv("DISCORD_API_URL", url)

    settings = Settings.load(env_file=env_file)

    assert (settings.monitor_host, settings.discord_api_url) == (host, url)


@pytest.mark.parametrize("name", ["DISCORD_API_URL", "SCRYFALL_URL"])
def test_a_password_in_a_web_address_is_refused_and_not_repeated(
    env_file: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    monkeypatch.setenv(name, "http://me:hunter2@localhost/api")

    (problem,) = problems(env_file=env_file)

    assert problem.startswith(f"{name} has a name or a password in it")
    assert "hunter2" not in problem


@pytest.mark.parametrize(
    ("cluster", "clusters", "shards", "ids"),
    [(0, 1, 3, None), (0, 2, 4, (0, 1)), (1, 2, 4, (2, 3)), (0, 2, 5, (0, 1, 2)), (2, 3, 3, (2,))],
)
def test_each_cluster_has_shards_of_its_own(
    cluster: int, clusters: int, shards: int, ids: tuple[int, ...] | None
) -> None:
    settings = Settings(cluster_id=cluster, cluster_count=clusters, shard_count=shards)

    assert settings.shard_ids == ids
    assert settings.heartbeat_path.name == (
        "heartbeat" if clusters == 1 else f"heartbeat-{cluster}"
    )


@pytest.mark.parametrize(("clusters", "shards"), [(2, 2), (2, 7), (3, 10), (7, 16), (16, 16)])
def test_all_clusters_together_have_each_shard_once_and_share_evenly(
    clusters: int, shards: int
) -> None:
    parts = [shards_of(cluster, clusters, shards) for cluster in range(clusters)]

    assert [shard for part in parts for shard in part] == list(range(shards))
    assert max(map(len, parts)) - min(map(len, parts)) <= 1


@pytest.mark.parametrize(
    ("written", "complaint"),
    [
        ("CLUSTER_ID=2\nCLUSTER_COUNT=2\nSHARD_COUNT=4", "CLUSTER_ID is 2, but there are 2"),
        ("CLUSTER_COUNT=2", "SHARD_COUNT is not set"),
        ("CLUSTER_COUNT=3\nSHARD_COUNT=2", "SHARD_COUNT is 2, too few for 3 clusters"),
        (
            "DATABASE_URL=postgresql://db/pods\nBACKUP_EVERY_HOURS=24",
            "BACKUP_EVERY_HOURS is set, but only a SQLite file",
        ),
    ],
)
def test_settings_that_do_not_go_together_are_reported(
    env_file: Path, written: str, complaint: str
) -> None:
    env_file.write_text(f"{written}\nDISCORD_TOKN=x\n")

    misspelt, problem = problems(env_file=env_file)

    assert misspelt.startswith("DISCORD_TOKEN seems to be misspelt")
    assert problem.startswith(complaint)


@pytest.mark.parametrize(
    ("written", "found"),
    [
        (
            "LOG_LEVEL=LOUD\nCLUSTER_ID=3\nCLUSTER_COUNT=2\nSHARD_COUNT=1",
            ["LOG_LEVEL", "CLUSTER_ID", "SHARD_COUNT"],
        ),
        ("DATABASE_URL=postgres://db\nBACKUP_EVERY_HOURS=1", ["DATABASE_URL"]),
        (
            "LOG_FORMAT=x\nDATABASE_URL=postgres://db/pods\nBACKUP_EVERY_HOURS=1",
            ["LOG_FORMAT", "BACKUP_EVERY_HOURS"],
        ),
        ("DATABASE_URL=x\nCLUSTER_COUNT=2", ["DATABASE_URL", "SHARD_COUNT"]),
        ("CLUSTER_ID=3\nCLUSTER_COUNT=two\nSHARD_COUNT=1", ["CLUSTER_COUNT"]),
        ("CLUSTER_COUNT=2\nSHARD_COUNT=many", ["SHARD_COUNT"]),
        ("CLUSTER_COUNT=2\nSHARD_CONT=2", ["SHARD_COUNT"]),
    ],
)
def test_what_does_not_go_together_is_reported_with_the_others_if_it_can_be_told(
    env_file: Path, written: str, found: list[str]
) -> None:
    env_file.write_text(written)

    assert [said.partition(" ")[0] for said in problems(env_file=env_file)] == found


def test_what_is_right_can_be_had_without_what_is_wrong(env_file: Path) -> None:
    env_file.write_text("DISCORD_TOKEN=x\nLOG_LEVEL=LOUD\nDATABASE_URL=x\nFLOOD_LIMIT=7\n")

    settings, wrong = Settings.what_is_right(env_file=env_file)

    assert {problem.setting for problem in wrong} == {"DISCORD_TOKEN", "LOG_LEVEL", "DATABASE_URL"}
    assert (settings.discord_token, settings.log_level, settings.flood_limit) == (None, "INFO", 7)
    assert not settings.on_sqlite


@pytest.mark.parametrize(
    "url", ["localhost:8080", "ftp://localhost", "http://", "http://[::1", "http://a/b?c=d"]
)
def test_the_api_address_is_a_web_address(
    env_file: Path, monkeypatch: pytest.MonkeyPatch, url: str
) -> None:
    monkeypatch.setenv("DISCORD_API_URL", url)

    (problem,) = problems(env_file=env_file)

    assert problem.startswith("DISCORD_API_URL ")


def test_a_level_that_is_nearly_right_is_suggested(
    env_file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LOG_LEVEL", "verbos")
    (unlike,) = problems(env_file=env_file)
    monkeypatch.setenv("LOG_LEVEL", "warn")
    (nearly,) = problems(env_file=env_file)

    assert "Write one of DEBUG, INFO" in unlike
    assert nearly == "LOG_LEVEL is 'warn', which is not a level. Write WARNING."


def test_the_example_lacks_only_the_token() -> None:
    (problem,) = problems("DISCORD_TOKEN", env_file=EXAMPLE)

    assert problem.startswith("DISCORD_TOKEN is not set.")


def test_the_example_tells_of_every_setting_and_its_default(env_file: Path) -> None:
    env_file.write_text(EXAMPLE.read_text(encoding="utf-8").replace("\n#", "\n"), encoding="utf-8")

    lines = dotenv_values(env_file)

    for name, field in Settings.model_fields.items():
        default = None if field.default is None else str(field.default)
        assert (lines[name.upper()] or None) == default
