"""Logs hold nothing that gives access."""

import json
import logging
from typing import Any

import discord
import pytest
from pydantic import BaseModel

from bot.operations import logs
from tests.samples import TOKEN

pytestmark = pytest.mark.usefixtures("logging_as_it_was")
PATH = "/interactions/123456789012345678/aW50ZXJhY3Rpb246MTIz/callback"


def test_an_entry_has_time_level_and_name(capsys: pytest.CaptureFixture[str]) -> None:
    logs.set_up("INFO")

    logging.getLogger("bot.tables.tables").info("the pod of %s sat down", 7)

    time, level, rest = capsys.readouterr().err.split(maxsplit=2)
    assert time.endswith("Z")
    assert (level, rest) == ("INFO", "bot.tables.tables: the pod of 7 sat down\n")


def test_tokens_are_blotted_out_also_in_tracebacks(capsys: pytest.CaptureFixture[str]) -> None:
    logs.set_up("INFO")

    try:
        raise ValueError(f"improper: {TOKEN}")
    except ValueError:
        logging.getLogger("discord.http").exception("POST %s failed", PATH)

    written = capsys.readouterr().err
    assert TOKEN not in written
    assert "aW50ZXJhY3Rpb246MTIz" not in written
    assert "/interactions/123456789012345678/(token)/callback failed" in written


class Form(BaseModel):
    """Something that a player fills in."""

    turns: int


def test_what_people_are_called_and_write_is_blotted_out(
    capsys: pytest.CaptureFixture[str],
) -> None:
    logs.set_up("INFO")
    typed: Any = "Ana's secret, told to Bruno"

    try:
        Form(turns=typed)
    except ValueError:
        logging.getLogger("bot.client.client").exception(
            "<Member id=7 name='ana_b' global_name=\"Ana 'B'\" nick='A' bot=False>"
        )

    written = capsys.readouterr().err
    assert "<Member id=7 name=… global_name=… nick=… bot=False>" in written
    assert "input_value=…, input_type=str" in written
    assert "secret" not in written


def test_the_password_of_a_database_is_blotted_out(capsys: pytest.CaptureFixture[str]) -> None:
    logs.set_up("INFO")

    logging.getLogger("bot").info("postgresql://pods:hunter2@db/pods is gone")

    assert "postgresql://pods:(password)@db/pods is gone" in capsys.readouterr().err


def test_tokens_in_a_request_are_blotted_out(capsys: pytest.CaptureFixture[str]) -> None:
    logs.set_up("INFO")

    logging.getLogger("discord.http").warning("%s and aW50ZXJhY3Rpb246OTk=", {"token": "s3cret!"})

    written = capsys.readouterr().err
    assert "s3cret" not in written
    assert "aW50" not in written


def test_in_json_an_entry_is_an_object_on_a_line(capsys: pytest.CaptureFixture[str]) -> None:
    logs.set_up("INFO", "json")

    logging.getLogger("bot.tables.tables").info("the pod of %s\nsat down", 7)
    try:
        raise ValueError(f"improper: {TOKEN}")
    except ValueError:
        logging.getLogger("bot").exception("POST %s failed", PATH)

    first, second = map(json.loads, capsys.readouterr().err.splitlines())
    assert first.pop("time").endswith("Z")
    assert first == {
        "level": "INFO",
        "logger": "bot.tables.tables",
        "message": "the pod of 7\nsat down",
    }
    assert second["message"].endswith("/(token)/callback failed")
    assert second["exception"].startswith("Traceback")
    assert second["exception"].endswith("ValueError: improper: (token)")


@pytest.mark.parametrize(
    ("level", "name", "written"),
    [
        ("DEBUG", "bot.tables.tables", True),
        ("DEBUG", "cogs.pod", True),
        ("DEBUG", "discord.gateway", False),
        ("INFO", "bot.tables.tables", False),
    ],
)
def test_debug_entries_are_written_for_our_own_modules_only(
    capsys: pytest.CaptureFixture[str], level: str, name: str, *, written: bool
) -> None:
    logs.set_up(level)

    logging.getLogger(name).debug("a detail")

    assert ("a detail" in capsys.readouterr().err) is written


def test_a_higher_level_silences_libraries_too(capsys: pytest.CaptureFixture[str]) -> None:
    logs.set_up("ERROR")

    logging.getLogger("discord.client").warning("a trifle")

    assert capsys.readouterr().err == ""


def test_that_something_is_tried_again_is_not_worth_a_warning(
    capsys: pytest.CaptureFixture[str],
) -> None:
    logs.set_up("INFO")

    logging.getLogger("stamina").warning("stamina.retry_scheduled")

    assert capsys.readouterr().err == ""


def test_that_there_is_no_voice_is_not_worth_a_warning(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(discord.VoiceClient, "warn_nacl", True)
    monkeypatch.setattr(discord.VoiceClient, "warn_dave", True)
    logs.set_up("INFO")

    discord.Client(intents=discord.Intents.none())

    assert "voice" not in capsys.readouterr().err
