"""Plays games at several tables as fast as it can, until it is killed.

``python -m tests.store.writer PATH`` writes the interaction id of each act to the standard output,
a line each, once `Tables` has acknowledged it.
"""

import asyncio
import os
import sys
from random import Random

from bot.errors import RuleViolation
from bot.game.bounty import ClaimBounty, Pays
from bot.game.dungeon import ChooseRoom, open_choices
from bot.game.engine import Command
from bot.game.game import Game
from bot.game.initiative import TakeInitiative
from bot.game.pod import LeaveGame, StartPod
from bot.game.rules import COMMANDER
from bot.game.turns import NextTurn
from bot.store.port import Place
from bot.store.sqlite import SqliteStore
from bot.table import Actor
from bot.tables.tables import Tables
from tests.store.steps import POD as FIRST
from tests.store.steps import places

POD = (1, 2, 3, 4)
TABLES = 6
MOST_ACTS = 1_000_000_000
UNDONE = 0.1


async def play(tables: Tables[Game], place: Place) -> None:
    """Go on with the game of ``place`` where it stands, for ever."""
    # A place has a range of interaction ids of its own, and goes on behind the last one used.
    interaction = (place.channel - FIRST.channel + 1) * MOST_ACTS
    latest = await tables.store.latest(place)
    if latest is not None:
        interaction = latest.interaction
        await repeat(tables, place, interaction)
    luck = Random(interaction)
    while True:
        interaction += 1
        try:
            await act(tables, place, interaction, luck)
        except RuleViolation:
            continue
        os.write(sys.stdout.fileno(), b"%d\n" % interaction)


async def act(tables: Tables[Game], place: Place, interaction: int, luck: Random) -> None:
    """Do what might happen next at a table, or take back what did."""
    game = (await tables.table(place)).game
    actor = Actor(POD[0])
    if game.seated and luck.random() < UNDONE:
        await tables.undo(place, actor, interaction=interaction)
    else:
        await tables.act(place, actor, a_wish(game, luck), interaction=interaction)


def a_wish(game: Game, luck: Random) -> Command[Game]:
    """Return what somebody at this table may want to do."""
    if not game.seated or game.over:
        return StartPod(players=POD)
    for choice in open_choices(game):
        way = luck.choice(choice.ways)
        return ChooseRoom(player=choice.player, dungeon=way.dungeon.id, room=way.room.id)
    somebody = luck.choice(game.active or game.living)
    return luck.choices(
        [
            NextTurn(),
            ClaimBounty(player=somebody, reward=Pays.CARD),
            TakeInitiative(player=somebody),
            LeaveGame(players=(somebody,)),
        ],
        weights=[8, 3, 2, 0.2],
    )[0]


async def repeat(tables: Tables[Game], place: Place, interaction: int) -> None:
    """Do the last act again, as Discord may when the answer was lost: it must be known already."""
    outcome = await tables.act(place, Actor(POD[0]), NextTurn(), interaction=interaction)
    assert outcome.repeated, f"{interaction} was done twice"


async def main(path: str) -> None:
    store = await SqliteStore.open(path)
    tables = Tables(store, COMMANDER)
    try:
        await asyncio.gather(*(play(tables, place) for place in places(TABLES)))
    finally:
        await store.close()


if __name__ == "__main__":
    sys.stdin.readline()  # everything is loaded; wait for the word to begin
    asyncio.run(main(sys.argv[1]))
