"""A table as it stands, and its log: what `bot.tables` gives and `bot.ui` shows."""

from dataclasses import dataclass
from datetime import datetime
from typing import Generic, NamedTuple

from bot.game.engine import Event, G
from bot.game.game import Game


class Actor(NamedTuple):
    """Who acts. ``may_repair``: a moderator, who may act for a pod they do not sit in."""

    id: int
    may_repair: bool = False


class Version(NamedTuple):
    """A state of a table: the channel's game number, and the step in that game."""

    game: int
    seq: int


@dataclass(frozen=True)
class Table(Generic[G]):
    """A channel's game as of its latest step.

    ``cursor`` is the act in force (0: none), ``redo`` the acts that can be done again, the next
    one last. ``began`` is when players sat down and ``at`` when the latest step was, both in UTC.
    """

    version: Version
    game: G
    cursor: int = 0
    redo: tuple[int, ...] = ()
    began: datetime | None = None
    at: datetime | None = None


@dataclass(frozen=True)
class Outcome(Generic[G]):
    """What an act did. ``about`` is what an undo took back, or a redo did again.

    ``repeated``: this interaction had been carried out before.
    """

    table: Table[G]
    events: tuple[Event[G], ...]
    actor: int
    kind: str
    about: tuple[Event[G], ...] = ()
    repeated: bool = False


@dataclass(frozen=True)
class Entry(Generic[G]):
    """One step in the log, told by its public events.

    ``about`` is what an undo took back, or a redo did again. ``undone``: it is not in force now.
    """

    seq: int
    actor: int
    at: datetime
    kind: str
    events: tuple[Event[G], ...]
    about: tuple[Event[G], ...] = ()
    undone: bool = False


PodTable = Table[Game]
PodEntry = Entry[Game]
