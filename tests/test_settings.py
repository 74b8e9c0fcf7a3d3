"""Settings come from the environment and `.env`, and every problem is reported at once."""

from pathlib import Path

import pytest
from dotenv import dotenv_values

from bot.settings import NAMES, Settings, SettingsError
from tests.samples import TOKEN

EXAMPLE = Path(__file__).parents[1] / ".env.example"


@pytest.fixture
def env_file(tmp_path: Path) -> Path:
    return tmp_path / ".env"


def problems(*required: str, env_file: Path) -> list[str]:
    with pytest.raises(SettingsError) as caught:
        Settings.load(*required, env_file=env_file)
    return [str(problem) for problem in caught.value.problems]


def test_with_nothing_set_the_defaults_apply(env_file: Path) -> None:
    settings = Settings.load(env_file=env_file)

    assert settings.database_path == Path("state/podkeeper.db")
    assert settings.log_level == "INFO"
    assert settings.discord_token is None
    assert settings.discord_api_url is None
    assert settings.sync_commands_to is None


def test_everything_can_be_set_in_the_env_file(env_file: Path) -> None:
    env_file.write_text(
        f"DISCORD_TOKEN={TOKEN}\nDATABASE_URL=sqlite:////var/lib/pods.db\nlog_level=debug\n"
        "DISCORD_API_URL=http://localhost:8080/api/v10/\nSYNC_COMMANDS_TO=123456789012345678\n"
    )

    settings = Settings.load("DISCORD_TOKEN", env_file=env_file)

    assert settings.token == TOKEN
    assert settings.database_path == Path("/var/lib/pods.db")
    assert settings.log_level == "DEBUG"
    assert settings.discord_api_url == "http://localhost:8080/api/v10"
    assert settings.sync_commands_to == 123456789012345678


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


def test_a_required_setting_that_is_missing_is_reported(env_file: Path) -> None:
    (problem,) = problems("DISCORD_TOKEN", env_file=env_file)

    assert problem.startswith("DISCORD_TOKEN is not set. Copy the bot's token")


def test_asking_for_a_token_that_is_not_set_says_so(env_file: Path) -> None:
    with pytest.raises(SettingsError, match="DISCORD_TOKEN is not set"):
        _ = Settings.load(env_file=env_file).token


def test_every_problem_is_reported_at_once(env_file: Path) -> None:
    env_file.write_text(
        "DATABASE_URL=postgresql://pods:hunter2@db/pods\nLOG_LEVEL=LOUD\n"
        "DISCORD_API_URL=discord\nSYNC_COMMANDS_TO=my server\nDISCORD_TOKN=x\n"
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
    ("url", "path"),
    [
        ("sqlite:///pods.db", "pods.db"),
        ("sqlite:////app/state/podkeeper.db", "/app/state/podkeeper.db"),
        ("sqlite:///C:/pods/pods.db", "C:/pods/pods.db"),
    ],
)
def test_three_slashes_are_a_relative_path_and_four_an_absolute_one(url: str, path: str) -> None:
    assert Settings(database_url=url).database_path == Path(path)


@pytest.mark.parametrize(
    ("url", "complaint"),
    [
        ("postgresql://localhost/pods", "PostgreSQL"),
        ("mysql://localhost/pods", "not the address of a SQLite file"),
        ("sqlite://pods.db", "three slashes"),
        ("state/podkeeper.db", "three slashes"),
        ("sqlite:///", "names no file"),
        ("sqlite:///state/", "names no file"),
        ("sqlite:///:memory:", "lose them"),
        ("sqlite:///~/pods.db", "has a ? or a ~"),
        ("sqlite:///pods.db?mode=ro", "has a ? or a ~"),
    ],
)
def test_only_a_sqlite_file_is_a_database(
    env_file: Path, monkeypatch: pytest.MonkeyPatch, url: str, complaint: str
) -> None:
    monkeypatch.setenv("DATABASE_URL", url)

    (problem,) = problems(env_file=env_file)

    assert complaint in problem


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
        assert (lines[name.upper()] or None) == field.default
