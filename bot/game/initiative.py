"""The initiative: who has it, how it moves, and the ventures into Undercity (CR 726).

Rule numbers: Comprehensive Rules, edition 2026-09-25.
"""

from random import Random
from typing import ClassVar, Literal

from bot.errors import Doubt, RuleViolation, who
from bot.game.dungeon import refuse_crowd, venture
from bot.game.engine import Command, Event, Happenings, whenever
from bot.game.game import Cause, Game, Holding, Into, Player, UpkeepVenture
from bot.game.pod import PlayersLeft
from bot.game.turns import UpkeepBegan, next_player


class InitiativeTaken(Event[Game]):
    """A player takes the initiative. ``inherited``: because its holder left (CR 726.4)."""

    kind: Literal["initiative_taken"] = "initiative_taken"
    player: Player
    inherited: bool = False

    def evolve(self, game: Game) -> Game:
        """One holder at a time (CR 726.3)."""
        return game.but(
            initiative=self.player,
            holdings=held(game, self.player),
            this_turn=game.this_turn.but(inherited=self.inherited),
        )


class InitiativeLost(Event[Game]):
    """The holder left an unseated table: there is no turn order to pass it on in."""

    kind: Literal["initiative_lost"] = "initiative_lost"
    player: Player

    def evolve(self, game: Game) -> Game:
        """Nobody has it."""
        return game.but(initiative=None, holdings=held(game, None))


class UpkeepTakenBack(Event[Game]):
    """The turn had no upkeep after all: what its trigger did is taken back."""

    kind: Literal["upkeep_taken_back"] = "upkeep_taken_back"
    player: Player
    before: UpkeepVenture

    def evolve(self, game: Game) -> Game:
        """Put the holder's marker, and their completed dungeons, back to where they were."""
        delves = {p: delve for p, delve in game.delves.items() if p != self.player}
        if self.before.delve is not None:
            delves[self.player] = self.before.delve
        completed = {p: done for p, done in game.completed.items() if p != self.player}
        if self.before.completed:
            completed[self.player] = self.before.completed
        return game.but(
            delves=delves,
            completed=completed,
            ventures=tuple(v for v in game.ventures if v.player != self.player),
            # Without an upkeep no Werewolf triggers either.
            this_turn=game.this_turn.but(upkeep=None, no_upkeep=True, turning=()),
        )


class TakeInitiative(Command[Game]):
    """A player takes the initiative, from whoever had it, or again (CR 726.5)."""

    kind: Literal["take_initiative"] = "take_initiative"
    opens_a_game: ClassVar[bool] = True
    player: Player
    room: str | None = None
    sure: bool = False

    def decide(self, game: Game, luck: Random) -> Happenings[Game]:
        """Asks first where combat damage that made the holder leave is about to count twice."""
        game.require_playing(self.player)
        if game.this_turn.inherited and game.initiative == self.player and not self.sure:
            raise Doubt(
                "CR 726.4",
                "{player} already took the initiative as its holder left. Damage that made the "
                "holder leave does not take it a second time. Was there another reason?",
                player=who(self.player),
                sure=self.but(sure=True),
            )
        refuse_crowd(game)
        yield from take(game, self.player, room=self.room)


class VentureForInitiative(Command[Game]):
    """The upkeep trigger, by hand: the holder (or ``player``) ventures into Undercity."""

    kind: Literal["venture_for_initiative"] = "venture_for_initiative"
    player: Player | None = None
    room: str | None = None
    sure: bool = False

    def decide(self, game: Game, luck: Random) -> Happenings[Game]:
        """Once for each upkeep of the holder (CR 726.2); anything else is asked about."""
        player = self.player if self.player is not None else game.initiative
        if player is None:
            game.require_going_on()
            raise RuleViolation("CR 726.1", "Nobody has the initiative yet.")
        game.require_playing(player)
        doubt = self._doubt(game, player)
        if doubt is not None and not self.sure:
            raise doubt
        refuse_crowd(game)
        theirs = player == game.initiative and (not game.seated or player in game.active)
        cause = Cause.UPKEEP if theirs else Cause.EFFECT
        yield from venture(game, player, Into.UNDERCITY, cause, room=self.room)

    def _doubt(self, game: Game, player: Player) -> Doubt | None:
        details = {"player": who(player), "sure": self.but(player=player, sure=True)}
        if player != game.initiative:
            return Doubt(
                "CR 726.2",
                "{player} does not have the initiative. Did it trigger before they lost it?",
                **details,
            )
        if not game.seated:
            return None
        if player not in game.active:
            return Doubt(
                "CR 726.2",
                "It is not {player}'s turn, so they have no upkeep. Venture all the same?",
                **details,
            )
        if not game.this_turn.no_upkeep:
            return Doubt(
                "CR 726.2",
                "{player}'s upkeep came as the turn began. Was there another upkeep?",
                **details,
            )
        return None


class TakeBackUpkeep(Command[Game]):
    """An effect left this turn without an upkeep."""

    kind: Literal["take_back_upkeep"] = "take_back_upkeep"

    def decide(self, game: Game, luck: Random) -> Happenings[Game]:
        """Possible until the holder ventures again (CR 726.2: no upkeep, no trigger)."""
        game.require_going_on()
        upkeep = game.this_turn.upkeep
        if upkeep is None:
            raise RuleViolation(
                "CR 726.2", "Nobody ventured in this turn's upkeep, or they ventured again since."
            )
        yield UpkeepTakenBack(player=upkeep.player, before=upkeep)


@whenever(UpkeepBegan)
def venture_in_upkeep(event: UpkeepBegan, game: Game, luck: Random) -> Happenings[Game]:
    """Whenever an upkeep begins, the active player ventures if they have the initiative."""
    if game.initiative is not None and game.initiative in game.active:
        yield from venture(game, game.initiative, Into.UNDERCITY, Cause.UPKEEP)


@whenever(PlayersLeft)
def pass_on(event: PlayersLeft, game: Game, luck: Random) -> Happenings[Game]:
    """Whenever the holder leaves, the active player takes the initiative.

    Where the active player is the leaver, or there is none, the next player in turn order takes
    it (CR 726.4).
    """
    holder = game.initiative
    if game.over or holder is None or holder not in event.players:
        return
    if not game.seated:
        yield InitiativeLost(player=holder)
        return
    heir = game.active[0] if game.active else next_player(game)
    yield from take(game, heir, inherited=True)


def held(game: Game, player: Player | None) -> tuple[Holding, ...]:
    """Return who had the initiative since when, now that ``player`` has it.

    One a turn is kept: whoever has it as the turn ends.
    """
    before = tuple(kept for kept in game.holdings if kept.turn < game.turns.number)
    if player == (before[-1].player if before else None):
        return before
    return (*before, Holding(player=player, turn=game.turns.number))


def take(
    game: Game, player: Player, *, room: str | None = None, inherited: bool = False
) -> Happenings[Game]:
    """Take the initiative: whenever a player does, they venture into Undercity (CR 726.2)."""
    game = yield InitiativeTaken(player=player, inherited=inherited)
    yield from venture(game, player, Into.UNDERCITY, Cause.TAKEN, room=room)
