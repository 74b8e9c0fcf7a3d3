"""A small canvas for the pictures we draw ourselves, with smooth edges.

Shapes are drawn some times as large and reduced at the end, which is what makes them smooth.
Letters are smooth by themselves: they are laid on top of all shapes, at their real size.
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

    def __init__(
        self, width: int, height: int, ground: Tint | None = None, *, fine: int = FINE
    ) -> None:
        """Begin with a ground, or with nothing (transparent).

        ``fine`` is how much larger shapes are drawn: 2 does for large pictures, and is faster.
        """
        self._fine = fine
        self._image = Image.new(
            "RGBA" if ground is None else "RGB",
            (width * fine, height * fine),
            (0, 0, 0, 0) if ground is None else ground,
        )
        self._pen = ImageDraw.Draw(self._image)
        self._stencils: list[tuple[Image.Image, tuple[int, int], Tint]] = []

    def finished(self) -> Image.Image:
        """Return the picture at its real size."""
        picture = self._image.reduce(self._fine)
        for stencil, corner, fill in self._stencils:
            picture.paste(fill, corner, stencil)
        return picture

    def stencil(self, shape: Image.Image, corner: tuple[int, int], fill: Tint) -> None:
        """Lay a shape of real size (mode L) on top of all else, its top left corner there."""
        self._stencils.append((shape, corner, fill))

    def disc(
        self, centre: Point, radius: float, fill: Tint, edge: Tint | None = None, rim: float = 0
    ) -> None:
        """Draw a round spot."""
        x, y = centre
        self.oval((x - radius, y - radius, x + radius, y + radius), fill, edge, rim)

    def oval(self, box: Box, fill: Tint, edge: Tint | None = None, rim: float = 0) -> None:
        """Draw an ellipse into a box."""
        self._pen.ellipse(self._box(box), fill, edge, round(rim * self._fine))

    def plate(
        self,
        box: Box,
        radius: float,
        fill: Tint | None,
        edge: Tint | None = None,
        rim: float = 0,
    ) -> None:
        """Draw a rectangle with rounded corners."""
        self._pen.rounded_rectangle(
            self._box(box),
            radius * self._fine,
            fill,
            edge,
            round(rim * self._fine) if edge else 0,
        )

    def shape(
        self, points: Iterable[Point], fill: Tint, edge: Tint | None = None, rim: float = 0
    ) -> None:
        """Draw a polygon; its edge runs along the points, half of it inside."""
        corners = [*points]
        self._pen.polygon(self._points(corners), fill)
        if edge is not None:
            self.stroke([*corners, corners[0]], rim, edge)

    def stroke(self, points: Sequence[Point], width: float, fill: Tint) -> None:
        """Draw a line with round joints and ends."""
        corners = self._points(points)
        self._pen.line(corners, fill, round(width * self._fine))
        radius = width * self._fine / 2
        for x, y in corners:
            self._pen.ellipse((x - radius, y - radius, x + radius, y + radius), fill)

    def shine(self, points: Iterable[Point], opacity: float, tint: Tint = (255, 255, 255)) -> None:
        """Lay a translucent polygon over what is there. Needs a ground."""
        pen = ImageDraw.Draw(self._image, "RGBA")  # this mode mixes, where the other one replaces
        pen.polygon(self._points(points), (*tint, round(opacity * 255)))

    def _points(self, points: Iterable[Point]) -> list[Point]:
        return [(x * self._fine, y * self._fine) for x, y in points]

    def _box(self, box: Box) -> Box:
        left, top, right, bottom = box
        fine = self._fine
        return left * fine, top * fine, right * fine - 1, bottom * fine - 1
