"""`python -m bot copy-database FROM TO`: moves the games to another database, of either engine."""

import asyncio
import sys
from pathlib import Path

from pydantic_core import PydanticCustomError
from tqdm import tqdm

from bot.client.command_note import FORGET
from bot.errors import PodkeeperError
from bot.settings.database import SQLITE, database_url
from bot.settings.settings import SettingsError, SettingsProblem
from bot.store.copying import copy_everything
from bot.store.open import AnyStore, open_any


def main(source: str, target: str) -> int:
    """Copy all that is in ``source`` into ``target``, which must be empty. Return the exit code.

    Raises:
        SettingsError: an address is wrong.
    """
    problems = [*_wrong("FROM", source), *_wrong("TO", target)]
    if not problems and source == target:
        problems.append(SettingsProblem("TO", "is the same as FROM.", "Name another database."))
    if not problems and source.startswith(SQLITE) and not _exists(source):
        problems.append(SettingsProblem("FROM", "does not exist.", "Name the file with the games."))
    if problems:
        raise SettingsError(*problems)
    try:
        steps = asyncio.run(_copy(source, target))
    except PodkeeperError as error:
        cause = f" ({error.__cause__})" if error.__cause__ else ""
        which = "".join(f"{note}: " for note in getattr(error, "__notes__", ()))
        print(f"{which}{error}{cause}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print("Interrupted: TO is not played on until it is copied anew.", file=sys.stderr)
        return 1
    print(f"{steps:,} steps are copied and checked. Set DATABASE_URL to TO, and start the bot.")
    return 0


async def _copy(source: str, target: str) -> int:
    old = await _opened("FROM", source)
    try:
        new = await _opened("TO", target)
        try:
            with tqdm(desc="steps", unit="", disable=None) as bar:

                def tell(done: int, total: int) -> None:
                    bar.total, bar.n = total, done
                    bar.refresh()

                steps = await copy_everything(old, new, tell)
            await new.engine.write(FORGET)
            return steps
        finally:
            await new.close()
    finally:
        await old.close()


async def _opened(name: str, url: str) -> AnyStore:
    """Open a database; if that fails, the error has a note which of the two it is."""
    try:
        return await open_any(url)
    except PodkeeperError as error:
        error.add_note(name)
        raise


def _wrong(name: str, url: str) -> list[SettingsProblem]:
    try:
        database_url(url)
    except PydanticCustomError as error:
        context = error.context or {}
        return [SettingsProblem(name, str(context.get("what")), str(context.get("fix")))]
    return []


def _exists(url: str) -> bool:
    return Path(url.removeprefix(SQLITE)).exists()
