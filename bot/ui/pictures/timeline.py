"""A game in one picture: turn order, who had the initiative when, who collected what, trophies."""

from dataclasses import dataclass

from PIL import Image

from bot.ui.pictures.canvas import Canvas, Point, Tint
from bot.ui.pictures.lettering import LETTERS, Font
from bot.ui.pictures.people import RADIUS, Figure, draw_figure
from bot.ui.pictures.shapes import draw_card, draw_coin, star

WIDTH = 800
MARGIN = 20
MOST_LANES = 8
"""How many players it shows. A pod has six at most; at an open table there may be a crowd."""

MOST_NUMBERED = 16
"""How many collected bounties are numbered and named. Where there are more, stars must do."""

GROUND: Tint = (40, 36, 48)
LANE: Tint = (54, 49, 64)
GRID: Tint = (78, 72, 92)
DIM: Tint = (176, 168, 190)
LIGHT: Tint = (246, 240, 226)
GOLD: Tint = (255, 204, 92)
INK: Tint = (40, 31, 24)

_TOP = 132
_LANE = 112
_BADGES, _BAR, _WORDS = 26, 60, 88
"""How far below the top of a lane its bounties, the initiative, and what was earned are."""
_AXIS = (300, WIDTH - MARGIN - 20)
"""The left and right end of the time."""
_ROW = 36
_TICKS = (1, 2, 5, 10, 20, 50, 100, 200, 500)
"""Every how many turns are numbered: the first with which there are ten numbers at most."""


@dataclass(frozen=True)
class Collected:
    """A bounty that was collected, in a turn, for so much."""

    turn: int
    name: str
    coins: int
    cards: int


@dataclass(frozen=True)
class Lane:
    """A player's game. ``held`` are the turns, first and last, in which they had the initiative.

    ``note`` is a word on how it went; ``trophies`` what they earned, in words.
    """

    figure: Figure
    note: str
    trophies: str
    winner: bool
    left: bool
    held: tuple[tuple[int, int], ...]
    collected: tuple[Collected, ...]


@dataclass(frozen=True)
class Timeline:
    """A recap to be drawn, its lanes in turn order."""

    title: str
    facts: str
    lanes: tuple[Lane, ...]
    turns: int
    turn_word: str
    initiative: str
    bounty: str
    alt: str
    stem: str = "recap"

    def draw(self) -> Image.Image:
        """Draw it."""
        claims = sorted(
            (collected.turn, number, at)
            for number, lane in enumerate(self.lanes)
            for at, collected in enumerate(lane.collected)
        )
        numbered = len(claims) <= MOST_NUMBERED
        rows = -(-len(claims) // 2) if numbered else 0
        bottom = _TOP + _LANE * len(self.lanes)
        legend = 52 if self.initiative or self.bounty else 0
        canvas = Canvas(WIDTH, bottom + legend + rows * _ROW + 12, GROUND, fine=2)
        self._head(canvas)
        _grid(canvas, self.turns, self.turn_word, len(self.lanes))
        for number, lane in enumerate(self.lanes):
            _lane(canvas, lane, _TOP + _LANE * number, self.turns)
        for place, (turn, number, at) in enumerate(claims, start=1):
            y = _TOP + _LANE * number + _BADGES
            _badge(canvas, (_middle(turn, self.turns), y), place if numbered else None)
            if numbered:
                row, side = divmod(place - 1, 2)
                x = MARGIN + side * (WIDTH / 2 - MARGIN)
                corner = (x, bottom + legend + (row + 0.5) * _ROW)
                lane = self.lanes[number]
                _entry(canvas, corner, place, lane.collected[at], lane.figure)
        _legend(canvas, self, bottom + 24, 1 if numbered else None)
        return canvas.finished()

    def _head(self, canvas: Canvas) -> None:
        room = WIDTH - 2 * MARGIN
        sizes = (50, 44, 38, 32, 28)
        LETTERS.write_within(
            canvas, (WIDTH / 2, 44), self.title, room, sizes, fill=GOLD, font=Font.WESTERN
        )
        LETTERS.write_within(
            canvas, (WIDTH / 2, 88), self.facts, room, (24, 22), fill=DIM, font=Font.PLAIN
        )


def _x(turn: float, turns: int) -> float:
    """Return where a turn begins on the time's axis."""
    left, right = _AXIS
    return left + (right - left) * (turn - 1) / max(turns, 1)


def _grid(canvas: Canvas, turns: int, word: str, lanes: int) -> None:
    step = next((size for size in _TICKS if turns <= size * 10), turns)
    LETTERS.write(canvas, (_AXIS[0] - 14, _TOP - 16), word, 22, DIM, font=Font.PLAIN, side="right")
    for turn in range(1, turns + 1):
        if turn == 1 or turn % step == 0:
            x = _middle(turn, turns)
            for top in (_TOP + _LANE * lane for lane in range(lanes)):
                # Not through the words on what was earned: they are of no turn.
                canvas.stroke(((x, top), (x, top + _WORDS - 14)), 1.5, GRID)
            LETTERS.write(canvas, (x, _TOP - 16), str(turn), 22, DIM, font=Font.PLAIN)


def _middle(turn: int, turns: int) -> float:
    return (_x(max(turn, 1), turns) + _x(max(turn, 1) + 1, turns)) / 2


def _lane(canvas: Canvas, lane: Lane, top: float, turns: int) -> None:
    canvas.plate((MARGIN - 8, top, _AXIS[0] - 12, top + _LANE - 8), 12, LANE)
    _who(canvas, lane, top)
    for y in (top + _BADGES, top + _BAR):
        canvas.stroke(((_AXIS[0], y), (_AXIS[1], y)), 2, GRID)
    fill, _ = lane.figure.tints
    for first, last in lane.held:
        left, right = _x(max(first, 1), turns), _x(last + 1, turns)
        box = (left, top + _BAR - 10, max(right, left + 10), top + _BAR + 10)
        canvas.plate(box, 8, fill, LIGHT, 2)
    at, room = (_AXIS[0], top + _WORDS), WIDTH - MARGIN - _AXIS[0]
    LETTERS.write_within(
        canvas, at, lane.trophies, room, (22,), fill=LIGHT, font=Font.PLAIN, side="left"
    )


def _who(canvas: Canvas, lane: Lane, top: float) -> None:
    x, y = MARGIN + RADIUS + 6, top + (_LANE - 8) / 2
    draw_figure(canvas, LETTERS, (x, y), lane.figure)
    left = x + RADIUS + 12
    room = _AXIS[0] - 20 - left
    if lane.winner:
        _crown(canvas, (_AXIS[0] - 36, top + 30))
    name = LETTERS.cut(lane.figure.name, room - (34 if lane.winner else 0), 24)
    tint = DIM if lane.left else LIGHT
    LETTERS.write(canvas, (left, top + 32), name, 24, tint, side="left")
    if lane.left:
        width = LETTERS.width(name, 24)
        canvas.stroke(((left, top + 32), (left + width, top + 32)), 2, DIM)
    note = LETTERS.cut(lane.note, room, 22, Font.PLAIN)
    LETTERS.write(canvas, (left, top + 66), note, 22, DIM, font=Font.PLAIN, side="left")


def _badge(canvas: Canvas, centre: Point, number: int | None) -> None:
    if number is None:
        canvas.shape(star(centre, 14, 6), GOLD, INK, 2)
        return
    canvas.shape(star(centre, 21, 16, 8), GOLD, INK, 2.5)
    LETTERS.write(canvas, centre, str(number), 20, INK)


def _crown(canvas: Canvas, centre: Point) -> None:
    x, y = centre
    points = ((-14, 9), (-16, -9), (-7, -1), (0, -13), (7, -1), (16, -9), (14, 9))
    canvas.shape([(x + a, y + b) for a, b in points], GOLD, INK, 1.5)


def _legend(canvas: Canvas, told: Timeline, y: float, number: int | None) -> None:
    x: float = MARGIN
    if told.initiative:
        canvas.plate((x, y - 11, x + 40, y + 11), 9, LANE, LIGHT, 2)
        LETTERS.write(canvas, (x + 50, y), told.initiative, 22, LIGHT, font=Font.PLAIN, side="left")
        x += 50 + LETTERS.width(told.initiative, 22, Font.PLAIN) + 34
    if told.bounty:
        _badge(canvas, (x + 22, y), number)
        room = WIDTH - MARGIN - x - 54
        words = LETTERS.cut(told.bounty, room, 22, Font.PLAIN)
        LETTERS.write(canvas, (x + 52, y), words, 22, LIGHT, font=Font.PLAIN, side="left")


def _entry(canvas: Canvas, at: Point, place: int, collected: Collected, figure: Figure) -> None:
    x, y = at
    _badge(canvas, (x + 18, y), place)
    canvas.disc((x + 50, y), 8, figure.tints[0], LIGHT, 1.5)
    paid = [draw_coin] * collected.coins + [draw_card] * collected.cards
    left, room = x + 66, WIDTH / 2 - MARGIN - 14 - 66 - 8 - len(paid) * 26
    name = LETTERS.cut(collected.name, room, 22, Font.PLAIN)
    LETTERS.write(canvas, (left, y), name, 22, LIGHT, font=Font.PLAIN, side="left")
    after = left + LETTERS.width(name, 22, Font.PLAIN) + 20
    for number, draw in enumerate(paid):
        draw(canvas, (after + number * 26, y), 11)
