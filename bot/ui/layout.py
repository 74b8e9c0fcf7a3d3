"""Building blocks of messages, and the check that a message is one that Discord takes."""

from collections.abc import Iterable, Iterator
from typing import Any

import discord

TEXT_LIMIT = 4_000
COMPONENT_LIMIT = 40
GOLD = discord.Colour(0xC9A227)


def view(*items: discord.ui.Item[Any]) -> discord.ui.LayoutView:
    """Return a finished message of these items.

    It is stopped at once, so that discord.py keeps nothing of it in memory: the client reads
    presses by itself, see `bot.ui.buttons`.
    """
    layout = discord.ui.LayoutView(timeout=None)
    for item in items:
        layout.add_item(item)
    layout.stop()
    return layout


def card(*items: discord.ui.Item[Any], colour: discord.Colour = GOLD) -> discord.ui.Container[Any]:
    """Return items framed as one card with a coloured edge."""
    return discord.ui.Container(*items, accent_colour=colour)


def text(content: str) -> discord.ui.TextDisplay[Any]:
    """Return a block of markdown text."""
    return discord.ui.TextDisplay(content)


def rule() -> discord.ui.Separator[Any]:
    """Return a thin line between two parts of a card."""
    return discord.ui.Separator()


def note(*lines: str) -> discord.ui.LayoutView:
    """Return a plain message: one text block a line."""
    return view(*(text(line) for line in lines if line))


def without_buttons(layout: discord.ui.LayoutView) -> discord.ui.LayoutView:
    """Return a message as it stands, to be read only: every row of buttons or menus left out."""
    return view(*(_to_read(item) for item in layout.children if _is_read(item)))


def _is_read(item: discord.ui.Item[Any]) -> bool:
    return not isinstance(item, discord.ui.ActionRow)


def _to_read(item: discord.ui.Item[Any]) -> discord.ui.Item[Any]:
    if not isinstance(item, discord.ui.Container):
        return item
    colour = item.accent_colour
    return discord.ui.Container(
        *(inner for inner in item.children if _is_read(inner)), accent_colour=colour
    )


def length(items: Iterable[discord.ui.Item[Any]]) -> int:
    """Return how many characters of text these items have, of `TEXT_LIMIT` a message."""
    return sum(len(item.content) for item in items if isinstance(item, discord.ui.TextDisplay))


def count(items: Iterable[discord.ui.Item[Any]]) -> int:
    """Return how many components these items are, of `COMPONENT_LIMIT` a message."""
    return sum(
        1 + (len(item.children) if isinstance(item, discord.ui.ActionRow) else 0) for item in items
    )


def assert_sendable(layout: discord.ui.LayoutView) -> None:
    """Check what discord.py does not: Discord's limits on a whole message.

    Raises:
        ValueError: the message has too many components or too much text, an empty text, an id
            twice, or a label, option or id that is too long.
    """
    components = list(_walk(layout.to_components()))  # type: ignore[no-untyped-call]
    if not 0 < len(components) <= COMPONENT_LIMIT:
        raise ValueError(f"{len(components)} components, of at most {COMPONENT_LIMIT}")
    texts = [str(c["content"]) for c in components if c.get("type") == 10]
    if sum(map(len, texts)) > TEXT_LIMIT:
        raise ValueError(f"{sum(map(len, texts))} characters of text, of at most {TEXT_LIMIT}")
    if not all(content.strip() for content in texts):
        raise ValueError("an empty text")
    ids = [c["custom_id"] for c in components if "custom_id" in c]
    if len(set(ids)) != len(ids):
        raise ValueError(f"the same component id twice: {sorted(ids)}")
    for component in components:
        _check_lengths(component)


def _check_lengths(component: dict[str, Any]) -> None:
    limits = {"custom_id": 100, "label": 80, "placeholder": 150}
    for key, limit in limits.items():
        if len(component.get(key) or "") > limit:
            raise ValueError(f"{key} longer than {limit}: {component[key]}")
    options = component.get("options") or ()
    if len(options) > 25:
        raise ValueError(f"{len(options)} options, of at most 25")
    for option in options:
        if any(len(option.get(key) or "") > 100 for key in ("label", "value", "description")):
            raise ValueError(f"an option with more than 100 characters: {option}")


def _walk(components: Any) -> Iterator[dict[str, Any]]:
    for component in components:
        yield component
        yield from _walk(component.get("components") or ())
        if "accessory" in component:
            yield component["accessory"]
