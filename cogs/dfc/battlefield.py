"""``/dfc transform``, ``copy``, ``meld`` and the like: which face is up at this table."""

from typing import Any

import discord
from discord import app_commands
from discord.ext import commands

from bot.cards.catalogue import Catalogue
from bot.errors import PodkeeperError
from bot.game.battlefield import (
    CastDefeatedSiege,
    GainControl,
    LeaveBattlefield,
    on_battlefield,
)
from bot.game.copying import CopyPermanent, StopCopying
from bot.game.game import Game
from bot.game.melding import Meld
from bot.game.transforming import Transform
from bot.game.werewolves import TurnWerewolves
from bot.panels.panels import PodPanels, actor_of
from bot.panels.posting import from_private_menu
from bot.tables.seats import is_bystander
from bot.ui import board as ui
from bot.ui.buttons import Press, on_press
from bot.ui.dfc import quoted
from cogs.dfc.group import DFC
from cogs.options import OneOf, game_to_choose_from
from cogs.pod.group import players_of

Interaction = discord.Interaction[Any]
Member = discord.Member
Choice = app_commands.Choice[str]
Named = app_commands.Range[str, 1, 100]


class BattlefieldCog(commands.Cog):
    """Keeps which face of a permanent is up, for cards whose other face no camera shows."""

    catalogue: Catalogue
    panels: PodPanels

    @DFC.command(name="transform", description="A permanent turns over: it transforms or converts")
    @app_commands.describe(permanent="Its number or its name")
    async def transform(self, interaction: Interaction, permanent: Named) -> None:
        """Turn a permanent over."""
        number = await self._number(interaction, permanent)
        await self.panels.act(interaction, Transform(permanent=number))

    @DFC.command(name="copy", description="A copy of a permanent enters, or something becomes one")
    @app_commands.describe(
        permanent="What is copied",
        kind="By a Clone (the default), or a token created as a copy",
        player="Whose copy it is (yours, if you name nobody)",
        onto="The permanent on the board that becomes the copy, if none enters",
    )
    async def copy(
        self,
        interaction: Interaction,
        permanent: Named,
        kind: app_commands.Transform[str, OneOf(("clone", "token"))] = "clone",
        player: Member | None = None,
        onto: Named | None = None,
    ) -> None:
        """Put a copy of a permanent on the board."""
        command = CopyPermanent(
            player=_player(interaction, player),
            permanent=await self._number(interaction, permanent),
            token=kind == "token",
            onto=None if onto is None else await self._number(interaction, onto),
        )
        await self.panels.act(interaction, command)

    @DFC.command(name="meld", description="Two cards of a meld pair meld into one permanent")
    @app_commands.describe(first="One of the two", second="The other one")
    async def meld(self, interaction: Interaction, first: Named, second: Named) -> None:
        """Meld two permanents."""
        numbers = [await self._number(interaction, text) for text in (first, second)]
        await self.panels.act(interaction, Meld(first=numbers[0], second=numbers[1]))

    @DFC.command(
        name="control", description="A player gains control of a permanent, or has it back"
    )
    @app_commands.describe(
        permanent="Its number or its name", player="Who controls it now, or has it back"
    )
    async def control(self, interaction: Interaction, permanent: Named, player: Member) -> None:
        """Give a permanent to another player."""
        number = await self._number(interaction, permanent)
        (taker,) = players_of(player)
        await self.panels.act(interaction, GainControl(permanent=number, player=taker))

    @DFC.command(name="leave", description="A permanent leaves the battlefield")
    @app_commands.describe(permanent="Its number or its name")
    async def leave(self, interaction: Interaction, permanent: Named) -> None:
        """Take a permanent off the board."""
        number = await self._number(interaction, permanent)
        await self.panels.act(interaction, LeaveBattlefield(permanents=(number,)))

    @DFC.command(name="board", description="Every double-faced permanent here, for you alone")
    async def board(self, interaction: Interaction) -> None:
        """Show the board, with all that may happen to what is on it."""
        await self._show_board(interaction, 0)

    @transform.autocomplete("permanent")
    @copy.autocomplete("permanent")
    @copy.autocomplete("onto")
    @meld.autocomplete("first")
    @meld.autocomplete("second")
    @control.autocomplete("permanent")
    @leave.autocomplete("permanent")
    async def permanents(self, interaction: Interaction, current: str) -> list[Choice]:
        """Offer what is on the board."""
        game = await game_to_choose_from(self.panels, interaction)
        found = ui.offered(game, current) or ui.offered(game, self._in_english(game, current))
        return [app_commands.Choice(name=label, value=str(number)) for label, number in found]

    @on_press("dfc.turn")
    async def turn_pressed(self, interaction: Interaction, press: Press) -> None:
        """Turn the chosen permanent over."""
        number = press.number(0) if press.args else press.numbers[0]
        await self.panels.act(interaction, Transform(permanent=number), press)

    @on_press("dfc.howl")
    async def howl_pressed(self, interaction: Interaction, press: Press) -> None:
        """Turn all Werewolves over whose abilities triggered."""
        await self.panels.act(interaction, TurnWerewolves(), press)

    @on_press("dfc.leave")
    async def leave_pressed(self, interaction: Interaction, press: Press) -> None:
        """Take the chosen permanents off the board."""
        numbers = (press.number(0),) if press.args else press.numbers
        await self.panels.act(interaction, LeaveBattlefield(permanents=numbers), press)

    @on_press("dfc.siege")
    async def siege_pressed(self, interaction: Interaction, press: Press) -> None:
        """A Siege is defeated, and its back face cast."""
        command = CastDefeatedSiege(permanent=press.number(0))
        await self.panels.act(interaction, command, press)

    @on_press("dfc.clone", "dfc.token")
    async def copy_pressed(self, interaction: Interaction, press: Press) -> None:
        """Put a copy on the board, under the presser's name."""
        command = CopyPermanent(
            player=interaction.user.id,
            permanent=press.number(0),
            token=press.verb == "dfc.token",
        )
        await self.panels.act(interaction, command, press)

    @on_press("dfc.becomes")
    async def becomes_pressed(self, interaction: Interaction, press: Press) -> None:
        """Have a permanent become a copy of the chosen one."""
        command = CopyPermanent(
            player=interaction.user.id, permanent=press.numbers[0], onto=press.number(0)
        )
        await self.panels.act(interaction, command, press)

    @on_press("dfc.own")
    async def own_pressed(self, interaction: Interaction, press: Press) -> None:
        """Have a permanent be itself again."""
        await self.panels.act(interaction, StopCopying(permanent=press.number(0)), press)

    @on_press("dfc.give")
    async def give_pressed(self, interaction: Interaction, press: Press) -> None:
        """Give a permanent to the chosen player."""
        command = GainControl(permanent=press.number(0), player=press.players[0])
        await self.panels.act(interaction, command, press)

    @on_press("dfc.meld")
    async def meld_pressed(self, interaction: Interaction, press: Press) -> None:
        """Meld a permanent with the chosen one."""
        command = Meld(first=press.number(0), second=press.numbers[0])
        await self.panels.act(interaction, command, press)

    @on_press("dfc.board")
    async def board_pressed(self, interaction: Interaction, press: Press) -> None:
        """Open the board, or turn its page."""
        await self._show_board(interaction, press.number(0) if press.args else 0)

    @on_press("dfc.pick")
    async def picked(self, interaction: Interaction, press: Press) -> None:
        """Show the chosen permanent with all that may happen to it."""
        table = await self.panels.table(interaction)
        permanent = on_battlefield(table.game, press.numbers[0])
        layout = ui.one(table, self.panels.known(interaction), permanent)
        await interaction.response.edit_message(view=layout)

    async def _number(self, interaction: Interaction, asked: str) -> int:
        game = (await self.panels.table(interaction)).game
        return numbered(game, self._in_english(game, asked))

    def _in_english(self, game: Game, asked: str) -> str:
        """Return the name on the board of a card that was named in another language."""
        there = {permanent.name for permanent in game.battlefield}
        matches = [*self.catalogue.find(asked), *self.catalogue.search(asked)]
        meant = (match.card.face(match.side).name for match in matches)
        return next((name for name in meant if name in there), asked)

    async def _show_board(self, interaction: Interaction, page: int) -> None:
        table = await self.panels.table(interaction)
        looking = is_bystander(table.game, actor_of(interaction))
        layout = ui.board(table, self.panels.known(interaction), page, looking=looking)
        if from_private_menu(interaction):
            await interaction.response.edit_message(view=layout)
        else:
            await interaction.response.send_message(view=layout, ephemeral=True)


def numbered(game: Game, asked: str) -> int:
    """Return the number of the permanent that a text means: its number, or its name.

    Raises:
        PodkeeperError: it means none, or several.
    """
    text = asked.strip().lstrip("#")
    if text.isdecimal():
        return int(text)
    found = ui.offered(game, text) if text else []
    if len(found) == 1:
        return found[0][1]
    if found:
        raise PodkeeperError(
            "Several permanents fit: {names}. Name the number.",
            names=", ".join(label for label, _ in found[:5]),
        )
    raise PodkeeperError(
        "Nothing on the board is called “{asked}”. `/dfc board` shows what is.",
        asked=quoted(asked),
    )


def _player(interaction: Interaction, member: Member | None) -> int:
    return (players_of(member) or (interaction.user.id,))[0]
