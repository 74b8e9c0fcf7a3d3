"""Traces of what was erased from a SQLite file: noted, until the file is written anew without them.

SQLite overwrites a row that goes. But as rows move from page to page, copies of them stay behind in
what is unused there, and nothing finds these again. VACUUM writes the whole file anew; meanwhile
nobody else can write.
"""

import logging
import secrets
import shutil
from pathlib import Path
from typing import Final

from bot.errors import StoreUnavailable
from bot.store import trouble
from bot.store.engine import Engine
from bot.store.sqlite_link import Link, unavailable

log = logging.getLogger(__name__)

WHILE_PLAYED: Final = 12 * 1024 * 1024
"""The largest file, in bytes, that is written anew while others play.

It takes a tenth of a second, and on a memory card nearly one: as long as an act may have to wait.
"""
NOTE: Final = "traces"

# Seconds to wait until nobody writes.
_PATIENCE = 1.0
_SIZE = "SELECT page_count * page_size FROM pragma_page_count, pragma_page_size"


async def note(engine: Engine) -> None:
    """Note that something may lie on in the file. To be done before it is erased, and after.

    After it, too, since the file may have been written anew in between.

    Raises:
        StoreUnavailable: it cannot be written.
    """
    await engine.write(
        "INSERT INTO meta (key, value) VALUES (?, ?)"
        " ON CONFLICT (key) DO UPDATE SET value = excluded.value",
        [NOTE, secrets.token_hex(8)],
        patient=True,
    )


async def wipe(path: Path, engine: Engine, *, at_leisure: bool) -> bool:
    """Write the file anew if traces are noted, and empty the write-ahead log; see `Store.wipe`.

    Raises:
        StoreUnavailable: it cannot be done now, for another reason than that others are at it.
    """
    link = Link(path, _PATIENCE)
    try:
        try:
            gone = await _write_anew(link, path, engine, at_leisure=at_leisure)
        finally:
            emptied = await _empty_log(link)
        return gone and emptied
    except StoreUnavailable as error:
        if error.sentence == trouble.BUSY:
            return False
        raise
    except OSError as error:
        raise unavailable(error) from error
    finally:
        await link.close()


async def _write_anew(link: Link, path: Path, engine: Engine, *, at_leisure: bool) -> bool:
    """Write the file anew if need be; return False if it is too large for that now."""
    noted = await link.fetch("SELECT value FROM meta WHERE key = ?", [NOTE])
    if not noted:
        return True
    [(size,)] = await link.fetch(_SIZE)
    if size > WHILE_PLAYED and not at_leisure:
        return False
    folder = _folder(path)
    # A draft, and the log. It would put everything back, but first take all room from who acts.
    if shutil.disk_usage(folder).free < 2 * size:
        raise StoreUnavailable(trouble.FULL)
    await _draft_in(link, folder)
    log.info("the database's file is written anew, without what was erased: %s bytes", size)
    await link.fetch("VACUUM")
    # Unless something was erased meanwhile. In line with the acts that have waited.
    await engine.write("DELETE FROM meta WHERE (key, value) = (?, ?)", [NOTE, noted[0][0]])
    return True


async def _empty_log(link: Link) -> bool:
    """Put all of the log into the file; return False if others use it just now."""
    # Here, nobody else could write while it waited for others.
    await link.fetch("PRAGMA busy_timeout = 0")
    [(busy, *_)] = await link.fetch("PRAGMA wal_checkpoint(TRUNCATE)")
    return not busy


async def _draft_in(link: Link, folder: str) -> None:
    """Have SQLite put its draft there: `/tmp` may be in memory, and too small. Of all the process.

    It is no name to be found: SQLite takes it off the folder at once. Where the folder's name is no
    text, it cannot be told to SQLite, and the draft lies where it usually does.
    """
    if folder != folder.encode(errors="replace").decode():
        return
    [(known,)] = await link.fetch("PRAGMA temp_store_directory") or [("",)]
    if known != folder:
        quoted = folder.replace("'", "''")
        await link.fetch(f"PRAGMA temp_store_directory = '{quoted}'")


def _folder(path: Path) -> str:
    return str(path.resolve().parent)
