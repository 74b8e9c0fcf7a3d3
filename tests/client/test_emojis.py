"""Our own emojis for mana: given to Discord once, and found again when the bot starts."""

import asyncio
from pathlib import Path
from typing import Any

import discord
import pytest

from bot.__main__ import main
from bot.client import emojis
from bot.settings.settings import Settings
from bot.ui.mana import CODES, emoji_name
from tests.pods import Pod
from tests.samples import TOKEN

SETTINGS = Settings(discord_token=TOKEN)  # type: ignore[arg-type]


class Emojis(dict[str, bytes]):
    """The emojis of an application, as Discord keeps them; ``refuses`` names one it does not."""

    def __init__(self) -> None:
        super().__init__()
        self.refuses = ""
        self.failing: Exception | None = None

    def listed(self) -> list[Any]:
        if self.failing:
            raise self.failing
        return [discord.PartialEmoji(name=name, id=at) for at, name in enumerate(self, 1)]


@pytest.fixture
def there(monkeypatch: pytest.MonkeyPatch) -> Emojis:
    """The emojis of an application on a Discord without a network."""
    kept = Emojis()

    async def login(_: Any, token: str) -> None:
        assert token == TOKEN

    async def fetch(_: Any) -> list[Any]:
        return kept.listed()

    async def create(_: Any, *, name: str, image: bytes) -> None:
        if name == kept.refuses:
            raise discord.ClientException("refused")
        assert name not in kept
        kept[name] = image

    monkeypatch.setattr(discord.Client, "login", login)
    monkeypatch.setattr(discord.Client, "fetch_application_emojis", fetch)
    monkeypatch.setattr(discord.Client, "create_application_emoji", create)
    return kept


async def sync() -> tuple[int, list[tuple[int, int]]]:
    told: list[tuple[int, int]] = []
    return await emojis.sync(SETTINGS, lambda *progress: told.append(progress)), told


async def test_every_symbol_is_given_to_discord(there: Emojis) -> None:
    new, told = await sync()
    assert new == len(CODES)
    assert set(there) == set(map(emoji_name, CODES))
    assert all(image.startswith(b"\x89PNG") for image in there.values())
    assert told == [(count, len(CODES)) for count in range(len(CODES) + 1)]


async def test_a_second_time_changes_nothing(there: Emojis) -> None:
    await sync()
    new, told = await sync()
    assert (new, told) == (0, [(len(CODES), len(CODES))])


async def test_an_interrupted_run_goes_on_where_it_was(there: Emojis) -> None:
    there.refuses = emoji_name("G")
    with pytest.raises(discord.ClientException):
        await sync()
    assert 0 < len(there) < len(CODES)
    had, there.refuses = len(there), ""
    new, _ = await sync()
    assert new == len(CODES) - had


async def test_what_was_drawn_anew_is_given_beside_the_old(there: Emojis) -> None:
    there["mana_w_v0"] = b"old"
    new, _ = await sync()
    assert new == len(CODES)
    assert there["mana_w_v0"] == b"old"


async def test_the_addresses_of_another_discord_are_kept_to(
    there: Emojis, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(discord.http.Route, "BASE", "https://discord.invalid")
    settings = SETTINGS.model_copy(update={"discord_api_url": "http://127.0.0.1:9/api/v10/"})
    await emojis.sync(settings, lambda *_: None)
    assert discord.http.Route.BASE == "http://127.0.0.1:9/api/v10"


def test_the_command_line_says_what_it_did(
    there: Emojis, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("DISCORD_TOKEN", TOKEN)
    monkeypatch.setattr("bot.operations.logs.set_up", lambda *_: None)
    assert main(["sync-emojis"]) == 0
    assert capsys.readouterr().out.startswith(f"{len(CODES)} emojis for mana are new.")
    assert main(["sync-emojis"]) == 0
    assert capsys.readouterr().out == "All emojis for mana are there already.\n"


def test_the_command_line_needs_a_token_that_discord_accepts(
    there: Emojis, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("DISCORD_TOKEN", TOKEN)
    monkeypatch.setattr("bot.operations.logs.set_up", lambda *_: None)
    there.failing = discord.LoginFailure("no")
    assert main(["sync-emojis"]) == 2
    assert "Discord does not accept DISCORD_TOKEN." in capsys.readouterr().err


@pytest.mark.parametrize(
    "failure", [TimeoutError(), OSError("gone"), discord.ClientException("no")]
)
async def test_without_an_answer_mana_is_text(
    there: Emojis, failure: Exception, caplog: pytest.LogCaptureFixture
) -> None:
    there.failing = failure
    client = discord.Client(intents=discord.Intents.none())
    assert (await emojis.known(client)).drawn("{U}") == "{U}"
    assert "mana is shown as text" in caplog.text


async def test_a_discord_that_does_not_answer_keeps_no_start_waiting(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def never(_: Any) -> list[Any]:
        await asyncio.Event().wait()
        return []

    monkeypatch.setattr(discord.Client, "fetch_application_emojis", never)
    monkeypatch.setattr(emojis, "PATIENCE", 0.01)
    client = discord.Client(intents=discord.Intents.none())
    assert (await emojis.known(client)).drawn("{U}") == "{U}"


async def test_a_bot_shows_the_emojis_that_it_finds_at_its_start(tmp_path: Path) -> None:
    async with Pod.open(tmp_path) as pod:
        await pod.slash("Ana", "dfc show", card="Gatstaf Shepherd")
        assert "Cost {1}{G}" in pod.panel_text()
        for code in ("1", "G"):
            await pod.bot.create_application_emoji(name=emoji_name(code), image=PNG)
        await pod.restart()
        await pod.slash("Ana", "dfc show", card="Gatstaf Shepherd")
        assert "Cost <:mana_1_v1:" in pod.panel_text()


PNG = b"\x89PNG\r\n\x1a\n" + bytes(16)
