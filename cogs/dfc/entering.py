"""``/dfc enter``: a double-faced card or token enters, and which face of it is up."""

from typing import Any

import discord
from discord import app_commands
from discord.ext import commands

from bot.cards.card import Card
from bot.cards.catalogue import Catalogue, choice
from bot.errors import PodkeeperError, RuleViolation
from bot.game.battlefield import EnterBattlefield
from bot.game.faces import Kind, Side
from bot.panels.panels import PodPanels
from bot.ui import entering as ui
from bot.ui.buttons import Press, UnreadablePress, on_press
from bot.ui.modals import on_submit
from cogs.dfc.group import DFC
from cogs.pod.group import players_of

Interaction = discord.Interaction[Any]
Member = discord.Member
Choice = app_commands.Choice[str]
Named = app_commands.Range[str, 1, 100]


class EnteringCog(commands.Cog):
    """Puts cards on the board of faces."""

    catalogue: Catalogue
    panels: PodPanels

    @DFC.command(name="enter", description="A double-faced card or token enters the battlefield")
    @app_commands.describe(
        card="The card; for a modal one, the face that was played",
        player="Under whose control (yours, if you name nobody)",
        transformed="Back face up: an effect says so, disturb, a defeated Siege, craft",
        owner="Whose card it is, if not that player's",
    )
    async def enter(
        self,
        interaction: Interaction,
        card: Named,
        player: Member | None = None,
        transformed: bool | None = None,
        owner: Member | None = None,
    ) -> None:
        """Put a double-faced permanent on the board."""
        whose = (players_of(player) or (interaction.user.id,))[0]
        owners = players_of(owner)
        await self._enter(interaction, card, transformed, whose, owners[0] if owners else whose)

    @enter.autocomplete("card")
    async def cards(self, interaction: Interaction, current: str) -> list[Choice]:
        """Offer the cards that the text so far may mean. A melded permanent enters by melding."""
        return [
            app_commands.Choice(name=match.label, value=choice(match))
            for match in self.catalogue.search(current)
            if match.card.kind is not Kind.MELD or match.side is Side.FRONT
        ]

    @on_press(ui.FORM)
    async def form_opened(self, interaction: Interaction, press: Press) -> None:
        """Open the form for a card that enters."""
        await interaction.response.send_modal(ui.form_to_enter())

    @on_submit(ui.FORM)
    async def form_sent(self, interaction: Interaction, press: Press) -> None:
        """Put the card that was named on the board, under the presser's control."""
        asked = " ".join(press.values).strip()[:100]
        await self._enter(interaction, asked, None, interaction.user.id, interaction.user.id)

    @on_press(ui.AS)
    async def entered_as(self, interaction: Interaction, press: Press) -> None:
        """Put the chosen card on the board with the chosen face up."""
        card = self.catalogue.card(press.word(0))
        if card is None or press.word(1) not in set(Side):
            raise UnreadablePress
        whose, owner = press.packed(2), press.packed(3)
        command = _command(card, Side(press.word(1)), whose, owner)
        await self.panels.act(interaction, command, press)

    async def _enter(
        self, interaction: Interaction, asked: str, transformed: bool | None, whose: int, owner: int
    ) -> None:
        found = self._named(asked)
        if found is None:
            await self._ask_which(interaction, asked, whose, owner)
            return
        card, named = found
        if card.kind is Kind.MELD and named is Side.BACK:
            raise RuleViolation(
                "CR 701.42a",
                "**{name}** is two cards: put both on the board, then `/dfc meld`.",
                name=card.faces[1].name,
            )
        side = _side(card, named, transformed)
        if side is None:
            await self._ask_face(interaction, card, whose, owner)
            return
        command = _command(card, side, whose, owner)
        # What has no other face is told so by the rules, whichever side was named.
        await self.panels.act(
            interaction, command.but(transformed=True) if transformed else command
        )

    def _named(self, asked: str) -> tuple[Card, Side] | None:
        chosen = self.catalogue.chosen(asked)
        if chosen is not None:
            return chosen
        found = self.catalogue.find(asked)
        cards = {match.card.id for match in found}
        if len(cards) > 1 and any(match.side is Side.FRONT for match in found):
            raise PodkeeperError("Several cards are called so: choose one as you type.")
        return (found[0].card, found[0].side) if found else None

    async def _ask_which(
        self, interaction: Interaction, asked: str, whose: int, owner: int
    ) -> None:
        if alike := self.catalogue.lookalike(asked):
            raise RuleViolation(
                "CR 712.14",
                "**{name}** is not double-faced. The board is for cards with another face.",
                name=alike.name,
            )
        seen = (await self.panels.table(interaction)).version
        fronts = [
            m.card for m in self.catalogue.nearest(asked) if m.card.faces[0].spell_type is None
        ]
        nearest = list({card.id: card for card in fronts}.values())
        layout = ui.ask_which(asked, nearest, whose, owner, seen)
        await interaction.response.send_message(view=layout, ephemeral=True)

    async def _ask_face(self, interaction: Interaction, card: Card, whose: int, owner: int) -> None:
        seen = (await self.panels.table(interaction)).version
        layout = ui.ask_face(card, whose, owner, seen)
        await interaction.response.send_message(view=layout, ephemeral=True)


def _side(card: Card, named: Side, transformed: bool | None) -> Side | None:
    """Return the face that is up as a card enters, None where that has to be asked.

    Who names a back face may mean that it enters so, or just know the card by that name.
    """
    if card.kind is Kind.REVERSIBLE and not transformed:
        return named
    if card.kind is Kind.MODAL:
        return Side.BACK if transformed or named is Side.BACK else Side.FRONT
    if transformed is not None:
        return Side.BACK if transformed else Side.FRONT
    return None if card.kind is Kind.TRANSFORMING and named is Side.BACK else Side.FRONT


def _command(card: Card, side: Side, whose: int, owner: int) -> EnterBattlefield:
    return EnterBattlefield(
        player=whose,
        owner=owner,
        card=card.facts(),
        transformed=side is Side.BACK and card.kind is Kind.TRANSFORMING,
        face=side,
    )
