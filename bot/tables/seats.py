"""Who may act at a table: those who sit there, those who wait in its lobby, and moderators."""

from bot.errors import NotSeated, who
from bot.game.engine import State
from bot.table import Actor
from bot.tombstones import is_tombstone


def is_bystander(game: State, actor: Actor) -> bool:
    """Tell whether somebody may only watch a seated pod.

    Whoever left the game still sits at the table: friends help each other, and may undo. A table
    whose players were all erased is anybody's.
    """
    theirs = not all(map(is_tombstone, game.players))
    return theirs and actor.id not in game.players and not actor.may_repair


def require_seat(game: State, actor: Actor) -> None:
    """Refuse somebody who may not act for a seated pod.

    Raises:
        NotSeated: ``actor`` is a bystander.
    """
    if is_bystander(game, actor):
        raise NotSeated(
            "This table belongs to {players}. Only they, or a moderator, can act for it.",
            players=who(*game.players),
        )


def require_own(game: State, actor: Actor) -> None:
    """Refuse somebody who may not settle what is the pod's, or its lobby's.

    Raises:
        NotSeated: ``actor`` is a bystander.
    """
    require_seat(game, actor)
    if game.gathering and actor.id not in game.gathering and not actor.may_repair:
        raise NotSeated("Only those who have joined, or a moderator, can do that.")
