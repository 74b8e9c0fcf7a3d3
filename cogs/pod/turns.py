"""``/pod next``, ``extra``, ``skip`` and ``day``: whose turn it is, and day and night."""

from typing import Literal

from discord import app_commands
from discord.ext import commands

from bot.game.clock import PauseClock, ResumeClock
from bot.game.daynight import SetDayNight, questions
from bot.game.dungeon import open_choices
from bot.game.game import Cast
from bot.game.monarch import BecomeMonarch
from bot.game.permanent import DayNight
from bot.game.turns import AddExtraTurn, AddSkip, NextTurn
from bot.panels.panels import PodPanels
from bot.table import PodTable
from bot.ui import spells
from bot.ui.buttons import Press, UnreadablePress, on_press
from cogs.options import OneOf
from cogs.pod.group import POD, Interaction, Member, players_of, time_of

NEITHER, SURE = "neither", "sure"
CLOCK = ("pause", "resume")
TIMES = (*DayNight, NEITHER)


class TurnsCog(commands.Cog):
    """Passes turns."""

    panels: PodPanels

    @POD.command(name="next")
    @app_commands.describe(player="A correction: begin this player's turn instead")
    async def next(self, interaction: Interaction, player: Member | None = None) -> None:
        """End the turn and begin the next one."""
        named = players_of(player)
        await self._next(interaction, named[0] if named else None)

    @POD.command(name="extra")
    @app_commands.describe(player="Who takes the extra turn")
    async def extra(self, interaction: Interaction, player: Member) -> None:
        """Add an extra turn after this one."""
        await self.panels.act(interaction, AddExtraTurn(player=player.id))

    @POD.command(name="skip")
    @app_commands.describe(player="Whose next turn is skipped")
    async def skip(self, interaction: Interaction, player: Member) -> None:
        """Skip a player's next turn."""
        await self.panels.act(interaction, AddSkip(player=player.id))

    @on_press("pod.next")
    async def next_pressed(self, interaction: Interaction, press: Press) -> None:
        """Pass the turn."""
        await self._next(interaction, None, press)

    @on_press("pod.correct")
    async def correct_pressed(self, interaction: Interaction, press: Press) -> None:
        """Begin the chosen player's turn instead."""
        await self._next(interaction, press.players[0], press)

    @on_press("pod.cast")
    async def cast_told(self, interaction: Interaction, press: Press) -> None:
        """Pass the turn, now that the table has told how many spells were cast in it."""
        player = press.player(2) if press.word(2) else None
        cast = Cast(active=_count(press, 0), anyone=_count(press, 1))
        await self.panels.act(
            interaction,
            NextTurn(
                player=player,
                cast=cast,
                time=time_of(interaction),
                sure=press.word(3) == SURE,
            ),
            press,
        )

    @POD.command(name="clock")
    @app_commands.describe(state="Pause it for a break; the next turn starts it again")
    async def clock(
        self,
        interaction: Interaction,
        state: app_commands.Transform[str, OneOf(CLOCK)],
    ) -> None:
        """Pause the turn clock, or let it go on."""
        await self.panels.act(interaction, _clock(state, interaction))

    @on_press("pod.clock")
    async def clock_pressed(self, interaction: Interaction, press: Press) -> None:
        """Pause the turn clock, or let it go on."""
        await self.panels.act(interaction, _clock(press.word(0), interaction), press)

    @POD.command(name="monarch")
    @app_commands.describe(player="Who becomes the monarch (you, if you name nobody)")
    async def monarch(self, interaction: Interaction, player: Member | None = None) -> None:
        """Make a player the monarch."""
        crowned = (players_of(player) or (interaction.user.id,))[0]
        await self.panels.act(interaction, BecomeMonarch(player=crowned))

    @on_press("pod.monarch")
    async def monarch_pressed(self, interaction: Interaction, press: Press) -> None:
        """Make the presser the monarch."""
        await self.panels.act(interaction, BecomeMonarch(player=interaction.user.id), press)

    @POD.command(name="day")
    @app_commands.describe(state="What an effect makes it; neither takes back a mistake")
    async def day(
        self,
        interaction: Interaction,
        state: app_commands.Transform[str, OneOf(TIMES)],
    ) -> None:
        """Make it day or night, because an effect says so."""
        await self.panels.act(interaction, SetDayNight(to=_time(state)))

    @on_press("pod.day")
    async def day_pressed(self, interaction: Interaction, press: Press) -> None:
        """Make it day or night; the last argument is "sure" after a doubt."""
        command = SetDayNight(to=_time(press.word(0)), sure=press.word(1) == SURE)
        await self.panels.act(interaction, command, press)

    @on_press("pod.extra")
    async def extra_pressed(self, interaction: Interaction, press: Press) -> None:
        """Give the chosen player an extra turn."""
        await self.panels.act(interaction, AddExtraTurn(player=press.players[0]), press)

    @on_press("pod.skip")
    async def skip_pressed(self, interaction: Interaction, press: Press) -> None:
        """Skip the chosen player's next turn."""
        await self.panels.act(interaction, AddSkip(player=press.players[0]), press)

    async def _next(
        self, interaction: Interaction, player: int | None, press: Press | None = None
    ) -> None:
        """Pass the turn, or ask first what was cast in it, where the next turn looks back at that.

        While a choice of room holds the turn back, that comes first: the rules say so.
        """
        game = (await self.panels.table(interaction)).game
        if not questions(game) or open_choices(game):
            command = NextTurn(player=player, time=time_of(interaction))
            await self.panels.act(interaction, command, press)
            return
        names = self.panels.known(interaction)

        async def ask(table: PodTable) -> list[spells.Item]:
            return spells.ask_spells(table, names, player)

        await self.panels.show(interaction, press, ask)


def _clock(word: str, interaction: Interaction) -> PauseClock | ResumeClock:
    if word == "pause":
        return PauseClock(at=time_of(interaction))
    if word == "resume":
        return ResumeClock(at=time_of(interaction))
    raise UnreadablePress


def _time(word: str) -> DayNight | None:
    if word == NEITHER:
        return None
    if word not in set(DayNight):
        raise UnreadablePress
    return DayNight(word)


def _count(press: Press, at: int) -> Literal[0, 1, 2] | None:
    match press.word(at):
        case "-":
            return None
        case "0":
            return 0
        case "1":
            return 1
        case "2":
            return 2
        case _:
            raise UnreadablePress
