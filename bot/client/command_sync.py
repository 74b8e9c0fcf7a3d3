"""Telling Discord of the commands: by one of several processes, and only if they have changed.

What Discord knows is noted in the database, as a checksum of the commands. Whoever syncs says so
there first, and says so again when it is done; one that dies in between is not waited for long.
"""

import asyncio
import contextlib
import hashlib
import json
import logging
import time
from typing import Any

from discord import app_commands

from bot.client.command_note import NOTE
from bot.errors import StoreUnavailable
from bot.store.port import Store

log = logging.getLogger(__name__)

LONGEST_SYNC = 30.0
"""Seconds after which another process's sync counts as given up."""
LOOK_AGAIN = 1.0

_CLAIM = " is being synced since "


async def sync_if_changed(
    tree: app_commands.CommandTree[Any], store: Store, application: int | None
) -> bool:
    """Sync ``tree`` globally if no process of this ``application`` has; return whether this did.

    Raises:
        DiscordException: Discord did not take the commands. The next start tries again.
        StoreUnavailable: nobody knows whether they have changed.
    """
    key, digest = f"{NOTE}{application}", await checksum(tree)
    known = await store.mark(key)
    while _under_way(known):
        # Were it given up, nobody else would do it; and older commands must not come after ours.
        await asyncio.sleep(LOOK_AGAIN)
        known = await store.mark(key)
    claim = f"{digest}{_CLAIM}{time.time():.0f}"
    if known == digest or not await store.swap_mark(key, known, claim):
        return False
    try:
        await tree.sync()
    except BaseException:
        with contextlib.suppress(StoreUnavailable):  # then it counts as given up in a while
            await store.swap_mark(key, claim, known or "")
        raise
    await store.swap_mark(key, claim, digest)
    log.info("the commands have changed, and Discord knows")
    return True


async def checksum(tree: app_commands.CommandTree[Any]) -> str:
    """Return what is another text if anything about the commands is, translations included."""
    commands, translator = tree.get_commands(), tree.translator
    payload = [
        await command.get_translated_payload(tree, translator)
        if translator
        else command.to_dict(tree)
        for command in sorted(commands, key=lambda command: (command.name, str(type(command))))
    ]
    return hashlib.sha256(json.dumps(payload, sort_keys=True).encode()).hexdigest()


def _under_way(mark: str | None) -> bool:
    _, claimed, since = (mark or "").partition(_CLAIM)
    return bool(claimed) and abs(time.time() - float(since)) < LONGEST_SYNC
