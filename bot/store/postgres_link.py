"""Connections to PostgreSQL: a pool of them, made anew as they break, and bounded waits."""

import asyncio
import functools
import itertools
import re
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable
from contextlib import asynccontextmanager
from typing import Any, TypeVar

import asyncpg  # type: ignore[import-untyped]

from bot.errors import StoreUnavailable
from bot.store import trouble

T = TypeVar("T")
Work = Callable[[Any], Awaitable[T]]

# Connections of one process. Appends need one, since they go in groups; the others are for reads.
_MOST = 8
# Seconds between tries, and for the answer that PostgreSQL itself has given up a statement.
_PAUSE = 0.05
_GRACE = 0.25
_LONG = 300.0

# The connection broke: what it was asked for last may have been done.
_LOST = (
    asyncpg.PostgresConnectionError,
    asyncpg.AdminShutdownError,
    asyncpg.CrashShutdownError,
    asyncpg.InterfaceError,
    asyncpg.InternalClientError,
    OSError,
)
# What another connection, or another try, may cure.
_PASSES = (
    *_LOST,
    asyncpg.CannotConnectNowError,
    asyncpg.TooManyConnectionsError,
    asyncpg.DeadlockDetectedError,
    asyncpg.SerializationError,
    asyncpg.UniqueViolationError,
)
_SENTENCES = (
    (asyncpg.QueryCanceledError, trouble.BUSY),
    (asyncpg.LockNotAvailableError, trouble.BUSY),
    (asyncpg.DeadlockDetectedError, trouble.BUSY),
    (asyncpg.UniqueViolationError, trouble.BUSY),
    (asyncpg.DiskFullError, trouble.FULL),
    (asyncpg.ReadOnlySQLTransactionError, trouble.READ_ONLY),
    (asyncpg.InsufficientPrivilegeError, trouble.READ_ONLY),
    (asyncpg.DataCorruptedError, trouble.DAMAGED),
    (asyncpg.IndexCorruptedError, trouble.DAMAGED),
    (asyncpg.InvalidAuthorizationSpecificationError, trouble.OUT_OF_REACH),
    (asyncpg.InvalidCatalogNameError, trouble.OUT_OF_REACH),
    (_PASSES, trouble.OUT_OF_REACH),
)
# A value or a statement is wrong: no fault of the database's.
_OURS = (asyncpg.DataError, asyncpg.IntegrityConstraintViolationError, asyncpg.PostgresSyntaxError)


class Link:
    """A pool of connections. It heals by itself; a statement waits for that as long as it may."""

    def __init__(self, pool: Any, patience: float) -> None:
        """Prefer `open`."""
        self._pool = pool
        self._patience = patience
        self._closed = False

    @classmethod
    async def open(cls, url: str, patience: float) -> "Link":
        """Return a link to ``url``, which is connected to when first needed.

        ``patience`` is how long a statement may take in all, in seconds.
        """
        pool = await asyncpg.create_pool(
            url,
            min_size=0,
            max_size=_MOST,
            timeout=patience,
            # Only settings of a transaction are made, so there is nothing to set back.
            reset=_as_it_is,
            server_settings={
                "application_name": "podkeeper",
                "synchronous_commit": "on",
                "statement_timeout": _milliseconds(patience),
                "idle_in_transaction_session_timeout": "60s",
            },
        )
        return cls(pool, patience)

    async def fetch(
        self, sql: str, values: Iterable[object] = (), *, writes: bool, patient: bool = False
    ) -> list[Any]:
        """Run one statement, with ``?`` for each value; return its rows.

        It is run again if the connection breaks, so it must not matter if it is run twice.

        Raises:
            StoreUnavailable: PostgreSQL cannot be used just now.
            asyncpg.PostgresError: the statement or a value is wrong.
        """
        numbered, given = _numbered(sql), tuple(values)

        async def ask(connection: Any) -> list[Any]:
            return list(await connection.fetch(numbered, *given))

        if patient:
            return await self._run(_in_transaction(ask), _LONG, writes=writes)
        return await self._run(ask, self._patience, writes=writes)

    async def transact(self, work: Work[T]) -> T:
        """Do ``work`` in a transaction that may take long; again if somebody came in between.

        Raises:
            StoreUnavailable: PostgreSQL cannot be used just now. It may have been committed.
        """
        return await self._run(_in_transaction(work), _LONG, writes=True)

    async def close(self) -> None:
        """Close once what was asked of it is done, for good."""
        if not self._closed:
            self._closed = True
            try:
                async with asyncio.timeout(self._patience + _GRACE):
                    await self._pool.close()
            except TimeoutError:
                self._pool.terminate()

    async def _run(self, work: Work[T], patience: float, *, writes: bool) -> T:
        now = asyncio.get_running_loop().time
        deadline, unsure = now() + patience, False
        while True:
            sent = False
            try:
                # PostgreSQL's own limit for a statement comes a little before this one.
                async with self._connection(deadline + _GRACE) as connection:
                    sent = True
                    return await work(connection)
            except (*_PASSES, asyncpg.PostgresError) as error:
                if isinstance(error, _OURS) and not isinstance(error, _PASSES):
                    raise
                # Once it may have been written, no later try that fails can take that back.
                unsure |= writes and sent and isinstance(error, _LOST)
                if isinstance(error, asyncpg.ReadOnlySQLTransactionError):
                    # That server is a stand-by by now: the same address may lead to another one.
                    await self._pool.expire_connections()
                if self._closed and not unsure:
                    raise StoreUnavailable(trouble.CLOSED) from error
                passes = isinstance(error, _PASSES) and not isinstance(error, TimeoutError)
                if self._closed or not passes or now() + _PAUSE > deadline:
                    raise unavailable(error, unsure=unsure) from error
            await asyncio.sleep(_PAUSE)

    @asynccontextmanager
    async def _connection(self, deadline: float) -> AsyncIterator[Any]:
        if self._closed:
            raise StoreUnavailable(trouble.CLOSED)
        async with asyncio.timeout_at(deadline):
            connection = await self._pool.acquire()
            try:
                yield connection
            except (TimeoutError, asyncio.CancelledError):
                # Whatever it still does, nobody waits for it: not even for it to give up.
                connection.terminate()
                raise
            finally:
                await self._pool.release(connection)


async def connect(url: str, patience: float) -> Any:
    """Return a connection of its own, whose statements may take long.

    Raises:
        StoreUnavailable: there is none to be had; the cause says why.
    """
    try:
        return await asyncpg.connect(url, timeout=patience)
    except (*_PASSES, asyncpg.PostgresError, ValueError) as error:
        raise unavailable(error) from error


def unavailable(error: BaseException, *, unsure: bool = False) -> StoreUnavailable:
    """Return what a player is told of ``error``; ``unsure``: it may have been written."""
    if unsure:
        return StoreUnavailable(trouble.UNSURE)
    for kinds, sentence in _SENTENCES:
        if isinstance(error, kinds):
            return StoreUnavailable(sentence)
    return StoreUnavailable(trouble.OTHERWISE, reason=str(error))


@functools.cache
def _numbered(sql: str) -> str:
    """Return a statement with ``$1``, ``$2``, … for its question marks."""
    number = itertools.count(1)
    return re.sub(r"\?", lambda _: f"${next(number)}", sql)


def _in_transaction(work: Work[T]) -> Work[T]:
    """Return what does ``work`` in a transaction whose statements may take long."""

    async def do(connection: Any) -> T:
        async with connection.transaction():
            await connection.execute(f"SET LOCAL statement_timeout = {_milliseconds(_LONG)}")
            return await work(connection)

    return do


async def _as_it_is(connection: Any) -> None:
    """Leave a connection that is put back as it is."""


def _milliseconds(seconds: float) -> str:
    return str(round(seconds * 1000))
