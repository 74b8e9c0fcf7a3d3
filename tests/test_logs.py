"""Logs hold nothing that gives access."""

import logging
from collections.abc import Iterator

import discord
import pytest

from bot import logs
from tests.samples import TOKEN

PATH = "/interactions/123456789012345678/aW50ZXJhY3Rpb246MTIz/callback"


@pytest.fixture(autouse=True)
def _logging_as_it_was() -> Iterator[None]:
    root, ours = logging.getLogger(), [logging.getLogger(name) for name in ("bot", "cogs")]
    handlers, level = root.handlers[:], root.level
    yield
    root.handlers[:] = handlers
    root.setLevel(level)
    for logger in ours:
        logger.setLevel(logging.NOTSET)


def test_an_entry_has_time_level_and_name(capsys: pytest.CaptureFixture[str]) -> None:
    logs.set_up("INFO")

    logging.getLogger("bot.tables").info("the pod of %s sat down", 7)

    time, level, rest = capsys.readouterr().err.split(maxsplit=2)
    assert time.endswith("Z")
    assert (level, rest) == ("INFO", "bot.tables: the pod of 7 sat down\n")


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


@pytest.mark.parametrize(
    ("level", "name", "written"),
    [
        ("DEBUG", "bot.tables", True),
        ("DEBUG", "cogs.pod", True),
        ("DEBUG", "discord.gateway", False),
        ("INFO", "bot.tables", False),
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


def test_that_there_is_no_voice_is_not_worth_a_warning(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(discord.VoiceClient, "warn_nacl", True)
    monkeypatch.setattr(discord.VoiceClient, "warn_dave", True)
    logs.set_up("INFO")

    discord.Client(intents=discord.Intents.none())

    assert "voice" not in capsys.readouterr().err
