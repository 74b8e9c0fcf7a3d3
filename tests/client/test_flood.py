"""A member who floods is slowed: told once, then answered in silence, and never shut out."""

from collections.abc import AsyncIterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from bot.client.flood import Flood, Verdict
from tests.pods import Pod

NOW = datetime(2026, 9, 25, 19, 30, tzinfo=UTC)
ANA, BRUNO = 1, 2
PASS, TELL, SILENCE = Verdict.PASS, Verdict.TELL, Verdict.SILENCE


def after(seconds: float) -> datetime:
    return NOW + timedelta(seconds=seconds)


class TestTheBucket:
    def test_takes_ten_acts_at_once(self) -> None:
        flood = Flood(10)
        assert [flood.judge(ANA, NOW) for _ in range(10)] == [PASS] * 10
        assert flood.judge(ANA, NOW) is TELL

    def test_tells_once_and_is_silent_then(self) -> None:
        flood = Flood(2)
        judged = [flood.judge(ANA, NOW) for _ in range(6)]
        assert judged == [PASS, PASS, TELL, SILENCE, SILENCE, SILENCE]

    def test_drains_with_time_however_much_was_refused(self) -> None:
        flood = Flood(10)
        for _ in range(100):
            flood.judge(ANA, NOW)
        assert [flood.judge(ANA, after(1)) for _ in range(3)] == [PASS, PASS, SILENCE]

    def test_lets_two_acts_a_second_pass_for_ever(self) -> None:
        flood = Flood(10)
        assert {flood.judge(ANA, after(n / 2)) for n in range(500)} == {PASS}

    def test_slows_whoever_does_more_to_that_speed(self) -> None:
        flood = Flood(10)
        judged = [flood.judge(ANA, after(n / 10)) for n in range(600)]
        assert 125 <= judged.count(PASS) <= 131
        assert judged.count(TELL) == 1

    def test_tells_again_once_it_has_been_empty(self) -> None:
        flood = Flood(1)
        assert [flood.judge(ANA, NOW) for _ in range(2)] == [PASS, TELL]
        assert [flood.judge(ANA, after(60)) for _ in range(3)] == [PASS, TELL, SILENCE]

    def test_is_everybodys_own(self) -> None:
        flood = Flood(1)
        assert [flood.judge(who, NOW) for who in (ANA, BRUNO)] == [PASS, PASS]

    def test_takes_acts_that_arrive_out_of_order(self) -> None:
        flood = Flood(2)
        judged = [flood.judge(ANA, after(s)) for s in (9, 0, 8, 9)]
        assert judged == [PASS, PASS, TELL, SILENCE]

    def test_of_none_lets_everything_pass(self) -> None:
        flood = Flood(0)
        assert {flood.judge(ANA, NOW) for _ in range(1_000)} == {PASS}

    def test_is_forgotten_where_there_are_too_many(self) -> None:
        flood = Flood(1, most_known=100)
        for member in range(1_000):
            flood.judge(member, NOW)
        assert len(flood._buckets) == 100
        assert flood.judge(999, NOW) is TELL
        assert flood.judge(0, NOW) is PASS


class TestAtATable:
    """Time stands still here, unless it is moved on."""

    @pytest.fixture
    async def pod(self, tmp_path: Path) -> AsyncIterator[Pod]:
        async with Pod.open(tmp_path, flood_limit=4) as pod:
            yield pod

    async def number(self, pod: Pod) -> int:
        return (await pod.game()).turns.number

    async def test_presses_are_told_once_and_acknowledged_then(self, pod: Pod) -> None:
        await pod.slash("Ana", "bounty reveal")
        answers = [await pod.press("Ana", "Next turn") for _ in range(6)]
        assert [answer.answered for answer in answers] == [True] * 6
        told = [answer.private for answer in answers]
        assert ["faster than I can keep up with" in text for text in told] == [
            *[False] * 3,
            True,
            *[False] * 2,
        ]
        assert told[-1] == ""
        assert await self.number(pod) == 3

    async def test_commands_are_slowed_as_presses_are_and_leave_nothing(self, pod: Pod) -> None:
        for _ in range(4):
            await pod.slash("Ana", "bounty reveal")
        first, second = [await pod.slash("Ana", "pod status") for _ in range(2)]
        assert "take a breath" in first.private
        assert second.answered
        assert second.private == ""
        assert len(pod.messages) == 4

    async def test_a_moderator_is_no_exception(self, pod: Pod) -> None:
        answers = [await pod.slash("Mo", "pod status") for _ in range(5)]
        assert "take a breath" in answers[-1].private

    async def test_nobody_is_slowed_by_another(self, pod: Pod) -> None:
        for _ in range(6):
            await pod.slash("Ana", "pod status")
        before = len(pod.messages)
        await pod.slash("Bruno", "pod status")
        assert len(pod.messages) == before + 1

    async def test_four_players_may_press_at_the_same_moment(self, pod: Pod) -> None:
        await pod.slash("Ana", "pod start")
        answers = await pod.rush("Join", "Bruno", "Carla", "Diego", "Eva")
        assert not [answer for answer in answers if "breath" in answer.private]

    async def test_it_goes_on_in_a_few_seconds(self, pod: Pod) -> None:
        await pod.slash("Ana", "bounty reveal")
        for _ in range(6):
            await pod.press("Ana", "Next turn")
        await pod.wait(minutes=0.1)
        await pod.press("Ana", "Next turn")
        assert await self.number(pod) == 4

    async def test_what_is_offered_while_typing_counts_for_nothing(self, pod: Pod) -> None:
        for _ in range(20):
            assert await pod.type("Ana", "dfc show", "card", "delver")
        answer = await pod.slash("Ana", "dfc show", card="Delver of Secrets")
        assert "breath" not in answer.private
