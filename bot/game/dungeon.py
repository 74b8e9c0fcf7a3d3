"""Dungeons: venturing, the rooms, and completing them (CR 309, 701.49).

Rule numbers: Comprehensive Rules, edition 2026-09-25. Rooms and arrows: ``data/dungeons.json``.
"""

from collections.abc import Sequence
from random import Random
from typing import ClassVar, Literal, NamedTuple

from bot.errors import NO_RULE, Either, RuleViolation, who
from bot.game.engine import Command, Event, Happenings, whenever
from bot.game.facts import DUNGEONS, UNDERCITY, Dungeon, EnteredBy, Room
from bot.game.game import Cause, Delve, Game, Into, Player, ThisTurn, UpkeepVenture, Venture
from bot.game.turns import TurnEnded

MOST_WAITING = 20


class Ventured(Event[Game]):
    """A player ventures. It waits where a choice, or an earlier venture of theirs, is open."""

    kind: Literal["ventured"] = "ventured"
    player: Player
    into: Into
    cause: Cause

    def evolve(self, game: Game) -> Game:
        """Put it last among the ventures, and remember what an upkeep could take back."""
        venture = Venture(player=self.player, into=self.into, cause=self.cause)
        return game.but(ventures=(*game.ventures, venture), this_turn=self._remember_upkeep(game))

    def _remember_upkeep(self, game: Game) -> ThisTurn:
        upkeep = game.this_turn.upkeep
        if upkeep is not None and upkeep.player == self.player:
            upkeep = None
        if self.cause is not Cause.UPKEEP:
            return game.this_turn.but(upkeep=upkeep)
        if venture_of(game, self.player) is None:
            upkeep = UpkeepVenture(
                player=self.player,
                delve=game.delves.get(self.player),
                completed=game.completed.get(self.player, ()),
            )
        return game.this_turn.but(upkeep=upkeep, no_upkeep=False)


class RoomEntered(Event[Game]):
    """A player's venture marker moves into a room, and their oldest venture is done."""

    kind: Literal["room_entered"] = "room_entered"
    player: Player
    dungeon: str
    room: str

    def evolve(self, game: Game) -> Game:
        """Start the dungeon, or go on in it (CR 309.3: at most one at a time)."""
        before = game.delves.get(self.player)
        path = (*before.path, self.room) if before else (self.room,)
        ventures = list(game.ventures)
        oldest = venture_of(game, self.player)
        if oldest is not None:
            ventures.remove(oldest)
        return game.but(
            ventures=tuple(ventures),
            delves={**game.delves, self.player: Delve(dungeon=self.dungeon, path=path)},
        )


class DungeonCompleted(Event[Game]):
    """A player completes their dungeon: it is removed from the game (CR 309.6, 309.7)."""

    kind: Literal["dungeon_completed"] = "dungeon_completed"
    player: Player
    dungeon: str

    def evolve(self, game: Game) -> Game:
        """Count it: completing the same dungeon twice is two."""
        done = (*game.completed.get(self.player, ()), self.dungeon)
        return game.but(
            delves={p: delve for p, delve in game.delves.items() if p != self.player},
            completed={**game.completed, self.player: done},
        )


class VentureIntoTheDungeon(Command[Game]):
    """An effect told a player to venture into the dungeon."""

    kind: Literal["venture_into_the_dungeon"] = "venture_into_the_dungeon"
    opens_a_game: ClassVar[bool] = True
    player: Player
    dungeon: str | None = None
    room: str | None = None

    def decide(self, game: Game, luck: Random) -> Happenings[Game]:
        """Advance in the dungeon they are in, Undercity too, or start one (CR 701.49a-c)."""
        game.require_playing(self.player)
        refuse_crowd(game)
        yield from venture(
            game, self.player, Into.ANY_OTHER, Cause.EFFECT, room=self.room, dungeon=self.dungeon
        )


class ChooseRoom(Command[Game]):
    """Settle an open choice of where a player ventures."""

    kind: Literal["choose_room"] = "choose_room"
    player: Player
    dungeon: str
    room: str

    def decide(self, game: Game, luck: Random) -> Happenings[Game]:
        """The room must be one that the choice offers (CR 309.5a)."""
        game.require_playing(self.player)
        if venture_of(game, self.player) is None:
            raise RuleViolation(
                "CR 701.49", "{player} has no room to choose now.", player=who(self.player)
            )
        way = one_way(game, self.player, self.room, self.dungeon)
        if way is not None:
            yield RoomEntered(player=self.player, dungeon=way.dungeon.id, room=way.room.id)


class ResolveLastRoom(Command[Game]):
    """The last room's ability has left the stack, resolved or countered."""

    kind: Literal["resolve_last_room"] = "resolve_last_room"
    player: Player

    def decide(self, game: Game, luck: Random) -> Happenings[Game]:
        """Complete the dungeon (CR 309.6)."""
        game.require_playing(self.player)
        delve = game.delves.get(self.player)
        if delve is None or not is_last_room(delve):
            raise RuleViolation(
                "CR 309.6",
                "{player} is not in the last room of a dungeon.",
                player=who(self.player),
            )
        yield DungeonCompleted(player=self.player, dungeon=delve.dungeon)


@whenever(Ventured, RoomEntered)
def move_on(event: Ventured | RoomEntered, game: Game, luck: Random) -> Happenings[Game]:
    """Whenever a player ventures, move them, unless they must choose where.

    From a last room that dungeon is completed first (CR 309.5b). Whenever a marker has moved, the
    player's next venture, if one was waiting, goes on from there.
    """
    player = event.player
    if venture_of(game, player) is None:
        return
    delve = game.delves.get(player)
    if delve is not None and is_last_room(delve):
        game = yield DungeonCompleted(player=player, dungeon=delve.dungeon)
    ways = ways_on(game, player)
    if len(ways) == 1:
        yield RoomEntered(player=player, dungeon=ways[0].dungeon.id, room=ways[0].room.id)


@whenever(TurnEnded)
def leave_last_rooms(event: TurnEnded, game: Game, luck: Random) -> Happenings[Game]:
    """Whenever a turn ends, every dungeon whose last room was entered is completed.

    By then the room's ability has left the stack (CR 309.6). An open choice holds the turn.
    """
    for choice in open_choices(game):
        raise RuleViolation(
            "CR 701.49",
            "{player} still has to choose where to venture: {ways}.",
            player=who(choice.player),
            ways=either(choice.ways),
        )
    for player, delve in game.delves.items():
        if is_last_room(delve):
            game = yield DungeonCompleted(player=player, dungeon=delve.dungeon)


class Way(NamedTuple):
    """A room that a venture may enter."""

    dungeon: Dungeon
    room: Room

    @property
    def name(self) -> str:
        """The room's name, or the dungeon's where the way leads into a new one."""
        return self.dungeon.name if self.room == self.dungeon.entrance else self.room.name


def either(ways: Sequence[Way]) -> Either:
    """Name ways in a sentence: "A", "A or B", "A, B or C"."""
    return Either(tuple(way.name for way in ways))


class Choice(NamedTuple):
    """Somebody has to choose where to venture."""

    player: Player
    ways: tuple[Way, ...]


def venture(
    game: Game,
    player: Player,
    into: Into,
    cause: Cause,
    *,
    room: str | None = None,
    dungeon: str | None = None,
) -> Happenings[Game]:
    """Venture, and settle the choice at once where the room or dungeon that is named settles it.

    Raises:
        RuleViolation: what is named is not a way this venture can go.
    """
    named = room is not None or dungeon is not None
    if named and venture_of(game, player) is not None:
        raise RuleViolation(
            "CR 701.49",
            "{player} still has an earlier choice of room open. Settle that first.",
            player=who(player),
        )
    game = yield Ventured(player=player, into=into, cause=cause)
    if not named:
        return
    if venture_of(game, player) is not None:
        way = one_way(game, player, room, dungeon)
        if way is not None:
            yield RoomEntered(player=player, dungeon=way.dungeon.id, room=way.room.id)
        return
    delve = game.delves[player]
    if room not in (None, delve.room) or dungeon not in (None, delve.dungeon):
        here = DUNGEONS[delve.dungeon].room(delve.room)
        raise RuleViolation("CR 701.49", "The only way on is {room}.", room=Either((here.name,)))


def one_way(game: Game, player: Player, room: str | None, dungeon: str | None) -> Way | None:
    """Return the way that is named, or None where the dungeon alone does not say which.

    Raises:
        RuleViolation: the player's open venture cannot go there.
    """
    ways = ways_on(game, player)
    named = [
        way for way in ways if room in (None, way.room.id) and dungeon in (None, way.dungeon.id)
    ]
    if not named:
        raise RuleViolation(
            "CR 701.49",
            "{player} can venture to {ways}.",
            player=who(player),
            ways=either(ways),
        )
    return named[0] if len(named) == 1 else None


def refuse_crowd(game: Game) -> None:
    """Refuse more open ventures than any table means."""
    if len(game.ventures) >= MOST_WAITING:
        raise RuleViolation(
            NO_RULE, "{count} ventures are open. Choose rooms first.", count=MOST_WAITING
        )


def venture_of(game: Game, player: Player) -> Venture | None:
    """Return the player's oldest open venture."""
    return next((venture for venture in game.ventures if venture.player == player), None)


def open_choices(game: Game) -> tuple[Choice, ...]:
    """Return whose choices are open, the longest waiting first."""
    players = dict.fromkeys(venture.player for venture in game.ventures)
    return tuple(Choice(player, ways_on(game, player)) for player in players)


def ways_on(game: Game, player: Player) -> tuple[Way, ...]:
    """Return where the player's oldest open venture can go.

    "Into Undercity" limits only which dungeon may be started (CR 701.49d).
    """
    oldest = venture_of(game, player)
    if oldest is None:
        return ()
    delve = game.delves.get(player)
    if delve is not None:
        here = DUNGEONS[delve.dungeon]
        return tuple(Way(here, here.room(exit_)) for exit_ in here.room(delve.room).exits)
    if oldest.into is Into.UNDERCITY:
        return (Way(UNDERCITY, UNDERCITY.entrance),)
    return tuple(
        Way(dungeon, dungeon.entrance)
        for dungeon in DUNGEONS.values()
        if dungeon.entered_by is EnteredBy.VENTURING
    )


def is_last_room(delve: Delve) -> bool:
    """Tell whether the marker is on a bottommost room: one without arrows out of it."""
    return not DUNGEONS[delve.dungeon].room(delve.room).exits
