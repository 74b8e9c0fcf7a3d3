"""The command line: `python -m bot run`, `preview` or `doctor`."""

import argparse
import asyncio
import logging
import signal
import sys
from collections.abc import Sequence

try:
    import aiohttp
    import discord

    from bot import __version__, heartbeat, logs
    from bot.errors import StoreUnavailable
    from bot.settings import Settings, SettingsError
except ModuleNotFoundError as error:
    if (error.name or "bot").partition(".")[0] in {"bot", "cogs", "data"}:
        raise
    sys.exit(
        f"Podkeeper needs a package that is not installed: {error.name}.\n"
        "Run pip install -r requirements-run.lock, or start it from the environment that has it."
    )

WELL, FAILED, MISUSED = 0, 1, 2

log = logging.getLogger("bot")


def main(argv: Sequence[str] | None = None) -> int:
    """Carry out a command line. Return the exit code: 0 well, 1 failed, 2 wrongly set up."""
    options = _parser().parse_args(argv)
    try:
        match options.command:
            case "run":
                return _run()
            case "preview":
                return _preview(options.port, options.browser)
            case _:
                return _doctor()
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
    commands.add_parser("run", help="connect to Discord and serve tables until stopped")
    preview = commands.add_parser("preview", help="try the bot in a browser, without Discord")
    preview.add_argument("--port", type=int, default=8000, help="local port (default: 8000)")
    preview.add_argument(
        "--no-browser", dest="browser", action="store_false", help="do not open a browser"
    )
    commands.add_parser("doctor", help="check settings, versions, database and data files")
    return parser


def _run() -> int:
    settings = Settings.load("DISCORD_TOKEN")
    logs.set_up(settings.log_level)
    try:
        asyncio.run(_serve(settings))
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
        return _complain(FAILED, f"Discord refused to start the bot: {error}", "Try again later.")
    except StoreUnavailable as error:
        return _complain(FAILED, str(error), "`python -m bot doctor` tells more.")
    return WELL


async def _serve(settings: Settings) -> None:
    """Run the bot until SIGTERM or Ctrl+C, then close it."""
    from bot.app import build  # noqa: PLC0415  (the other commands must not need it)

    loop, serving = asyncio.get_running_loop(), asyncio.current_task()
    assert serving is not None
    if sys.platform != "win32":

        def stop() -> None:
            loop.remove_signal_handler(signal.SIGTERM)
            serving.cancel()

        loop.add_signal_handler(signal.SIGTERM, stop)
    bot = build(settings)
    heart = asyncio.create_task(heartbeat.keep(settings.heartbeat_path, lambda: bot.connected))
    try:
        async with bot:
            await bot.start(settings.token)
    except asyncio.CancelledError:
        log.info("stopped")
    finally:
        heart.cancel()


def _preview(port: int, browser: bool) -> int:
    settings = Settings.load()
    try:
        from bot.preview import main as preview  # noqa: PLC0415  (its packages need not be there to run)
    except ModuleNotFoundError as error:
        if (error.name or "bot").partition(".")[0] in {"bot", "cogs", "data"}:
            raise
        return _complain(
            MISUSED,
            f"The preview needs a package that is not installed: {error.name}.",
            "`make preview` installs what it needs, and starts it.",
        )
    logs.set_up(settings.log_level)
    preview(settings, port=port, browser=browser)
    return WELL


def _doctor() -> int:
    from bot import doctor  # noqa: PLC0415  (it looks at everything, also at what is broken)

    findings = asyncio.run(doctor.examine())
    for finding in findings:
        print(finding)
    return WELL if all(finding.well for finding in findings) else FAILED


def _complain(code: int, *lines: str) -> int:
    for line in lines:
        print(line, file=sys.stderr)
    return code


if __name__ == "__main__":
    sys.exit(main())
