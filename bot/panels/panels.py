"""The table panel in its channel: acting for a player and showing what came of it.

A slash command posts the panel anew at the bottom; a press edits it in place. So the newest
message always shows the truth, and no message is edited for hours.
"""

import logging
from collections.abc import Awaitable, Callable, Sequence
from typing import Any, Generic

import discord

from bot.errors import Doubt, PodkeeperError, TableMovedOn
from bot.game.engine import Command, Event, G
from bot.game.game import Game
from bot.i18n import say, speaking
from bot.panels.channels import Channels
from bot.panels.keepsake import as_question, keepsake
from bot.panels.look import Look, Message
from bot.panels.names import NameBook
from bot.panels.posted import PostedPanels, link
from bot.panels.posting import Posting, from_private_menu
from bot.panels.untold import UNTOLD
from bot.store.port import Place
from bot.table import Actor, Outcome, Table
from bot.tables.tables import Tables
from bot.ui import panel as ui
from bot.ui.buttons import Press
from bot.ui.layout import note, view
from bot.ui.log import retold
from bot.ui.refusal import doubt
from bot.ui.words import Names, mention

log = logging.getLogger(__name__)

Interaction = discord.Interaction[Any]
Item = discord.ui.Item[Any]
Ask = Callable[[Table[G]], Awaitable[Sequence[Item]]]
"""Gives the question before an act, for the table as it stands."""

MOST_CAUGHT_UP = 3
"""How often a panel is drawn once more after an act: each time, another may overtake it."""


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
        if press is not None and await self._pressed_old(interaction, place, press):
            return
        table = await self.tables.table(place)
        if press is not None or ask is not None:
            await self.tables.require_undo(place, table, actor_of(interaction))
        if press is not None and press.seen != table.version:
            await self._moved_on(interaction, place, table, press)
            return
        with speaking(await self.channels.language(interaction)):
            question = as_question(await ask(table)) if ask is not None else ()
            message = await self._drawn(interaction, table, question=question)
            await self._posting.post(interaction, place, message, press)
            await self._catch_up(interaction, place)

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
        if press is not None and await self._pressed_old(interaction, place, press):
            return
        try:
            with self._posting.under_way(place):
                await self._carry_out(interaction, place, press, act)
        except TableMovedOn:
            await self._moved_on(interaction, place, await self.tables.table(place), press)
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
        message = await self._drawn(interaction, outcome.table, news=news, events=events)
        begun = press is not None and _of_an_earlier_game(press, outcome.table)
        called = await self._called(interaction, outcome)
        await self._posting.post(interaction, place, message, press, begun=begun, called=called)
        await self._catch_up(interaction, place)

    async def _drawn(
        self,
        interaction: Interaction,
        table: Table[G],
        *,
        news: Sequence[str] = (),
        question: Sequence[Item] = (),
        events: Sequence[Event[G]] = (),
    ) -> Message:
        names = self.known(interaction)
        message = await self._look.draw(table, names, news, question, events)
        return message._replace(shows=table.version, stays=table.game.over)

    async def _catch_up(self, interaction: Interaction, place: Place) -> None:
        """Draw the current panel once more where a newer state of the table was shown before.

        Never raises: whoever acted has seen what came of it, and the next press on the panel is
        answered with the table as it stands.
        """
        try:
            for _ in range(MOST_CAUGHT_UP):
                behind = self.posted.behind(place)
                if behind is None:
                    return
                message = await self._drawn(interaction, await self.tables.table(place))
                if not await self.posted.redraw(interaction, place, behind, message):
                    return
        except PodkeeperError as error:
            log.debug("the panel of %s was not drawn once more: %s", place.channel, error)
        except Exception:
            log.exception("a panel could not be drawn once more")

    async def _pressed_old(self, interaction: Interaction, place: Place, press: Press) -> bool:
        """Retire the pressed message if it is not the current panel. Tell whether it was so."""
        message = interaction.message
        if message is None or from_private_menu(interaction):
            return False
        current = await self.posted.newer_than(place, message.id)
        if current is None:
            return False
        if _of_an_earlier_game(press, await self.tables.table(place)):
            await self._leave_to_be_read(interaction, place, message, press)
            return True
        with speaking(await self.channels.language(interaction)):
            pointer = ui.moved(link(place, current))
        await interaction.response.edit_message(view=pointer, attachments=[])
        return True

    async def _moved_on(
        self, interaction: Interaction, place: Place, table: Table[G], press: Press | None
    ) -> None:
        """Answer a stale press: nothing was done, here is the table as it stands."""
        message = interaction.message
        if press is None or message is None:
            # There is nothing to edit: a command, or a button on another game's panel.
            await _tell(interaction, note(_nothing_done()))
        elif from_private_menu(interaction):
            again = say("Open the menu again.")
            await interaction.response.edit_message(view=note(f"{_nothing_done()} {again}"))
        elif self._is_left_to_be_read(place, message, press, table):
            await self._leave_to_be_read(interaction, place, message, press)
        elif self.posted.just_shown(place, message.id, table.version):
            # A second tap, most likely: to draw the table again would take its news away.
            await _tell(interaction, note(_nothing_done()))
        else:
            with speaking(await self.channels.language(interaction)):
                drawn = await self._drawn(interaction, table)
                await self._posting.edit(interaction, place, drawn)
                await self._catch_up(interaction, place)
            await _tell(interaction, note(_nothing_done()))

    def _is_left_to_be_read(
        self, place: Place, message: discord.Message, press: Press, table: Table[G]
    ) -> bool:
        """Tell whether the pressed message stays as the end of an earlier game.

        Not so if the panel of the next game was brought back there since.
        """
        brought_back = self.posted.shows_after(place, message.id, press.seen.game)
        return _of_an_earlier_game(press, table) and not brought_back

    async def _leave_to_be_read(
        self, interaction: Interaction, place: Place, message: discord.Message, press: Press
    ) -> None:
        """Answer a press on an earlier game: its message stays, and the presser is told.

        A table whose panel was never delivered gets it now.
        """
        current = await self.posted.newer_than(place, message.id)
        if current is None and not self._posting.is_under_way(place):
            await self._post_the_missing(interaction, place, press)
        else:
            await self._leave_with_a_way_on(interaction, place, message, press)
        told = note(_nothing_done())
        current = await self.posted.newer_than(place, message.id)
        if current is not None:
            told = view(*told.children, *ui.moved(link(place, current)).children)
        await _tell(interaction, told)

    async def _post_the_missing(self, interaction: Interaction, place: Place, press: Press) -> None:
        """Leave the pressed end of a game to be read, and post the table below."""
        with self._posting.under_way(place), speaking(await self.channels.language(interaction)):
            drawn = await self._drawn(interaction, await self.tables.table(place))
            await self._posting.post(interaction, place, drawn, press, begun=True)
            await self._catch_up(interaction, place)

    async def _leave_with_a_way_on(
        self, interaction: Interaction, place: Place, message: discord.Message, press: Press
    ) -> None:
        """Leave the pressed message to be read, with a pointer to the panel if there is one."""
        current = await self.posted.newer_than(place, message.id)
        with speaking(await self.channels.language(interaction)):
            pointer = () if current is None else ui.moved(link(place, current)).children
            await interaction.response.edit_message(view=keepsake(message, pointer))
            if self.posted.shows_after(place, message.id, press.seen.game):
                # The panel was brought back there meanwhile, and is drawn over now.
                self.posted.drawn(place, message.id, press.seen)
                await self._catch_up(interaction, place)

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


def _of_an_earlier_game(press: Press, table: Table[G]) -> bool:
    """Tell whether the pressed message shows a game before the one at the table."""
    return 0 < press.seen.game < table.version.game


async def _tell(interaction: Interaction, layout: discord.ui.LayoutView) -> None:
    """Tell whoever acted something that they can do without."""
    try:
        if interaction.response.is_done():
            await interaction.followup.send(view=layout, ephemeral=True)
        else:
            await interaction.response.send_message(view=layout, ephemeral=True)
    except UNTOLD as error:
        log.debug("the presser was not told: %r", error)


def _nothing_done() -> str:
    return say("The table had moved on before your press, so nothing was done.")


PodPanels = Panels[Game]
