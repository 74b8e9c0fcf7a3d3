"""``/pod language`` and ``/pod pings``."""

from collections.abc import AsyncIterator, Awaitable
from pathlib import Path
from typing import Any

import pytest

from bot.i18n import Language
from tests.pods import BYSTANDER, POD, Pod


@pytest.fixture
async def pod(tmp_path: Path) -> AsyncIterator[Pod]:
    async with Pod.open(tmp_path) as pod:
        await pod.seat(*POD)
        yield pod


async def pinged(pod: Pod, act: Awaitable[Any]) -> list[str]:
    """Who is pinged by an act."""
    before = len(pod.sent())
    await act
    allowed = [body.get("allowed_mentions") or {} for body in pod.sent()[before:]]
    assert not any(each.get("parse") for each in allowed)
    return [pod.name(int(player)) for each in allowed for player in each.get("users") or ()]


class TestLanguage:
    async def test_is_the_servers_at_first(self, pod: Pod) -> None:
        assert (await pod.channels.settings(pod.channel.id)).language is None

    async def test_is_kept_for_the_channel(self, pod: Pod) -> None:
        await pod.slash("Ana", "pod language", language="Português")
        await pod.restart()
        assert (await pod.channels.settings(pod.channel.id)).language is Language.PORTUGUESE
        other = pod.in_channel("elsewhere")
        assert (await pod.channels.settings(other.channel.id)).language is None

    async def test_goes_back_to_the_servers(self, pod: Pod) -> None:
        await pod.slash("Ana", "pod language", language="Español")
        await pod.slash("Ana", "pod language", language="the server's")
        assert (await pod.channels.settings(pod.channel.id)).language is None

    async def test_is_not_a_bystanders_to_choose(self, pod: Pod) -> None:
        answer = await pod.slash(BYSTANDER, "pod language", language="Español")
        assert answer.private
        assert (await pod.channels.settings(pod.channel.id)).language is None


class TestPings:
    async def test_are_off_at_first(self, pod: Pod) -> None:
        assert await pinged(pod, pod.press("Ana", "Next turn")) == []

    async def test_are_for_the_player_whose_turn_begins_and_nobody_else(self, pod: Pod) -> None:
        await pod.slash("Ana", "pod pings", state="on")
        assert await pinged(pod, pod.press("Carla", "Next turn")) == ["Bruno"]
        assert await pod.active() == ["Bruno"]

    async def test_come_with_the_command_too(self, pod: Pod) -> None:
        await pod.slash("Ana", "pod pings", state="on")
        assert await pinged(pod, pod.slash("Carla", "pod next")) == ["Bruno"]

    async def test_need_a_new_message_since_an_edit_pings_nobody(self, pod: Pod) -> None:
        await pod.slash("Ana", "pod pings", state="on")
        panel = pod.panel
        await pod.press("Carla", "Next turn")
        assert pod.panel.id != panel.id
        assert "The turn of Bruno begins." in pod.panel_text()

    async def test_do_not_come_with_any_other_act(self, pod: Pod) -> None:
        await pod.slash("Ana", "pod pings", state="on")
        panel = pod.panel
        assert await pinged(pod, pod.press("Ana", "I take the initiative")) == []
        assert pod.panel.id == panel.id

    async def test_can_be_switched_off(self, pod: Pod) -> None:
        await pod.slash("Ana", "pod pings", state="on")
        await pod.slash("Ana", "pod pings", state="off")
        assert await pinged(pod, pod.press("Carla", "Next turn")) == []

    async def test_are_not_a_bystanders_to_switch(self, pod: Pod) -> None:
        await pod.slash(BYSTANDER, "pod pings", state="on")
        assert await pinged(pod, pod.press("Carla", "Next turn")) == []

    async def test_call_the_squirrels_player_too(self, tmp_path: Path) -> None:
        async with Pod.open(tmp_path, database="forage.db") as pod:
            await pod.slash("Ana", "pod pings", state="on")
            start = pod.slash("Ana", "forage start", player1="Ana", player2="Bruno")
            assert await pinged(pod, start) in (["Ana"], ["Bruno"])
