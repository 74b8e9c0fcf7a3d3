"""`python -m bot sync-cards` says what it did; and a bot that is not told to asks nobody."""

import asyncio
from pathlib import Path

import pytest
import simcord

from bot.__main__ import main
from bot.app import build
from bot.cards.card import Card
from bot.cards.catalogue import Catalogue
from bot.cards.scryfall.client import Scryfall
from bot.cards.scryfall.kept import Kept
from bot.cards.scryfall.service import CardService
from bot.settings.settings import Settings
from cogs.dfc.cog import DfcCog
from tests.cards import scryfall_shapes as shapes
from tests.cards.scryfall_server import ScryfallServer
from tests.pods import Pod

BROKEN = {**shapes.transform("Broken by Day", "Broken by Night"), "id": "?"}


@pytest.fixture
def settings(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, unused_tcp_port: int, at_once: None
) -> Path:
    """A database in a folder of its own, and a Scryfall where nobody is."""
    monkeypatch.setenv("DATABASE_URL", f"sqlite:///{tmp_path}/podkeeper.db")
    monkeypatch.setenv("SCRYFALL_URL", f"http://127.0.0.1:{unused_tcp_port}")
    monkeypatch.setattr("bot.operations.logs.set_up", lambda *_: None)
    return tmp_path / "catalogue.db"


async def sync_cards() -> int:
    """Run the command, which has an event loop of its own."""
    return await asyncio.to_thread(main, ["sync-cards"])


async def test_it_fetches_the_cards_and_says_what_was_passed_over(
    settings: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    async with ScryfallServer.start([*shapes.many(3), BROKEN], limited=False) as server:
        monkeypatch.setenv("SCRYFALL_URL", server.url)
        monkeypatch.setenv("SCRYFALL_CONTACT", "ana@example.org")
        assert await sync_cards() == 0
        assert {request.agent[-18:] for request in server.requests} == {" (ana@example.org)"}

    said = capsys.readouterr().out
    assert f"3 double-faced cards, 3 of them new: {settings}" in said
    assert "Passed over, since I cannot read them: 1\n  Broken by Day // Broken by Night" in said
    assert len(await Kept(settings).cards()) == 3


async def test_when_scryfall_is_away_it_fails_and_says_so(
    settings: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert await sync_cards() == 1
    said = capsys.readouterr().err
    assert "does not answer just now" in said
    assert "the next sync goes on there" in said


async def test_where_nothing_can_be_kept_it_fails_and_says_so(
    settings: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    settings.mkdir()
    assert await sync_cards() == 1
    assert f"{settings} cannot be used" in capsys.readouterr().err


async def test_while_another_process_syncs_it_leaves_that_alone(
    settings: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    await Kept(settings).lease("another-machine 1 a b", 60, lambda _: False)
    assert await sync_cards() == 1
    assert "Another process syncs the cards just now" in capsys.readouterr().err


async def test_a_bot_that_is_not_online_asks_nobody_and_makes_no_file(
    tmp_path: Path, settings: Path
) -> None:
    async with ScryfallServer.start([shapes.transform()]) as server:
        async with Pod.open(tmp_path) as pod:
            await pod.slash("Ana", "dfc show", card="Dusk Sentinel")
        assert server.requests == []
    assert not settings.exists()


async def test_a_bot_shows_what_was_kept(tmp_path: Path, settings: Path) -> None:
    async with ScryfallServer.start([shapes.transform()], limited=False) as server:
        service = CardService(Catalogue.load(), Kept(settings), Scryfall(server.url))
        await service.named("Dusk Sentinel")
        await service.close()
    async with Pod.open(tmp_path) as pod:
        answer = await pod.slash("Ana", "dfc show", card="night terror")
        assert "Night Terror" in pod.read(answer.message)


async def test_a_bot_that_is_online_fetches_the_cards_beside_its_work(
    settings: Path, tmp_path: Path
) -> None:
    async with ScryfallServer.start(shapes.many(3), limited=False) as server:
        bot = build(
            Settings(database_url=f"sqlite:///{tmp_path}/podkeeper.db", scryfall_url=server.url),
            online=True,
            shard_count=1,
        )
        try:
            async with simcord.run(bot):
                [cog] = [cog for cog in bot.parts.cogs if isinstance(cog, DfcCog)]
                assert cog.online is not None
                # Asked while it syncs, it answers all the same.
                assert isinstance(await cog.online.named("Card 1 by Night"), Card)
                await server.asked(10)
        finally:
            await bot.close()
