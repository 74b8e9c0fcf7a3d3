"""What stays of a panel to be read, once the table goes on further down."""

from typing import Any

import discord

from bot.panels.look import Message
from bot.ui.layout import view, without_buttons

Item = discord.ui.Item[Any]


def keepsake(message: discord.Message) -> discord.ui.LayoutView:
    """Return a message as it was sent, without its buttons, to be put in its own place.

    Its pictures have the addresses that Discord gave them: the ``attachment://`` they were sent
    with names a file that comes along.
    """
    shown = without_buttons(discord.ui.LayoutView.from_message(message))
    return view(*map(_apart, shown.children))


def still_of(panel: Message, sent: object) -> discord.ui.LayoutView | None:
    """Return what a panel, ``sent`` as a message, becomes once the next game has begun."""
    if panel.stays and isinstance(sent, discord.Message):
        return keepsake(sent)
    return None


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
            inner = map(_apart, item.children)
            return discord.ui.Container(*inner, accent_colour=item.accent_colour)
        case _:
            return item
