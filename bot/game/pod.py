"""The pod: gathering, sitting down, leaving, and how a game ends.

Rule numbers: Comprehensive Rules, edition 2026-09-25.
"""

from collections.abc import Iterable
from random import Random
from typing import ClassVar, Literal, Self

from bot.errors import NO_RULE, RuleViolation, who
from bot.game.bounty import shuffled
from bot.game.engine import Command, Event, Happenings, whenever
from bot.game.facts import BOUNTIES
from bot.game.game import Bounties, Ending, Game, Lobby, Mode, Order, Player, Team, Turns
from bot.game.turns import TurnBegan, begin, without

FEWEST, MOST = 2, 6


class LobbyChanged(Event[Game]):
    """A lobby opened, or players joined or left it."""

    kind: Literal["lobby_changed"] = "lobby_changed"
    lobby: Lobby
    joined: Player | None = None
    left: Player | None = None

    def evolve(self, game: Game) -> Game:
        """Keep the lobby."""
        return game.but(lobby=self.lobby)


class PodSeated(Event[Game]):
    """A pod sits down: in this order, with this team to start and this bounty deck."""

    kind: Literal["pod_seated"] = "pod_seated"
    teams: tuple[Team, ...]
    starting: int
    mode: Mode
    link: str | None = None
    bounties: Bounties

    def evolve(self, game: Game) -> Game:
        """Begin afresh; what an unseated table did before is over."""
        return Game(
            mode=self.mode,
            link=self.link,
            turns=Turns(teams=self.teams, starting=self.starting, at=self.starting),
            bounties=self.bounties,
        )

    def public(self) -> Self:
        """Hide the pile, and the deck where it was drawn at random."""
        return self.but(bounties=hidden(self.bounties))


class PlayersLeft(Event[Game]):
    """Players leave the game, or lose, at the same time."""

    kind: Literal["players_left"] = "players_left"
    players: tuple[Player, ...]
    time: int | None = None

    def evolve(self, game: Game) -> Game:
        """All that they own leaves with them: dungeons, open choices, queued turns (CR 800.4a).

        Who holds the initiative is settled by its own rule (CR 726.4).
        """
        gone = set(self.players)
        left = self.players if game.seated else ()
        game = game.but(
            turns=game.turns.but(left=(*game.turns.left, *left)),
            this_turn=game.this_turn.but(leavers=(*game.this_turn.leavers, *left)),
            delves={p: delve for p, delve in game.delves.items() if p not in gone},
            ventures=tuple(v for v in game.ventures if v.player not in gone),
        )
        if game.lobby is not None:
            staying = tuple(p for p in game.lobby.players if p not in gone)
            game = game.but(lobby=game.lobby.but(players=staying))
        upkeep = game.this_turn.upkeep
        if upkeep is not None and upkeep.player in gone:
            game = game.but(this_turn=game.this_turn.but(upkeep=None))
        out = frozenset(i for i in range(len(game.turns.teams)) if not game.members(i))
        return game.but(turns=without(game.turns, out))


class GameEnded(Event[Game]):
    """The game is over."""

    kind: Literal["game_ended"] = "game_ended"
    winners: tuple[Player, ...] = ()
    draw: bool = False
    time: int | None = None

    def evolve(self, game: Game) -> Game:
        """Nothing goes on; everything stays to be looked at."""
        if self.time is not None:
            so_far = game.clock.this_turn(self.time)
            game = game.but(clock=game.clock.but(since=None, so_far=so_far))
        return game.but(ending=Ending(winners=self.winners, draw=self.draw), lobby=None)


class OpenLobby(Command[Game]):
    """Let players gather. What is left open is as the lobby has it already, or the usual."""

    kind: Literal["open_lobby"] = "open_lobby"
    opens_a_game: ClassVar[bool] = True
    player: Player
    mode: Mode | None = None
    order: Order | None = None
    bounties: bool | None = None
    link: str | None = None

    def decide(self, game: Game, luck: Random) -> Happenings[Game]:
        """Opening again changes how the pod means to play; those who joined stay."""
        refuse_second_pod(game)
        before = game.lobby or Lobby(players=())
        lobby = before.but(
            players=tuple(dict.fromkeys((*before.players, self.player))),
            mode=self.mode or before.mode,
            order=self.order or before.order,
            bounties=before.bounties if self.bounties is None else self.bounties,
            link=self.link or before.link,
        )
        if len(lobby.players) > places(lobby.mode):
            refuse_full(before.players, lobby.mode)
        joined = None if self.player in before.players else self.player
        yield LobbyChanged(lobby=lobby, joined=joined)


class JoinLobby(Command[Game]):
    """Take a place in the lobby."""

    kind: Literal["join_lobby"] = "join_lobby"
    player: Player

    def decide(self, game: Game, luck: Random) -> Happenings[Game]:
        """A pod is at most six players, in Two-Headed Giant four."""
        lobby = require_lobby(game)
        if self.player in lobby.players:
            raise RuleViolation(NO_RULE, "You have joined already.")
        refuse_full(lobby.players, lobby.mode)
        players = (*lobby.players, self.player)
        yield LobbyChanged(lobby=lobby.but(players=players), joined=self.player)


class LeaveLobby(Command[Game]):
    """Give up a place in the lobby."""

    kind: Literal["leave_lobby"] = "leave_lobby"
    player: Player

    def decide(self, game: Game, luck: Random) -> Happenings[Game]:
        """The lobby stays, even an empty one."""
        lobby = require_lobby(game)
        if self.player not in lobby.players:
            raise RuleViolation(NO_RULE, "You have not joined.")
        players = tuple(player for player in lobby.players if player != self.player)
        yield LobbyChanged(lobby=lobby.but(players=players), left=self.player)


class StartLobby(Command[Game]):
    """Seat everybody in the lobby."""

    kind: Literal["start_lobby"] = "start_lobby"
    player: Player
    time: int | None = None

    def decide(self, game: Game, luck: Random) -> Happenings[Game]:
        """Only somebody who joined can start."""
        lobby = require_lobby(game)
        if self.player not in lobby.players:
            raise RuleViolation(NO_RULE, "Join first: only players of the pod start it.")
        yield from StartPod(
            players=lobby.players,
            mode=lobby.mode,
            order=lobby.order,
            bounties=lobby.bounties,
            link=lobby.link,
            time=self.time,
        ).decide(game, luck)


class StartPod(Command[Game]):
    """Seat a pod, pick who starts, and begin turn 1. ``time`` is when, in seconds since 1970."""

    kind: Literal["start_pod"] = "start_pod"
    settles_a_lobby: ClassVar[bool] = True
    opens_a_game: ClassVar[bool] = True
    players: tuple[Player, ...]
    mode: Mode = Mode.FREE_FOR_ALL
    order: Order = Order.RANDOM
    bounties: bool = True
    link: str | None = None
    time: int | None = None

    def decide(self, game: Game, luck: Random) -> Happenings[Game]:
        """A deck that was set up before is kept, and shuffled again if cards of it were seen.

        Seats at random are counted from the player who begins, which does not hang on the order in
        which players are named.
        """
        refuse_second_pod(game)
        refuse_wrong_number(self.players, self.mode)
        thrown = luck.random()
        players, begins = self._seats(Random(thrown))  # noqa: S311  # the same dice for any deck
        teams = seat(players, self.mode)
        starting = next(i for i, team in enumerate(teams) if begins in team.players)
        yield PodSeated(
            teams=teams,
            starting=starting,
            mode=self.mode,
            link=self.link,
            bounties=self._deck(game.bounties, thrown),
        )
        first = teams[starting].players
        yield from begin(TurnBegan(team=starting, players=first, at=starting, time=self.time))

    def _seats(self, dice: Random) -> tuple[list[Player], Player]:
        begins = dice.choice(sorted(self.players))
        if self.order is Order.LISTED:
            return list(self.players), begins
        seats = dice.sample(sorted(self.players), len(self.players))
        if self.mode is Mode.FREE_FOR_ALL:
            first = seats.index(begins)
            seats = seats[first:] + seats[:first]
        return seats, begins

    def _deck(self, before: Bounties, thrown: float) -> Bounties:
        pile = before.pile
        if before.under_way or not before.deck:
            pile = shuffled(before.deck or BOUNTIES, thrown, again=before.under_way)
        return Bounties(
            on=self.bounties,
            deck=before.deck or tuple(BOUNTIES),
            picked=before.picked,
            pile=pile,
            reshuffles=before.reshuffles + before.under_way,
        )


class LeaveGame(Command[Game]):
    """Players leave or lose, one or several at once."""

    kind: Literal["leave_game"] = "leave_game"
    settles_a_lobby: ClassVar[bool] = True
    players: tuple[Player, ...]
    time: int | None = None

    def decide(self, game: Game, luck: Random) -> Happenings[Game]:
        """In Two-Headed Giant the whole team goes (CR 810.8a-b)."""
        game.require_going_on()
        if not self.players:
            raise RuleViolation("CR 104.3a", "Name at least one player who leaves.")
        for player in self.players:
            game.require_playing(player)
        leavers: Iterable[Player] = self.players
        if game.seated:
            leavers = (p for one in self.players for p in game.members(game.team_of(one)))
        yield PlayersLeft(players=tuple(dict.fromkeys(leavers)), time=self.time)


class EndGame(Command[Game]):
    """End the game, with or without a winner."""

    kind: Literal["end_game"] = "end_game"
    settles_a_lobby: ClassVar[bool] = True
    winner: Player | None = None
    time: int | None = None

    def decide(self, game: Game, luck: Random) -> Happenings[Game]:
        """A team wins together (CR 810.8a)."""
        game.require_going_on()
        if self.winner is None and game == Game():
            raise RuleViolation(NO_RULE, "Nothing is being played here yet.")
        winners: tuple[Player, ...] = ()
        if self.winner is not None:
            game.require_seated()
            game.require_playing(self.winner)
            winners = game.members(game.team_of(self.winner))
        yield GameEnded(winners=winners, time=self.time)


@whenever(PlayersLeft)
def last_one_standing(event: PlayersLeft, game: Game, luck: Random) -> Happenings[Game]:
    """Whenever players leave: the last side wins; all gone is a draw (CR 104.2a, 104.4a)."""
    if not game.seated:
        return
    standing = [members for i in range(len(game.turns.teams)) if (members := game.members(i))]
    if not standing:
        yield GameEnded(draw=True, time=event.time)
    elif len(standing) == 1:
        yield GameEnded(winners=standing[0], time=event.time)


def require_lobby(game: Game) -> Lobby:
    """Return the open lobby."""
    game.require_going_on()
    if game.lobby is None:
        raise RuleViolation(NO_RULE, "No lobby is open here. `/pod start` opens one.")
    return game.lobby


def refuse_second_pod(game: Game) -> None:
    """Refuse to seat a pod where one is playing."""
    game.require_going_on()
    if game.seated:
        raise RuleViolation(
            NO_RULE, "A pod is playing here. `/pod end` ends its game, then start the next."
        )


def places(mode: Mode) -> int:
    """Return how many players a pod has at most."""
    return 4 if mode is Mode.TWO_HEADED_GIANT else MOST


def refuse_full(players: tuple[Player, ...], mode: Mode) -> None:
    """Refuse one more player where all places are taken."""
    most = places(mode)
    if len(players) >= most:
        raise RuleViolation(NO_RULE, "All {most} places are taken.", most=most)


def refuse_wrong_number(players: tuple[Player, ...], mode: Mode) -> None:
    """Refuse a pod of the wrong size, or with the same player twice."""
    if len(set(players)) != len(players):
        twice = next(player for player in players if players.count(player) > 1)
        raise RuleViolation(NO_RULE, "{player} is named twice.", player=who(twice))
    count = len(players)
    if mode is Mode.TWO_HEADED_GIANT and count != 4:
        raise RuleViolation(
            "CR 810.1", "Two-Headed Giant is two teams of two: four players, not {n}.", n=count
        )
    if not FEWEST <= count <= MOST:
        raise RuleViolation(NO_RULE, "A pod is two to six players, not {n}.", n=count)


def seat(players: list[Player], mode: Mode) -> tuple[Team, ...]:
    """Return the teams in turn order: each player alone, or the first two and the last two."""
    size = 2 if mode is Mode.TWO_HEADED_GIANT else 1
    return tuple(Team(players=tuple(players[i : i + size])) for i in range(0, len(players), size))


def hidden(bounties: Bounties) -> Bounties:
    """Return the bounties as everybody may see them."""
    return bounties.but(pile=(), deck=bounties.deck if bounties.picked else ())
