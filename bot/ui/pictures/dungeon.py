"""The map of a dungeon, made from a game: who is where, and where the next step may go."""

from collections.abc import Mapping

from bot.game.dungeon import open_choices
from bot.game.facts import Dungeon, Room
from bot.game.game import Game, Player
from bot.i18n import listed, mark, say
from bot.ui.pictures.drawing import MOST_ALT
from bot.ui.pictures.dungeon_legend import MOST_PEOPLE, Caption
from bot.ui.pictures.dungeon_map import DungeonMap
from bot.ui.pictures.dungeon_plan import ShownRoom
from bot.ui.pictures.lettering import LETTERS
from bot.ui.pictures.people import Figure, figures
from bot.ui.words import Names, within

Figures = Mapping[Player, Figure]


def dungeon_map(game: Game, dungeon: Dungeon, names: Names) -> DungeonMap:
    """Return the map of a dungeon as a game stands."""
    everybody = figures(game, names, LETTERS)
    rooms = tuple(_room(game, dungeon, room, everybody) for room in dungeon.rooms)
    people = _people(game, dungeon, everybody)
    rest = len(people) - MOST_PEOPLE
    said = say(dungeon.name)
    caption = Caption(
        title=said,
        english="" if said == dungeon.name else dungeon.name,
        people=people[:MOST_PEOPLE],
        rest=say("… and {n} more.", n=rest) if rest > 0 else "",
        next_step=say("the next step") if any(room.here and room.exits for room in rooms) else "",
        may_enter=say("may be entered now") if any(room.coming for room in rooms) else "",
        visited=say("visited") if any(room.visited and not room.here for room in rooms) else "",
        completed=say("completed, so many times") if any(times for _, times in people) else "",
    )
    return DungeonMap(rooms, caption, _alt(said, rooms))


def _room(game: Game, dungeon: Dungeon, room: Room, everybody: Figures) -> ShownRoom:
    delves = {p: delve for p, delve in game.delves.items() if delve.dungeon == dungeon.id}
    coming = [
        choice.player
        for choice in open_choices(game)
        if any(way.dungeon == dungeon and way.room == room for way in choice.ways)
    ]
    said = say(room.name)
    return ShownRoom(
        id=room.id,
        name=said,
        english="" if said == room.name else room.name,
        effect=say(room.effect),
        exits=room.exits,
        visited=any(room.id in delve.path for delve in delves.values()),
        here=tuple(everybody[player] for player, delve in delves.items() if delve.room == room.id),
        coming=tuple(everybody[player] for player in coming),
    )


def _people(game: Game, dungeon: Dungeon, everybody: Figures) -> tuple[tuple[Figure, int], ...]:
    """Return who is in the dungeon or completed it, and how often they did."""
    told = []
    for player, figure in everybody.items():
        times = game.completed.get(player, ()).count(dungeon.id)
        delve = game.delves.get(player)
        if times or (delve is not None and delve.dungeon == dungeon.id):
            told.append((figure, times))
    return tuple(told)


def _alt(title: str, rooms: tuple[ShownRoom, ...]) -> str:
    told = [say("A map of {dungeon}.", dungeon=title)]
    for room in rooms:
        for figures_, sentence in (
            (room.here, mark("{players}: in {room}.")),
            (room.coming, mark("{players}: may enter {room}.")),
        ):
            if figures_:
                players = listed([figure.name for figure in figures_])
                told.append(say(sentence, players=players, room=room.name))
    return within(told, MOST_ALT, between=" ")
