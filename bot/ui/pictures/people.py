"""Players in pictures: initials on a disc in their colour, and a name that can be drawn."""

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from unicodedata import bidirectional, category, normalize

from bot.game.game import Game, Player
from bot.i18n import say
from bot.ui.pictures.canvas import Canvas, Point, Tint
from bot.ui.pictures.lettering import Letters
from bot.ui.words import Names

RADIUS = 17
"""Of a player's disc, in pixels, without its rim."""

INK: Tint = (32, 26, 22)
WHITE: Tint = (255, 255, 255)
PAPER: Tint = (244, 236, 214)

# Told apart by people who do not see all colours (after Okabe and Ito), and each with the letters
# that can be read on it. The initials say the same.
_TINTS: tuple[tuple[Tint, Tint], ...] = (
    ((0, 104, 170), WHITE),
    ((196, 78, 0), WHITE),
    ((0, 122, 92), WHITE),
    ((240, 216, 70), INK),
    ((160, 62, 136), WHITE),
    ((110, 192, 238), INK),
)
_RIGHT_TO_LEFT = {"R", "AL", "AN"}
_WORD = re.compile(r"[^\W_]+")


@dataclass(frozen=True)
class Figure:
    """A player as pictures show them. ``number`` is their seat, from 1."""

    number: int
    initials: str
    name: str

    @property
    def tints(self) -> tuple[Tint, Tint]:
        """The colour of the disc, and of the letters on it."""
        return _TINTS[(self.number - 1) % len(_TINTS)]


def figures(game: Game, names: Names, letters: Letters) -> Mapping[Player, Figure]:
    """Return everybody who is in pictures of this game; at an unseated table, who did something.

    Initials are of one player only: where two would have the same, their numbers stand for both.
    """
    players = game.players or _seen(game)
    shown = {player: drawable(names(player) or "", letters) for player in players}
    short = {player: initials(name, letters) for player, name in shown.items()}
    often = Counter(short.values())
    return {
        player: Figure(
            number,
            short[player] if short[player] and often[short[player]] == 1 else str(number),
            shown[player] or (say("Seat {seat}", seat=number) if game.seated else say("A player")),
        )
        for number, player in enumerate(players, start=1)
    }


def drawable(name: str, letters: Letters) -> str:
    """Return a name without what cannot be drawn, such as emojis; "" if too little is left of it.

    Fancy letters become plain ones. Writing from right to left is left out as a whole: here it
    would stand the wrong way round.
    """
    plain = [" " if letter.isspace() else letter for letter in normalize("NFKC", name)]
    kept = [letter for letter in plain if _can_be_drawn(letter, letters)]
    told, whole = (sum(map(str.isalnum, some)) for some in (kept, plain))
    if told == 0 or told * 2 < whole:
        return ""
    return " ".join("".join(kept).split())


def initials(name: str, letters: Letters) -> str:
    """Return one or two letters for a name: "Ana Lima" is AL, "Ana" is An."""
    words: list[str] = _WORD.findall(name)
    if not words:
        return ""
    first, *others = words
    second = _capital(others[0][0], letters) if others else first[1:2]
    return _capital(first[0], letters) + second


def _capital(letter: str, letters: Letters) -> str:
    capital = letter.upper()[0]  # some letters become two as capitals
    return capital if letters.has(capital) else letter


def draw_figure(
    canvas: Canvas, letters: Letters, centre: Point, figure: Figure, *, hollow: bool = False
) -> None:
    """Draw a player's disc; a ``hollow`` one is where the player may come to."""
    fill, ink = figure.tints
    canvas.disc(centre, RADIUS + 2, WHITE if not hollow else INK)
    canvas.disc(centre, RADIUS, fill)
    if hollow:
        canvas.disc(centre, RADIUS - 4, PAPER)
        letters.write(canvas, centre, figure.initials, 20, INK)
        return
    letters.write(canvas, centre, figure.initials, 21, ink)


def draw_rest(canvas: Canvas, letters: Letters, centre: Point, count: int) -> None:
    """Draw the disc that stands for so many more players."""
    canvas.disc(centre, RADIUS, INK)
    letters.write(canvas, centre, f"+{count}", 20, WHITE)


def _can_be_drawn(letter: str, letters: Letters) -> bool:
    if category(letter)[0] in "CM" or bidirectional(letter) in _RIGHT_TO_LEFT:
        return False
    return letters.has(letter)


def _seen(game: Game) -> Sequence[Player]:
    """Return who did something at an unseated table, in the order in which it is kept."""
    seen: Iterable[Player] = (
        *game.delves,
        *(venture.player for venture in game.ventures),
        *game.completed,
        *(claim.player for claim in game.bounties.claims),
        *([] if game.initiative is None else [game.initiative]),
    )
    return tuple(dict.fromkeys(seen))
