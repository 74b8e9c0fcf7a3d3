"""The Discord client: cogs, presses, forms, command sync, and the one error handler."""

import asyncio
import logging
import secrets
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, cast

import aiohttp
import discord
from discord import app_commands
from discord.ext import commands

from bot.errors import PodkeeperError
from bot.panels import NotShown
from bot.posted import PostedPanels
from bot.store.port import Store
from bot.ui import modals
from bot.ui.buttons import Act, Press, UnreadablePress
from bot.ui.refusal import refusal, unexpected

log = logging.getLogger(__name__)

UNKNOWN_INTERACTION = 10062
ALREADY_ANSWERED = 40060

# Seconds that acts under way have to be answered when the bot stops.
FAREWELL = 5.0

# What telling a player something may fail with, and no fault of ours: Discord refuses, it has been
# told already, the network is gone, or the client has closed meanwhile ("Session is closed").
_UNTOLD = (discord.DiscordException, aiohttp.ClientError, OSError, TimeoutError, RuntimeError)

BoundHandler = Callable[[discord.Interaction[Any], Press], Awaitable[None]]


@dataclass(frozen=True)
class Parts:
    """What a client works with, open and ready."""

    store: Store
    posted: PostedPanels
    cogs: Sequence[commands.Cog]


class _Commands(app_commands.CommandTree["PodBot"]):
    """The command tree. It has the client finish commands under way before it closes."""

    async def interaction_check(self, interaction: discord.Interaction[Any]) -> bool:
        """Let every command pass. This is the first step of the task that carries one out."""
        self.client.under_way()
        return True


class PodBot(commands.AutoShardedBot):
    """Podkeeper on Discord. It needs no permission and no privileged intent."""

    parts: Parts

    def __init__(
        self,
        assemble: Callable[[], Awaitable[Parts]],
        *,
        sync_to: int | None = None,
        **options: Any,
    ) -> None:
        """Prepare a client. ``assemble`` opens its parts once the client starts.

        ``sync_to`` is a server that gets the commands at once, for development; without it they
        are synced globally.
        """
        super().__init__(
            command_prefix=(),
            help_command=None,
            tree_cls=_Commands,
            intents=discord.Intents(guilds=True),
            member_cache_flags=discord.MemberCacheFlags.none(),
            chunk_guilds_at_startup=False,
            max_messages=None,
            allowed_mentions=discord.AllowedMentions.none(),
            **options,
        )
        self._assemble = assemble
        self._sync_to = sync_to
        self._on_verb: dict[str, BoundHandler] = {}
        self._on_form: dict[str, BoundHandler] = {}
        self._acts: set[asyncio.Task[Any]] = set()
        self.tree.error(self._command_failed)

    async def setup_hook(self) -> None:
        """Open the parts, add the cogs and the one button class, and sync the commands."""
        self.parts = await self._assemble()
        for cog in self.parts.cogs:
            await self.add_cog(cog)
            self._on_verb.update(_marked(cog, "__podkeeper_verbs__"))
            self._on_form.update(_marked(cog, "__podkeeper_forms__"))
        self.add_dynamic_items(Act)
        guild = discord.Object(self._sync_to) if self._sync_to else None
        if guild is not None:
            self.tree.copy_global_to(guild=guild)
        await self.tree.sync(guild=guild)

    @property
    def connected(self) -> bool:
        """Whether every shard is connected; ready alone stays true after a disconnect."""
        return self.is_ready() and not any(shard.is_closed() for shard in self.shards.values())

    async def close(self) -> None:
        """Finish acts under way, leave Discord, then close what the parts hold open."""
        try:
            await self._finish()
        finally:
            try:
                await super().close()
            finally:
                if hasattr(self, "parts"):
                    await self.parts.posted.close()
                    await self.parts.store.close()

    def under_way(self) -> None:
        """Have the current task finished, at best, before the client closes."""
        task = asyncio.current_task()
        assert task is not None
        self._acts.add(task)
        task.add_done_callback(self._acts.discard)

    async def _finish(self) -> None:
        """Wait until acts under way are kept and answered, but not for long."""
        now = asyncio.get_running_loop().time
        deadline = now() + FAREWELL
        while others := self._acts - {asyncio.current_task()}:
            if now() >= deadline:
                log.warning("acts that are given up unanswered: %s", len(others))
                return
            await asyncio.wait(others, timeout=deadline - now())

    async def pressed(self, interaction: discord.Interaction[Any], press: Press) -> None:
        """Carry out a press on a button or select. Never raises."""
        await self._handle(self._on_verb, interaction, press)

    async def on_interaction(self, interaction: discord.Interaction[Any]) -> None:
        """Take in what was typed into a form: see `bot.ui.modals`. Never raises."""
        if interaction.type is discord.InteractionType.modal_submit:
            typed = modals.answer(cast("dict[str, Any]", interaction.data or {}))
            if typed is not None:
                await self._handle(self._on_form, interaction, typed)

    async def _handle(
        self,
        handlers: Mapping[str, BoundHandler],
        interaction: discord.Interaction[Any],
        press: Press,
    ) -> None:
        self.under_way()
        try:
            handler = handlers.get(press.verb)
            if handler is None:
                raise UnreadablePress
            await handler(interaction, press)
        except Exception as error:  # the one place that must see everything
            await self.failed(interaction, error)

    async def _command_failed(
        self, interaction: discord.Interaction[Any], error: app_commands.AppCommandError
    ) -> None:
        await self.failed(interaction, error)

    async def failed(self, interaction: discord.Interaction[Any], error: Exception) -> None:
        """Tell the player what went wrong. The one error handler. Never raises.

        In this order:

        1. What discord.py or `NotShown` wrapped is unwrapped. After `NotShown` the player hears
           that it was done, whatever the error.
        2. Discord no longer waits for an answer, or has one: a line in the debug log.
        3. Something the player should hear (`PodkeeperError`): its sentence, to them alone.
        4. Discord passed an option on that discord.py cannot read: a sentence.
        5. Anything else is our mistake: the error goes to the log under a reference number, and
           the player gets that number. The game stays as it was, since an act is one row.
        """
        if isinstance(error, app_commands.CommandInvokeError):
            error = error.original
        kept = isinstance(error, NotShown)
        if kept and isinstance(error.__cause__, Exception):
            error = error.__cause__
        if isinstance(error, discord.HTTPException) and error.code in (
            UNKNOWN_INTERACTION,
            ALREADY_ANSWERED,
        ):
            log.debug("too late to answer: %s", error)
        elif isinstance(error, PodkeeperError):
            await self._tell(interaction, refusal(error))
        elif isinstance(error, app_commands.TransformerError):
            await self._tell(
                interaction, refusal(PodkeeperError("I cannot read one of these options."))
            )
        else:
            reference = secrets.token_hex(4)
            log.error("error %s", reference, exc_info=error)
            await self._tell(interaction, unexpected(reference, kept=kept))

    async def _tell(
        self, interaction: discord.Interaction[Any], layout: discord.ui.LayoutView
    ) -> None:
        try:
            if interaction.response.is_done():
                await interaction.followup.send(view=layout, ephemeral=True)
            else:
                await interaction.response.send_message(view=layout, ephemeral=True)
        except _UNTOLD as error:
            log.debug("the player could not be told: %r", error)


def _marked(cog: commands.Cog, mark: str) -> dict[str, BoundHandler]:
    """Return the methods of a cog that `on_press` or `on_submit` marked, by verb."""
    return {
        verb: method
        for method in (getattr(cog, name) for name in dir(cog))
        for verb in getattr(method, mark, ())
    }
