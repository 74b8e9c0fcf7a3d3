"""The table panel in its channel: acting for a player and showing what came of it.

A slash command posts the panel anew at the bottom; a press edits it in place. So the newest
message always shows the truth, and no message is edited for hours.
"""

import logging
from collections.abc import Awaitable, Callable, Sequence
from datetime import timedelta
from typing import Any, Generic, NamedTuple, Protocol

import discord

from bot.errors import Doubt, PodkeeperError, TableMovedOn
from bot.game.engine import Command, Event, G
from bot.game.game import Game
from bot.i18n import of_locale, say, speaking
from bot.panels.channels import Channels
from bot.panels.names import NameBook
from bot.panels.posted import PostedPanels, followed_up, link
from bot.store.port import Place
from bot.table import Actor, Outcome, Table
from bot.tables.tables import Tables
from bot.tombstones import is_tombstone
from bot.ui import panel as ui
from bot.ui.buttons import Press
from bot.ui.layout import note, without_buttons
from bot.ui.log import retold
from bot.ui.refusal import doubt
from bot.ui.words import Names, mention

log = logging.getLogger(__name__)

Interaction = discord.Interaction[Any]
Item = discord.ui.Item[Any]
Ask = Callable[[Table[G]], Awaitable[Sequence[Item]]]
"""Gives the question before an act, for the table as it stands."""

NO_PINGS = discord.AllowedMentions.none()
BURIED_AFTER = timedelta(minutes=15)


class NotShown(Exception):
    """An act was carried out and kept, but its outcome could not be shown, for this cause."""


class Message(NamedTuple):
    """A message ready to be sent: its layout, and the files that the layout shows.

    ``still`` is what it becomes once a newer panel takes its place, if not a mere pointer.
    """

    layout: discord.ui.LayoutView
    files: Sequence[discord.File] = ()
    still: discord.ui.LayoutView | None = None


class Look(Protocol[G]):
    """How a kind of game is shown and told."""

    async def draw(
        self,
        table: Table[G],
        names: Names,
        news: Sequence[str],
        question: Sequence[Item],
        events: Sequence[Event[G]] = (),
    ) -> Message:
        """Return the panel: what just happened, a question if one is open, and the table.

        ``news`` tells ``events``, where an act has just been carried out.
        """

    def tell(self, events: Sequence[Event[G]]) -> list[str]:
        """Return a sentence for each event that players care about."""

    def calls(self, events: Sequence[Event[G]]) -> tuple[int, ...]:
        """Return whose turn begins in ``events``: who is pinged, where the pod wants that."""


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
        if press is not None and await self._pressed_old(interaction, place):
            return
        table = await self.tables.table(place)
        if press is not None or ask is not None:
            await self.tables.require_undo(place, table, actor_of(interaction))
        if press is not None and press.seen != table.version:
            await self._moved_on(interaction, place, table)
            return
        with speaking(await self.channels.language(interaction)):
            question = await ask(table) if ask is not None else ()
            message = await self._look.draw(table, self.known(interaction), (), question)
            await self._post(interaction, place, message, press)

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
        try:
            begun = press is not None and 0 < press.seen.game < outcome.table.version.game
            with speaking(await self.channels.language(interaction)):
                message = await self._drawn(interaction, outcome, self._news(outcome))
                await self._post(
                    interaction,
                    place,
                    message,
                    press,
                    anew=begun,
                    called=await self._called(interaction, outcome),
                )
        except Exception as error:
            # What was done is kept, whatever happened to the answer: to deny it would be a lie.
            raise NotShown from error

    async def _drawn(
        self, interaction: Interaction, outcome: Outcome[G], news: Sequence[str]
    ) -> Message:
        table, names = outcome.table, self.known(interaction)
        events = () if outcome.repeated else outcome.events
        message = await self._look.draw(table, names, news, (), events)
        if not table.game.over:
            return message
        # The end of a game stays to be read when the next one has begun further down.
        end = await self._look.draw(table, names, (), ())
        return message._replace(still=without_buttons(end.layout))

    async def _post(
        self,
        interaction: Interaction,
        place: Place,
        message: Message,
        press: Press | None,
        *,
        anew: bool = False,
        called: Sequence[int] = (),
    ) -> None:
        layout, files, still = message
        below = place_to_go_on(interaction)
        if called and below is None and press is not None:
            below = note(say("-# The table goes on below."))  # an edit would ping nobody
        pings = pinging(called)
        if anew and below is None and interaction.message is not None:
            below = without_buttons(discord.ui.LayoutView.from_message(interaction.message))
        if below is not None:
            if interaction.response.is_done():  # it was deferred, privately
                await interaction.edit_original_response(view=below)
            else:
                await interaction.response.edit_message(view=below)
            try:
                posted = await interaction.followup.send(
                    view=layout, files=files, allowed_mentions=pings, wait=True
                )
            except discord.HTTPException:
                if not from_private_menu(interaction):
                    await interaction.edit_original_response(view=layout, attachments=files)
                raise
            end = below if anew else None
            await self.posted.adopt(
                interaction,
                place,
                posted.id,
                followed_up(interaction, posted.id),
                still=still,
                left=end,
            )
        elif press is None:
            sent = await interaction.response.send_message(
                view=layout, files=files, allowed_mentions=pings
            )
            await self.posted.adopt(
                interaction, place, sent.message_id, interaction.edit_original_response, still=still
            )
        else:
            await self._edit(interaction, message)
            if interaction.message is not None:
                self.posted.touched(
                    place, interaction.message.id, interaction.edit_original_response, still
                )

    async def _edit(self, interaction: Interaction, message: Message) -> None:
        # Without `attachments` an edit keeps the old picture.
        await interaction.response.edit_message(
            view=message.layout, attachments=message.files, allowed_mentions=NO_PINGS
        )

    async def _pressed_old(self, interaction: Interaction, place: Place) -> bool:
        """Retire the pressed message if it is not the current panel. Tell whether it was so."""
        message = interaction.message
        if message is None or from_private_menu(interaction):
            return False
        current = await self.posted.newer_than(place, message.id)
        if current is None:
            return False
        with speaking(await self.channels.language(interaction)):
            pointer = Message(ui.moved(link(place, current)))
        await self._edit(interaction, pointer)
        return True

    async def _moved_on(self, interaction: Interaction, place: Place, table: Table[G]) -> None:
        """Answer a stale press: nothing was done, here is the table as it stands."""
        sentence = say("The table had moved on before your press, so nothing was done.")
        if from_private_menu(interaction):
            again = say("Open the menu again.")
            await interaction.response.edit_message(view=note(f"{sentence} {again}"))
            return
        with speaking(await self.channels.language(interaction)):
            drawn = await self._look.draw(table, self.known(interaction), (), ())
        await self._edit(interaction, drawn)
        await interaction.followup.send(view=note(sentence), ephemeral=True)

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


def pinging(players: Sequence[int]) -> discord.AllowedMentions:
    """Return what lets a message ping these players, and nobody else."""
    if not players:
        return NO_PINGS
    users = [discord.Object(player) for player in players if not is_tombstone(player)]
    return discord.AllowedMentions(everyone=False, roles=False, replied_user=False, users=users)


def actor_of(interaction: Interaction) -> Actor:
    """Return who acts. Members with Manage Messages may repair any table."""
    return Actor(interaction.user.id, interaction.permissions.manage_messages)


def place_to_go_on(interaction: Interaction) -> discord.ui.LayoutView | None:
    """Return what to leave behind where the panel is to be posted anew, at the bottom.

    So it is after an act in a private menu, and on a panel that has lain there for so long that
    the talk has buried it. None: answer where the player acted.
    """
    if from_private_menu(interaction) or interaction.response.is_done():
        with speaking(of_locale(interaction.locale)):  # the table speaks its own around here
            return note(say("Done: see the table below."))
    message = interaction.message
    if message is not None and interaction.created_at - message.created_at > BURIED_AFTER:
        return note(say("-# The table goes on below."))
    return None


def from_private_menu(interaction: Interaction) -> bool:
    """Tell whether the pressed message is seen by the presser only."""
    return interaction.message is not None and interaction.message.flags.ephemeral


PodPanels = Panels[Game]
