"""A process that syncs, for tests that kill it: python -m tests.cards.scryfall_syncer URL FILE."""

import asyncio
import sys
from pathlib import Path

from bot.cards.catalogue import Catalogue
from bot.cards.scryfall.client import Scryfall
from bot.cards.scryfall.kept import Kept
from bot.cards.scryfall.sync import Sync


async def main(url: str, file: str) -> None:
    scryfall = Scryfall(url)
    await Sync(scryfall, Kept(Path(file)), Catalogue.load().shipped).run()
    await scryfall.close()


if __name__ == "__main__":
    asyncio.run(main(*sys.argv[1:]))
