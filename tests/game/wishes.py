"""What may be asked of a game, sensible or not, for Hypothesis to draw."""

from hypothesis import strategies as st

from bot.game import (
    battlefield,
    bounty,
    clock,
    copying,
    daynight,
    dungeon,
    initiative,
    melding,
    monarch,
    pod,
    transforming,
    turns,
    werewolves,
)
from bot.game.engine import Command
from bot.game.faces import Side
from bot.game.facts import BOUNTIES, DUNGEONS
from bot.game.game import Cast, Game, Mode, Order
from bot.game.permanent import DayNight
from tests.game.table import INCUBATOR, NOBODY_HERE, POD, card
from tests.walks import CARDS

players = st.sampled_from([*POD[:4], *POD[:4], *POD, NOBODY_HERE])
several = st.lists(players, max_size=3).map(tuple)
dungeons = st.none() | st.sampled_from([*DUNGEONS])
ROOMS = [room.id for d in DUNGEONS.values() for room in d.rooms]
rooms = st.none() | st.sampled_from(ROOMS)
modes, orders = st.sampled_from(Mode), st.sampled_from(Order)
casts = st.builds(
    Cast, active=st.sampled_from([None, 0, 1, 2]), anyone=st.sampled_from([None, 0, 1, 2])
)
cards = st.sampled_from([*map(card, CARDS), INCUBATOR])
numbers, sides = st.integers(1, 12), st.sampled_from(Side)

commands: st.SearchStrategy[Command[Game]] = st.one_of(
    st.builds(pod.OpenLobby, player=players, mode=modes, order=orders, bounties=st.booleans()),
    st.builds(pod.JoinLobby, player=players),
    st.builds(pod.LeaveLobby, player=players),
    st.builds(pod.StartLobby, player=players),
    st.builds(pod.StartPod, players=st.lists(players, max_size=7).map(tuple), mode=modes),
    st.builds(pod.LeaveGame, players=several),
    st.builds(pod.EndGame, winner=st.none() | players),
    st.builds(turns.NextTurn, player=st.none() | players, cast=casts),
    st.builds(turns.AddExtraTurn, player=players),
    st.builds(turns.AddSkip, player=players),
    st.builds(
        bounty.SetUpBounties,
        size=st.none() | st.integers(4, 13),
        cards=st.just(()) | st.lists(st.sampled_from([*BOUNTIES]), max_size=9).map(tuple),
    ),
    st.builds(bounty.RevealBounty, early=st.booleans()),
    st.builds(bounty.ClaimBounty, player=players, reward=st.none() | st.sampled_from(bounty.Pays)),
    st.builds(bounty.NoteMost, players=several),
    st.builds(initiative.TakeInitiative, player=players, room=rooms, sure=st.booleans()),
    st.builds(
        initiative.VentureForInitiative,
        player=st.none() | players,
        room=rooms,
        sure=st.booleans(),
    ),
    st.builds(initiative.TakeBackUpkeep),
    st.builds(dungeon.VentureIntoTheDungeon, player=players, dungeon=dungeons, room=rooms),
    st.builds(
        dungeon.ChooseRoom,
        player=players,
        dungeon=st.sampled_from([*DUNGEONS]),
        room=st.sampled_from(ROOMS),
    ),
    st.builds(dungeon.ResolveLastRoom, player=players),
    st.builds(
        battlefield.EnterBattlefield,
        player=players,
        card=cards,
        transformed=st.booleans(),
        face=sides,
        owner=st.none() | players,
    ),
    st.builds(battlefield.GainControl, permanent=numbers, player=players),
    st.builds(battlefield.CastDefeatedSiege, permanent=numbers),
    st.builds(battlefield.LeaveBattlefield, permanents=st.lists(numbers, max_size=3).map(tuple)),
    st.builds(transforming.Transform, permanent=numbers),
    st.builds(
        copying.CopyPermanent,
        player=players,
        permanent=numbers,
        token=st.booleans(),
        onto=st.none() | numbers,
    ),
    st.builds(copying.StopCopying, permanent=numbers),
    st.builds(melding.Meld, first=numbers, second=numbers),
    st.builds(daynight.SetDayNight, to=st.none() | st.sampled_from(DayNight), sure=st.booleans()),
    st.builds(werewolves.TurnWerewolves),
    st.builds(monarch.BecomeMonarch, player=players),
    st.builds(clock.PauseClock, at=st.integers(0, 2**40)),
    st.builds(clock.ResumeClock, at=st.integers(0, 2**40)),
)
