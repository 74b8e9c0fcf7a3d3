"""Our own pictures: drawn once, off the event loop, and never in the way of a message."""

import asyncio
import logging
import threading
from dataclasses import dataclass
from io import BytesIO

import pytest
from PIL import Image

from bot.pictures import Pictures, files, with_picture
from bot.ui.layout import assert_sendable, card, text, view
from bot.ui.pictures.drawing import MOST_ALT
from tests.ui.shown import parts

GALLERY = 12


@dataclass(frozen=True)
class Spot:
    """A picture of one colour."""

    tint: int = 0
    broken: bool = False
    alt: str = "a spot"
    stem: str = "spot"

    def draw(self) -> Image.Image:
        if self.broken:
            raise OSError("no font")
        assert threading.current_thread() is not threading.main_thread()
        return Image.new("RGB", (4, 4), (self.tint, 0, 0))


async def test_a_picture_is_attached_as_the_layout_names_it() -> None:
    attached = await Pictures().attach(Spot)
    assert attached is not None
    layout = with_picture(view(text("news"), card(text("table"))), attached)
    assert_sendable(layout)
    (file,) = files(attached)
    (gallery,) = [part for part in parts(layout) if part["type"] == GALLERY]
    (item,) = gallery["items"]
    assert item["media"]["url"] == f"attachment://{file.filename}"
    assert item["description"] == file.description == "a spot"
    assert len("a spot") <= MOST_ALT
    image = Image.open(BytesIO(file.fp.read()))
    assert (image.format, image.size) == ("PNG", (4, 4))


async def test_it_stands_between_the_news_and_the_card() -> None:
    attached = await Pictures().attach(Spot)
    layout = with_picture(view(text("news"), card(text("table"))), attached)
    assert [part["type"] for part in layout.to_components()] == [10, GALLERY, 17]


async def test_equal_pictures_have_one_name_and_others_their_own() -> None:
    pictures = Pictures()
    found = [await pictures.attach(lambda tint=tint: Spot(tint)) for tint in (1, 1, 2)]
    names = [one.file.filename for one in found if one]
    assert names[0] == names[1] != names[2]


async def test_what_many_wait_for_is_drawn_once() -> None:
    drawn: list[int] = []

    def draw() -> bytes:
        drawn.append(1)
        return b"png"

    pictures = Pictures()
    await asyncio.gather(*(pictures.file("a.png", draw) for _ in range(20)))
    assert len(drawn) == 1


async def test_only_the_newest_are_kept() -> None:
    drawn: list[str] = []
    pictures = Pictures(2)
    for name in ("a", "b", "a", "c", "a", "b"):
        await pictures.file(name, lambda name=name: drawn.append(name) or b"png")
    assert drawn == ["a", "b", "c", "b"]


async def test_whoever_gives_up_waiting_does_not_stop_the_others() -> None:
    begun, go_on = threading.Event(), threading.Event()

    def draw() -> bytes:
        begun.set()
        go_on.wait(10)
        return b"png"

    pictures = Pictures()
    first = asyncio.create_task(pictures.file("a", draw))
    await asyncio.to_thread(begun.wait, 10)
    second = asyncio.create_task(pictures.file("a", draw))
    first.cancel()
    go_on.set()
    assert await second == b"png"


async def test_a_picture_that_cannot_be_drawn_is_left_out(caplog: pytest.LogCaptureFixture) -> None:
    pictures = Pictures()
    with caplog.at_level(logging.ERROR):
        assert await pictures.attach(lambda: Spot(broken=True)) is None
    assert "a picture could not be drawn" in caplog.text
    layout = view(card(text("table")))
    assert with_picture(layout, None) is layout
    assert files(None) == []


async def test_neither_is_one_that_cannot_be_described(caplog: pytest.LogCaptureFixture) -> None:
    def describe() -> Spot:
        raise KeyError("no such room")

    assert await Pictures().attach(describe) is None
    assert "no such room" in caplog.text
