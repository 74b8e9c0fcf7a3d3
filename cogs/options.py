"""Options of commands for which Discord offers a choice."""

from collections.abc import Iterable, Mapping
from typing import Any

import discord
from discord import app_commands


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
