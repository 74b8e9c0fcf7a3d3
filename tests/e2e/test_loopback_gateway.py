"""Connections that end: the session is resumed, and what was pressed meanwhile is done once."""

import pytest

from tests.e2e.discord_server import DiscordServer
from tests.e2e.loopback.program import Program
from tests.e2e.test_loopback import SHORT, seat
from tests.e2e.test_loopback_faults import steps


async def ask_to_reconnect(discord: DiscordServer) -> None:
    await discord.gateway.ask_to_reconnect()


async def invalidate(discord: DiscordServer) -> None:
    await discord.gateway.invalidate(resumable=True)


async def cut(discord: DiscordServer) -> None:
    discord.gateway.cut()


async def close(discord: DiscordServer) -> None:
    await discord.gateway.close(4000)


@pytest.mark.parametrize("interrupt", [ask_to_reconnect, invalidate, cut, close])
async def test_an_interrupted_session_is_resumed_and_loses_no_press(
    discord: DiscordServer, bot: Program, interrupt: object
) -> None:
    assert callable(interrupt)
    await seat(discord, *SHORT)

    await interrupt(discord)
    await discord.gateway.until("DISCONNECT")
    meanwhile = await discord.send_press("Ana", "Next turn", on=discord.panel())
    await discord.gateway.until("RESUME")

    assert "Turn 2" in (await meanwhile.answer()).text
    assert steps(bot) == 2
    assert discord.gateway.happened["IDENTIFY"] == 1
    assert "GET /gateway/resume" in discord.rest.requests


async def test_a_session_that_has_ended_is_begun_anew_at_the_same_discord(
    discord: DiscordServer, bot: Program
) -> None:
    await seat(discord, *SHORT)

    await discord.gateway.invalidate(resumable=False)
    await discord.gateway.until("IDENTIFY", 2)  # discord.py waits for five seconds before

    assert "Turn 2" in (await discord.press("Ana", "Next turn")).text


@pytest.mark.prove
async def test_a_session_that_discord_has_forgotten_is_begun_anew(
    discord: DiscordServer, bot: Program
) -> None:
    await seat(discord, *SHORT)

    discord.gateway.cut()
    discord.gateway.forget_sessions()
    await discord.gateway.until("RESUME REFUSED")
    await discord.gateway.until("IDENTIFY", 2)

    assert "Turn 2" in (await discord.press("Ana", "Next turn")).text


async def test_acts_go_on_while_heartbeats_are_not_acknowledged(
    discord: DiscordServer, bot: Program
) -> None:
    discord.gateway.acknowledging = False

    assert (await seat(discord, *SHORT)).answered


@pytest.mark.prove
async def test_a_connection_that_has_gone_silent_is_given_up_and_resumed(
    discord: DiscordServer, bot: Program
) -> None:
    await seat(discord, *SHORT)
    discord.gateway.acknowledging = False

    await discord.gateway.until("RESUME")  # after the sixty seconds that discord.py waits
    discord.gateway.acknowledging = True

    assert "Turn 2" in (await discord.press("Ana", "Next turn")).text
