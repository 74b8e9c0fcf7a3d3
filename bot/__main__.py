"""The command line: `python -m bot run`, `preview`, `doctor`, `backup` and the like."""

import argparse
import asyncio
import gc
import logging
import signal
import sys
from collections.abc import Coroutine, Sequence
from pathlib import Path
from typing import Any

try:
    import aiohttp
    import discord

    from bot import __version__
    from bot.errors import StoreUnavailable
    from bot.operations import logs
    from bot.settings.database import damage_allowed
    from bot.settings.settings import Settings, SettingsError
except ModuleNotFoundError as error:
    if (error.name or "bot").partition(".")[0] in {"bot", "cogs", "data"}:
        raise
    sys.exit(
        f"Podkeeper needs a package that is not installed: {error.name}.\n"
        "Run pip install -r requirements-run.lock, or start it from the environment that has it."
    )

WELL, FAILED, MISUSED = 0, 1, 2

Options = argparse.Namespace

log = logging.getLogger("bot")


def main(argv: Sequence[str] | None = None) -> int:
    """Carry out a command line. Return the exit code: 0 well, 1 failed, 2 wrongly set up."""
    options = _parser().parse_args(argv)
    try:
        return int(options.carry_out(options))
    except SettingsError as error:
        return _complain(MISUSED, *map(str, error.problems))
    except KeyboardInterrupt:
        return WELL


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m bot", description="Podkeeper, the fifth seat at a remote Commander table."
    )
    parser.add_argument("--version", action="version", version=f"Podkeeper {__version__}")
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    run = commands.add_parser("run", help="connect to Discord and serve tables until stopped")
    run.set_defaults(carry_out=_run)
    preview = commands.add_parser("preview", help="try the bot in a browser, without Discord")
    preview.add_argument("--port", type=int, default=8000, help="local port (default: 8000)")
    preview.add_argument(
        "--no-browser", dest="browser", action="store_false", help="do not open a browser"
    )
    preview.set_defaults(carry_out=_preview)
    doctor = commands.add_parser("doctor", help="check settings, token, database, disk and clock")
    doctor.set_defaults(carry_out=_doctor)
    backup = commands.add_parser("backup", help="copy the database; the bot may run meanwhile")
    backup.add_argument(
        "file", type=Path, nargs="?", help="where to (default: into backups/, beside the database)"
    )
    backup.set_defaults(carry_out=_backup)
    restore = commands.add_parser("restore", help="put a backup in the database's place")
    restore.add_argument("file", type=Path, help="the backup")
    restore.add_argument(
        "--force", action="store_true", help="even if a bot gave a sign of life just now"
    )
    restore.set_defaults(carry_out=_restore)
    copy = commands.add_parser("copy-database", help="move the games to another, empty database")
    copy.add_argument("source", metavar="FROM", help="its address, as in DATABASE_URL")
    copy.add_argument("target", metavar="TO", help="likewise; a password can be in PGPASSWORD")
    copy.set_defaults(carry_out=_copy_database)
    sync = commands.add_parser("sync-emojis", help="give Discord our own emojis for mana, once")
    sync.set_defaults(carry_out=_sync_emojis)
    cards = commands.add_parser("sync-cards", help="fetch all double-faced cards from Scryfall")
    cards.set_defaults(carry_out=_sync_cards)
    return parser


def _run(_: Options) -> int:
    settings = Settings.load("DISCORD_TOKEN")
    logs.set_up(settings.log_level, settings.log_format)
    return _with_discord(_serve(settings), "to start the bot")


def _with_discord(work: Coroutine[Any, Any, None], purpose: str) -> int:
    """Do something that needs Discord; say in a sentence why it could not be done."""
    try:
        asyncio.run(work)
    except discord.LoginFailure:
        return _complain(
            MISUSED,
            "Discord does not accept DISCORD_TOKEN. Reset it on the Bot page of"
            " https://discord.com/developers/applications and put the new one into .env.",
        )
    except (aiohttp.ClientConnectionError, TimeoutError) as error:
        return _complain(
            FAILED,
            f"Discord cannot be reached ({type(error).__name__}).",
            "Check this machine's network, and DISCORD_API_URL if it is set.",
        )
    except (discord.HTTPException, discord.GatewayNotFound) as error:
        return _complain(FAILED, f"Discord refused {purpose}: {error}", "Try again later.")
    except StoreUnavailable as error:
        return _complain(FAILED, str(error), "`python -m bot doctor` tells more.")
    return WELL


async def _serve(settings: Settings) -> None:
    """Run the bot until SIGTERM or Ctrl+C, then close it."""
    from bot.app import build  # noqa: PLC0415  (the other commands must not need it)
    from bot.operations.services import meter_for, services  # noqa: PLC0415

    loop, serving = asyncio.get_running_loop(), asyncio.current_task()
    assert serving is not None
    if sys.platform != "win32":

        def stop() -> None:
            loop.remove_signal_handler(signal.SIGTERM)
            serving.cancel()

        loop.add_signal_handler(signal.SIGTERM, stop)
    meter = meter_for(settings)
    bot = build(settings, meter=meter, online=True, sync_once=True)
    try:
        async with services(settings, bot, meter), bot:
            await bot.login(settings.token)
            _spare_the_garbage_collector()
            await bot.connect()
    except asyncio.CancelledError:
        log.info("stopped")


def _spare_the_garbage_collector() -> None:
    """Let it stop everything more rarely and for less long. Call it once all is loaded.

    What is loaded stays, but a full collection would look it all through, 60 ms long. And nearly
    all garbage is gone before a collection: at Python's own pace, after 700 new objects, they took
    a seventh of the processor time of an act, for 10 MB less.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(10_000, 10, 10)


def _preview(options: Options) -> int:
    settings, problems = Settings.what_is_right()
    try:
        from bot.preview.preview import main as preview  # noqa: PLC0415  (its packages need not be there to run)
    except ModuleNotFoundError as error:
        if (error.name or "bot").partition(".")[0] in {"bot", "cogs", "data"}:
            raise
        return _complain(
            MISUSED,
            f"The preview needs a package that is not installed: {error.name}.",
            "`make preview` installs what it needs, and starts it.",
        )
    logs.set_up(settings.log_level, settings.log_format)
    preview(settings, port=options.port, browser=options.browser, problems=problems)
    return WELL


def _doctor(_: Options) -> int:
    from bot.operations import doctor  # noqa: PLC0415  (it looks at everything, also at what is broken)

    findings = asyncio.run(doctor.examine())
    for finding in findings:
        print(finding)
    return WELL if all(finding.well for finding in findings) else FAILED


def _backup(options: Options) -> int:
    from bot.operations.backup import back_up, default_target  # noqa: PLC0415
    from bot.operations.sqlite_copy import BackupFailed  # noqa: PLC0415

    database = Settings.load().database_path
    target = options.file or default_target(database)
    try:
        contents = back_up(database, target)
    except BackupFailed as error:
        return _complain(FAILED, str(error), "No backup was made.")
    print(f"{database} is backed up, whole and checked, as {target} ({contents}).")
    return WELL


def _restore(options: Options) -> int:
    from bot.operations.restore import restore  # noqa: PLC0415
    from bot.operations.sqlite_copy import BackupFailed  # noqa: PLC0415

    with damage_allowed():
        database = Settings.load().database_path
    try:
        contents, before = restore(options.file, database, force=options.force)
    except BackupFailed as error:
        return _complain(FAILED, str(error), "The database is as it was.")
    print(f"{database} holds what {options.file} does ({contents}).")
    if before is not None:
        print(f"What it held before is kept as {before}; delete that when all is well.")
    return WELL


def _copy_database(options: Options) -> int:
    from bot.operations import copy_database  # noqa: PLC0415  (the other commands must not need it)

    return copy_database.main(options.source, options.target)


def _sync_cards(_: Options) -> int:
    settings = Settings.load()
    from bot.operations import sync_cards  # noqa: PLC0415  (the other commands must not need it)

    logs.set_up(settings.log_level, settings.log_format)
    return sync_cards.main(settings)


def _sync_emojis(_: Options) -> int:
    settings = Settings.load("DISCORD_TOKEN")
    logs.set_up(settings.log_level, settings.log_format)
    return _with_discord(_upload_emojis(settings), "our emojis")


async def _upload_emojis(settings: Settings) -> None:
    from tqdm import tqdm  # noqa: PLC0415

    from bot.client import emojis  # noqa: PLC0415

    with tqdm(desc="emojis", unit="") as bar:

        def progress(there: int, in_all: int) -> None:
            bar.total, bar.n = in_all, there
            bar.refresh()

        new = await emojis.sync(settings, progress)
    if new:
        print(f"{new} emojis for mana are new. The bot shows them from its next start on.")
    else:
        print("All emojis for mana are there already.")


def _complain(code: int, *lines: str) -> int:
    for line in lines:
        print(line, file=sys.stderr)
    return code


if __name__ == "__main__":
    sys.exit(main())
