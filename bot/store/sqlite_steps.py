"""How a step lies in SQLite: the statements, and a row to and from a `Step`."""

import json
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

from bot.store.port import Place, Step

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_MICROSECOND = timedelta(microseconds=1)

SELECT = (
    "SELECT channel, guild, kind, game, seq, interaction, actor, at, began,"
    " command, events, state, cursor, parent, redo FROM steps "
)
_INSERT = (
    "INSERT INTO steps (channel, guild, kind, game, seq, interaction, actor, at, began,"
    " command, events, state, cursor, parent, redo) VALUES "
)
_VALUES = "(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
# Passes over rows whose seq or interaction is taken, and tells which were kept.
_IF_FREE = " ON CONFLICT DO NOTHING RETURNING channel, kind, game, seq, interaction"


def insert(count: int) -> str:
    """Return the statement that keeps ``count`` rows where seq and interaction are free.

    It returns channel, kind, game, seq and interaction of those that were kept.
    """
    return _INSERT + ", ".join([_VALUES] * count) + _IF_FREE


def to_row(step: Step) -> tuple[object, ...]:
    """Return a step as the values of a row."""
    return (
        *step.place,
        step.game,
        step.seq,
        step.interaction,
        step.actor,
        _microseconds(step.at),
        None if step.began is None else _microseconds(step.began),
        step.command,
        step.events,
        step.state,
        step.cursor,
        step.parent,
        json.dumps(step.redo),
    )


def to_step(row: Sequence[Any]) -> Step:
    """Return the step of a row that `SELECT` gave."""
    channel, guild, kind, game, seq, interaction, actor, at, began, *texts, cursor, parent, redo = (
        row
    )
    command, events, state = texts
    return Step(
        place=Place(channel, guild, kind),
        game=game,
        seq=seq,
        interaction=interaction,
        actor=actor,
        at=_time(at),
        command=command,
        events=events,
        state=state,
        cursor=cursor,
        parent=parent,
        redo=tuple(json.loads(redo)),
        began=None if began is None else _time(began),
    )


def _microseconds(time: datetime) -> int:
    """Return microseconds since 1970. Exact; a naive time raises TypeError."""
    return (time - _EPOCH) // _MICROSECOND


def _time(microseconds: int) -> datetime:
    return _EPOCH + microseconds * _MICROSECOND
