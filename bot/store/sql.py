"""The store in SQL: the statements that SQLite and PostgreSQL both understand.

Every method is one statement where it can be, and so a transaction of its own: nothing is left half
done or locked by an error, a cancelled caller or a process that is killed.
"""

from collections.abc import AsyncIterator, Callable, Iterable, Sequence
from datetime import datetime
from itertools import chain
from operator import itemgetter

from bot.store import cleaning
from bot.store.engine import Engine
from bot.store.group_commit import GroupCommit
from bot.store.port import AlreadyDone, Place, Step, VersionConflict, never
from bot.store.rows import SELECT, Row, identity, made_at, to_row, to_step

_GREATEST = 2**63 - 1
_MARK = "mark: "


class SqlStore:
    """Keeps steps with an `Engine`; with `check`, it implements `bot.store.port.Store`."""

    def __init__(self, engine: Engine) -> None:
        """Keep steps with ``engine``, whose schema is up to date."""
        self.engine = engine
        self._commits = GroupCommit(engine.insert)
        self._panels = GroupCommit(self._note_panels)

    async def append(self, step: Step) -> None:
        """Keep ``step``. When this returns, it survives a crash of the machine.

        If the caller is cancelled meanwhile, the step may be kept or not.

        Raises:
            VersionConflict: the seq is taken.
            AlreadyDone: the interaction id is taken (checked first).
            StoreUnavailable: it cannot be written.
        """
        if await self._commits.add(identity(step), to_row(step)):
            return
        earlier = await self.by_interaction(step.interaction)
        if earlier is not None:
            raise AlreadyDone(earlier)
        raise VersionConflict(f"{step.place} has a step {step.game}.{step.seq} already")

    async def latest(self, place: Place) -> Step | None:
        """Return the newest step of ``place`` (its guild is not compared)."""
        return await self._one(
            "WHERE channel = ? AND kind = ? ORDER BY seq DESC LIMIT 1", place.channel, place.kind
        )

    async def step(self, place: Place, seq: int) -> Step | None:
        """Return one step."""
        return await self._one(
            "WHERE channel = ? AND kind = ? AND seq = ? AND game > 0",
            place.channel,
            place.kind,
            seq,
        )

    async def first(self, place: Place) -> Step | None:
        """Return the oldest step of ``place`` that is kept."""
        return await self._one(
            "WHERE channel = ? AND kind = ? AND game > 0 ORDER BY seq LIMIT 1",
            place.channel,
            place.kind,
        )

    async def by_interaction(self, interaction: int) -> Step | None:
        """Return the step that this interaction was carried out as."""
        return await self._one("WHERE interaction = ?", interaction)

    async def log(
        self, place: Place, game: int, *, before: int | None = None, limit: int | None = None
    ) -> list[Step]:
        """Return steps of a game, newest first: at most ``limit``, with a seq below ``before``."""
        below = _GREATEST if before is None else before
        at_most = _GREATEST if limit is None else limit
        rows = await self.engine.read(
            SELECT + "WHERE channel = ? AND kind = ? AND game = ? AND seq < ?"
            " ORDER BY seq DESC LIMIT ?",
            [place.channel, place.kind, game, below, at_most],
        )
        return [to_step(row) for row in rows]

    async def thin_out(self, place: Place, game: int) -> None:
        """Forget the states of a finished game, except those of its end. Commands, events stay."""
        await self.engine.write(
            "WITH last AS (SELECT seq, cursor FROM steps"
            " WHERE channel = ? AND kind = ? AND game = ? ORDER BY seq DESC LIMIT 1)"
            " UPDATE steps SET state = NULL"
            " WHERE channel = ? AND kind = ? AND game = ? AND state IS NOT NULL"
            " AND seq NOT IN (SELECT seq FROM last UNION SELECT cursor FROM last)",
            [place.channel, place.kind, game] * 2,
        )

    async def panel(self, place: Place) -> int | None:
        """Return the message id of the place's current panel."""
        rows = await self.engine.read(
            "SELECT message FROM panels WHERE channel = ? AND kind = ?",
            [place.channel, place.kind],
        )
        return int(rows[0][0]) if rows else None

    async def set_panel(self, place: Place, message: int) -> None:
        """Remember the place's current panel, unless a newer (greater) one is known."""
        await self._panels.add((place.channel, place.kind), (*place, message))

    async def _note_panels(self, rows: Sequence[Row]) -> Iterable[Row]:
        """Note panels as `set_panel` does; return the channel and kind of each."""
        # In the order of the key, as all processes do: so no two wait for each other in a circle.
        newest = {(row[0], row[2]): row for row in sorted(rows, key=itemgetter(0, 2, 3))}
        places = ", ".join(["(?, ?, ?, ?)"] * len(newest))
        await self.engine.write(
            f"INSERT INTO panels (channel, guild, kind, message) VALUES {places}"  # noqa: S608
            " ON CONFLICT (channel, kind) DO UPDATE"
            " SET message = excluded.message, guild = excluded.guild"
            " WHERE excluded.message > panels.message",
            list(chain.from_iterable(newest.values())),
        )
        return newest.keys()

    async def channel(self, channel: int) -> str | None:
        """Return what a channel's pod has set, as JSON text; None if it has set nothing."""
        rows = await self.engine.read("SELECT settings FROM channels WHERE channel = ?", [channel])
        return str(rows[0][0]) if rows else None

    async def set_channel(self, channel: int, guild: int | None, settings: str) -> None:
        """Keep what a channel's pod has set."""
        await self.engine.write(
            "INSERT INTO channels (channel, guild, settings) VALUES (?, ?, ?)"
            " ON CONFLICT (channel) DO UPDATE"
            " SET settings = excluded.settings, guild = excluded.guild",
            [channel, guild, settings],
        )

    def about(self, person: int) -> AsyncIterator[Step]:
        """Yield all steps in which ``person`` occurs; see `Store.about`."""
        return cleaning.about(self.engine, person)

    async def erase(self, person: int, tombstone: int) -> int:
        """Put ``tombstone`` in the place of a person's id everywhere; see `Store.erase`."""
        return await cleaning.erase(self.engine, person, tombstone)

    async def forget_guild(self, guild: int, unless: Callable[[], bool] = never) -> int:
        """Delete all steps, panels and settings of a server; see `Store.forget_guild`."""
        return await cleaning.forget_guild(self.engine, guild, unless)

    async def guilds(self) -> set[int]:
        """Return the servers of which steps, panels or settings are kept."""
        return await cleaning.guilds(self.engine)

    async def last_act(self, guild: int) -> datetime | None:
        """Return when the latest act in a server was made, None if there is none."""
        interaction = await cleaning.last_act(self.engine, guild)
        return None if interaction is None else made_at(interaction)

    async def wipe(self, *, at_leisure: bool = False) -> bool:
        """Leave the files to the database, which sees to them by itself; see `Store.wipe`."""
        return True

    async def retire(self, before: datetime) -> int:
        """Delete finished games whose last act was before ``before``; see `Store.retire`."""
        return await cleaning.retire(self.engine, before)

    async def mark(self, key: str) -> str | None:
        """Return the value of a mark that processes leave each other, None if there is none."""
        rows = await self.engine.read("SELECT value FROM meta WHERE key = ?", [_MARK + key])
        return str(rows[0][0]) if rows else None

    async def swap_mark(self, key: str, known: str | None, value: str) -> bool:
        """Set a mark, if it still is what is ``known``; return whether it was set."""
        if known is None:
            sql = "INSERT INTO meta (value, key) VALUES (?, ?) ON CONFLICT DO NOTHING RETURNING key"
            return bool(await self.engine.write(sql, [value, _MARK + key]))
        sql = "UPDATE meta SET value = ? WHERE key = ? AND value = ? RETURNING key"
        return bool(await self.engine.write(sql, [value, _MARK + key, known]))

    async def secret(self) -> str:
        """Return this database's secret text, made at its creation. Never shown."""
        [(value,)] = await self.engine.read("SELECT value FROM meta WHERE key = 'secret'")
        return str(value)

    async def close(self) -> None:
        """Finish what is under way and close. Closing again does nothing."""
        await self._commits.settle()
        await self._panels.settle()
        await self.engine.close()

    async def games(self) -> int:
        """Return how many games are kept, for the line on the database's health."""
        [(count,)] = await self.engine.read(
            "SELECT count(*) FROM (SELECT DISTINCT channel, kind, game FROM steps WHERE game > 0)"
            " AS games",
            patient=True,
        )
        return int(count)

    async def try_to_write(self) -> None:
        """Put down once more what is there already: only writing tells whether writing works."""
        await self.engine.write("UPDATE meta SET value = value WHERE key = 'secret'")

    async def _one(self, where: str, *values: object) -> Step | None:
        rows = await self.engine.read(SELECT + where, values)
        return to_step(rows[0]) if rows else None
