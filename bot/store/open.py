"""Which store it is, is decided here: by the address of the database."""

from pathlib import Path

from bot.errors import StoreUnavailable
from bot.settings.database import SQLITE
from bot.store import trouble
from bot.store.copying import unfinished
from bot.store.postgres import PostgresStore
from bot.store.sqlite import SqliteStore

AnyStore = SqliteStore | PostgresStore


async def open_any(url: str) -> AnyStore:
    """Open the database at ``url``, whatever is in it; see `open_store`."""
    if url.startswith(SQLITE):
        return await SqliteStore.open(Path(url.removeprefix(SQLITE)))
    return await PostgresStore.open(url)


async def open_store(url: str) -> AnyStore:
    """Open the database at ``url``: ``sqlite:///`` and a path, or ``postgresql://…``.

    It is made, or brought up to date, if need be.

    Raises:
        StoreUnavailable: it cannot be used; a newer Podkeeper made it, or a copy into it was not
            finished. It is left as it is.
    """
    store = await open_any(url)
    try:
        if await unfinished(store):
            raise StoreUnavailable(trouble.UNFINISHED)
    except BaseException:
        await store.close()
        raise
    return store
