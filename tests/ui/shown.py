"""What of a layout a reader sees."""

from collections.abc import Iterator
from typing import Any

import discord

BUTTON, SELECT, TEXT = 2, 3, 10


def parts(layout: discord.ui.LayoutView) -> Iterator[dict[str, Any]]:
    waiting = list(layout.to_components())
    while waiting:
        part = waiting.pop(0)
        yield part
        waiting[:0] = part.get("components") or []


def text(layout: discord.ui.LayoutView) -> str:
    return "\n".join(part["content"] for part in parts(layout) if part["type"] == TEXT)


def buttons(layout: discord.ui.LayoutView) -> list[str]:
    """The labels of the buttons that can be pressed."""
    found = [part for part in parts(layout) if part["type"] == BUTTON]
    return [part["label"] for part in found if not part.get("disabled")]


def menus(layout: discord.ui.LayoutView) -> list[str]:
    return [part["placeholder"] for part in parts(layout) if part["type"] == SELECT]


def everything(layout: discord.ui.LayoutView) -> str:
    """All words in it: texts, labels, placeholders and options."""
    words = [text(layout), *buttons(layout), *menus(layout)]
    for part in parts(layout):
        for option in part.get("options") or ():
            words += [option["label"], option.get("description") or ""]
    return "\n".join(words)
