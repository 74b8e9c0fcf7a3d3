"""The plan of a dungeon's map: where each room is, what fits into it, and how arrows run."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import NamedTuple

from bot.ui.pictures.canvas import Box, Point
from bot.ui.pictures.layers import Layers, Passage, Spot, depths, layered, way
from bot.ui.pictures.lettering import LETTERS, Fitted, Font
from bot.ui.pictures.people import RADIUS, Figure

WIDTH = 800
"""Of the picture, in pixels. Letters of 22 are 11 high where a phone shows it 400 wide."""

MARGIN = 20
DISC_STEP = 2 * RADIUS + 3
"""From one player's disc to the next, across and down."""

MOST_DISCS = 6

_MOST_HEIGHT = 1_500
"""Higher than that, Discord makes pictures narrower."""

_GAP, _FALL = 18, 40
"""Between rooms beside each other, and between layers, where the arrows are."""
_LANE = 46
"""The width of a passage."""
_PAD = 10
_ALONE = (440, 600, WIDTH - 2 * MARGIN)
"""How wide a room is that has its layer to itself: the first in which its text is short."""

_NAME_SIZES, _EFFECT_SIZES, _ENGLISH_SIZES = (30, 28, 26, 24), (24, 22), (22,)
_MOST_LINES = 4
_MORE = "[…]"
_SENTENCE_END = re.compile(r"(?<=[.!?])\s+")
_OVERLAP = 36
"""Rooms below each other by at least so much have a straight arrow."""


@dataclass(frozen=True)
class ShownRoom:
    """A room on the map. ``english`` is its name on most cards, "" where that is its name anyway.

    ``here`` are in it; ``coming`` have a choice open in which they may enter it. ``visited``: by
    somebody who is in this dungeon now.
    """

    id: str
    name: str
    english: str
    effect: str
    exits: tuple[str, ...]
    visited: bool = False
    here: tuple[Figure, ...] = ()
    coming: tuple[Figure, ...] = ()


class Words(NamedTuple):
    """What is written in a room, as it fits. An effect that does not is left to the text."""

    name: Fitted
    english: Fitted | None
    effect: Fitted | None

    @property
    def height(self) -> float:
        """How much room it takes, in pixels."""
        parts = [part for part in self if part is not None]
        return sum(line_step(part.size) * len(part.lines) for part in parts) + 5 * len(parts[1:])


class Arrow(NamedTuple):
    """An arrow from room to room, by the points on its way."""

    source: str
    target: str
    points: tuple[Point, ...]


class Plan(NamedTuple):
    """A planned map. ``bottom`` is where its last layer ends."""

    boxes: Mapping[str, Box]
    words: Mapping[str, Words]
    arrows: tuple[Arrow, ...]
    bottom: float


def line_step(size: int) -> float:
    """Return how far apart lines of this size are."""
    return size * 1.18


def discs_in(width: float) -> int:
    """Return how many players' discs fit beside each other into a room."""
    return int((width - 8) // DISC_STEP)


def planned(rooms: Sequence[ShownRoom], top: float) -> Plan:
    """Return the plan of a dungeon with these rooms, the first layer at ``top``.

    In a dungeon that would be too high for a phone, effects are told where they matter next only:
    in layers with somebody in them, and a step from there.
    """
    plan = _planned(rooms, top)
    if plan.bottom <= _MOST_HEIGHT:
        return plan
    depth = depths(layered({room.id: room.exits for room in rooms}))
    near = {depth[exit_] for room in rooms if room.here for exit_ in room.exits}
    near |= {depth[room.id] for room in rooms if room.here or room.coming}
    told = [room if depth[room.id] in near else replace(room, effect="") for room in rooms]
    return _planned(told, top)


def _planned(rooms: Sequence[ShownRoom], top: float) -> Plan:
    known = {room.id: room for room in rooms}
    layers = layered({room.id: room.exits for room in rooms})
    boxes: dict[Spot, Box] = {}
    words: dict[str, Words] = {}
    for level, layer in enumerate(layers):
        beside = (*layers[max(level - 1, 0) : level], *layers[level + 1 : level + 2])
        passages = any(isinstance(spot, Passage) for other in beside for spot in other)
        widths = _widths(layer, known, wide=passages)
        words |= {
            spot: _words(known[spot], width)
            for spot, width in zip(layer, widths, strict=True)
            if isinstance(spot, str)
        }
        height = max(
            _height(known[spot], words[spot], width)
            for spot, width in zip(layer, widths, strict=True)
            if isinstance(spot, str)
        )
        boxes |= _laid(layer, widths, top, top + height)
        top += height + _FALL
    return Plan(
        {spot: box for spot, box in boxes.items() if isinstance(spot, str)},
        words,
        tuple(_arrows(rooms, layers, boxes)),
        top - _FALL,
    )


def _widths(layer: Sequence[Spot], known: Mapping[str, ShownRoom], *, wide: bool) -> list[float]:
    """Return how wide each spot of a layer is. ``wide``: a room alone reaches to all passages."""
    inside = [spot for spot in layer if isinstance(spot, str)]
    lanes = len(layer) - len(inside)
    free = WIDTH - 2 * MARGIN - _GAP * (len(layer) - 1) - _LANE * lanes
    width = free / len(inside)
    if len(layer) == 1 and not wide:
        width = next((w for w in _ALONE if _short(_words(known[inside[0]], w))), free)
    return [width if isinstance(spot, str) else _LANE for spot in layer]


def _short(words: Words) -> bool:
    lines = words.effect.lines if words.effect else ("",)
    return len(lines) <= 2 and len(words.name.lines) == 1 and not lines[-1].endswith(_MORE)


def _laid(
    layer: Sequence[Spot], widths: Sequence[float], top: float, bottom: float
) -> dict[Spot, Box]:
    left = (WIDTH - sum(widths) - _GAP * (len(widths) - 1)) / 2
    laid: dict[Spot, Box] = {}
    for spot, width in zip(layer, widths, strict=True):
        laid[spot] = (left, top, left + width, bottom)
        left += width + _GAP
    return laid


def _words(room: ShownRoom, width: float) -> Words:
    inside = width - 2 * _PAD
    english = LETTERS.fitted(room.english, inside, _ENGLISH_SIZES, 2, Font.PLAIN)
    name = LETTERS.fitted(room.name, inside, _NAME_SIZES, 1)
    if name.lines[0].endswith("…"):
        name = LETTERS.fitted(room.name, inside, _NAME_SIZES, 2)
    return Words(
        name,
        english if room.english else None,
        _effect(room.effect, inside),
    )


def _effect(effect: str, inside: float) -> Fitted | None:
    """Return an effect as it fits, or as many whole sentences of it as do."""
    if not effect:
        return None
    sentences = _SENTENCE_END.split(effect)
    for count in range(len(sentences), 0, -1):
        told = " ".join(sentences[:count])
        more = "" if count == len(sentences) else f" {_MORE}"
        fitted = LETTERS.fitted(told + more, inside, _EFFECT_SIZES, _MOST_LINES, Font.PLAIN)
        if not fitted.lines[-1].endswith("…"):
            return fitted
    return None


def _height(room: ShownRoom, words: Words, width: float) -> float:
    people = len(room.here) + len(room.coming)
    discs = min(people, MOST_DISCS + 1)
    rows = -(-discs // discs_in(width))
    return 2 * _PAD + words.height + rows * DISC_STEP + (8 if rows else 0)


def _arrows(
    rooms: Sequence[ShownRoom], layers: Layers, boxes: Mapping[Spot, Box]
) -> Iterator[Arrow]:
    depth = depths(layers)
    for room in rooms:
        for exit_ in room.exits:
            points: list[Point] = []
            for above, below in pairwise(way(room.id, exit_, depth)):
                points += _between(boxes[above], boxes[below])
            yield Arrow(room.id, exit_, tuple(points))


def _between(above: Box, below: Box) -> tuple[Point, Point]:
    """Return where an arrow leaves one box and reaches the other: upright where it can be."""
    left, right = max(above[0], below[0]), min(above[2], below[2])
    if right - left >= _OVERLAP:
        middle = (left + right) / 2
        return (middle, above[3]), (middle, below[1])
    return (_nearest(above, below), above[3]), (_nearest(below, above), below[1])


def _nearest(box: Box, other: Box) -> float:
    """Return the place on a box that is nearest to the middle of another, not at its corner."""
    inset = min(30, (box[2] - box[0]) / 2)
    return min(max((other[0] + other[2]) / 2, box[0] + inset), box[2] - inset)
