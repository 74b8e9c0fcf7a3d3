"""Turns as the table passes them."""

import pytest

from tests.pods import Pod, text_of


class TestTurns:
    async def test_a_press_passes_the_turn(self, seated: Pod) -> None:
        await seated.press("Carla", "Next turn")
        shown = seated.panel_text()
        assert "The turn of Bruno begins.\n-# by Carla" in shown
        assert "## Turn" in shown
        assert await seated.active() == ["Bruno"]

    async def test_a_command_passes_it_too_and_posts_the_panel_anew(self, seated: Pod) -> None:
        old = seated.panel
        await seated.slash("Ana", "pod next")
        assert seated.panel.id > old.id
        assert await seated.active() == ["Bruno"]
        retired = seated.messages[-2]
        assert seated.labels(retired) == []
        assert f"/{seated.panel.id}" in text_of(retired)

    async def test_a_named_player_is_a_correction(self, seated: Pod) -> None:
        await seated.slash("Ana", "pod next", player="Diego")
        assert await seated.active() == ["Diego"]
        await seated.press("Ana", "Next turn")
        assert await seated.active() == ["Ana"]

    async def test_an_extra_turn(self, seated: Pod) -> None:
        await seated.slash("Ana", "pod extra", player="Carla")
        assert "Carla will take an extra turn after this one." in seated.panel_text()
        assert "then an extra turn of Carla" in seated.panel_text()
        await seated.press("Ana", "Next turn")
        assert "An extra turn of Carla begins." in seated.panel_text()
        await seated.press("Ana", "Next turn")
        assert await seated.active() == ["Bruno"]

    async def test_a_skipped_turn(self, seated: Pod) -> None:
        await seated.slash("Ana", "pod skip", player="Bruno")
        assert "To be skipped: Bruno" in seated.panel_text()
        await seated.press("Ana", "Next turn")
        assert "The turn of Bruno is skipped.\nThe turn of Carla begins." in seated.panel_text()

    async def test_without_a_pod_a_new_turn_simply_begins(self, pod: Pod) -> None:
        await pod.slash("Ana", "pod next")
        assert "A new turn begins." in pod.panel_text()
        assert "## Turn 1\n" in pod.panel_text()

    @pytest.mark.parametrize("command", ["extra", "skip"])
    async def test_what_needs_a_pod_says_so(self, pod: Pod, command: str) -> None:
        answer = await pod.slash("Ana", f"pod {command}", player="Bruno")
        assert "No pod is seated here." in answer.private

    @pytest.mark.parametrize("command", ["extra", "skip", "next", "leave"])
    async def test_who_is_not_seated_cannot_be_named(self, seated: Pod, command: str) -> None:
        answer = await seated.slash("Ana", f"pod {command}", player="Eva")
        assert "Eva is not seated at this table." in answer.private
