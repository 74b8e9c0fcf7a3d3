"""`python -m bot sync-cards`: all double-faced cards from Scryfall, while somebody watches."""

import asyncio
import sys

from tqdm import tqdm

from bot.cards.catalogue import Catalogue
from bot.cards.online import CardsUnavailable
from bot.cards.scryfall.client import Scryfall
from bot.cards.scryfall.kept import Kept, KeptUnusable
from bot.cards.scryfall.sync import Report, Sync, SyncedElsewhere
from bot.settings.settings import Settings

FETCHED, NOT_FETCHED = 0, 1

MOST_NAMED = 20


def main(settings: Settings) -> int:
    """Sync, show how far it is, and say what came of it. Return the exit code."""
    try:
        report = asyncio.run(_sync(settings))
    except SyncedElsewhere:
        return _complain("Another process syncs the cards just now. There is nothing to do.")
    except CardsUnavailable as error:
        return _complain(str(error), "What was fetched is put aside: the next sync goes on there.")
    except KeptUnusable as error:
        return _complain(str(error), "Allow the bot to write there, or delete the file.")
    except KeyboardInterrupt:
        return _complain("Stopped. What was fetched is put aside: the next sync goes on there.")
    print(f"{report.cards} double-faced cards, {report.new} of them new: {settings.catalogue_path}")
    print("A bot that runs takes them in within a day, or at its next start.")
    _tell_skipped(report)
    return FETCHED


async def _sync(settings: Settings) -> Report:
    scryfall = Scryfall(settings.scryfall_url, settings.scryfall_contact)
    kept = Kept(settings.catalogue_path)
    try:
        # Nobody looks at a bar in a log.
        with tqdm(desc="cards", unit=" cards", disable=None) as bar:

            def progress(done: int, expected: int) -> None:
                bar.total, bar.n = expected, done
                bar.refresh()

            return await Sync(scryfall, kept, Catalogue.load().shipped).run(progress)
    finally:
        await scryfall.close()


def _tell_skipped(report: Report) -> None:
    if not report.skipped:
        return
    print(f"Passed over, since I cannot read them: {len(report.skipped)}")
    for line in report.skipped[:MOST_NAMED]:
        print(f"  {line}")
    if (more := len(report.skipped) - MOST_NAMED) > 0:
        print(f"  and {more} more")


def _complain(*lines: str) -> int:
    for line in lines:
        print(line, file=sys.stderr)
    return NOT_FETCHED
