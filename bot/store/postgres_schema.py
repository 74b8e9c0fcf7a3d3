"""The schema of a PostgreSQL database: brought up to date by one process at a time."""

import secrets
from typing import Any

import asyncpg  # type: ignore[import-untyped]

from bot.errors import StoreUnavailable
from bot.store import migrations, trouble
from bot.store.postgres_link import connect, unavailable

# How long a process waits for another one that is bringing the schema up to date.
_LONGEST_MIGRATION = "120s"


async def prepare(url: str, patience: float) -> None:
    """Make the tables, or bring them up to date, and give the database a secret.

    ``patience`` is how long to wait for a connection, in seconds.

    Raises:
        StoreUnavailable: it cannot be used, or a newer Podkeeper made it (it is left as it is).
    """
    connection = await connect(url, patience)
    try:
        await _migrate(connection)
        await connection.execute(
            "INSERT INTO meta (key, value) VALUES ('secret', $1) ON CONFLICT DO NOTHING",
            secrets.token_hex(32),
        )
    except (asyncpg.PostgresError, asyncpg.InterfaceError, OSError) as error:
        raise unavailable(error) from error
    finally:
        connection.terminate()


async def _migrate(connection: Any) -> None:
    """Take each migration that is missing in a transaction of its own."""
    todo = migrations.scripts("postgres")
    while await _version(connection, newest=len(todo)) < len(todo):
        async with connection.transaction():
            await connection.execute(f"SET LOCAL lock_timeout = '{_LONGEST_MIGRATION}'")
            await connection.execute(
                "SELECT pg_advisory_xact_lock("
                "hashtextextended('podkeeper migrates ' || current_schema(), 0))"
            )
            # Looked at again: another process may have been faster until the lock was ours.
            done = await _version(connection, newest=len(todo))
            if done == 0:
                await connection.execute("CREATE TABLE schema_version (version INTEGER NOT NULL)")
                await connection.execute("INSERT INTO schema_version VALUES (0)")
            for script in todo[done : done + 1]:
                await connection.execute(script)
                await connection.execute("UPDATE schema_version SET version = $1", done + 1)


async def _version(connection: Any, *, newest: int) -> int:
    """Return the schema's version, 0 if there is none.

    Raises:
        StoreUnavailable: it is above ``newest``. Nothing was changed.
    """
    # Not to_regclass: what that has not found once, it does not find again in a transaction.
    made = await connection.fetchval(
        "SELECT EXISTS (SELECT FROM pg_tables"
        " WHERE schemaname = current_schema() AND tablename = 'schema_version')"
    )
    if not made:
        return 0
    found = int(await connection.fetchval("SELECT version FROM schema_version"))
    if found > newest:
        raise StoreUnavailable(trouble.NEWER, version=found, newest=newest)
    return found
