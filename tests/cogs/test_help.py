"""``/help``: what can be done now, at this table, by the one who asks."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.pods import BYSTANDER, MODERATOR, POD, Pod


@pytest.fixture
async def pod(tmp_path: Path) -> AsyncIterator[Pod]:
    async with Pod.open(tmp_path) as pod:
        yield pod


async def told(pod: Pod, who: str) -> str:
    answer = await pod.slash(who, "help")
    return answer.private


async def test_in_an_empty_channel_it_tells_how_to_begin(pod: Pod) -> None:
    assert "`/bounty reveal` turns up a bounty at once" in await told(pod, "Ana")
    assert "`/pod start` gathers a pod" in await told(pod, "Ana")


async def test_in_a_lobby_it_depends_on_having_joined(pod: Pod) -> None:
    await pod.slash("Ana", "pod start")
    assert "You have joined" in await told(pod, "Ana")
    assert "**Join** takes a place" in await told(pod, "Bruno")


async def test_the_active_player_may_end_the_turn(pod: Pod) -> None:
    await pod.seat(*POD)
    assert "It is your turn" in await told(pod, "Ana")
    assert "It is the turn of Ana" in await told(pod, "Bruno")


async def test_with_a_bounty_on_offer_the_active_player_is_told_when_to_collect(pod: Pod) -> None:
    await pod.seat(*POD)
    await pod.slash("Ana", "bounty reveal", early=True)
    assert "As your end step begins, **Collect**" in await told(pod, "Ana")
    assert "**Collect**" not in await told(pod, "Bruno")


async def test_whoever_has_to_choose_a_room_is_told(pod: Pod) -> None:
    await pod.seat(*POD)
    for _ in range(2):
        await pod.press("Carla", "I take the initiative")
    assert "**Choose a room**" in await told(pod, "Carla")
    assert "Carla choose a room first" in await told(pod, "Ana")


async def test_the_monarch_is_reminded_in_their_own_turn(pod: Pod) -> None:
    await pod.seat(*POD)
    await pod.slash("Ana", "pod monarch")
    assert "You are the monarch" in await told(pod, "Ana")


async def test_day_and_night_are_told_of_where_they_matter(pod: Pod) -> None:
    await pod.seat(*POD)
    assert "day and night hang on it" not in await told(pod, "Ana")
    await pod.slash("Ana", "pod day", state="night")
    assert "day and night hang on it" in await told(pod, "Ana")


async def test_a_bystander_can_look_on_and_a_moderator_can_repair(pod: Pod) -> None:
    await pod.seat(*POD)
    assert "You can look on" in await told(pod, BYSTANDER)
    assert "Next turn" not in await told(pod, BYSTANDER)
    assert "may repair the table" in await told(pod, MODERATOR)


async def test_after_the_game_it_tells_how_to_go_on(pod: Pod) -> None:
    await pod.seat(*POD)
    await pod.slash("Ana", "pod end", winner="Ana")
    assert "**New pod** gathers the next one" in await told(pod, "Ana")


async def test_it_is_for_the_asker_alone_and_leaves_the_panel_alone(pod: Pod) -> None:
    await pod.seat(*POD)
    panel = pod.panel
    await told(pod, "Ana")
    assert pod.panel.id == panel.id
