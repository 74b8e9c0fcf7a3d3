"""Small marks that several pictures share: stars, coins, cards."""

from math import cos, pi, sin

from bot.ui.pictures.canvas import Canvas, Point, Tint

TIMES = "\N{MULTIPLICATION SIGN}"

INK: Tint = (58, 36, 22)
GOLD: Tint = (226, 168, 40)
SHINE: Tint = (252, 222, 120)
BACK: Tint = (150, 88, 48)
EDGE: Tint = (250, 240, 214)


def star(centre: Point, outer: float, inner: float, rays: int = 5) -> list[Point]:
    """Return the corners of a star that points up."""
    x, y = centre
    return [
        (x + radius * sin(turn * pi / rays), y - radius * cos(turn * pi / rays))
        for turn, radius in enumerate((outer, inner) * rays)
    ]


def draw_coin(canvas: Canvas, centre: Point, radius: float) -> None:
    """Draw a coin: a Treasure."""
    canvas.disc(centre, radius, GOLD, INK, 2.5)
    canvas.disc(centre, radius * 0.68, SHINE)
    canvas.shape(star(centre, radius * 0.5, radius * 0.22), GOLD)


def draw_card(canvas: Canvas, centre: Point, half: float) -> None:
    """Draw the back of a card: one that is drawn."""
    x, y = centre
    wide = half * 0.76
    canvas.plate((x - wide, y - half, x + wide, y + half), 3, EDGE, INK, 2.5)
    canvas.plate((x - wide + 4, y - half + 4, x + wide - 4, y + half - 4), 2, BACK)
    canvas.oval((x - wide / 2.4, y - half / 2, x + wide / 2.4, y + half / 2), GOLD)
