"""Copying one database into another, whatever their engines, and looking whether it came over.

Where the copy goes is marked until it is complete: nobody plays on half of it, and the next try
begins afresh.
"""

import hashlib
from collections.abc import AsyncIterator, Callable, Sequence
from typing import Any

from bot.errors import PodkeeperError
from bot.store.engine import Engine
from bot.store.group_commit import MOST_ROWS
from bot.store.rows import COLUMNS
from bot.store.sql import SqlStore

Tell = Callable[[int, int], None]
"""Is told how many rows were copied, and of how many."""

_MARK = "copying"
_PAGE = MOST_ROWS
_TABLES = {
    "steps": (COLUMNS, "channel, kind, seq", (-(2**63), "", 0)),
    "panels": ("channel, kind, guild, message", "channel, kind", (-(2**63), "")),
    "channels": ("channel, guild, settings", "channel", (-(2**63),)),
    "meta": ("key, value", "key", ("",)),
}
"""Of each table: its columns, its primary key, and what sorts before every key."""
_GAMES = tuple(table for table in _TABLES if table != "meta")


class CopyRefused(PodkeeperError):
    """The copy was not begun, or did not come out the same. The source is as it was."""


async def copy_everything(source: SqlStore, target: SqlStore, tell: Tell) -> int:
    """Copy all rows of ``source`` into ``target``, check them, and return how many steps.

    What an interrupted copy left in ``target`` is thrown away first.

    Raises:
        CopyRefused: games are there already, or ``source`` is an unfinished copy itself, or it
            changed meanwhile. In that last case ``target`` stays marked as unfinished.
        StoreUnavailable: one of them cannot be used. ``target`` may stay marked.
    """
    if await unfinished(source):
        raise CopyRefused("What shall be copied is itself a copy that was not finished.")
    if not await unfinished(target) and await _count(target.engine, *_GAMES):
        raise CopyRefused("There are games already where the copy shall go. Nothing was changed.")
    await _write_meta(target.engine, [(_MARK, "unfinished")])
    for table in _GAMES:
        await target.engine.write(f"DELETE FROM {table}", patient=True)  # noqa: S608
    await target.engine.write("DELETE FROM meta WHERE key <> ?", [_MARK])
    await _copy(source.engine, target.engine, tell)
    if await _digest(source.engine) != await _digest(target.engine):
        raise CopyRefused(
            "The copy is not the same as what was copied. Is the bot still running? Stop it, and"
            " copy again."
        )
    await target.engine.write("DELETE FROM meta WHERE key = ?", [_MARK])
    return await _count(target.engine, "steps")


async def unfinished(store: SqlStore) -> bool:
    """Tell whether a copy into this database was begun and not finished."""
    return bool(await store.engine.read("SELECT value FROM meta WHERE key = ?", [_MARK]))


async def _copy(source: Engine, target: Engine, tell: Tell) -> None:
    total, done = await _count(source, "steps"), 0
    async for rows in _pages(source, "meta"):
        await _write_meta(target, rows)
    async for rows in _pages(source, "panels"):
        for row in rows:
            await target.write(
                "INSERT INTO panels (channel, kind, guild, message) VALUES (?, ?, ?, ?)"
                " ON CONFLICT DO NOTHING",
                row,
            )
    async for rows in _pages(source, "channels"):
        for row in rows:
            await target.write(
                "INSERT INTO channels (channel, guild, settings) VALUES (?, ?, ?)"
                " ON CONFLICT DO NOTHING",
                row,
            )
    async for rows in _pages(source, "steps"):
        # One engine has numbers where the other has true and false.
        await target.insert([(*row[:-1], bool(row[-1])) for row in map(tuple, rows)])
        done += len(rows)
        tell(done, total)


async def _write_meta(target: Engine, rows: Sequence[Sequence[Any]]) -> None:
    for row in rows:
        await target.write(
            "INSERT INTO meta (key, value) VALUES (?, ?)"
            " ON CONFLICT (key) DO UPDATE SET value = excluded.value",
            row,
        )


async def _digest(engine: Engine) -> str:
    """Return a checksum of all rows."""
    digest = hashlib.sha256()
    for table in _TABLES:
        async for rows in _pages(engine, table):
            for row in rows:
                values = [int(value) if isinstance(value, bool) else value for value in row]
                if values[0] != _MARK:
                    digest.update(repr(values).encode())
    return digest.hexdigest()


async def _pages(engine: Engine, table: str) -> AsyncIterator[Sequence[Sequence[Any]]]:
    """Yield all rows of a table in the order of its key, page by page."""
    columns, keys, after = _TABLES[table]
    names = columns.split(", ")
    places = [names.index(key) for key in keys.split(", ")]
    while True:
        marks = ", ".join("?" for _ in places)
        rows = await engine.read(
            f"SELECT {columns} FROM {table} WHERE ({keys}) > ({marks})"  # noqa: S608
            f" ORDER BY {keys} LIMIT ?",
            [*after, _PAGE],
            patient=True,
        )
        if not rows:
            return
        yield rows
        after = tuple(rows[-1][place] for place in places)


async def _count(engine: Engine, *tables: str) -> int:
    total = 0
    for table in tables:
        [(count,)] = await engine.read(f"SELECT count(*) FROM {table}", patient=True)  # noqa: S608
        total += int(count)
    return total
