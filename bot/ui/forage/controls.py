"""The controls of a turn of Foraging Squirrels: a colour, a direction, digging, being done."""

from enum import StrEnum
from typing import Any

import discord

from bot.game.forage.board import Cell, Direction, Foray, column_of, foray, name_of, row_of
from bot.game.forage.cards import Colour
from bot.game.forage.game import Digging, Forage, can_dig, diggable, legal_moves, may_still_dig
from bot.i18n import say, say_many
from bot.table import Table
from bot.ui.buttons import BLUE, GREEN, button, menu, row
from bot.ui.forage.words import (
    ARROWS,
    COLOURS,
    DOTS,
    described,
    forager_name,
    marked,
    takes,
)
from bot.ui.layout import text
from bot.ui.words import Names, mention

Item = discord.ui.Item[Any]
ForageTable = Table[Forage]


class Then(StrEnum):
    """What comes after a move by somebody who may still dig."""

    DONE = "done"
    DIG = "dig"


def turn_controls(table: ForageTable, names: Names) -> list[Item]:
    """Return what the player to move can do first."""
    game = table.game
    if game.whose is None:
        return []
    if game.moved:
        told = say("{player} may still dig, once a game.", player=mention(game.whose))
        return [text(told), _dig_or_done(table)]
    best = _best(game)
    if len(best) == 1:
        return directions(table, next(iter(best)))
    name = forager_name(game, names, game.whose)
    return [row(_colours(table, best, name)), *_dig_first(table)]


def _best(game: Forage) -> dict[Colour, list[Foray]]:
    """Return the moves of each colour that can move."""
    moves: dict[Colour, list[Foray]] = {}
    for move in legal_moves(game):
        moves.setdefault(move.colour, []).append(move)
    return moves


def _colours(table: ForageTable, best: dict[Colour, list[Foray]], name: str) -> Item:
    options = [
        discord.SelectOption(
            label=_at_most(colour, moves),
            value=colour.value,
            description=" ".join(f"{ARROWS[m.direction]}{len(m.cells)}" for m in moves),
            emoji=DOTS[colour],
        )
        for colour, moves in best.items()
    ]
    placeholder = say("{player}, which colour?", player=name)
    return menu("forage.colour", options=options, placeholder=placeholder, seen=table.version)


def _at_most(colour: Colour, moves: list[Foray]) -> str:
    most, named = max(len(move.cells) for move in moves), say(COLOURS[colour])
    if any(len(move.cells) < most for move in moves):
        return say_many(
            "{colour} ({letter}): up to {n} card",
            "{colour} ({letter}): up to {n} cards",
            most,
            colour=named,
            letter=colour.letter,
        )
    return say_many(
        "{colour} ({letter}): {n} card",
        "{colour} ({letter}): {n} cards",
        most,
        colour=named,
        letter=colour.letter,
    )


def directions(table: ForageTable, colour: Colour, then: Then = Then.DONE) -> list[Item]:
    """Return the four directions of a colour, each with what it would take."""
    game, seen = table.game, table.version
    buttons = []
    for direction in Direction:
        move = foray(game.grid, game.squirrel, colour, direction)
        buttons.append(
            button(
                "forage.move",
                colour,
                direction,
                then,
                label=takes(direction, move, game),
                style=BLUE if move else discord.ButtonStyle.secondary,
                seen=seen,
                disabled=move is None,
            )
        )
    head = say("**{colour}**: which way?", colour=say(COLOURS[colour]))
    return [text(f"{DOTS[colour]} {head}"), row(*buttons), *_around(table, colour, then)]


def _around(table: ForageTable, colour: Colour, then: Then) -> list[Item]:
    """Return the way back to the colours, the digging before, and the one after."""
    game, seen = table.game, table.version
    buttons = []
    several = len(_best(game)) > 1
    if several:
        buttons.append(button("forage.back", label=say("Other colour"), seen=seen))
    if game.whose is not None and may_still_dig(game, game.whose):
        is_on = then is Then.DIG
        buttons.append(
            button(
                "forage.then",
                colour,
                Then.DONE if is_on else Then.DIG,
                label=say("… then dig: yes") if is_on else say("… then dig: no"),
                style=GREEN if is_on else discord.ButtonStyle.secondary,
                seen=seen,
            )
        )
    rows: list[Item] = [row(*buttons)] if buttons else []
    return rows if several else [*rows, *_dig_first(table)]


def _dig_first(table: ForageTable) -> list[Item]:
    game = table.game
    if game.whose is None or not can_dig(game, game.whose):
        return []
    return [row(button("forage.dig", label=say("Dig first (once a game)"), seen=table.version))]


def _dig_or_done(table: ForageTable) -> Item:
    seen = table.version
    return row(
        button("forage.dig", label=say("Dig"), style=BLUE, seen=seen),
        button("forage.done", label=say("Done"), style=GREEN, seen=seen),
    )


def dig_cards(table: ForageTable) -> list[Item]:
    """Return the menu of the cards that can be dug up."""
    game, seen = table.game, table.version
    options = [
        discord.SelectOption(
            label=f"{name_of(digging.cell)} {marked(digging.food, game)}",
            value=name_of(digging.cell),
            description=described(digging.food, game)[:100],
        )
        for digging in diggable(game)
    ]
    what, then = say("Which card do you dig up?"), say("You put it onto an empty space.")
    return [
        text(f"**{what}** {then}"),
        row(menu("forage.digcard", options=options, placeholder=what, seen=seen)),
        row(button("forage.back", label=say("Do not dig"), seen=seen)),
    ]


def dig_spaces(table: ForageTable, digging: Digging) -> list[Item]:
    """Return the menu of the empty spaces for a card that is dug up."""
    game, seen = table.game, table.version
    cell, card = name_of(digging.cell), marked(digging.food, game)
    which = say("Which space?")
    options = [
        discord.SelectOption(
            label=name_of(space),
            value=name_of(space),
            description=_beside(game, space),
        )
        for space in digging.onto
    ]
    return [
        text(say("**{card}** from {cell} goes onto…", card=card, cell=cell)),
        row(menu("forage.digspace", cell, options=options, placeholder=which, seen=seen)),
        row(
            button("forage.dig", label=say("Another card"), seen=seen),
            button("forage.back", label=say("Do not dig"), seen=seen),
        ),
    ]


def _beside(game: Forage, space: Cell) -> str | None:
    same_row = row_of(space) == row_of(game.squirrel)
    same_column = column_of(space) == column_of(game.squirrel)
    if same_row or same_column:
        return say("In line with the squirrel")
    return None
