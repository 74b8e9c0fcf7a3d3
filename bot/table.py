"""A table as it stands, and its log: what `bot.tables` gives and `bot.ui` shows."""

from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple

from bot.game.engine import Event
from bot.game.game import Game, Team


class Actor(NamedTuple):
    """Who acts. ``may_repair``: a moderator, who may act for a pod they do not sit in."""

    id: int
    may_repair: bool = False


class Version(NamedTuple):
    """A state of a table: the channel's game number, and the step in that game."""

    game: int
    seq: int


@dataclass(frozen=True)
class Table:
    """A channel's game as of its latest step.

    ``cursor`` is the act in force (0: none), ``redo`` the acts that can be done again, the next
    one last. ``began`` is when the pod sat down and ``at`` when the latest step was, both in UTC.
    """

    version: Version
    game: Game
    cursor: int = 0
    redo: tuple[int, ...] = ()
    began: datetime | None = None
    at: datetime | None = None

    @property
    def next_game(self) -> "Table":
        """A fresh table after this game."""
        return Table(Version(self.version.game + 1, 0), Game())


@dataclass(frozen=True)
class Outcome:
    """What an act did. ``repeated``: this interaction had been carried out before."""

    table: Table
    events: tuple[Event[Game], ...]
    actor: int
    kind: str
    repeated: bool = False


@dataclass(frozen=True)
class Entry:
    """One step in the log, told by its public events.

    ``teams`` are who sat where then, which an undone act need not share with the table of now.
    ``undone``: it is not in force now.
    """

    seq: int
    actor: int
    at: datetime
    kind: str
    events: tuple[Event[Game], ...]
    teams: tuple[Team, ...] = ()
    undone: bool = False
