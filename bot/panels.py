"""The table panel in its channel: acting for a player and showing what came of it.

A slash command posts the panel anew at the bottom; a press edits it in place. So the newest
message always shows the truth, and no message is edited for hours.
"""

import asyncio
import logging
import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import Any

import discord

from bot.errors import Doubt, PodkeeperError, StoreUnavailable, TableMovedOn
from bot.game.engine import Command
from bot.game.game import Game
from bot.names import NameBook
from bot.store.port import Place
from bot.table import Actor, Outcome, Table
from bot.tables import Tables, require_seat
from bot.ui import panel as ui
from bot.ui.buttons import Press
from bot.ui.layout import note
from bot.ui.pod import ACTS
from bot.ui.refusal import doubt
from bot.ui.telling import tell_all
from bot.ui.words import Names, mention

log = logging.getLogger(__name__)

Interaction = discord.Interaction[Any]
Edit = Callable[..., Awaitable[Any]]
Ask = Callable[[Table], Awaitable[Sequence[discord.ui.Item[Any]]]]
"""Gives the question before an act, for the table as it stands."""

NO_PINGS = discord.AllowedMentions.none()
TOKEN_LIFE = 14 * 60.0
COURTESY = 10.0
MOST_REMEMBERED = 5_000


@dataclass(frozen=True)
class Posted:
    """A panel as this process last touched it. ``edit`` works ``until`` its token ends."""

    message: int
    edit: Edit | None = None
    until: float = 0.0


class Panels:
    """All panels. One a channel is current: the newest."""

    def __init__(self, tables: Tables, names: NameBook) -> None:
        """Show the tables of ``tables``, and learn ``names`` from who acts."""
        self.tables = tables
        self.names = names
        self._posted: OrderedDict[tuple[int, str], Posted] = OrderedDict()
        self._courtesies: set[asyncio.Task[None]] = set()

    async def act(
        self, interaction: Interaction, command: Command[Game], press: Press | None = None
    ) -> None:
        """Carry out ``command`` for the player and show the table.

        Raises:
            PodkeeperError: it was refused; nothing has changed and nothing was replied.
        """
        place, actor = self.place(interaction), actor_of(interaction)
        seen = press.seen if press else None
        await self._show_outcome(
            interaction,
            press,
            lambda: self.tables.act(place, actor, command, interaction=interaction.id, seen=seen),
        )

    async def undo(self, interaction: Interaction, press: Press) -> None:
        """Take back the act in force, and show the table."""
        place, actor = self.place(interaction), actor_of(interaction)
        await self._show_outcome(
            interaction,
            press,
            lambda: self.tables.undo(place, actor, interaction=interaction.id, seen=press.seen),
        )

    async def redo(self, interaction: Interaction, press: Press) -> None:
        """Do again what was undone last, and show the table."""
        place, actor = self.place(interaction), actor_of(interaction)
        await self._show_outcome(
            interaction,
            press,
            lambda: self.tables.redo(place, actor, interaction=interaction.id, seen=press.seen),
        )

    async def show(
        self,
        interaction: Interaction,
        press: Press | None = None,
        ask: Ask | None = None,
    ) -> None:
        """Show the table as it stands, with a question before an act where there is one to ``ask``.

        Anybody may look; only whoever may act gets to ask, or to close a question.
        """
        place = self.place(interaction)
        if press is not None and await self._pressed_old(interaction, place):
            return
        table = await self.tables.table(place)
        if press is not None or ask is not None:
            require_seat(table.game, actor_of(interaction))
        if press is not None and press.seen != table.version:
            await self._moved_on(interaction, place, table)
            return
        question = await ask(table) if ask is not None else ()
        layout = ui.panel(table, self.known(interaction), question=question)
        await self._post(interaction, place, layout, press)

    async def table(self, interaction: Interaction) -> Table:
        """Return the table of the channel in which somebody acts."""
        return await self.tables.table(self.place(interaction))

    def place(self, interaction: Interaction) -> Place:
        """Return where somebody acts, and learn what they are called."""
        self.names.learn(interaction)
        return place_of(interaction)

    def known(self, interaction: Interaction) -> Names:
        """Return the names known where somebody acts."""
        return self.names.of(interaction.guild_id)

    async def close(self) -> None:
        """Give up courtesies under way."""
        for task in self._courtesies:
            task.cancel()
        await asyncio.gather(*self._courtesies, return_exceptions=True)

    async def _show_outcome(
        self,
        interaction: Interaction,
        press: Press | None,
        act: Callable[[], Awaitable[Outcome]],
    ) -> None:
        place = place_of(interaction)
        if press is not None and await self._pressed_old(interaction, place):
            return
        try:
            outcome = await act()
        except TableMovedOn:
            await self._moved_on(interaction, place, await self.tables.table(place))
            return
        except Doubt as question:
            seen = (await self.tables.table(place)).version
            await interaction.response.send_message(view=doubt(question, seen), ephemeral=True)
            return
        layout = ui.panel(outcome.table, self.known(interaction), news_of(outcome))
        await self._post(interaction, place, layout, press)

    async def _post(
        self,
        interaction: Interaction,
        place: Place,
        layout: discord.ui.LayoutView,
        press: Press | None,
    ) -> None:
        if press is None:
            sent = await interaction.response.send_message(view=layout, allowed_mentions=NO_PINGS)
            await self._adopt(
                interaction, place, sent.message_id, interaction.edit_original_response
            )
        elif from_private_menu(interaction):
            await interaction.response.edit_message(view=note("Done: see the table below."))
            message = await interaction.followup.send(
                view=layout, allowed_mentions=NO_PINGS, wait=True
            )
            await self._adopt(interaction, place, message.id, message.edit)
        else:
            await interaction.response.edit_message(view=layout, allowed_mentions=NO_PINGS)
            pressed = interaction.message
            if pressed is not None:
                self._remember(place, pressed.id, interaction.edit_original_response)

    async def _pressed_old(self, interaction: Interaction, place: Place) -> bool:
        """Retire the pressed message if it is not the current panel. Tell whether it was so."""
        message = interaction.message
        if message is None or from_private_menu(interaction):
            return False
        current = await self._current(place)
        if message.id >= current:
            return False
        await interaction.response.edit_message(view=ui.moved(link(place, current)))
        return True

    async def _moved_on(self, interaction: Interaction, place: Place, table: Table) -> None:
        """Answer a stale press: nothing was done, here is the table as it stands."""
        sentence = "The table had moved on before your press, so nothing was done."
        if from_private_menu(interaction):
            await interaction.response.edit_message(view=note(f"{sentence} Open the menu again."))
            return
        layout = ui.panel(table, self.known(interaction))
        await interaction.response.edit_message(view=layout, allowed_mentions=NO_PINGS)
        await interaction.followup.send(view=note(sentence), ephemeral=True)

    async def _current(self, place: Place) -> int:
        posted = self._posted.get(_key(place))
        if posted is None:
            message = await self.tables.store.panel(place) or 0
            posted = self._remember(place, message, None)
        return posted.message

    async def _adopt(
        self, interaction: Interaction, place: Place, message: int | None, edit: Edit
    ) -> None:
        """Make a message that was just sent the current panel, and retire the one before."""
        if message is None:
            return
        try:
            old = self._posted.get(_key(place)) or Posted(await self.tables.store.panel(place) or 0)
            self._remember(place, message, edit)
            await self.tables.store.set_panel(place, message)
        except StoreUnavailable:
            # The act itself is kept and was answered; a newer message counts as current anyway.
            log.warning("the new panel of %s could not be noted", place.channel)
            return
        if 0 < old.message < message:
            task = asyncio.create_task(self._retire(interaction, place, old, message))
            self._courtesies.add(task)
            task.add_done_callback(self._courtesies.discard)

    async def _retire(
        self, interaction: Interaction, place: Place, old: Posted, current: int
    ) -> None:
        """Take the buttons off the old panel. A courtesy: `_pressed_old` is what makes it safe."""
        layout = ui.moved(link(place, current))
        as_bot = interaction.client.get_partial_messageable(place.channel, guild_id=place.guild)
        ways: list[Edit] = [as_bot.get_partial_message(old.message).edit]
        if old.edit is not None and time.monotonic() < old.until:
            ways.insert(0, old.edit)
        for edit in ways:
            try:
                async with asyncio.timeout(COURTESY):
                    await edit(view=layout)
                return
            except (discord.HTTPException, TimeoutError, OSError) as error:
                log.debug("the old panel %s was not retired: %r", old.message, error)

    def _remember(self, place: Place, message: int, edit: Edit | None) -> Posted:
        newest = self._posted.get(_key(place))
        if newest is not None and newest.message > message:
            return newest
        posted = Posted(message, edit, time.monotonic() + TOKEN_LIFE)
        self._posted[_key(place)] = posted
        self._posted.move_to_end(_key(place))
        while len(self._posted) > MOST_REMEMBERED:
            self._posted.popitem(last=False)
        return posted


def news_of(outcome: Outcome) -> list[str]:
    """Return what an act did, and who did it, as lines for the panel."""
    if outcome.repeated:
        return []  # the table may be another one by now
    told = tell_all(outcome.events, outcome.table.game.turns.teams)
    by = mention(outcome.actor)
    if not told:
        return [f"{by} {ACTS[outcome.kind]}" if outcome.kind in ACTS else f"-# by {by}"]
    return [*told, f"-# by {by}"]


def place_of(interaction: Interaction) -> Place:
    """Return where somebody acts.

    Raises:
        PodkeeperError: it is no channel of a server.
    """
    if interaction.channel_id is None or interaction.guild_id is None:
        raise PodkeeperError("Tables are kept in the channels of a server.")
    return Place(interaction.channel_id, interaction.guild_id)


def actor_of(interaction: Interaction) -> Actor:
    """Return who acts. Members with Manage Messages may repair any table."""
    return Actor(interaction.user.id, interaction.permissions.manage_messages)


def from_private_menu(interaction: Interaction) -> bool:
    """Tell whether the pressed message is seen by the presser only."""
    return interaction.message is not None and interaction.message.flags.ephemeral


def link(place: Place, message: int) -> str:
    """Return the address of a message."""
    return f"https://discord.com/channels/{place.guild}/{place.channel}/{message}"


def _key(place: Place) -> tuple[int, str]:
    return place.channel, place.kind
