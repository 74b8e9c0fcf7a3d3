"""A small canvas for the pictures we draw ourselves, with smooth edges.

Everything is drawn `FINE` times as large and reduced at the end, which is what makes them smooth.
"""

from collections.abc import Iterable, Sequence

from PIL import Image, ImageDraw

FINE = 3

Tint = tuple[int, int, int]
Point = tuple[float, float]
Box = tuple[float, float, float, float]
"""Left, top, right and bottom."""


class Canvas:
    """A drawing of a stated size in pixels. Nothing it draws is ever seen at a larger size."""

    def __init__(self, width: int, height: int, ground: Tint | None = None) -> None:
        """Begin with a ground, or with nothing (transparent)."""
        self.image = Image.new(
            "RGBA" if ground is None else "RGB",
            (width * FINE, height * FINE),
            (0, 0, 0, 0) if ground is None else ground,
        )
        self.pen = ImageDraw.Draw(self.image)

    def finished(self) -> Image.Image:
        """Return the picture at its real size."""
        return self.image.reduce(FINE)

    def disc(
        self, centre: Point, radius: float, fill: Tint, edge: Tint | None = None, rim: float = 0
    ) -> None:
        """Draw a round spot."""
        x, y = centre
        self.oval((x - radius, y - radius, x + radius, y + radius), fill, edge, rim)

    def oval(self, box: Box, fill: Tint, edge: Tint | None = None, rim: float = 0) -> None:
        """Draw an ellipse into a box."""
        self.pen.ellipse(_fine_box(box), fill, edge, round(rim * FINE))

    def plate(
        self,
        box: Box,
        radius: float,
        fill: Tint | None,
        edge: Tint | None = None,
        rim: float = 0,
    ) -> None:
        """Draw a rectangle with rounded corners."""
        self.pen.rounded_rectangle(
            _fine_box(box), radius * FINE, fill, edge, round(rim * FINE) if edge else 0
        )

    def shape(
        self, points: Iterable[Point], fill: Tint, edge: Tint | None = None, rim: float = 0
    ) -> None:
        """Draw a polygon; its edge runs along the points, half of it inside."""
        corners = _fine(points)
        self.pen.polygon(corners, fill)
        if edge is not None:
            self.stroke([(x / FINE, y / FINE) for x, y in (*corners, corners[0])], rim, edge)

    def stroke(self, points: Sequence[Point], width: float, fill: Tint) -> None:
        """Draw a line with round joints and ends."""
        corners = _fine(points)
        self.pen.line(corners, fill, round(width * FINE))
        radius = width * FINE / 2
        for x, y in corners:
            self.pen.ellipse((x - radius, y - radius, x + radius, y + radius), fill)

    def shine(self, points: Iterable[Point], opacity: float) -> None:
        """Lay a translucent white polygon over what is there. Needs a ground."""
        pen = ImageDraw.Draw(self.image, "RGBA")  # this mode mixes, where the other one replaces
        pen.polygon(_fine(points), (255, 255, 255, round(opacity * 255)))


def _fine(points: Iterable[Point]) -> list[Point]:
    return [(x * FINE, y * FINE) for x, y in points]


def _fine_box(box: Box) -> Box:
    left, top, right, bottom = box
    return left * FINE, top * FINE, right * FINE - 1, bottom * FINE - 1
