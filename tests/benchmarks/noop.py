"""The real bot with two commands more that do nothing, to compare the others with.

``python -m tests.benchmarks.noop`` runs it as ``python -m bot run`` runs the bot. ``/noop plain``
replies with a word, ``/noop panel`` with a message of a panel's size that no table is behind.
"""

import sys
from typing import Any

import discord
from discord import app_commands

import bot.app
from bot.__main__ import main
from bot.client.client import PodBot
from bot.ui.buttons import button, row
from bot.ui.layout import card, rule, text, view

Interaction = discord.Interaction[Any]

NEWS = "<@1577054973882007555> takes the initiative.\n" * 2
TURN = "## Turn 12: <@1577054973882007555>\n-# their 4th turn, then <@1577054973882007556>" * 2
BOUNTY = "### Bounty: a name\n" + "What it asks for, in a sentence or two of this length. " * 4
INITIATIVE = "### Initiative: <@1577054973882007555>\n" + "Where everybody is in Undercity. " * 5


class NoOps(app_commands.Group):
    """Commands that do nothing."""

    @app_commands.command(name="plain")
    async def plain(self, interaction: Interaction) -> None:
        """Reply with a word."""
        await interaction.response.send_message("Done.")

    @app_commands.command(name="panel")
    async def panel(self, interaction: Interaction) -> None:
        """Reply with as much as a panel holds."""
        await interaction.response.send_message(view=a_panel())


def a_panel() -> discord.ui.LayoutView:
    """Return a layout with the parts and the length of a panel in mid-game."""
    acts = [button("noop.act", at, label=f"What can be done {at}") for at in range(7)]
    return view(
        text(NEWS),
        card(
            text(TURN),
            rule(),
            text(BOUNTY),
            row(acts[0]),
            rule(),
            text(INITIATIVE),
            row(*acts[1:3]),
        ),
        row(*acts[3:]),
    )


def build_with_noops(*args: Any, **options: Any) -> PodBot:
    """Return the real bot and the commands that do nothing."""
    podkeeper = build(*args, **options)
    podkeeper.tree.add_command(NoOps(name="noop", description="Nothing"))
    return podkeeper


if __name__ == "__main__":
    build, bot.app.build = bot.app.build, build_with_noops
    sys.exit(main(["run"]))
