"""How Scryfall is asked: who asks, how often, and what happens when it does not answer."""

import asyncio
import contextlib
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime

import aiohttp
import pytest

from bot import __version__
from bot.cards.online import CardsUnavailable
from bot.cards.scryfall import client as module
from bot.cards.scryfall.client import Away, NotFound, Refused, Scryfall
from bot.cards.scryfall.limits import LOCK_OUT, LockedOut
from tests.cards import scryfall_shapes as shapes
from tests.cards.scryfall_server import ScryfallServer, most_in_a_second

CARD = shapes.transform()
ID = CARD["id"]


@asynccontextmanager
async def asking(server: ScryfallServer, contact: str | None = None) -> AsyncIterator[Scryfall]:
    scryfall = Scryfall(server.url, contact)
    try:
        yield scryfall
    finally:
        await scryfall.close()


class TestWhoAsks:
    async def test_its_name_and_version_and_a_contact(self) -> None:
        async with ScryfallServer.start([CARD]) as server, asking(server, "ana@example.org") as it:
            await it.get(f"/cards/{ID}")
            [request] = server.requests
            assert request.agent == f"Podkeeper/{__version__} (ana@example.org)"

    async def test_without_a_contact_nobody_is_named(self) -> None:
        async with ScryfallServer.start([CARD]) as server, asking(server) as it:
            assert (await it.get(f"/cards/{ID}"))["name"] == CARD["name"]
            [request] = server.requests
            assert request.agent.startswith(f"Podkeeper/{__version__} (a Discord bot")

    async def test_the_server_turns_a_library_away(self) -> None:
        """Which is what Scryfall does; else these tests would prove nothing."""
        async with (
            ScryfallServer.start([CARD]) as server,
            aiohttp.ClientSession() as session,
            session.get(f"{server.url}/cards/{ID}") as response,
        ):
            assert response.status == 400
            assert (await response.json())["subcode"] == "generic_user_agent"


class TestLimits:
    async def test_two_a_second_of_what_is_costly_and_ten_of_the_rest(self) -> None:
        async with ScryfallServer.start([CARD]) as server, asking(server) as it:
            await asyncio.gather(
                *(it.get("/cards/named", {"fuzzy": "dusk"}) for _ in range(5)),
                *(it.get(f"/cards/{ID}") for _ in range(16)),
            )
            costly = server.asked_for("/cards/named")
            others = server.asked_for(f"/cards/{ID}")
            assert (len(costly), len(others)) == (5, 16)
            assert most_in_a_second(costly) <= 2
            assert most_in_a_second(others) <= 10

    async def test_attempts_count_too(self) -> None:
        async with ScryfallServer.start([CARD]) as server, asking(server) as it:
            server.troubles += ["500", "cut", "", "503"]
            answers = await asyncio.gather(
                *(it.get("/cards/named", {"fuzzy": "dusk"}) for _ in range(2))
            )
            assert len(answers) == 2
            assert len(server.requests) == 5
            assert most_in_a_second(server.requests) <= 2

    async def test_a_429_stops_every_call_for_as_long_as_it_says(self, at_once: None) -> None:
        async with ScryfallServer.start([CARD], lock_out=30) as server, asking(server) as it:
            server.troubles.append("429")
            with pytest.raises(LockedOut) as caught:
                await it.get("/cards/named", {"fuzzy": "dusk"})
            assert caught.value.seconds == pytest.approx(30, abs=5)
            for path in ("/cards/named", "/cards/search", f"/cards/{ID}", f"/cards/{ID}/rulings"):
                with pytest.raises(CardsUnavailable, match="asked for a break"):
                    await it.get(path)
            assert len(server.requests) == 1

    async def test_those_who_stand_in_line_are_stopped_too(self, at_once: None) -> None:
        async with ScryfallServer.start([CARD]) as server, asking(server) as it:
            server.troubles += ["", "429"]
            outcomes = await asyncio.gather(
                *(it.get("/cards/named", {"fuzzy": "dusk"}) for _ in range(5)),
                return_exceptions=True,
            )
            assert [isinstance(outcome, LockedOut) for outcome in outcomes] == [False, *[True] * 4]
            assert len(server.requests) == 2

    async def test_after_the_lock_out_it_is_asked_again(self, at_once: None) -> None:
        async with ScryfallServer.start([CARD], lock_out=1) as server, asking(server) as it:
            server.troubles.append("429")
            with pytest.raises(LockedOut) as caught:
                await it.get(f"/cards/{ID}")
            await asyncio.sleep(caught.value.seconds)
            assert (await it.get(f"/cards/{ID}"))["id"] == ID

    @pytest.mark.parametrize(
        ("header", "seconds"),
        [
            ("45", 45.0),
            (None, LOCK_OUT),
            ("soon", LOCK_OUT),
            ("", LOCK_OUT),
            ("0", 1.0),
            ("-5", 1.0),
            ("nan", 1.0),
            ("inf", 3600.0),
            ("86400", 3600.0),
        ],
    )
    def test_what_it_says_is_read_with_care(self, header: str | None, seconds: float) -> None:
        assert module._retry_after(header) == seconds

    def test_it_may_say_until_when(self) -> None:
        until = datetime.now(UTC) + timedelta(seconds=90)
        assert module._retry_after(format_datetime(until, usegmt=True)) == pytest.approx(90, abs=5)


@pytest.mark.usefixtures("at_once")
class TestBadDays:
    @pytest.mark.parametrize("trouble", ["500", "503", "cut", "garbage"])
    async def test_another_attempt_is_made(self, trouble: str) -> None:
        async with ScryfallServer.start([CARD]) as server, asking(server) as it:
            server.troubles += [trouble, trouble]
            assert (await it.get(f"/cards/{ID}"))["id"] == ID
            assert len(server.requests) == 3

    @pytest.mark.parametrize("trouble", ["500", "cut", "garbage"])
    async def test_and_not_for_ever(self, trouble: str) -> None:
        async with ScryfallServer.start([CARD]) as server, asking(server) as it:
            server.troubles += [trouble] * 5
            with pytest.raises(Away, match="does not answer just now"):
                await it.get(f"/cards/{ID}")
            assert len(server.requests) == module.ATTEMPTS

    async def test_a_server_that_is_silent(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(module, "SILENCE", 0.1)
        async with ScryfallServer.start([CARD]) as server, asking(server) as it:
            server.troubles += ["slow", ""]
            assert (await it.get(f"/cards/{ID}"))["id"] == ID

    async def test_nobody_is_there(self, unused_tcp_port: int) -> None:
        it = Scryfall(f"http://127.0.0.1:{unused_tcp_port}")
        with pytest.raises(Away):
            await it.get("/cards/named", {"fuzzy": "dusk"})
        await it.close()

    async def test_what_is_not_there_is_not_asked_for_again(self) -> None:
        async with ScryfallServer.start([CARD]) as server, asking(server) as it:
            with pytest.raises(NotFound) as caught:
                await it.get("/cards/named", {"fuzzy": "zzzzzz"})
            assert not caught.value.ambiguous
            assert len(server.requests) == 1

    async def test_what_is_refused_is_not_asked_again(
        self, caplog: pytest.LogCaptureFixture
    ) -> None:
        async with ScryfallServer.start([CARD]) as server, asking(server) as it:
            server.troubles.append("400")
            with pytest.raises(Refused):
                await it.get(f"/cards/{ID}")
            assert len(server.requests) == 1
        assert f"Scryfall refused /cards/{ID}: 400 server_error" in caplog.text
        assert "Told in detail." not in caplog.text

    @pytest.mark.parametrize(
        "answer",
        [
            b"nonsense\r\n\r\n",  # aiohttp's error tells the address that was asked for
            b'HTTP/1.1 422 No\r\nContent-Length: 23\r\n\r\n{"type": "typed words"}',
            b'HTTP/1.1 400 No\r\nContent-Length: 15\r\n\r\n["typed words"]',
        ],
    )
    async def test_what_was_typed_is_in_no_entry(
        self, caplog: pytest.LogCaptureFixture, answer: bytes
    ) -> None:
        async def spoil(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            await reader.readuntil(b"\r\n\r\n")
            writer.write(answer)
            await writer.drain()
            writer.close()

        caplog.set_level(logging.DEBUG)
        async with await asyncio.start_server(spoil, "127.0.0.1", 0) as server:
            port = server.sockets[0].getsockname()[1]
            it = Scryfall(f"http://127.0.0.1:{port}")
            with pytest.raises(CardsUnavailable):
                await it.get("/cards/named", {"fuzzy": "typed words"})
            await it.close()

        assert "/cards/named" in caplog.text
        assert "typed" not in caplog.text

    async def test_every_call_is_counted_by_its_outcome(self) -> None:
        counted: list[str] = []
        async with ScryfallServer.start([CARD]) as server:
            it = Scryfall(server.url, counted=counted.append)
            server.troubles += ["", "", "500", "cut", "garbage", "400", "429"]
            for path in (f"/cards/{ID}", "/cards/none", f"/cards/{ID}", f"/cards/{ID}", "/cards/x"):
                with contextlib.suppress(NotFound, CardsUnavailable):
                    await it.get(path)
            await it.close()
        assert counted == [
            *("ok", "missing"),
            *("failed", "unavailable", "failed"),
            *("failed", "limited"),
        ]
