"""Steps to keep, for the tests of the stores."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from hashlib import blake2b
from typing import Any

from bot.store.port import Place, Step

POD = Place(channel=1_111_111_111_111_111_111, guild=2_222_222_222_222_222_222)
SQUIRRELS = POD._replace(kind="squirrels")
BEGAN = datetime(2026, 9, 25, 19, 30, 0, 123_456, tzinfo=UTC)


def a_step(seq: int = 1, place: Place = POD, game: int = 1, **changes: Any) -> Step:
    """Return a step whose interaction belongs to its place, game and seq alone."""
    step = Step(
        place=place,
        game=game,
        seq=seq,
        interaction=int.from_bytes(
            blake2b(repr((place, game, seq)).encode(), digest_size=7).digest(), "big"
        ),
        actor=3_333_333_333_333_333_333,
        at=BEGAN + timedelta(seconds=seq, microseconds=1),
        command='{"verb": "next_turn"}',
        events='[{"happened": "turn_began"}]',
        state=f'{{"turn": {seq}}}',
        cursor=seq,
        parent=seq - 1,
        began=BEGAN,
    )
    return replace(step, **changes)


def places(count: int) -> list[Place]:
    """Return ``count`` different places."""
    return [POD._replace(channel=POD.channel + number) for number in range(count)]
