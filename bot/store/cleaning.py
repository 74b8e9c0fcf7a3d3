"""What is stored about a person, and how it goes: erased, with its server, or with time.

These walks through all steps go in pages, by the primary key, so that no statement takes long or
keeps others out. Nothing here is in a hurry.
"""

from collections.abc import AsyncIterator, Callable, Sequence
from datetime import datetime
from typing import Any

from bot.store.engine import Engine
from bot.store.persons import occurs
from bot.store.port import Step
from bot.store.rows import COLUMNS, first_id, microseconds, to_step

PAGE = 1000
"""How many steps are looked at by one statement."""
BATCH = 100
"""How many steps are rewritten by one transaction: others cannot write meanwhile."""

# A channel is of one server: so one step of each is looked at, along the primary key.
_GUILDS = (
    "WITH RECURSIVE places (channel) AS (SELECT min(channel) FROM steps UNION ALL"
    " SELECT (SELECT min(channel) FROM steps WHERE channel > places.channel)"
    " FROM places WHERE channel IS NOT NULL)"
    " SELECT guild FROM (SELECT (SELECT guild FROM steps WHERE steps.channel = places.channel"
    " AND guild IS NOT NULL LIMIT 1) AS guild FROM places"
    " UNION SELECT guild FROM panels UNION SELECT guild FROM channels) AS found"
    " WHERE guild IS NOT NULL"
)

_FIRST = (-(2**63), "", 0)
_LAST = (2**63 - 1, "\U0010ffff", 2**63 - 1)


async def about(engine: Engine, person: int) -> AsyncIterator[Step]:
    """Yield all steps in which ``person`` occurs, in the order of place and seq."""
    async for page in _pages_about(engine, person):
        for step in page:
            yield step


async def erase(engine: Engine, person: int, tombstone: int) -> int:
    """Put ``tombstone`` in the place of ``person``; return in how many rows."""
    changed: set[int] = set()
    found = True
    while found:
        # Once more: meanwhile somebody may have played on from what they had in memory.
        found = False
        async for page in _pages_about(engine, person):
            found = True
            for first in range(0, len(page), BATCH):
                batch = page[first : first + BATCH]
                changed |= await engine.rewrite(batch, person, tombstone)
    return len(changed)


async def forget_guild(engine: Engine, guild: int, unless: Callable[[], bool]) -> int:
    """Delete all rows of a server, each place at once; return how many.

    It goes no further once ``unless`` is so.
    """
    total = 0
    for sql in (
        "DELETE FROM panels WHERE guild = ? RETURNING kind",
        "DELETE FROM channels WHERE guild = ? RETURNING channel",
    ):
        if unless():
            return total
        total += len(await engine.write(sql, [guild], patient=True))
    async for places in _pages(engine, "DISTINCT channel, kind", "guild = ?", [guild]):
        for place in places:
            if unless():
                return total
            total += await _forget_place(engine, place)
    return total


async def _forget_place(engine: Engine, place: Sequence[Any]) -> int:
    total = 0
    for table in ("steps", "panels"):
        rows = await engine.write(
            f"DELETE FROM {table} WHERE channel = ? AND kind = ? RETURNING kind",  # noqa: S608
            place,
            patient=True,
        )
        total += len(rows)
    return total


async def guilds(engine: Engine) -> set[int]:
    """Return the servers of which rows are kept."""
    return {int(guild) for (guild,) in await engine.read(_GUILDS, patient=True)}


async def last_act(engine: Engine, guild: int) -> int | None:
    """Return the interaction of the latest act in a server; None if there is none.

    Discord makes the ids of interactions by its own clock, each greater than those before.
    """
    latest: int | None = None
    where = "guild = ? AND game > 0"
    async for [(interaction,)] in _pages(engine, "max(interaction)", where, [guild]):
        if interaction is not None:
            latest = interaction if latest is None else max(latest, interaction)
    return latest


async def retire(engine: Engine, before: datetime) -> int:
    """Delete finished games that ended before a time; return how many steps."""
    total = 0
    first, at = first_id(before), microseconds(before)
    where = "(game > 0 AND interaction < ? OR game = 0 AND at < ?)"
    async for games in _pages(engine, "DISTINCT channel, kind, game", where, [first, at]):
        for channel, kind, game in games:
            # When Discord made its interaction tells how old an act is: a machine's clock may have
            # jumped. Game 0 is none: stop-gaps that `erase` has left, which have but a time.
            age, limit = ("interaction", first) if game else ("at", at)
            # Looked at again by the statement that deletes: somebody may play on just now. With the
            # last game of a place its stop-gaps go, too: none of them is a table to go on from.
            rows = await engine.write(
                "DELETE FROM steps WHERE channel = ? AND kind = ?"  # noqa: S608
                " AND (game = ? OR game = 0 AND NOT EXISTS (SELECT 1 FROM steps AS other WHERE"
                " other.channel = ? AND other.kind = ? AND other.game NOT IN (0, ?)))"
                f" AND (SELECT max({age}) FROM steps WHERE channel = ? AND kind = ? AND game = ?)"
                " < ? AND (game = 0 OR (SELECT ended OR game <> ? FROM steps WHERE channel = ?"
                " AND kind = ? ORDER BY seq DESC LIMIT 1)) RETURNING seq",
                [channel, kind, game] * 3 + [limit, game, channel, kind],
                patient=True,
            )
            total += len(rows)
    return total


async def _pages_about(engine: Engine, person: int) -> AsyncIterator[list[Step]]:
    # The database looks for the digits; whether they are an id is seen here.
    digits = f"%{person}%"
    where = "(actor = ? OR command LIKE ? OR events LIKE ? OR state LIKE ?)"
    values = [person, digits, digits, digits]
    async for rows in _pages(engine, COLUMNS, where, values, by_key=True):
        steps = [step for step in map(to_step, rows) if occurs(person, step)]
        if steps:
            yield steps


async def _pages(
    engine: Engine, columns: str, where: str, values: Sequence[object], *, by_key: bool = False
) -> AsyncIterator[Sequence[Sequence[Any]]]:
    """Yield ``columns`` of all rows ``where`` something is so, page by page.

    Within a page they come in any order, or ``by_key``.
    """
    after: Sequence[object] = _FIRST
    while True:
        ends = await engine.read(
            "SELECT channel, kind, seq FROM steps WHERE (channel, kind, seq) > (?, ?, ?)"
            " ORDER BY channel, kind, seq LIMIT 1 OFFSET ?",
            [*after, PAGE - 1],
            patient=True,
        )
        end = tuple(ends[0]) if ends else _LAST
        order = " ORDER BY channel, kind, seq" if by_key else ""
        yield await engine.read(
            f"SELECT {columns} FROM steps WHERE (channel, kind, seq) > (?, ?, ?)"  # noqa: S608
            f" AND (channel, kind, seq) <= (?, ?, ?) AND {where}{order}",
            [*after, *end, *values],
            patient=True,
        )
        if not ends:
            return
        after = end
