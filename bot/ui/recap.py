"""The end of a game: its recap, a way back, and a way on."""

from datetime import timedelta
from typing import Any

import discord

from bot.game.clock import spent
from bot.game.game import Game
from bot.game.recap import PlayerRecap, recap
from bot.i18n import say, say_many
from bot.table import PodTable
from bot.ui.buttons import BLUE, button, row
from bot.ui.layout import text
from bot.ui.words import (
    dungeon_name,
    duration,
    in_words,
    mention,
    mentions,
    pay,
    within,
)

Item = discord.ui.Item[Any]

MOST_RECAP = 3_000
MENTIONABLE = timedelta(minutes=1)


def ended(table: PodTable) -> list[Item]:
    """Return the recap of a game that is over, with a way back and a way on."""
    seen = table.version
    again = [button("pod.redo", label=say("Redo"), seen=seen)] if table.redo else []
    return [
        text(within(recap_lines(table), MOST_RECAP)),
        row(
            button("pod.lobby", label=say("New pod"), style=BLUE, seen=seen),
            button("pod.undo", label=say("Undo"), seen=seen, disabled=not table.cursor),
            *again,
            button("pod.log", label=say("Log"), seen=seen),
        ),
    ]


def recap_lines(table: PodTable) -> list[str]:
    """Return how the game went."""
    told = recap(table.game)
    lines = [f"## {_result(table.game)}"]
    facts = [say_many("{n} turn", "{n} turns", told.turns)] if told.turns else []
    if table.began and table.at and table.at - table.began >= MENTIONABLE:
        facts.append(duration((table.at - table.began).total_seconds()))
    if told.initiative is not None:
        facts.append(say("{player} held the initiative last", player=mention(told.initiative)))
    lines.append(f"-# {' · '.join(facts) or say('Nothing to tell.')}")
    for player in told.players:
        parts = []
        if player.bounties:
            parts.append(
                say_many(
                    "a bounty claim for {earned}",
                    "{number} bounty claims for {earned}",
                    player.bounties,
                    number=in_words(player.bounties),
                    earned=pay(player.treasures, player.cards),
                )
            )
        parts += [
            say_many(
                "{dungeon} completed",
                "{dungeon} completed {n} times",
                count,
                dungeon=dungeon_name(name),
            )
            for name, count in player.dungeons.items()
        ]
        told_parts = "; ".join(part for part in (_turns_of(table, player), *parts) if part)
        lines.append(f"{mention(player.player)}: {told_parts or say('nothing to tell')}")
    return lines


def _turns_of(table: PodTable, told: PlayerRecap) -> str:
    """Return how many turns a player had, and how long they took where the clock was on."""
    game = table.game
    if not game.seated:
        return ""
    turns = say_many("{n} turn", "{n} turns", told.turns)
    # The end of a game stops the clock, where it was told when that was.
    now = game.clock.since if game.clock.since is not None else 0
    taken = spent(game, now).get(game.team_of(told.player), 0)
    if not taken:
        return turns
    return say("{turns} in {time}", turns=turns, time=duration(taken))


def _result(game: Game) -> str:
    ending = game.ending
    assert ending is not None
    if ending.draw:
        return say("A draw")
    if ending.winners:
        return say("{players} won", players=mentions(ending.winners))
    return say("The game is over")
