"""Our own pictures: drawn once, off the event loop, and never in the way of a message."""

import asyncio
import logging
import threading
from contextlib import suppress
from dataclasses import dataclass
from io import BytesIO

import discord
import pytest
from PIL import Image

from bot.panels.pictures import Pictures, anew, files, with_picture
from bot.ui.layout import assert_sendable, card, text, view
from bot.ui.pictures.canvas import Canvas
from bot.ui.pictures.drawing import MOST_ALT
from bot.ui.pictures.lettering import LETTERS
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


async def test_only_so_many_bytes_are_kept_the_newest() -> None:
    drawn: list[str] = []
    pictures = Pictures(10)
    for name in ("a", "b", "a", "c", "a", "b"):
        await pictures.file(name, lambda name=name: drawn.append(name) or b"12345")
    assert drawn == ["a", "b", "c", "b"]
    assert pictures.file_at_once("b", lambda: b"anew") == b"12345", "it is one store"


def test_a_quick_one_is_drawn_right_here() -> None:
    drawn: list[threading.Thread] = []

    def draw() -> bytes:
        drawn.append(threading.current_thread())
        return b"png"

    pictures = Pictures()
    assert pictures.file_at_once("a", draw) == pictures.file_at_once("a", draw) == b"png"
    assert drawn == [threading.current_thread()]


async def test_the_others_are_drawn_in_one_thread_of_their_own() -> None:
    drawn: set[str] = set()

    def draw() -> bytes:
        drawn.add(threading.current_thread().name)
        return b"png"

    pictures = Pictures()
    await asyncio.gather(*(pictures.file(str(number), draw) for number in range(50)))
    (thread,) = drawn
    assert thread.startswith("pictures")


async def test_what_is_prepared_is_there_before_what_is_asked_for_later() -> None:
    pictures, made = Pictures(), list[str]()
    prepared = pictures.prepare(lambda: made.append("a font"))
    await pictures.file("a", lambda: made.append("a picture") or b"png")
    assert prepared.done()
    assert made == ["a font", "a picture"]


async def test_what_is_forgotten_while_it_is_drawn_is_not_kept() -> None:
    begun, go_on = threading.Event(), threading.Event()

    def draw() -> bytes:
        begun.set()
        go_on.wait(10)
        LETTERS.write(Canvas(200, 40), (100, 20), "Ana", 20, (0, 0, 0))
        return b"of Ana"

    pictures = Pictures()
    first = asyncio.create_task(pictures.file("a", draw))
    await asyncio.to_thread(begun.wait, 10)
    pictures.forget()
    go_on.set()
    assert await first == b"of Ana", "who waits for it still gets it"
    assert await pictures.file("a", lambda: b"anew") == b"anew"
    assert len(LETTERS._stencils) == 0


async def test_one_that_failed_is_tried_again() -> None:
    tries = [b"", b"png"]
    pictures = Pictures()
    for _ in range(2):
        with suppress(ValueError):
            found = await pictures.file("a", lambda: tries.pop(0) or bytes.fromhex("no"))
    assert found == b"png"


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


def test_a_file_that_was_read_to_its_end_can_be_sent_once_more() -> None:
    sent = discord.File(BytesIO(b"png"), "spot.png", description="a spot")
    sent.fp.read()
    sent.close()
    [again] = anew([sent])
    assert (again.fp.read(), again.filename, again.description) == (b"png", "spot.png", "a spot")
    assert [file.fp.read() for file in anew([sent])] == [b"png"], "as often as it is wanted"
