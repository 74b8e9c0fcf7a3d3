"""The recap of a game: what each player did in it, read from the game as it stands."""

from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import zip_longest

from bot.game.engine import Frozen
from bot.game.game import Game, Player


class PlayerRecap(Frozen):
    """One player's game. ``dungeons`` counts completions by dungeon id; twice is two."""

    player: Player
    turns: int = 0
    bounties: int = 0
    treasures: int = 0
    cards: int = 0
    dungeons: Mapping[str, int] = {}
    left: bool = False


class Held(Frozen):
    """Who had the initiative from one turn to another, both included."""

    player: Player
    first: int
    last: int


class Recap(Frozen):
    """A game in numbers. ``players`` are in turn order, those who left included.

    ``initiative`` is who held it last, ``held`` who did before, as far as it is known. No winners
    and no draw: it was just ended, or goes on.
    """

    turns: int
    players: tuple[PlayerRecap, ...]
    initiative: Player | None = None
    held: tuple[Held, ...] = ()
    winners: tuple[Player, ...] = ()
    draw: bool = False


def recap(game: Game) -> Recap:
    """Return the recap. At an unseated table it names whoever collected or completed something."""
    claimers = [claim.player for claim in game.bounties.claims]
    players = game.players or tuple(dict.fromkeys((*claimers, *game.completed)))
    ending = game.ending
    return Recap(
        turns=game.turns.number,
        players=tuple(_player_recap(game, player) for player in players),
        initiative=game.initiative,
        held=tuple(_held(game)),
        winners=ending.winners if ending else (),
        draw=ending.draw if ending else False,
    )


def _held(game: Game) -> Iterator[Held]:
    """Yield who had the initiative when. In the turn in which it passed on, the new holder has."""
    for holding, later in zip_longest(game.holdings, game.holdings[1:]):
        if holding.player is not None:
            last = later.turn - 1 if later else game.turns.number
            yield Held(player=holding.player, first=holding.turn, last=last)


def _player_recap(game: Game, player: Player) -> PlayerRecap:
    claims = [claim for claim in game.bounties.claims if claim.player == player]
    return PlayerRecap(
        player=player,
        turns=game.turns.teams[game.team_of(player)].turns if game.seated else 0,
        bounties=len(claims),
        treasures=sum(claim.treasures for claim in claims),
        cards=sum(claim.cards for claim in claims),
        dungeons=dict(Counter(game.completed.get(player, ()))),
        left=player in game.turns.left,
    )
