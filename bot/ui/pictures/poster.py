"""A bounty as a wanted poster: a portrait of our own, the condition, the level and what it pays."""

from dataclasses import dataclass
from math import cos, pi, sin

from PIL import Image

from bot.ui.pictures.canvas import Canvas, Point, Tint
from bot.ui.pictures.lettering import LETTERS, Fitted, Font
from bot.ui.pictures.outlaws import SIZE, draw_outlaw
from bot.ui.pictures.shapes import draw_card, draw_coin, star

WIDTH, HEIGHT = 800, 540

GROUND: Tint = (44, 34, 30)
PAPER: Tint = (236, 214, 166)
STAIN: Tint = (120, 78, 36)
INK: Tint = (58, 36, 22)
FADED: Tint = (112, 80, 52)
RED: Tint = (150, 36, 24)
GOLD: Tint = (226, 168, 40)
NAIL: Tint = (70, 66, 64)

_FRAME = (42, 122, 274, 400)
_STEP = 1.18
"""From line to line, in parts of the size."""
_TEXT = (300, 758)
"""The left and the right end of the text beside the portrait."""


@dataclass(frozen=True)
class Poster:
    """A poster to be drawn. ``card`` is the bounty's id; ``english`` "" where that is its name.

    ``coins`` and ``cards`` are what it pays; ``either``: the one or the other.
    """

    card: str
    wanted: str
    name: str
    english: str
    condition: str
    level: int
    top: int
    levels: str
    reward: str
    coins: int
    cards: int
    either: bool
    alt: str
    stem: str = "bounty"

    def draw(self) -> Image.Image:
        """Draw it."""
        canvas = Canvas(WIDTH, HEIGHT, GROUND, fine=2)
        _paper(canvas)
        sizes = (88, 80, 72, 64, 56, 48)
        LETTERS.write_within(
            canvas, (WIDTH / 2, 72), self.wanted, 680, sizes, fill=INK, font=Font.WESTERN
        )
        _portrait(canvas, self.card)
        _told(canvas, self)
        _level(canvas, self)
        _reward(canvas, self)
        return canvas.finished()


def _paper(canvas: Canvas) -> None:
    """Draw old paper with an uneven edge, nailed to a board."""
    edge: list[Point] = []
    for side in range(4):
        length = WIDTH if side % 2 == 0 else HEIGHT
        for step in range(0, length, 20):
            depth = 12 + 4 * sin(step * 0.31 + side * 2) + 3 * sin(step * 0.83 + side)
            edge.append(
                ((step, depth), (WIDTH - depth, step), (WIDTH - step, HEIGHT - depth),
                 (depth, HEIGHT - step))[side]
            )  # fmt: skip
    edge = [(min(max(x, 9), WIDTH - 9), min(max(y, 9), HEIGHT - 9)) for x, y in edge]
    canvas.shape(edge, PAPER, (196, 164, 112), 4)
    for x, y, radius, opacity in ((650, 60, 90, 0.07), (120, 470, 110, 0.08), (720, 420, 70, 0.06)):
        around = [(sin(turn * pi / 12), cos(turn * pi / 12)) for turn in range(24)]
        stain = [(x + radius * a, y + radius * 0.8 * b) for a, b in around]
        canvas.shine(stain, opacity, STAIN)
    canvas.plate((26, 26, WIDTH - 26, HEIGHT - 26), 6, None, INK, 2)
    canvas.plate((31, 31, WIDTH - 31, HEIGHT - 31), 4, None, INK, 1)
    for x in (18, WIDTH - 18):
        for y in (18, HEIGHT - 18):
            canvas.disc((x, y), 8, NAIL, (30, 28, 28), 2)
            canvas.disc((x - 2, y - 2), 2.5, (170, 166, 160))


def _portrait(canvas: Canvas, card: str) -> None:
    left, top, right, bottom = _FRAME
    canvas.plate((left, top, right, bottom), 4, (216, 188, 136), INK, 4)
    middle = ((left + right) / 2, (top + bottom) / 2)
    for ray in range(0, 24, 2):
        ends = [
            (middle[0] + 150 * sin(turn * pi / 12), middle[1] + 150 * cos(turn * pi / 12))
            for turn in (ray, ray + 1)
        ]
        inside = [
            (min(max(x, left + 4), right - 4), min(max(y, top + 4), bottom - 4)) for x, y in ends
        ]
        canvas.shine((middle, *inside), 0.3)
    scale = (bottom - top - 12) / SIZE[1]
    draw_outlaw(canvas, card, (middle[0] - SIZE[0] * scale / 2, top + 8), scale)
    canvas.plate((left, top, right, bottom), 4, None, INK, 4)


def _told(canvas: Canvas, poster: Poster) -> None:
    left, right = _TEXT
    room, middle = right - left, (left + right) / 2
    name = LETTERS.fitted(poster.name, room, (44, 40, 37), 1, Font.WESTERN)
    if name.lines[-1].endswith("…"):
        name = LETTERS.fitted(poster.name, room, (40, 36, 32), 2, Font.WESTERN)
    y = 142.0
    for line in name.lines:
        LETTERS.write(canvas, (middle, y), line, name.size, RED, font=Font.WESTERN)
        y += name.size * 1.12
    if poster.english:
        at = (middle, y - 4)
        LETTERS.write_within(canvas, at, poster.english, room, (22,), fill=FADED, font=Font.PLAIN)
        y += 30
    y -= 6
    told = _condition(poster.condition, room, 400 - y)
    step = told.size * _STEP
    y += max(0, (400 - y - step * len(told.lines)) / 2) + step / 2
    for line in told.lines:
        LETTERS.write(canvas, (middle, y), line, told.size, INK, font=Font.PLAIN)
        y += step


def _condition(condition: str, width: float, height: float) -> Fitted:
    """Return a condition as large as fits there; if in no size it does, cut off."""
    told = Fitted((), 0)
    for size in (32, 30, 28, 26, 24, 22):
        most = int(height // (size * _STEP))
        told = LETTERS.fitted(condition, width, (size,), most, Font.PLAIN)
        if not told.lines[-1].endswith("…"):
            break
    return told


def _level(canvas: Canvas, poster: Poster) -> None:
    """Draw the level as sheriff's stars, with the words below."""
    left, _, right, _ = _FRAME
    step = (right - left) / poster.top
    for number in range(poster.top):
        centre = (left + step * (number + 0.5), 440)
        lit = number < poster.level
        canvas.shape(star(centre, 25, 11), GOLD if lit else PAPER, INK, 3)
        if lit:
            canvas.disc(centre, 4, INK)
    at = ((left + right) / 2, 486)
    LETTERS.write_within(canvas, at, poster.levels, right - left + 12, (24, 22), fill=INK)


def _reward(canvas: Canvas, poster: Poster) -> None:
    left, right = _TEXT
    canvas.stroke(((left, 412), (right, 412)), 3, INK)
    canvas.stroke(((left, 418), (right, 418)), 1, INK)
    icons = poster.coins * 40 + poster.cards * 40 + (16 if poster.either else 0)
    x = (left + right) / 2 - icons / 2 + 20
    for _ in range(poster.coins):
        draw_coin(canvas, (x, 445), 17)
        x += 40
    if poster.either:
        LETTERS.write(canvas, (x - 12, 445), "/", 32, INK)
        x += 16
    for _ in range(poster.cards):
        draw_card(canvas, (x, 445), 17)
        x += 40
    at = ((left + right) / 2, 488)
    sizes = (36, 32, 28, 26, 24)
    LETTERS.write_within(
        canvas, at, poster.reward, right - left, sizes, fill=RED, font=Font.WESTERN
    )
