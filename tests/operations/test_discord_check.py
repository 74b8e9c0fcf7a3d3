"""The doctor asks Discord one thing: that tells of the token, and what time it is there."""

import asyncio
import time
from collections.abc import AsyncIterator
from email.utils import formatdate

import pytest
from aiohttp import web
from aiohttp.test_utils import TestServer

from bot.operations import discord_check
from bot.operations.discord_check import look
from tests.samples import TOKEN


class Discord:
    """Stands in for Discord's API; ``answer`` is what it does next."""

    def __init__(self) -> None:
        self.status = 200
        self.ahead = 0.0
        self.date: str | None = None
        self.delay = 0.0
        self.asked: list[web.Request] = []
        self.url = ""

    async def answer(self, request: web.Request) -> web.Response:
        self.asked.append(request)
        await asyncio.sleep(self.delay)
        date = self.date or formatdate(time.time() + self.ahead, usegmt=True)
        headers = {"Date": date, "Location": "/elsewhere"}
        return web.json_response({}, status=self.status, headers=headers)


@pytest.fixture
async def discord() -> AsyncIterator[Discord]:
    discord, app = Discord(), web.Application()
    app.router.add_get("/api/{path:.*}", discord.answer)
    async with TestServer(app) as server:
        discord.url = str(server.make_url("/api/v10"))
        yield discord


async def told(discord: Discord, token: str | None = TOKEN) -> dict[str, str]:
    return {finding.subject: str(finding) for finding in await look(discord.url, token)}


async def test_a_token_that_is_accepted_and_a_clock_that_is_right(discord: Discord) -> None:
    findings = await told(discord)

    assert findings["token"].endswith("accepted by Discord.")
    assert findings["clock"].endswith("agrees with Discord's.")
    (request,) = discord.asked
    assert request.path == "/api/v10/users/@me"
    assert request.headers["Authorization"] == f"Bot {TOKEN}"
    assert request.headers["User-Agent"].startswith("DiscordBot (")


async def test_a_token_that_is_refused(discord: Discord) -> None:
    discord.status = 401

    finding = (await told(discord))["token"]

    assert finding.startswith("PROBLEM")
    assert "Discord does not accept DISCORD_TOKEN. Reset it" in finding
    assert TOKEN not in finding


@pytest.mark.parametrize("status", [403, 429, 500, 503, 302])
async def test_an_answer_that_says_nothing_of_the_token(discord: Discord, status: int) -> None:
    discord.status = status

    finding = (await told(discord))["token"]

    assert finding.startswith("ok")
    assert finding.endswith(f"not checked: Discord answered with status {status}.")
    assert len(discord.asked) == 1, "the token was sent on"


async def test_without_a_token_only_the_clock_is_looked_at(discord: Discord) -> None:
    assert list(await told(discord, token=None)) == ["clock"]

    (request,) = discord.asked
    assert request.path == "/api/v10/gateway"
    assert "Authorization" not in request.headers


@pytest.mark.parametrize(("ahead", "way"), [(60, "behind"), (-60, "ahead of")])
async def test_a_clock_that_is_off(discord: Discord, ahead: float, way: str) -> None:
    discord.ahead = ahead

    finding = (await told(discord))["clock"]

    assert finding.startswith("PROBLEM")
    assert f" s or more {way} Discord's" in finding


@pytest.mark.parametrize("date", ["yesterday", "x" * 100])
async def test_a_time_that_cannot_be_read(discord: Discord, date: str) -> None:
    discord.date = date

    assert (await told(discord))["clock"].endswith("not checked: Discord's answer tells no time.")


async def test_discord_cannot_be_reached(discord: Discord) -> None:
    discord.url = "http://127.0.0.1:1/api/v10"

    for finding in (await told(discord)).values():
        assert finding.startswith("ok")
        assert "not checked: Discord did not answer (ClientConnectorError)." in finding


async def test_discord_takes_too_long(discord: Discord, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(discord_check, "PATIENCE", 0.05)
    discord.delay = 0.3

    assert "did not answer (TimeoutError)" in (await told(discord))["token"]
