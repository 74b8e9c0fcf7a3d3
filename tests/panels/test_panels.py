"""The panel in its channel: one is current, and an old one does no harm."""

import logging
import time
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from bot.errors import StoreUnavailable, UnreadableTable
from bot.panels.edits import Posted
from bot.panels.posted import PostedPanels
from bot.privacy.privacy import Privacy
from bot.store.port import Place, VersionConflict
from tests import foraging
from tests.fakes import MemoryStore
from tests.pods import POD, Pod, components, text_of


@pytest.fixture
async def pod(tmp_path: Path) -> AsyncIterator[Pod]:
    async with Pod.open(tmp_path) as pod:
        await pod.seat(*POD)
        yield pod


def lose_every_race(pod: Pod, monkeypatch: pytest.MonkeyPatch) -> None:
    """Have somebody else act first, whoever acts."""

    async def append(*_: object) -> None:
        raise VersionConflict

    monkeypatch.setattr(pod.store, "append", append)


async def leave_an_old_panel(pod: Pod) -> Any:
    """Post a new panel while nothing can be edited, so that the old one keeps its buttons."""
    old = pod.panel
    pod.break_edits()
    await pod.slash("Ana", "pod status")
    pod.mend_edits()
    assert "Next turn" in pod.labels(pod.messages[-2])
    return old


class TestTheOldPanel:
    async def test_loses_its_buttons_and_points_to_the_new_one(self, pod: Pod) -> None:
        await pod.slash("Ana", "pod status")
        old, new = pod.messages[-2:]
        link = f"https://discord.com/channels/{pod.place.guild}/{pod.place.channel}/{new.id}"
        assert text_of(old) == f"-# [The table went on ↓]({link})"
        assert pod.labels(old) == []

    async def test_is_edited_as_the_bot_once_its_token_has_ended(self, pod: Pod) -> None:
        await pod.wait(minutes=20)
        await pod.slash("Ana", "pod status")
        assert pod.labels(pod.messages[-2]) == []

    async def test_keeps_nothing_of_its_interaction_once_its_token_has_ended(
        self, pod: Pod, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        posted, now = PostedPanels(MemoryStore()), time.monotonic()
        places = [pod.place._replace(channel=number) for number in range(3)]

        async def edit(**_: object) -> None:
            """Change nothing."""

        for minutes, place in zip((0, 10, 16), places, strict=True):
            monkeypatch.setattr(
                "bot.panels.posted.time.monotonic", lambda at=minutes: now + at * 60
            )
            posted.touched(place, 5, edit)
        kept = {key: panel.edit for key, panel in posted._posted.items()}
        assert list(kept.values()) == [None, edit, edit]
        assert await posted.newer_than(places[0], 4) == 5

    async def test_may_stay_if_nothing_can_be_edited(self, pod: Pod) -> None:
        await leave_an_old_panel(pod)
        assert "Next turn" in pod.labels()

    async def test_pressed_changes_nothing(self, pod: Pod) -> None:
        old = await leave_an_old_panel(pod)
        before = (await pod.table()).version
        await pod.press("Ana", "Next turn", on=old)
        assert (await pod.table()).version == before
        retired = pod.messages[-2]
        assert pod.labels(retired) == []
        assert f"/{pod.panel.id}" in text_of(retired)

    async def test_pressed_after_a_restart_changes_nothing(self, pod: Pod) -> None:
        old = await leave_an_old_panel(pod)
        await pod.restart()
        before = (await pod.table()).version
        await pod.press("Ana", "Next turn", on=old)
        assert (await pod.table()).version == before
        assert f"/{pod.panel.id}" in text_of(pod.messages[-2])

    @pytest.mark.parametrize("label", ["Undo", "I take the initiative"])
    async def test_asks_nothing_either(self, pod: Pod, label: str) -> None:
        old = await leave_an_old_panel(pod)
        await pod.press("Ana", label, on=old)
        assert pod.labels(pod.messages[-2]) == []
        assert "Undo this?" not in pod.panel_text()


class TestTheCurrentPanel:
    async def test_is_edited_in_place_by_a_press(self, pod: Pod) -> None:
        await pod.press("Ana", "Next turn")
        await pod.press("Ana", "Next turn")
        assert len(pod.messages) == 1

    async def test_pressed_twice_counts_once_and_shows_the_table(self, pod: Pod) -> None:
        stale = pod.button_id("Next turn")
        await pod.press("Ana", "Next turn")
        answer = await pod.forge("Bruno", stale)
        assert "The table had moved on before your press, so nothing was done." in answer.private
        assert await pod.active() == ["Bruno"]
        assert "Next turn" in pod.labels()

    async def test_keeps_its_news_when_it_is_tapped_twice(self, pod: Pod) -> None:
        first, second = await pod.rush("Next turn", "Ana", "Ana")
        assert "The turn of Bruno begins." in pod.panel_text()
        assert not first.private
        assert "so nothing was done" in second.private

    async def test_is_drawn_anew_for_a_stale_press_a_while_later(
        self, pod: Pod, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr("bot.panels.posted.SECOND_TAP", 0.0)
        stale = pod.button_id("Next turn")
        await pod.press("Ana", "Next turn")
        await pod.forge("Bruno", stale)
        assert "The turn of Bruno begins." not in pod.panel_text()
        assert ": Bruno\n-# their " in pod.panel_text()

    async def test_that_could_not_be_edited_is_drawn_by_the_next_press(self, pod: Pod) -> None:
        pod.break_answers(code=50013)
        await pod.press("Ana", "Next turn")
        assert ": Ana\n-# their " in pod.panel_text()
        answer = await pod.press("Ana", "Next turn")
        assert "so nothing was done" in answer.private
        assert ": Bruno\n-# their " in pod.panel_text()

    @pytest.mark.parametrize("error", [StoreUnavailable, UnreadableTable, ValueError])
    async def test_that_is_behind_and_cannot_be_drawn_troubles_nobody(
        self, pod: Pod, monkeypatch: pytest.MonkeyPatch, error: type[Exception]
    ) -> None:
        async def table(*_: object) -> None:
            raise error("away")

        posted = pod.bot.parts.posted
        panels = next(cog.panels for cog in pod.bot.parts.cogs if hasattr(cog, "panels"))

        def behind(place: Place) -> Posted:
            monkeypatch.setattr(panels.tables, "table", table)
            return posted._posted[place]

        monkeypatch.setattr(posted, "behind", behind)
        answer = await pod.slash("Ana", "pod next")
        assert not answer.private
        assert "The turn of Bruno begins." in pod.panel_text()

    async def test_is_drawn_again_and_again_only_so_often(
        self, pod: Pod, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        posted = pod.bot.parts.posted
        monkeypatch.setattr(posted, "behind", lambda _: posted._posted[pod.place])
        before = len(pod.sent())
        await pod.slash("Ana", "pod next")
        answered, retired, drawn = 1, 1, 3
        assert len(pod.sent()) == before + answered + retired + drawn

    async def test_works_after_a_restart(self, pod: Pod) -> None:
        await pod.restart()
        await pod.press("Ana", "Next turn")
        assert await pod.active() == ["Bruno"]
        assert len(pod.messages) == 1

    async def test_pings_nobody(self, pod: Pod) -> None:
        await pod.press("Ana", "Next turn")
        await pod.slash("Ana", "pod status")
        sent = [body for body in pod.sent() if "components" in body]
        assert sent
        assert all(body["allowed_mentions"] == {"parse": []} for body in sent)

    async def test_of_another_channel_is_another(self, pod: Pod) -> None:
        other = pod.in_channel("pod-2")
        await other.slash("Eva", "bounty reveal")
        await other.press("Eva", "Next turn")
        assert "## Turn 1\n" in other.panel_text()
        assert await pod.active() == ["Ana"]
        assert len(pod.messages) == 1

    async def test_that_could_not_be_noted_still_works(
        self, pod: Pod, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
    ) -> None:
        async def fail(*_: object) -> None:
            raise StoreUnavailable("The notebook is full.")

        monkeypatch.setattr(pod.store, "set_panel", fail)
        await pod.slash("Ana", "pod next")
        monkeypatch.undo()
        assert "could not be noted" in caplog.text
        assert await pod.active() == ["Bruno"]
        await pod.press("Ana", "Next turn")
        assert await pod.active() == ["Carla"]

    async def test_counts_after_a_restart_even_if_the_store_fails_meanwhile(
        self, pod: Pod, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        async def fail(*_: object) -> None:
            raise StoreUnavailable("The notebook is full.")

        old = pod.panel
        await pod.restart()
        monkeypatch.setattr(pod.store, "panel", fail)
        await pod.slash("Ana", "pod next")
        monkeypatch.undo()
        await pod.press("Bruno", "Next turn", on=old)
        assert await pod.active() == ["Bruno"]
        assert [pod.labels(message) for message in pod.messages[:-1]] == [[]]


class TestTheSameInteractionTwice:
    """Discord promises to deliver one at least once."""

    async def test_is_carried_out_once(self, pod: Pod, caplog: pytest.LogCaptureFixture) -> None:
        caplog.set_level(logging.ERROR)
        await pod.deliver_twice("Ana", "Next turn")
        assert await pod.active() == ["Bruno"]
        assert "The turn of Bruno begins." in pod.panel_text()
        assert not caplog.records


class TestNames:
    async def test_are_learnt_from_who_acts_and_who_is_named(self, pod: Pod) -> None:
        assert pod.options("An extra turn", await pod.more("Ana")) == list(POD)

    async def test_are_stored_nowhere(self, pod: Pod) -> None:
        await pod.press("Ana", "Next turn")
        await pod.slash("Ana", "initiative take", player="Diego")
        await pod.stop()
        stored = b"".join(path.read_bytes() for path in pod.files())
        assert str(pod.id("Ana")).encode() in stored
        for name in POD:
            assert name.encode() not in stored


async def test_an_older_message_never_becomes_the_current_one_again() -> None:
    place, posted = Place(1, 2), PostedPanels(MemoryStore())
    posted.touched(place, 20, None)
    posted.touched(place, 10, None)
    assert await posted.newer_than(place, 10) == 20
    assert await posted.newer_than(place, 20) is None


async def test_nothing_is_kept_in_memory_for_a_message(pod: Pod) -> None:
    for _ in range(5):
        await pod.press("Ana", "Next turn")
        await pod.slash("Ana", "pod status")
    assert pod.views_in_memory() == 0


async def test_every_panel_is_a_components_message(pod: Pod) -> None:
    assert all(components(message) for message in pod.messages)
    assert not any(message.content for message in pod.messages)  # type: ignore[union-attr]


class TestTheEndOfAGame:
    """It stays to be read, above the panel of the next game."""

    async def test_is_left_where_it_is_by_a_button(self, pod: Pod) -> None:
        await pod.slash("Ana", "pod end", winner="Bruno")
        ended = pod.messages[-1]
        await pod.press("Ana", "New pod")
        assert pod.messages[-1].id > ended.id
        assert "A pod gathers" in pod.panel_text()
        assert "won the game" in text_of(pod.messages[-2])
        assert pod.labels(pod.messages[-2]) == []

    async def test_is_left_where_it_is_by_a_command(self, pod: Pod) -> None:
        await pod.slash("Ana", "pod end", winner="Bruno")
        await pod.slash("Ana", "pod start", player1="Ana", player2="Carla")
        assert "won" in text_of(pod.messages[-2])
        assert pod.labels(pod.messages[-2]) == []

    @pytest.mark.parametrize("tapped", [("Ana", "Ana"), ("Ana", "Bruno")], ids=" and ".join)
    async def test_is_left_where_it_is_by_a_button_tapped_twice(
        self, pod: Pod, tapped: tuple[str, str]
    ) -> None:
        await pod.slash("Ana", "pod end", winner="Bruno")
        _, second = await pod.rush("New pod", *tapped)
        assert "A pod gathers: 1" in pod.panel_text()
        assert "won the game" in text_of(pod.messages[-2])
        assert pod.labels(pod.messages[-2]) == []
        assert "so nothing was done" in second.private
        assert f"/{pod.panel.id}" in second.private

    async def test_is_left_where_it_is_by_a_button_once_the_talk_has_buried_it(
        self, pod: Pod
    ) -> None:
        await pod.slash("Ana", "pod end", winner="Bruno")
        await pod.restart()
        await pod.wait(minutes=16)
        await pod.press("Ana", "New pod")
        assert "A pod gathers" in pod.panel_text()
        assert "won the game" in text_of(pod.messages[-2])

    async def test_is_left_where_it_is_when_it_is_pressed_while_it_could_not_be_retired(
        self, pod: Pod
    ) -> None:
        await pod.slash("Ana", "pod end", winner="Bruno")
        ended = pod.panel
        pod.break_edits()
        await pod.slash("Ana", "pod start", player1="Ana", player2="Carla")
        pod.mend_edits()
        assert "New pod" in pod.labels(pod.messages[-2])
        answer = await pod.press("Ana", "New pod", on=ended)
        assert "won the game" in text_of(pod.messages[-2])
        assert pod.labels(pod.messages[-2]) == []
        assert f"/{pod.panel.id}" in answer.private

    async def test_is_left_where_it_is_after_a_question_was_closed(self, pod: Pod) -> None:
        await pod.slash("Ana", "pod end", winner="Bruno")
        await pod.press("Ana", "Undo")
        await pod.press("Ana", "Keep it")
        await pod.slash("Ana", "pod start", player1="Ana", player2="Carla")
        assert "## Bruno won" in pod.read(pod.messages[-2])

    async def test_is_left_where_it_is_without_the_question_that_is_open(self, pod: Pod) -> None:
        await pod.slash("Ana", "pod end", winner="Bruno")
        await pod.press("Ana", "Undo")
        assert "Undo this?" in pod.panel_text()
        await pod.slash("Ana", "pod start", player1="Ana", player2="Carla")
        assert pod.read(pod.messages[-2]).startswith("## Bruno won")
        assert pod.labels(pod.messages[-2]) == []

    async def test_is_left_without_the_question_by_a_button_too(self, pod: Pod) -> None:
        await pod.slash("Ana", "pod end", winner="Bruno")
        await pod.press("Ana", "Undo")
        await pod.press("Bruno", "New pod")
        assert pod.read(pod.messages[-2]).startswith("## Bruno won")

    async def test_of_squirrels_is_left_without_the_question_too(self, pod: Pod) -> None:
        await foraging.begin(pod, "Ana", "Bruno")
        await pod.slash("Ana", "forage end")
        await pod.press("Ana", "Undo")
        assert "Undo this?" in pod.panel_text()
        await foraging.begin(pod, "Ana", "Bruno")
        assert pod.read(pod.messages[-2]).startswith("## The game is over")

    async def test_brings_the_next_panel_once_however_many_miss_it(self, pod: Pod) -> None:
        await pod.slash("Ana", "pod end", winner="Bruno")
        pod.break_answers(code=50001)
        await pod.slash("Ana", "pod start", player1="Ana", player2="Carla")
        before = len(pod.messages)
        first, second = await pod.rush("New pod", "Bruno", "Diego")
        assert len(pod.messages) == before + 1
        assert "Turn 1" in pod.panel_text()
        assert "won the game" in text_of(pod.messages[-2])
        assert pod.labels(pod.messages[-2]) == []
        assert "so nothing was done" in first.private
        assert "so nothing was done" in second.private
        assert f"/{pod.panel.id}" in first.private + second.private

    @pytest.mark.parametrize("pings", ["on", "off"])
    async def test_of_squirrels_is_left_where_it_is_by_a_rematch_tapped_twice(
        self, pod: Pod, pings: str
    ) -> None:
        await pod.slash("Ana", "pod pings", state=pings)
        await foraging.begin(pod, "Ana", "Bruno")
        await pod.slash("Ana", "forage end")
        await pod.rush("Rematch, same grid", "Ana", "Bruno")
        assert "The game was stopped." in text_of(pod.messages[-2])
        assert pod.labels(pod.messages[-2]) == []
        assert "Text" in pod.labels()


class TestAPanelOfAnEarlierGameThatCouldNotBeRetired:
    async def test_is_left_with_a_pointer_when_it_is_pressed(self, pod: Pod) -> None:
        old = pod.panel
        pod.break_edits()
        await pod.slash("Ana", "pod end")
        await pod.press("Ana", "New pod")
        pod.mend_edits()
        await pod.press("Ana", "Next turn", on=old)
        [left] = [message for message in pod.messages if message.id == old.id]
        assert "## Turn" in text_of(left)
        assert text_of(left).endswith(f"/{pod.panel.id})")
        assert pod.labels(left) == []


class TestAnActThatOthersAlwaysForestall:
    async def test_by_a_command_is_answered_privately(
        self, pod: Pod, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        lose_every_race(pod, monkeypatch)
        answer = await pod.slash("Ana", "pod next")
        assert "so nothing was done" in answer.private
        assert len(pod.messages) == 1

    async def test_on_another_games_message_leaves_that_as_it_is(
        self, pod: Pod, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        await pod.slash("Ana", "pod end")
        await pod.press("Ana", "New pod")
        shown = pod.labels()
        lose_every_race(pod, monkeypatch)
        answer = await pod.press("Bruno", "Play Foraging Squirrels meanwhile")
        assert "so nothing was done" in answer.private
        assert pod.labels() == shown
        assert "A pod gathers" in pod.panel_text()


async def test_a_server_that_comes_back_sees_the_news_of_its_first_panel(
    pod: Pod, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def gone(_: int) -> bool:
        return False

    privacy: Privacy = next(cog.privacy for cog in pod.bot.parts.cogs if hasattr(cog, "privacy"))
    monkeypatch.setattr(privacy, "_has_the_bot", gone)
    assert pod.place.guild is not None
    await pod.turns(3)
    await privacy.removed_from(pod.place.guild)
    privacy.invited_to(pod.place.guild)
    await pod.slash("Ana", "pod start", player1="Ana", player2="Bruno")
    assert "The pod sits down" in pod.panel_text()


class TestAnotherGamesMessage:
    """A button on it may play at a table that has a panel of its own."""

    async def test_is_left_as_it_is_however_old_it_is(self, pod: Pod) -> None:
        await pod.slash("Ana", "pod end")
        await pod.press("Ana", "New pod")
        lobby, shown = pod.panel, pod.labels()
        await pod.wait(minutes=16)
        for who in ("Bruno", "Carla", "Carla"):  # opens a lobby, joins it, has it shown anew
            await pod.press(who, "Play Foraging Squirrels meanwhile", on=lobby)
            assert "## Foraging Squirrels" in pod.panel_text()
        [left] = [message for message in pod.messages if message.id == lobby.id]
        assert pod.labels(left) == shown
        assert "A pod gathers" in text_of(left)


class TestALobby:
    """It is theirs who have joined."""

    async def test_cannot_be_taken_back_by_a_bystander(self, pod: Pod) -> None:
        await pod.slash("Ana", "pod end")
        await pod.press("Ana", "New pod")
        await pod.press("Bruno", "Join")
        answer = await pod.press("Eva", "Undo")
        assert "Only those who have joined" in answer.private
        assert "Start" in pod.labels(pod.messages[-1])

    async def test_cannot_be_started_over_or_ended_by_a_bystander(self, pod: Pod) -> None:
        await pod.slash("Ana", "pod end")
        await pod.press("Ana", "New pod")
        for command in ("pod end", "pod leave"):
            answer = await pod.slash("Eva", command)
            assert "Only those who have joined" in answer.private
        answer = await pod.slash("Eva", "pod start", player1="Carla", player2="Diego")
        assert "Only those who have joined" in answer.private
