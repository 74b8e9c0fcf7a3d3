"""Every button and select of the bot: one dynamic item, `Act`, whose id is a command in disguise.

The id carries the verb, its arguments, and the version of the table that the message showed. So a
button needs nothing in memory, works after a restart, and a stale or double press is recognised.
"""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import Any, Protocol, Self, TypeVar, cast

import discord

from bot.errors import PodkeeperError
from bot.i18n import mark
from bot.table import Version

BLUE = discord.ButtonStyle.primary
GREY = discord.ButtonStyle.secondary
GREEN = discord.ButtonStyle.success
RED = discord.ButtonStyle.danger

CUSTOM_ID_LIMIT = 100


NO_TABLE = Version(0, 0)
GREATEST_ID = 2**63 - 1


class UnreadablePress(PodkeeperError):
    """A press that makes no sense here: another version of Podkeeper wrote its button."""

    def __init__(self) -> None:
        super().__init__(
            mark("This button is from another version. `/pod status` or `/forage status` helps.")
        )


@dataclass(frozen=True)
class Press:
    """A press on a button, or a choice in a select.

    ``seen`` is the version of the table that the message showed, `NO_TABLE` where the act concerns
    no table. ``values`` are the options chosen in a select, user ids for a user select. Whatever
    a press says comes from outside: handlers read it with the methods here, which raise
    `UnreadablePress` where it makes no sense.
    """

    verb: str
    args: tuple[str, ...]
    seen: Version
    values: tuple[str, ...] = ()

    def word(self, at: int) -> str:
        """Return an argument as it is, "" where there is none."""
        return self.args[at] if at < len(self.args) else ""

    def number(self, at: int) -> int:
        """Return an argument that is a number, such as a page."""
        return _number(self.word(at))

    def player(self, at: int) -> int:
        """Return an argument that is a user id."""
        return _user_id(self.word(at))

    def packed(self, at: int) -> int:
        """Return an argument that is a user id as `packed` writes it."""
        try:
            number = int(self.word(at), 36)
        except ValueError:
            raise UnreadablePress from None
        return _user_id(str(number))

    @property
    def players(self) -> tuple[int, ...]:
        """The user ids that were chosen in a select: at least one."""
        if not self.values:
            raise UnreadablePress
        return tuple(map(_user_id, self.values))

    @property
    def numbers(self) -> tuple[int, ...]:
        """The numbers that were chosen in a select: at least one."""
        if not self.values:
            raise UnreadablePress
        return tuple(map(_number, self.values))


def _number(word: str) -> int:
    try:
        return int(word)
    except ValueError:
        raise UnreadablePress from None


def _user_id(word: str) -> int:
    number = _number(word)
    if not number or abs(number) > GREATEST_ID:  # a negative one is somebody who was erased
        raise UnreadablePress
    return number


class Presses(Protocol):
    """What a client must offer for `Act`s to work."""

    async def pressed(self, interaction: discord.Interaction[Any], press: Press) -> None:
        """Carry out a press. Never raises: it has its own error handling."""


class Act(
    discord.ui.DynamicItem[discord.ui.Item[Any]],
    template=r"pk:(?P<verb>[a-z_.]+):(?P<game>\d+)\.(?P<seq>\d+):(?P<args>.*)",
):
    """The bot's only interactive component. Build it with `button`, `menu` or `player_menu`."""

    def __init__(self, item: discord.ui.Item[Any], press: Press) -> None:
        super().__init__(item)
        self.press = press

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction[Any], item: discord.ui.Item[Any], match: Any, /
    ) -> Self:
        """Rebuild the act from the id of a component that was pressed."""
        data = cast("dict[str, Any]", interaction.data or {})
        seen = Version(int(match["game"]), int(match["seq"]))
        args = tuple(match["args"].split("|")) if match["args"] else ()
        return cls(item, Press(match["verb"], args, seen, tuple(data.get("values", ()))))

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        """Hand the press to the client."""
        await cast("Presses", interaction.client).pressed(interaction, self.press)


def packed(number: int) -> str:
    """Return a user id in as few letters and digits as ids of components have room for."""
    digits = "0123456789abcdefghijklmnopqrstuvwxyz"
    rest, text = abs(number), ""
    while rest:
        rest, digit = divmod(rest, 36)
        text = digits[digit] + text
    return f"{'-' if number < 0 else ''}{text or '0'}"


def custom_id(verb: str, args: Sequence[object], seen: Version) -> str:
    """Return the component id of a press.

    Raises:
        ValueError: it would be longer than Discord allows, or an argument holds the separator.
    """
    words = [str(arg) for arg in args]
    text = f"pk:{verb}:{seen.game}.{seen.seq}:{'|'.join(words)}"
    if len(text) > CUSTOM_ID_LIMIT or any("|" in word for word in words):
        raise ValueError(f"not a possible component id: {text}")
    return text


def button(
    verb: str,
    *args: object,
    label: str | None = None,
    emoji: str | None = None,
    style: discord.ButtonStyle = discord.ButtonStyle.secondary,
    seen: Version = NO_TABLE,
    disabled: bool = False,
) -> Act:
    """Build a button that does ``verb`` with ``args``."""
    item: discord.ui.Button[Any] = discord.ui.Button(
        label=label,
        emoji=emoji,
        style=style,
        disabled=disabled,
        custom_id=custom_id(verb, args, seen),
    )
    return Act(item, Press(verb, tuple(map(str, args)), seen))


def menu(
    verb: str,
    *args: object,
    options: Sequence[discord.SelectOption],
    placeholder: str,
    seen: Version = NO_TABLE,
    least: int = 1,
    most: int = 1,
) -> Act:
    """Build a select of at most 25 ``options``; the press's ``values`` are the chosen ones."""
    item: discord.ui.Select[Any] = discord.ui.Select(
        custom_id=custom_id(verb, args, seen),
        placeholder=placeholder,
        options=list(options),
        min_values=least,
        max_values=most,
    )
    return Act(item, Press(verb, tuple(map(str, args)), seen))


def player_menu(
    verb: str,
    *args: object,
    placeholder: str,
    seen: Version = NO_TABLE,
    least: int = 1,
    most: int = 1,
) -> Act:
    """Build a select of server members; the press's ``values`` are the ids of the chosen ones."""
    item: discord.ui.UserSelect[Any] = discord.ui.UserSelect(
        custom_id=custom_id(verb, args, seen),
        placeholder=placeholder,
        min_values=least,
        max_values=most,
    )
    return Act(item, Press(verb, tuple(map(str, args)), seen))


Handler = Callable[[Any, discord.Interaction[Any], Press], Awaitable[None]]
H = TypeVar("H", bound=Handler)


def on_press(*verbs: str) -> Callable[[H], H]:
    """Mark a cog's method as the handler of these verbs; the client finds it with the cog."""

    def mark(handler: H) -> H:
        handler.__podkeeper_verbs__ = verbs  # type: ignore[attr-defined]
        return handler

    return mark


def row(*acts: discord.ui.Item[Any]) -> discord.ui.ActionRow[Any]:
    """Put up to five buttons, or one select, in a row."""
    return discord.ui.ActionRow(*acts)
