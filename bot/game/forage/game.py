"""A game of Foraging Squirrels, as one frozen value, and what its rules allow next.

The nouns and the questions are here; what happens to them is in `turns` and `lobby`.
"""

from enum import StrEnum

from bot.errors import NO_RULE, RuleViolation, who
from bot.game.engine import Frozen, State
from bot.game.forage.board import Cell, Foray, Grid, food_in_line, forays, moved
from bot.game.forage.cards import SQUIRREL_ART, Food
from bot.game.game import Player

CARD = "Foraging Squirrels"
"""The rule that refusals name: the minigame card itself."""


class ForageLobby(Frozen):
    """Players gathering for a game. Without ``own`` cards, two boosters are opened for them."""

    players: tuple[Player, ...] = ()
    seed: str | None = None
    own: tuple[Food, ...] = ()


class Forager(Frozen):
    """A player in the game. ``turns`` counts those that began; ``haul`` is in the order taken."""

    player: Player
    haul: tuple[Food, ...] = ()
    turns: int = 0
    dug: bool = False
    left: bool = False


class Category(StrEnum):
    """What there is a bonus point for having the most of."""

    FOILS = "foils"
    RARES = "rares"
    COLOURS = "colours"
    SQUIRRELS = "squirrels"


class ForagerScore(Frozen):
    """What a player's haul is worth. ``bonuses`` names the categories that score one each."""

    player: Player
    cards: int
    bonuses: tuple[Category, ...]
    total: int


class CategoryScore(Frozen):
    """One bonus: how many each player has, in the order of `Score.players`, and who scores.

    Ties all score; nobody scores where everybody has none.
    """

    category: Category
    counts: tuple[int, ...]
    scorers: tuple[Player, ...]


class Score(Frozen):
    """The score, line by line. Players who left are not in it. ``leaders`` share the highest."""

    players: tuple[ForagerScore, ...]
    categories: tuple[CategoryScore, ...]
    leaders: tuple[Player, ...]


class EndedBy(StrEnum):
    """Why a game is over."""

    NO_FOOD_IN_LINE = "no food in line"
    LAST_ONE_LEFT = "last one left"
    STOPPED = "stopped"


class ForageEnding(Frozen):
    """How the game ended. ``winners`` is empty if it was just stopped, or everybody left."""

    by: EndedBy
    winners: tuple[Player, ...]
    score: Score


class Forage(State):
    """One game of Foraging Squirrels. Without foragers it has not begun.

    ``foragers`` stand in turn order, those who left included; ``first`` is who took turn 1.
    ``turn`` counts all turns; ``moved`` is about the turn of ``whose``. The squirrel's space of the
    grid is None like an empty one: ask `is_empty`. ``own`` are the cards of the pod's own boosters
    as they were named, none of them if boosters were opened for the pod; ``set_aside`` is their
    surplus. ``squirrels`` are the numbers of the cards that count as having a squirrel in the art.
    """

    lobby: ForageLobby | None = None
    foragers: tuple[Forager, ...] = ()
    first: Player | None = None
    whose: Player | None = None
    turn: int = 0
    moved: bool = False
    grid: Grid = ()
    squirrel: Cell = 0
    seed: str = ""
    own: tuple[Food, ...] = ()
    set_aside: tuple[Food, ...] = ()
    squirrels: tuple[int, ...] = SQUIRREL_ART
    ending: ForageEnding | None = None

    @property
    def over(self) -> bool:
        """The game has ended."""
        return self.ending is not None

    @property
    def players(self) -> tuple[Player, ...]:
        """Everybody who began the game, in turn order, those who left included."""
        return tuple(forager.player for forager in self.foragers)

    @property
    def living(self) -> tuple[Player, ...]:
        """Those still in the game, in turn order."""
        return tuple(forager.player for forager in self.foragers if not forager.left)

    @property
    def gathering(self) -> tuple[Player, ...]:
        """Those who wait in the lobby."""
        return self.lobby.players if self.lobby else ()

    @property
    def active(self) -> tuple[Player, ...]:
        """The player whose turn it is, or nobody."""
        return () if self.whose is None else (self.whose,)

    def forager(self, player: Player) -> Forager:
        """Return a player of this game.

        Raises:
            KeyError: nobody of this name plays.
        """
        for forager in self.foragers:
            if forager.player == player:
                return forager
        raise KeyError(player)

    def with_forager(self, changed: Forager) -> "Forage":
        """Return the game with this player's record replaced."""
        return self.but(
            foragers=tuple(
                changed if forager.player == changed.player else forager
                for forager in self.foragers
            )
        )

    def is_empty(self, cell: Cell) -> bool:
        """Tell whether a space has neither a card nor the squirrel."""
        return self.grid[cell] is None and cell != self.squirrel

    @property
    def empty(self) -> tuple[Cell, ...]:
        """The empty spaces."""
        return tuple(cell for cell in range(len(self.grid)) if self.is_empty(cell))

    @property
    def food_in_line(self) -> bool:
        """A card lies in the squirrel's row or column."""
        return self.seated and food_in_line(self.grid, self.squirrel)

    def require_going_on(self) -> None:
        """Refuse to act in a game that has not begun or has ended."""
        if self.over:
            raise RuleViolation(NO_RULE, "This game is over. `/forage start` begins a new one.")
        if not self.seated:
            raise RuleViolation(
                NO_RULE, "No squirrels are foraging here. `/forage start` begins a game."
            )

    def require_playing(self, player: Player) -> None:
        """Refuse somebody who does not play here, or has left."""
        self.require_going_on()
        if player not in self.players:
            raise RuleViolation(NO_RULE, "{player} does not play in this game.", player=who(player))
        if player not in self.living:
            raise RuleViolation(NO_RULE, "{player} has left this game.", player=who(player))

    def require_turn_of(self, player: Player) -> None:
        """Refuse to act in somebody else's turn."""
        self.require_playing(player)
        if self.whose is not None and player != self.whose:
            raise RuleViolation(CARD, "It is {player}'s turn.", player=who(self.whose))


class Digging(Frozen):
    """A card that may be dug up, and the empty spaces it may be put onto."""

    cell: Cell
    food: Food
    onto: tuple[Cell, ...]


def legal_moves(game: Forage) -> tuple[Foray, ...]:
    """Return the moves of the player whose turn it is, by colour, then direction.

    There is always one until the player has moved. Afterwards, and in a game that has not begun or
    is over, there is none.
    """
    if not game.seated or game.over or game.moved:
        return ()
    return forays(game.grid, game.squirrel)


def may_still_dig(game: Forage, player: Player) -> bool:
    """Tell whether the player's one dig of the game is still to come, now or in a later turn."""
    return (
        not game.over
        and player in game.living
        and player != game.first
        and not game.forager(player).dug
    )


def can_dig(game: Forage, player: Player) -> bool:
    """Tell whether the player may dig now.

    That nobody digs before the second turn of the game follows: turn 1 is the first player's.
    """
    return game.whose == player and may_still_dig(game, player) and bool(diggable(game))


def dig_allowed(game: Forage, cell: Cell, onto: Cell) -> bool:
    """Tell whether this card may be put there: before the move, a move must remain."""
    if game.grid[cell] is None or not game.is_empty(onto):
        return False
    return game.moved or food_in_line(moved(game.grid, cell, onto), game.squirrel)


def diggable(game: Forage) -> tuple[Digging, ...]:
    """Return the cards that can be dug up now, each with where to, whoever may dig (`can_dig`)."""
    if not game.seated or game.over:
        return ()
    empty = game.empty
    return tuple(
        Digging(cell=cell, food=food, onto=onto)
        for cell, food in enumerate(game.grid)
        if food is not None
        and (onto := tuple(space for space in empty if dig_allowed(game, cell, space)))
    )
