"""Plays at the same tables as another process does, as fast as it can.

``python -m tests.store.rival URL NUMBER`` waits for a line on the standard input, and writes the
interaction id of each act to the standard output, a line each, once `Tables` has acknowledged it.
Each rival has a number of its own, from 1. It ends after the next act of each table as soon as its
standard input does.
"""

import asyncio
import os
import sys
from random import Random

from bot.errors import PodkeeperError, StoreUnavailable
from bot.game.game import Game
from bot.game.rules import COMMANDER
from bot.store.open import open_store
from bot.store.port import Place
from bot.tables.tables import Tables
from tests.store.steps import places
from tests.store.writer import MOST_ACTS, TABLES, act


async def play(tables: Tables[Game], place: Place, first: int, stop: asyncio.Event) -> None:
    """Play on at ``place`` until told to stop; acts have the interaction ids from ``first`` on."""
    luck, interaction = Random(first), first
    while not stop.is_set():
        interaction += 1
        while True:
            try:
                await act(tables, place, interaction, luck)
            except StoreUnavailable:
                await asyncio.sleep(0.02)
                continue  # the same act again, as somebody who was told to
            except PodkeeperError:
                break  # the rules forbid it, or the other one was always faster
            os.write(sys.stdout.fileno(), b"%d\n" % interaction)
            break


async def main(url: str, number: int) -> None:
    store = await open_store(url)
    tables = Tables(store, COMMANDER)
    stop = asyncio.Event()
    print("ready", flush=True)
    sys.stdin.readline()

    async def listen() -> None:
        await asyncio.to_thread(sys.stdin.read)
        stop.set()

    try:
        await asyncio.gather(
            listen(),
            *(
                play(tables, place, (number * 100 + index) * MOST_ACTS, stop)
                for index, place in enumerate(places(TABLES))
            ),
        )
    finally:
        await store.close()


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1], int(sys.argv[2])))
