"""Whole games with double-faced cards: Clones, tokens, meld, day and night, undo across it all."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.game.engine import replay
from bot.game.faces import Side
from bot.game.game import Game
from bot.game.permanent import DayNight
from bot.game.rules import EVENTS
from tests.pods import POD, Pod


@pytest.fixture
async def pod(tmp_path: Path) -> AsyncIterator[Pod]:
    async with Pod.open(tmp_path) as pod:
        await pod.seat(*POD, bounties=False)
        yield pod


async def names(pod: Pod) -> dict[int, str]:
    """What each permanent is called now, by number."""
    return {p.number: p.name for p in (await pod.game()).battlefield}


async def enter(pod: Pod, who: str, *cards: str) -> None:
    for card in cards:
        await pod.slash(who, "dfc enter", card=card)


async def pass_turn(pod: Pod, answer: str) -> None:
    await pod.press("Ana", "Next turn")
    await pod.press("Ana", answer)


async def undo_everything(pod: Pod) -> list[Game]:
    """Undo until nothing is left of the battlefield; returns the games on the way."""
    games = [await pod.game()]
    while games[-1].battlefield or games[-1].day:
        await pod.undo("Ana")
        games.append(await pod.game())
    return games


async def replayed(pod: Pod) -> Game:
    """The game as the events in the database tell it."""
    table = await pod.table()
    acts, at = [], table.cursor
    while at:
        step = await pod.store.step(pod.place, at)
        assert step is not None
        acts.append(EVENTS.validate_json(step.events))
        at = step.parent
    return replay(Game(), tuple(event for act in reversed(acts) for event in act))


async def test_day_and_night_over_several_turns(pod: Pod) -> None:
    """Brutal Cathar is daybound, Gatstaf Shepherd looks at spells, Delver of Secrets at neither."""
    await enter(pod, "Ana", "Brutal Cathar", "Gatstaf Shepherd", "Delver of Secrets")
    assert (await pod.game()).day is DayNight.DAY

    # A turn in which Ana casts one spell: it stays day, nothing turns
    await pass_turn(pod, "Ana one, others one at most")
    assert (await names(pod))[1] == "Brutal Cathar"

    # Bruno casts none, nobody does: night falls, and the Shepherd howls
    await pass_turn(pod, "Nobody cast a spell")
    assert (await pod.game()).day is DayNight.NIGHT
    assert (await names(pod))[1] == "Moonrage Brute"
    await pod.press("Carla", "It turns over")
    assert (await names(pod))[2] == "Gatstaf Howler"

    # A second Cathar enters at night, back face up, and a Clone of the first never turns
    await enter(pod, "Bruno", "Brutal Cathar")
    await pod.slash("Diego", "dfc copy", permanent="1")
    assert (await names(pod)) | {} == {
        1: "Moonrage Brute",
        2: "Gatstaf Howler",
        3: "Delver of Secrets",
        4: "Moonrage Brute",
        5: "Moonrage Brute",
    }

    # Diego casts two in Carla's turn: the Howler turns back, but night stays
    await pass_turn(pod, "Carla none, another two or more")
    await pod.press("Carla", "It turns over")
    assert (await pod.game()).day is DayNight.NIGHT
    assert (await names(pod))[2] == "Gatstaf Shepherd"

    # Diego casts two in his own turn: day breaks for both Cathars, not for the Clone
    await pass_turn(pod, "Diego two or more")
    assert (await names(pod)) == {
        1: "Brutal Cathar",
        2: "Gatstaf Shepherd",
        3: "Delver of Secrets",
        4: "Brutal Cathar",
        5: "Moonrage Brute",
    }
    assert await replayed(pod) == await pod.game()


async def test_clones_tokens_and_meld_and_undo_across_all_of_them(pod: Pod) -> None:
    await enter(pod, "Ana", "Delver of Secrets", "Graf Rats", "Midnight Scavengers")
    await pod.slash("Bruno", "dfc copy", permanent="1", kind="token")
    await pod.slash("Ana", "dfc transform", permanent="4")
    await pod.slash("Carla", "dfc copy", permanent="4")
    await pod.slash("Ana", "dfc meld", first="2", second="3")
    await pod.slash("Diego", "dfc control", permanent="6", player="Diego")
    assert await names(pod) == {
        1: "Delver of Secrets",
        4: "Insectile Aberration",
        5: "Insectile Aberration",
        6: "Chittering Host",
    }
    clone = (await pod.game()).battlefield[2]
    assert (clone.value.value, clone.cards) == (0, ())

    # Bruno leaves with his token; Ana leaves, and with her what Diego only controlled
    await pod.slash("Bruno", "pod leave")
    assert 4 not in await names(pod)
    await pod.slash("Ana", "pod leave")
    assert await names(pod) == {5: "Insectile Aberration"}

    # All of it undone, step by step, and done again
    undone = await undo_everything(pod)
    assert not undone[-1].battlefield
    for _ in undone[1:]:
        await pod.press("Ana", "Redo")
        await pod.press("Ana", "Yes, redo")
    assert await pod.game() == undone[0]


async def test_a_game_goes_on_after_a_restart(pod: Pod) -> None:
    await enter(pod, "Ana", "Brutal Cathar", "Gatstaf Shepherd")
    await pod.press("Ana", "Next turn")
    await pod.restart()
    await pod.press("Ana", "Nobody cast a spell")
    await pod.restart()
    await pod.press("Ana", "It turns over")
    assert await names(pod) == {1: "Moonrage Brute", 2: "Gatstaf Howler"}
    assert {p.up for p in (await pod.game()).battlefield} == {Side.BACK}


async def test_answering_at_the_same_moment_passes_one_turn(pod: Pod) -> None:
    await pod.slash("Ana", "pod day", state="day")
    number = (await pod.game()).turns.number
    await pod.press("Ana", "Next turn")
    await pod.rush("No spell", *POD)
    assert (await pod.game()).turns.number == number + 1
    assert (await pod.game()).day is DayNight.NIGHT


async def test_turning_at_the_same_moment_turns_once(pod: Pod) -> None:
    await enter(pod, "Ana", "Gatstaf Shepherd", "Afflicted Deserter")
    await pass_turn(pod, "Nobody cast a spell")
    await pod.rush("All turn over", *POD)
    assert await names(pod) == {1: "Gatstaf Howler", 2: "Werewolf Ransacker"}
