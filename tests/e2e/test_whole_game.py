"""Whole games, from sitting down to the recap, through the real command tree and the database."""

import re
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.game.dungeon import open_choices
from bot.game.engine import replay
from bot.game.facts import UNDERCITY
from bot.game.game import Game
from bot.game.rules import EVENTS
from tests.pods import BYSTANDER, POD, Pod


@pytest.fixture
async def pod(tmp_path: Path) -> AsyncIterator[Pod]:
    async with Pod.open(tmp_path) as pod:
        yield pod


async def replayed(pod: Pod) -> Game:
    """The game as the events in the database tell it, from the first to the last in force."""
    table = await pod.table()
    acts = []
    at = table.cursor
    while at:
        step = await pod.store.step(pod.place, at)
        assert step is not None
        acts.append(EVENTS.validate_json(step.events))
        at = step.parent
    return replay(Game(), tuple(event for act in reversed(acts) for event in act))


async def settle_choices(pod: Pod) -> None:
    """Have everybody who has to choose a room take the last one they can."""
    while choices := open_choices(await pod.game()):
        [*_, way] = choices[0].ways
        await pod.press(pod.name(choices[0].player), way.name)


async def play_a_turn(pod: Pod) -> None:
    """Choose rooms, collect what is on offer every other time, and pass the turn."""
    await settle_choices(pod)
    if (await pod.game()).turns.number % 2:
        await pod.collect()
    await pod.press((await pod.living())[0], "Next turn")


async def test_an_evening_of_four(pod: Pod) -> None:
    await pod.slash("Ana", "pod start", link="https://spelltable.wizards.com/game/1")
    for name in POD[1:]:
        await pod.press(name, "Join")
    await pod.press("Diego", "Start")
    assert "The pod sits down:" in pod.panel_text()

    # The first bounties
    while "A new bounty" not in pod.panel_text():
        await pod.turns(1)
    game = await pod.game()
    assert game.turns.teams[game.turns.starting].turns == 3
    first = await pod.collect()
    assert f"{first} collects **" in pod.panel_text()

    # The initiative is taken and stolen, and Undercity walked to its end
    await pod.press("Bruno", "I take the initiative")
    await pod.press("Carla", "I take the initiative")
    assert "### Initiative: Carla" in pod.panel_text()
    while pod.id("Carla") not in (await pod.game()).completed:
        await play_a_turn(pod)
        await settle_choices(pod)
    assert (await pod.game()).completed[pod.id("Carla")] == (UNDERCITY.id,)

    # A press too much, and the way back
    before = await pod.game()
    await pod.press(BYSTANDER, "Next turn")
    assert await pod.game() == before
    await pod.press("Ana", "Next turn")
    await pod.undo("Bruno")
    assert await pod.game() == before

    # The bot is restarted in the middle; the message from before goes on
    messages = len(pod.messages)
    await pod.restart()
    assert await pod.game() == before
    await play_a_turn(pod)
    assert len(pod.messages) == messages

    # The holder leaves: the active player takes the initiative
    await settle_choices(pod)
    while (await pod.active()) == ["Carla"]:
        await play_a_turn(pod)
        await settle_choices(pod)
    [active] = await pod.active()
    await pod.slash("Carla", "pod leave")
    assert f"{active} takes the initiative as its holder left" in pod.panel_text()
    assert "~~Carla~~" in pod.panel_text()

    while (await pod.game()).turns.number < 24:
        await play_a_turn(pod)
        await settle_choices(pod)
        assert await replayed(pod) == await pod.game()

    # The end
    turns, claims = (await pod.game()).turns.number, (await pod.game()).bounties.claims
    await pod.slash("Ana", "pod end", winner="Diego")
    recap = pod.panel_text()
    assert "## Diego won" in recap
    assert turns >= 24
    assert re.search(rf"-# {turns} turns · .* held the initiative last", recap)
    assert re.search(r"Carla: .*Undercity completed", recap)
    for player in {claim.player for claim in claims}:
        assert re.search(rf"{pod.name(player)}: .*bounty claims? for ", recap)
    log = (await pod.slash("Ana", "pod log")).private
    assert "Diego won the game." in log

    # The next pod
    await pod.press("Bruno", "New pod")
    await pod.press(BYSTANDER, "Join")
    await pod.press("Bruno", "Start")
    assert set(await pod.living()) == {"Bruno", BYSTANDER}
    assert (await pod.table()).version.game == 2


async def test_an_evening_of_two_headed_giant(pod: Pod) -> None:
    await pod.seat(*POD, mode="two-headed giant")
    await pod.slash("Ana", "bounty reveal", early=True)
    await pod.press("Bruno", "I take the initiative")
    for _ in range(12):
        await play_a_turn(pod)
        await settle_choices(pod)
        assert await replayed(pod) == await pod.game()
    await pod.slash("Ana", "pod leave", player="Diego")
    assert "## Ana and Bruno won" in pod.panel_text()


async def test_an_evening_without_a_pod(pod: Pod) -> None:
    await pod.slash("Ana", "bounty reveal")
    for name in ("Ana", "Bruno", BYSTANDER):
        label = next(label for label in pod.labels() if label.startswith("Collect"))
        await pod.press(name, label)
        await pod.press(name, "Next turn")
    await pod.press("Bruno", "I take the initiative")
    await pod.slash("Ana", "pod end")
    recap = pod.panel_text()
    assert "## The game is over" in recap
    assert f"{BYSTANDER}: a bounty claim for a Treasure" in recap


class TestAHundredPressesAtOnce:
    """Exactly one counts; the others are told that the table had moved on."""

    async def test_of_next_turn(self, pod: Pod) -> None:
        await pod.seat(*POD)
        before = (await pod.table()).version
        answers = await pod.rush("Next turn", *(POD * 25))
        assert (await pod.table()).version == (before.game, before.seq + 1)
        assert await pod.active() == ["Bruno"]
        told = [a for a in answers if "had moved on before your press" in a.private]
        assert len(told) == 99
        assert all(answer.answered for answer in answers)

    async def test_of_collect(self, pod: Pod) -> None:
        await pod.seat(*POD)
        await pod.slash("Ana", "bounty reveal", early=True)
        answers = await pod.rush("Collect (end step): a Treasure", *(["Ana"] * 100))
        assert len((await pod.game()).bounties.claims) == 1
        assert sum("had moved on" in answer.private for answer in answers) == 99
        await pod.press("Bruno", "Next turn")
        assert "A new bounty" in pod.panel_text()

    async def test_of_collect_by_everybody(self, pod: Pod) -> None:
        """Whoever is first, only the active player collects."""
        await pod.seat(*POD)
        await pod.slash("Ana", "bounty reveal", early=True)
        await pod.rush("Collect (end step): a Treasure", *(("Bruno", "Eva", "Ana", "Diego") * 5))
        claims = (await pod.game()).bounties.claims
        assert [pod.name(claim.player) for claim in claims] == ["Ana"]

    async def test_of_the_confirmation_of_an_undo(self, pod: Pod) -> None:
        await pod.seat(*POD)
        await pod.press("Ana", "Next turn")
        await pod.press("Ana", "Next turn")
        await pod.press("Ana", "Undo")
        await pod.rush("Yes, undo", *(POD * 5))
        assert await pod.active() == ["Bruno"]


async def test_a_restart_at_any_moment_changes_nothing(pod: Pod) -> None:
    await pod.seat("Ana", "Bruno")
    await pod.slash("Ana", "bounty reveal", early=True)
    await pod.press("Ana", "I take the initiative")
    for label in ("Next turn", "Collect", "Undo", "Keep it", "Undo", "Yes, undo", "Redo"):
        before = await pod.game()
        await pod.restart()
        assert await pod.game() == before
        pressed = next(found for found in pod.labels() if found.startswith(label))
        await pod.press((await pod.active())[0], pressed)
    await pod.restart()
    await pod.press("Ana", "Yes, redo")
    assert len((await pod.game()).bounties.claims) == 1
