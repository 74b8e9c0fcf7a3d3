"""``/dfc show``: both faces of a card."""

import logging
from collections.abc import Sequence
from typing import Any, Literal

import discord
from discord import app_commands
from discord.ext import commands

from bot.cards.catalogue import Catalogue, choice
from bot.cards.search import Match
from bot.game.faces import Side
from bot.ui import dfc as ui
from bot.ui.buttons import Press, on_press
from cogs.dfc.group import DFC

log = logging.getLogger(__name__)

Interaction = discord.Interaction[Any]
NO_PINGS = discord.AllowedMentions.none()


class ShowCog(commands.Cog):
    """Shows both faces of a card; it stores nothing."""

    catalogue: Catalogue

    @DFC.command(name="show", description="Both faces of a double-faced card")
    @app_commands.describe(
        card="Either face's name, in English, Portuguese or Spanish",
        face="Which face comes first; without it, the one you name",
    )
    async def show(
        self,
        interaction: Interaction,
        card: app_commands.Range[str, 1, 100],
        face: Literal["front", "back"] | None = None,
    ) -> None:
        """Answer with the card, in public: the table wants to see it. A miss is yours alone."""
        hit = self._hit(card, Side(face) if face else None)
        await interaction.response.send_message(
            view=hit or self._miss(card), ephemeral=hit is None, allowed_mentions=NO_PINGS
        )

    @show.autocomplete("card")
    async def names(self, interaction: Interaction, current: str) -> list[app_commands.Choice[str]]:
        """Offer the cards that the text so far may mean."""
        matches = self.catalogue.search(current)
        offers = [app_commands.Choice(name=match.label, value=choice(match)) for match in matches]
        await _offer(interaction, offers)
        return offers

    @on_press(ui.SHOW)
    async def turned(self, interaction: Interaction, press: Press) -> None:
        """Turn the card over, or show another one, in the same message. Anybody may."""
        shown = self.catalogue.chosen(":".join(press.args))
        if shown is None:
            await interaction.response.send_message(view=ui.gone(), ephemeral=True)
            return
        await interaction.response.edit_message(view=ui.show(*shown))

    @on_press(ui.MEANT)
    async def meant(self, interaction: Interaction, press: Press) -> None:
        """Show the table the card that was meant; the question was the asker's alone."""
        shown = self.catalogue.chosen(":".join(press.args))
        if shown is None or not _is_private(interaction):
            await self.turned(interaction, press)
            return
        await interaction.response.edit_message(view=ui.shown_below())
        await interaction.followup.send(view=ui.show(*shown), allowed_mentions=NO_PINGS)

    def _hit(self, asked: str, side: Side | None) -> discord.ui.LayoutView | None:
        chosen = self.catalogue.chosen(asked)
        if chosen is not None:
            return ui.show(chosen[0], side or chosen[1])
        found = self.catalogue.find(asked)
        return _found(found, side) if found else None

    def _miss(self, asked: str) -> discord.ui.LayoutView:
        if alike := self.catalogue.lookalike(asked):
            return ui.one_faced(alike)
        return ui.unknown(asked, self.catalogue.nearest(asked))


def _found(matches: Sequence[Match], side: Side | None) -> discord.ui.LayoutView:
    card = matches[0].card
    # A melded back is found on both of its cards, and shown with a button for either.
    one = {card.id, card.meld.partner_id} if card.meld else {card.id}
    if all(match.card.id in one for match in matches):
        return ui.show(card, side or matches[0].side)
    return ui.namesakes(matches)


def _is_private(interaction: Interaction) -> bool:
    return interaction.message is not None and interaction.message.flags.ephemeral


async def _offer(interaction: Interaction, offers: Sequence[app_commands.Choice[str]]) -> None:
    """Answer an autocomplete here, since a late answer fails and discord.py would log a fault.

    Typing on makes an older question moot: that it can no longer be answered harms nobody.
    """
    try:
        await interaction.response.autocomplete(offers)
    except discord.HTTPException as error:
        log.debug("autocomplete answered too late: %s", error)
        # Otherwise discord.py takes the question for unanswered and tries once more.
        interaction.response._response_type = discord.InteractionResponseType.autocomplete_result
