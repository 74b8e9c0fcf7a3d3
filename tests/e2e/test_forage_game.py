"""Whole games of Foraging Squirrels, from sitting down to the rematch, beside a pod's game."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.game.engine import replay
from bot.game.forage.game import EndedBy, Forage
from bot.game.forage.rules import FORAGE_EVENTS
from tests import foraging
from tests.pods import BYSTANDER, POD, Pod


@pytest.fixture
async def pod(tmp_path: Path) -> AsyncIterator[Pod]:
    async with Pod.open(tmp_path) as pod:
        yield pod


async def replayed(pod: Pod) -> Forage:
    """The game as the events in the database tell it, from the first to the last in force."""
    table = await foraging.table(pod)
    acts = []
    at = table.cursor
    while at:
        step = await pod.store.step(foraging.place(pod), at)
        assert step is not None
        if step.game != table.version.game:
            break  # the game before, at whose end this one began afresh
        acts.append(FORAGE_EVENTS.validate_json(step.events))
        at = step.parent
    return replay(Forage(), tuple(event for act in reversed(acts) for event in act))


async def dig(pod: Pod, who: str) -> None:
    """Have a card dug up, by the menus of the panel."""
    label = next(label for label in pod.labels() if label.startswith("Dig"))
    await pod.press(who, label)
    await pod.pick(who, "Which card", pod.options("Which card")[0])
    await pod.pick(who, "Which space", pod.options("Which space")[0])
    assert f"{who} digs up **" in pod.panel_text()


async def test_a_game_of_four_while_the_pod_waits(pod: Pod) -> None:
    await pod.slash("Ana", "pod start")
    pod_lobby = pod.panel
    await pod.press("Ana", "Play Foraging Squirrels meanwhile")
    for name in POD[1:]:
        await pod.press(name, "Join")
    await pod.press("Diego", "Start")
    assert len((await foraging.game(pod)).living) == 4

    # A bystander watches, and may look
    before = await foraging.game(pod)
    await pod.press(BYSTANDER, "Text")
    await pod.press(BYSTANDER, "Undo")
    assert await foraging.game(pod) == before

    # One digs before the move, one after it
    who = await foraging.until_dig(pod)
    await dig(pod, who)
    await foraging.run(pod)
    who = await foraging.until_dig(pod)
    await foraging.choose_colour(pod)
    await pod.press(who, "… then dig: no")
    await pod.press(who, foraging.ways(pod)[0])
    await dig(pod, who)
    assert await foraging.whose(pod) != who
    assert await replayed(pod) == await foraging.game(pod)

    # A move is taken back, and made otherwise
    before = await foraging.game(pod)
    await foraging.run(pod)
    await pod.undo("Ana")
    assert await foraging.game(pod) == before

    # The bot is restarted in the middle of a move; the message from before goes on
    await foraging.choose_colour(pod)
    way, messages = foraging.ways(pod)[0], len(pod.messages)
    await pod.restart()
    await pod.press(await foraging.whose(pod), way)
    assert (await foraging.game(pod)).turn == before.turn + 1
    assert len(pod.messages) == messages

    # Meanwhile the pod sits down: two games side by side
    await pod.press("Bruno", "Join", on=pod_lobby)
    await pod.press("Bruno", "Start", on=pod_lobby)
    assert (await pod.game()).seated
    assert set(await pod.living()) == {"Ana", "Bruno"}

    # The end
    await foraging.play_out(pod)
    game = await foraging.game(pod)
    assert await replayed(pod) == game
    assert game.ending is not None
    assert game.ending.by is EndedBy.NO_FOOD_IN_LINE
    shown = pod.panel_text()
    for name in POD:
        assert f"\n{name} **" in shown
        assert f"\n{name}: " in shown
    assert f"seed `{game.seed}`" in shown

    # Once more on the same grid
    await pod.press("Carla", "Rematch, same grid")
    again = await foraging.game(pod)
    assert (again.seed, again.players, again.turn) == (game.seed, game.players, 1)
    assert (await pod.game()).seated


async def test_a_game_of_two(pod: Pod) -> None:
    await foraging.begin(pod, "Ana", "Bruno", seed="two")
    grid = (await foraging.game(pod)).grid
    await dig(pod, await foraging.until_dig(pod))
    pictures = set()
    at = 0
    while not (await foraging.game(pod)).over:
        await foraging.run(pod, at)
        pictures.add(foraging.picture(pod)["url"].rpartition("/")[2])
        assert await replayed(pod) == await foraging.game(pod)
        at += 1
    assert len(pictures) == at
    assert len(pod.messages) == 1
    await pod.press("Bruno", "Rematch, same grid")
    assert (await foraging.game(pod)).grid == grid
    await foraging.play_out(pod)


async def test_a_restart_at_any_moment_changes_nothing(pod: Pod) -> None:
    await foraging.begin(pod, "Ana", "Bruno")
    for _ in range(6):
        before = await foraging.game(pod)
        await pod.restart()
        await foraging.choose_colour(pod)
        await pod.restart()
        assert await foraging.game(pod) == before
        await pod.press(await foraging.whose(pod), foraging.ways(pod)[0])
    assert pod.views_in_memory() == 0
