"""What every store promises, whatever it keeps the steps in."""

import asyncio
from dataclasses import replace
from datetime import timedelta, timezone

import pytest

from bot.errors import StoreUnavailable
from bot.store.port import AlreadyDone, Place, Step, Store, VersionConflict
from tests.store.conftest import OpenStore
from tests.store.steps import POD, SQUIRRELS, a_step, places


async def outcomes(store: Store, *steps: Step) -> list[BaseException | None]:
    """Append all ``steps`` at once; return for each None or what was raised."""
    return await asyncio.gather(*map(store.append, steps), return_exceptions=True)


class TestAnAppendedStep:
    @pytest.mark.parametrize(
        "step",
        [
            a_step(),
            a_step(place=Place(channel=5, guild=None)),
            a_step(place=SQUIRRELS),
            a_step(began=None),
            a_step(state=None),
            a_step(seq=9, cursor=4, parent=3, redo=(7, 5)),
            a_step(events='["Æther 🐿️ Saga\\u0000"]', state='{"name": "Jötun Grunt"}'),
            a_step(interaction=2**63 - 1, actor=2**63 - 1),
            a_step(ended=True),
        ],
        ids=[
            *("plain", "dm", "squirrels", "unseated", "thinned", "undone", "unicode", "greatest"),
            "ended",
        ],
    )
    async def test_comes_back_as_it_was(self, store: Store, step: Step) -> None:
        await store.append(step)
        assert await store.latest(step.place) == step
        assert await store.step(step.place, step.seq) == step
        assert await store.by_interaction(step.interaction) == step
        assert await store.log(step.place, step.game) == [step]

    async def test_has_its_times_in_utc(self, store: Store) -> None:
        in_sao_paulo = a_step().at.astimezone(timezone(timedelta(hours=-3)))
        await store.append(a_step(at=in_sao_paulo))
        kept = await store.latest(POD)
        assert kept is not None
        assert kept.at == in_sao_paulo
        assert kept.at.utcoffset() == timedelta()

    async def test_is_there_after_reopening(self, open_store: OpenStore) -> None:
        store = await open_store()
        steps = [a_step(seq) for seq in range(1, 6)]
        for step in steps:
            await store.append(step)
        await store.set_panel(POD, 77)
        secret = await store.secret()
        await store.close()

        store = await open_store()
        assert await store.log(POD, 1) == steps[::-1]
        assert await store.panel(POD) == 77
        assert await store.secret() == secret


class TestLatest:
    async def test_is_none_where_nothing_was_played(self, store: Store) -> None:
        assert await store.latest(POD) is None

    async def test_is_the_newest_step_whatever_game_it_belongs_to(self, store: Store) -> None:
        for step in (a_step(1), a_step(2), a_step(10, game=2), a_step(9)):
            await store.append(step)
        assert await store.latest(POD) == a_step(10, game=2)
        await store.append(a_step(11))
        assert await store.latest(POD) == a_step(11)

    async def test_keeps_channels_and_kinds_apart(self, store: Store) -> None:
        elsewhere = POD._replace(channel=4)
        for step in (a_step(1), a_step(2, place=SQUIRRELS), a_step(3, place=elsewhere)):
            await store.append(step)
        assert await store.latest(POD) == a_step(1)
        assert await store.latest(SQUIRRELS) == a_step(2, place=SQUIRRELS)
        assert await store.latest(elsewhere) == a_step(3, place=elsewhere)

    async def test_does_not_compare_the_guild(self, store: Store) -> None:
        await store.append(a_step())
        assert await store.latest(POD._replace(guild=None)) == a_step()


class TestLookingUp:
    async def test_finds_nothing_that_is_not_there(self, store: Store) -> None:
        await store.append(a_step())
        assert await store.step(POD, 2) is None
        assert await store.step(SQUIRRELS, 1) is None
        assert await store.by_interaction(4) is None
        assert await store.log(POD, 2) == []

    async def test_pages_through_the_log_newest_first(self, store: Store) -> None:
        for seq in range(1, 8):
            await store.append(a_step(seq))
        await store.append(a_step(8, game=2))

        async def seqs(before: int | None, limit: int | None) -> list[int]:
            return [step.seq for step in await store.log(POD, 1, before=before, limit=limit)]

        assert await seqs(None, None) == [7, 6, 5, 4, 3, 2, 1]
        assert await seqs(None, 3) == [7, 6, 5]
        assert await seqs(5, 3) == [4, 3, 2]
        assert await seqs(2, 3) == [1]
        assert await seqs(1, 3) == []
        assert await seqs(4, None) == [3, 2, 1]
        assert await seqs(None, 0) == []


class TestAStepIsRefused:
    async def test_if_its_seq_is_taken(self, store: Store) -> None:
        await store.append(a_step())
        with pytest.raises(VersionConflict):
            await store.append(a_step(interaction=4))
        assert await store.log(POD, 1) == [a_step()]

    async def test_if_its_interaction_was_carried_out(self, store: Store) -> None:
        await store.append(a_step())
        again = a_step(2, place=SQUIRRELS, interaction=a_step().interaction)
        with pytest.raises(AlreadyDone) as refusal:
            await store.append(again)
        assert refusal.value.step == a_step()
        assert await store.latest(SQUIRRELS) is None

    async def test_as_already_done_if_both_are_so(self, store: Store) -> None:
        await store.append(a_step())
        with pytest.raises(AlreadyDone):
            await store.append(a_step())

    async def test_and_may_be_decided_again(self, store: Store) -> None:
        await store.append(a_step())
        with pytest.raises(VersionConflict):
            await store.append(a_step(interaction=4))
        await store.append(a_step(2, interaction=4))
        assert await store.latest(POD) == a_step(2, interaction=4)

    async def test_if_it_has_a_naive_time(self, store: Store) -> None:
        with pytest.raises(TypeError):
            await store.append(a_step(at=a_step().at.replace(tzinfo=None)))


class TestManyAtOnce:
    async def test_a_hundred_for_one_seq_leave_exactly_one(self, store: Store) -> None:
        rivals = [a_step(interaction=number) for number in range(1, 101)]
        results = await outcomes(store, *rivals)
        assert results.count(None) == 1
        assert sum(isinstance(result, VersionConflict) for result in results) == 99
        assert await store.log(POD, 1) == [rivals[results.index(None)]]

    async def test_a_hundred_with_one_interaction_leave_exactly_one(self, store: Store) -> None:
        echoes = [a_step(place=place, interaction=4) for place in places(100)]
        results = await outcomes(store, *echoes)
        assert results.count(None) == 1
        kept = echoes[results.index(None)]
        assert await store.by_interaction(4) == kept
        refusals = [result for result in results if result is not None]
        assert all(isinstance(each, AlreadyDone) and each.step == kept for each in refusals)

    async def test_the_very_same_act_a_hundred_times_is_kept_once(self, store: Store) -> None:
        results = await outcomes(store, *[a_step()] * 100)
        assert results.count(None) == 1
        assert sum(isinstance(result, AlreadyDone) for result in results) == 99

    async def test_two_hundred_in_different_places_are_all_kept(self, store: Store) -> None:
        steps = [a_step(place=place) for place in places(200)]
        assert await outcomes(store, *steps) == [None] * 200
        assert [await store.latest(step.place) for step in steps] == steps

    async def test_one_that_conflicts_does_not_keep_out_the_others(self, store: Store) -> None:
        await store.append(a_step())
        others = [a_step(place=place) for place in places(20)[1:]]
        late, repeated = a_step(interaction=4), a_step(2, interaction=a_step().interaction)
        results = await outcomes(store, *others[:10], late, repeated, *others[10:])
        assert [type(result) for result in results[10:12]] == [VersionConflict, AlreadyDone]
        assert results[:10] + results[12:] == [None] * len(others)
        assert [await store.latest(step.place) for step in others] == others

    async def test_a_refused_rival_does_not_take_the_credit(self, store: Store) -> None:
        """The interaction that is refused in one place is kept in another, in the same moment."""
        await store.append(a_step())
        refused, kept = a_step(interaction=4), a_step(2, interaction=4)
        results = await outcomes(store, a_step(place=SQUIRRELS), refused, kept)
        assert [type(result) for result in results] == [type(None), AlreadyDone, type(None)]

    async def test_one_that_cannot_be_kept_does_not_keep_out_the_others(self, store: Store) -> None:
        others = [a_step(place=place) for place in places(20)]
        unkeepable = a_step(2, interaction=2**80)
        results = await outcomes(store, *others[:10], unkeepable, *others[10:])
        assert isinstance(results[10], Exception)
        assert not isinstance(results[10], StoreUnavailable)
        assert results[:10] + results[11:] == [None] * 20

    async def test_a_cancelled_caller_leaves_the_others_alone(self, store: Store) -> None:
        steps = [a_step(place=place) for place in places(50)]
        callers = [asyncio.create_task(store.append(step)) for step in steps]
        # The first time round the loop they wait in line, the second time they are being written.
        for gone in (callers[3], callers[30]):
            await asyncio.sleep(0)
            gone.cancel()
        results = await asyncio.gather(*callers, return_exceptions=True)
        assert [index for index, result in enumerate(results) if result is not None] == [3, 30]
        kept = [await store.latest(step.place) for step in steps]
        assert [step for step in kept if step not in (steps[3], steps[30], None)] == [
            step for step in steps if step not in (steps[3], steps[30])
        ]
        await store.append(a_step(2))

    async def test_a_caller_that_gave_up_can_ask_again(self, store: Store) -> None:
        caller = asyncio.create_task(store.append(a_step()))
        await asyncio.sleep(0)
        caller.cancel()
        await asyncio.wait([caller])
        [again] = await outcomes(store, a_step())
        assert again is None or isinstance(again, AlreadyDone)
        assert await store.log(POD, 1) == [a_step()]


class TestTwoStoresOnOneDatabase:
    async def test_see_each_others_steps(self, open_store: OpenStore) -> None:
        one, two = await open_store(), await open_store()
        for seq in range(1, 11):
            await (one if seq % 2 else two).append(a_step(seq))
        assert await one.log(POD, 1) == await two.log(POD, 1)
        assert await one.latest(POD) == a_step(10)

    async def test_share_the_secret(self, open_store: OpenStore) -> None:
        stores = await asyncio.gather(*(open_store() for _ in range(8)))
        assert len({await store.secret() for store in stores}) == 1

    async def test_never_keep_a_seq_or_an_interaction_twice(self, open_store: OpenStore) -> None:
        """Forty acts, each brought to both stores, race for the seqs of one game."""
        stores = await open_store(), await open_store()

        async def act(store: Store, interaction: int) -> bool:
            while True:
                latest = await store.latest(POD)
                seq = 1 if latest is None else latest.seq + 1
                try:
                    await store.append(a_step(seq, interaction=interaction))
                except VersionConflict:
                    continue
                except AlreadyDone:
                    return False
                return True

        done = await asyncio.gather(
            *(act(store, interaction) for interaction in range(1, 41) for store in stores)
        )
        assert sum(done) == 40
        log = await stores[0].log(POD, 1)
        assert [step.seq for step in log] == list(range(40, 0, -1))
        assert {step.interaction for step in log} == set(range(1, 41))


class TestThinningOut:
    async def test_forgets_the_states_except_the_last(self, store: Store) -> None:
        steps = [a_step(seq) for seq in range(1, 5)]
        for step in steps:
            await store.append(step)
        await store.thin_out(POD, 1)
        *old, last = steps
        assert await store.log(POD, 1) == [last, *(replace(step, state=None) for step in old[::-1])]

    async def test_spares_the_step_in_force_at_the_end(self, store: Store) -> None:
        undo = a_step(3, cursor=1)
        for step in (a_step(1), a_step(2), undo):
            await store.append(step)
        await store.thin_out(POD, 1)
        assert await store.log(POD, 1) == [undo, a_step(2, state=None), a_step(1)]

    async def test_leaves_other_games_alone(self, store: Store) -> None:
        others = [a_step(seq, place, 2) for place in (POD, SQUIRRELS) for seq in (3, 4)]
        others += [a_step(seq, SQUIRRELS) for seq in (1, 2)]
        for step in (a_step(1), a_step(2), *others):
            await store.append(step)
        await store.thin_out(POD, 1)
        assert [await store.by_interaction(step.interaction) for step in others] == others

    async def test_twice_or_of_nothing_changes_nothing(self, store: Store) -> None:
        await store.thin_out(POD, 1)
        await store.append(a_step(1))
        for _ in range(2):
            await store.thin_out(POD, 1)
        assert await store.log(POD, 1) == [a_step(1)]


class TestThePanel:
    async def test_is_none_at_first(self, store: Store) -> None:
        assert await store.panel(POD) is None

    async def test_is_the_newest_message_in_whatever_order_they_come(self, store: Store) -> None:
        await asyncio.gather(*(store.set_panel(POD, message) for message in (5, 2**62, 7)))
        assert await store.panel(POD) == 2**62
        await store.set_panel(POD, 8)
        assert await store.panel(POD) == 2**62

    async def test_of_many_places_at_once_is_the_newest_of_each(self, store: Store) -> None:
        places = [POD._replace(channel=number) for number in range(300)]
        noted = [(place, message) for message in (7, 9, 8) for place in places]
        await asyncio.gather(*(store.set_panel(*each) for each in noted))
        assert [await store.panel(place) for place in places] == [9] * 300

    async def test_is_each_places_own(self, store: Store) -> None:
        await store.set_panel(POD, 5)
        await store.set_panel(SQUIRRELS, 6)
        assert await store.panel(POD) == 5
        assert await store.panel(SQUIRRELS) == 6
        assert await store.panel(POD._replace(guild=None)) == 5


class TestTheSecret:
    async def test_stays_the_same(self, store: Store) -> None:
        assert await store.secret() == await store.secret()

    async def test_cannot_be_guessed(self, store: Store) -> None:
        assert len(bytes.fromhex(await store.secret())) == 32

    async def test_is_not_in_the_health_line(self, store: Store) -> None:
        assert await store.secret() not in await store.check()


class TestTheHealthLine:
    async def test_counts_the_games(self, store: Store) -> None:
        for step in (a_step(1), a_step(2), a_step(3, game=2), a_step(1, place=SQUIRRELS)):
            await store.append(step)
        line = await store.check()
        assert "games: 3" in line
        assert "schema 3" in line
        assert "\n" not in line


class TestClosing:
    async def test_finishes_what_is_under_way(self, open_store: OpenStore) -> None:
        store = await open_store()
        steps = [a_step(place=place) for place in places(300)]
        callers = [asyncio.create_task(store.append(step)) for step in steps]
        await asyncio.sleep(0)
        await store.close()
        assert await asyncio.gather(*callers) == [None] * 300
        store = await open_store()
        assert [await store.latest(step.place) for step in steps] == steps

    async def test_twice_does_nothing(self, store: Store) -> None:
        await store.close()
        await asyncio.gather(store.close(), store.close())

    async def test_leaves_no_task_behind(self, store: Store) -> None:
        before = asyncio.all_tasks()
        await outcomes(store, *(a_step(place=place) for place in places(10)))
        await asyncio.sleep(0)
        assert asyncio.all_tasks() <= before

    async def test_makes_further_calls_unavailable(self, store: Store) -> None:
        await store.close()
        for call in (store.append(a_step()), store.latest(POD), store.set_panel(POD, 1)):
            with pytest.raises(StoreUnavailable, match="stopping"):
                await call


class TestWhatAChannelHasSet:
    async def test_is_nothing_at_first(self, store: Store) -> None:
        assert await store.channel(POD.channel) is None

    async def test_is_kept_and_changed(self, store: Store) -> None:
        await store.set_channel(POD.channel, POD.guild, "first")
        await store.set_channel(POD.channel, POD.guild, "then")
        assert await store.channel(POD.channel) == "then"

    async def test_is_the_channels_own(self, store: Store) -> None:
        await store.set_channel(POD.channel, POD.guild, "here")
        assert await store.channel(POD.channel + 1) is None

    async def test_goes_with_its_server(self, store: Store) -> None:
        assert POD.guild is not None
        await store.set_channel(POD.channel, POD.guild, "here")
        await store.set_channel(POD.channel + 1, POD.guild + 1, "elsewhere")
        assert await store.forget_guild(POD.guild) == 1
        assert await store.channel(POD.channel) is None
        assert await store.channel(POD.channel + 1) == "elsewhere"
