"""Options of commands for which Discord offers a choice."""

from collections.abc import Iterable, Mapping
from typing import Any

import discord
from discord import app_commands

from bot.errors import PodkeeperError
from bot.game.engine import G
from bot.panels.panels import Panels


class OneOf(app_commands.Transformer):
    """An option with a few values to choose from: ``Transform[Mode, OneOf(Mode)]``.

    What is none of them is refused in a sentence. Discord lets nobody send that, but a ``Literal``
    would pass it on.
    """

    def __init__(self, values: Iterable[str] | Mapping[str, object]) -> None:
        """Offer the texts of ``values``, and give what a mapping has under the one chosen."""
        self._values: Mapping[str, object] = (
            values if isinstance(values, Mapping) else {str(value): value for value in values}
        )

    @property
    def choices(self) -> list[app_commands.Choice[str | int | float]]:
        """What is offered."""
        return [app_commands.Choice(name=text, value=text) for text in self._values]

    async def transform(self, interaction: discord.Interaction[Any], value: Any, /) -> object:
        """Return what was chosen.

        Raises:
            KeyError: it is none of these; discord.py makes it a `TransformerError`.
        """
        return self._values[str(value)]


async def game_to_choose_from(panels: Panels[G], interaction: discord.Interaction[Any]) -> G:
    """Return the channel's game, to offer what is in it while somebody types.

    Where it cannot be read, that is a game not begun: the command itself will say why.
    """
    try:
        return (await panels.table(interaction)).game
    except PodkeeperError:
        return panels.tables.rules.fresh
