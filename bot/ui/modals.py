"""Forms to type into, which survive a restart: their answers come back as a `Press`.

discord.py forgets its modals when it stops, and mixes two with the same id up. So it keeps none of
ours: the client reads the answer by itself, and the id says what it is for.
"""

from collections.abc import Callable, Iterator, Mapping
from typing import Any, TypeVar

import discord

from bot.ui.buttons import NO_TABLE, Handler, Press, custom_id, pressed
from bot.ui.words import cut

TEXT_INPUT = 4
MOST_TYPED = 4_000
"""So much text fits into one field of a form."""

H = TypeVar("H", bound=Handler)


def form(
    verb: str,
    *args: object,
    title: str,
    label: str,
    hint: str,
    example: str = "",
    filled: str = "",
) -> discord.ui.Modal:
    """Build a form with one large field, ``filled`` with a text of at most `MOST_TYPED`.

    The press's ``values`` hold what was typed.
    """
    modal = discord.ui.Modal(title=cut(title, 45), custom_id=custom_id(verb, args, NO_TABLE))
    field: discord.ui.TextInput[Any] = discord.ui.TextInput(
        style=discord.TextStyle.paragraph,
        custom_id="text",
        placeholder=cut(example, 100) or None,
        default=filled or None,
        max_length=MOST_TYPED,
    )
    described = discord.ui.Label(text=cut(label, 45), description=cut(hint, 100), component=field)
    modal.add_item(described)
    modal.stop()  # so that discord.py keeps nothing of it in memory
    return modal


def answer(data: Mapping[str, Any]) -> Press | None:
    """Return what was sent off, from the data of the interaction; None if the form is not ours."""
    typed = [str(part.get("value") or "") for part in _fields(data.get("components") or ())]
    return pressed(data, typed)


def _fields(parts: Any) -> Iterator[Mapping[str, Any]]:
    for part in parts:
        if part.get("type") == TEXT_INPUT:
            yield part
        if part.get("component"):
            yield from _fields([part["component"]])
        yield from _fields(part.get("components") or ())


def on_submit(*verbs: str) -> Callable[[H], H]:
    """Mark a cog's method as what takes these forms in; the client finds it with the cog."""

    def mark(handler: H) -> H:
        handler.__podkeeper_forms__ = verbs  # type: ignore[attr-defined]
        return handler

    return mark
