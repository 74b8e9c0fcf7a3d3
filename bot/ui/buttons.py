"""Every button and select of the bot: its id is a command in disguise.

The id carries the verb, its arguments, and the version of the table that the message showed. So a
button needs nothing in memory, works after a restart, and a stale or double press is recognised.
discord.py's own ways to route a press need a view in memory, or build one of the whole message that
was pressed; here the client reads the id by itself, as `pressed` does.
"""

import re
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

import discord

from bot.errors import PodkeeperError
from bot.i18n import mark
from bot.table import Version

BLUE = discord.ButtonStyle.primary
GREY = discord.ButtonStyle.secondary
GREEN = discord.ButtonStyle.success
RED = discord.ButtonStyle.danger

Button = discord.ui.Button[Any]
Menu = discord.ui.Select[Any]
PlayerMenu = discord.ui.UserSelect[Any]

CUSTOM_ID_LIMIT = 100
_OURS = "pk:"
_ID = re.compile(_OURS + r"(?P<verb>[a-z_.]+):(?P<game>\d+)\.(?P<seq>\d+):(?P<args>.*)")

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


def pressed(data: Mapping[str, Any], values: Sequence[str] | None = None) -> Press | None:
    """Return what was pressed, from the data of an interaction; None if it is none of ours.

    ``values`` are what was typed, where that was a form. One of ours that cannot be read has no
    verb.
    """
    pressed_id = str(data.get("custom_id", ""))
    match = _ID.fullmatch(pressed_id)
    if match is None:
        return Press("", (), NO_TABLE) if pressed_id.startswith(_OURS) else None
    seen = Version(int(match["game"]), int(match["seq"]))
    args = tuple(match["args"].split("|")) if match["args"] else ()
    chosen = (data.get("values") or ()) if values is None else values
    return Press(match["verb"], args, seen, tuple(chosen))


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
) -> Button:
    """Build a button that does ``verb`` with ``args``."""
    return discord.ui.Button(
        label=label,
        emoji=emoji,
        style=style,
        disabled=disabled,
        custom_id=custom_id(verb, args, seen),
    )


def menu(
    verb: str,
    *args: object,
    options: Sequence[discord.SelectOption],
    placeholder: str,
    seen: Version = NO_TABLE,
    least: int = 1,
    most: int = 1,
) -> Menu:
    """Build a select of at most 25 ``options``; the press's ``values`` are the chosen ones."""
    return discord.ui.Select(
        custom_id=custom_id(verb, args, seen),
        placeholder=placeholder,
        options=list(options),
        min_values=least,
        max_values=most,
    )


def player_menu(
    verb: str,
    *args: object,
    placeholder: str,
    seen: Version = NO_TABLE,
    least: int = 1,
    most: int = 1,
) -> PlayerMenu:
    """Build a select of server members; the press's ``values`` are the ids of the chosen ones."""
    return discord.ui.UserSelect(
        custom_id=custom_id(verb, args, seen),
        placeholder=placeholder,
        min_values=least,
        max_values=most,
    )


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
