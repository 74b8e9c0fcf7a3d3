"""What a store must do: keep the steps of games, each accepted once, and give back the latest.

A step is one row. The latest step of a channel is the channel's game.
"""

from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple, Protocol


class Place(NamedTuple):
    """Where a game is played: a channel of a server, and which kind of game.

    A channel can have one game of each kind side by side.
    """

    channel: int
    guild: int | None
    kind: str = "commander"


@dataclass(frozen=True)
class Step:
    """One act at a table and the state after it.

    ``seq`` counts the steps of a place from 1, for ever; ``game`` is the number of the game that
    the step belongs to. ``command``,
    ``events`` and ``state`` are JSON texts; ``state`` is None where an old one was thinned out.
    ``at`` and ``began`` are aware UTC times; ``began`` is when the pod sat down, None before.
    ``cursor`` is the act whose state is in force (this step itself unless it is an undo or a
    redo), ``parent`` the act before that one (0: the start), ``redo`` the acts that can be redone,
    the next one last.
    """

    place: Place
    game: int
    seq: int
    interaction: int
    actor: int
    at: datetime
    command: str
    events: str
    state: str | None
    cursor: int
    parent: int
    redo: tuple[int, ...] = ()
    began: datetime | None = None


class VersionConflict(Exception):
    """Another step already has this place and seq: somebody was faster."""


class AlreadyDone(Exception):
    """This interaction was already carried out, as ``step``."""

    def __init__(self, step: Step) -> None:
        super().__init__(f"interaction {step.interaction} was step {step.game}.{step.seq}")
        self.step = step


class Store(Protocol):
    """Keeps steps durably. Every method may raise `bot.errors.StoreUnavailable`."""

    async def append(self, step: Step) -> None:
        """Keep ``step``. When this returns, it survives a crash of the machine.

        After a cancellation or `StoreUnavailable` it may have been kept all the same; to append
        it again is safe.

        Raises:
            VersionConflict: the seq is taken.
            AlreadyDone: the interaction id is taken (checked first).
        """

    async def latest(self, place: Place) -> Step | None:
        """Return the newest step of ``place`` (its guild is not compared)."""

    async def step(self, place: Place, seq: int) -> Step | None:
        """Return one step."""

    async def by_interaction(self, interaction: int) -> Step | None:
        """Return the step that this interaction was carried out as."""

    async def log(
        self, place: Place, game: int, *, before: int | None = None, limit: int | None = None
    ) -> list[Step]:
        """Return steps of a game, newest first: at most ``limit``, with a seq below ``before``."""

    async def thin_out(self, place: Place, game: int) -> None:
        """Forget the states of a finished game, except those of its end. Commands, events stay.

        Its end is its last step, and the step whose state is in force after that.
        """

    async def panel(self, place: Place) -> int | None:
        """Return the message id of the place's current panel."""

    async def set_panel(self, place: Place, message: int) -> None:
        """Remember the place's current panel, unless a newer (greater) one is known."""

    async def secret(self) -> str:
        """Return this database's secret text, made at its creation. Never shown."""

    async def check(self) -> str:
        """Return one line on the database's health: where, schema version, how many games.

        Raises:
            StoreUnavailable: it cannot be used; the sentence says why.
        """

    async def close(self) -> None:
        """Finish what is under way and close."""
