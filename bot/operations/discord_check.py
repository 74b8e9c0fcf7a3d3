"""Asking Discord, for the doctor: is the token accepted, and is this machine's clock right?"""

import asyncio
import time
from datetime import UTC
from email.utils import parsedate_to_datetime
from typing import NamedTuple

import aiohttp

from bot import __version__
from bot.operations.finding import Finding

DISCORD = "https://discord.com/api/v10"
PATIENCE = 3.0
"""Seconds that Discord has to answer."""
TOLERANCE = 5.0
"""Seconds that the clock may be off. Discord's ids tell times, which are compared with it."""

_USER_AGENT = f"DiscordBot (Podkeeper, {__version__})"


class _Answer(NamedTuple):
    """What Discord answered, and the seconds that this clock is ahead of Discord's at least."""

    status: int
    ahead: float | None


async def look(api: str | None, token: str | None) -> list[Finding]:
    """Tell of the token, if there is one, and of the clock. Never fails for want of a network."""
    address = (api or DISCORD).rstrip("/")
    path = "/gateway" if token is None else "/users/@me"
    try:
        answer = await _ask(address + path, token)
    except (aiohttp.ClientError, TimeoutError, OSError, ValueError) as error:
        reason = f"not checked: Discord did not answer ({type(error).__name__})."
        subjects = ("clock",) if token is None else ("token", "clock")
        return [Finding(subject, True, reason) for subject in subjects]
    findings = [] if token is None else [_token(answer.status)]
    return [*findings, _clock(answer.ahead)]


async def _ask(url: str, token: str | None) -> _Answer:
    headers = {"User-Agent": _USER_AGENT}
    if token is not None:
        headers["Authorization"] = f"Bot {token}"
    async with asyncio.timeout(PATIENCE), aiohttp.ClientSession() as session:
        before = time.time()
        # Not to another place, wherever that may be: the token goes with it.
        async with session.get(url, headers=headers, allow_redirects=False) as response:
            after = time.time()
            return _Answer(response.status, _ahead(response.headers.get("Date"), before, after))


def _ahead(date: str | None, before: float, after: float) -> float | None:
    """Return by how much at least this clock is ahead, negative if behind; None if unknown.

    ``date`` names a second in which Discord answered, between ``before`` and ``after``.
    """
    if date is None:
        return None
    try:
        theirs = parsedate_to_datetime(date)
    except ValueError:
        return None
    if theirs.tzinfo is None:
        theirs = theirs.replace(tzinfo=UTC)
    second = theirs.timestamp()
    return max(before - (second + 1), 0.0) or min(after - second, 0.0)


def _token(status: int) -> Finding:
    match status:
        case 200:
            return Finding("token", True, "accepted by Discord.")
        case 401:
            return Finding(
                "token",
                False,
                "Discord does not accept DISCORD_TOKEN. Reset it on the Bot page of"
                " https://discord.com/developers/applications and put the new one into .env.",
            )
        case _:
            return Finding("token", True, f"not checked: Discord answered with status {status}.")


def _clock(ahead: float | None) -> Finding:
    if ahead is None:
        return Finding("clock", True, "not checked: Discord's answer tells no time.")
    if abs(ahead) <= TOLERANCE:
        return Finding("clock", True, "agrees with Discord's.")
    way = "ahead of" if ahead > 0 else "behind"
    return Finding(
        "clock",
        False,
        f"{abs(ahead):.0f} s or more {way} Discord's: presses and panels would be taken for older"
        " or newer than they are. Let the system set its clock (timedatectl set-ntp true).",
    )
