"""Where everybody is in their dungeons: the panel's part, the open choices, and the map in text."""

from typing import Any

import discord

from bot.game.dungeon import Choice, Way, is_last_room, open_choices, venture_of, ways_on
from bot.game.facts import DUNGEONS, Dungeon, Room
from bot.game.game import Game, Player
from bot.table import Table
from bot.ui.buttons import button, row
from bot.ui.layout import card, text, view
from bot.ui.words import Names, counted, mention, mentions, seat_name

Item = discord.ui.Item[Any]
BLUE = discord.ButtonStyle.primary

MOST_CHOICES = 3
MOST_BUTTONS = 5


def section(table: Table, names: Names) -> list[Item]:
    """Return the panel's part about dungeons: who is where, and what is to be chosen."""
    game = table.game
    items: list[Item] = []
    if game.delves:
        items.append(text("\n".join(_whereabouts(game, player) for player in game.delves)))
    last = [player for player, delve in game.delves.items() if is_last_room(delve)]
    waiting = [player for player in last if venture_of(game, player) is None]
    if waiting:
        items.append(row(*(_resolved(table, names, p) for p in waiting[:MOST_BUTTONS])))
    choices = open_choices(game)
    for choice in choices[:MOST_CHOICES]:
        items.extend(_choice(table, choice))
    if len(choices) > MOST_CHOICES:
        rest = mentions(choice.player for choice in choices[MOST_CHOICES:])
        items.append(text(f"Then {rest} will choose."))
    return items


def _whereabouts(game: Game, player: Player) -> str:
    delve = game.delves[player]
    dungeon = DUNGEONS[delve.dungeon]
    room = dungeon.room(delve.room)
    done = game.completed.get(player, ())
    score = f" · {counted(len(done), 'dungeon')} completed" if done else ""
    return f"{mention(player)} · {dungeon.name}: **{room.name}**{score}\n-# {room.effect}"


def _resolved(table: Table, names: Names, player: Player) -> Item:
    label = f"Last room done: {seat_name(table.game, names, player)}"
    return button("dungeon.resolved", player, label=label, seen=table.version)


def _choice(table: Table, choice: Choice) -> list[Item]:
    lines = [f"**{mention(choice.player)} chooses where to venture:**"]
    lines += [f"- **{_way_name(way)}**: {_way_note(way)}" for way in choice.ways]
    buttons = [
        button(
            "dungeon.choose",
            choice.player,
            way.dungeon.id,
            way.room.id,
            label=_way_name(way),
            style=BLUE,
            seen=table.version,
        )
        for way in choice.ways
    ]
    return [text("\n".join(lines)), row(*buttons)]


def _way_name(way: Way) -> str:
    return way.name


def _way_note(way: Way) -> str:
    if way.room != way.dungeon.entrance:
        return way.room.effect
    note = f" {way.dungeon.note}" if way.dungeon.note else ""
    return f"{counted(len(way.dungeon.rooms), 'room')}, from {way.room.name}.{note}"


def dungeon_map(table: Table, dungeon: Dungeon) -> discord.ui.LayoutView:
    """Return a dungeon as a map in text: its rooms by depth, arrows, who is where, open ways."""
    lines = [f"### {dungeon.name}"]
    if dungeon.note:
        lines.append(f"-# {dungeon.note}")
    for depth, rooms in enumerate(by_depth(dungeon), start=1):
        lines.extend(_room_line(table.game, dungeon, room, depth) for room in rooms)
    finished = [
        f"{mention(player)} ({done.count(dungeon.id)})"
        for player, done in table.game.completed.items()
        if dungeon.id in done
    ]
    lines.append(f"-# Completed: {', '.join(finished) or 'by nobody yet'}. ▶ marks an open way.")
    return view(card(text("\n".join(lines))))


def _room_line(game: Game, dungeon: Dungeon, room: Room, depth: int) -> str:
    here = [p for p, d in game.delves.items() if d.dungeon == dungeon.id and d.room == room.id]
    been = any(d.dungeon == dungeon.id and room.id in d.path for d in game.delves.values())
    opened = any(
        way.dungeon == dungeon and way.room == room
        for venture in game.ventures
        for way in ways_on(game, venture.player)
    )
    exits = " · ".join(dungeon.room(exit_).name for exit_ in room.exits)
    mark = "▶ " if opened else "✓ " if been and not here else ""
    people = f" — **{mentions(here)} here**" if here else ""
    arrows = f" → {exits}" if exits else " (last room)"
    return f"`{depth}` {mark}**{room.name}**{arrows}{people}\n-# {room.effect}"


def by_depth(dungeon: Dungeon) -> list[list[Room]]:
    """Return the rooms by how many steps the longest way from the entrance takes."""
    depth = {dungeon.entrance.id: 0}
    for room in dungeon.rooms:  # printed from top to bottom, so every arrow points further on
        for exit_ in room.exits:
            depth[exit_] = max(depth.get(exit_, 0), depth[room.id] + 1)
    levels = range(max(depth.values()) + 1)
    return [[room for room in dungeon.rooms if depth[room.id] == level] for level in levels]
