"""Erasing and showing somebody, behind the commands: once, to the end, and from memory too."""

import asyncio
import json
from collections.abc import AsyncIterator, Callable, Sequence
from dataclasses import replace
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest

from bot.errors import NotSeated, PodkeeperError, StoreUnavailable, who
from bot.game.forage.rules import FORAGE
from bot.game.game import Game
from bot.game.pod import StartPod
from bot.game.rules import COMMANDER
from bot.game.turns import NextTurn
from bot.i18n import Language, say, speaking
from bot.panels.channels import Channels
from bot.panels.names import NameBook
from bot.panels.pictures import Pictures
from bot.panels.posted import PostedPanels
from bot.privacy import privacy
from bot.privacy.erasures import GIVEN_UP, MARK, Erasure, Erasures
from bot.privacy.personal_data import report
from bot.privacy.privacy import EMPTY_PASSES, LOOK, Privacy, watch
from bot.store.port import Place, Step
from bot.table import Actor
from bot.tables.seats import require_seat
from bot.tables.tables import Tables
from bot.ui.layout import note
from bot.ui.pictures.canvas import Canvas
from bot.ui.pictures.lettering import LETTERS
from bot.ui.words import mention
from tests.fakes import MemoryStore
from tests.store.steps import POD, a_step

ANA, BRUNO, CARLA = 111_222_333_444_555_666, 777_888_999_000_111_222, 333_444_555_666_777_888
HERE = Place(channel=5, guild=6)


class Clock:
    now = 1_000.0

    def __call__(self) -> float:
        return self.now


class Process:
    """What one of several processes has in memory."""

    def __init__(self, store: MemoryStore, clock: Clock) -> None:
        self.tables = Tables(store, COMMANDER)
        self.names = NameBook()
        self.posted = PostedPanels(store)
        self.pictures = Pictures()
        self.has_the_bot: bool | None = False
        """What Discord says of any server."""
        self.privacy = Privacy(
            store,
            [self.tables],
            self.names,
            self.posted,
            Channels(store),
            pictures=self.pictures,
            has_the_bot=self._ask,
            clock=clock,
        )

    async def _ask(self, guild: int) -> bool | None:
        await asyncio.sleep(0)
        return self.has_the_bot

    async def erase(self, person: int) -> int:
        return await self.privacy.erase(await self.privacy.take_up(person))

    async def players(self) -> tuple[int, ...]:
        return (await self.tables.table(HERE)).game.players


@pytest.fixture
def store() -> MemoryStore:
    return MemoryStore()


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
async def process(store: MemoryStore, clock: Clock) -> Process:
    process = Process(store, clock)
    start = StartPod(players=(ANA, BRUNO))
    await process.tables.act(HERE, Actor(ANA), start, interaction=1)
    return process


class TestAnErasure:
    async def test_is_taken_up_by_one_of_many(self, store: MemoryStore, clock: Clock) -> None:
        processes = [Erasures(store, clock) for _ in range(8)]
        found = await asyncio.gather(*(each.take_up(ANA) for each in processes))
        assert [erasure for erasure in found if erasure] == [Erasure(ANA, -1)]

    async def test_has_a_tombstone_of_its_own(self, store: MemoryStore, clock: Clock) -> None:
        processes = [Erasures(store, clock) for _ in range(8)]
        found = await asyncio.gather(*(each.take_up(n) for n, each in enumerate(processes, 1)))
        assert sorted(e.tombstone for e in found if e) == list(range(-8, 0))

    async def test_has_a_new_one_for_the_same_person_later(
        self, store: MemoryStore, clock: Clock
    ) -> None:
        erasures = Erasures(store, clock)
        for tombstone in (-1, -2, -3):
            erasure = await erasures.take_up(ANA)
            assert erasure == Erasure(ANA, tombstone)
            await erasures.cross_off(erasure)

    async def test_leaves_no_id_in_the_note_once_it_is_done(
        self, store: MemoryStore, process: Process
    ) -> None:
        await process.erase(ANA)
        assert str(ANA) not in (await store.mark(MARK) or "")

    async def test_given_up_is_taken_up_again_with_its_tombstone(
        self, store: MemoryStore, clock: Clock
    ) -> None:
        erasures = Erasures(store, clock)
        await erasures.take_up(ANA)
        assert await erasures.given_up() == []
        clock.now += GIVEN_UP
        assert await erasures.given_up() == [ANA]
        assert await erasures.take_up(ANA) == Erasure(ANA, -1)
        assert await erasures.take_up(ANA) is None

    async def test_is_not_kept_waiting_by_a_clock_that_was_put_back(
        self, store: MemoryStore, clock: Clock
    ) -> None:
        erasures = Erasures(store, clock)
        await erasures.take_up(ANA)
        clock.now -= 500
        assert await erasures.given_up() == [ANA]

    async def test_crossed_off_late_does_not_cross_off_another(
        self, store: MemoryStore, clock: Clock
    ) -> None:
        erasures = Erasures(store, clock)
        first = await erasures.take_up(ANA)
        assert first is not None
        await erasures.cross_off(first)
        await erasures.take_up(ANA)
        await erasures.cross_off(first)
        assert await erasures.take_up(ANA) is None

    async def test_that_broke_off_is_ended_later(
        self, store: MemoryStore, process: Process, clock: Clock
    ) -> None:
        erasure = await process.privacy.take_up(ANA)
        store.reachable = False
        with pytest.raises(StoreUnavailable):
            await process.privacy.erase(erasure)
        store.reachable = True
        await process.privacy.look()
        assert ANA in await process.players()
        clock.now += GIVEN_UP
        await Process(store, clock).privacy.look()
        assert [step async for step in store.about(ANA)] == []

    async def test_does_not_begin_where_the_notes_cannot_be_read(
        self, store: MemoryStore, process: Process, caplog: pytest.LogCaptureFixture
    ) -> None:
        """Begun anew, they would give a tombstone to a second person."""
        unreadable = f'{{"last": "?", "under_way": {{"{ANA}": 1}}}}'
        await store.swap_mark(MARK, None, unreadable)
        with pytest.raises(StoreUnavailable, match="notebook is damaged"):
            await process.privacy.take_up(ANA)
        assert await store.mark(MARK) == unreadable
        await process.privacy.look()
        assert "the notes on erasures cannot be read" in caplog.text
        assert str(ANA) not in caplog.text
        # What whoever runs the bot is told to do; see docs/privacy.md.
        assert await store.swap_mark(MARK, unreadable, '{"last": -1000000}')
        assert await process.privacy.take_up(ANA) == Erasure(ANA, -1_000_001)

    async def test_cannot_begin_while_it_is_under_way(self, process: Process) -> None:
        await process.privacy.take_up(ANA)
        with pytest.raises(PodkeeperError, match="being erased already"):
            await process.privacy.take_up(ANA)

    async def test_goes_through_what_is_in_memory(self, process: Process) -> None:
        interaction: Any = SimpleNamespace(
            guild_id=6, user=SimpleNamespace(id=ANA, display_name="Ana"), data=None
        )
        process.names.learn(interaction)
        of_both = [note(mention(ANA)), note(mention(BRUNO))]
        for channel, still in enumerate(of_both):
            process.posted.touched(HERE._replace(channel=channel), 9, interaction.user, still)
        await process.erase(ANA)
        assert process.names.of(6)(ANA) is None
        assert [posted.edit for posted in process.posted._posted.values()] == [None, None]
        assert [posted.still for posted in process.posted._posted.values()] == [None, of_both[1]]
        assert await process.players() in {(-1, BRUNO), (BRUNO, -1)}

    async def test_takes_the_pictures_with_names_and_the_written_names(
        self, process: Process
    ) -> None:
        def draw(name: str) -> bytes:
            LETTERS.write(Canvas(200, 40), (100, 20), name, 20, (0, 0, 0))
            LETTERS.fitted(name, 200, [20])
            return name.encode()

        await process.pictures.file("a poster", lambda: draw("Ana"))
        await process.erase(ANA)

        assert len(LETTERS._stencils) == 0
        for remembered in (LETTERS._fitted, LETTERS._width):
            assert remembered.cache_info().currsize == 0
        assert await process.pictures.file("a poster", lambda: b"drawn anew") == b"drawn anew"

    async def test_of_another_process_takes_the_pictures_too(
        self, store: MemoryStore, process: Process, clock: Clock
    ) -> None:
        other = Process(store, clock)
        await other.privacy.look()
        await other.pictures.file("a poster", lambda: b"with Ana")
        await process.erase(ANA)
        await other.privacy.look()
        assert await other.pictures.file("a poster", lambda: b"drawn anew") == b"drawn anew"

    async def test_of_another_process_is_noticed(
        self, store: MemoryStore, process: Process, clock: Clock
    ) -> None:
        other = Process(store, clock)
        await other.privacy.look()
        assert ANA in await other.players()
        await process.erase(ANA)
        await other.privacy.look()
        assert ANA not in await other.players()

    async def test_during_an_act_is_not_undone_by_what_was_in_memory(
        self, store: MemoryStore, process: Process
    ) -> None:
        act = NextTurn()
        await asyncio.gather(
            process.erase(ANA),
            process.tables.act(HERE, Actor(BRUNO), act, interaction=2),
        )
        assert ANA not in await process.players()
        assert [step async for step in store.about(ANA)] == []

    async def test_while_a_table_is_read_is_not_forgotten_by_it(self, store: MemoryStore) -> None:
        tables = Tables(store, COMMANDER)
        reading = asyncio.create_task(tables.table(HERE))
        await asyncio.sleep(0)
        tables.forget()
        await reading
        assert tables._cache == {}


class TestTheWatch:
    async def test_outlives_what_goes_wrong(
        self, store: MemoryStore, process: Process, clock: Clock, caplog: pytest.LogCaptureFixture
    ) -> None:
        await process.privacy.take_up(ANA)
        clock.now += GIVEN_UP
        store.reachable = False
        watching = asyncio.create_task(watch(process.privacy.look, every=0))
        async with asyncio.timeout(10):
            while "could not be looked for" not in caplog.text:  # noqa: ASYNC110
                await asyncio.sleep(0)
            store.reachable = True
            while [step async for step in store.about(ANA)]:  # noqa: ASYNC110
                await asyncio.sleep(0)
        watching.cancel()
        await asyncio.gather(watching, return_exceptions=True)


class TestALook:
    async def test_does_the_rest_where_the_notes_on_erasures_cannot_be_read(
        self, store: MemoryStore, process: Process
    ) -> None:
        await store.swap_mark(MARK, None, "[not ours")
        store.reachable = False
        await process.privacy.removed_from(6)
        store.reachable = True
        await process.privacy.look()
        assert await store.latest(HERE) is None
        assert store.wiped > 0

    async def test_ends_the_other_erasures_where_one_cannot_be_ended(
        self,
        store: MemoryStore,
        process: Process,
        clock: Clock,
        monkeypatch: pytest.MonkeyPatch,
        caplog: pytest.LogCaptureFixture,
    ) -> None:
        for person in (ANA, BRUNO):
            await process.privacy.take_up(person)
        clock.now += GIVEN_UP
        erase = store.erase

        async def fail(person: int, tombstone: int) -> int:
            if person == ANA:
                raise ValueError("one of her acts")
            return await erase(person, tombstone)

        monkeypatch.setattr(store, "erase", fail)
        await process.privacy.look()
        assert [step async for step in store.about(BRUNO)] == []
        assert "one of her acts" in caplog.text


class TestAServerThatRemovedTheBot:
    async def test_is_forgotten_on_disk_and_in_memory(
        self, store: MemoryStore, process: Process
    ) -> None:
        await process.privacy.removed_from(6)
        assert await store.latest(HERE) is None
        assert await process.players() == ()

    async def test_is_forgotten_later_if_it_cannot_be_now(
        self, store: MemoryStore, process: Process
    ) -> None:
        store.reachable = False
        await process.privacy.removed_from(6)
        store.reachable = True
        assert await store.latest(HERE) is not None
        await process.privacy.look()
        assert await store.latest(HERE) is None

    async def test_is_kept_if_it_invites_the_bot_again_before(
        self, store: MemoryStore, process: Process
    ) -> None:
        store.reachable = False
        await process.privacy.removed_from(6)
        store.reachable = True
        process.privacy.invited_to(6)
        await process.privacy.look()
        assert await store.latest(HERE) is not None

    async def test_is_forgotten_even_if_an_act_was_under_way(
        self, store: MemoryStore, process: Process, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """The act was decided on before, and is kept after the server was forgotten."""
        due, go_on, append = asyncio.Event(), asyncio.Event(), store.append

        async def held_up(step: Step) -> None:
            due.set()
            await go_on.wait()
            await append(step)

        monkeypatch.setattr(store, "append", held_up)
        act = process.tables.act(HERE, Actor(BRUNO), NextTurn(), interaction=2)
        acting = asyncio.create_task(act)
        await due.wait()
        await process.privacy.removed_from(6)
        go_on.set()
        await acting
        assert await store.latest(HERE) is not None
        await process.privacy.look()
        assert await store.guilds() == set()
        assert await process.players() == ()

    async def test_is_looked_at_until_nothing_of_it_is_left(
        self, store: MemoryStore, process: Process
    ) -> None:
        await process.privacy.removed_from(6)
        for _ in range(EMPTY_PASSES):
            await process.privacy.look()
        await store.append(a_step(1, HERE))  # it has our commands without the bot
        await process.privacy.look()
        assert await store.guilds() == {6}

    async def test_is_forgotten_even_if_its_first_act_was_under_way(
        self, store: MemoryStore, process: Process
    ) -> None:
        await process.privacy.removed_from(66)
        await store.append(a_step(1, Place(channel=660, guild=66)))
        await process.privacy.look()
        assert await store.guilds() == {6}

    async def test_that_discord_does_not_tell_of_keeps_no_look_for_long(
        self, process: Process, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        now, asked = [0.0], []

        async def slow(guild: int) -> None:
            asked.append(guild)
            now[0] += 10.0

        monkeypatch.setattr(privacy.time, "monotonic", lambda: now[0])
        monkeypatch.setattr(process.privacy, "_has_the_bot", slow)
        process.privacy._removed_from = dict.fromkeys(range(100), 0)
        await process.privacy.look()
        assert len(asked) * 10 <= LOOK

    async def test_plays_on_from_nothing_as_soon_as_it_is_being_forgotten(
        self, store: MemoryStore, process: Process, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        known: list[bool] = []
        forget_guild = store.forget_guild

        async def looked_at(*args: Any) -> int:
            known.append(bool(process.tables._cache))
            return await forget_guild(*args)

        monkeypatch.setattr(store, "forget_guild", looked_at)
        assert process.tables._cache
        await process.privacy.removed_from(6)
        assert known == [False]


class TestAServerThatHasTheBotAgain:
    """It was to be forgotten, which was not possible then."""

    @pytest.fixture(autouse=True)
    async def due(self, store: MemoryStore, process: Process) -> None:
        store.reachable = False
        await process.privacy.removed_from(6)
        store.reachable = True

    async def test_is_kept_though_no_event_told_of_it(
        self, store: MemoryStore, process: Process
    ) -> None:
        process.has_the_bot = True
        await process.privacy.look()
        process.has_the_bot = False  # it is not even due any more
        await process.privacy.look()
        assert await store.latest(HERE) is not None

    async def test_is_kept_as_long_as_nobody_knows(
        self, store: MemoryStore, process: Process
    ) -> None:
        process.has_the_bot = None
        await process.privacy.look()
        assert await store.latest(HERE) is not None
        process.has_the_bot = False
        await process.privacy.look()
        assert await store.latest(HERE) is None

    async def test_is_kept_if_it_is_told_while_discord_is_asked(
        self, store: MemoryStore, process: Process
    ) -> None:
        looking = asyncio.create_task(process.privacy.look())
        while not looking.done():
            process.privacy.invited_to(6)
            await asyncio.sleep(0)
        assert await store.latest(HERE) is not None

    async def test_is_kept_while_another_one_is_forgotten(
        self, store: MemoryStore, process: Process, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        elsewhere = Place(channel=70, guild=7)
        await store.append(a_step(1, elsewhere))
        forgotten: list[int] = []
        forget_guild = store.forget_guild

        async def back_meanwhile(guild: int, unless: Callable[[], bool]) -> int:
            forgotten.append(guild)
            process.privacy.invited_to(13 - guild)
            return await forget_guild(guild, unless)

        monkeypatch.setattr(store, "forget_guild", back_meanwhile)
        process.privacy._removed_from[7] = 0
        await process.privacy.look()
        assert len(forgotten) == 1
        assert await store.guilds() == {6, 7} - set(forgotten)

    async def test_is_forgotten_no_further(
        self, store: MemoryStore, process: Process, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        forget_guild = store.forget_guild

        async def back_meanwhile(guild: int, unless: Callable[[], bool]) -> int:
            assert not unless()
            process.privacy.invited_to(guild)
            return await forget_guild(guild, unless)

        monkeypatch.setattr(store, "forget_guild", back_meanwhile)
        await process.privacy.look()
        assert await store.latest(HERE) is not None


class TestTracesInTheFiles:
    async def test_are_wiped_once_the_id_is_not_even_in_the_note(
        self, store: MemoryStore, process: Process, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        notes: list[str] = []
        wipe = store.wipe

        async def noted(*, at_leisure: bool) -> bool:
            notes.append(await store.mark(MARK) or "")
            return await wipe(at_leisure=at_leisure)

        monkeypatch.setattr(store, "wipe", noted)
        await process.erase(ANA)
        [note] = notes
        assert note
        assert str(ANA) not in note

    async def test_are_wiped_after_a_server_has_gone(
        self, store: MemoryStore, process: Process
    ) -> None:
        await process.privacy.removed_from(6)
        assert store.wiped == 1

    async def test_are_wiped_once_nobody_uses_the_files(
        self, store: MemoryStore, process: Process
    ) -> None:
        store.at_rest = False
        assert await process.erase(ANA) == 1
        await process.privacy.look()
        store.at_rest = True
        await process.privacy.look()
        assert store.wiped == 3
        await process.privacy.look()
        assert store.wiped == 3

    async def test_that_cannot_be_wiped_spoil_no_erasure(
        self, store: MemoryStore, process: Process, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        async def fail(*, at_leisure: bool) -> bool:
            raise StoreUnavailable("The disk is full.")

        with monkeypatch.context() as broken:
            broken.setattr(store, "wipe", fail)
            assert await process.erase(ANA) == 1
        await process.privacy.look()
        assert store.wiped == 1

    async def test_of_an_earlier_run_are_wiped_at_the_start(
        self, store: MemoryStore, process: Process
    ) -> None:
        await process.privacy.begin()
        assert store.wiped == 1
        await process.privacy.look()
        assert store.wiped == 1

    async def test_that_cannot_be_wiped_keep_nobody_from_starting(
        self, store: MemoryStore, process: Process, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        async def fail(*, at_leisure: bool) -> bool:
            raise ValueError("whatever it is")

        with monkeypatch.context() as broken:
            broken.setattr(store, "wipe", fail)
            await process.privacy.begin()
        await process.privacy.look()
        assert store.wiped == 1

    async def test_of_a_server_that_was_half_forgotten_are_wiped(
        self, store: MemoryStore, process: Process, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        await process.privacy.begin()
        forget_guild = store.forget_guild

        async def break_off(*args: Any) -> int:
            await forget_guild(*args)
            raise StoreUnavailable("The disk is full.")

        with monkeypatch.context() as broken:
            broken.setattr(store, "forget_guild", break_off)
            await process.privacy.removed_from(6)
        await process.privacy.look()
        assert store.wiped == 2


async def each(steps: Sequence[Step]) -> AsyncIterator[Step]:
    for step in steps:
        yield step


async def acts(*steps: Step, limit: int = 10**6) -> list[dict[str, Any]]:
    rules = {rules.kind: rules for rules in (COMMANDER, FORAGE)}
    told = await report(each(steps), ANA, rules, limit)
    assert len(told.content) <= limit
    found: list[dict[str, Any]] = json.loads(told.content)["acts"]
    assert len(found) == told.acts
    return found


class TestTheReport:
    async def test_has_words_for_people_wherever_they_are(self) -> None:
        command = {"kind": "x", "a": [ANA, BRUNO, -4, 7], "b": {str(ANA): 1, str(BRUNO): True}}
        [act] = await acts(a_step(actor=CARLA, command=json.dumps(command)))
        assert act["by"] == "another player"
        assert act["details"] == {
            "a": ["you", "another player", "another player", 7],
            "b": {"you": 1, "another player": True},
        }

    async def test_tells_where_the_id_is(self) -> None:
        step = a_step(actor=ANA, state=f'{{"{ANA}": 1}}', events="[]")
        assert (await acts(step))[0]["your_id_is_in"] == ["by", "the game after it"]
        assert (await acts(replace(step, actor=BRUNO, state=None)))[0]["your_id_is_in"] == []

    async def test_takes_acts_that_it_cannot_read(self) -> None:
        step = a_step(place=POD._replace(kind="of the future", guild=None), actor=ANA)
        [act] = await acts(step)
        assert (act["server"], act["what_happened"], act["act"]) == (None, [], None)

    async def test_is_cut_between_two_acts(self) -> None:
        steps = [a_step(seq, actor=ANA) for seq in range(1, 101)]
        whole = await report(each(steps), ANA, {}, 10**6)
        assert (whole.acts, whole.complete) == (100, True)
        cut = await report(each(steps), ANA, {}, 5_000)
        assert 0 < cut.acts < 100
        assert not cut.complete
        assert len(cut.content) <= 5_000
        assert json.loads(cut.content)["complete"] is False

    async def test_of_nothing_is_a_file_all_the_same(self) -> None:
        assert await acts() == []

    async def test_is_written_once_at_a_time(self, process: Process) -> None:
        reports = [process.privacy.report(ANA, 10**6) for _ in range(2)]
        first, second = await asyncio.gather(*reports, return_exceptions=True)
        assert not isinstance(first, BaseException)
        assert first.acts == 1
        assert isinstance(second, PodkeeperError)
        assert (await process.privacy.report(ANA, 10**6)).acts == 1


class TestATombstone:
    def test_is_said_in_the_language_that_is_spoken(self) -> None:
        assert mention(-1) == "Somebody"
        assert say("{players} won", players=who(-1, BRUNO)) == f"Somebody and <@{BRUNO}> won"
        for language in (Language.PORTUGUESE, Language.SPANISH):
            with speaking(language):
                assert "-1" not in mention(-1)
                assert "<@" not in mention(-1)

    def test_keeps_nobody_from_a_table_that_is_left(self) -> None:
        def table(*players: int) -> Game:
            return COMMANDER.rulebook.play(Game(), StartPod(players=players), Random(1))[0]

        require_seat(table(-1, -2), Actor(CARLA))
        with pytest.raises(NotSeated):
            require_seat(table(-1, BRUNO), Actor(CARLA))
