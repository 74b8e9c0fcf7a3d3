"""Portraits for the posters: outlaws of our own, each with what their name makes one think of.

They are drawn in the browns of an old print, into a box of 200 by 240 times a scale.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from math import cos, pi, sin
from types import MappingProxyType

from bot.ui.pictures.canvas import Box, Canvas, Point, Tint

INK: Tint = (58, 36, 22)
DARK: Tint = (92, 60, 38)
COAT: Tint = (122, 84, 54)
MIDDLE: Tint = (158, 116, 76)
SKIN: Tint = (222, 184, 136)
LIGHT: Tint = (244, 224, 186)

SIZE: Point = (200, 240)


@dataclass(frozen=True)
class Pose:
    """Where a face is drawn: the canvas, the corner of its box, and how large."""

    canvas: Canvas
    corner: Point
    scale: float

    def put(self, *points: Point) -> list[Point]:
        """Return points of the box as points of the canvas."""
        x, y = self.corner
        return [(x + a * self.scale, y + b * self.scale) for a, b in points]

    def oval(self, box: Box, fill: Tint, edge: Tint | None = INK, rim: float = 3) -> None:
        """Draw an ellipse."""
        (left, top), (right, bottom) = self.put(box[:2], box[2:])
        self.canvas.oval((left, top, right, bottom), fill, edge, rim * self.scale)

    def shape(self, *points: Point, fill: Tint, edge: Tint | None = INK, rim: float = 3) -> None:
        """Draw a polygon."""
        self.canvas.shape(self.put(*points), fill, edge, rim * self.scale)

    def line(self, *points: Point, width: float = 4, tint: Tint = INK) -> None:
        """Draw a line."""
        self.canvas.stroke(self.put(*points), width * self.scale, tint)


Part = Callable[[Pose], None]


def _shoulders(pose: Pose) -> None:
    pose.shape((14, 240), (22, 196), (62, 176), (138, 176), (178, 196), (186, 240), fill=COAT)
    pose.shape((78, 160), (122, 160), (126, 190), (100, 206), (74, 190), fill=SKIN)
    pose.shape((62, 176), (78, 172), (100, 240), (70, 240), fill=DARK)
    pose.shape((138, 176), (122, 172), (100, 240), (130, 240), fill=DARK)


def _head(pose: Pose) -> None:
    pose.oval((50, 62, 150, 180), SKIN)


def _eyes(pose: Pose) -> None:
    for x in (80, 120):
        pose.oval((x - 6, 112, x + 6, 124), INK)
    pose.line((66, 104), (90, 110))
    pose.line((134, 104), (110, 110))


def _closed_eyes(pose: Pose) -> None:
    for x in (80, 120):
        pose.line((x - 12, 116), (x, 122), (x + 12, 116))


def _nose(pose: Pose) -> None:
    pose.line((100, 120), (94, 138), (104, 140), width=3)


def _mouth(pose: Pose) -> None:
    pose.line((84, 158), (112, 156), (118, 152))


def _hat(pose: Pose) -> None:
    pose.shape((62, 80), (66, 34), (84, 24), (100, 32), (116, 24), (134, 34), (138, 80), fill=DARK)
    pose.shape((62, 64), (138, 64), (138, 80), (62, 80), fill=INK)
    pose.shape((12, 74), (40, 84), (160, 84), (188, 74), (160, 98), (40, 98), fill=DARK)


def _top_hat(pose: Pose) -> None:
    pose.shape((64, 82), (58, 2), (142, 2), (136, 82), fill=DARK)
    pose.shape((63, 60), (137, 60), (136, 80), (64, 80), fill=MIDDLE)
    pose.oval((30, 72, 170, 96), DARK)


def _bowler(pose: Pose) -> None:
    pose.oval((54, 18, 146, 104), DARK)
    pose.shape((58, 84), (142, 84), (138, 112), (62, 112), fill=SKIN, edge=None)
    pose.shape((54, 74), (146, 74), (150, 88), (50, 88), fill=INK)
    pose.oval((34, 78, 166, 98), DARK)


def _feather(pose: Pose) -> None:
    pose.shape((132, 76), (146, 30), (176, 8), (184, 34), (160, 66), fill=LIGHT)
    pose.line((134, 76), (176, 18), width=3)


def _hood(pose: Pose) -> None:
    pose.shape(
        (20, 240), (30, 90), (66, 26), (100, 10), (134, 26), (170, 90), (180, 240), fill=DARK
    )
    pose.oval((52, 58, 148, 186), INK)
    for x in (80, 120):
        pose.oval((x - 9, 112, x + 9, 124), LIGHT, None)
        pose.oval((x - 3, 113, x + 4, 123), INK, None)


def _nightcap(pose: Pose) -> None:
    pose.shape(
        (50, 96), (60, 50), (100, 20), (170, 46), (184, 96), (150, 66), (150, 96), fill=MIDDLE
    )
    pose.shape((46, 82), (154, 82), (154, 102), (46, 102), fill=LIGHT)
    pose.oval((172, 90, 198, 116), LIGHT)


def _zs(pose: Pose) -> None:
    for x, y, size in ((150, 40, 12), (168, 18, 16), (22, 60, 11)):
        pose.line((x, y), (x + size, y), (x, y + size), (x + size, y + size), width=4)


def _headband(pose: Pose) -> None:
    pose.oval((48, 46, 152, 130), DARK)
    pose.oval((54, 86, 146, 182), SKIN, None)
    pose.shape((50, 84), (150, 84), (148, 104), (52, 104), fill=LIGHT)
    pose.shape((148, 88), (184, 76), (178, 96), (188, 112), (148, 102), fill=LIGHT)


def _scar(pose: Pose) -> None:
    pose.line((128, 126), (138, 156), width=3)
    for y in (134, 142, 150):
        pose.line((126 + (y - 126) / 3, y + 3), (136 + (y - 126) / 3, y - 2), width=2)


def _fangs(pose: Pose) -> None:
    pose.shape((76, 150), (124, 150), (118, 166), (82, 166), fill=INK)
    for x in (82, 108):
        pose.shape((x, 150), (x + 11, 150), (x + 5, 172), fill=LIGHT, rim=1.5)


def _monocle(pose: Pose) -> None:
    pose.oval((104, 102, 136, 134), SKIN, INK, 4)
    pose.oval((114, 112, 126, 124), INK)
    pose.line((136, 122), (146, 150), (140, 186), width=2)


def _moustache(pose: Pose) -> None:
    left = ((100, 144), (76, 146), (56, 138), (62, 156), (100, 154))
    pose.shape(*left, fill=INK)
    pose.shape(*((200 - x, y) for x, y in left), fill=INK)


def _beard(pose: Pose) -> None:
    pose.shape(
        (54, 130), (70, 150), (130, 150), (146, 130), (134, 180), (100, 204), (66, 180), fill=DARK
    )
    pose.line((84, 162), (116, 162), tint=LIGHT)


def _bandana(pose: Pose) -> None:
    pose.shape((50, 134), (100, 142), (150, 134), (142, 172), (100, 206), (58, 172), fill=MIDDLE)
    for x, y in ((76, 156), (100, 166), (124, 156), (88, 180), (112, 180)):
        pose.oval((x - 4, y - 4, x + 4, y + 4), LIGHT, None)


def _mask(pose: Pose) -> None:
    pose.shape(
        (48, 100), (152, 100), (148, 132), (116, 136), (100, 124), (84, 136), (52, 132), fill=INK
    )
    for x in (80, 120):
        pose.oval((x - 11, 110, x + 11, 124), LIGHT, None)
        pose.oval((x - 4, 112, x + 4, 122), INK, None)


def _cap(pose: Pose) -> None:
    pose.oval((50, 44, 150, 124), MIDDLE)
    pose.oval((54, 92, 146, 182), SKIN, None)
    pose.shape((46, 88), (150, 84), (186, 100), (150, 104), (48, 104), fill=DARK)


def _freckles(pose: Pose) -> None:
    for x, y in ((68, 136), (76, 144), (64, 146), (132, 136), (124, 144), (136, 146)):
        pose.oval((x - 2, y - 2, x + 2, y + 2), DARK, None)


def _braids(pose: Pose) -> None:
    for x in (44, 156):
        for y in range(110, 210, 18):
            pose.oval((x - 12, y, x + 12, y + 22), DARK)
        pose.oval((x - 7, 206, x + 7, 222), LIGHT)


def _earring(pose: Pose) -> None:
    for x in (48, 152):
        pose.oval((x - 9, 140, x + 9, 158), LIGHT, INK, 3)


def _knives(pose: Pose) -> None:
    blade = ((-8, 0), (-8, -110), (0, -132), (8, -110), (8, 0))
    for angle in (-pi / 5, pi / 5):
        across, along = cos(angle), sin(angle)
        turned = [(100 + x * across - y * along, 120 + x * along + y * across) for x, y in blade]
        pose.shape(*turned, fill=LIGHT)


def _mouse(pose: Pose) -> None:
    for x in (48, 152):
        pose.oval((x - 36, 34, x + 36, 106), MIDDLE)
        pose.oval((x - 22, 48, x + 22, 92), SKIN)
    pose.shape((54, 110), (100, 70), (146, 110), (128, 160), (100, 184), (72, 160), fill=MIDDLE)


def _snout(pose: Pose) -> None:
    pose.oval((88, 152, 112, 172), INK)
    for way in (-1, 1):
        for y in (-10, 0, 10):
            pose.line((100 + way * 24, 158 + y / 2), (100 + way * 70, 158 + y), width=2)
    pose.shape((94, 174), (106, 174), (105, 190), (95, 190), fill=LIGHT, rim=2)


_FACE = (_shoulders, _head)
_PLAIN: Sequence[Part] = (*_FACE, _eyes, _nose, _mouth, _hat)
_LOOKS: Mapping[str, Sequence[Part]] = MappingProxyType(
    {
        "eriana": (*_FACE, _headband, _eyes, _nose, _mouth, _scar),
        "frankie": (*_FACE, _eyes, _nose, _fangs, _hat),
        "lord-fajjal": (*_FACE, _eyes, _monocle, _nose, _moustache, _top_hat),
        "lyssa": (_braids, *_FACE, _eyes, _nose, _mouth, _earring, _hat, _feather),
        "miron": (*_FACE, _cap, _eyes, _freckles, _nose, _mouth),
        "outsider": (_hood,),
        "paq": (*_FACE, _bowler, _mask, _nose, _mouth),
        "rissa": (_knives, *_FACE, _eyes, _nose, _bandana, _hat),
        "sovka": (*_FACE, _closed_eyes, _nose, _mouth, _nightcap, _zs),
        "squeakers": (_shoulders, _mouse, _eyes, _snout),
        "vara-beth": (_braids, *_FACE, _bowler, _eyes, _nose, _bandana),
    }
)
_PAIR: Mapping[str, tuple[Sequence[Part], Sequence[Part]]] = MappingProxyType(
    {"gorra-tash": ((*_FACE, _bowler, _eyes, _nose, _beard), (*_FACE, _eyes, _nose, _mouth, _hat))}
)


def draw_outlaw(canvas: Canvas, card: str, corner: Point, scale: float) -> None:
    """Draw who is wanted, by the bounty's id. One that is new here wears a hat."""
    if card in _PAIR:
        x, y = corner
        for number, parts in enumerate(_PAIR[card]):
            size = (0.7, 0.6)[number]
            at = (x + (-12, 86)[number] * scale, y + SIZE[1] * (1 - size) * scale)
            _draw(canvas, parts, at, scale * size)
        return
    _draw(canvas, _LOOKS.get(card, _PLAIN), corner, scale)


def _draw(canvas: Canvas, parts: Sequence[Part], corner: Point, scale: float) -> None:
    pose = Pose(canvas, corner, scale)
    for part in parts:
        part(pose)
