"""Random walks: what players might wish for next, legal or not."""

from collections.abc import Iterator, Sequence
from random import Random

from bot.errors import RuleViolation
from bot.game.battlefield import EnterBattlefield, GainControl, LeaveBattlefield
from bot.game.bounty import ClaimBounty, NoteMost, Pays, RevealBounty, SetUpBounties
from bot.game.copying import CopyPermanent, StopCopying
from bot.game.daynight import SetDayNight, answers
from bot.game.dungeon import ChooseRoom, ResolveLastRoom, VentureIntoTheDungeon, open_choices
from bot.game.engine import Command, Event
from bot.game.faces import Side
from bot.game.facts import BOUNTIES, DUNGEONS
from bot.game.game import Cast, Game, Mode, Order
from bot.game.initiative import TakeBackUpkeep, TakeInitiative, VentureForInitiative
from bot.game.melding import Meld
from bot.game.permanent import DayNight
from bot.game.pod import EndGame, JoinLobby, LeaveGame, LeaveLobby, OpenLobby, StartLobby, StartPod
from bot.game.rules import play
from bot.game.transforming import Transform
from bot.game.turns import AddExtraTurn, AddSkip, NextTurn
from bot.game.werewolves import TurnWerewolves
from tests.game.table import INCUBATOR, card

CROWD = tuple(1_400_000_000_000_000_000 + number for number in range(7))
"""Six players and a bystander, with ids as long as Discord's."""

CARDS = (
    "Delver of Secrets",
    "Brutal Cathar",
    "Shady Traveler",
    "Gatstaf Shepherd",
    "Mayor of Avabruck",
    "Valki, God of Lies",
    "Bala Ged Recovery",
    "Augmenter Pugilist",
    "Invasion of Alara",
    "Westvale Abbey",
    "Graf Rats",
    "Midnight Scavengers",
    "Propaganda",
)
"""Double-faced cards of every kind: what turns, what turns with the night, and what never does."""


def a_wish(luck: Random, game: Game, people: Sequence[int] = CROWD) -> Command[Game]:
    """Return what somebody might wish for now."""
    choices = open_choices(game)
    if choices and luck.random() < 0.5:
        choice = luck.choice(choices)
        way = luck.choice(choice.ways)
        return ChooseRoom(player=choice.player, dungeon=way.dungeon.id, room=way.room.id)
    if not game.seated and luck.random() < 0.3:
        return _a_gathering(luck, people)
    if luck.random() < 0.4:
        return _a_permanent(luck, game, people)
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


def _a_permanent(luck: Random, game: Game, people: Sequence[int]) -> Command[Game]:
    """Something enters, turns over, is copied, melds, changes hands, or leaves."""
    player, other = luck.choice(game.living or people), luck.choice(game.living or people)
    numbers = [permanent.number for permanent in game.battlefield] or [1]
    one, two = luck.choice(numbers), luck.choice(numbers)
    copiers = [p.number for p in game.battlefield if p.cards and p.copied]
    rats, scavengers = (
        [p.number for p in game.battlefield if p.name == part] for part in CARDS[-3:-1]
    )
    enters = EnterBattlefield(
        player=player,
        card=luck.choice([*map(card, CARDS), INCUBATOR]),
        transformed=luck.random() < 0.2,
        face=luck.choice(list(Side)),
        owner=luck.choice([None, None, None, other]),
    )
    return luck.choice(
        [
            *[enters] * 6,
            *[Transform(permanent=one)] * 3,
            TurnWerewolves(),
            CopyPermanent(player=player, permanent=one),
            CopyPermanent(player=player, permanent=one, token=True),
            CopyPermanent(player=player, permanent=one, onto=two),
            StopCopying(permanent=luck.choice(copiers or numbers)),
            *[Meld(first=luck.choice(rats or [1]), second=luck.choice(scavengers or [1]))] * 3,
            *[GainControl(permanent=one, player=other)] * 2,
            LeaveBattlefield(permanents=(one,)),
            LeaveBattlefield(permanents=(one, two)),
            SetDayNight(to=luck.choice([*DayNight, None])),
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
    told = luck.choice(answers(game) or (Cast(),))
    common: list[Command[Game]] = [
        *[NextTurn(cast=told, sure=True)] * 5,
        NextTurn(player=player, cast=told, sure=True),
        NextTurn(),
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
