"""Plays at several places as fast as it can, until it is killed.

``python -m tests.store.writer PATH`` writes the interaction id of each act to the standard output,
a line each, once the store has acknowledged it.
"""

import asyncio
import os
import sys

from bot.store.port import AlreadyDone, Place
from bot.store.sqlite import SqliteStore
from tests.store.steps import a_step, places

PLACES = 6
STATE = "s" * 1500


async def play(store: SqliteStore, place: Place) -> None:
    """Go on with the game of ``place`` where it stands, for ever."""
    latest = await store.latest(place)
    seq = 0
    if latest is not None:
        seq = latest.seq
        await repeat(store, place, seq)
    while True:
        seq += 1
        act = a_step(seq, place, state=STATE)
        await store.append(act)
        os.write(sys.stdout.fileno(), b"%d\n" % act.interaction)


async def repeat(store: SqliteStore, place: Place, seq: int) -> None:
    """Do the last act again, as Discord may when the answer was lost: it must be known already."""
    last = a_step(seq, place)
    try:
        await store.append(a_step(seq + 1, place, interaction=last.interaction))
    except AlreadyDone:
        return
    raise AssertionError(f"{last.interaction} was done twice")


async def main(path: str) -> None:
    store = await SqliteStore.open(path)
    try:
        await asyncio.gather(*(play(store, place) for place in places(PLACES)))
    finally:
        await store.close()


if __name__ == "__main__":
    sys.stdin.readline()  # everything is loaded; wait for the word to begin
    asyncio.run(main(sys.argv[1]))
