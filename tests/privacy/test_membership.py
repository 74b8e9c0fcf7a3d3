"""Whether a server has the bot: nothing but Discord's own word says that it has not."""

import asyncio
from types import SimpleNamespace
from typing import Any

import aiohttp
import discord
import pytest

from bot.privacy import membership
from bot.privacy.membership import has_the_bot

GUILD = 5 << 22


def refusal(kind: type[discord.HTTPException], status: int, body: Any) -> discord.HTTPException:
    response: Any = SimpleNamespace(status=status, reason="")
    return kind(response, body)


class Client:
    """Discord's answer, and the servers that the gateway has named."""

    def __init__(self, answer: BaseException | None, *, named: bool = False) -> None:
        self.answer, self.named = answer, named
        self.asked = 0

    def get_guild(self, guild: int, /) -> object | None:
        return guild if self.named else None

    async def fetch_guild(self, guild: int, /) -> int:
        self.asked += 1
        if self.answer is not None:
            raise self.answer
        return guild


UNKNOWN = refusal(discord.NotFound, 404, {"code": 10004, "message": "Unknown Guild"})
NO_ACCESS = refusal(discord.Forbidden, 403, {"code": 50001, "message": "Missing Access"})


async def test_a_server_that_the_gateway_names_has_it() -> None:
    client = Client(UNKNOWN, named=True)
    assert await has_the_bot(client, GUILD) is True
    assert client.asked == 0


@pytest.mark.parametrize("answer", [UNKNOWN, NO_ACCESS])
async def test_one_that_discord_does_not_know_or_show_has_it_not(answer: Exception) -> None:
    assert await has_the_bot(Client(answer), GUILD) is False


async def test_one_that_is_named_while_discord_is_asked_has_it() -> None:
    client = Client(UNKNOWN)
    fetch = client.fetch_guild

    async def named_meanwhile(guild: int) -> int:
        client.named = True
        return await fetch(guild)

    client.fetch_guild = named_meanwhile  # type: ignore[method-assign]
    assert await has_the_bot(client, GUILD) is True


async def test_one_that_discord_shows_and_the_gateway_has_not_named_is_in_doubt() -> None:
    assert await has_the_bot(Client(None), GUILD) is None


@pytest.mark.parametrize(
    "answer",
    [
        refusal(discord.Forbidden, 403, "<html>blocked</html>"),
        refusal(discord.NotFound, 404, "<html>no such page</html>"),
        refusal(discord.HTTPException, 401, {"code": 0, "message": "401: Unauthorized"}),
        refusal(discord.DiscordServerError, 500, "oops"),
        aiohttp.ClientConnectionError("no route"),
        TimeoutError(),
        RuntimeError("Session is closed"),
        KeyError("id"),
    ],
    ids=lambda error: f"{type(error).__name__} {getattr(error, 'status', '')}",
)
async def test_any_other_answer_leaves_it_in_doubt(
    answer: Exception, caplog: pytest.LogCaptureFixture
) -> None:
    assert await has_the_bot(Client(answer), GUILD) is None
    assert f"whether server {GUILD} has the bot" in caplog.text


async def test_no_answer_leaves_it_in_doubt(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(membership, "PATIENCE", 0)
    client = Client(None)

    async def hang(guild: int) -> int:
        await asyncio.Event().wait()
        return guild

    client.fetch_guild = hang  # type: ignore[method-assign]
    assert await has_the_bot(client, GUILD) is None
