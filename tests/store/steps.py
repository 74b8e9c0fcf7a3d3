"""Steps to keep, for the tests of the stores."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from hashlib import blake2b
from typing import Any

from bot.store.port import Place, Step
from bot.store.rows import first_id

POD = Place(channel=1_111_111_111_111_111_111, guild=2_222_222_222_222_222_222)
SQUIRRELS = POD._replace(kind="squirrels")
BEGAN = datetime(2026, 9, 25, 19, 30, 0, 123_456, tzinfo=UTC)


def a_step(seq: int = 1, place: Place = POD, game: int = 1, **changes: Any) -> Step:
    """Return a step whose interaction belongs to its time, place, game and seq alone."""
    at = changes.get("at", BEGAN + timedelta(seconds=seq, microseconds=1))
    step = Step(
        place=place,
        game=game,
        seq=seq,
        interaction=first_id(at) + _lot(place, game, seq),
        actor=3_333_333_333_333_333_333,
        at=at,
        command='{"verb": "next_turn"}',
        events='[{"happened": "turn_began"}]',
        state=f'{{"turn": {seq}}}',
        cursor=seq,
        parent=seq - 1,
        began=BEGAN,
    )
    return replace(step, **changes)


def _lot(*what: object) -> int:
    """Return what tells an id from others of the same millisecond: 22 bits."""
    return int.from_bytes(blake2b(repr(what).encode(), digest_size=3).digest(), "big") >> 2


def places(count: int) -> list[Place]:
    """Return ``count`` different places."""
    return [POD._replace(channel=POD.channel + number) for number in range(count)]
