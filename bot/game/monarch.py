"""The monarch: who it is, and how the crown moves (CR 725).

Unlike the initiative, becoming the monarch again does nothing. The card at the end step, and the
combat damage that moves the crown, are in front of the cameras: the panel reminds of them.

Rule numbers: Comprehensive Rules, edition 2026-09-25.
"""

from random import Random
from typing import ClassVar, Literal

from bot.errors import RuleViolation, who
from bot.game.engine import Command, Event, Happenings, whenever
from bot.game.game import Game, Player
from bot.game.pod import PlayersLeft
from bot.game.turns import next_player


class MonarchCrowned(Event[Game]):
    """A player becomes the monarch. ``inherited``: because the last one left (CR 725.4)."""

    kind: Literal["monarch_crowned"] = "monarch_crowned"
    player: Player
    inherited: bool = False

    def evolve(self, game: Game) -> Game:
        """One monarch at a time (CR 725.3)."""
        return game.but(monarch=self.player)


class MonarchGone(Event[Game]):
    """The monarch left an unseated table: there is no turn order to pass the crown on in."""

    kind: Literal["monarch_gone"] = "monarch_gone"
    player: Player

    def evolve(self, game: Game) -> Game:
        """Nobody is the monarch."""
        return game.but(monarch=None)


class BecomeMonarch(Command[Game]):
    """A player becomes the monarch: an effect says so, or their creature dealt combat damage."""

    kind: Literal["become_monarch"] = "become_monarch"
    opens_a_game: ClassVar[bool] = True
    player: Player

    def decide(self, game: Game, luck: Random) -> Happenings[Game]:
        """Becoming it again does nothing."""
        game.require_playing(self.player)
        if game.monarch == self.player:
            raise RuleViolation(
                "CR 725.3",
                "{player} is the monarch already: becoming it again does nothing.",
                player=who(self.player),
            )
        yield MonarchCrowned(player=self.player)


@whenever(PlayersLeft)
def pass_the_crown(event: PlayersLeft, game: Game, luck: Random) -> Happenings[Game]:
    """Whenever the monarch leaves, the active player becomes the monarch.

    Where the active player is the leaver, or there is none, the next player in turn order does
    (CR 725.4).
    """
    if game.over or game.monarch is None or game.monarch not in event.players:
        return
    if not game.seated:
        yield MonarchGone(player=game.monarch)
        return
    heir = game.active[0] if game.active else next_player(game)
    yield MonarchCrowned(player=heir, inherited=True)
