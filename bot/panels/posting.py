"""Sending the panel of a table: anew at the bottom of its channel, or where it was pressed."""

import logging
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import timedelta
from typing import Any

import discord

from bot.i18n import of_locale, say, speaking
from bot.panels.edits import followed_up
from bot.panels.keepsake import keepsake, still_of
from bot.panels.look import Message
from bot.panels.pictures import anew
from bot.panels.posted import PostedPanels
from bot.panels.untold import UNTOLD
from bot.store.port import Place
from bot.tombstones import is_tombstone
from bot.ui.buttons import Press
from bot.ui.layout import note

log = logging.getLogger(__name__)

Interaction = discord.Interaction[Any]

NO_PINGS = discord.AllowedMentions.none()
BURIED_AFTER = timedelta(minutes=15)


class Posting:
    """Sends panels and has ``posted`` remember them."""

    def __init__(self, posted: PostedPanels) -> None:
        """Have ``posted`` remember what is sent."""
        self._posted = posted
        self._under_way: Counter[Place] = Counter()

    @contextmanager
    def under_way(self, place: Place) -> Iterator[None]:
        """Have it known that a panel of this place may soon be posted."""
        self._under_way[place] += 1
        try:
            yield
        finally:
            self._under_way[place] -= 1
            if not self._under_way[place]:
                del self._under_way[place]

    def is_under_way(self, place: Place) -> bool:
        """Tell whether a panel of this place may soon be posted."""
        return place in self._under_way

    async def post(
        self,
        interaction: Interaction,
        place: Place,
        message: Message,
        press: Press | None,
        *,
        begun: bool = False,
        called: Sequence[int] = (),
    ) -> None:
        """Answer with a panel, where the player acted or at the bottom of the channel.

        ``begun``: the press has begun a new game. ``called`` are the players to be pinged.
        """
        pings = pinging(called)
        left = left_behind(interaction, press, begun=begun, called=called)
        if left is not None:
            end = interaction.message.id if begun and interaction.message else None
            await self._post_below(interaction, place, message, left=left, pings=pings, end=end)
        elif press is None:
            sent = await interaction.response.send_message(
                view=message.layout, files=message.files, allowed_mentions=pings
            )
            await self._posted.adopt(
                interaction,
                place,
                sent.message_id,
                interaction.edit_original_response,
                shows=message.shows,
                still=still_of(message, sent.resource),
            )
        else:
            await self.edit(interaction, place, message)

    async def edit(self, interaction: Interaction, place: Place, message: Message) -> None:
        """Answer with a panel in the place of the message that was pressed."""
        pressed = interaction.message.id if interaction.message else 0
        with self._posted.drawing(place, pressed, message.shows):
            # Without `attachments` an edit keeps the old picture.
            sent = await interaction.response.edit_message(
                view=message.layout, attachments=message.files, allowed_mentions=NO_PINGS
            )
        if pressed:
            still = still_of(message, sent.resource if sent else None)
            await self._posted.edited(interaction, place, pressed, shows=message.shows, still=still)

    async def _post_below(
        self,
        interaction: Interaction,
        place: Place,
        message: Message,
        *,
        left: discord.ui.LayoutView,
        pings: discord.AllowedMentions,
        end: int | None,
    ) -> None:
        """Leave something where the player acted, and post the panel at the bottom.

        ``end`` is the message in which the end of a game stays.
        """
        try:
            await _leave(interaction, left)
        except UNTOLD as error:
            if _may_be_done(error):
                await self._bring_back(interaction, place, message)
            raise
        try:
            sent = await interaction.followup.send(
                view=message.layout, files=message.files, allowed_mentions=pings, wait=True
            )
        except UNTOLD:
            await self._bring_back(interaction, place, message)
            raise
        await self._posted.adopt(
            interaction,
            place,
            sent.id,
            followed_up(interaction, sent.id),
            shows=message.shows,
            still=still_of(message, sent),
            left=end,
        )

    async def _bring_back(self, interaction: Interaction, place: Place, message: Message) -> None:
        """Show the panel where it was pressed after all: the table would be left without one."""
        pressed = interaction.message
        if pressed is None or from_private_menu(interaction):
            return  # the panel is where it was
        try:
            with self._posted.drawing(place, pressed.id, message.shows):
                sent = await interaction.edit_original_response(
                    view=message.layout, attachments=anew(message.files), allowed_mentions=NO_PINGS
                )
        except UNTOLD as error:
            log.debug("the panel %s was not brought back: %r", pressed.id, error)
        else:
            still = still_of(message, sent)
            await self._posted.edited(
                interaction, place, pressed.id, shows=message.shows, still=still
            )


def _may_be_done(error: Exception) -> bool:
    """Tell whether something may have been carried out, though Discord did not say so.

    A refusal changes nothing. It is what the second of two deliveries of a press gets, while the
    first one posts the panel.
    """
    if isinstance(error, discord.HTTPException):
        return error.status >= 500
    return not isinstance(error, discord.DiscordException)


async def _leave(interaction: Interaction, left: discord.ui.LayoutView) -> None:
    if interaction.response.is_done():  # it was deferred, privately
        await interaction.edit_original_response(view=left)
    else:
        await interaction.response.edit_message(view=left)


def left_behind(
    interaction: Interaction, press: Press | None, *, begun: bool, called: Sequence[int]
) -> discord.ui.LayoutView | None:
    """Return what to leave behind where the panel is to be posted anew, at the bottom.

    So it is after an act in a private menu, on the end of a game once the next has begun, where
    somebody is to be pinged, and on a panel that has lain there for so long that the talk has
    buried it. None: answer where the player acted, or with a message of its own where the pressed
    message, without a ``press`` on it, is no panel of this table.
    """
    if from_private_menu(interaction) or interaction.response.is_done():
        with speaking(of_locale(interaction.locale)):  # the table speaks its own around here
            return note(say("Done: see the table below."))
    message = interaction.message
    if press is None or message is None:
        return None
    if begun:
        return keepsake(message)
    buried = interaction.created_at - message.created_at > BURIED_AFTER
    if buried or called:  # an edit would ping nobody
        return note(say("-# The table goes on below."))
    return None


def pinging(players: Sequence[int]) -> discord.AllowedMentions:
    """Return what lets a message ping these players, and nobody else."""
    if not players:
        return NO_PINGS
    users = [discord.Object(player) for player in players if not is_tombstone(player)]
    return discord.AllowedMentions(everyone=False, roles=False, replied_user=False, users=users)


def from_private_menu(interaction: Interaction) -> bool:
    """Tell whether the pressed message is seen by the presser only."""
    return interaction.message is not None and interaction.message.flags.ephemeral
