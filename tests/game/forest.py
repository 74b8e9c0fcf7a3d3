"""A forest floor for tests: boards are drawn as text, and read back as text.

A card is its colours (``W U B R G``, ``C`` for colourless, ``L`` for a land) and its marks: ``*``
foil, ``!`` rare, ``~`` a squirrel in the art. ``S`` is the squirrel, ``.`` an empty space.
"""

from __future__ import annotations

import re
from random import Random
from typing import TypeVar

import pytest

from bot.errors import RuleViolation
from bot.game.engine import Command, Event, replay
from bot.game.forage.board import CELLS, SIDE, SPACES, Direction
from bot.game.forage.cards import CARDS, Colour, Food, FoodCard
from bot.game.forage.game import Category, Forage, Forager, legal_moves
from bot.game.forage.lobby import LeaveForage, StartForage
from bot.game.forage.rules import FORAGE_COMMAND, FORAGE_EVENTS, play
from bot.game.forage.score import score
from bot.game.forage.turns import Dig, EndTurn, Move
from bot.game.game import Player

ANA, BEA, CAIO, DUDA = POD = (11, 12, 13, 14)
NOBODY_HERE = 99
COLOURS = {colour.letter: colour for colour in Colour}
UP, DOWN, LEFT, RIGHT = Direction.UP, Direction.DOWN, Direction.LEFT, Direction.RIGHT

CARD, HOUSE = "Foraging Squirrels", "House rule"
"""What a refusal names: the minigame's printed card, or a rule of the house."""
FOOD = tuple(Food(number=number) for number in range(1, 25))
"""Cards of a pod's own, as many as the floor has room for."""

E = TypeVar("E", bound=Event[Forage])


def start(*players: int, seed: str | None = None, own: tuple[Food, ...] = ()) -> StartForage:
    """Return the start of a game, of four where nobody is named."""
    return StartForage(players=players or POD, seed=seed, own=own)


def food(token: str) -> Food:
    """Return a card like ``WU!*``: white and blue, rare, foil."""
    found = re.fullmatch(r"([WUBRGCL]+)([*!~]*)", token)
    assert found is not None, token
    colours, marks = found.groups()
    for card in CARDS.values():
        if _looks(card, colours, marks):
            return Food(number=card.number, foil="*" in marks)
    raise AssertionError(token)


def _looks(card: FoodCard, colours: str, marks: str) -> bool:
    wanted = tuple(COLOURS[letter] for letter in colours.replace("L", "C"))
    return (
        set(card.colours) == set(wanted)
        and card.land is ("L" in colours)
        and card.is_rare is ("!" in marks)
        and card.squirrel is ("~" in marks)
    )


def drawn(card: Food) -> str:
    """Return the card as it is drawn."""
    colours = "".join(colour.letter for colour in card.colours)
    marks = ((card.card.squirrel, "~"), (card.card.is_rare, "!"), (card.foil, "*"))
    letters = "L" if card.card.land else colours
    return letters + "".join(mark for on, mark in marks if on)


class Forest:
    """A game, what happened last, and everything that has happened."""

    def __init__(self, game: Forage | None = None, seed: int = 1) -> None:
        self.game = self.start = game or Forage()
        self.luck = Random(seed)
        self.last: tuple[Event[Forage], ...] = ()
        self.events: tuple[Event[Forage], ...] = ()

    @classmethod
    def floor(cls, board: str, *, players: int = 2, first: Player = ANA, turn: int = 1) -> Forest:
        """Draw a board: the top left of the floor, all else being empty.

        The order is Ana, Bea, Caio, Duda; ``first`` had turn 1, and now it is turn ``turn``.
        """
        spaces: dict[int, str] = {}
        for row, line in enumerate(filter(str.strip, board.splitlines())):
            spaces |= {row * SIDE + column: token for column, token in enumerate(line.split())}
        squirrel = next(cell for cell, token in spaces.items() if token == "S")
        grid = [spaces.get(cell, ".") for cell in range(SPACES)]
        seats = POD[:players]
        begun = [seats[(seats.index(first) + n) % players] for n in range(turn)]
        return cls(
            Forage(
                foragers=tuple(Forager(player=p, turns=begun.count(p)) for p in seats),
                first=first,
                whose=begun[-1],
                turn=turn,
                grid=tuple(None if token in "S." else food(token) for token in grid),
                squirrel=squirrel,
                seed="DRAWN",
            )
        )

    # What players do

    def act(self, command: Command[Forage]) -> Forest:
        """Carry out a command. What follows from replaying the events is checked each time."""
        before = self.game
        kept = FORAGE_COMMAND.validate_json(command.model_dump_json())
        assert kept == command
        self.game, self.last = play(self.game, kept, self.luck)
        self.events += self.last
        told = FORAGE_EVENTS.dump_json(self.last)  # type: ignore[arg-type]
        assert replay(before, FORAGE_EVENTS.validate_json(told)) == self.game
        assert Forage.model_validate_json(self.game.model_dump_json()) == self.game
        return self

    def move(
        self, colour: str, direction: Direction, *, by: Player | None = None, done: bool = False
    ) -> Forest:
        """Move, as the player whose turn it is unless somebody is named."""
        return self.act(self.moving(colour, direction, by=by, done=done))

    def moving(
        self, colour: str, direction: Direction, *, by: Player | None = None, done: bool = False
    ) -> Move:
        player = by or self.whose
        return Move(player=player, colour=COLOURS[colour], direction=direction, done=done)

    def dig(self, cell: str, onto: str, *, by: Player | None = None) -> Forest:
        return self.act(self.digging(cell, onto, by=by))

    def digging(self, cell: str, onto: str, *, by: Player | None = None) -> Dig:
        return Dig(player=by or self.whose, cell=CELLS[cell], onto=CELLS[onto])

    def done(self) -> Forest:
        return self.act(EndTurn(player=self.whose))

    def leave(self, *players: Player) -> Forest:
        return self.act(LeaveForage(players=players))

    def refuses(self, command: Command[Forage], *, rule: str, match: str) -> RuleViolation:
        """Expect a refusal that names this rule, and that nothing has changed."""
        before = self.game.model_dump_json()
        with pytest.raises(RuleViolation, match=match) as caught:
            self.act(command)
        assert caught.value.rule == rule
        assert re.fullmatch(r"(<@\d+>|[A-Z]).*\.", str(caught.value))
        assert "{" not in str(caught.value)
        assert self.game.model_dump_json() == before
        return caught.value

    # What can be seen

    @property
    def whose(self) -> Player:
        assert self.game.whose is not None
        return self.game.whose

    def has(self, board: str) -> bool:
        """Tell whether the floor looks so; what is not drawn must be empty."""
        return self.picture == [
            (line.split() + ["."] * SIDE)[:SIDE]
            for line in [*filter(str.strip, board.splitlines()), *[""] * SIDE][:SIDE]
        ]

    @property
    def picture(self) -> list[list[str]]:
        game = self.game
        tokens = [
            "S" if cell == game.squirrel else "." if card is None else drawn(card)
            for cell, card in enumerate(game.grid)
        ]
        return [tokens[row * SIDE : (row + 1) * SIDE] for row in range(SIDE)]

    def haul(self, player: Player) -> str:
        return " ".join(map(drawn, self.game.forager(player).haul))

    @property
    def moves(self) -> set[str]:
        """The moves there are, such as "W up: W WU"."""
        return {
            f"{move.colour.letter} {move.direction}: {' '.join(map(drawn, move.taken))}"
            for move in legal_moves(self.game)
        }

    def happened(self, kind: type[E]) -> list[E]:
        """Return what happened of this kind in the last act."""
        return [event for event in self.last if isinstance(event, kind)]

    @property
    def kinds(self) -> list[str]:
        """The kinds of everything that happened in the last act, in order."""
        return [event.kind for event in self.last]  # type: ignore[attr-defined]

    def totals(self) -> dict[Player, int]:
        return {line.player: line.total for line in score(self.game).players}

    def scorers(self, category: Category) -> tuple[Player, ...]:
        return next(
            line.scorers for line in score(self.game).categories if line.category is category
        )
