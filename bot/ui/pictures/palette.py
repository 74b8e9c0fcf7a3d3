"""One palette for many pictures, so that what they are made of is reduced to it only once."""

from collections.abc import Iterable, Sequence
from itertools import chain

from PIL import Image, ImageChops

from bot.ui.pictures.canvas import Tint

COLOURS = 256

_EXACT = 64
"""How many of the most common colours are in a palette as they are."""

_NEAR = 5
"""Colours so near to an exact one, in each of red, green and blue, need none of their own."""


class Palette:
    """The colours that suit a sample best. It may be used from several threads at once.

    The grounds, which fill most of a picture, are kept exactly; the rest of the palette covers the
    whole range of what is between them, the smooth edges.
    """

    def __init__(self, sample: Image.Image) -> None:
        """Choose the colours from a sample of mode RGB that has them all, as often as usual."""
        counted = sample.getcolors(sample.width * sample.height) or []
        tints: list[Tint] = [_rgb(tint) for _, tint in sorted(counted, reverse=True)]
        exact = tints[:_EXACT]
        others = _far_from(exact, tints[_EXACT:])
        self._colours = _palette([*exact, *_covering(others, COLOURS - len(exact))])
        # Pillow looks colours up in a table that it makes at the first use. Two threads at once
        # would see half of it.
        self.reduced(Image.new("RGB", (1, 1)))

    def reduced(self, picture: Image.Image) -> Image.Image:
        """Return a picture of mode RGB as one of mode P, each pixel in the nearest colour.

        Pictures reduced to the same palette can be pasted into each other as they are.
        """
        return picture.quantize(palette=self._colours, dither=Image.Dither.NONE)


def _rgb(tint: object) -> Tint:
    assert isinstance(tint, tuple)
    red, green, blue = tint
    return red, green, blue


def _palette(tints: Sequence[Tint]) -> Image.Image:
    """Return an image with this palette. What is missing repeats the first colour."""
    image = Image.new("P", (1, 1))
    image.putpalette([*chain(*tints), *(tints[0] * (COLOURS - len(tints)))])
    return image


def _far_from(exact: Sequence[Tint], tints: Sequence[Tint]) -> list[Tint]:
    """Return those of ``tints`` that no exact colour is near to."""
    row = _row(tints)
    nearest = row.quantize(palette=_palette(exact), dither=Image.Dither.NONE).convert("RGB")
    red, green, blue = ImageChops.difference(row, nearest).split()
    distances = ImageChops.lighter(ImageChops.lighter(red, green), blue).tobytes()
    return [tint for tint, far in zip(tints, distances, strict=True) if far > _NEAR]


def _covering(tints: Sequence[Tint], count: int) -> Iterable[Tint]:
    """Return at most so many colours that have one near to each of ``tints``."""
    if not tints:
        return []
    # Which colours are not left out counts, not how common they are: each is there once.
    chosen = _row(tints).quantize(count, Image.Quantize.MAXCOVERAGE, kmeans=1)
    parts = iter(chosen.getpalette("RGB") or ())
    return zip(parts, parts, parts, strict=True)


def _row(tints: Sequence[Tint]) -> Image.Image:
    return Image.frombytes("RGB", (len(tints), 1), bytes(chain(*tints)))
