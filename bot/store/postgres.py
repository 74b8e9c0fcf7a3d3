"""The store in PostgreSQL: for several processes, on one machine or many."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Self
from urllib.parse import urlsplit

from bot.store.persons import replaced
from bot.store.port import Step
from bot.store.postgres_link import Link
from bot.store.postgres_schema import prepare
from bot.store.rows import COLUMNS, IDENTITY, Row, key
from bot.store.sql import SqlStore

# Seconds a statement may take. Discord waits three for an answer, and an act may have to wait
# twice: to be kept, and for one before it.
_PATIENCE = 1.0

_TYPES = {"kind": "text", "command": "text", "events": "text", "state": "text", "redo": "text"}
# One statement, whether it keeps one row or a hundred: so PostgreSQL plans it once.
_INSERT = (
    f"INSERT INTO steps ({COLUMNS}) SELECT * FROM unnest("  # noqa: S608  (all constants)
    + ", ".join(
        f"?::{'boolean' if column == 'ended' else _TYPES.get(column, 'bigint')}[]"
        for column in COLUMNS.split(", ")
    )
    + f") ON CONFLICT DO NOTHING RETURNING {IDENTITY}"
)
_THESE = (
    "(channel, kind, seq) IN (SELECT * FROM unnest($1::bigint[], $2::text[], $3::bigint[])"
    " UNION SELECT channel, kind, max(seq) FROM steps WHERE (channel, kind)"
    " IN (SELECT * FROM unnest($1::bigint[], $2::text[])) GROUP BY channel, kind)"
)
# One erasure at a time: a row that another one has just moved would be passed over by `_LOCK`,
# which looks for the seq that it had.
_ALONE = "SELECT pg_advisory_xact_lock(hashtext('podkeeper: erasing'))"
_LOCK = (
    "SELECT channel, kind, seq, interaction, actor, command, events, state, seq ="  # noqa: S608
    " (SELECT max(seq) FROM steps AS other WHERE other.channel = steps.channel"
    f" AND other.kind = steps.kind) AS newest FROM steps WHERE {_THESE}"
    " ORDER BY channel, kind, seq FOR UPDATE"
)
_REWRITE = (
    "UPDATE steps SET actor = new.actor, command = new.command, events = new.events,"
    " state = new.state, seq = steps.seq + new.newest::integer, cursor = steps.cursor"
    " + (new.newest AND steps.cursor = steps.seq)::integer"
    " FROM unnest($1::bigint[], $2::text[], $3::bigint[], $4::bigint[], $5::text[], $6::text[],"
    " $7::text[], $8::boolean[]) AS new (channel, kind, seq, actor, command, events, state, newest)"
    " WHERE (steps.channel, steps.kind, steps.seq) = (new.channel, new.kind, new.seq)"
)


class PostgresStore(SqlStore):
    """Keeps steps in PostgreSQL; implements `bot.store.port.Store`."""

    def __init__(self, url: str, link: Link) -> None:
        """Prefer `open`, which prepares the database too."""
        super().__init__(_Engine(link))
        self._url = url

    @classmethod
    async def open(cls, url: str, *, patience: float = _PATIENCE) -> Self:
        """Open the database at ``url``, bringing it up to date if need be.

        ``patience`` is how long a statement may take in all, in seconds.

        Raises:
            StoreUnavailable: it cannot be used, or a newer Podkeeper made it (it is left as it is).
        """
        await prepare(url, max(patience, 5.0))  # nobody waits for an answer yet
        return cls(url, await Link.open(url, patience))

    async def check(self) -> str:
        """Return one line on the database's health: where, schema version, how many games.

        Raises:
            StoreUnavailable: it cannot be read or written; the sentence says why.
        """
        [(server, name, schema)] = await self.engine.read(
            "SELECT current_setting('server_version'), current_database(), version"
            " FROM schema_version"
        )
        games = await self.games()
        await self.try_to_write()
        number = server.partition(" ")[0]
        host = urlsplit(self._url).hostname or "this machine"
        return (
            f"PostgreSQL {number}, {name} on {host}: reachable and writable,"
            f" schema {schema}, games: {games}"
        )


class _Engine:
    """A pool of connections; implements `bot.store.engine.Engine`."""

    def __init__(self, link: Link) -> None:
        self._link = link

    async def read(
        self, sql: str, values: Iterable[object] = (), *, patient: bool = False
    ) -> Sequence[Sequence[Any]]:
        return await self._link.fetch(sql, values, writes=False, patient=patient)

    async def write(
        self, sql: str, values: Iterable[object] = (), *, patient: bool = False
    ) -> Sequence[Sequence[Any]]:
        return await self._link.fetch(sql, values, writes=True, patient=patient)

    async def insert(self, rows: Sequence[Row]) -> Sequence[Sequence[Any]]:
        # In the order of the key, as all processes do: so no two wait for each other in a circle.
        ordered = sorted(rows, key=lambda row: (row[0], row[2], row[4]))
        return await self._link.fetch(_INSERT, _columns(ordered), writes=True)

    async def rewrite(self, steps: Sequence[Step], person: int, tombstone: int) -> set[int]:
        async def work(connection: Any) -> set[int]:
            await connection.execute(_ALONE)
            new, had = [], set()
            for row in await connection.fetch(_LOCK, *_columns(map(key, steps))):
                *where, interaction, actor, command, events, state, newest = row
                texts = [replaced(text, person, tombstone) for text in (command, events, state)]
                if actor == person or texts != [command, events, state]:
                    had.add(interaction)
                new.append((*where, tombstone if actor == person else actor, *texts, newest))
            if new:
                await connection.execute(_REWRITE, *_columns(new))
            return had

        return await self._link.transact(work)

    async def close(self) -> None:
        await self._link.close()


def _columns(rows: Iterable[Sequence[Any]]) -> Iterator[list[Any]]:
    """Yield what `unnest` takes, a list for each column."""
    return map(list, zip(*rows, strict=True))
