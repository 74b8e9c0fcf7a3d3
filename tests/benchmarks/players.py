"""The people of the benchmark and their tables, each in a state that every act leaves as it was."""

from __future__ import annotations

import re
from dataclasses import dataclass

from tests.e2e.discord_server import DiscordServer
from tests.e2e.loopback.command_limits import CHOICES
from tests.e2e.loopback.interactions import Interaction
from tests.e2e.loopback.messages import Message
from tests.e2e.loopback.world import World

CARD = "Gatstaf Shepherd"
POD = ("Ana", "Bruno", "Carla", "Diego")
PLAYERS = {f"player{at}": name for at, name in enumerate(POD, start=1)}
GAMES = ("turns", "quiet", "rich", "faces", "forest")
TURN = re.compile(r"## Turn \d+: (\w+)")


def a_world(tables: int) -> World:
    """Return a server with a channel for each game of each table: see `BenchTable`."""
    world = World(POD)
    world.guild(*(f"{game}-{number}" for number in range(tables) for game in GAMES))
    return world


@dataclass
class BenchTable:
    """Games side by side, and the newest panel of each.

    In the first, turns pass; the quiet game has no bounty on offer; in the rich one there is one,
    and Ana has the initiative; in the one of faces she has a werewolf; in the forest squirrels
    forage, on and on, since a board that was shown before need not be drawn anew.
    """

    discord: DiscordServer
    number: int
    turns: Message
    quiet: Message
    rich: Message
    faces: Message
    forest: Message
    active: str
    mover: str = ""
    colour: str = ""
    direction: str = ""

    @classmethod
    async def laid(cls, discord: DiscordServer, number: int) -> BenchTable:
        """Start the games of a table."""
        pods = [
            await discord.slash("Ana", "pod start", f"{game}-{number}", order="listed", **PLAYERS)
            for game in ("turns", "quiet", "rich", "faces")
        ]
        turns, quiet, *_ = (pod.message for pod in pods)
        await discord.slash("Ana", "initiative take", f"rich-{number}")
        rich = await discord.slash("Ana", "bounty reveal", f"rich-{number}", early=True)
        faces = await discord.slash("Ana", "dfc enter", f"faces-{number}", card=CARD)
        forest = await discord.slash("Ana", "forage start", f"forest-{number}", **PLAYERS)
        panels = (turns, quiet, *(shown.message for shown in (rich, faces, forest)))
        return cls(discord, number, *panels, active=whose(rich.message))

    def where(self, kind: str) -> str:
        """Return the name of one of its channels."""
        return f"{kind}-{self.number}"

    def panel(self, kind: str) -> Message:
        """Return the newest panel of one of its games."""
        message = getattr(self, kind)
        assert isinstance(message, Message)
        return message

    async def undo(self, kind: str, done: Interaction) -> None:
        """Take back what was just done in one of its games."""
        setattr(self, kind, done.message)
        await self.discord.press("Ana", "Undo", on=done.message)
        await self.discord.press("Ana", "Yes, undo", on=done.message)

    async def look_for_a_move(self) -> None:
        """Find out what the squirrel could do next; begin a new game once there is nothing."""
        where = self.where("forest")
        if TURN.search(self.forest.text) is None:
            begun = await self.discord.slash("Ana", "forage start", where, **PLAYERS)
            self.forest = begun.message
        self.mover = whose(self.forest)
        self.colour = await self._first_value("colour", where, {})
        self.direction = await self._first_value("direction", where, {"colour": self.colour})

    async def _first_value(self, option: str, where: str, others: dict[str, str]) -> str:
        sent = await self.discord.send_typing(self.mover, "forage move", option, "", where, others)
        offered = await sent.answer()
        assert offered.kind == CHOICES
        return str(offered.data["choices"][0]["value"])


def whose(panel: Message) -> str:
    """Return whose turn a panel shows."""
    found = TURN.search(panel.text)
    assert found is not None, panel.text
    return found[1]
