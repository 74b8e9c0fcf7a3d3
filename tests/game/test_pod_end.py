"""The pod: players leave, the game ends, and nothing happens in it any more."""

from typing import get_args

import pytest

from bot.errors import NO_RULE
from bot.game.bounty import NoteMost, RevealBounty, SetUpBounties
from bot.game.clock import PauseClock, ResumeClock
from bot.game.copying import StopCopying
from bot.game.dungeon import ResolveLastRoom, VentureIntoTheDungeon
from bot.game.engine import Command
from bot.game.game import Game
from bot.game.initiative import (
    InitiativeTaken,
    TakeBackUpkeep,
    TakeInitiative,
    VentureForInitiative,
)
from bot.game.melding import Meld
from bot.game.pod import (
    EndGame,
    GameEnded,
    JoinLobby,
    LeaveGame,
    OpenLobby,
    PlayersLeft,
    StartPod,
)
from bot.game.recap import PlayerRecap, recap
from bot.game.rules import AnyCommand
from bot.game.turns import AddExtraTurn, AddSkip
from tests.game.table import ANA, BEA, CAIO, DUDA, NOBODY_HERE, POD, Table

COMMANDS: tuple[type[Command[Game]], ...] = get_args(get_args(AnyCommand)[0])


# Leaving


def test_800_4a_what_a_player_owns_leaves_with_them() -> None:
    table = Table.seated().venture(BEA, "tomb-of-annihilation").venture(BEA).venture(CAIO)
    assert table.choices(BEA)
    assert table.choices(CAIO)
    table.leave(BEA)
    assert BEA not in table.game.delves
    assert [venture.player for venture in table.game.ventures] == [CAIO]
    assert table.game.living == (ANA, CAIO, DUDA)


def test_what_a_leaver_completed_and_collected_stays_in_the_recap() -> None:
    table = Table.seated().offer("sovka", 4).claim(ANA)
    table.at(ANA, "archives", "throne-of-the-dead-three").act(ResolveLastRoom(player=ANA))
    table.leave(ANA)
    assert recap(table.game).players[0] == PlayerRecap(
        player=ANA, turns=1, bounties=1, treasures=2, cards=1, dungeons={"undercity": 1}, left=True
    )


def test_104_2a_the_last_one_standing_wins() -> None:
    table = Table.seated().leave(BEA).leave(DUDA)
    assert not table.game.over
    table.leave(ANA)
    assert table.happened(GameEnded) == [GameEnded(winners=(CAIO,))]
    assert table.game.over


def test_104_2a_all_others_leaving_at_once_leaves_a_winner() -> None:
    table = Table.seated().leave(ANA, CAIO, DUDA)
    assert table.happened(GameEnded) == [GameEnded(winners=(BEA,))]


def test_104_4a_all_losing_at_once_is_a_draw() -> None:
    table = Table.seated().leave(BEA).leave(ANA, CAIO, DUDA)
    assert table.happened(GameEnded) == [GameEnded(draw=True)]
    assert table.game.living == ()


def test_the_game_is_over_before_the_initiative_could_move_on() -> None:
    table = Table.seated(ANA, BEA).take(BEA).leave(BEA)
    assert table.kinds == ["players_left", "game_ended"]
    assert not table.happened(InitiativeTaken)


@pytest.mark.parametrize("head", [CAIO, DUDA])
def test_810_8a_a_head_takes_the_team_out(head: int) -> None:
    table = Table.giants().leave(head)
    assert table.happened(PlayersLeft)[0].players == (CAIO, DUDA)
    assert table.happened(GameEnded) == [GameEnded(winners=(ANA, BEA))]


def test_810_8a_both_teams_at_once_is_a_draw() -> None:
    table = Table.giants().leave(BEA, CAIO)
    assert table.happened(GameEnded) == [GameEnded(draw=True)]


@pytest.mark.parametrize(
    ("leavers", "rule", "match"),
    [
        ((), "CR 104.3a", "at least one player"),
        ((NOBODY_HERE,), NO_RULE, "<@99> is not seated"),
        ((ANA, DUDA), "CR 800.4a", "<@14> has left"),
    ],
)
def test_only_players_in_the_game_leave_it(leavers: tuple[int, ...], rule: str, match: str) -> None:
    Table.seated().leave(DUDA).refuses(LeaveGame(players=leavers), rule=rule, match=match)


def test_a_player_named_twice_leaves_once() -> None:
    table = Table.seated().leave(BEA, BEA)
    assert table.game.turns.left == (BEA,)


def test_at_an_unseated_table_leaving_ends_nothing() -> None:
    table = Table().venture(ANA, "tomb-of-annihilation").leave(ANA)
    assert table.game.delves == {}
    assert not table.game.over
    assert table.venture(ANA).choices(ANA), "whoever speaks is a player"


# The end


def test_a_game_ends_with_or_without_a_winner() -> None:
    assert Table.seated().act(EndGame()).happened(GameEnded) == [GameEnded()]
    won = Table.seated().act(EndGame(winner=CAIO))
    assert won.happened(GameEnded) == [GameEnded(winners=(CAIO,))]


def test_ending_where_players_gather_closes_the_lobby() -> None:
    game = Table().act(OpenLobby(player=ANA)).act(EndGame()).game
    assert (game.over, game.lobby, game.gathering) == (True, None, ())


def test_810_8a_a_team_wins_together() -> None:
    table = Table.giants().act(EndGame(winner=DUDA))
    assert table.happened(GameEnded) == [GameEnded(winners=(CAIO, DUDA))]


def test_who_left_does_not_win() -> None:
    table = Table.seated().leave(DUDA)
    table.refuses(EndGame(winner=DUDA), rule="CR 800.4a", match="has left")
    Table().refuses(EndGame(winner=DUDA), rule=NO_RULE, match="No pod is seated")


@pytest.mark.parametrize(
    "command",
    [
        StartPod(players=POD[:4]),
        OpenLobby(player=ANA),
        JoinLobby(player=ANA),
        LeaveGame(players=(ANA,)),
        LeaveGame(players=()),
        EndGame(),
        TakeInitiative(player=ANA),
        VentureIntoTheDungeon(player=ANA),
        SetUpBounties(),
        RevealBounty(),
        NoteMost(players=(ANA,)),
        AddExtraTurn(player=ANA),
        AddSkip(player=ANA),
        PauseClock(at=0),
        ResumeClock(at=0),
        VentureForInitiative(),
        TakeBackUpkeep(),
        Meld(first=1, second=2),
        StopCopying(permanent=1),
    ],
)
def test_in_a_game_that_is_over_nothing_happens(command: Command[Game]) -> None:
    table = Table.seated().act(EndGame())
    table.refuses(command, rule=NO_RULE, match="This game is over")


def test_what_begins_something_opens_a_new_game_where_one_has_ended() -> None:
    """Everything else is refused there, as above."""
    assert {command.__name__ for command in COMMANDS if command.opens_a_game} == {
        "BecomeMonarch",
        "EnterBattlefield",
        "OpenLobby",
        "RevealBounty",
        "SetDayNight",
        "SetUpBounties",
        "StartPod",
        "TakeInitiative",
        "VentureIntoTheDungeon",
    }


def test_where_players_gather_only_they_start_end_or_leave() -> None:
    assert {command.__name__ for command in COMMANDS if command.settles_a_lobby} == {
        "EndGame",
        "LeaveGame",
        "StartPod",
    }


def test_nothing_ends_where_nothing_is_played() -> None:
    Table().refuses(EndGame(), rule=NO_RULE, match="Nothing is being played")
