"""The game at a table: everything that Podkeeper keeps for a pod, as one frozen value.

The nouns are here; what happens to them is in the module of each subject.
"""

from collections.abc import Mapping
from enum import StrEnum
from typing import Literal

from bot.errors import NO_RULE, RuleViolation, who
from bot.game.engine import Frozen, State
from bot.game.permanent import DayNight, Permanent

Player = int
"""A player is their Discord user id; a negative number is somebody who was erased."""


class Mode(StrEnum):
    """How the pod plays. Two-Headed Giant: two teams of two, one turn a team (CR 805, 810)."""

    FREE_FOR_ALL = "free-for-all"
    TWO_HEADED_GIANT = "two-headed giant"


class Order(StrEnum):
    """How the pod is seated."""

    RANDOM = "random"
    LISTED = "listed"


class Lobby(Frozen):
    """Players gathering for a pod, and how they mean to play."""

    players: tuple[Player, ...]
    mode: Mode = Mode.FREE_FOR_ALL
    order: Order = Order.RANDOM
    bounties: bool = True
    link: str | None = None


class Team(Frozen):
    """Who takes turns together: one player, or two heads. ``turns`` counts those that began."""

    players: tuple[Player, ...]
    turns: int = 0


class Turns(Frozen):
    """Whose turn it is and who comes next. Teams are named by their index in turn order.

    ``at`` is the seat from which the order goes on, ``whose`` the team whose turn it is (another
    one in an extra turn). ``extra`` is a stack: the latest created is taken first (CR 500.7).
    ``starting_turns`` counts the starting team's turns, those included that would have begun had
    it not left the game.
    """

    teams: tuple[Team, ...] = ()
    left: tuple[Player, ...] = ()
    number: int = 0
    whose: int | None = None
    at: int = 0
    extra: tuple[int, ...] = ()
    skips: tuple[int, ...] = ()
    starting: int = 0
    starting_turns: int = 0


class Clock(Frozen):
    """How long turns take, in seconds. ``since`` is when it was last started, None: it stands.

    ``so_far`` is what this turn took before that, ``spent`` what each team's ended turns took, by
    its index.
    """

    since: int | None = None
    so_far: int = 0
    paused: bool = False
    spent: Mapping[int, int] = {}

    def this_turn(self, now: int) -> int:
        """Return how many seconds the turn has taken by ``now``."""
        running = 0 if self.since is None else now - self.since
        return self.so_far + max(0, running)


class Offer(Frozen):
    """The bounty on offer."""

    card: str
    level: int


class Trophy(Frozen):
    """A claimed bounty under its owner's name."""

    card: str
    player: Player


class Claim(Frozen):
    """What a player collected, for the recap. It stays when the trophy is shuffled back."""

    card: str
    player: Player
    level: int
    treasures: int
    cards: int
    turn: int


class Bounties(Frozen):
    """The bounty deck. ``pile`` is face down, next card last: it is shown nowhere.

    ``picked`` tells a deck whose cards the pod chose from one drawn at random. ``reshuffles``
    counts the piles made of bounties that had been seen.
    """

    on: bool = True
    deck: tuple[str, ...] = ()
    picked: bool = False
    pile: tuple[str, ...] = ()
    offer: Offer | None = None
    trophies: tuple[Trophy, ...] = ()
    claims: tuple[Claim, ...] = ()
    under_way: bool = False
    reshuffles: int = 0


class Holding(Frozen):
    """From which turn on a player, or nobody, has had the initiative, as that turn ended."""

    player: Player | None
    turn: int


class Delve(Frozen):
    """A player's way through a dungeon: the rooms entered, the last one being where they are."""

    dungeon: str
    path: tuple[str, ...]

    @property
    def room(self) -> str:
        """The room with the venture marker."""
        return self.path[-1]


class Into(StrEnum):
    """Which dungeon a venture may start (CR 701.49d)."""

    UNDERCITY = "Undercity"
    ANY_OTHER = "the dungeon"


class Cause(StrEnum):
    """Why somebody ventures."""

    TAKEN = "took the initiative"
    UPKEEP = "upkeep"
    EFFECT = "effect"


class Venture(Frozen):
    """A venture that waits for its player's choice, or for an earlier venture of theirs."""

    player: Player
    into: Into
    cause: Cause


class Neighbours(Frozen):
    """A player's nearest opponents to the left and right."""

    player: Player
    left: Player
    right: Player


class UpkeepVenture(Frozen):
    """Where the holder of the initiative was before the upkeep trigger, to take it back."""

    player: Player
    delve: Delve | None
    completed: tuple[str, ...]


class Cast(Frozen):
    """How many spells were cast in a turn. More than two count as two, None was not asked.

    ``active`` is the most that one player of the active team cast, ``anyone`` the most that any
    one player at the table did.
    """

    active: Literal[0, 1, 2] | None = None
    anyone: Literal[0, 1, 2] | None = None


class ThisTurn(Frozen):
    """What is remembered until the next turn begins. ``leavers`` were there as it began.

    ``last`` is what was cast in the turn before, ``turning`` are the Werewolves whose abilities
    wait to be resolved.
    """

    claimed: bool = False
    leavers: tuple[Player, ...] = ()
    neighbours: tuple[Neighbours, ...] = ()
    most: tuple[Player, ...] | None = None
    inherited: bool = False
    upkeep: UpkeepVenture | None = None
    no_upkeep: bool = False
    last: Cast = Cast()
    turning: tuple[int, ...] = ()


class Ending(Frozen):
    """How the game ended. No winners and no draw: it was just ended."""

    winners: tuple[Player, ...] = ()
    draw: bool = False


class Game(State):
    """One game at one table. Without teams it is an unseated table: whoever speaks is a player.

    ``holdings`` tell who had the initiative since when, the latest last; a game that began under an
    older version is without its first ones. ``battlefield`` has the permanents whose other face no
    camera shows, ``entered`` counts those that ever were on it.
    """

    mode: Mode = Mode.FREE_FOR_ALL
    link: str | None = None
    lobby: Lobby | None = None
    turns: Turns = Turns()
    this_turn: ThisTurn = ThisTurn()
    clock: Clock = Clock()
    bounties: Bounties = Bounties()
    initiative: Player | None = None
    monarch: Player | None = None
    holdings: tuple[Holding, ...] = ()
    delves: Mapping[Player, Delve] = {}
    ventures: tuple[Venture, ...] = ()
    completed: Mapping[Player, tuple[str, ...]] = {}
    battlefield: tuple[Permanent, ...] = ()
    entered: int = 0
    day: DayNight | None = None
    ending: Ending | None = None

    @property
    def over(self) -> bool:
        """The game has ended."""
        return self.ending is not None

    @property
    def players(self) -> tuple[Player, ...]:
        """Everybody who was seated, in turn order, those who left included."""
        return tuple(player for team in self.turns.teams for player in team.players)

    @property
    def seated(self) -> bool:
        """A pod has sat down."""
        return bool(self.turns.teams)

    @property
    def living(self) -> tuple[Player, ...]:
        """Those still in the game, in turn order."""
        return tuple(player for player in self.players if player not in self.turns.left)

    @property
    def gathering(self) -> tuple[Player, ...]:
        """Those who wait in the lobby."""
        return self.lobby.players if self.lobby else ()

    @property
    def dice(self) -> int:
        """The pile that the dice were last thrown for."""
        return self.bounties.reshuffles

    @property
    def active(self) -> tuple[Player, ...]:
        """The active player, both heads of an active team, or nobody (CR 800.4j)."""
        if self.turns.whose is None:
            return ()
        return self.members(self.turns.whose)

    def members(self, team: int) -> tuple[Player, ...]:
        """Return the players of ``team`` who are still in the game."""
        players = self.turns.teams[team].players
        return tuple(player for player in players if player not in self.turns.left)

    def team_of(self, player: Player) -> int:
        """Return the index of a seated player's team."""
        return next(i for i, team in enumerate(self.turns.teams) if player in team.players)

    @property
    def present(self) -> tuple[Player, ...]:
        """Those who were in the game as the turn began, in turn order."""
        leavers = self.this_turn.leavers
        return tuple(p for p in self.players if p in leavers or p not in self.turns.left)

    def opponents(self, player: Player) -> tuple[Player, ...]:
        """Return the player's opponents as the turn began, in turn order."""
        mates = self.turns.teams[self.team_of(player)].players
        return tuple(other for other in self.present if other not in mates)

    def require_going_on(self) -> None:
        """Refuse to act in a game that has ended."""
        if self.over:
            raise RuleViolation(NO_RULE, "This game is over. `/pod start` begins a new one.")

    def require_seated(self) -> None:
        """Refuse what makes sense only for a seated pod."""
        self.require_going_on()
        if not self.seated:
            raise RuleViolation(
                NO_RULE, "No pod is seated here. `/pod start` seats one, with a turn order."
            )

    def require_playing(self, player: Player) -> None:
        """Refuse a player who is not seated here, or has left. Unseated: everybody plays."""
        self.require_going_on()
        if player in self.turns.left:
            raise RuleViolation("CR 800.4a", "{player} has left this game.", player=who(player))
        if self.seated and player not in self.players:
            raise RuleViolation(
                NO_RULE, "{player} is not seated at this table.", player=who(player)
            )
