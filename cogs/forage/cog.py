"""``/forage``: Foraging Squirrels by command. Its buttons: `turn`, `buttons`."""

import re
from typing import Any

import discord
from discord import app_commands
from discord.ext import commands

from bot.errors import PodkeeperError
from bot.game.forage.board import CELLS, Cell, Direction, name_of
from bot.game.forage.cards import Colour
from bot.game.forage.game import Forage, diggable, legal_moves
from bot.game.forage.lobby import LONGEST_SEED, EndForage, LeaveForage, LeaveForageLobby
from bot.game.forage.turns import Dig, EndTurn, Move
from bot.i18n import say
from bot.panels.panels import Panels
from bot.ui.forage import menus
from bot.ui.forage.words import (
    ARROWS,
    COLOURS,
    DIRECTIONS,
    coloured,
    marked,
    takes,
)
from cogs.forage.buttons import ForageButtons
from cogs.forage.own import ForageOwnCog, Wish, start_command
from cogs.options import OneOf, game_to_choose_from
from cogs.pod.group import AT_A_TABLE, players_of

Interaction = discord.Interaction[Any]
Member = discord.Member
Choice = app_commands.Choice[str]

MOST_CHOICES = 25
_SPACE = re.compile(r"([A-E][1-5])(?:\s|$)")
SPELT_OTHERWISE = {"colorless": Colour.COLOURLESS}


class ForageCog(commands.Cog):
    """Foraging Squirrels, the minigame between games."""

    forage = app_commands.Group(
        name="forage",
        description="Foraging Squirrels: a minigame of five minutes",
        guild_only=True,
        allowed_installs=AT_A_TABLE,
    )

    def __init__(self, panels: Panels[Forage], buttons: ForageButtons, own: ForageOwnCog) -> None:
        """Act through ``panels``; ``own`` reads the cards of the pod's own boosters."""
        self.panels = panels
        self.buttons = buttons
        self.own = own

    @forage.command(name="start")
    @app_commands.describe(
        player1="The first player; name nobody to open a lobby",
        player2="The second player",
        player3="The third player",
        player4="The fourth player",
        boosters="Two virtual Modern Horizons 2 boosters (the default), or the ones you opened",
        seed="Lays the same grid again; it is shown at the end of a game",
        cards="A text file with the cards you opened, one a line; without it you paste them",
    )
    async def start(  # noqa: PLR0917  # Discord passes options by name
        self,
        interaction: Interaction,
        player1: Member | None = None,
        player2: Member | None = None,
        player3: Member | None = None,
        player4: Member | None = None,
        boosters: app_commands.Transform[str, OneOf(("virtual", "own"))] = "virtual",
        seed: app_commands.Range[str, 1, LONGEST_SEED] | None = None,
        cards: discord.Attachment | None = None,
    ) -> None:
        """Start Foraging Squirrels, or open a lobby."""
        players = players_of(player1, player2, player3, player4)
        wish = Wish(interaction.user.id, players, seed)
        if boosters == "own" or cards is not None:
            await self.own.begin(interaction, wish, cards)
        else:
            await self.panels.act(interaction, start_command(wish))

    @forage.command(name="move")
    @app_commands.describe(
        colour="What the squirrel takes",
        direction="Where it runs",
        then_dig="Dig after this move: the turn goes on until you have, or are done",
    )
    async def move(
        self, interaction: Interaction, colour: str, direction: str, then_dig: bool = False
    ) -> None:
        """Send the squirrel in a straight line; it takes every card that matches."""
        command = Move(
            player=interaction.user.id,
            colour=colour_of(colour),
            direction=direction_of(direction),
            done=not then_dig,
        )
        await self.panels.act(interaction, command)

    @forage.command(name="dig")
    @app_commands.describe(card="The card you dig up", to="The empty space you put it onto")
    async def dig(self, interaction: Interaction, card: str, to: str) -> None:
        """Once a game: put a card onto an empty space, before or after your move."""
        command = Dig(player=interaction.user.id, cell=space_of(card), onto=space_of(to))
        await self.panels.act(interaction, command)

    @forage.command(name="done")
    async def done(self, interaction: Interaction) -> None:
        """End your turn without digging."""
        await self.panels.act(interaction, EndTurn(player=interaction.user.id))

    @forage.command(name="board")
    async def board(self, interaction: Interaction) -> None:
        """Show the board as text, to you alone."""
        layout = menus.as_text(await self.panels.table(interaction))
        await interaction.response.send_message(view=layout, ephemeral=True)

    @forage.command(name="rules")
    async def rules(self, interaction: Interaction) -> None:
        """Show the rules in short, to you alone."""
        await interaction.response.send_message(view=menus.rules(), ephemeral=True)

    @forage.command(name="status")
    async def status(self, interaction: Interaction) -> None:
        """Show the game anew, at the bottom of the channel."""
        await self.panels.show(interaction)

    @forage.command(name="undo")
    async def undo(self, interaction: Interaction) -> None:
        """Take back the last act; you see first what that undoes."""
        await self.buttons.ask_undo(interaction)

    @forage.command(name="redo")
    async def redo(self, interaction: Interaction) -> None:
        """Do again what was undone last; you see first what that does."""
        await self.buttons.ask_redo(interaction)

    @forage.command(name="leave")
    @app_commands.describe(player="Who leaves (you, if you name nobody)")
    async def leave(self, interaction: Interaction, player: Member | None = None) -> None:
        """Leave the game or the lobby. The others go on."""
        (leaver,) = players_of(player) or (interaction.user.id,)
        table = await self.panels.table(interaction)
        if table.game.lobby is not None:
            await self.panels.act(interaction, LeaveForageLobby(player=leaver))
        else:
            await self.panels.act(interaction, LeaveForage(players=(leaver,)))

    @forage.command(name="end")
    async def end(self, interaction: Interaction) -> None:
        """Stop the game before the food runs out, so that nobody wins; or close the lobby."""
        await self.panels.act(interaction, EndForage())

    @forage.command(name="log")
    async def log(self, interaction: Interaction) -> None:
        """Show who did what in this game."""
        await self.buttons.show_log(interaction, 0)

    @move.autocomplete("colour")
    async def _colours(self, interaction: Interaction, typed: str) -> list[Choice]:
        game = await game_to_choose_from(self.panels, interaction)
        best: dict[Colour, int] = {}
        for found in legal_moves(game):
            best[found.colour] = max(best.get(found.colour, 0), len(found.cells))
        return _offered(
            typed,
            [
                (say("{colour}: at most {n}", colour=say(COLOURS[colour]), n=most), colour.value)
                for colour, most in best.items()
            ],
        )

    @move.autocomplete("direction")
    async def _directions(self, interaction: Interaction, typed: str) -> list[Choice]:
        game = await game_to_choose_from(self.panels, interaction)
        named = str(getattr(interaction.namespace, "colour", None) or "")
        moves = [move for move in legal_moves(game) if move.colour == named or not named]
        offered = {}
        for move in moves:
            label = takes(move.direction, move, game) if named else f"{ARROWS[move.direction]}"
            offered[move.direction.value] = f"{say(DIRECTIONS[move.direction])} {label}"
        return _offered(typed, [(label, value) for value, label in offered.items()])

    @dig.autocomplete("card")
    async def _cards(self, interaction: Interaction, typed: str) -> list[Choice]:
        game = await game_to_choose_from(self.panels, interaction)
        return _offered(
            typed,
            [
                (f"{name_of(found.cell)} {marked(found.food, game)}", name_of(found.cell))
                for found in diggable(game)
            ],
        )

    @dig.autocomplete("to")
    async def _spaces(self, interaction: Interaction, typed: str) -> list[Choice]:
        game = await game_to_choose_from(self.panels, interaction)
        named = str(getattr(interaction.namespace, "card", None) or "").upper()
        digs = [found for found in diggable(game) if name_of(found.cell) == named]
        spaces = digs[0].onto if digs else game.empty
        return _offered(typed, [(name_of(space), name_of(space)) for space in spaces])


def _offered(typed: str, choices: list[tuple[str, str]]) -> list[Choice]:
    wanted = typed.casefold()
    return [
        app_commands.Choice(name=label[:100], value=value)
        for label, value in choices
        if wanted in label.casefold()
    ][:MOST_CHOICES]


def colour_of(typed: str) -> Colour:
    """Return a colour by its name, in English or the language that is spoken, or its letter.

    Raises:
        PodkeeperError: it is none.
    """
    word = typed.strip().casefold()
    for colour in Colour:
        said = say(COLOURS[colour]).casefold(), coloured(colour).casefold()
        if word in (colour.value, colour.letter.casefold(), *said):
            return colour
    if word in SPELT_OTHERWISE:
        return SPELT_OTHERWISE[word]
    raise PodkeeperError("Name white, blue, black, red, green or colourless.")


def direction_of(typed: str) -> Direction:
    """Return a direction by its name, in English or the language that is spoken, or its arrow.

    Raises:
        PodkeeperError: it is none.
    """
    word = typed.strip().casefold()
    for direction in Direction:
        if word in (direction.value, ARROWS[direction], say(DIRECTIONS[direction]).casefold()):
            return direction
    raise PodkeeperError("The squirrel runs up, left, right or down.")


def space_of(typed: str) -> Cell:
    """Return a space by its name, which a card may follow: "B3 Wonder".

    Raises:
        PodkeeperError: it is none.
    """
    found = _SPACE.match(typed.strip().upper())
    if found is None:
        raise PodkeeperError("A space is a letter from A to E and a number from 1 to 5, like B3.")
    return CELLS[found[1]]
