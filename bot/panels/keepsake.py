"""What stays of a panel to be read, once the table goes on further down."""

from collections.abc import Sequence
from typing import Any

import discord

from bot.panels.look import Message
from bot.ui.layout import TEXT_LIMIT, length, view, without_buttons

Item = discord.ui.Item[Any]

QUESTION = 1_000_000
"""The component id of a question's first part: Discord's own ids count from 1."""


def as_question(items: Sequence[Item]) -> Sequence[Item]:
    """Return the parts of a question, marked by their ids, so that no keepsake has them."""
    for number, item in enumerate(items, QUESTION):
        item.id = number
    return items


def keepsake(message: discord.Message, below: Sequence[Item] = ()) -> discord.ui.LayoutView:
    """Return a message as it was sent, without its buttons, to be put in its own place.

    A question that is open goes with its buttons: nobody can answer it any more. What is to stand
    ``below`` is left out where the message is too full.

    Its pictures have the addresses that Discord gave them: the ``attachment://`` they were sent
    with names a file that comes along.
    """
    shown = without_buttons(discord.ui.LayoutView.from_message(message))
    kept = view(*map(_apart, filter(_stays, shown.children)))
    if length(kept.walk_children()) + length(below) > TEXT_LIMIT:
        return kept
    return view(*kept.children, *below)


def still_of(panel: Message, sent: object) -> discord.ui.LayoutView | None:
    """Return what a panel, ``sent`` as a message, becomes once the next game has begun."""
    if panel.stays and isinstance(sent, discord.Message):
        return keepsake(sent)
    return None


def _stays(item: Item) -> bool:
    return item.id is None or item.id < QUESTION


def _apart(item: Item) -> Item:
    """Return an item that does not hold the message it was read from, nor its interaction."""
    match item:
        case discord.ui.MediaGallery():
            pictures = [
                discord.MediaGalleryItem(
                    picture.media.url, description=picture.description, spoiler=picture.spoiler
                )
                for picture in item.items
            ]
            return discord.ui.MediaGallery(*pictures)
        case discord.ui.Container():
            inner = map(_apart, filter(_stays, item.children))
            return discord.ui.Container(*inner, accent_colour=item.accent_colour)
        case _:
            return item
