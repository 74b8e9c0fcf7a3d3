"""What players are called, for buttons and menus, where Discord shows no mentions.

Kept in memory only: nothing but ids is ever stored about a person.
"""

from collections import OrderedDict
from typing import Any

import discord

from bot.ui.words import Names

MOST_KNOWN = 20_000


class NameBook:
    """The display names seen in interactions, by server and user id; the least used are dropped."""

    def __init__(self) -> None:
        """Start empty: names are learned as players act."""
        self._names: OrderedDict[tuple[int | None, int], str] = OrderedDict()

    def learn(self, interaction: discord.Interaction[Any]) -> None:
        """Remember who acts and whom they named."""
        self._put(interaction.guild_id, interaction.user.id, interaction.user.display_name)
        data: Any = interaction.data or {}
        resolved = data.get("resolved", {})
        members = resolved.get("members", {})
        for user_id, user in resolved.get("users", {}).items():
            nick = members.get(user_id, {}).get("nick")
            name = nick or user.get("global_name") or user["username"]
            self._put(interaction.guild_id, int(user_id), name)

    def of(self, guild: int | None) -> Names:
        """Return the names known in one server."""
        return lambda player: self._names.get((guild, player))

    def forget(self, player: int) -> None:
        """Forget what somebody is called, in every server."""
        for key in [key for key in self._names if key[1] == player]:
            del self._names[key]

    def _put(self, guild: int | None, player: int, name: str) -> None:
        self._names[guild, player] = name
        self._names.move_to_end((guild, player))
        while len(self._names) > MOST_KNOWN:
            self._names.popitem(last=False)
