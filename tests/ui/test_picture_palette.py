"""A palette that many pictures share."""

import pytest
from PIL import Image

from bot.ui.pictures.palette import COLOURS, Palette

GROUND, SPOT = (30, 38, 31), (206, 68, 48)


def ramp() -> Image.Image:
    """Every shade from black to a mixed colour, and a large ground of one colour."""
    sample = Image.new("RGB", (256, 256), GROUND)
    for x in range(256):
        for y in range(64):
            sample.putpixel((x, y), (x, x * y // 64, (x * 3 + y) % 256))
    return sample


def test_what_is_common_keeps_its_exact_colour() -> None:
    ground = Image.new("RGB", (4, 4), GROUND)
    assert Palette(ramp()).reduced(ground).convert("RGB").tobytes() == ground.tobytes()


def test_nothing_is_far_from_a_colour_of_it() -> None:
    sample = ramp()
    seen = Palette(sample).reduced(sample).convert("RGB")
    pairs = zip(sample.tobytes(), seen.tobytes(), strict=True)
    assert max(abs(a - b) for a, b in pairs) < 48, "of 16,000 colours"


@pytest.mark.parametrize("tints", [[GROUND], [GROUND, SPOT]])
def test_a_sample_may_have_few_colours(tints: list[tuple[int, int, int]]) -> None:
    sample = Image.new("RGB", (len(tints), 1))
    sample.putdata(tints)
    palette = Palette(sample)
    assert palette.reduced(sample).convert("RGB").tobytes() == sample.tobytes()


def test_pictures_of_one_palette_can_be_pasted_into_each_other() -> None:
    palette = Palette(ramp())
    board, tile = (
        palette.reduced(Image.new("RGB", (9, 9), tint)) for tint in (GROUND, (200, 100, 88))
    )
    before = tile.convert("RGB").getpixel((0, 0))
    board.paste(tile, (3, 3))
    assert board.mode == "P"
    assert len(board.getpalette("RGB") or ()) == COLOURS * 3
    assert board.convert("RGB").getpixel((4, 4)) == before


def test_the_same_sample_makes_the_same_palette() -> None:
    one, other = Palette(ramp()).reduced(ramp()), Palette(ramp()).reduced(ramp())
    assert one.getpalette() == other.getpalette()
    assert one.tobytes() == other.tobytes()
