"""What a store must do: keep the steps of games, each accepted once, and give back the latest.

A step is one row. The latest step of a channel is the channel's game.
"""

from collections.abc import AsyncIterator, Callable
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
    the next one last. ``ended``: the game is over in the state after this step.
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
    ended: bool = False


class VersionConflict(Exception):
    """Another step already has this place and seq: somebody was faster."""


class AlreadyDone(Exception):
    """This interaction was already carried out, as ``step``."""

    def __init__(self, step: Step) -> None:
        super().__init__(f"interaction {step.interaction} was step {step.game}.{step.seq}")
        self.step = step


def never() -> bool:
    """Return False."""
    return False


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

    async def first(self, place: Place) -> Step | None:
        """Return the oldest step of ``place`` that is kept."""

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

    async def channel(self, channel: int) -> str | None:
        """Return what a channel's pod has set, as JSON text; None if it has set nothing."""

    async def set_channel(self, channel: int, guild: int | None, settings: str) -> None:
        """Keep what a channel's pod has set."""

    def about(self, person: int) -> AsyncIterator[Step]:
        """Yield all steps in which ``person`` occurs: as actor, or within the JSON texts.

        They come place by place, each in the order of its steps.
        """

    async def erase(self, person: int, tombstone: int) -> int:
        """Put ``tombstone`` in the place of a person's id everywhere; return how many rows changed.

        ``tombstone`` must be nobody's id, and new to this database: two players of one table
        must not become the same. Where a row is changed, its place's latest step gets the next seq,
        and the one it had stays taken: so whoever has that table in memory, or goes back to a step
        as it was, is told of a `VersionConflict`, and reads it anew. Interrupted, it has changed
        some rows as a whole, and can be repeated.
        """

    async def forget_guild(self, guild: int, unless: Callable[[], bool] = never) -> int:
        """Delete all steps, panels and settings of a server, channel by channel.

        It goes no further once ``unless`` is so. Returns how many rows these were.
        """

    async def guilds(self) -> set[int]:
        """Return the servers of which steps, panels or settings are kept."""

    async def last_act(self, guild: int) -> datetime | None:
        """Return when the latest act in a server was made, None if there is none.

        By Discord's clock, which the interaction tells, to the millisecond.
        """

    async def wipe(self, *, at_leisure: bool = False) -> bool:
        """Have nothing of what was erased or deleted lie on in the files; return whether it is so.

        If others keep it from that just now, try again later. What takes long is done only
        ``at_leisure``: as long as nobody plays. A database that sees to its files by itself has
        nothing to do here.
        """

    async def retire(self, before: datetime) -> int:
        """Delete finished games whose last act was before ``before``; return how many steps.

        When an act was made is told by its interaction, and so by Discord's clock. A game is
        finished if its place has gone on to another one, or if it has ``ended``. What a step that
        stays refers to may be gone: its ``parent``, or what it undid.
        """

    async def mark(self, key: str) -> str | None:
        """Return the value of a mark that processes leave each other, None if there is none."""

    async def swap_mark(self, key: str, known: str | None, value: str) -> bool:
        """Set a mark, if it still is what is ``known``; return whether it was set.

        Of several processes that know the same, one sets it.
        """

    async def secret(self) -> str:
        """Return this database's secret text, made at its creation. Never shown."""

    async def check(self) -> str:
        """Return one line on the database's health: where, schema version, how many games.

        Raises:
            StoreUnavailable: it cannot be used; the sentence says why.
        """

    async def close(self) -> None:
        """Finish what is under way and close."""
