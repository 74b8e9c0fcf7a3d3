"""``/dungeon``: venturing into any dungeon, and the maps."""

from collections.abc import Iterable
from typing import Any
from unicodedata import normalize

import discord
from discord import app_commands
from discord.ext import commands

from bot.errors import PodkeeperError
from bot.game.dungeon import ChooseRoom, ResolveLastRoom, VentureIntoTheDungeon
from bot.game.facts import DUNGEONS, UNDERCITY, Dungeon, EnteredBy, Room
from bot.i18n import in_every_language
from bot.panels.panels import PodPanels
from bot.panels.pictures import Pictures, files, with_picture
from bot.ui import dungeon as ui
from bot.ui.buttons import Press, on_press
from bot.ui.pictures.dungeon import dungeon_map
from bot.ui.words import printed
from cogs.pod.group import AT_A_TABLE, players_of

Interaction = discord.Interaction[Any]
Choice = app_commands.Choice[str]

VENTURED_INTO = [
    Choice(name=dungeon.name, value=dungeon.id)
    for dungeon in DUNGEONS.values()
    if dungeon.entered_by is EnteredBy.VENTURING
]
MOST_OFFERED = 25


def _plain(name: str) -> str:
    bare = normalize("NFKD", name.casefold())
    return "".join(letter for letter in bare if letter.isalnum())


def _names(room: Room) -> tuple[str, ...]:
    return tuple(_plain(name) for name in in_every_language(room.name))


def room_named(name: str | None, dungeons: Iterable[Dungeon] = DUNGEONS.values()) -> str | None:
    """Return the id of the room with this name, in any language of the bot, or id.

    Case, accents and punctuation do not matter.

    Raises:
        PodkeeperError: no dungeon has such a room.
    """
    if name is None:
        return None
    for room in _rooms(dungeons):
        if _plain(name) in (_plain(room.id), *_names(room)):
            return room.id
    raise PodkeeperError("No room has that name. The options of the command list them.")


def offer_rooms(typed: str, *dungeons: Dungeon) -> list[Choice]:
    """Return the rooms whose names, in any language of the bot, hold what was typed so far."""
    wanted = _plain(typed)
    found = [room for room in _rooms(dungeons) if any(wanted in name for name in _names(room))]
    return [Choice(name=printed(room.name)[:100], value=room.id) for room in found[:MOST_OFFERED]]


def _rooms(dungeons: Iterable[Dungeon]) -> Iterable[Room]:
    return (room for dungeon in dungeons for room in dungeon.rooms)


class DungeonCog(commands.Cog):
    """Venture into the dungeon, and see where everybody is."""

    dungeon = app_commands.Group(
        name="dungeon",
        description="Venturing into dungeons",
        guild_only=True,
        allowed_installs=AT_A_TABLE,
    )

    def __init__(self, panels: PodPanels, pictures: Pictures) -> None:
        """Act through ``panels``, and show maps as ``pictures`` has them."""
        self.panels = panels
        self.pictures = pictures

    @dungeon.command(name="venture")
    @app_commands.describe(
        dungeon="Which dungeon to start, if you are in none",
        room="Where to venture, if there is a choice",
        player="Who ventures (you, if you name nobody)",
    )
    @app_commands.choices(dungeon=VENTURED_INTO)
    async def venture(
        self,
        interaction: Interaction,
        dungeon: str | None = None,
        room: app_commands.Range[str, 1, 100] | None = None,
        player: discord.Member | None = None,
    ) -> None:
        """Venture into the dungeon."""
        named = players_of(player) or (interaction.user.id,)
        await self.panels.act(
            interaction,
            VentureIntoTheDungeon(player=named[0], dungeon=dungeon, room=room_named(room)),
        )

    @venture.autocomplete("room")
    async def rooms(self, interaction: Interaction, current: str) -> list[Choice]:
        """Offer the rooms of all dungeons."""
        return offer_rooms(current, *DUNGEONS.values())

    @dungeon.command(name="map")
    @app_commands.describe(player="Whose dungeon (yours, if you name nobody)")
    async def map(self, interaction: Interaction, player: discord.Member | None = None) -> None:
        """Show a dungeon as a map, to you alone."""
        await self._show_map(interaction, player.id if player else interaction.user.id)

    @dungeon.command(name="resolved")
    @app_commands.describe(player="Whose last room (yours, if you name nobody)")
    async def resolved(
        self, interaction: Interaction, player: discord.Member | None = None
    ) -> None:
        """Complete a dungeon: its last room's ability has resolved or was countered."""
        whose = player.id if player else interaction.user.id
        await self.panels.act(interaction, ResolveLastRoom(player=whose))

    @on_press("dungeon.venture")
    async def venture_pressed(self, interaction: Interaction, press: Press) -> None:
        """Venture into the dungeon for the presser."""
        command = VentureIntoTheDungeon(player=interaction.user.id)
        await self.panels.act(interaction, command, press)

    @on_press("dungeon.choose")
    async def choose_pressed(self, interaction: Interaction, press: Press) -> None:
        """Settle a choice; ``args`` are the player, the dungeon and the room."""
        command = ChooseRoom(player=press.player(0), dungeon=press.word(1), room=press.word(2))
        await self.panels.act(interaction, command, press)

    @on_press("dungeon.resolved")
    async def resolved_pressed(self, interaction: Interaction, press: Press) -> None:
        """Complete a dungeon; ``args`` are the player, or they were chosen among several."""
        player = press.player(0) if press.args else press.players[0]
        await self.panels.act(interaction, ResolveLastRoom(player=player), press)

    @on_press("dungeon.map")
    async def map_pressed(self, interaction: Interaction, press: Press) -> None:
        """Show the presser's dungeon, or any that somebody is in."""
        await self._show_map(interaction, interaction.user.id)

    async def _show_map(self, interaction: Interaction, player: int) -> None:
        table = await self.panels.table(interaction)
        delves = table.game.delves
        delve = delves.get(player) or next(iter(delves.values()), None)
        dungeon = DUNGEONS[delve.dungeon] if delve else UNDERCITY
        names = self.panels.known(interaction)
        picture = await self.pictures.attach(lambda: dungeon_map(table.game, dungeon, names))
        layout = with_picture(ui.dungeon_map(table, dungeon), picture)
        await interaction.response.send_message(view=layout, files=files(picture), ephemeral=True)
