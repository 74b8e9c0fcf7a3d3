"""Somebody sees and erases what is stored about them, and floods, over real sockets."""

import json
import os
from pathlib import Path

from tests.e2e.discord_server import DiscordServer
from tests.e2e.loopback.interactions import Interaction
from tests.e2e.loopback.program import FILE, Program
from tests.e2e.test_loopback import SHORT, seat
from tests.store.waiting import until


async def becomes(asked: Interaction, said: str) -> None:
    """Wait until an answer is edited to say something."""
    await until(lambda: said in asked.message.text)


async def test_everything_about_somebody_comes_as_a_file(
    discord: DiscordServer, bot: Program
) -> None:
    await seat(discord, *SHORT)
    asked = await discord.slash("Ana", "privacy show")
    await becomes(asked, "Here")
    [(name, content)] = asked.message.files.values()
    assert name == "podkeeper-and-me.json"
    assert json.loads(content)["acts"][0]["by"] == "you"


async def test_nothing_about_somebody_who_was_erased_is_on_the_disk(
    discord: DiscordServer, bot: Program
) -> None:
    await seat(discord, *SHORT)
    question = await discord.slash("Ana", "privacy erase")
    pressed = await discord.press("Ana", "Yes, erase me", on=question.message)
    await becomes(pressed, "is nowhere any more")
    await discord.slash("Bruno", "pod status")
    assert "Somebody" in discord.panel().text
    bot.terminate()
    assert await bot.ended() == 0
    ana = str(discord.world.person("Ana").id).encode()
    files = [file for file in os.listdir(bot.folder) if file.startswith(FILE)]
    assert FILE in files
    assert not [file for file in files if ana in (bot.folder / file).read_bytes()]


async def test_a_flood_is_told_once_and_answered_with_nothing_then(
    discord: DiscordServer, tmp_path: Path
) -> None:
    async with Program.started(discord, tmp_path, FLOOD_LIMIT="1"):
        await seat(discord, *SHORT)
        told = await discord.slash("Ana", "pod status")
        silent = await discord.slash("Ana", "pod status")
        pressed = await discord.press("Ana", "Next turn")
        bruno = await discord.press("Bruno", "Next turn")
    assert "take a breath" in told.text
    assert silent.answered
    assert "breath" not in silent.text + pressed.text
    assert "Turn 2" in bruno.text
