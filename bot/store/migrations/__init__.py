"""Numbered, forward-only SQL files, and how a database gets those it does not have yet.

``0001_steps.sqlite.sql`` is the first one for SQLite, ``0001_steps.postgres.sql`` for PostgreSQL. A
file that was released is never changed: what it got wrong, the next number puts right. While a new
program takes over, the one before goes on with the new schema: so a migration only adds what that
one need not know.
"""

import re
import sqlite3
from collections.abc import Iterator
from importlib import resources

import aiosqlite

from bot.errors import StoreUnavailable
from bot.store import trouble


def scripts(database: str) -> tuple[str, ...]:
    """Return the SQL texts for ``database`` in order: item 0 leads to schema version 1.

    ``database`` is "sqlite" or "postgres".

    Raises:
        ValueError: the files are not numbered 1, 2, 3, ….
    """
    name = re.compile(rf"(\d{{4}})_\w+\.{re.escape(database)}\.sql")
    numbered = {
        int(match[1]): file.read_text(encoding="utf-8")
        for file in resources.files(__name__).iterdir()
        if (match := name.fullmatch(file.name))
    }
    if sorted(numbered) != list(range(1, len(numbered) + 1)):
        raise ValueError(f"the migrations for {database} are numbered {sorted(numbered)}")
    return tuple(numbered[number] for number in sorted(numbered))


async def migrate_sqlite(connection: aiosqlite.Connection) -> None:
    """Bring the database up to date, each migration in a transaction of its own.

    Several processes may do so at once. ``connection`` must be in autocommit mode; if this raises,
    close it, which rolls back what was begun.

    Raises:
        StoreUnavailable: a newer program made the database. Nothing in it was changed.
        sqlite3.Error: a migration failed. The database is at the version before it.
    """
    todo = scripts("sqlite")
    while await _sqlite_version(connection, newest=len(todo)) < len(todo):
        await connection.execute("BEGIN IMMEDIATE")
        # Looked at again: another process may have been faster until the lock was ours.
        version = await _sqlite_version(connection, newest=len(todo))
        for statement in _statements("".join(todo[version : version + 1])):
            await connection.execute(statement)
        await connection.execute(f"PRAGMA user_version = {min(version + 1, len(todo))}")
        await connection.execute("COMMIT")


async def _sqlite_version(connection: aiosqlite.Connection, *, newest: int) -> int:
    [(version,)] = await connection.execute_fetchall("PRAGMA user_version")
    if version > newest:
        raise StoreUnavailable(trouble.NEWER, version=version, newest=newest)
    return int(version)


def _statements(script: str) -> Iterator[str]:
    """Yield the statements of ``script``, each of which ends at the end of a line.

    One by one they can run inside a transaction; ``executescript`` would commit it first.
    """
    statement = ""
    for line in script.splitlines(keepends=True):
        statement += line
        if sqlite3.complete_statement(statement):
            yield statement
            statement = ""
