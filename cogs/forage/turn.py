"""The buttons and menus with which the player to move takes a turn of Foraging Squirrels."""

from collections.abc import Callable, Sequence
from enum import StrEnum
from typing import Any, TypeVar

import discord
from discord.ext import commands

from bot.errors import RuleViolation
from bot.game.forage.board import CELLS, Cell, Direction, name_of
from bot.game.forage.cards import Colour
from bot.game.forage.game import CARD, Digging, Forage, can_dig, diggable, legal_moves
from bot.game.forage.turns import Dig, EndTurn, Move, refuse_digger
from bot.panels.panels import Panels
from bot.table import Table
from bot.ui.buttons import Press, UnreadablePress, on_press
from bot.ui.forage import controls

Interaction = discord.Interaction[Any]
Item = discord.ui.Item[Any]
Step = Callable[[Table[Forage]], Sequence[Item]]

E = TypeVar("E", bound=StrEnum)


class ForageTurnButtons(commands.Cog):
    """A turn, tap by tap. Taps that change nothing yet are for the player to move alone, too."""

    def __init__(self, panels: Panels[Forage]) -> None:
        """Act through ``panels``."""
        self.panels = panels

    @on_press("forage.colour")
    async def colour_pressed(self, interaction: Interaction, press: Press) -> None:
        """Offer the directions of a colour."""
        colour = _one(Colour, _chosen(press))
        await self._step(interaction, press, lambda table: _directions(table, colour))

    @on_press("forage.then")
    async def then_pressed(self, interaction: Interaction, press: Press) -> None:
        """Offer the directions anew, for a move with or without a dig after it."""
        colour, then = _one(Colour, press.word(0)), _one(controls.Then, press.word(1))
        await self._step(interaction, press, lambda table: _directions(table, colour, then))

    @on_press("forage.move")
    async def move_pressed(self, interaction: Interaction, press: Press) -> None:
        """Send the squirrel."""
        command = Move(
            player=interaction.user.id,
            colour=_one(Colour, press.word(0)),
            direction=_one(Direction, press.word(1)),
            done=_one(controls.Then, press.word(2)) is controls.Then.DONE,
        )
        await self.panels.act(interaction, command, press)

    @on_press("forage.dig")
    async def dig_pressed(self, interaction: Interaction, press: Press) -> None:
        """Offer the cards to dig up."""

        def cards(table: Table[Forage]) -> Sequence[Item]:
            _require_dig(table.game, interaction.user.id)
            return controls.dig_cards(table)

        await self._step(interaction, press, cards)

    @on_press("forage.digcard")
    async def dig_card_pressed(self, interaction: Interaction, press: Press) -> None:
        """Offer the empty spaces for the chosen card."""
        cell = _space(_chosen(press))

        def spaces(table: Table[Forage]) -> Sequence[Item]:
            _require_dig(table.game, interaction.user.id)
            return controls.dig_spaces(table, _digging(table.game, cell))

        await self._step(interaction, press, spaces)

    @on_press("forage.digspace")
    async def dig_space_pressed(self, interaction: Interaction, press: Press) -> None:
        """Dig the card up."""
        cell, onto = _space(press.word(0)), _space(_chosen(press))
        command = Dig(player=interaction.user.id, cell=cell, onto=onto)
        await self.panels.act(interaction, command, press)

    @on_press("forage.back")
    async def back_pressed(self, interaction: Interaction, press: Press) -> None:
        """Begin the choice anew."""
        await self._step(interaction, press, lambda _: ())

    @on_press("forage.done")
    async def done_pressed(self, interaction: Interaction, press: Press) -> None:
        """End the turn without digging."""
        await self.panels.act(interaction, EndTurn(player=interaction.user.id), press)

    async def _step(self, interaction: Interaction, press: Press, step: Step) -> None:
        """Show a step that changes nothing yet: only to the player whose turn it is."""

        async def ask(table: Table[Forage]) -> Sequence[Item]:
            table.game.require_turn_of(interaction.user.id)
            return step(table)

        await self.panels.show(interaction, press, ask)


def _directions(
    table: Table[Forage], colour: Colour, then: controls.Then = controls.Then.DONE
) -> Sequence[Item]:
    if not any(move.colour is colour for move in legal_moves(table.game)):
        raise UnreadablePress
    return controls.directions(table, colour, then)


def _require_dig(game: Forage, player: int) -> None:
    refuse_digger(game, player)
    if not can_dig(game, player):
        raise RuleViolation(CARD, "No card can be dug up now.")


def _digging(game: Forage, cell: Cell) -> Digging:
    for digging in diggable(game):
        if digging.cell == cell:
            return digging
    raise RuleViolation(CARD, "The card on {cell} cannot be dug up now.", cell=name_of(cell))


def _chosen(press: Press) -> str:
    if len(press.values) != 1:
        raise UnreadablePress
    return press.values[0]


def _one(kind: type[E], word: str) -> E:
    try:
        return kind(word)
    except ValueError:
        raise UnreadablePress from None


def _space(word: str) -> Cell:
    if word not in CELLS:
        raise UnreadablePress
    return CELLS[word]
