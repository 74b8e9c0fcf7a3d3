"""Where a pod sees pictures: the poster, the map, and the recap."""

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from bot.ui.pictures.dungeon_map import DungeonMap
from bot.ui.pictures.poster import Poster
from bot.ui.pictures.timeline import Timeline
from tests.pods import POD, Message, Pod, components, parts

GALLERY = 12


@pytest.fixture
async def pod(tmp_path: Path) -> AsyncIterator[Pod]:
    async with Pod.open(tmp_path) as pod:
        await pod.seat(*POD)
        yield pod


def pictures(message: Message) -> list[str]:
    """What the pictures of a message show, in words."""
    galleries = [part for part in parts(components(message)) if part["type"] == GALLERY]
    return [str(item["description"]) for gallery in galleries for item in gallery["items"]]


def attachments(message: Any) -> list[str]:
    return [attachment.filename for attachment in message.attachments]


class TestThePoster:
    async def test_comes_with_a_bounty(self, pod: Pod) -> None:
        await pod.slash("Ana", "bounty reveal", early=True)
        (poster,) = pictures(pod.panel)
        assert poster.startswith("A wanted poster:")
        assert "level 1 of 4: a Treasure." in poster
        assert len(attachments(pod.panel)) == 1

    async def test_comes_again_as_it_rises(self, pod: Pod) -> None:
        await pod.slash("Ana", "bounty reveal", early=True)
        first = attachments(pod.panel)
        await pod.press("Ana", "Next turn")
        assert "level 2 of 4: two Treasures." in pictures(pod.panel)[0]
        assert len(attachments(pod.panel)) == 1
        assert attachments(pod.panel) != first

    async def test_goes_with_the_next_press(self, pod: Pod) -> None:
        await pod.slash("Ana", "bounty reveal", early=True)
        await pod.press("Bruno", "I take the initiative")
        assert pictures(pod.panel) == []
        assert attachments(pod.panel) == []

    async def test_does_not_come_once_nothing_rises_any_more(self, pod: Pod) -> None:
        await pod.slash("Ana", "bounty reveal", early=True)
        await pod.turns(4)
        assert "level 4 of 4" in pod.panel_text()
        assert pictures(pod.panel) == []

    async def test_is_in_the_status(self, pod: Pod) -> None:
        assert pictures((await pod.slash("Bruno", "bounty status")).message) == []
        await pod.slash("Ana", "bounty reveal", early=True)
        answer = await pod.slash("Bruno", "bounty status")
        assert pictures(answer.message) == pictures(pod.panel)
        assert "### Bounty:" in answer.private, "its twin in words"

    async def test_is_left_out_where_it_cannot_be_drawn(
        self, pod: Pod, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.delattr(Poster, "draw")
        await pod.slash("Ana", "bounty reveal", early=True)
        assert "A new bounty" in pod.panel_text()
        assert pictures(pod.panel) == []


class TestTheMap:
    async def test_comes_with_its_twin_in_words(self, pod: Pod) -> None:
        await pod.press("Ana", "I take the initiative")
        answer = await pod.slash("Bruno", "dungeon map")
        assert pictures(answer.message) == ["A map of Undercity. Ana: in Secret Entrance."]
        assert "**Secret Entrance** → Forge" in answer.private

    async def test_comes_by_its_button(self, pod: Pod) -> None:
        answer = await pod.press("Ana", "Map", on=await pod.more("Ana"))
        assert pictures(answer.message) == ["A map of Undercity."]

    async def test_is_words_alone_where_it_cannot_be_drawn(
        self, pod: Pod, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.delattr(DungeonMap, "draw")
        answer = await pod.slash("Bruno", "dungeon map")
        assert pictures(answer.message) == []
        assert "### Undercity" in answer.private


class TestTheRecap:
    async def test_comes_with_the_end(self, pod: Pod) -> None:
        await pod.press("Carla", "I take the initiative")
        await pod.slash("Ana", "pod end", winner="Bruno")
        (told,) = pictures(pod.panel)
        assert told.startswith("Bruno won.")
        turn = (await pod.game()).turns.number
        assert f"the initiative in turn {turn}" in told
        assert "## Bruno won" in pod.panel_text(), "its twin in words"

    async def test_stays_when_the_next_game_begins(self, pod: Pod) -> None:
        await pod.slash("Ana", "pod end", winner="Bruno")
        end = pod.panel.id
        await pod.slash("Ana", "pod start")
        left = next(message for message in pod.messages if message.id == end)
        assert pictures(left)[0].startswith("Bruno won.")
        assert pictures(pod.panel) == []

    async def test_does_not_come_where_nobody_did_anything(self, pod: Pod) -> None:
        table = pod.in_channel("pod-2")
        await table.slash("Ana", "bounty reveal")
        await table.slash("Ana", "pod end")
        assert "## The game is over" in table.panel_text()
        assert pictures(table.panel) == []

    async def test_goes_when_the_end_is_undone(self, pod: Pod) -> None:
        await pod.slash("Ana", "pod end", winner="Bruno")
        await pod.undo("Ana")
        assert pictures(pod.panel) == []
        assert attachments(pod.panel) == []

    async def test_is_words_alone_where_it_cannot_be_drawn(
        self, pod: Pod, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.delattr(Timeline, "draw")
        await pod.slash("Ana", "pod end", winner="Bruno")
        assert "## Bruno won" in pod.panel_text()
        assert pictures(pod.panel) == []
