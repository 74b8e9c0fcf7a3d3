"""Rulings on a card, behind the button under it."""

from bot.ui import dfc as ui
from bot.ui.buttons import Press, on_press
from cogs.dfc.cards import CardsCog, Interaction


class RulingsCog(CardsCog):
    """Shows rulings to the one who asks: the card stays as it is for the table."""

    @on_press(ui.RULINGS)
    async def rulings(self, interaction: Interaction, press: Press) -> None:
        """Open the rulings on a card."""
        await self._rulings(interaction, press, 0, private=True)

    @on_press(ui.RULINGS_PAGE)
    async def turn_page(self, interaction: Interaction, press: Press) -> None:
        """Turn to another page, in the same message."""
        await self._rulings(interaction, press, press.number(1), private=False)

    async def _rulings(
        self, interaction: Interaction, press: Press, page: int, *, private: bool
    ) -> None:
        card = self.catalogue.card(press.word(0))
        if card is None:
            await interaction.response.send_message(view=ui.gone(), ephemeral=True)
        elif self.online is None:
            await interaction.response.send_message(view=ui.no_rulings(card), ephemeral=True)
        else:
            # Scryfall may take longer than the three seconds that Discord waits. That it cannot be
            # asked is told by the one error handler.
            await interaction.response.defer(ephemeral=private, thinking=private)
            found = await self.online.rulings(card)
            layout = ui.rulings(card, found, page, self.symbols)
            await interaction.edit_original_response(view=layout)
