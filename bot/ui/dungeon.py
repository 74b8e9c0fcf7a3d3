"""Where everybody is in their dungeons: the panel's part, the open choices, and the map in text."""

from collections import Counter
from collections.abc import Sequence
from types import MappingProxyType
from typing import Any

import discord

from bot.game.dungeon import Choice, Way, is_last_room, open_choices, venture_of, ways_on
from bot.game.facts import DUNGEONS, Dungeon, Room
from bot.game.game import Game, Player
from bot.i18n import listed, mark, say, say_many
from bot.table import PodTable
from bot.ui.buttons import button, menu, row
from bot.ui.layout import card, text, view
from bot.ui.words import (
    Names,
    dungeon_name,
    few,
    in_words,
    mention,
    printed,
    seat_name,
    within,
)

Item = discord.ui.Item[Any]
BLUE = discord.ButtonStyle.primary

MOST_BUTTONS = 5
MOST_OPTIONS = 25
MOST_NAMED = 6
MOST_WHEREABOUTS = 900
MOST_COMPLETED = 400
MOST_MAP = 3_900

MARKS = MappingProxyType(
    {"▸": mark("marks an open way."), "✓": mark("visited by somebody now in this dungeon.")}
)


def section(table: PodTable, names: Names) -> list[Item]:
    """Return the panel's part about dungeons: who is where, and what is to be chosen."""
    game = table.game
    items: list[Item] = []
    if lines := [*_whereabouts(game), *_completed(game)]:
        items.append(text("\n".join(lines)))
    last = [player for player, delve in game.delves.items() if is_last_room(delve)]
    waiting = [player for player in last if venture_of(game, player) is None]
    if waiting:
        items.append(row(_resolved(table, names, waiting)))
    now, later = _asked(open_choices(game))
    for choice in now:
        items.extend(_choice(table, choice))
    if later:
        waiting_too = few([mention(choice.player) for choice in later], MOST_NAMED)
        items.append(text(say("Then {players} will choose.", players=waiting_too)))
    return items


def _whereabouts(game: Game) -> list[str]:
    if not game.delves:
        return []
    whole = "\n".join(
        # Who is about to move on is done with the room, and reads of the next ones instead.
        _where(game, player)
        if venture_of(game, player)
        else f"{_where(game, player)}\n-# {say(_room(game, player).effect)}"
        for player in game.delves
    )
    if len(whole) <= MOST_WHEREABOUTS:
        return [whole]
    # In a crowd the map has the effects; whoever enters a room reads its effect in the news.
    return [within([_where(game, player) for player in game.delves], MOST_WHEREABOUTS)]


def _completed(game: Game) -> list[str]:
    """Return what those completed who are in no dungeon now. Others have it beside their room."""
    told = [
        f"{mention(player)}: {listed(_tally(done))}"
        for player, done in game.completed.items()
        if done and player not in game.delves and player not in game.turns.left
    ]
    if not told:
        return []
    return [say("-# Completed: {players}", players=within(told, MOST_COMPLETED, between=", "))]


def _tally(completed: Sequence[str]) -> list[str]:
    counts = Counter(completed)
    return [
        dungeon_name(name) + (f" ({count})" if count > 1 else "") for name, count in counts.items()
    ]


def _room(game: Game, player: Player) -> Room:
    delve = game.delves[player]
    return DUNGEONS[delve.dungeon].room(delve.room)


def _where(game: Game, player: Player) -> str:
    done = game.completed.get(player, ())
    score = ""
    if done:
        score = " · " + say_many(
            "a dungeon completed",
            "{number} dungeons completed",
            len(done),
            number=in_words(len(done)),
        )
    place, room = dungeon_name(game.delves[player].dungeon), printed(_room(game, player).name)
    return f"{mention(player)} · {place}: **{room}**{score}"


def _resolved(table: PodTable, names: Names, players: Sequence[Player]) -> Item:
    if len(players) == 1:
        label = say("Last room done: {player}", player=seat_name(table.game, names, players[0]))
        return button("dungeon.resolved", players[0], label=label, seen=table.version)
    options = [
        discord.SelectOption(label=seat_name(table.game, names, player), value=str(player))
        for player in players[:MOST_OPTIONS]
    ]
    return menu(
        "dungeon.resolved",
        options=options,
        placeholder=say("Last room done, for…"),
        seen=table.version,
    )


def _asked(choices: Sequence[Choice]) -> tuple[Sequence[Choice], Sequence[Choice]]:
    """Part choices into those that are asked now, the longest waiting first, and later ones.

    A message has no room for the buttons of all.
    """
    buttons = 0
    for number, choice in enumerate(choices):
        buttons += len(choice.ways)
        if buttons > MOST_BUTTONS and number > 0:
            return choices[:number], choices[number:]
    return choices, ()


def _choice(table: PodTable, choice: Choice) -> list[Item]:
    lines = [say("**{player} chooses where to venture:**", player=mention(choice.player))]
    lines += [f"- **{printed(way.name)}**: {_way_note(way)}" for way in choice.ways]
    buttons = [
        button(
            "dungeon.choose",
            choice.player,
            way.dungeon.id,
            way.room.id,
            label=printed(way.name)[:80],
            style=BLUE,
            seen=table.version,
        )
        for way in choice.ways
    ]
    return [text("\n".join(lines)), row(*buttons)]


def _way_note(way: Way) -> str:
    if way.room != way.dungeon.entrance:
        return say(way.room.effect)
    rooms = say_many(
        "{n} room, from {entrance}.",
        "{n} rooms, from {entrance}.",
        len(way.dungeon.rooms),
        entrance=printed(way.room.name),
    )
    return f"{rooms} {say(way.dungeon.note)}" if way.dungeon.note else rooms


def dungeon_map(table: PodTable, dungeon: Dungeon) -> discord.ui.LayoutView:
    """Return a dungeon as a map in text: its rooms by depth, arrows, who is where, open ways."""
    lines = [f"### {printed(dungeon.name)}"]
    if dungeon.note:
        lines.append(f"-# {say(dungeon.note)}")
    marks = {room.id: _mark(table.game, dungeon, room) for room in dungeon.rooms}
    for depth, rooms in enumerate(by_depth(dungeon), start=1):
        for room in rooms:
            start = " ".join(filter(None, (f"`{depth}`", marks[room.id])))
            lines.append(f"{start} {_room_line(table.game, dungeon, room)}")
    finished = [
        f"{mention(player)} ({done.count(dungeon.id)})"
        for player, done in table.game.completed.items()
        if dungeon.id in done
    ]
    by = few(finished, MOST_NAMED) or say("by nobody yet")
    legend = [f"{sign} {say(means)}" for sign, means in MARKS.items() if sign in marks.values()]
    lines.append(" ".join([say("-# Completed: {players}.", players=by), *legend]))
    return view(card(text(within(lines, MOST_MAP))))


def _mark(game: Game, dungeon: Dungeon, room: Room) -> str:
    opened = any(
        way.dungeon == dungeon and way.room == room
        for venture in game.ventures
        for way in ways_on(game, venture.player)
    )
    if opened:
        return "▸"
    been = any(d.dungeon == dungeon.id and room.id in d.path for d in game.delves.values())
    return "✓" if been and not _here(game, dungeon, room) else ""


def _here(game: Game, dungeon: Dungeon, room: Room) -> list[Player]:
    return [p for p, d in game.delves.items() if d.dungeon == dungeon.id and d.room == room.id]


def _room_line(game: Game, dungeon: Dungeon, room: Room) -> str:
    here = _here(game, dungeon, room)
    exits = " · ".join(say(dungeon.room(exit_).name) for exit_ in room.exits)
    arrows = f" → {exits}" if exits else f" ({say('last room')})"
    people = ""
    if here:
        people = (
            f" — **{say('{players} here', players=few(list(map(mention, here)), MOST_NAMED))}**"
        )
    return f"**{printed(room.name)}**{arrows}{people}\n-# {say(room.effect)}"


def by_depth(dungeon: Dungeon) -> list[list[Room]]:
    """Return the rooms by how many steps the longest way from the entrance takes."""
    depth = {dungeon.entrance.id: 0}
    for room in dungeon.rooms:  # printed from top to bottom, so every arrow points further on
        for exit_ in room.exits:
            depth[exit_] = max(depth.get(exit_, 0), depth[room.id] + 1)
    levels = range(max(depth.values()) + 1)
    return [[room for room in dungeon.rooms if depth[room.id] == level] for level in levels]
