"""What is stored about a person can be shown and erased, and what is not needed any more goes."""

import asyncio
import re
from contextlib import suppress
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import asyncpg
import pytest

from bot.errors import StoreUnavailable, TableMovedOn
from bot.game.engine import replay
from bot.game.game import Game
from bot.game.pod import StartPod
from bot.game.rules import COMMANDER, EVENTS
from bot.game.turns import NextTurn
from bot.store import cleaning
from bot.store.port import Place, Step, Store, VersionConflict
from bot.store.postgres import PostgresStore
from bot.store.rows import made_at
from bot.store.sqlite import SqliteStore
from bot.table import Actor
from bot.tables.tables import Tables
from tests.fakes import MemoryStore
from tests.store.conftest import OpenStore
from tests.store.steps import BEGAN, POD, SQUIRRELS, a_step, places
from tests.store.waiting import until

ANA, BRUNO, GRAVE = 111_222_333_444_555_666, 777_888_999_000_111_222, -1
ELSEWHERE = Place(channel=5, guild=6)


async def keep(store: Store, *steps: Step) -> None:
    for step in steps:
        await store.append(step)


async def steps_about(store: Store, person: int) -> list[Step]:
    return [step async for step in store.about(person)]


async def everything(store: Store, *where: Place) -> list[Step]:
    """All steps of game 1 and 2, place by place, oldest first."""
    logs = [await store.log(place, game) for place in where for game in (1, 2)]
    return sorted((s for log in logs for s in log), key=lambda s: (s.place, s.seq))


MOST_ACTS = 2_000
"""More than a test waits for: one that fails must not play for ever."""


class TestWhatIsStoredAboutAPerson:
    async def test_is_every_step_that_names_them_and_no_other(self, any_store: Store) -> None:
        named = [
            a_step(1, actor=ANA),
            a_step(2, command=f'{{"player": {ANA}}}'),
            a_step(3, events=f'[{{"players": [1, {ANA}]}}]'),
            a_step(4, state=f'{{"delves": {{"{ANA}": {{}}}}}}'),
            a_step(1, SQUIRRELS, actor=ANA, state=None),
        ]
        others = [
            a_step(5, actor=ANA + 1),
            a_step(6, events=f'["{ANA}", {ANA}0, {ANA}.5]'),
            a_step(7, state=None),
        ]
        await keep(any_store, *named, *others)
        assert sorted(await steps_about(any_store, ANA), key=lambda s: (s.place, s.seq)) == named
        assert await steps_about(any_store, BRUNO) == []

    async def test_comes_place_by_place_in_order_however_much_it_is(
        self, any_store: Store, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(cleaning, "PAGE", 4)
        kept = [
            a_step(seq, place, actor=ANA if seq % 2 else BRUNO)
            for place in (*places(3), ELSEWHERE, SQUIRRELS)
            for seq in range(1, 8)
        ]
        await asyncio.gather(*map(any_store.append, kept))
        found = await steps_about(any_store, ANA)
        assert found == sorted(
            (step for step in kept if step.actor == ANA),
            key=lambda step: (step.place.channel, step.place.kind, step.seq),
        )


class TestErasing:
    async def test_puts_a_tombstone_everywhere_and_nothing_else_changes(
        self, any_store: Store
    ) -> None:
        before = [
            a_step(1, actor=ANA, command=f'{{"player": {ANA}}}', events=f"[{ANA}, {BRUNO}]"),
            a_step(2, actor=BRUNO, state=f'{{"delves": {{"{ANA}": 1, "{BRUNO}": 2}}}}'),
            a_step(3, actor=BRUNO, events=f'["{ANA}", {ANA}1]', state=None),
        ]
        await keep(any_store, *before)
        assert await any_store.erase(ANA, GRAVE) == 2
        assert await everything(any_store, POD) == [
            replace(
                before[0],
                actor=GRAVE,
                command=f'{{"player": {GRAVE}}}',
                events=f"[{GRAVE}, {BRUNO}]",
            ),
            replace(before[1], state=f'{{"delves": {{"{GRAVE}": 1, "{BRUNO}": 2}}}}'),
            replace(before[2], seq=4, cursor=4),
        ]
        assert await steps_about(any_store, ANA) == []
        assert await any_store.erase(ANA, GRAVE) == 0

    async def test_reaches_every_place_however_many_rows_there_are(
        self, any_store: Store, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(cleaning, "PAGE", 5)
        monkeypatch.setattr(cleaning, "BATCH", 2)
        kept = [a_step(seq, place, actor=ANA) for place in places(6) for seq in range(1, 5)]
        await asyncio.gather(*map(any_store.append, kept))
        assert await any_store.erase(ANA, GRAVE) == 24
        assert await steps_about(any_store, ANA) == []
        assert len(await steps_about(any_store, GRAVE)) == 24

    async def test_makes_whoever_has_the_table_in_memory_read_it_anew(
        self, any_store: Store
    ) -> None:
        """Else the next step would bring the id back, within the state."""
        await keep(any_store, a_step(1), a_step(2, state=f"[{ANA}]"), a_step(1, SQUIRRELS))
        await any_store.erase(ANA, GRAVE)
        with pytest.raises(VersionConflict):
            await any_store.append(a_step(3, state=f"[{ANA}]"))
        latest = await any_store.latest(POD)
        assert latest == replace(a_step(2), state=f"[{GRAVE}]", seq=3, cursor=3)
        assert await any_store.latest(SQUIRRELS) == a_step(1, SQUIRRELS)

    async def test_makes_whoever_goes_back_to_an_older_step_read_it_anew(
        self, any_store: Store
    ) -> None:
        """An undo takes its state from there, and may have read it before it was changed."""
        await keep(any_store, a_step(1, state=f"[{ANA}]"), a_step(2), a_step(1, ELSEWHERE))
        assert await any_store.erase(ANA, GRAVE) == 1
        with pytest.raises(VersionConflict):
            await any_store.append(a_step(3, state=f"[{ANA}]"))
        assert await any_store.latest(POD) == replace(a_step(2), seq=3, cursor=3)
        assert await any_store.latest(ELSEWHERE) == a_step(1, ELSEWHERE)

    async def test_counts_an_act_once_however_often_it_is_moved(
        self, any_store: Store, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(cleaning, "PAGE", 3)
        monkeypatch.setattr(cleaning, "BATCH", 1)
        await keep(any_store, *(a_step(seq, actor=ANA) for seq in range(1, 8)), a_step(8))
        assert await any_store.erase(ANA, GRAVE) == 7
        assert [step.interaction for step in reversed(await any_store.log(POD, 1))] == [
            a_step(seq).interaction for seq in range(1, 9)
        ]

    async def test_leaves_no_seq_free_for_whoever_is_behind(self, any_store: Store) -> None:
        """They know the table only up to step 1, and would put another step 2 beside it."""
        await keep(any_store, a_step(1), a_step(2, actor=ANA))
        await any_store.erase(ANA, GRAVE)
        with pytest.raises(VersionConflict):
            await any_store.append(a_step(2, interaction=4))
        assert await any_store.step(POD, 2) is None
        assert len(await any_store.log(POD, 1)) == 2
        assert "games: 1" in await any_store.check() or isinstance(any_store, MemoryStore)

    async def test_again_and_again_keeps_the_latest_the_latest(self, any_store: Store) -> None:
        await keep(any_store, a_step(1), a_step(2, state=f"[{ANA}, {BRUNO}]"))
        assert [await any_store.erase(who, GRAVE - who) for who in (ANA, BRUNO)] == [1, 1]
        latest = await any_store.latest(POD)
        assert latest == replace(
            a_step(2), state=f"[{GRAVE - ANA}, {GRAVE - BRUNO}]", seq=4, cursor=4
        )
        await any_store.append(a_step(5))

    async def test_keeps_what_is_in_force_after_an_undo(self, any_store: Store) -> None:
        await keep(
            any_store, a_step(1), a_step(2), a_step(3, cursor=1, parent=1, redo=(2,), actor=ANA)
        )
        await any_store.erase(ANA, GRAVE)
        latest = await any_store.latest(POD)
        assert latest is not None
        assert (latest.seq, latest.cursor, latest.parent, latest.redo) == (4, 1, 1, (2,))

    async def test_during_play_leaves_no_id_and_loses_no_act(self, open_store: OpenStore) -> None:
        """Two processes play on, each from what it has in memory, while a player is erased."""
        rooms = [Tables(await open_store(), COMMANDER) for _ in range(2)]
        await rooms[0].act(POD, Actor(BRUNO), StartPod(players=(ANA, BRUNO)), interaction=1)

        stop = asyncio.Event()

        async def play(room: Tables[Game], first: int) -> list[int]:
            done: list[int] = []
            while not stop.is_set() and len(done) < MOST_ACTS:
                await asyncio.sleep(0.004)  # nobody plays so fast that erasing cannot keep up
                # The other one was always faster, or the disk is busy: try the same again.
                with suppress(TableMovedOn, StoreUnavailable):
                    interaction = first + len(done)
                    await room.act(POD, Actor(BRUNO), NextTurn(), interaction=interaction)
                    done.append(interaction)
            return done

        async def erase() -> None:
            await until(lambda: rooms[0].store.step(POD, 20))
            assert await rooms[0].store.erase(ANA, GRAVE) > 0
            last = await rooms[0].store.latest(POD)
            assert last is not None
            await until(lambda: rooms[0].store.step(POD, last.seq + 20))
            stop.set()

        async with asyncio.TaskGroup() as tasks:  # what fails in one ends the others
            playing = [
                tasks.create_task(play(room, at))
                for room, at in zip(rooms, (1000, 9000), strict=True)
            ]
            tasks.create_task(erase())
        played = [await task for task in playing]
        assert await steps_about(rooms[0].store, ANA) == []
        log = await rooms[1].store.log(POD, 1)
        assert sorted(step.interaction for step in log) == sorted([1, *played[0], *played[1]])
        game = Game()
        for step in reversed(log):
            game = replay(game, EVENTS.validate_json(step.events))
        assert game == COMMANDER.read(log[0].state or "")
        assert sorted(game.players) == sorted((GRAVE, BRUNO))


class TestAServerThatRemovedTheBot:
    async def test_is_forgotten_with_its_panels(self, any_store: Store) -> None:
        stays = [a_step(1, ELSEWHERE), a_step(1, Place(channel=9, guild=None))]
        await keep(any_store, a_step(1), a_step(2), a_step(1, SQUIRRELS), *stays)
        quiet = Place(channel=77, guild=POD.guild)
        for place in (POD, quiet, ELSEWHERE):
            await any_store.set_panel(place, 5)
        assert POD.guild is not None
        assert await any_store.forget_guild(POD.guild) == 5
        assert [await any_store.latest(place) for place in (POD, SQUIRRELS)] == [None, None]
        assert [await any_store.panel(place) for place in (POD, quiet)] == [None, None]
        assert [await any_store.latest(step.place) for step in stays] == stays
        assert await any_store.panel(ELSEWHERE) == 5
        assert await any_store.forget_guild(POD.guild) == 0

    async def test_can_come_back(self, any_store: Store) -> None:
        await keep(any_store, a_step(1))
        await any_store.forget_guild(POD.guild or 0)
        await keep(any_store, a_step(1))
        assert await any_store.latest(POD) == a_step(1)

    async def test_is_not_forgotten_any_further_once_it_is_back(self, any_store: Store) -> None:
        await keep(any_store, *(a_step(1, place) for place in places(9)))
        assert POD.guild is not None
        asked: list[int] = []

        def back() -> bool:
            asked.append(1)
            return len(asked) > 5

        gone = await any_store.forget_guild(POD.guild, back)
        assert gone < 9 or isinstance(any_store, MemoryStore)
        assert await any_store.forget_guild(POD.guild, lambda: True) == 0
        assert await any_store.forget_guild(POD.guild) == 9 - gone


class TestTheServersThatAreKnown:
    async def test_are_those_of_steps_panels_and_settings(self, any_store: Store) -> None:
        assert await any_store.guilds() == set()
        await keep(any_store, *(a_step(seq, POD) for seq in (1, 2, 3)), a_step(1, SQUIRRELS))
        await keep(any_store, *(a_step(1, place) for place in places(5)[1:]), a_step(1, ELSEWHERE))
        await keep(any_store, a_step(1, Place(channel=9, guild=None)))
        await any_store.set_panel(Place(channel=77, guild=78), 5)
        await any_store.set_panel(Place(channel=79, guild=None), 5)
        await any_store.set_channel(87, 88, "{}")
        assert await any_store.guilds() == {POD.guild, 6, 78, 88}

    async def test_are_fewer_when_one_is_forgotten(self, any_store: Store) -> None:
        await keep(any_store, a_step(1), a_step(1, ELSEWHERE))
        await any_store.set_channel(POD.channel, POD.guild, "{}")
        assert POD.guild is not None
        await any_store.forget_guild(POD.guild)
        assert await any_store.guilds() == {6}

    async def test_are_known_also_where_somebody_was_erased(self, any_store: Store) -> None:
        await keep(any_store, a_step(1, actor=ANA), a_step(1, ELSEWHERE, actor=ANA))
        await any_store.erase(ANA, GRAVE)
        assert await any_store.guilds() == {POD.guild, 6}

    async def test_have_a_latest_act(
        self, any_store: Store, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(cleaning, "PAGE", 2)
        steps = [a_step(seq, place) for place in places(3) for seq in range(1, 6)]
        await keep(any_store, *steps, a_step(50, SQUIRRELS), a_step(99, ELSEWHERE))
        assert POD.guild is not None
        assert await any_store.last_act(POD.guild) == made_at(a_step(50).interaction)
        assert await any_store.last_act(6) == made_at(a_step(99).interaction)
        assert await any_store.last_act(7) is None

    async def test_have_a_latest_act_that_no_clock_dated_ahead(self, any_store: Store) -> None:
        ahead = replace(a_step(1, actor=ANA), at=BEGAN + timedelta(days=3650))
        await keep(any_store, ahead)
        await any_store.erase(ANA, GRAVE)  # its stop-gap has the same time
        assert POD.guild is not None
        assert await any_store.last_act(POD.guild) == made_at(ahead.interaction)


class TestRetiring:
    """Steps are a second apart: `a_step(seq)` was at ``BEGAN`` and ``seq`` seconds."""

    async def retire(self, store: Store, seq: float) -> int:
        return await store.retire(BEGAN + timedelta(seconds=seq))

    async def test_deletes_a_game_that_has_ended_long_ago(self, any_store: Store) -> None:
        await keep(any_store, a_step(1), a_step(2, ended=True), a_step(9, ELSEWHERE, ended=True))
        assert await self.retire(any_store, 5) == 2
        assert await any_store.latest(POD) is None
        assert await any_store.latest(ELSEWHERE) == a_step(9, ELSEWHERE, ended=True)

    async def test_goes_by_when_discord_was_told_whatever_the_machine_had_for_a_clock(
        self, any_store: Store
    ) -> None:
        acts = a_step(1), a_step(2, ended=True)
        await keep(any_store, *(replace(act, at=BEGAN + timedelta(days=3650)) for act in acts))
        assert await self.retire(any_store, 1.5) == 0
        assert await self.retire(any_store, 5) == 2

    async def test_leaves_no_stop_gap_to_go_on_from_whatever_the_clock_was(
        self, any_store: Store
    ) -> None:
        acts = a_step(1, actor=ANA), a_step(2, actor=ANA, ended=True)
        await keep(any_store, *(replace(act, at=BEGAN + timedelta(days=3650)) for act in acts))
        await any_store.erase(ANA, GRAVE)
        assert await self.retire(any_store, 5)
        assert await any_store.latest(POD) is None
        await any_store.append(a_step(1))

    async def test_spares_a_game_that_goes_on_however_old(self, any_store: Store) -> None:
        await keep(any_store, a_step(1), a_step(2))
        assert await self.retire(any_store, 1000) == 0
        assert await any_store.log(POD, 1) == [a_step(2), a_step(1)]

    async def test_spares_a_game_whose_end_was_undone(self, any_store: Store) -> None:
        await keep(any_store, a_step(1), a_step(2, ended=True), a_step(3, cursor=1))
        assert await self.retire(any_store, 1000) == 0

    async def test_deletes_games_that_others_followed(self, any_store: Store) -> None:
        await keep(any_store, a_step(1), a_step(2), a_step(3, game=2), a_step(4, game=2))
        assert await self.retire(any_store, 1000) == 2
        assert await any_store.log(POD, 1) == []
        assert await any_store.log(POD, 2) == [a_step(4, game=2), a_step(3, game=2)]

    async def test_looks_at_the_last_step_of_a_game(self, any_store: Store) -> None:
        await keep(any_store, a_step(1), a_step(6), a_step(7, game=2))
        assert await self.retire(any_store, 5) == 0
        assert await self.retire(any_store, 6.5) == 2

    async def test_spares_a_game_that_undo_has_led_back_to(self, any_store: Store) -> None:
        await keep(any_store, a_step(1), a_step(2, game=2), a_step(3, cursor=1, parent=1))
        assert await self.retire(any_store, 1000) == 1
        assert await any_store.log(POD, 1) == [a_step(3, cursor=1, parent=1), a_step(1)]

    async def test_keeps_kinds_of_game_apart(self, any_store: Store) -> None:
        await keep(any_store, a_step(1, ended=True), a_step(2, SQUIRRELS))
        assert await self.retire(any_store, 1000) == 1
        assert await any_store.latest(SQUIRRELS) == a_step(2, SQUIRRELS)

    async def test_takes_many_in_one_go(
        self, any_store: Store, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(cleaning, "PAGE", 3)
        old = [a_step(seq, place, ended=True) for place in places(8) for seq in (1, 2)]
        await asyncio.gather(*map(any_store.append, old))
        assert await self.retire(any_store, 1000) == 16

    async def test_leaves_nothing_of_somebody_who_was_erased(self, any_store: Store) -> None:
        await keep(any_store, a_step(1, actor=ANA), a_step(2, actor=ANA, ended=True))
        await any_store.erase(ANA, GRAVE)
        assert await self.retire(any_store, 1000) >= 2
        assert await any_store.forget_guild(POD.guild or 0) == 0

    async def test_refuses_a_naive_time(self, any_store: Store) -> None:
        await keep(any_store, a_step(1))
        with pytest.raises(TypeError):
            await any_store.retire(BEGAN.replace(tzinfo=None))


class TestMarks:
    async def test_are_set_by_one_of_those_who_know_the_same(self, any_store: Store) -> None:
        assert await any_store.mark("sync") is None
        first = await asyncio.gather(*(any_store.swap_mark("sync", None, str(n)) for n in range(9)))
        assert sorted(first) == [False] * 8 + [True]
        value = str(first.index(True))
        assert await any_store.mark("sync") == value
        then = await asyncio.gather(*(any_store.swap_mark("sync", value, "x") for _ in range(9)))
        assert then.count(True) == 1
        assert not await any_store.swap_mark("sync", value, "y")
        assert await any_store.mark("sync") == "x"

    async def test_are_not_the_secret(self, any_store: Store) -> None:
        secret = await any_store.secret()
        assert await any_store.mark("secret") is None
        assert await any_store.swap_mark("secret", None, "known")
        assert await any_store.secret() == secret


# Every column there is, and what becomes of a person's id in it. A new one has to be thought about:
# if an id can be in it, `about`, `erase` and a test above have to look there too.
HOLDS_IDS = {"steps": {"actor", "command", "events", "state"}}
HOLDS_NONE = {
    "steps": {
        *("channel", "guild", "kind", "game", "seq", "interaction", "at", "began"),
        *("cursor", "parent", "redo", "ended"),
    },
    "panels": {"channel", "guild", "kind", "message"},
    "channels": {"channel", "guild", "settings"},
    "meta": {"key", "value"},
    "schema_version": {"version"},
}


class TestEveryColumn:
    def of(self, rows: list[tuple[str, str]]) -> dict[str, set[str]]:
        found: dict[str, set[str]] = {}
        for table, column in rows:
            found.setdefault(table, set()).add(column)
        return found

    def known(self, *tables: str) -> dict[str, set[str]]:
        return {t: HOLDS_IDS.get(t, set()) | HOLDS_NONE[t] for t in tables}

    async def test_of_sqlite_is_known(self, tmp_path: Path) -> None:
        store = await SqliteStore.open(tmp_path / "p.db")
        rows = await store.engine.read(
            "SELECT t.name, c.name FROM pragma_table_list AS t, pragma_table_info(t.name) AS c"
            " WHERE t.schema = 'main' AND t.name NOT LIKE 'sqlite_%'"
        )
        await store.close()
        assert self.of([(t, c) for t, c in rows]) == self.known(
            "steps", "panels", "channels", "meta"
        )

    async def test_of_postgresql_is_known(self, postgres_url: str) -> None:
        await (await PostgresStore.open(postgres_url)).close()
        connection = await asyncpg.connect(postgres_url)
        rows = await connection.fetch(
            "SELECT table_name, column_name FROM information_schema.columns"
            " WHERE table_schema = current_schema()"
        )
        await connection.close()
        known = self.known("steps", "panels", "channels", "meta", "schema_version")
        assert self.of([(t, c) for t, c in rows]) == known

    @pytest.mark.parametrize("column", sorted(HOLDS_IDS["steps"]))
    async def test_that_holds_ids_is_shown_and_erased(self, any_store: Store, column: str) -> None:
        step = a_step(1, **{column: ANA if column == "actor" else f"[{ANA}]"})
        await keep(any_store, a_step(2), step)
        assert await steps_about(any_store, ANA) == [step]
        await any_store.erase(ANA, GRAVE)
        kept = await any_store.by_interaction(step.interaction)
        assert kept is not None
        assert not re.search(str(ANA), repr(kept))
