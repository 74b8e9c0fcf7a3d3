"""What stays of a panel once the table goes on further down."""

from collections.abc import AsyncIterator
from pathlib import Path

import discord
import pytest

from bot.panels.keepsake import keepsake
from bot.ui.layout import TEXT_LIMIT, assert_sendable
from bot.ui.layout import text as block
from bot.ui.panel import moved
from tests.pods import POD, Pod
from tests.ui.shown import buttons, parts, text

GALLERY = 12
LINK = "https://discord.com/channels/1/2/3"


@pytest.fixture
async def ended(tmp_path: Path) -> AsyncIterator[discord.Message]:
    """The panel of a game that is over, as Discord has it."""
    async with Pod.open(tmp_path) as pod:
        await pod.seat(*POD)
        await pod.slash("Ana", "pod end", winner="Bruno")
        [message] = [message for message in pod.messages if message.id == pod.panel.id]
        yield message


async def test_it_can_be_read_and_no_more_be_pressed(ended: discord.Message) -> None:
    left = keepsake(ended)
    assert_sendable(left)
    assert "won the game" in text(left)
    assert buttons(left) == []


async def test_its_picture_has_the_address_that_discord_gave_it(ended: discord.Message) -> None:
    [gallery] = [part for part in parts(keepsake(ended)) if part["type"] == GALLERY]
    [picture] = gallery["items"]
    assert picture["media"]["url"].startswith("https://")
    assert picture["description"].startswith("Bruno won.")


async def test_it_holds_nothing_of_the_message_that_it_was_read_from(
    ended: discord.Message,
) -> None:
    found = keepsake(ended).walk_children()
    galleries = [item for item in found if isinstance(item, discord.ui.MediaGallery)]
    assert galleries
    assert all(picture._state is None for gallery in galleries for picture in gallery.items)


async def test_what_is_to_stand_below_does_so(ended: discord.Message) -> None:
    left = keepsake(ended, moved(LINK).children)
    assert_sendable(left)
    assert text(left).endswith(f"({LINK})")


async def test_what_is_to_stand_below_is_left_out_where_there_is_no_room(
    ended: discord.Message,
) -> None:
    room = TEXT_LIMIT - len(text(keepsake(ended)))
    left = keepsake(ended, [block("x" * (room + 10))])
    assert_sendable(left)
    assert text(left) == text(keepsake(ended))
