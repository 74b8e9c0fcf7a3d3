"""The store in one SQLite file: the default, for one machine.

Every method is one statement, and so a transaction of its own: nothing is left half done or locked
by an error, a cancelled caller or a process that is killed.
"""

import sqlite3
from collections.abc import Iterable
from pathlib import Path
from typing import Self

from bot.errors import StoreUnavailable
from bot.store.group_commit import GroupCommit
from bot.store.port import AlreadyDone, Place, Step, VersionConflict
from bot.store.sqlite_link import DAMAGED, Link, prepare, unavailable
from bot.store.sqlite_steps import SELECT, to_step

# Seconds a statement waits for another process. Discord waits three for an answer, and an act may
# have to wait twice: to be kept, and for one before it.
_PATIENCE = 1.2
_GREATEST = 2**63 - 1


class SqliteStore:
    """Keeps steps in a SQLite file; implements `bot.store.port.Store`.

    Several processes may have the same file open, if it lies on a disk of their own machine.
    """

    def __init__(self, path: Path, patience: float) -> None:
        """Prefer `open`, which prepares the file too."""
        self._path = path
        self._writer = Link(path, patience)
        # Reads need not stand in line behind a write that waits for the disk or another process.
        self._reader = Link(path, patience)
        self._commits = GroupCommit(self._writer)

    @classmethod
    async def open(cls, path: Path | str, *, patience: float = _PATIENCE) -> Self:
        """Open the database at ``path``, making it or bringing it up to date if need be.

        ``patience`` is how long a statement waits for another process, in seconds.

        Raises:
            StoreUnavailable: it cannot be used, or a newer Podkeeper made it (it is left as it is).
        """
        path = Path(path)
        try:
            await prepare(path, patience)
        except (OSError, sqlite3.DatabaseError) as error:
            raise unavailable(error) from error
        return cls(path, patience)

    async def append(self, step: Step) -> None:
        """Keep ``step``. When this returns, it survives a crash of the machine.

        If the caller is cancelled meanwhile, the step may be kept or not.

        Raises:
            VersionConflict: the seq is taken.
            AlreadyDone: the interaction id is taken (checked first).
            StoreUnavailable: it cannot be written.
        """
        if await self._commits.add(step):
            return
        earlier = await self.by_interaction(step.interaction)
        if earlier is not None:
            raise AlreadyDone(earlier)
        raise VersionConflict(f"{step.place} has a step {step.game}.{step.seq} already")

    async def latest(self, place: Place) -> Step | None:
        """Return the newest step of ``place`` (its guild is not compared)."""
        return await self._one(
            "WHERE channel = ? AND kind = ? ORDER BY seq DESC LIMIT 1",
            [place.channel, place.kind],
        )

    async def step(self, place: Place, seq: int) -> Step | None:
        """Return one step."""
        return await self._one(
            "WHERE channel = ? AND kind = ? AND seq = ?", [place.channel, place.kind, seq]
        )

    async def by_interaction(self, interaction: int) -> Step | None:
        """Return the step that this interaction was carried out as."""
        return await self._one("WHERE interaction = ?", [interaction])

    async def log(
        self, place: Place, game: int, *, before: int | None = None, limit: int | None = None
    ) -> list[Step]:
        """Return steps of a game, newest first: at most ``limit``, with a seq below ``before``."""
        below = _GREATEST if before is None else before
        at_most = -1 if limit is None else limit
        rows = await self._reader.fetch(
            SELECT + "WHERE channel = ? AND kind = ? AND game = ? AND seq < ?"
            " ORDER BY seq DESC LIMIT ?",
            [place.channel, place.kind, game, below, at_most],
        )
        return [to_step(row) for row in rows]

    async def thin_out(self, place: Place, game: int) -> None:
        """Forget the states of a finished game, except those of its end. Commands, events stay."""
        await self._writer.fetch(
            "WITH last AS (SELECT seq, cursor FROM steps"
            " WHERE channel = ? AND kind = ? AND game = ? ORDER BY seq DESC LIMIT 1)"
            " UPDATE steps SET state = NULL"
            " WHERE channel = ? AND kind = ? AND game = ? AND state IS NOT NULL"
            " AND seq NOT IN (SELECT seq FROM last UNION SELECT cursor FROM last)",
            [place.channel, place.kind, game] * 2,
        )

    async def panel(self, place: Place) -> int | None:
        """Return the message id of the place's current panel."""
        rows = await self._reader.fetch(
            "SELECT message FROM panels WHERE channel = ? AND kind = ?",
            [place.channel, place.kind],
        )
        return int(rows[0][0]) if rows else None

    async def set_panel(self, place: Place, message: int) -> None:
        """Remember the place's current panel, unless a newer (greater) one is known."""
        await self._writer.fetch(
            "INSERT INTO panels (channel, kind, message) VALUES (?, ?, ?) ON CONFLICT DO UPDATE"
            " SET message = excluded.message WHERE excluded.message > panels.message",
            [place.channel, place.kind, message],
        )

    async def secret(self) -> str:
        """Return this database's secret text, made at its creation. Never shown."""
        [(value,)] = await self._reader.fetch("SELECT value FROM meta WHERE key = 'secret'")
        return str(value)

    async def check(self) -> str:
        """Return one line on the database's health: where, schema version, how many games.

        Raises:
            StoreUnavailable: it is damaged, or cannot be read or written; the sentence says why.
        """
        [(found,)] = await self._reader.fetch("PRAGMA quick_check(1)")
        if found != "ok":
            raise StoreUnavailable(DAMAGED, reason=found)
        [(version,)] = await self._reader.fetch("PRAGMA user_version")
        [(games,)] = await self._reader.fetch(
            "SELECT count(*) FROM (SELECT DISTINCT channel, kind, game FROM steps)"
        )
        # Only writing tells whether writing works: put down once more what is there already.
        await self._writer.fetch("UPDATE meta SET value = value WHERE key = 'secret'")
        return f"SQLite, {self._path}: sound and writable, schema {version}, games: {games}"

    async def close(self) -> None:
        """Finish what is under way and close. Closing again does nothing."""
        await self._commits.settle()
        await self._writer.close()
        await self._reader.close()

    async def _one(self, where: str, values: Iterable[object]) -> Step | None:
        rows = await self._reader.fetch(SELECT + where, values)
        return to_step(rows[0]) if rows else None
