"""What a picture shows, its name, and how it becomes a file."""

import hashlib
from typing import Protocol

from PIL import Image

from bot.ui.pictures.png import written

MOST_ALT = 1_024
"""How many characters Discord takes as the description of a picture."""


class Drawing(Protocol):
    """Everything that a picture shows, as a value. With an equal one, the picture is the same."""

    @property
    def stem(self) -> str:
        """What the file's name begins with."""

    @property
    def alt(self) -> str:
        """The picture in words, at most `MOST_ALT` characters."""

    def draw(self) -> Image.Image:
        """Draw it. May be called in any thread."""


def file_name(drawing: Drawing) -> str:
    """Return a file name that no other picture has, and every picture that is equal.

    Discord's apps keep pictures by their name: a changed one under an old name would not be seen.
    """
    key = hashlib.sha256(repr(drawing).encode()).hexdigest()[:20]
    return f"{drawing.stem}-{key}.png"


def png(picture: Image.Image) -> bytes:
    """Return a picture in 256 colours of its own: half as large as a JPEG, and sharper."""
    # Every second pixel of every second row has the colours of all: nothing drawn is so small.
    size = -(-picture.width // 2), -(-picture.height // 2)
    some = picture.resize(size, Image.Resampling.NEAREST)
    palette = some.quantize(method=Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE)
    return written(picture.quantize(palette=palette, dither=Image.Dither.NONE))
