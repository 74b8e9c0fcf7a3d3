"""Ways to edit a panel that nobody has just pressed."""

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable, Iterator
from dataclasses import dataclass
from functools import partial
from typing import Any

import discord

from bot.panels.untold import UNTOLD
from bot.store.port import Place
from bot.table import Version
from bot.ui.buttons import NO_TABLE

log = logging.getLogger(__name__)

Interaction = discord.Interaction[Any]
Edit = Callable[..., Awaitable[Any]]
Change = Callable[[], dict[str, Any]]
"""Gives what an edit says, anew for each try: a file can be sent once."""

TOKEN_LIFE = 14 * 60.0
"""Seconds in which an interaction's token is used: it lives fifteen minutes."""
COURTESY = 10.0
"""Seconds that each try may take."""


@dataclass(frozen=True)
class Posted:
    """A panel as this process last touched it. ``edit`` works ``until`` its token ends.

    ``still`` is what it becomes once the panel of another game takes its place, if not a mere
    pointer. ``shows`` is the version of the table that it shows, since ``at``, `NO_TABLE` where
    that is not known; ``newest`` is the newest version that any message has shown at its place.
    Times are `time.monotonic`'s.
    """

    message: int
    edit: Edit | None = None
    until: float = 0.0
    still: discord.ui.LayoutView | None = None
    shows: Version = NO_TABLE
    newest: Version = NO_TABLE
    at: float = 0.0

    @classmethod
    def now(
        cls,
        message: int,
        edit: Edit | None,
        still: discord.ui.LayoutView | None = None,
        shows: Version = NO_TABLE,
    ) -> "Posted":
        """Return a panel as it was just sent or edited."""
        at = time.monotonic()
        return cls(message, edit, at + TOKEN_LIFE, still, shows, newest=shows, at=at)


async def edit_posted(
    interaction: Interaction, place: Place, posted: Posted, change: Change
) -> discord.Message | None:
    """Edit a panel in the first way that works. Returns the message, None if none does."""
    for edit in _ways(interaction, place, posted):
        try:
            async with asyncio.timeout(COURTESY):
                edited: discord.Message | None = await edit(**change())
                return edited
        except UNTOLD as error:
            log.debug("the panel %s was not edited: %r", posted.message, error)
    return None


def _ways(interaction: Interaction, place: Place, posted: Posted) -> Iterator[Edit]:
    if posted.edit is not None and time.monotonic() < posted.until:
        yield posted.edit
    as_bot = interaction.client.get_partial_messageable(place.channel, guild_id=place.guild)
    yield as_bot.get_partial_message(posted.message).edit


def followed_up(interaction: Interaction, at: int) -> Edit:
    """Return what edits a message that an interaction was followed up with; ``at`` is its id.

    It keeps the interaction's token only, where the message would keep all that is in it.
    """
    return partial(interaction.followup.edit_message, at)
