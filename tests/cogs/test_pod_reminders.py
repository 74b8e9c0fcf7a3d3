"""The monarch, the turn clock, and what the panel reminds of."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.pods import POD, Pod


@pytest.fixture
async def pod(tmp_path: Path) -> AsyncIterator[Pod]:
    async with Pod.open(tmp_path) as pod:
        yield pod


class TestTheClock:
    async def test_tells_when_the_turn_began(self, pod: Pod) -> None:
        await pod.seat(*POD)
        assert ", begun <t:" in pod.panel_text()

    async def test_is_paused_and_goes_on(self, pod: Pod) -> None:
        await pod.seat(*POD)
        await pod.wait(minutes=4)
        await pod.slash("Ana", "pod clock", state="pause")
        await pod.wait(minutes=30)
        assert "clock paused at 4 min" in pod.panel_text()
        answer = await pod.slash("Ana", "pod clock", state="pause")
        assert "The clock is paused already." in answer.private
        await pod.press("Ana", "The clock goes on", on=await pod.more("Ana"))
        assert "clock paused" not in pod.panel_text()

    async def test_has_its_totals_in_the_recap(self, pod: Pod) -> None:
        await pod.seat(*POD)
        await pod.wait(minutes=3)
        await pod.press("Ana", "Next turn")
        await pod.wait(minutes=5)
        await pod.slash("Ana", "pod end", winner="Ana")
        assert "Ana: 1 turn in 3 min" in pod.panel_text()
        assert " in 5 min" in pod.panel_text()


class TestTheMonarch:
    async def test_is_named_on_the_panel_and_changes_with_one_tap(self, pod: Pod) -> None:
        await pod.seat(*POD)
        await pod.slash("Ana", "pod monarch", player="Bruno")
        assert "👑 Monarch: Bruno, who draws at their end step" in pod.panel_text()
        await pod.press("Carla", "I become the monarch")
        assert "Carla becomes the monarch." in pod.panel_text()

    async def test_is_found_in_the_menu_of_rarer_acts(self, pod: Pod) -> None:
        await pod.seat(*POD)
        assert "I become the monarch" not in pod.labels()
        await pod.press("Ana", "I become the monarch", on=await pod.more("Ana"))
        assert "👑 Monarch: Ana" in pod.panel_text()

    async def test_becoming_it_again_is_told_to_do_nothing(self, pod: Pod) -> None:
        await pod.seat(*POD)
        await pod.slash("Ana", "pod monarch")
        answer = await pod.slash("Ana", "pod monarch")
        assert "becoming it again does nothing" in answer.private


class TestReminders:
    async def test_come_only_where_the_end_step_has_something_in_store(self, pod: Pod) -> None:
        await pod.seat(*POD)
        assert "At the end step" not in pod.panel_text()
        await pod.slash("Ana", "bounty reveal", early=True)
        assert "-# At the end step: collect the bounty if its condition is met" in pod.panel_text()
        await pod.collect()
        assert "At the end step" not in pod.panel_text()

    async def test_of_the_monarch_come_in_their_own_turn(self, pod: Pod) -> None:
        await pod.seat(*POD)
        await pod.slash("Ana", "pod monarch", player="Bruno")
        assert "draws a card as the monarch" not in pod.panel_text()
        await pod.press("Ana", "Next turn")
        assert "-# At the end step: Bruno draws a card as the monarch" in pod.panel_text()
