"""``/dfc show``: both faces of a card."""

import logging
from collections.abc import Sequence

import discord
from discord import app_commands

from bot.cards.card import Card
from bot.cards.catalogue import choice
from bot.cards.online import CardsUnavailable, Online
from bot.cards.search import Names
from bot.game.faces import Side
from bot.i18n import of_locale, say, speaking
from bot.panels.posting import from_private_menu
from bot.ui import dfc as ui
from bot.ui.buttons import Press, on_press
from cogs.dfc.cards import NO_PINGS, CardsCog, Interaction
from cogs.dfc.group import DFC
from cogs.options import OneOf

log = logging.getLogger(__name__)

LANGUAGES = [
    app_commands.Choice(name=name, value=language.value)
    for language, name in ui.LANGUAGE_NAMES.items()
]


class ShowCog(CardsCog):
    """Shows both faces of a card; it stores nothing."""

    @DFC.command(name="show", description="Both faces of a double-faced card")
    @app_commands.describe(
        card="Either face's name, in English, Portuguese or Spanish",
        face="Which face comes first; without it, the one you name",
        language="In which language; without it, the one you use Discord in",
    )
    @app_commands.choices(language=LANGUAGES)
    async def show(
        self,
        interaction: Interaction,
        card: app_commands.Range[str, 1, 100],
        face: app_commands.Transform[Side, OneOf(Side)] | None = None,
        language: app_commands.Choice[str] | None = None,
    ) -> None:
        """Answer with the card, in public: the table wants to see it. A miss is yours alone."""
        with speaking(of_locale(language.value if language else interaction.locale)):
            await self._answer(interaction, card, face)

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
        shown = self.pressed_face(press)
        if shown is None:
            await interaction.response.send_message(view=ui.gone(), ephemeral=True)
            return
        await interaction.response.edit_message(view=self._shown(press, *shown))

    @on_press(ui.MEANT)
    async def meant(self, interaction: Interaction, press: Press) -> None:
        """Show the table the card that was meant; the question was the asker's alone."""
        shown = self.pressed_face(press)
        if shown is None or not from_private_menu(interaction):
            await self.turned(interaction, press)
            return
        await interaction.response.edit_message(view=ui.shown_below())
        await interaction.followup.send(view=self._shown(press, *shown), allowed_mentions=NO_PINGS)

    def _shown(self, press: Press, card: Card, side: Side) -> discord.ui.LayoutView:
        """Return a card in the language of the message that the button belongs to."""
        with speaking(of_locale(press.word(2))):
            return self.drawn.show(card, side)

    async def _answer(self, interaction: Interaction, asked: str, side: Side | None) -> None:
        hit = self._hit(asked, side)
        alike = None if hit else self.catalogue.lookalike(asked)
        if hit is None and alike is None and self.online is not None:
            await self._look_up(interaction, self.online, asked, side)
            return
        # Looking for the nearest names takes a while: only where there is no hit.
        shown = hit or (ui.one_faced(alike) if alike else self._unknown(asked))
        await interaction.response.send_message(
            view=shown, ephemeral=hit is None, allowed_mentions=NO_PINGS
        )

    async def _look_up(
        self, interaction: Interaction, online: Online, asked: str, side: Side | None
    ) -> None:
        """Ask the card service, which may take a while, and answer as `show` does.

        The asker alone sees that it takes a while: what is begun in public stays public, also a
        miss, and most texts that the catalogue does not know are slips.
        """
        await interaction.response.defer(ephemeral=True, thinking=True)
        try:
            found = await online.named(asked)
        except CardsUnavailable as error:
            miss = self._unknown(asked, trouble=say(error.sentence, **error.details))
        else:
            if isinstance(found, Card):
                layout = self.drawn.show(found, side or _named_side(found, asked))
                await interaction.edit_original_response(view=ui.shown_below())
                await interaction.followup.send(view=layout, allowed_mentions=NO_PINGS)
                return
            miss = ui.one_faced(found) if found else self._unknown(asked)
        await interaction.edit_original_response(view=miss, allowed_mentions=NO_PINGS)

    def _hit(self, asked: str, side: Side | None) -> discord.ui.LayoutView | None:
        chosen = self.catalogue.chosen(asked)
        if chosen is not None:
            return self.drawn.show(chosen[0], side or chosen[1])
        matches = self.catalogue.find(asked)
        if not matches:
            return None
        card = matches[0].card
        # A melded back is found on both of its cards, and shown with a button for either.
        one = {card.id, card.meld.partner_id} if card.meld else {card.id}
        if all(match.card.id in one for match in matches):
            return self.drawn.show(card, side or matches[0].side)
        return ui.namesakes(matches)

    def _unknown(self, asked: str, *, trouble: str | None = None) -> discord.ui.LayoutView:
        return ui.unknown(asked, self.catalogue.nearest(asked), trouble=trouble)


def _named_side(card: Card, asked: str) -> Side:
    """Return the face of a card that somebody named, perhaps misspelt."""
    nearest = Names([card]).nearest(asked, limit=1)
    return nearest[0].side if nearest else Side.FRONT


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
