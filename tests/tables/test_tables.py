"""The one door to a game: what is kept, what is taken back, and who may knock."""

import asyncio
import json
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from itertools import count
from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule

from bot.errors import (
    NotSeated,
    PodkeeperError,
    RuleViolation,
    StoreUnavailable,
    TableMovedOn,
    UnreadableTable,
)
from bot.game.bounty import ClaimBounty, RevealBounty, SetUpBounties
from bot.game.engine import Command, Event, replay
from bot.game.facts import BOUNTIES
from bot.game.game import Game, Order
from bot.game.initiative import TakeInitiative
from bot.game.pod import EndGame, LeaveGame, OpenLobby, StartPod
from bot.game.rules import COMMANDER, EVENTS
from bot.game.turns import AddExtraTurn, NextTurn
from bot.store.port import Place, Step, Store
from bot.table import Actor, Entry, Outcome, Table, Version
from bot.tables.tables import Tables
from bot.ui.telling import tell_all
from tests.fakes import MemoryStore
from tests.walks import a_wish

ANA, BEA, CAIO, DUDA, EVA = 11, 12, 13, 14, 99
HERE = Place(channel=1_000, guild=2_000)
BEGAN = datetime(2026, 11, 20, 19, 30, tzinfo=UTC)
SIT_DOWN = StartPod(players=(ANA, BEA, CAIO, DUDA), order=Order.LISTED)


class Door:
    """The table of one channel, as one process sees it."""

    def __init__(self, store: Store | None = None) -> None:
        self.store: Any = store or MemoryStore()
        self.tables = Tables(
            self.store, COMMANDER, clock=lambda: BEGAN + timedelta(seconds=next(_SECONDS))
        )

    async def act(self, command: Command[Game], by: Any = ANA, **how: Any) -> Outcome:
        return await self.tables.act(HERE, _actor(by), command, **_interaction(how))

    async def undo(self, by: Any = ANA, **how: Any) -> Outcome:
        return await self.tables.undo(HERE, _actor(by), **_interaction(how))

    async def redo(self, by: Any = ANA, **how: Any) -> Outcome:
        return await self.tables.redo(HERE, _actor(by), **_interaction(how))

    async def table(self) -> Table:
        return await self.tables.table(HERE)

    async def game(self) -> Game:
        return (await self.table()).game

    async def state(self) -> str:
        """The whole state, in the words in which it is kept: the order of the pile included."""
        return (await self.game()).model_dump_json()

    async def log(self) -> list[Entry]:
        return await self.tables.log(HERE, await self.table())

    def another_process(self) -> "Door":
        return Door(self.store)


_SECONDS = count()
_INTERACTIONS = count(1)


def _interaction(how: dict[str, Any]) -> dict[str, Any]:
    return {"interaction": next(_INTERACTIONS), **how}


def _actor(by: Any) -> Actor:
    return by if isinstance(by, Actor) else Actor(by)


@pytest.fixture
def door() -> Door:
    return Door()


@pytest.fixture
async def seated(door: Door) -> Door:
    await door.act(SIT_DOWN)
    return door


class TestAnAct:
    async def test_is_kept_before_it_is_answered(self, door: Door) -> None:
        outcome = await door.act(SIT_DOWN)
        assert outcome.table.version == (1, 1)
        kept = await door.store.latest(HERE)
        assert kept.state == outcome.table.game.model_dump_json()
        assert EVENTS.validate_json(kept.events) == outcome.events
        assert (kept.actor, json.loads(kept.command)["kind"]) == (ANA, "start_pod")

    async def test_that_the_rules_forbid_keeps_nothing(self, seated: Door) -> None:
        with pytest.raises(RuleViolation, match="No bounty is on offer"):
            await seated.act(ClaimBounty(player=(await seated.game()).active[0]))
        assert (await seated.table()).version == (1, 1)
        assert len(seated.store.rows) == 1

    async def test_is_there_after_a_restart(self, seated: Door) -> None:
        await seated.act(NextTurn())
        assert await seated.another_process().table() == await seated.table()

    async def test_knows_when_the_pod_sat_down(self, door: Door) -> None:
        await door.act(RevealBounty())
        assert (await door.table()).began is None
        began = (await door.act(SIT_DOWN)).table.began
        assert began is not None
        assert (await door.act(NextTurn())).table.began == began

    async def test_in_one_channel_leaves_the_others_alone(self, seated: Door) -> None:
        elsewhere = HERE._replace(channel=1_001)
        assert (await seated.tables.table(elsewhere)).version == (1, 0)


class TestAPressOnAnOldState:
    async def test_does_nothing(self, seated: Door) -> None:
        await seated.act(NextTurn())
        before = await seated.state()
        for press in (
            seated.act(NextTurn(), seen=Version(1, 1)),
            seated.undo(seen=Version(1, 1)),
            seated.redo(seen=Version(1, 1)),
        ):
            with pytest.raises(TableMovedOn):
                await press
        assert await seated.state() == before

    async def test_on_the_state_of_now_counts(self, seated: Door) -> None:
        seen = (await seated.table()).version
        assert (await seated.act(NextTurn(), seen=seen)).table.version == (1, 2)

    async def test_of_a_hundred_at_once_one_counts(self, seated: Door) -> None:
        seen = (await seated.table()).version
        done = await asyncio.gather(
            *(seated.act(NextTurn(), seen=seen) for _ in range(100)), return_exceptions=True
        )
        assert sum(isinstance(outcome, Outcome) for outcome in done) == 1
        assert sum(isinstance(outcome, TableMovedOn) for outcome in done) == 99
        assert (await seated.game()).turns.number == 2

    async def test_a_hundred_acts_that_saw_nothing_all_count(self, seated: Door) -> None:
        await asyncio.gather(*(seated.act(NextTurn()) for _ in range(100)))
        assert (await seated.game()).turns.number == 101


class TestTheSameInteractionTwice:
    """Discord may deliver one twice. Its first outcome counts."""

    async def test_is_done_once(self, seated: Door) -> None:
        first = await seated.act(NextTurn(), interaction=10**6)
        again = await seated.act(NextTurn(), interaction=10**6)
        assert again == replace(first, repeated=True)
        assert (await seated.game()).turns.number == 2

    async def test_also_when_the_table_has_moved_on(self, seated: Door) -> None:
        seen = (await seated.table()).version
        first = await seated.act(NextTurn(), interaction=10**6, seen=seen)
        last = await seated.act(NextTurn())
        again = await seated.act(NextTurn(), interaction=10**6, seen=seen)
        assert again.repeated
        assert again.events == first.events
        assert again.table == last.table

    async def test_also_when_it_would_be_refused_by_now(self, door: Door) -> None:
        first = await door.act(SIT_DOWN, interaction=10**6)
        again = await door.act(SIT_DOWN, interaction=10**6)
        assert again.events == first.events
        await door.undo(interaction=10**6 + 1)
        await door.undo(interaction=10**6 + 1)
        assert len(door.store.rows) == 2

    async def test_also_in_another_process(self, seated: Door) -> None:
        other = seated.another_process()
        await seated.act(NextTurn(), interaction=10**6)
        assert (await other.act(NextTurn(), interaction=10**6)).repeated
        assert (await other.game()).turns.number == 2

    async def test_also_at_the_same_moment(self, seated: Door) -> None:
        twice = [seated.act(NextTurn(), interaction=10**6) for _ in range(2)]
        assert sorted(outcome.repeated for outcome in await asyncio.gather(*twice)) == [False, True]
        assert (await seated.game()).turns.number == 2


class TestTwoProcesses:
    async def test_decide_again_when_the_other_was_faster(self, seated: Door) -> None:
        other = seated.another_process()
        await other.table()
        await seated.act(NextTurn())
        outcome = await other.act(NextTurn())
        assert outcome.table.version == (1, 3)
        assert outcome.table.game.turns.number == 3

    async def test_refuse_nothing_because_of_what_they_remember(self, door: Door) -> None:
        other = door.another_process()
        await other.table()
        await door.act(SIT_DOWN)
        player = (await door.game()).active[0]
        await door.act(RevealBounty(early=True))
        assert (await other.act(ClaimBounty(player=player))).kind == "claim_bounty"

    @pytest.mark.parametrize("looked_up", ["latest", "by_interaction"])
    async def test_refuse_nothing_because_of_what_was_to_be_forgotten(
        self, door: Door, monkeypatch: pytest.MonkeyPatch, looked_up: str
    ) -> None:
        """As when an erasure ends between a refusal and the second look."""
        other = door.another_process()
        await other.table()
        await door.act(SIT_DOWN)
        await door.act(RevealBounty(early=True))
        look_up = getattr(door.store, looked_up)

        async def meanwhile(key: Any) -> Step | None:
            step: Step | None = await look_up(key)
            other.tables.forget()
            return step

        monkeypatch.setattr(other.store, looked_up, meanwhile)
        player = (await door.game()).active[0]
        assert (await other.act(ClaimBounty(player=player))).kind == "claim_bounty"

    async def test_accept_a_press_on_what_the_other_showed(self, seated: Door) -> None:
        other = seated.another_process()
        await other.table()
        seen = (await seated.act(NextTurn())).table.version
        assert (await other.act(NextTurn(), seen=seen)).table.version == (1, 3)

    async def test_let_one_of_two_presses_count(self, seated: Door) -> None:
        other = seated.another_process()
        seen = (await other.table()).version
        done = await asyncio.gather(
            seated.act(NextTurn(), seen=seen),
            other.act(NextTurn(), seen=seen),
            return_exceptions=True,
        )
        assert sum(isinstance(outcome, Outcome) for outcome in done) == 1
        assert sum(isinstance(outcome, TableMovedOn) for outcome in done) == 1
        assert (await seated.another_process().game()).turns.number == 2

    async def test_a_slow_reader_does_not_bring_back_an_older_state(
        self, seated: Door, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        late = seated.another_process()
        acted = asyncio.Event()
        latest = late.store.latest

        async def slow(place: Place) -> Step | None:
            step: Step | None = await latest(place)
            await acted.wait()
            return step

        monkeypatch.setattr(late.store, "latest", slow)
        reader = asyncio.create_task(late.table())
        await asyncio.sleep(0.001)
        monkeypatch.undo()
        await late.act(NextTurn())
        acted.set()
        assert (await reader).version == (1, 2)
        assert (await late.table()).version == (1, 2)


class TestAStoreThatFails:
    async def test_loses_nothing_and_the_next_act_works(self, seated: Door) -> None:
        before = await seated.state()
        seated.store.reachable = False
        with pytest.raises(StoreUnavailable):
            await seated.act(NextTurn())
        seated.store.reachable = True
        assert await seated.state() == before
        assert (await seated.act(NextTurn())).table.version == (1, 2)

    async def test_after_it_kept_the_step_does_not_do_it_twice(
        self, seated: Door, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        keep = seated.store.append

        async def keep_but_fail(step: Step) -> None:
            await keep(step)
            raise StoreUnavailable("The line went dead.")

        monkeypatch.setattr(seated.store, "append", keep_but_fail)
        with pytest.raises(StoreUnavailable):
            await seated.act(NextTurn(), interaction=10**6)
        monkeypatch.undo()
        assert (await seated.game()).turns.number == 2
        assert (await seated.act(NextTurn(), interaction=10**6)).repeated
        assert (await seated.game()).turns.number == 2

    async def test_at_the_tidying_up_only_does_not_deny_the_act(
        self, seated: Door, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        async def fail(*_: object) -> None:
            raise StoreUnavailable("The line went dead.")

        await seated.act(EndGame())
        await seated.act(SIT_DOWN)
        await seated.act(EndGame())
        monkeypatch.setattr(seated.store, "thin_out", fail)
        assert (await seated.act(OpenLobby(player=BEA), by=BEA)).table.version == (3, 5)

    async def test_a_caller_who_goes_away_leaves_a_table_that_can_be_used(
        self, seated: Door
    ) -> None:
        act = asyncio.create_task(seated.act(NextTurn()))
        await asyncio.sleep(0)
        act.cancel()
        with pytest.raises(asyncio.CancelledError):
            await act
        before = (await seated.game()).turns.number
        assert (await seated.act(NextTurn())).table.game.turns.number == before + 1


class TestARowThatCannotBeRead:
    @pytest.fixture
    def spoilt(self, seated: Door) -> Door:
        [(row, step)] = seated.store.rows.items()
        seated.store.rows[row] = replace(step, state='{"turns": "from the future"}')
        return seated.another_process()

    async def test_says_so(self, spoilt: Door, caplog: pytest.LogCaptureFixture) -> None:
        for attempt in (spoilt.table(), spoilt.act(NextTurn()), spoilt.undo()):
            with pytest.raises(UnreadableTable, match="stays as it is"):
                await attempt
        assert "step 1.1" in caplog.text

    async def test_is_kept(self, spoilt: Door) -> None:
        before = dict(spoilt.store.rows)
        with pytest.raises(UnreadableTable):
            await spoilt.act(EndGame())
        assert spoilt.store.rows == before

    async def test_does_not_take_other_channels_down(self, spoilt: Door) -> None:
        elsewhere = HERE._replace(channel=1_001)
        outcome = await spoilt.tables.act(elsewhere, Actor(ANA), SIT_DOWN, interaction=10**6)
        assert outcome.table.version == (1, 1)

    async def test_events_that_cannot_be_read_only_shorten_the_log(self, seated: Door) -> None:
        [(row, step)] = seated.store.rows.items()
        seated.store.rows[row] = replace(step, events='[{"kind": "from_the_future"}]')
        assert [entry.events for entry in await seated.log()] == [()]


class TestTheNextGame:
    async def test_is_a_new_one_after_the_end(self, seated: Door) -> None:
        await seated.act(EndGame())
        outcome = await seated.act(StartPod(players=(BEA, EVA)), by=EVA)
        assert outcome.table.version == (2, 3)
        assert set(outcome.table.game.players) == {BEA, EVA}

    async def test_undoing_its_first_act_leads_back_to_the_recap(self, seated: Door) -> None:
        await seated.act(EndGame(winner=ANA))
        ended = await seated.table()
        await seated.act(OpenLobby(player=ANA))
        await seated.undo()
        again = await seated.table()
        assert (again.game, again.began) == (ended.game, ended.began)
        assert (await seated.act(OpenLobby(player=BEA))).table.game.lobby is not None

    async def test_leaves_the_end_to_be_undone_by_those_who_played(self, seated: Door) -> None:
        before = await seated.state()
        await seated.act(EndGame())
        await seated.act(OpenLobby(player=EVA), by=EVA)
        await seated.undo()
        await seated.undo()
        assert await seated.state() == before
        assert (await seated.act(NextTurn())).table.version == (1, 6)

    async def test_keeps_the_finished_one_but_for_its_old_states(self, seated: Door) -> None:
        await seated.act(NextTurn())
        await seated.act(EndGame())
        last = await seated.state()
        await seated.act(SIT_DOWN)
        await seated.act(EndGame())
        assert seated.store.thinned == []  # the end of the game before can still be undone
        await seated.act(SIT_DOWN)
        assert seated.store.thinned == [1]
        finished = await seated.store.log(HERE, 1)
        assert [step.state for step in finished] == [last, None, None]
        assert all(EVENTS.validate_json(step.events) for step in finished)

    async def test_is_not_begun_by_an_act_of_the_old_one(self, seated: Door) -> None:
        await seated.act(EndGame())
        with pytest.raises(RuleViolation, match="This game is over"):
            await seated.act(NextTurn())
        assert (await seated.table()).version == (1, 2)

    async def test_an_end_can_be_taken_back(self, seated: Door) -> None:
        before = await seated.state()
        await seated.act(EndGame())
        await seated.undo()
        assert await seated.state() == before
        assert (await seated.act(NextTurn())).table.version == (1, 4)


class TestWhoMayAct:
    async def test_a_bystander_may_not(self, seated: Door) -> None:
        for attempt in (
            seated.act(NextTurn(), by=EVA),
            seated.undo(by=EVA),
            seated.redo(by=EVA),
        ):
            with pytest.raises(NotSeated, match="This table belongs to <@11>, <@12>"):
                await attempt
        assert (await seated.table()).version == (1, 1)

    async def test_a_moderator_may_repair_any_table(self, seated: Door) -> None:
        judge = Actor(EVA, may_repair=True)
        assert (await seated.act(NextTurn(), by=judge)).actor == EVA
        assert (await seated.undo(by=judge)).kind == "undo"

    async def test_who_left_may_still_help(self, seated: Door) -> None:
        await seated.act(LeaveGame(players=(DUDA,)))
        assert (await seated.undo(by=DUDA)).kind == "undo"

    async def test_anybody_may_where_no_pod_is_seated(self, door: Door) -> None:
        await door.act(RevealBounty(), by=EVA)
        assert (await door.act(NextTurn(), by=ANA)).table.game.turns.number == 1


class TestUndo:
    async def test_of_nothing_says_so(self, door: Door) -> None:
        with pytest.raises(PodkeeperError, match="nothing to undo"):
            await door.undo()
        with pytest.raises(PodkeeperError, match="nothing to redo"):
            await door.redo()

    async def test_of_everything_gives_an_open_table(self, seated: Door) -> None:
        for _ in range(5):
            await seated.act(NextTurn())
        for _ in range(6):
            await seated.undo()
        assert await seated.game() == Game()
        assert (await seated.table()).began is None

    async def test_of_several_acts_is_taken_back_in_turn(self, seated: Door) -> None:
        states = [await seated.state()]
        for player in (BEA, CAIO, DUDA):
            await seated.act(TakeInitiative(player=player))
            states.append(await seated.state())
        for state in reversed(states[:-1]):
            await seated.undo()
            assert await seated.state() == state
        for state in states[1:]:
            await seated.redo()
            assert await seated.state() == state
        with pytest.raises(PodkeeperError, match="nothing to redo"):
            await seated.redo()

    async def test_a_new_act_clears_what_could_be_redone(self, seated: Door) -> None:
        await seated.act(NextTurn())
        await seated.undo()
        assert (await seated.table()).redo == (2,)
        await seated.act(TakeInitiative(player=ANA))
        with pytest.raises(PodkeeperError, match="nothing to redo"):
            await seated.redo()

    @pytest.mark.parametrize("first", [RevealBounty(), SIT_DOWN, SetUpBounties(size=6)])
    async def test_is_no_reroll(self, door: Door, first: Command[Game]) -> None:
        await door.act(first)
        once = await door.state()
        await door.undo()
        await door.act(first)
        assert await door.state() == once

    async def test_is_no_reroll_further_back_either(self, door: Door) -> None:
        acts = (SetUpBounties(size=6), RevealBounty(), SIT_DOWN, RevealBounty(early=True))
        for act in acts:
            await door.act(act)
        once = await door.state()
        for _ in acts:
            await door.undo()
        for act in acts:
            await door.act(act)
        assert await door.state() == once

    async def test_is_no_reroll_where_somebody_was_erased_either(self, door: Door) -> None:
        """Erasing moves the newest step, and where it is the only one, the first."""
        await door.act(SIT_DOWN, by=Actor(EVA, may_repair=True))
        once = await door.state()
        await door.store.erase(EVA, -1)
        door.tables.forget()
        assert (await door.table()).version == (1, 2)
        await door.undo()
        await door.act(SIT_DOWN)
        assert await door.state() == once

    async def test_the_next_game_has_dice_of_its_own(self, door: Door) -> None:
        piles = set()
        for _ in range(3):
            await door.act(SIT_DOWN)
            piles.add((await door.game()).bounties.pile)
            await door.act(EndGame())
        assert len(piles) == 3


class TestTheLog:
    async def test_is_newest_first_and_names_who_acted(self, seated: Door) -> None:
        await seated.act(NextTurn(), by=BEA)
        assert [(entry.seq, entry.actor, entry.kind) for entry in await seated.log()] == [
            (2, BEA, "next_turn"),
            (1, ANA, "start_pod"),
        ]

    async def test_marks_what_was_undone(self, seated: Door) -> None:
        await seated.act(NextTurn())  # 2
        await seated.act(NextTurn())  # 3
        await seated.undo()  # 4
        await seated.undo()  # 5
        await seated.redo()  # 6: 2 again
        await seated.act(TakeInitiative(player=ANA))  # 7
        assert [entry.seq for entry in await seated.log() if entry.undone] == [3]

    async def test_knows_who_sat_where_in_what_was_undone(self, seated: Door) -> None:
        await seated.act(NextTurn())
        await seated.undo()
        await seated.undo()
        await seated.act(StartPod(players=(BEA, EVA), order=Order.LISTED))
        told = {entry.seq: " ".join(tell_all(entry.events)) for entry in await seated.log()}
        assert any(
            f"The turn of <@{player}> begins" in told[2] for player in (ANA, BEA, CAIO, DUDA)
        )
        assert any(f"The turn of <@{player}> begins" in told[5] for player in (BEA, EVA))

    async def test_one_entry_can_be_looked_at(self, seated: Door) -> None:
        table = await seated.table()
        entry = await seated.tables.entry(HERE, table, 1)
        assert entry is not None
        assert entry.kind == "start_pod"
        assert await seated.tables.entry(HERE, table, 2) is None
        assert await seated.tables.entry(HERE, table, 0) is None


class TestUndoIsNotAReroll:
    """Whatever else is done after an undo, the dice fall as they fell."""

    async def test_for_the_first_bounty_of_an_open_table(self, door: Door) -> None:
        first = (await door.act(RevealBounty())).table.game.bounties.offer
        await door.undo()
        detours: list[Command[Game]] = [
            NextTurn(),
            TakeInitiative(player=ANA),
            SetUpBounties(size=8),
            SetUpBounties(size=12),
        ]
        for detour in detours:
            await door.act(detour)
            assert (await door.act(RevealBounty())).table.game.bounties.offer == first
            await door.undo()

    async def test_for_who_begins_however_the_players_are_named(self, door: Door) -> None:
        pod = [ANA, BEA, CAIO, DUDA]
        begun = set()
        for named in (pod, pod[1:] + pod[:1], pod[::-1]):
            begun.add((await door.act(StartPod(players=tuple(named)))).table.game.active)
            await door.undo()
        assert len(begun) == 1

    async def test_for_the_pile_made_of_trophies(self, door: Door) -> None:
        await door.act(SetUpBounties(cards=tuple(BOUNTIES)[:6]))
        await door.act(SIT_DOWN)
        await door.act(RevealBounty(early=True))
        for _ in range(5):
            await door.act(ClaimBounty(player=(await door.game()).active[0]))
            await door.act(NextTurn())
        await door.act(ClaimBounty(player=(await door.game()).active[0]))
        order = (await door.act(NextTurn())).table.game.bounties
        await door.undo()
        await door.act(AddExtraTurn(player=ANA))
        assert (await door.act(NextTurn())).table.game.bounties == order


async def test_no_entry_shows_an_order_of_the_pile(door: Door) -> None:
    """Not when a deck is built, not when a pod sits down, not when trophies are shuffled back."""
    for cards in ((), tuple(BOUNTIES)[:6]):
        await door.act(SetUpBounties(size=6, cards=cards))
        await door.act(SIT_DOWN)
        await door.act(RevealBounty(early=True))
        for _ in range(6):
            await door.act(ClaimBounty(player=(await door.game()).active[0]))
            await door.act(NextTurn())
        assert not (await door.game()).bounties.trophies
        for entry in await door.log():
            assert_hides_the_pile(entry)
            one = await door.tables.entry(HERE, await door.table(), entry.seq)
            assert one is not None
            assert_hides_the_pile(one)
        await door.act(EndGame())


def card_lists(value: Any) -> Iterator[list[str]]:
    """Every list of bounties in what could be shown."""
    if isinstance(value, dict):
        for inner in value.values():
            yield from card_lists(inner)
    elif isinstance(value, list):
        if value and all(isinstance(card, str) and card in BOUNTIES for card in value):
            yield value
        for inner in value:
            yield from card_lists(inner)


def assert_hides_the_pile(entry: Entry) -> None:
    printed = list(BOUNTIES)
    for event in (*entry.events, *entry.about):
        for cards in card_lists(event.model_dump(mode="json")):
            assert cards in (sorted(cards), sorted(cards, key=printed.index))


# hypothesis: any sequence of acts, undos and redos


class AnyEvening(RuleBasedStateMachine):
    """Acts, undos and redos in any order, against a plain list of states."""

    def __init__(self) -> None:
        super().__init__()
        self.runner = asyncio.Runner()
        self.door = Door()
        self.done = [Game().model_dump_json()]
        self.undone: list[str] = []
        self.fates: dict[tuple[str, str], str] = {}

    def teardown(self) -> None:
        self.runner.close()

    @rule(seed=st.integers(0, 2**32))
    def act(self, seed: int) -> None:
        table = self.runner.run(self.door.table())
        command = a_wish(Random(seed), table.game)
        judge = Actor(1, may_repair=True)
        try:
            outcome = self.runner.run(self.door.act(command, by=judge, seen=table.version))
        except RuleViolation:
            return
        self.undone = []
        now = outcome.table.game.model_dump_json()
        played = f"{table.version.game} {self.done[-1]}"
        assert self.fates.setdefault((played, command.model_dump_json()), now) == now
        self.done.append(now)

    @rule()
    def undo(self) -> None:
        judge = Actor(1, may_repair=True)
        if len(self.done) == 1:
            with pytest.raises(PodkeeperError, match="nothing to undo"):
                self.runner.run(self.door.undo(by=judge))
            return
        try:
            self.runner.run(self.door.undo(by=judge))
        except PodkeeperError as refusal:
            if "too far back" not in str(refusal):
                raise
        else:
            self.undone.append(self.done.pop())

    @rule()
    def redo(self) -> None:
        judge = Actor(1, may_repair=True)
        if not self.undone:
            with pytest.raises(PodkeeperError, match="nothing to redo"):
                self.runner.run(self.door.redo(by=judge))
            return
        self.runner.run(self.door.redo(by=judge))
        self.done.append(self.undone.pop())

    @rule()
    def restart(self) -> None:
        self.door = self.door.another_process()

    @invariant()
    def the_game_is_the_last_of_the_states(self) -> None:
        assert self.runner.run(self.door.state()) == self.done[-1]

    @invariant()
    def the_acts_in_force_replay_to_it(self) -> None:
        table = self.runner.run(self.door.table())
        acts: list[tuple[Event[Game], ...]] = []
        length = 0
        at = table.cursor
        while at:
            step = self.door.store.rows[HERE.channel, HERE.kind, at]
            length += 1
            # A game begins afresh where the game before ended.
            if step.game == table.version.game:
                acts.append(EVENTS.validate_json(step.events))
            at = step.parent
        events = tuple(event for act in reversed(acts) for event in act)
        assert replay(Game(), events) == table.game
        assert length == len(self.done) - 1

    @invariant()
    def the_log_tells_what_is_in_force(self) -> None:
        entries = self.runner.run(self.door.log())
        acts = [e for e in entries if e.kind not in ("undo", "redo") and not e.undone]
        table = self.runner.run(self.door.table())
        in_force = []
        at = table.cursor
        while at:
            step = self.door.store.rows[HERE.channel, HERE.kind, at]
            in_force += [at] if step.game == table.version.game else []
            at = step.parent
        assert [act.seq for act in acts] == in_force
        for entry in entries:
            assert_hides_the_pile(entry)


TestAnyEvening = AnyEvening.TestCase
TestAnyEvening.settings = settings(
    max_examples=25,
    stateful_step_count=50,
    deadline=None,
    suppress_health_check=list(HealthCheck),
    phases=set(Phase) - {Phase.explain},
)
