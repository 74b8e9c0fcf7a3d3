"""The table panel in its channel: acting for a player and showing what came of it.

A slash command posts the panel anew at the bottom; a press edits it in place. So the newest
message always shows the truth, and no message is edited for hours.
"""

from collections.abc import Awaitable, Callable, Sequence
from typing import Any, Generic

import discord

from bot.errors import Doubt, PodkeeperError, TableMovedOn
from bot.game.engine import Command, G
from bot.game.game import Game
from bot.i18n import say, speaking
from bot.panels.channels import Channels
from bot.panels.drawing import Drawing
from bot.panels.keepsake import as_question
from bot.panels.look import Look
from bot.panels.names import NameBook
from bot.panels.posted import PostedPanels
from bot.panels.posting import Posting
from bot.panels.stale import StalePresses, of_an_earlier_game
from bot.store.port import Place
from bot.table import Actor, Outcome, Table
from bot.tables.tables import Tables
from bot.ui.buttons import Press
from bot.ui.log import retold
from bot.ui.refusal import doubt
from bot.ui.words import Names, mention

Interaction = discord.Interaction[Any]
Item = discord.ui.Item[Any]
Ask = Callable[[Table[G]], Awaitable[Sequence[Item]]]
"""Gives the question before an act, for the table as it stands."""


class NotShown(Exception):
    """An act was carried out and kept, but its outcome could not be shown, for this cause."""


class Panels(Generic[G]):
    """The panels of all tables of one kind of game. One a channel is current: the newest."""

    def __init__(
        self,
        tables: Tables[G],
        look: Look[G],
        names: NameBook,
        posted: PostedPanels,
        channels: Channels,
    ) -> None:
        """Show ``tables`` as ``look``. ``names`` are learned from who acts.

        The panel speaks the language of its channel, as ``channels`` has it.
        """
        self.tables = tables
        self.names = names
        self.posted = posted
        self.channels = channels
        self._look = look
        self._posting = Posting(posted)
        self._drawing = Drawing(tables, look, names, posted)
        self._stale = StalePresses(tables, posted, self._posting, self._drawing, channels)

    async def act(
        self, interaction: Interaction, command: Command[G], press: Press | None = None
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
        ask: Ask[G] | None = None,
    ) -> None:
        """Show the table as it stands, with a question before an act where there is one to ``ask``.

        Anybody may look; only whoever may act gets to ask, or to close a question.
        """
        place = self.place(interaction)
        if press is not None and await self._stale.pressed_old(interaction, place, press):
            return
        table = await self.tables.table(place)
        if press is not None or ask is not None:
            await self.tables.require_undo(place, table, actor_of(interaction))
        if press is not None and press.seen != table.version:
            await self._stale.moved_on(interaction, place, table, press)
            return
        with speaking(await self.channels.language(interaction)):
            question = as_question(await ask(table)) if ask is not None else ()
            message = await self._drawing.drawn(interaction, table, question=question)
            await self._posting.post(interaction, place, message, press)
            await self._drawing.catch_up(interaction, place)

    async def table(self, interaction: Interaction) -> Table[G]:
        """Return the table of the channel in which somebody acts."""
        return await self.tables.table(self.place(interaction))

    def place(self, interaction: Interaction) -> Place:
        """Return where somebody acts, and learn what they are called.

        Raises:
            PodkeeperError: it is no channel of a server.
        """
        self.names.learn(interaction)
        return self._place(interaction)

    def known(self, interaction: Interaction) -> Names:
        """Return the names known where somebody acts."""
        return self.names.of(interaction.guild_id)

    async def _show_outcome(
        self,
        interaction: Interaction,
        press: Press | None,
        act: Callable[[], Awaitable[Outcome[G]]],
    ) -> None:
        place = self._place(interaction)
        if press is not None and await self._stale.pressed_old(interaction, place, press):
            return
        try:
            with self._posting.under_way(place):
                await self._carry_out(interaction, place, press, act)
        except TableMovedOn:
            await self._stale.moved_on(interaction, place, await self.tables.table(place), press)
        except Doubt as question:
            seen = (await self.tables.table(place)).version
            await interaction.response.send_message(view=doubt(question, seen), ephemeral=True)

    async def _carry_out(
        self,
        interaction: Interaction,
        place: Place,
        press: Press | None,
        act: Callable[[], Awaitable[Outcome[G]]],
    ) -> None:
        outcome = await act()
        try:
            with speaking(await self.channels.language(interaction)):
                await self._post_outcome(interaction, place, press, outcome)
        except Exception as error:
            # What was done is kept, whatever happened to the answer: to deny it would be a lie.
            raise NotShown from error

    async def _post_outcome(
        self, interaction: Interaction, place: Place, press: Press | None, outcome: Outcome[G]
    ) -> None:
        events = () if outcome.repeated else outcome.events
        news = self._news(outcome)
        message = await self._drawing.drawn(interaction, outcome.table, news=news, events=events)
        begun = press is not None and of_an_earlier_game(press, outcome.table)
        called = await self._called(interaction, outcome)
        await self._posting.post(interaction, place, message, press, begun=begun, called=called)
        await self._drawing.catch_up(interaction, place)

    def _news(self, outcome: Outcome[G]) -> list[str]:
        """Return what an act did, and who did it, as lines for the panel."""
        if outcome.repeated:
            return []  # the table may be another one by now
        told = self._look.tell(outcome.events)
        by = mention(outcome.actor)
        if told and told[0].startswith(by):
            return told
        if not told:
            return [retold(outcome.actor, outcome.kind, self._look.tell(outcome.about))]
        return [*told, say("-# by {player}", player=by)]

    async def _called(self, interaction: Interaction, outcome: Outcome[G]) -> Sequence[int]:
        """Return who is pinged: those whose turn begins, where the pod has pings on."""
        calls = () if outcome.repeated else self._look.calls(outcome.events)
        if not calls or interaction.channel_id is None:
            return ()
        return calls if (await self.channels.settings(interaction.channel_id)).pings else ()

    def _place(self, interaction: Interaction) -> Place:
        if interaction.channel_id is None or interaction.guild_id is None:
            raise PodkeeperError("Tables are kept in the channels of a server.")
        if interaction.is_user_integration() and not interaction.is_guild_integration():
            # Nobody but the one who brought the bot along could press the panel's buttons.
            raise PodkeeperError(
                "Here only you have me. Tables are kept in servers that I was invited to."
            )
        return Place(interaction.channel_id, interaction.guild_id, self.tables.rules.kind)


def actor_of(interaction: Interaction) -> Actor:
    """Return who acts. Members with Manage Messages may repair any table."""
    return Actor(interaction.user.id, interaction.permissions.manage_messages)


PodPanels = Panels[Game]
