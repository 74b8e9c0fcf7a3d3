"""Several processes serve one bot: each has shards of its own, and one syncs the commands."""

import asyncio
import time
from pathlib import Path
from typing import Any

import discord
import pytest
from discord import app_commands

from bot.app import build
from bot.client import command_sync
from bot.client.command_sync import checksum, sync_if_changed
from bot.settings.settings import Settings
from tests.fakes import MemoryStore

APPLICATION = 77


class Discord:
    """Takes commands as Discord does, or refuses them."""

    def __init__(self) -> None:
        self.synced = 0
        self.refuses: BaseException | None = None

    async def sync(self, **_: object) -> list[Any]:
        await asyncio.sleep(0)
        if self.refuses is not None:
            raise self.refuses
        self.synced += 1
        return []


@app_commands.command(description="One thing.")
async def one(_: discord.Interaction) -> None: ...


@app_commands.command(description="Another thing.")
async def other(_: discord.Interaction) -> None: ...


@pytest.fixture
def there() -> Discord:
    return Discord()


@pytest.fixture
def store() -> MemoryStore:
    return MemoryStore()


def tree(
    there: Discord, *commands: app_commands.Command[Any, ..., Any]
) -> app_commands.CommandTree[Any]:
    made = app_commands.CommandTree(discord.Client(intents=discord.Intents.none()))
    for command in commands:
        made.add_command(command)
    made.sync = there.sync  # type: ignore[method-assign]
    return made


class TestTheCommandsAreSynced:
    async def test_once_and_not_again_at_the_next_start(
        self, there: Discord, store: MemoryStore
    ) -> None:
        synced = [await sync_if_changed(tree(there, one), store, APPLICATION) for _ in range(3)]
        assert synced == [True, False, False]
        assert there.synced == 1

    async def test_by_one_of_those_that_start_at_once(
        self, there: Discord, store: MemoryStore, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(command_sync, "LOOK_AGAIN", 0)
        starts = [sync_if_changed(tree(there, one), store, APPLICATION) for _ in range(20)]
        assert sorted(await asyncio.gather(*starts)) == [False] * 19 + [True]
        assert there.synced == 1

    async def test_again_if_they_have_changed(self, there: Discord, store: MemoryStore) -> None:
        await sync_if_changed(tree(there, one), store, APPLICATION)
        assert await sync_if_changed(tree(there, one, other), store, APPLICATION)
        assert await sync_if_changed(tree(there, one), store, APPLICATION)
        assert there.synced == 3

    async def test_for_each_application(self, there: Discord, store: MemoryStore) -> None:
        assert await sync_if_changed(tree(there, one), store, APPLICATION)
        assert await sync_if_changed(tree(there, one), store, APPLICATION + 1)

    @pytest.mark.parametrize("error", [discord.DiscordException(), asyncio.CancelledError()])
    async def test_again_after_a_failure(
        self, there: Discord, store: MemoryStore, error: BaseException
    ) -> None:
        there.refuses = error
        with pytest.raises(type(error)):
            await sync_if_changed(tree(there, one), store, APPLICATION)
        there.refuses = None
        assert await sync_if_changed(tree(there, one), store, APPLICATION)
        assert there.synced == 1

    async def test_again_after_one_that_died_of_it(
        self, there: Discord, store: MemoryStore, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """It had said that it would sync, and is waited for, but not for ever."""
        now = time.time()
        claim = f"{await checksum(tree(there, one))} is being synced since {now:.0f}"
        await store.swap_mark(f"commands of {APPLICATION}", None, claim)
        monkeypatch.setattr(command_sync, "LOOK_AGAIN", 0)
        clock = iter(range(1000))
        monkeypatch.setattr(command_sync.time, "time", lambda: now + next(clock))
        assert await sync_if_changed(tree(there, one), store, APPLICATION)
        assert there.synced == 1


class TestTheChecksum:
    async def test_does_not_hang_on_the_order(self, there: Discord) -> None:
        assert await checksum(tree(there, one, other)) == await checksum(tree(there, other, one))

    async def test_is_another_one_in_other_words(
        self, there: Discord, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        before = await checksum(tree(there, one))
        monkeypatch.setattr(one, "description", "The same thing, said differently.")
        assert await checksum(tree(there, one)) != before

    async def test_is_another_one_in_other_languages(self, there: Discord) -> None:
        class Translator(app_commands.Translator):
            async def translate(
                self,
                string: app_commands.locale_str,
                locale: discord.Locale,
                _: app_commands.TranslationContextTypes,
            ) -> str | None:
                return "uma coisa" if locale is discord.Locale.brazil_portuguese else None

        plain, translated = tree(there, one), tree(there, one)
        await translated.set_translator(Translator())
        assert await checksum(plain) != await checksum(translated)


class TestTheBot:
    def settings(self, folder: Path, **more: Any) -> Settings:
        return Settings(database_url=f"sqlite:///{folder / 'p.db'}", **more)

    async def test_has_the_shards_of_its_cluster(self, tmp_path: Path) -> None:
        bot = build(self.settings(tmp_path, cluster_id=1, cluster_count=2, shard_count=5))
        assert bot.shard_count == 5
        assert bot.shard_ids == (3, 4)

    async def test_alone_has_as_many_shards_as_are_set_or_discord_says(
        self, tmp_path: Path
    ) -> None:
        assert build(self.settings(tmp_path, shard_count=3)).shard_count == 3
        assert build(self.settings(tmp_path)).shard_count is None

    @pytest.mark.parametrize(
        ("options", "synced"),
        [({"sync_once": True}, [1, 1]), ({}, [1, 2]), ({"sync_once": True, "to": 10**17}, [1, 2])],
        ids=["once", "always", "to a server"],
    )
    async def test_syncs_at_its_start(
        self,
        tmp_path: Path,
        there: Discord,
        monkeypatch: pytest.MonkeyPatch,
        options: dict[str, Any],
        synced: list[int],
    ) -> None:
        async def no_emojis(_: object) -> dict[str, str]:
            return {}

        monkeypatch.setattr("bot.client.emojis.known", no_emojis)
        monkeypatch.setattr(app_commands.CommandTree, "sync", lambda _, **options: there.sync())
        counts = []
        for _ in range(2):
            settings = self.settings(tmp_path, sync_commands_to=options.get("to"))
            bot = build(settings, sync_once=options.get("sync_once", False))
            async with bot:
                await bot.setup_hook()
                await asyncio.sleep(0)
            counts.append(there.synced)
        assert counts == synced
