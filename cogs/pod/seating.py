"""``/pod start``, ``leave`` and ``end``: a pod sits down, loses players, and is done."""

from discord import app_commands
from discord.ext import commands

from bot.game.game import Mode, Order
from bot.game.pod import EndGame, JoinLobby, LeaveGame, LeaveLobby, OpenLobby, StartLobby, StartPod
from bot.panels.panels import PodPanels
from bot.table import PodTable
from bot.ui import pod as ui
from bot.ui.buttons import Press, on_press
from bot.ui.table_link import table_link
from cogs.options import OneOf
from cogs.pod.group import POD, Interaction, Member, players_of, time_of

LINK_LIMIT = 200


def seat_at_once(players: tuple[int, ...], how: OpenLobby, time: int) -> StartPod:
    """Return the wish to seat ``players`` now, with the usual where ``how`` leaves it open."""
    return StartPod(
        players=players,
        mode=how.mode or Mode.FREE_FOR_ALL,
        order=how.order or Order.RANDOM,
        bounties=how.bounties is not False,
        link=how.link,
        time=time,
    )


class SeatingCog(commands.Cog):
    """The lobby, the seats, and the end of a game."""

    panels: PodPanels

    @POD.command(name="start")
    @app_commands.describe(
        player1="The first player; name nobody to open a lobby",
        player2="The second player",
        player3="The third player",
        player4="The fourth player",
        player5="The fifth player",
        player6="The sixth player",
        order="Seats at random (the default), or as listed. Who begins is always random",
        mode="Free-for-all (the default), or Two-Headed Giant: as listed, the first two are a team",
        bounties="Play with the bounty deck (the default is yes)",
        link="The address of your SpellTable game",
    )
    async def start(  # noqa: PLR0917  # Discord passes options by name
        self,
        interaction: Interaction,
        player1: Member | None = None,
        player2: Member | None = None,
        player3: Member | None = None,
        player4: Member | None = None,
        player5: Member | None = None,
        player6: Member | None = None,
        order: app_commands.Transform[Order, OneOf(Order)] | None = None,
        mode: app_commands.Transform[Mode, OneOf(Mode)] | None = None,
        bounties: bool | None = None,
        link: app_commands.Range[str, 1, LINK_LIMIT] | None = None,
    ) -> None:
        """Seat a pod and begin turn 1, or open a lobby."""
        players = players_of(player1, player2, player3, player4, player5, player6)
        command = OpenLobby(
            player=interaction.user.id,
            mode=mode,
            order=order,
            bounties=bounties,
            link=table_link(link),
        )
        if players:
            await self.panels.act(interaction, seat_at_once(players, command, time_of(interaction)))
        else:
            await self.panels.act(interaction, command)

    @POD.command(name="leave")
    @app_commands.describe(
        player="Who leaves or lost (you, if you name nobody)",
        player2="Another who leaves at the same time",
        player3="Another who leaves at the same time",
        player4="Another who leaves at the same time",
    )
    async def leave(
        self,
        interaction: Interaction,
        player: Member | None = None,
        player2: Member | None = None,
        player3: Member | None = None,
        player4: Member | None = None,
    ) -> None:
        """Take players out of the game: they conceded or lost."""
        players = players_of(player, player2, player3, player4) or (interaction.user.id,)
        await self.panels.act(
            interaction, LeaveGame(players=tuple(dict.fromkeys(players)), time=time_of(interaction))
        )

    @POD.command(name="end")
    @app_commands.describe(winner="Who won, if anybody did")
    async def end(self, interaction: Interaction, winner: Member | None = None) -> None:
        """End the game and show the recap."""
        await self.panels.act(
            interaction, EndGame(winner=winner.id if winner else None, time=time_of(interaction))
        )

    @on_press("pod.leave")
    async def leave_pressed(self, interaction: Interaction, press: Press) -> None:
        """Take the chosen players out of the game."""
        await self.panels.act(
            interaction, LeaveGame(players=press.players, time=time_of(interaction)), press
        )

    @on_press("pod.win")
    async def win_pressed(self, interaction: Interaction, press: Press) -> None:
        """End the game, won by the chosen player."""
        await self.panels.act(
            interaction, EndGame(winner=press.players[0], time=time_of(interaction)), press
        )

    @on_press("pod.end")
    async def end_pressed(self, interaction: Interaction, press: Press) -> None:
        """Ask before a game ends without a winner."""

        async def ask(table: PodTable) -> list[ui.Item]:
            return ui.ask_end(table)

        await self.panels.show(interaction, press, ask)

    @on_press("pod.ended")
    async def end_confirmed(self, interaction: Interaction, press: Press) -> None:
        """End the game without a winner."""
        await self.panels.act(interaction, EndGame(time=time_of(interaction)), press)

    @on_press("pod.lobby")
    async def lobby_pressed(self, interaction: Interaction, press: Press) -> None:
        """Open a lobby for the next pod."""
        await self.panels.act(interaction, OpenLobby(player=interaction.user.id), press)

    @on_press("pod.join")
    async def join_pressed(self, interaction: Interaction, press: Press) -> None:
        """Join the lobby."""
        await self.panels.act(interaction, JoinLobby(player=interaction.user.id), press)

    @on_press("pod.leavelobby")
    async def leave_lobby_pressed(self, interaction: Interaction, press: Press) -> None:
        """Leave the lobby."""
        await self.panels.act(interaction, LeaveLobby(player=interaction.user.id), press)

    @on_press("pod.startlobby")
    async def start_lobby_pressed(self, interaction: Interaction, press: Press) -> None:
        """Seat the pod that gathered."""
        command = StartLobby(player=interaction.user.id, time=time_of(interaction))
        await self.panels.act(interaction, command, press)
