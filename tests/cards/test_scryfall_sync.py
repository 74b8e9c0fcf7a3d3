"""The whole catalogue comes from Scryfall whatever happens on the way, and never too fast."""

import asyncio
import sys
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from bot.cards.catalogue import Catalogue
from bot.cards.online import CardsUnavailable
from bot.cards.scryfall import sync as module
from bot.cards.scryfall.client import Away, Scryfall
from bot.cards.scryfall.kept import Kept, KeptUnusable
from bot.cards.scryfall.sync import SEARCHES, Report, Sync, SyncedElsewhere
from bot.i18n import Language
from tests.cards import scryfall_shapes as shapes
from tests.cards.scryfall_server import ScryfallServer, most_in_a_second

ROOT = Path(__file__).parents[2]

ENGLISH = [
    *shapes.many(7),
    shapes.modal(),
    *shapes.meld(),
    shapes.reversible(),
    shapes.token(),
    shapes.art(),
    shapes.one_sided("prepare", "Quick Wit", "Slow Wit"),
    shapes.normal("Shock Wave"),
]
EVERYTHING = [
    *ENGLISH,
    shapes.translated(ENGLISH[0], "pt", "Carta de Dia", "Carta de Noite"),
    shapes.translated(ENGLISH[0], "es", "Carta de día", None),
]
DOUBLE_FACED = 7 + 1 + 2 + 1 + 1


async def sync(server: ScryfallServer, kept: Kept, **options: Any) -> Report:
    scryfall = Scryfall(server.url)
    try:
        return await Sync(scryfall, kept, Catalogue.load().shipped).run(**options)
    finally:
        await scryfall.close()


async def names(kept: Kept) -> set[str]:
    return {card.name for card, _ in await kept.cards()}


@pytest.mark.usefixtures("at_once")
class TestASync:
    async def test_brings_every_double_faced_card_and_nothing_else(self, kept: Kept) -> None:
        async with ScryfallServer.start(EVERYTHING, limited=False) as server:
            report = await sync(server, kept)
        assert report == Report(DOUBLE_FACED, DOUBLE_FACED, ())
        found = await names(kept)
        assert {"Left Wing", "Right Wing", "Egg // Drake", "Old Hermit // Old Hermit"} <= found
        assert not any("Wit" in name or "Shock" in name for name in found)

    async def test_brings_other_languages(self, kept: Kept) -> None:
        async with ScryfallServer.start(EVERYTHING, limited=False) as server:
            await sync(server, kept)
        [card] = [card for card, _ in await kept.cards() if card.id == ENGLISH[0]["id"]]
        assert card.faces[0].name_in(Language.PORTUGUESE) == "Carta de Dia"
        assert card.faces[0].name_in(Language.SPANISH) == "Carta de día"
        assert card.faces[1].name_in(Language.SPANISH) is None

    async def test_asks_for_175_a_page_in_every_language(self, kept: Kept) -> None:
        async with ScryfallServer.start(EVERYTHING, page=5, limited=False) as server:
            await sync(server, kept)
            asked = server.asked_for("/cards/search")
        assert [r.query["q"] for r in asked if r.query["page"] == "1"] == list(SEARCHES)
        assert max(int(request.query["page"]) for request in asked) == 2
        assert {request.query["include_multilingual"] for request in asked} == {"true"}
        assert {request.query["unique"] for request in asked} == {"cards"}

    async def test_tells_how_far_it_is(self, kept: Kept) -> None:
        told: list[tuple[int, int]] = []
        async with ScryfallServer.start(EVERYTHING, page=5, limited=False) as server:
            await sync(server, kept, progress=lambda done, expected: told.append((done, expected)))
        assert told[0] == (0, 0)
        assert told == sorted(told)
        assert told[-1][0] == told[-1][1] > DOUBLE_FACED

    async def test_fetches_the_parts_of_a_meld_that_the_search_did_not_bring(
        self, kept: Kept
    ) -> None:
        left, right, whole = shapes.meld()
        hidden = {**whole, "games": ["arena"]}
        async with ScryfallServer.start([left, right, hidden], limited=False) as server:
            report = await sync(server, kept)
            assert len(server.asked_for(f"/cards/{whole['id']}")) == 1
        assert (report.cards, report.skipped) == (2, ())

    async def test_counts_a_bad_card_and_goes_on(self, kept: Kept) -> None:
        bad = {**shapes.transform("Broken by Day", "Broken by Night"), "released_at": "soon"}
        async with ScryfallServer.start([bad, *ENGLISH], limited=False) as server:
            report = await sync(server, kept)
        assert report.cards == DOUBLE_FACED
        assert report.skipped == ("Broken by Day // Broken by Night: ValueError",)

    async def test_anew_keeps_ids_and_brings_what_is_new(self, kept: Kept) -> None:
        async with ScryfallServer.start(EVERYTHING, limited=False) as server:
            await sync(server, kept)
            before = {card.name: card.id for card, _ in await kept.cards()}
            server.cards = [
                {**card, "id": shapes.an_id(f"reprint of {card['id']}")} for card in shapes.many(8)
            ]
            report = await sync(server, kept)
        assert report == Report(8, 1, ())
        after = {card.name: card.id for card, _ in await kept.cards()}
        assert before.items() <= after.items()

    async def test_without_one_card_takes_nothing_in(self, kept: Kept) -> None:
        async with ScryfallServer.start(EVERYTHING, limited=False) as server:
            await sync(server, kept)
            as_of, found = await kept.as_of(), await names(kept)
            server.cards = []
            with pytest.raises(CardsUnavailable, match="no card that I can read"):
                await sync(server, kept)
        assert (await kept.as_of(), await names(kept)) == (as_of, found)


@pytest.mark.usefixtures("at_once")
class TestABadDay:
    async def test_errors_and_cut_connections_are_got_over(self, kept: Kept) -> None:
        async with ScryfallServer.start(EVERYTHING, page=5, limited=False) as server:
            server.troubles += ["500", "cut", "", "garbage", "", "", "503", "500", ""]
            report = await sync(server, kept)
        assert report == Report(DOUBLE_FACED, DOUBLE_FACED, ())

    async def test_a_lock_out_is_waited_for(self, kept: Kept) -> None:
        async with ScryfallServer.start(EVERYTHING, page=5, lock_out=1, limited=False) as server:
            server.troubles += ["", "429", "", "429"]
            report = await sync(server, kept)
            times = [request.at for request in server.requests]
        assert report.cards == DOUBLE_FACED
        assert times[2] - times[1] >= 1
        assert times[4] - times[3] >= 1

    async def test_it_goes_on_where_it_gave_up(self, kept: Kept) -> None:
        async with ScryfallServer.start(EVERYTHING, page=5, limited=False) as server:
            server.troubles += ["", "", *["500"] * 3]
            with pytest.raises(Away):
                await sync(server, kept)
            assert await kept.cards() == []
            server.requests.clear()
            report = await sync(server, kept)
            pages = Counter(r.query["q"] + r.query["page"] for r in server.requests)
        assert report.cards == DOUBLE_FACED
        assert SEARCHES[0] + "1" not in pages
        assert set(pages.values()) == {1}

    async def test_an_old_beginning_is_begun_anew(
        self, kept: Kept, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(module, "OLDEST", -1.0)
        async with ScryfallServer.start(EVERYTHING, page=5, limited=False) as server:
            server.troubles += ["", "", *["500"] * 3]
            with pytest.raises(Away):
                await sync(server, kept)
            server.requests.clear()
            report = await sync(server, kept)
            assert server.requests[0].query["page"] == "1"
        assert report.cards == DOUBLE_FACED

    async def test_where_nothing_can_be_kept_nothing_is_asked(self, tmp_path: Path) -> None:
        (tmp_path / "catalogue.db").mkdir()
        async with ScryfallServer.start(EVERYTHING) as server:
            with pytest.raises(KeptUnusable):
                await sync(server, Kept(tmp_path / "catalogue.db"))
            assert server.requests == []

    async def test_one_process_at_a_time(self, kept: Kept) -> None:
        async with ScryfallServer.start(EVERYTHING, limited=False) as server:
            server.troubles.append("slow")
            first = asyncio.create_task(sync(server, kept))
            await server.asked(1)
            with pytest.raises(SyncedElsewhere):
                await sync(server, kept)
            assert len(server.requests) == 1
            first.cancel()
            await asyncio.gather(first, return_exceptions=True)
            assert (await sync(server, kept)).cards == DOUBLE_FACED


class Syncer:
    """A sync in a process of its own."""

    def __init__(self, server: ScryfallServer, kept: Kept) -> None:
        self.command = (sys.executable, "-m", "tests.cards.scryfall_syncer", server.url, kept.path)

    async def start(self) -> asyncio.subprocess.Process:
        return await asyncio.create_subprocess_exec(*self.command, cwd=ROOT)


async def test_killed_in_the_middle_it_loses_nothing_and_never_asks_too_fast(kept: Kept) -> None:
    """With the limits of Scryfall, which would lock the process out."""
    async with ScryfallServer.start(EVERYTHING, page=5) as server:
        syncer = Syncer(server, kept)
        for requests in (2, 5):
            process = await syncer.start()
            await asyncio.wait_for(server.asked(requests), 60)
            process.kill()
            await process.wait()
            assert await kept.cards() == []
        process = await syncer.start()
        assert await asyncio.wait_for(process.wait(), 60) == 0
        pages = Counter(r.query["q"] + r.query["page"] for r in server.requests)
        assert most_in_a_second(server.requests) <= 2
    assert len(await names(kept)) == DOUBLE_FACED
    # Only the page that was under way is asked for again.
    assert sum(times - 1 for times in pages.values()) <= 2
    assert max(pages.values()) == 2
