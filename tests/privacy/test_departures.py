"""Servers that removed the bot unseen are forgotten, and no mistake makes it forget the others."""

import asyncio
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from typing import NamedTuple

import pytest

from bot.errors import StoreUnavailable
from bot.privacy.departures import GRACE, MARK, Departures
from bot.store.port import Place
from tests.fakes import MemoryStore
from tests.store.steps import a_step

START = datetime(2026, 10, 1, 20, 0, tzinfo=UTC)
LONG_AGO = START - timedelta(days=100)
DAY = timedelta(days=1)
STAYS, LEAVES, OTHER = (number << 22 for number in (10, 20, 30))


class Server(NamedTuple):
    id: int


class Shard:
    closed = False

    def is_closed(self) -> bool:
        return self.closed


@dataclass
class Bot:
    """What a process knows of Discord."""

    named: set[int]
    application_id: int | None = 7
    shard_count: int | None = 1
    shards: dict[int, Shard] = field(default_factory=lambda: {0: Shard()})
    last_heard: datetime | None = START
    ready: bool = True

    @property
    def guilds(self) -> list[Server]:
        return [Server(guild) for guild in self.named]

    def is_ready(self) -> bool:
        return self.ready


class Process:
    """A run of the bot, from its start to the next."""

    def __init__(self, store: MemoryStore, bot: Bot) -> None:
        self.store, self.bot = store, bot
        self.purged: list[int] = []
        self.departures = Departures(store, bot, self.purge)

    async def purge(self, guild: int) -> None:
        self.purged.append(guild)
        await self.store.forget_guild(guild)

    async def look(self, after: timedelta) -> list[int]:
        """The servers that have been forgotten so far, once somebody played so long after."""
        self.bot.last_heard = START + after
        await self.departures.look()
        return self.purged


async def played_in(store: MemoryStore, *guilds: int, at: datetime = LONG_AGO) -> None:
    for guild in guilds:
        place = Place(channel=guild + 1, guild=guild)
        latest = await store.latest(place)
        await store.append(a_step(latest.seq + 1 if latest else 1, place, at=at))


@pytest.fixture
async def store() -> MemoryStore:
    store = MemoryStore()
    await played_in(store, STAYS, LEAVES)
    return store


def without(*guilds: int, of: Iterable[int] = (STAYS, LEAVES)) -> Bot:
    return Bot(set(of) - set(guilds))


@pytest.fixture
def process(store: MemoryStore) -> Process:
    return Process(store, without(LEAVES))


class TestAServerThatIsNotThere:
    async def test_is_forgotten_once_it_has_been_so_for_long(
        self, store: MemoryStore, process: Process
    ) -> None:
        assert await process.look(timedelta()) == []
        assert await process.look(GRACE - DAY) == []
        assert await process.look(GRACE) == [LEAVES]
        assert await store.guilds() == {STAYS}

    async def test_is_not_noted_any_more_when_it_is_forgotten(
        self, store: MemoryStore, process: Process
    ) -> None:
        await process.look(timedelta())
        assert str(LEAVES) in (await store.mark(MARK) or "")
        await process.look(GRACE)
        await process.look(GRACE + DAY)
        assert str(LEAVES) not in (await store.mark(MARK) or "")

    async def test_is_forgotten_after_a_restart_too(self, store: MemoryStore) -> None:
        await Process(store, without(LEAVES)).look(timedelta())
        assert await Process(store, without(LEAVES)).look(GRACE - DAY) == []
        assert await Process(store, without(LEAVES)).look(GRACE) == [LEAVES]

    async def test_has_all_its_time_anew_if_it_comes_back_meanwhile(
        self, store: MemoryStore, process: Process
    ) -> None:
        await process.look(timedelta())
        process.bot.named.add(LEAVES)
        await process.look(2 * DAY)
        process.bot.named.discard(LEAVES)
        assert await process.look(GRACE + DAY) == []
        assert await process.look(2 * GRACE) == []
        assert await process.look(2 * GRACE + DAY) == [LEAVES]

    async def test_has_all_its_time_anew_if_it_invites_the_bot_between_two_looks(
        self, store: MemoryStore, process: Process
    ) -> None:
        await process.look(timedelta())
        await process.departures.back(LEAVES)
        assert await process.look(GRACE) == []
        assert await process.look(2 * GRACE) == [LEAVES]

    async def test_stays_if_it_is_played_in_without_the_bot_as_a_member(
        self, store: MemoryStore, process: Process
    ) -> None:
        await process.look(timedelta())
        await played_in(store, LEAVES, at=START + 10 * DAY)
        assert await process.look(GRACE) == []
        assert await process.look(GRACE + 9 * DAY) == []
        assert await process.look(GRACE + 10 * DAY) == [LEAVES]

    async def test_does_not_stay_for_an_act_that_a_wrong_clock_dated_ahead(
        self, store: MemoryStore, process: Process
    ) -> None:
        act = a_step(2, Place(LEAVES + 1, LEAVES), at=LONG_AGO)
        await store.append(replace(act, at=START + 3650 * DAY))
        await process.look(timedelta())
        assert await process.look(GRACE) == [LEAVES]

    async def test_does_not_stay_for_a_note_of_a_day_to_come(
        self, store: MemoryStore, process: Process
    ) -> None:
        await process.look(timedelta())
        note = await store.mark(MARK) or ""
        ahead = note.replace(str(START.date()), str(START.date() + 3650 * DAY))
        await store.swap_mark(MARK, note, ahead)
        await process.look(DAY)
        assert await process.look(DAY + GRACE) == [LEAVES]

    async def test_stays_if_it_comes_back_at_the_last_moment(
        self, store: MemoryStore, process: Process, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        await process.look(timedelta())

        async def meanwhile(guild: int) -> None:
            process.bot.named.add(guild)

        monkeypatch.setattr(store, "last_act", meanwhile)
        assert await process.look(GRACE) == []

    async def test_is_looked_for_again_if_the_database_was_out_of_reach(
        self, store: MemoryStore, process: Process
    ) -> None:
        await process.look(timedelta())
        store.reachable = False
        with pytest.raises(StoreUnavailable):
            await process.look(GRACE)
        await process.departures.back(LEAVES)  # never raises
        store.reachable = True
        assert await process.look(GRACE) == [LEAVES]


class TestNothingIsForgotten:
    async def test_of_a_server_that_is_out_of_reach(self, store: MemoryStore) -> None:
        """Discord names it, and discord.py lists it: as a server that is unavailable."""
        process = Process(store, without())
        await process.look(timedelta())
        assert await process.look(10 * GRACE) == []
        assert await store.mark(MARK) is None or str(LEAVES) not in str(await store.mark(MARK))

    async def test_before_discord_has_named_all_servers(
        self, store: MemoryStore, process: Process
    ) -> None:
        process.bot.ready = False
        await process.look(timedelta())
        assert await store.mark(MARK) is None

    async def test_without_a_clock_to_go_by(self, store: MemoryStore, process: Process) -> None:
        process.bot.last_heard = None
        await process.departures.look()
        assert await store.mark(MARK) is None

    async def test_where_no_server_is_there_at_all(
        self, store: MemoryStore, caplog: pytest.LogCaptureFixture
    ) -> None:
        process = Process(store, Bot(set()))
        await process.look(timedelta())
        assert await process.look(10 * GRACE) == []
        assert await store.mark(MARK) is None
        assert "is it the right token" in caplog.text

    async def test_where_only_servers_are_there_that_the_database_does_not_know(
        self, store: MemoryStore
    ) -> None:
        process = Process(store, Bot({OTHER}))
        await process.look(timedelta())
        assert await process.look(10 * GRACE) == []

    async def test_at_once_where_another_application_uses_the_database(
        self, store: MemoryStore
    ) -> None:
        """Even if it has begun to play, and even if something was noted by the one before."""
        await Process(store, without(LEAVES)).look(timedelta())
        await played_in(store, OTHER)
        stranger = Process(store, Bot({OTHER}, application_id=8))
        assert await stranger.look(GRACE) == []
        back = Process(store, without(LEAVES))
        assert await back.look(GRACE + DAY) == []
        assert await back.look(2 * GRACE) == []
        assert await back.look(2 * GRACE + DAY) == [LEAVES, OTHER]

    async def test_of_shards_of_other_processes(self, store: MemoryStore) -> None:
        """Servers 10, 20 are of shard 0 of two, and 31 is of shard 1."""
        elsewhere = 31 << 22
        await played_in(store, elsewhere)
        process = Process(store, Bot({STAYS, LEAVES}, shard_count=2))
        await process.look(timedelta())
        assert await process.look(10 * GRACE) == []

    async def test_of_a_shard_that_is_not_connected(
        self, store: MemoryStore, process: Process
    ) -> None:
        await process.look(timedelta())
        process.bot.shards[0].closed = True
        assert await process.look(GRACE) == []
        process.bot.shards[0].closed = False
        assert await process.look(GRACE + DAY) == [LEAVES]

    async def test_at_once_where_the_notes_cannot_be_read(
        self, store: MemoryStore, process: Process
    ) -> None:
        await store.swap_mark(MARK, None, "[not ours")
        await process.departures.back(LEAVES)
        assert await process.look(GRACE) == []
        assert await process.look(GRACE + GRACE - DAY) == []
        assert await process.look(GRACE + GRACE) == [LEAVES]


class TestSeveralProcesses:
    async def test_note_each_the_servers_of_their_own_shards(self, store: MemoryStore) -> None:
        odd_stays, odd_leaves = 11 << 22, 21 << 22
        await played_in(store, odd_stays, odd_leaves)
        processes = [
            Process(store, Bot({stays}, shard_count=2, shards={shard: Shard()}))
            for shard, stays in enumerate((STAYS, odd_stays))
        ]
        for after in (timedelta(), DAY, GRACE):
            await asyncio.gather(*(process.look(after) for process in processes))
        assert [process.purged for process in processes] == [[LEAVES], [odd_leaves]]
        assert await store.guilds() == {STAYS, odd_stays}

    async def test_lose_no_note_to_each_other(self, store: MemoryStore) -> None:
        guilds = [number << 22 for number in range(40, 56)]
        await played_in(store, *guilds)
        count = 4
        processes = [
            Process(store, Bot(set(guilds[shard::8]), shard_count=count, shards={shard: Shard()}))
            for shard in range(count)
        ]
        await asyncio.gather(*(process.look(timedelta()) for process in processes))
        noted = await store.mark(MARK) or ""
        absent = [g for g in guilds if not any(g in p.bot.named for p in processes)]
        assert len(absent) == 8
        assert all(str(guild) in noted for guild in absent)


async def test_it_compares_once_a_day(
    store: MemoryStore, process: Process, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[int] = []
    guilds = store.guilds

    async def counted() -> set[int]:
        asked.append(1)
        return await guilds()

    monkeypatch.setattr(store, "guilds", counted)
    for hours in range(30):
        await process.look(timedelta(hours=hours))
    assert len(asked) == 3  # from 20:00 on, over two midnights
