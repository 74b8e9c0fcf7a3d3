"""Foraging Squirrels, turn by turn: the squirrel moves, players dig, and the food runs out.

The minigame card of Modern Horizons 2, in our own words: name a colour or colourless and send the
squirrel in a straight line; it takes every card that matches until one does not. After the first
turn of the game, everybody but the first player may once dig: put a card onto an empty space,
before or after the move of their own turn.
"""

from random import Random
from typing import Literal, NoReturn

from bot.errors import RuleViolation, who
from bot.game.engine import Command, Event, Happenings, whenever
from bot.game.forage.board import (
    SPACES,
    Cell,
    Direction,
    food_ahead,
    foray,
    moved,
    name_of,
    without,
)
from bot.game.forage.cards import Colour, Food
from bot.game.forage.game import (
    CARD,
    EndedBy,
    Forage,
    ForageEnding,
    Score,
    can_dig,
    dig_allowed,
)
from bot.game.forage.score import score
from bot.game.game import Player


class ForageTurnBegan(Event[Forage]):
    """A player's turn begins."""

    kind: Literal["forage_turn_began"] = "forage_turn_began"
    player: Player

    def evolve(self, game: Forage) -> Forage:
        """Count the turn, the game's and the player's."""
        forager = game.forager(self.player)
        return game.with_forager(forager.but(turns=forager.turns + 1)).but(
            whose=self.player, turn=game.turn + 1, moved=False
        )


class ForageTurnEnded(Event[Forage]):
    """A player's turn is complete: moved, and dug if they wanted to; or they left."""

    kind: Literal["forage_turn_ended"] = "forage_turn_ended"
    player: Player

    def evolve(self, game: Forage) -> Forage:
        """Nothing of its own; the end of the game waits for it."""
        return game


class SquirrelMoved(Event[Forage]):
    """The squirrel ran, and took the cards of ``cells``, in order. It ends on the last space."""

    kind: Literal["squirrel_moved"] = "squirrel_moved"
    player: Player
    colour: Colour
    direction: Direction
    cells: tuple[Cell, ...]
    taken: tuple[Food, ...]

    def evolve(self, game: Forage) -> Forage:
        """Put the cards into the player's haul, and the squirrel where the last one lay."""
        forager = game.forager(self.player)
        return game.with_forager(forager.but(haul=(*forager.haul, *self.taken))).but(
            grid=without(game.grid, self.cells), squirrel=self.cells[-1], moved=True
        )


class CardDug(Event[Forage]):
    """A card was dug up and put onto an empty space."""

    kind: Literal["card_dug"] = "card_dug"
    player: Player
    food: Food
    cell: Cell
    onto: Cell

    def evolve(self, game: Forage) -> Forage:
        """Move the card; the player's one dig is used."""
        forager = game.forager(self.player)
        return game.with_forager(forager.but(dug=True)).but(
            grid=moved(game.grid, self.cell, self.onto)
        )


class ForageEnded(Event[Forage]):
    """The game is over, with this score."""

    kind: Literal["forage_ended"] = "forage_ended"
    by: EndedBy
    winners: tuple[Player, ...]
    score: Score

    def evolve(self, game: Forage) -> Forage:
        """Nothing goes on; everything stays to be looked at."""
        ending = ForageEnding(by=self.by, winners=self.winners, score=self.score)
        return game.but(ending=ending, whose=None, lobby=None)


class Move(Command[Forage]):
    """Name a colour or colourless, and send the squirrel in a straight line.

    ``done``: the turn ends with the move, although the player could still dig.
    """

    kind: Literal["forage_move"] = "forage_move"
    player: Player
    colour: Colour
    direction: Direction
    done: bool = False

    def decide(self, game: Forage, luck: Random) -> Happenings[Forage]:
        """House rule: a move takes at least one card."""
        game.require_turn_of(self.player)
        if game.moved:
            raise RuleViolation(
                CARD, "You have moved this turn. You can still dig, or end your turn."
            )
        found = foray(game.grid, game.squirrel, self.colour, self.direction)
        if found is None:
            self._refuse(game)
        turn = game.turn
        game = yield SquirrelMoved(
            player=self.player,
            colour=self.colour,
            direction=self.direction,
            cells=found.cells,
            taken=found.taken,
        )
        if self.done and game.turn == turn and not game.over:
            yield ForageTurnEnded(player=self.player)

    def _refuse(self, game: Forage) -> NoReturn:
        ahead = food_ahead(game.grid, game.squirrel, self.direction)
        if not ahead:
            raise RuleViolation("House rule", "No card lies that way. A move takes at least one.")
        _, food = ahead[0]
        raise RuleViolation(
            "House rule",
            "The first card that way, {card}, is not {colour}. A move takes at least one card.",
            card=food.card,
            colour=self.colour,
        )


class Dig(Command[Forage]):
    """Once a game: put a card of the grid onto an empty space."""

    kind: Literal["forage_dig"] = "forage_dig"
    player: Player
    cell: Cell
    onto: Cell

    def decide(self, game: Forage, luck: Random) -> Happenings[Forage]:
        """Before the move or after it, in one's own turn; never by the first player."""
        game.require_turn_of(self.player)
        refuse_digger(game, self.player)
        food = self._food(game)
        if not (0 <= self.onto < SPACES and game.is_empty(self.onto)):
            raise RuleViolation(
                CARD,
                "A card goes onto an empty space. {onto} is not one.",
                onto=_name_of(self.onto),
            )
        if not dig_allowed(game, self.cell, self.onto):
            raise RuleViolation(
                "House rule",
                "Then no card would lie in line with the squirrel, and you still have to move. "
                "Move first, or dig elsewhere.",
            )
        yield CardDug(player=self.player, food=food, cell=self.cell, onto=self.onto)

    def _food(self, game: Forage) -> Food:
        food = game.grid[self.cell] if 0 <= self.cell < SPACES else None
        if food is None:
            raise RuleViolation(CARD, "No food lies on {cell}.", cell=_name_of(self.cell))
        return food


class EndTurn(Command[Forage]):
    """Be done: after the move, without digging."""

    kind: Literal["forage_end_turn"] = "forage_end_turn"
    player: Player

    def decide(self, game: Forage, luck: Random) -> Happenings[Forage]:
        """Only needed by who could still dig: other turns end with the move."""
        game.require_turn_of(self.player)
        if not game.moved:
            raise RuleViolation("House rule", "Move first: every turn takes at least one card.")
        yield ForageTurnEnded(player=self.player)


@whenever(SquirrelMoved, CardDug)
def nothing_left_to_do(
    event: SquirrelMoved | CardDug, game: Forage, luck: Random
) -> Happenings[Forage]:
    """Whenever a player has moved and cannot dig (any more): the turn ends by itself."""
    if game.moved and not can_dig(game, event.player):
        yield ForageTurnEnded(player=event.player)


@whenever(ForageTurnEnded)
def end_or_next_turn(event: ForageTurnEnded, game: Forage, luck: Random) -> Happenings[Forage]:
    """Whenever a turn is complete: without food in line the game ends, else the next one begins.

    So a dig after the move still counts, and the next player cannot dig to revive the game.
    """
    if game.food_in_line:
        yield ForageTurnBegan(player=next_player(game, event.player))
    else:
        yield ended(game, EndedBy.NO_FOOD_IN_LINE)


def ended(game: Forage, by: EndedBy) -> ForageEnded:
    """Return the end of the game as it stands. A tie is a shared win; a stopped game has none."""
    result = score(game)
    winners = () if by is EndedBy.STOPPED else result.leaders
    return ForageEnded(by=by, winners=winners, score=result)


def next_player(game: Forage, after: Player) -> Player:
    """Return the next player in turn order who is still in the game."""
    at = game.players.index(after)
    order = (*game.players[at + 1 :], *game.players[: at + 1])
    return next(player for player in order if player in game.living)


def refuse_digger(game: Forage, player: Player) -> None:
    """Refuse a player who may not dig at all."""
    if player == game.first:
        raise RuleViolation(
            CARD, "{player} went first. Only the other players can dig.", player=who(player)
        )
    if game.forager(player).dug:
        raise RuleViolation(CARD, "You have dug already: once a game.")


def _name_of(cell: int) -> str:
    return name_of(cell) if 0 <= cell < SPACES else str(cell)
