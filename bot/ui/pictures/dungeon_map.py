"""The map of a dungeon as a picture: its rooms, arrows, who is where, and the next steps."""

from dataclasses import dataclass

from PIL import Image

from bot.ui.pictures.canvas import Box, Canvas, Point, Tint
from bot.ui.pictures.dungeon_legend import (
    DIM,
    GOLD,
    GROUND,
    PARCHMENT,
    TEAL,
    Caption,
    Legend,
    draw_arrow,
    draw_tick,
)
from bot.ui.pictures.dungeon_plan import (
    DISC_STEP,
    MARGIN,
    MOST_DISCS,
    WIDTH,
    Plan,
    ShownRoom,
    Words,
    discs_in,
    line_step,
    planned,
)
from bot.ui.pictures.lettering import LETTERS, Fitted, Font
from bot.ui.pictures.people import RADIUS, draw_figure, draw_rest

TITLE = 88
"""How much room the name of a dungeon takes, in pixels."""

STONE: Tint = (60, 54, 70)
WORN: Tint = (206, 195, 168)
INK: Tint = (40, 31, 24)
FADED: Tint = (96, 80, 62)


@dataclass(frozen=True)
class DungeonMap:
    """A map to be drawn."""

    rooms: tuple[ShownRoom, ...]
    caption: Caption
    alt: str
    stem: str = "dungeon"

    def draw(self) -> Image.Image:
        """Draw it."""
        plan = planned(self.rooms, TITLE + (28 if self.caption.english else 0))
        legend = Legend(self.caption)
        canvas = Canvas(WIDTH, round(plan.bottom + 24 + legend.height), GROUND, fine=2)
        _title(canvas, self.caption)
        for bright in (False, True):  # bright ones on top
            for arrow in plan.arrows:
                source = next(room for room in self.rooms if room.id == arrow.source)
                if bool(source.here) is bright:
                    draw_arrow(canvas, arrow.points, bright=bright)
        for room in self.rooms:
            _room(canvas, room, plan)
        legend.draw(canvas, plan.bottom + 24)
        return canvas.finished()


def _title(canvas: Canvas, caption: Caption) -> None:
    room, sizes = WIDTH - 2 * MARGIN, (46, 42, 38, 34, 30)
    LETTERS.write_within(
        canvas, (WIDTH / 2, 46), caption.title, room, sizes, fill=GOLD, font=Font.WESTERN
    )
    LETTERS.write_within(
        canvas, (WIDTH / 2, 88), caption.english, room, (24,), fill=DIM, font=Font.PLAIN
    )


def _room(canvas: Canvas, room: ShownRoom, plan: Plan) -> None:
    box, words = plan.boxes[room.id], plan.words[room.id]
    edge, rim = STONE, 3
    if room.here:
        edge, rim = GOLD, 6
    if room.coming:
        edge, rim = TEAL, 7
    left, top, right, bottom = box
    outer = (left - rim, top - rim, right + rim, bottom + rim)
    canvas.plate(outer, 14 + rim, edge)
    worn = room.visited and not room.here
    canvas.plate(box, 14, WORN if worn else PARCHMENT)
    people = len(room.here) + len(room.coming)
    rows = -(-min(people, MOST_DISCS + 1) // discs_in(right - left))
    strip = rows * DISC_STEP + (8 if rows else 0)
    _write(canvas, words, (left, top, right, bottom - strip))
    _people(canvas, room, (left, bottom - strip, right, bottom))
    if worn:
        draw_tick(canvas, (right - 8, top + 8))


def _write(canvas: Canvas, words: Words, box: Box) -> None:
    left, top, right, bottom = box
    middle = (left + right) / 2
    y = (top + bottom - words.height) / 2
    for part, tint, font in (
        (words.name, INK, Font.BOLD),
        (words.english, FADED, Font.PLAIN),
        (words.effect, INK, Font.PLAIN),
    ):
        if part is not None:
            y = _lines(canvas, part, (middle, y), tint, font) + 5


def _lines(canvas: Canvas, part: Fitted, top: Point, tint: Tint, font: Font) -> float:
    x, y = top
    step = line_step(part.size)
    for line in part.lines:
        LETTERS.write(canvas, (x, y + step / 2), line, part.size, tint, font=font)
        y += step
    return y


def _people(canvas: Canvas, room: ShownRoom, box: Box) -> None:
    everybody = [(figure, False) for figure in room.here] + [(f, True) for f in room.coming]
    if not everybody:
        return
    shown, rest = everybody[:MOST_DISCS], len(everybody) - MOST_DISCS
    left, top, right, _ = box
    places = _grid(len(shown) + (rest > 0), discs_in(right - left))
    for number, (across, down) in enumerate(places):
        centre = ((left + right) / 2 + across * DISC_STEP, top + RADIUS + down * DISC_STEP)
        if number < len(shown):
            figure, hollow = shown[number]
            draw_figure(canvas, LETTERS, centre, figure, hollow=hollow)
        else:
            draw_rest(canvas, LETTERS, centre, rest)


def _grid(count: int, across: int) -> list[tuple[float, int]]:
    """Return places for so many discs: steps from the middle, and the row."""
    places = []
    for row, first in enumerate(range(0, count, across)):
        here = min(across, count - first)
        places += [(place - (here - 1) / 2, row) for place in range(here)]
    return places
