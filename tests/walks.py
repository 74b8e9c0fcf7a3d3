"""Random walks: what players might wish for next, legal or not."""

from collections.abc import Iterator, Sequence
from random import Random

from bot.errors import RuleViolation
from bot.game.bounty import ClaimBounty, NoteMost, Pays, RevealBounty, SetUpBounties
from bot.game.dungeon import ChooseRoom, ResolveLastRoom, VentureIntoTheDungeon, open_choices
from bot.game.engine import Command, Event
from bot.game.facts import BOUNTIES, DUNGEONS
from bot.game.game import Game, Mode, Order
from bot.game.initiative import TakeBackUpkeep, TakeInitiative, VentureForInitiative
from bot.game.pod import EndGame, JoinLobby, LeaveGame, LeaveLobby, OpenLobby, StartLobby, StartPod
from bot.game.rules import play
from bot.game.turns import AddExtraTurn, AddSkip, NextTurn

CROWD = tuple(1_400_000_000_000_000_000 + number for number in range(7))
"""Six players and a bystander, with ids as long as Discord's."""


def a_wish(luck: Random, game: Game, people: Sequence[int] = CROWD) -> Command[Game]:
    """Return what somebody might wish for now."""
    choices = open_choices(game)
    if choices and luck.random() < 0.5:
        choice = luck.choice(choices)
        way = luck.choice(choice.ways)
        return ChooseRoom(player=choice.player, dungeon=way.dungeon.id, room=way.room.id)
    if not game.seated and luck.random() < 0.3:
        return _a_gathering(luck, people)
    return _an_act(luck, game, people)


def walk(
    luck: Random, game: Game, length: int, people: Sequence[int] = CROWD
) -> Iterator[tuple[Game, tuple[Event[Game], ...]]]:
    """Play what is allowed of ``length`` wishes; gives each game on the way, and what happened.

    After the end of a game comes an open table.
    """
    for _ in range(length):
        try:
            game, events = play(game, a_wish(luck, game, people), luck)
        except RuleViolation:
            continue
        yield game, events
        if game.over:
            game = Game()


def _a_gathering(luck: Random, people: Sequence[int]) -> Command[Game]:
    player = luck.choice(people)
    mode = luck.choice([Mode.FREE_FOR_ALL, Mode.TWO_HEADED_GIANT])
    bounties = luck.random() < 0.8
    count = 4 if mode is Mode.TWO_HEADED_GIANT else luck.randint(2, 6)
    return luck.choice(
        [
            OpenLobby(player=player, mode=mode, bounties=bounties),
            JoinLobby(player=player),
            JoinLobby(player=player),
            LeaveLobby(player=player),
            StartLobby(player=player),
            StartPod(
                players=tuple(luck.sample(people, count)),
                mode=mode,
                order=luck.choice(list(Order)),
                bounties=bounties,
            ),
        ]
    )


def _an_act(luck: Random, game: Game, people: Sequence[int]) -> Command[Game]:
    player = luck.choice(game.living or people)
    active = luck.choice(game.active or people)
    rare: list[Command[Game]] = [
        LeaveGame(players=(player,)),
        LeaveGame(players=tuple(luck.sample(people, 2))),
        EndGame(winner=luck.choice([None, player])),
        SetUpBounties(size=luck.randint(6, 12)),
        SetUpBounties(cards=tuple(luck.sample(list(BOUNTIES), luck.randint(6, 12)))),
    ]
    common: list[Command[Game]] = [
        *[NextTurn()] * 5,
        NextTurn(player=player),
        AddExtraTurn(player=player),
        AddSkip(player=player),
        RevealBounty(early=True),
        RevealBounty(),
        *[ClaimBounty(player=active, reward=luck.choice(list(Pays)))] * 3,
        *[NoteMost(players=(player,))] * 2,
        TakeInitiative(player=player),
        TakeInitiative(player=player, sure=True),
        VentureForInitiative(player=player, sure=True),
        VentureForInitiative(),
        TakeBackUpkeep(),
        VentureIntoTheDungeon(player=player),
        VentureIntoTheDungeon(player=player, dungeon=luck.choice(list(DUNGEONS))),
        ResolveLastRoom(player=player),
    ]
    return luck.choice(rare if luck.random() < 0.04 else common)
