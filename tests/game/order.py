"""What is true of every game and of all that happens in it, as checks."""

import json
from collections.abc import Iterator
from typing import Any

from bot.game import (
    battlefield,
    bounty,
    daynight,
    pod,
)
from bot.game.engine import Event
from bot.game.faces import Kind, Side
from bot.game.facts import BOUNTIES
from bot.game.game import Game
from bot.game.permanent import Permanent, melded_pair
from bot.game.rules import EVENTS


def assert_in_order(game: Game) -> None:
    """Check who has what on the battlefield, and that it is in step with day and night."""
    numbers = [permanent.number for permanent in game.battlefield]
    assert numbers == sorted(set(numbers)), "each its own, in the order in which they entered"
    assert max(numbers, default=0) <= game.entered
    assert len(numbers) <= battlefield.MOST_PERMANENTS
    for permanent in game.battlefield:
        assert_can_be(permanent)
        assert permanent.control
        assert len(set(permanent.control)) == len(permanent.control)
        if game.seated:
            assert {permanent.owner, *permanent.control} <= set(game.living)
        assert not permanent.out_of_step(game.day), "CR 702.145c, f"
        assert permanent.bound is None or game.day is not None, "CR 702.145d, g"
    waiting = game.this_turn.turning
    assert len(set(waiting)) == len(waiting)
    assert set(waiting) <= set(numbers)


def assert_can_be(permanent: Permanent) -> None:
    """Check a permanent: what represents it, and what it is now."""
    assert permanent.face.spell_type is None
    assert permanent.value.value >= 0
    match permanent.cards:
        case ():
            assert permanent.copied is not None
            assert permanent.up is Side.FRONT
        case (one,):
            assert one.turns_over or permanent.up is Side.FRONT
            assert permanent.token or not one.token
        case (first, second):
            parts = [
                Permanent(number=0, cards=(c,), owner=0, control=(0,)) for c in (first, second)
            ]
            assert melded_pair(*parts)
            assert permanent.up is Side.BACK
            assert not permanent.token
    if not permanent.cards or any(one.kind is Kind.MELD for one in permanent.cards):
        assert permanent.never_turns


def assert_time_and_numbers_go_on(
    before: Game, after: Game, events: tuple[Event[Game], ...]
) -> None:
    """Check that no number is given twice, and that only a correction makes it neither again."""
    entered = [
        permanent.number
        for happened in events
        for permanent in [getattr(happened, "permanent", getattr(happened, "into", None))]
        if isinstance(permanent, Permanent)
    ]
    assert entered == list(range(before.entered + 1, after.entered + 1))
    changes = [happened for happened in events if isinstance(happened, daynight.DayNightChanged)]
    for change in changes:
        assert (change.to is None) == (change.made is daynight.Made.CORRECTION)
    assert before.day is None or after.day is not None or len(changes) == 1


def assert_nothing_leaks(events: tuple[Event[Game], ...]) -> None:
    """Check that nobody can read the order of the pile, or a deck drawn at random, from events."""
    for happened in events:
        public = happened.public()
        told = public.model_dump_json()
        for pile in piles(json.loads(told)):
            assert pile == sorted(pile)
        assert public == reordered(happened).public()
        hidden: Any = getattr(happened, "bounties", happened)
        if isinstance(happened, pod.PodSeated | bounty.DeckBuilt) and not hidden.picked:
            assert not any(f'"{card}"' in told for card in BOUNTIES)
        assert EVENTS.validate_json(EVENTS.dump_json((public,))) == (public,)  # type: ignore[arg-type]


def piles(told: Any) -> Iterator[list[str]]:
    """Find every pile in what is told."""
    for key, value in told.items():
        if key == "pile":
            yield value
        elif isinstance(value, dict):
            yield from piles(value)


def reordered(happened: Event[Game]) -> Event[Game]:
    """Return the event as it would have been with the pile in another order."""
    match happened:
        case pod.PodSeated(bounties=bounties):
            return happened.but(bounties=bounties.but(pile=bounties.pile[::-1]))
        case bounty.DeckBuilt(pile=pile) | bounty.TrophiesReshuffled(pile=pile):
            return happened.but(pile=pile[::-1])
        case _:
            return happened
