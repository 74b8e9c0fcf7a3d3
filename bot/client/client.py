"""The Discord client: cogs, presses, forms, command sync, and the one error handler."""

import asyncio
import contextlib
import logging
import secrets
import time
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from typing import Any, cast

import discord
import yarl
from discord import app_commands
from discord.ext import commands
from discord.gateway import DiscordWebSocket

from bot.client import emojis
from bot.client.command_sync import sync_if_changed
from bot.client.flood import Flood, Verdict
from bot.errors import PodkeeperError
from bot.i18n import of_locale, speak
from bot.i18n.commands import CommandTranslator
from bot.meter import UNMETERED, Meter
from bot.panels.panels import NotShown
from bot.panels.posted import PostedPanels
from bot.panels.untold import UNTOLD, tell
from bot.store.port import Store
from bot.ui import modals
from bot.ui.buttons import Press, UnreadablePress, pressed
from bot.ui.privacy import slow_down
from bot.ui.refusal import refusal, unexpected

log = logging.getLogger(__name__)

UNKNOWN_INTERACTION = 10062
ALREADY_ANSWERED = 40060

# Seconds that acts under way have to be answered when the bot stops.
FAREWELL = 5.0

# While the processes of a group are renewed one by one, or before people's Discord has heard of it.
_OF_ANOTHER_VERSION = (app_commands.CommandNotFound, app_commands.CommandSignatureMismatch)

_NEVER_A_FLOOD = (discord.InteractionType.autocomplete, discord.InteractionType.modal_submit)

BoundHandler = Callable[[discord.Interaction[Any], Press], Awaitable[None]]


@dataclass(frozen=True)
class Parts:
    """What a client works with, open and ready."""

    store: Store
    posted: PostedPanels
    cogs: Sequence[commands.Cog]
    closing: Sequence[Callable[[], Awaitable[None]]] = ()


class _Commands(app_commands.CommandTree["PodBot"]):
    """The command tree. It has the client finish commands under way before it closes."""

    async def interaction_check(self, interaction: discord.Interaction[Any]) -> bool:
        """Let a command pass, unless its user floods. This is the first step of its task."""
        self.client.under_way(interaction)
        speak(of_locale(interaction.locale))
        return await self.client.lets_pass(interaction)


class PodBot(commands.AutoShardedBot):
    """Podkeeper on Discord. It needs no permission and no privileged intent."""

    parts: Parts

    def __init__(
        self,
        assemble: Callable[[], Awaitable[Parts]],
        *,
        sync_to: int | None = None,
        sync_once: bool = False,
        flood_limit: int = 0,
        meter: Meter = UNMETERED,
        **options: Any,
    ) -> None:
        """Prepare a client. ``assemble`` opens its parts once the client starts.

        ``sync_to`` is a server that gets the commands at once, for development; without it they
        are synced globally. ``sync_once``: by one of several processes, and if they have changed.
        ``flood_limit`` is how often a member may act in five seconds, 0 for any number of times.
        ``meter`` is told of each interaction.
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
        self._sync_once = sync_once
        self._flood = Flood(flood_limit)
        self._meter = meter
        self.last_heard: datetime | None = None
        """When the latest interaction was made, by Discord's clock."""
        self._on_verb: dict[str, BoundHandler] = {}
        self._on_form: dict[str, BoundHandler] = {}
        self._acts: set[asyncio.Task[Any]] = set()
        self.tree.error(self._command_failed)

    async def setup_hook(self) -> None:
        """Open the parts, add the cogs, and sync the commands.

        Cogs are told once, as the event ``symbols``, how mana can be shown.
        """
        self.parts = await self._assemble()
        for cog in self.parts.cogs:
            await self.add_cog(cog)
            self._on_verb.update(_marked(cog, "__podkeeper_verbs__"))
            self._on_form.update(_marked(cog, "__podkeeper_forms__"))
        await self.tree.set_translator(CommandTranslator())
        guild = discord.Object(self._sync_to) if self._sync_to else None
        if guild is not None:
            self.tree.copy_global_to(guild=guild)
        if self._sync_once and guild is None:
            await sync_if_changed(self.tree, self.parts.store, self.application_id)
        else:
            await self.tree.sync(guild=guild)
        self.dispatch("symbols", await emojis.known(self))

    async def launch_shards(self) -> None:
        """Connect all shards to the gateway that the API names, also when one has to begin anew.

        discord.py would go to Discord's own after the end of a session, or with a set number of
        shards, whatever the API says.
        """
        count, gateway, _ = await self.http.get_bot_gateway()
        self.shard_count = self.shard_count or count
        DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(gateway)
        await super().launch_shards()

    @property
    def connected(self) -> bool:
        """Whether every shard is connected; ready alone stays true after a disconnect."""
        return self.is_ready() and not any(shard.is_closed() for shard in self.shards.values())

    @property
    def store(self) -> Store | None:
        """Where games are kept, once it is open."""
        return self.parts.store if hasattr(self, "parts") else None

    async def close(self) -> None:
        """Finish acts under way, leave Discord, then close what the parts hold open."""
        try:
            await self._finish()
        finally:
            try:
                await super().close()
            finally:
                if hasattr(self, "parts"):
                    for close in self.parts.closing:
                        await close()
                    await self.parts.posted.close()
                    await self.parts.store.close()

    def under_way(self, interaction: discord.Interaction[Any]) -> None:
        """Have the current task finished, at best, before the client closes, and measured."""
        task = asyncio.current_task()
        assert task is not None
        self._acts.add(task)
        task.add_done_callback(self._acts.discard)
        task.add_done_callback(partial(self._handled, interaction, time.perf_counter()))

    def _handled(
        self, interaction: discord.Interaction[Any], began: float, _: asyncio.Task[Any]
    ) -> None:
        seconds, answered = time.perf_counter() - began, interaction.response.is_done()
        self._meter.handled(interaction.type.name, seconds, answered=answered)

    async def _finish(self) -> None:
        """Wait until acts under way are kept and answered, but not for long."""
        now = asyncio.get_running_loop().time
        deadline = now() + FAREWELL
        while others := self._acts - {asyncio.current_task()}:
            if now() >= deadline:
                log.warning("acts that are given up unanswered: %s", len(others))
                return
            await asyncio.wait(others, timeout=deadline - now())

    async def on_interaction(self, interaction: discord.Interaction[Any]) -> None:
        """Carry out a press on a button or select, or take in what was typed into a form.

        The command tree sees to commands. Never raises.
        """
        data = cast("dict[str, Any]", interaction.data or {})
        if interaction.type is discord.InteractionType.component:
            handlers, press = self._on_verb, pressed(data)
        elif interaction.type is discord.InteractionType.modal_submit:
            handlers, press = self._on_form, modals.answer(data)
        else:
            return
        if press is not None:
            await self._handle(handlers, interaction, press)

    async def lets_pass(self, interaction: discord.Interaction[Any]) -> bool:
        """Tell whether to go on, which is not so if somebody floods. Never raises.

        They are told once; then their presses are acknowledged in silence. What is offered while
        they type always passes, and so does a form: what was typed into it would be lost.
        """
        self.last_heard = interaction.created_at
        if interaction.type in _NEVER_A_FLOOD:
            return True
        match self._flood.judge(interaction.user.id, interaction.created_at):
            case Verdict.PASS:
                return True
            case Verdict.TELL:
                await self._tell(interaction, slow_down())
            case Verdict.SILENCE:
                await self._acknowledge(interaction)
        return False

    async def _acknowledge(self, interaction: discord.Interaction[Any]) -> None:
        """Answer with nothing; of a command, not even that it is under way stays to be seen."""
        try:
            await interaction.response.defer(ephemeral=True)
            if interaction.type is discord.InteractionType.application_command:
                await interaction.delete_original_response()
        except UNTOLD as error:
            log.debug("a flood could not be acknowledged: %r", error)

    async def _handle(
        self,
        handlers: Mapping[str, BoundHandler],
        interaction: discord.Interaction[Any],
        press: Press,
    ) -> None:
        speak(of_locale(interaction.locale))
        self.under_way(interaction)
        if not await self.lets_pass(interaction):
            return
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
        2. Discord no longer waits for an answer, or has one, or the client has closed: a line in
           the debug log.
        3. Something the player should hear (`PodkeeperError`): its sentence, to them alone.
        4. Discord passed a command or an option on that are not, or no more, ours: a sentence.
        5. Anything else is our mistake: the error goes to the log under a reference number, and
           the player gets that number. The game stays as it was, since an act is one row.
        """
        if isinstance(error, app_commands.CommandInvokeError):
            error = error.original
        kept = isinstance(error, NotShown)
        if kept and isinstance(error.__cause__, Exception):
            error = error.__cause__
        if self._is_too_late(error):
            log.debug("too late to answer: %s", error)
        elif isinstance(error, PodkeeperError):
            await self._tell(interaction, refusal(error))
        elif isinstance(error, app_commands.TransformerError):
            await self._tell(
                interaction, refusal(PodkeeperError("I cannot read one of these options."))
            )
        elif isinstance(error, _OF_ANOTHER_VERSION):
            await self._tell(
                interaction,
                refusal(PodkeeperError("This command is from another version. Type it anew.")),
            )
        else:
            reference = secrets.token_hex(4)
            log.error("error %s", reference, exc_info=error)
            await self._tell(interaction, unexpected(reference, kept=kept))

    def _is_too_late(self, error: Exception) -> bool:
        if isinstance(error, discord.HTTPException):
            return error.code in (UNKNOWN_INTERACTION, ALREADY_ANSWERED)
        return self.is_closed() and isinstance(error, UNTOLD)

    async def _tell(
        self, interaction: discord.Interaction[Any], layout: discord.ui.LayoutView
    ) -> None:
        if interaction.type is not discord.InteractionType.autocomplete:
            await tell(interaction, layout)
            return
        with contextlib.suppress(*UNTOLD):  # what is typed takes offers alone: there are none
            await interaction.response.autocomplete([])


def _marked(cog: commands.Cog, mark: str) -> dict[str, BoundHandler]:
    """Return the methods of a cog that `on_press` or `on_submit` marked, by verb."""
    return {
        verb: method
        for method in (getattr(cog, name) for name in dir(cog))
        for verb in getattr(method, mark, ())
    }
