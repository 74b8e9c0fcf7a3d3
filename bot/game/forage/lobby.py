"""Foraging Squirrels, around the game: gathering, laying the grid, leaving, a rematch."""

import unicodedata
from random import Random
from typing import ClassVar, Literal

from bot.errors import NO_RULE, RuleViolation, who
from bot.game.engine import Command, Event, Happenings, whenever
from bot.game.forage.board import Cell, Grid
from bot.game.forage.boosters import lay_out, new_seed
from bot.game.forage.cards import CARDS, SQUIRREL_ART, Food
from bot.game.forage.game import (
    CARD,
    EndedBy,
    Forage,
    ForageLobby,
    Forager,
)
from bot.game.forage.turns import ForageTurnBegan, ForageTurnEnded, ended
from bot.game.game import Player

FEWEST, MOST = 2, 4
MOST_OPENED = 60
LONGEST_SEED = 32


class ForageLobbyChanged(Event[Forage]):
    """A lobby opened or closed, players joined or left it, or what it plays with changed.

    Without a ``lobby``, it has closed. ``new_cards`` and ``new_seed`` tell what is not as before.
    """

    kind: Literal["forage_lobby_changed"] = "forage_lobby_changed"
    lobby: ForageLobby | None
    joined: Player | None = None
    left: Player | None = None
    new_cards: bool = False
    new_seed: bool = False

    def evolve(self, game: Forage) -> Forage:
        """Keep the lobby; nothing stays of a game before it."""
        return Forage(lobby=self.lobby)


class ForageStarted(Event[Forage]):
    """The grid is laid out, and a player was picked at random to go first."""

    kind: Literal["forage_started"] = "forage_started"
    players: tuple[Player, ...]
    first: Player
    seed: str
    grid: Grid
    squirrel: Cell
    own: tuple[Food, ...] = ()
    set_aside: tuple[Food, ...] = ()
    squirrels: tuple[int, ...]

    def evolve(self, game: Forage) -> Forage:
        """Begin afresh."""
        return Forage(
            foragers=tuple(Forager(player=player) for player in self.players),
            first=self.first,
            grid=self.grid,
            squirrel=self.squirrel,
            seed=self.seed,
            own=self.own,
            set_aside=self.set_aside,
            squirrels=self.squirrels,
        )


class ForagersLeft(Event[Forage]):
    """Players leave the game, and their haul with them."""

    kind: Literal["foragers_left"] = "foragers_left"
    players: tuple[Player, ...]

    def evolve(self, game: Forage) -> Forage:
        """They keep their place in the order, but have no more turns and no score."""
        return game.but(
            foragers=tuple(
                forager.but(left=True) if forager.player in self.players else forager
                for forager in game.foragers
            )
        )


class ArtCalled(Event[Forage]):
    """The pod agreed whether a card has a squirrel in its art."""

    kind: Literal["art_called"] = "art_called"
    player: Player
    number: int
    squirrel: bool

    def evolve(self, game: Forage) -> Forage:
        """Count it so in this game."""
        numbers = set(game.squirrels) - {self.number}
        if self.squirrel:
            numbers.add(self.number)
        return game.but(squirrels=tuple(sorted(numbers)))


class OpenForageLobby(Command[Forage]):
    """Let players gather."""

    kind: Literal["open_forage_lobby"] = "open_forage_lobby"
    opens_a_game: ClassVar[bool] = True
    player: Player
    seed: str | None = None
    own: tuple[Food, ...] = ()

    def decide(self, game: Forage, luck: Random) -> Happenings[Forage]:
        """Opening again can add cards and change the seed; those who joined stay."""
        refuse_second_game(game)
        refuse_wrong_cards(self.seed, self.own)
        refuse_other_cards(game, self.own)
        lobby = game.lobby or ForageLobby()
        joined = lobby.players
        if self.player not in joined:
            refuse_full(joined)
        players = tuple(dict.fromkeys((*joined, self.player)))
        seed, own = clean(self.seed) or lobby.seed, self.own or lobby.own
        yield ForageLobbyChanged(
            lobby=ForageLobby(players=players, seed=seed, own=own),
            joined=None if self.player in joined else self.player,
            new_cards=own != lobby.own,
            new_seed=seed != lobby.seed,
        )


class JoinForage(Command[Forage]):
    """Take a place in the lobby."""

    kind: Literal["join_forage"] = "join_forage"
    player: Player

    def decide(self, game: Forage, luck: Random) -> Happenings[Forage]:
        """At most four play."""
        lobby = require_lobby(game)
        if self.player in lobby.players:
            raise RuleViolation(NO_RULE, "You have joined already.")
        refuse_full(lobby.players)
        players = (*lobby.players, self.player)
        yield ForageLobbyChanged(lobby=lobby.but(players=players), joined=self.player)


class LeaveForageLobby(Command[Forage]):
    """Give up a place in the lobby."""

    kind: Literal["leave_forage_lobby"] = "leave_forage_lobby"
    settles_a_lobby: ClassVar[bool] = True
    player: Player

    def decide(self, game: Forage, luck: Random) -> Happenings[Forage]:
        """The last one to leave closes it."""
        lobby = require_lobby(game)
        if self.player not in lobby.players:
            raise RuleViolation(NO_RULE, "You have not joined.")
        players = tuple(player for player in lobby.players if player != self.player)
        yield ForageLobbyChanged(
            lobby=lobby.but(players=players) if players else None, left=self.player
        )


class StartForageLobby(Command[Forage]):
    """Begin with everybody in the lobby."""

    kind: Literal["start_forage_lobby"] = "start_forage_lobby"
    player: Player

    def decide(self, game: Forage, luck: Random) -> Happenings[Forage]:
        """Only somebody who joined can start."""
        lobby = require_lobby(game)
        if self.player not in lobby.players:
            raise RuleViolation(NO_RULE, "Join first: only players of the game start it.")
        start = StartForage(players=lobby.players, seed=lobby.seed, own=lobby.own)
        yield from start.decide(game, luck)


class StartForage(Command[Forage]):
    """Lay out the food and pick who goes first.

    ``seed`` gives the same grid again; without one it is drawn. ``own`` is the food of the pod's
    own boosters; without it, two boosters are opened. What an open lobby plays with is kept where
    the command leaves it unset. ``squirrels``: the cards that begin as having one in their art.
    """

    kind: Literal["start_forage"] = "start_forage"
    settles_a_lobby: ClassVar[bool] = True
    opens_a_game: ClassVar[bool] = True
    players: tuple[Player, ...]
    seed: str | None = None
    own: tuple[Food, ...] = ()
    squirrels: tuple[int, ...] = SQUIRREL_ART

    def decide(self, game: Forage, luck: Random) -> Happenings[Forage]:
        """The order is the one in which players are named; who goes first is chance.

        That chance is taken first, among the players in an order of its own: neither a seed nor
        naming them otherwise makes it another one.
        """
        refuse_second_game(game)
        refuse_wrong_number(self.players)
        refuse_wrong_cards(self.seed, self.own)
        refuse_other_cards(game, self.own)
        first = luck.choice(sorted(self.players))
        lobby = game.lobby or ForageLobby()
        seed = clean(self.seed) or lobby.seed or new_seed(luck)
        own = self.own or lobby.own
        floor = lay_out(seed, own)
        yield ForageStarted(
            players=self.players,
            first=first,
            seed=seed,
            grid=floor.grid,
            squirrel=floor.squirrel,
            own=own,
            set_aside=floor.set_aside,
            squirrels=self.squirrels,
        )
        yield ForageTurnBegan(player=first)


class LeaveForage(Command[Forage]):
    """Players leave, one or several at once. The game goes on."""

    kind: Literal["leave_forage"] = "leave_forage"
    players: tuple[Player, ...]

    def decide(self, game: Forage, luck: Random) -> Happenings[Forage]:
        """House rule: what a leaver has taken stays out of the grid and of the score."""
        game.require_going_on()
        if not self.players:
            raise RuleViolation(NO_RULE, "Name at least one player who leaves.")
        for player in self.players:
            game.require_playing(player)
        yield ForagersLeft(players=tuple(dict.fromkeys(self.players)))


class EndForage(Command[Forage]):
    """Stop the game before the food runs out, so that nobody wins; or close the lobby."""

    kind: Literal["end_forage"] = "end_forage"
    settles_a_lobby: ClassVar[bool] = True

    def decide(self, game: Forage, luck: Random) -> Happenings[Forage]:
        """The score is told as it stands."""
        if game.lobby is not None:
            yield ForageLobbyChanged(lobby=None)
            return
        game.require_going_on()
        yield ended(game, EndedBy.STOPPED)


class CallArt(Command[Forage]):
    """Agree whether a card has a squirrel in its art: the list of the house may be wrong."""

    kind: Literal["call_art"] = "call_art"
    player: Player
    number: int
    squirrel: bool

    def decide(self, game: Forage, luck: Random) -> Happenings[Forage]:
        """House rule: the pod's eyes decide, while the game goes on."""
        game.require_playing(self.player)
        card = CARDS.get(self.number)
        if card is None:
            raise RuleViolation(NO_RULE, "There is no such card in Modern Horizons 2.")
        if self.squirrel is (self.number in game.squirrels):
            raise RuleViolation(NO_RULE, "{card} counts so already.", card=card)
        yield ArtCalled(player=self.player, number=self.number, squirrel=self.squirrel)


@whenever(ForagersLeft)
def go_on_without_them(event: ForagersLeft, game: Forage, luck: Random) -> Happenings[Forage]:
    """Whenever players leave: the last one left ends the game; a leaver's turn passes on."""
    if len(game.living) <= 1:
        yield ended(game, EndedBy.LAST_ONE_LEFT)
    elif game.whose is not None and game.whose in event.players:
        yield ForageTurnEnded(player=game.whose)


def rematch(game: Forage, players: tuple[Player, ...] | None = None) -> StartForage:
    """Return the command for the same grid again, with the same players unless others are named.

    What the pod said about squirrels in the art still holds.
    """
    return StartForage(
        players=players or game.players, seed=game.seed, own=game.own, squirrels=game.squirrels
    )


def clean(seed: str | None) -> str | None:
    """Return a seed as it is kept, or None if nothing of it is left.

    Phones capitalise as they like, so case does not matter. What cannot be seen is left out, and
    an apostrophe stands for the backtick that would end the code it is shown as.
    """
    # Composed at first, too: that makes a backtick of another character.
    shown = "".join(_seen(char) for char in unicodedata.normalize("NFC", seed or ""))
    capital = unicodedata.normalize("NFC", shown.casefold().upper())
    return " ".join(capital.split()) or None


def _seen(char: str) -> str:
    if char.isspace():
        return " "
    if unicodedata.category(char).startswith("C"):
        return ""
    return "'" if char == "`" else char


def require_lobby(game: Forage) -> ForageLobby:
    """Return the open lobby."""
    if game.lobby is None:
        raise RuleViolation(NO_RULE, "No lobby is open here. `/forage start` opens one.")
    return game.lobby


def refuse_second_game(game: Forage) -> None:
    """Refuse to begin where squirrels are foraging."""
    if game.seated and not game.over:
        raise RuleViolation(NO_RULE, "A game is going on here. Finish or stop it first.")


def refuse_full(players: tuple[Player, ...]) -> None:
    """Refuse one more player where all places are taken."""
    if len(players) >= MOST:
        raise RuleViolation(CARD, "All {most} places are taken.", most=MOST)


def refuse_wrong_number(players: tuple[Player, ...]) -> None:
    """Refuse too few or too many players, or the same player twice."""
    if len(set(players)) != len(players):
        twice = next(player for player in players if players.count(player) > 1)
        raise RuleViolation(NO_RULE, "{player} is named twice.", player=who(twice))
    if not FEWEST <= len(players) <= MOST:
        raise RuleViolation(CARD, "Two to four squirrels forage together, not {n}.", n=len(players))


def refuse_other_cards(game: Forage, own: tuple[Food, ...]) -> None:
    """Refuse to replace the cards that somebody gave to the lobby."""
    given = game.lobby.own if game.lobby else ()
    if own and given and own != given:
        raise RuleViolation(
            "House rule",
            "This lobby already plays with its own cards. "
            "Start with them, or close it with `/forage end`.",
        )


def refuse_wrong_cards(seed: str | None, own: tuple[Food, ...]) -> None:
    """Refuse a seed nobody can pass on, and more or other cards than boosters hold."""
    if len(clean(seed) or "") > LONGEST_SEED:
        raise RuleViolation(NO_RULE, "A seed has at most {most} characters.", most=LONGEST_SEED)
    if len(own) > MOST_OPENED:
        raise RuleViolation(
            NO_RULE,
            "Those are {n} cards. Name what two boosters held: 24, and at most {most}.",
            n=len(own),
            most=MOST_OPENED,
        )
    if any(food.number not in CARDS for food in own):
        raise RuleViolation(NO_RULE, "There is no such card in Modern Horizons 2.")
