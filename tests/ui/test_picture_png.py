"""PNG files written by ourselves, as others read them."""

from io import BytesIO

import pytest
from PIL import Image

from bot.ui.pictures.drawing import png
from bot.ui.pictures.png import assembled, written
from tests.ui.pictured import differs

RED, GREEN, BLUE = (255, 0, 0), (0, 255, 0), (0, 0, 255)


def read(file: bytes) -> Image.Image:
    """Read a PNG file; Pillow checks its sums."""
    with Image.open(BytesIO(file)) as image:
        image.verify()
    image = Image.open(BytesIO(file))
    image.load()
    assert image.format == "PNG"
    return image


def stripes(width: int, height: int) -> Image.Image:
    """A picture with all 256 numbers of colours, each one a colour of its own."""
    picture = Image.new("P", (width, height))
    picture.putpalette([part for n in range(256) for part in (n, 255 - n, n * 7 % 256)])
    picture.putdata([(x * 3 + y * 5) % 256 for y in range(height) for x in range(width)])
    return picture


@pytest.mark.parametrize("size", [(1, 1), (7, 3), (256, 2), (1_000, 1_000)])
def test_every_pixel_is_what_it_was(size: tuple[int, int]) -> None:
    picture = stripes(*size)
    found = read(written(picture))
    assert (found.mode, found.size) == ("P", size)
    assert found.tobytes() == picture.tobytes()
    assert not differs(found.convert("RGB"), picture.convert("RGB"))


def test_a_palette_may_be_short() -> None:
    picture = Image.new("P", (3, 1))
    picture.putpalette([*RED, *GREEN, *BLUE])
    picture.putdata([2, 0, 1])
    found = read(written(picture)).convert("RGB")
    assert [found.getpixel((x, 0)) for x in range(3)] == [BLUE, RED, GREEN]


def test_a_colour_may_be_clear() -> None:
    file = assembled(2, 2, bytes([*RED, *BLUE]), b"\x00\x00\x01\x00\x01\x00", clear=b"\x00")
    found = read(file).convert("RGBA")
    assert found.getpixel((0, 0)) == (*RED, 0)
    assert found.getpixel((0, 1)) == (*BLUE, 255)


@pytest.mark.parametrize("size", [(1, 1), (3, 5), (400, 300)])
def test_a_picture_of_few_colours_keeps_them(size: tuple[int, int]) -> None:
    picture = Image.new("RGB", size, (40, 36, 48))
    picture.paste((236, 214, 166), (0, 0, size[0] // 2, size[1] // 2))
    assert not differs(read(png(picture)).convert("RGB"), picture)
