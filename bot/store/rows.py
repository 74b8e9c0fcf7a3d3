"""How a step lies in a database: its columns, and a row to and from a `Step`."""

import json
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

from bot.store.port import Place, Step

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_MICROSECOND = timedelta(microseconds=1)
# An id that Discord makes has the milliseconds since this moment in its upper bits.
_DISCORD_EPOCH = datetime(2015, 1, 1, tzinfo=UTC)
_MILLISECOND = timedelta(milliseconds=1)

COLUMNS = (
    "channel, guild, kind, game, seq, interaction, actor, at, began,"
    " command, events, state, cursor, parent, redo, ended"
)
SELECT = f"SELECT {COLUMNS} FROM steps "  # noqa: S608  (a constant)
IDENTITY = "channel, kind, game, seq, interaction"
"""What tells a row from those that wait together with it to be kept."""

Row = tuple[object, ...]


def identity(step: Step) -> Row:
    """Return the values of `IDENTITY`."""
    return step.place.channel, step.place.kind, step.game, step.seq, step.interaction


def key(step: Step) -> tuple[int, str, int]:
    """Return the primary key of a step: channel, kind, seq."""
    return step.place.channel, step.place.kind, step.seq


def to_row(step: Step) -> Row:
    """Return a step as the values of a row, in the order of `COLUMNS`."""
    return (
        *step.place,
        step.game,
        step.seq,
        step.interaction,
        step.actor,
        microseconds(step.at),
        None if step.began is None else microseconds(step.began),
        step.command,
        step.events,
        step.state,
        step.cursor,
        step.parent,
        json.dumps(step.redo),
        step.ended,
    )


def to_step(row: Sequence[Any]) -> Step:
    """Return the step of a row that `SELECT` gave."""
    channel, guild, kind, game, seq, interaction, actor, at, began, *rest = row
    command, events, state, cursor, parent, redo, ended = rest
    return Step(
        place=Place(channel, guild, kind),
        game=game,
        seq=seq,
        interaction=interaction,
        actor=actor,
        at=moment(at),
        command=command,
        events=events,
        state=state,
        cursor=cursor,
        parent=parent,
        redo=tuple(json.loads(redo)),
        began=None if began is None else moment(began),
        ended=bool(ended),
    )


def microseconds(time: datetime) -> int:
    """Return microseconds since 1970. Exact; a naive time raises TypeError."""
    return (time - _EPOCH) // _MICROSECOND


def moment(microseconds: int) -> datetime:
    """Return the time that `microseconds` was made of."""
    return _EPOCH + microseconds * _MICROSECOND


def first_id(time: datetime) -> int:
    """Return the least id that Discord can make at a time. A naive one raises TypeError."""
    return (time - _DISCORD_EPOCH) // _MILLISECOND << 22


def made_at(discord_id: int) -> datetime:
    """Return when Discord made an id, to the millisecond."""
    return _DISCORD_EPOCH + (discord_id >> 22) * _MILLISECOND
