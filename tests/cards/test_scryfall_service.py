"""What one card is and the rulings on it: asked once, kept, and told also when Scryfall is away."""

import asyncio
import logging
import sqlite3
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing
from datetime import UTC, date, datetime, timedelta
from pathlib import Path

import pytest

from bot.cards.card import Card
from bot.cards.catalogue import Catalogue
from bot.cards.online import CardsUnavailable, OneFaced, Ruling
from bot.cards.scryfall import freshness as freshness_module
from bot.cards.scryfall import service as module
from bot.cards.scryfall.client import Scryfall
from bot.cards.scryfall.freshness import LOOK, LOOK_AGAIN, Freshness, is_stale
from bot.cards.scryfall.intake import Intake
from bot.cards.scryfall.kept import Kept
from bot.cards.scryfall.service import CardService
from bot.cards.scryfall.sync import Sync
from bot.game.faces import Side
from tests.cards import scryfall_shapes as shapes
from tests.cards.scryfall_server import ScryfallServer, ruling

pytestmark = pytest.mark.usefixtures("at_once")

NEW = shapes.transform()
CARDS = [
    NEW,
    *shapes.meld(),
    shapes.normal("Shock Wave"),
    shapes.one_sided("prepare", "Quick Wit", "Slow Wit"),
    shapes.art("Lone Painting"),
    shapes.normal("Dusk Joke"),
]


@asynccontextmanager
async def asking(
    server: ScryfallServer, catalogue: Catalogue, kept: Kept
) -> AsyncIterator[CardService]:
    """A service that does not sync."""
    service = CardService(catalogue, kept, Scryfall(server.url))
    try:
        yield service
    finally:
        await service.close()


@pytest.fixture
async def server() -> AsyncIterator[ScryfallServer]:
    async with ScryfallServer.start(CARDS, limited=False) as server:
        yield server


@pytest.fixture
async def cards(server: ScryfallServer, fresh: Catalogue, kept: Kept) -> AsyncIterator[CardService]:
    async with asking(server, fresh, kept) as service:
        yield service


def grow_old(kept: Kept, days: float) -> None:
    with closing(sqlite3.connect(kept.path)) as file, file:
        file.execute("UPDATE answers SET at = at - ?", [days * 24 * 3600])


class TestNamed:
    async def test_a_new_card_is_in_the_catalogue_from_then_on(
        self, cards: CardService, fresh: Catalogue, kept: Kept
    ) -> None:
        assert fresh.find("Night Terror") == ()
        found = await cards.named("dusk sentinel")
        assert isinstance(found, Card)
        assert found.name == "Dusk Sentinel // Night Terror"
        assert fresh.card(found.id) == found
        assert [(m.card, m.side) for m in fresh.find("night terror")] == [(found, Side.BACK)]
        later = Catalogue.load()
        await CardService(later, kept).open()
        assert later.card(found.id) == found

    async def test_a_part_of_a_meld_comes_with_its_partner(
        self, cards: CardService, fresh: Catalogue
    ) -> None:
        found = await cards.named("left wing")
        assert isinstance(found, Card)
        assert found.meld is not None
        partner = fresh.card(found.meld.partner_id)
        assert partner is not None
        assert partner.name == "Right Wing"

    async def test_what_a_meld_becomes_is_found_on_a_part(self, cards: CardService) -> None:
        found = await cards.named("whole bird")
        assert isinstance(found, Card)
        assert found.faces[1].name == "Whole Bird"

    async def test_a_card_of_the_catalogue_keeps_its_id(
        self, cards: CardService, server: ScryfallServer, fresh: Catalogue
    ) -> None:
        shipped = fresh.find("Delver of Secrets")[0].card
        server.cards.append(shapes.transform("Delver of Secrets", "Insectile Aberration"))
        found = await cards.named("delvr of secrts")
        assert isinstance(found, Card)
        assert found.id == shipped.id
        assert len(fresh) == 507

    @pytest.mark.parametrize(
        ("name", "layout"), [("Shock Wave", "normal"), ("Quick Wit // Slow Wit", "prepare")]
    )
    async def test_a_card_with_one_face_is_told_as_such(
        self, cards: CardService, name: str, layout: str
    ) -> None:
        assert await cards.named(name) == OneFaced(name=name, layout=layout)

    @pytest.mark.parametrize("text", ["zzzzzz", "Lone Painting", "wit wave", "", "  //  ", "?!"])
    async def test_none(self, cards: CardService, text: str) -> None:
        assert await cards.named(text) is None

    async def test_what_was_typed_is_in_no_entry(
        self, cards: CardService, caplog: pytest.LogCaptureFixture
    ) -> None:
        caplog.set_level(logging.DEBUG)

        await cards.named("Lone Painting")

        assert "is nothing that is a card: Unusable" in caplog.text
        assert "lone painting" not in caplog.text.casefold()

    async def test_what_several_cards_fit_is_none(self, cards: CardService) -> None:
        assert await cards.named("dusk") is None

    async def test_a_joke_card_makes_no_name_ambiguous(
        self, cards: CardService, server: ScryfallServer
    ) -> None:
        server.cards += [shapes.art("Dusk Sentinel"), shapes.normal("Dusk Sentinel Fan Club")]
        found = await cards.named("Dusk Sentinel")
        assert isinstance(found, Card)
        assert found.name == "Dusk Sentinel // Night Terror"

    async def test_it_is_asked_once(self, cards: CardService, server: ScryfallServer) -> None:
        for text in ("Dusk Sentinel", "dusk  SENTINEL", "Shock Wave", "shock wave", "zzz", "zzz"):
            await cards.named(text)
        assert len(server.requests) == 3

    async def test_it_is_asked_once_by_many_at_a_time(
        self, cards: CardService, server: ScryfallServer
    ) -> None:
        found = await asyncio.gather(*(cards.named("Dusk Sentinel") for _ in range(20)))
        assert len({card.id for card in found if isinstance(card, Card)}) == 1
        assert len(server.requests) == 1

    async def test_that_there_is_none_is_asked_again_after_a_day(
        self, cards: CardService, server: ScryfallServer, kept: Kept
    ) -> None:
        assert await cards.named("Brand New") is None
        assert await cards.named("Shock Wave")
        server.cards.append(shapes.modal("Brand New", "Brand Old"))
        grow_old(kept, 0.9)
        assert await cards.named("Brand New") is None
        grow_old(kept, 0.2)
        assert await cards.named("Brand New")
        await cards.named("Shock Wave")
        assert len(server.requests) == 3


class TestRulings:
    async def test_the_oldest_first(self, cards: CardService, server: ScryfallServer) -> None:
        card = await cards.named("Dusk Sentinel")
        assert isinstance(card, Card)
        server.rulings[card.id] = [
            ruling("Second.", "2026-10-02", "scryfall"),
            ruling("First.", "2026-09-01"),
        ]
        assert await cards.rulings(card) == (
            Ruling(source="wotc", published=date(2026, 9, 1), text="First."),
            Ruling(source="scryfall", published=date(2026, 10, 2), text="Second."),
        )

    async def test_of_a_meld_also_those_on_what_it_becomes_each_once(
        self, cards: CardService, server: ScryfallServer
    ) -> None:
        left, _, whole = shapes.meld()
        server.rulings[left["id"]] = [ruling("Of both."), ruling("Of the part.")]
        server.rulings[whole["id"]] = [ruling("Of both."), ruling("Of the whole.")]
        card = await cards.named("left wing")
        assert isinstance(card, Card)
        told = [ruling.text for ruling in await cards.rulings(card)]
        assert told == ["Of both.", "Of the part.", "Of the whole."]

    async def test_a_ruling_that_cannot_be_read_is_passed_over(
        self, cards: CardService, server: ScryfallServer
    ) -> None:
        card = await cards.named("Dusk Sentinel")
        assert isinstance(card, Card)
        server.rulings[card.id] = [{"comment": 1}, ruling("Good."), ruling("Bad.", "soon")]
        assert [ruling.text for ruling in await cards.rulings(card)] == ["Good."]

    async def test_they_are_kept_for_a_week(
        self, cards: CardService, server: ScryfallServer, kept: Kept
    ) -> None:
        card = await cards.named("Dusk Sentinel")
        assert isinstance(card, Card)
        server.rulings[card.id] = [ruling("One.")]
        for days, requests in ((0.0, 1), (6.5, 1), (1.0, 2)):
            grow_old(kept, days) if days else None
            await cards.rulings(card)
            assert len(server.asked_for(f"/cards/{card.id}/rulings")) == requests

    async def test_a_card_that_scryfall_does_not_know_has_none(
        self, cards: CardService, fresh: Catalogue
    ) -> None:
        assert await cards.rulings(next(iter(fresh))) == ()


class TestAway:
    @pytest.mark.parametrize("trouble", ["429", "500", "cut"])
    async def test_what_was_answered_once_is_still_told(
        self, cards: CardService, server: ScryfallServer, kept: Kept, trouble: str
    ) -> None:
        card = await cards.named("Dusk Sentinel")
        assert isinstance(card, Card)
        server.rulings[card.id] = [ruling("One.")]
        before = await cards.rulings(card)
        grow_old(kept, 30)
        server.troubles += [trouble] * 10
        assert await cards.named("Dusk Sentinel") == card
        assert await cards.rulings(card) == before

    @pytest.mark.parametrize("trouble", ["429", "500", "cut"])
    async def test_what_was_not_is_told_in_a_sentence(
        self, cards: CardService, server: ScryfallServer, trouble: str
    ) -> None:
        server.troubles += [trouble] * 10
        with pytest.raises(CardsUnavailable, match="Scryfall, which knows all cards"):
            await cards.named("Dusk Sentinel")

    async def test_nobody_waits_for_long(
        self, cards: CardService, server: ScryfallServer, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(module, "PATIENCE", 0.05)
        server.troubles.append("slow")
        with pytest.raises(CardsUnavailable, match="takes too long"):
            await cards.named("Dusk Sentinel")

    async def test_a_late_answer_is_there_the_next_time(
        self, cards: CardService, server: ScryfallServer, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(module, "PATIENCE", 0.0)
        with pytest.raises(CardsUnavailable):
            await cards.named("Dusk Sentinel")
        monkeypatch.setattr(module, "PATIENCE", 8.0)
        assert isinstance(await cards.named("Dusk Sentinel"), Card)
        assert len(server.requests) == 1

    async def test_where_nothing_can_be_kept_it_is_known_until_the_bot_stops(
        self, server: ScryfallServer, fresh: Catalogue, tmp_path: Path
    ) -> None:
        (tmp_path / "catalogue.db").mkdir()
        async with asking(server, fresh, Kept(tmp_path / "catalogue.db")) as cards:
            first = await cards.named("Dusk Sentinel")
            second = await cards.named("left wing")
            assert isinstance(first, Card)
            assert isinstance(second, Card)
            assert [fresh.card(card.id) for card in (first, second)] == [first, second]

    async def test_without_a_network_what_is_kept_is_told_and_the_rest_is_not(
        self, cards: CardService, kept: Kept, server: ScryfallServer
    ) -> None:
        await cards.named("Shock Wave")
        offline = await CardService(Catalogue.load(), kept).open()
        assert await offline.named("Shock Wave") == OneFaced(name="Shock Wave", layout="normal")
        with pytest.raises(CardsUnavailable, match="not connected to Scryfall"):
            await offline.named("Dusk Sentinel")
        await offline.close()
        assert len(server.requests) == 1


class TestFreshness:
    @pytest.fixture
    async def freshness(
        self, server: ScryfallServer, fresh: Catalogue, kept: Kept
    ) -> AsyncIterator[Freshness]:
        scryfall = Scryfall(server.url)
        yield Freshness(Intake(fresh, kept), kept, Sync(scryfall, kept, fresh.shipped))
        await scryfall.close()

    async def test_a_new_catalogue_is_synced_at_once_and_not_again_the_next_day(
        self, freshness: Freshness, server: ScryfallServer, fresh: Catalogue
    ) -> None:
        assert fresh.as_of is None
        assert await freshness.look() == LOOK
        assert fresh.as_of is not None
        assert fresh.find("Night Terror")
        asked = len(server.requests)
        assert await freshness.look() == LOOK
        assert len(server.requests) == asked

    async def test_after_seven_days_it_is_synced_again(
        self, freshness: Freshness, server: ScryfallServer, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        await freshness.look()
        asked = len(server.requests)
        monkeypatch.setattr(freshness_module, "STALE", timedelta(0))
        await freshness.look()
        assert len(server.requests) == 2 * asked

    async def test_what_another_process_synced_is_taken_in(
        self, freshness: Freshness, server: ScryfallServer, fresh: Catalogue, kept: Kept
    ) -> None:
        other = Scryfall(server.url)
        await Sync(other, kept, fresh.shipped).run()
        await other.close()
        asked = len(server.requests)
        assert await freshness.look() == LOOK
        assert fresh.find("Night Terror")
        assert len(server.requests) == asked

    async def test_after_a_failure_it_is_tried_again_in_an_hour(
        self, freshness: Freshness, server: ScryfallServer, fresh: Catalogue
    ) -> None:
        server.troubles += ["500"] * 3
        assert await freshness.look() == LOOK_AGAIN
        assert len(fresh) == 507
        assert await freshness.look() == LOOK
        assert len(fresh) > 507

    async def test_nothing_stops_it(
        self,
        freshness: Freshness,
        monkeypatch: pytest.MonkeyPatch,
        caplog: pytest.LogCaptureFixture,
    ) -> None:
        async def broken(*_: object) -> None:
            raise RuntimeError("a bug of ours")

        monkeypatch.setattr(Sync, "run", broken)
        assert await freshness.look() == LOOK
        assert "a bug of ours" in caplog.text

    async def test_while_the_bot_runs_it_is_kept_fresh_and_it_stops_with_it(
        self, server: ScryfallServer, fresh: Catalogue, kept: Kept
    ) -> None:
        service = await CardService(fresh, kept, Scryfall(server.url)).open()
        await server.asked(3)
        await service.close()
        asked = len(server.requests)
        await asyncio.sleep(0)
        assert len(server.requests) == asked

    def test_when_it_is_stale(self) -> None:
        now = datetime.now(UTC)
        ages = [timedelta(0), timedelta(days=6.9), timedelta(days=7.1), timedelta(days=-1)]
        assert [is_stale(now - age) for age in ages] == [False, False, True, True]
        assert is_stale(None)
