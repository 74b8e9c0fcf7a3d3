"""The pod: the lobby, sitting down, leaving, the end, and the recap."""

from random import Random
from typing import get_args

import pytest

from bot.errors import NO_RULE
from bot.game.bounty import NoteMost, Pays, RevealBounty, SetUpBounties
from bot.game.clock import PauseClock, ResumeClock
from bot.game.copying import StopCopying
from bot.game.dungeon import DungeonCompleted, ResolveLastRoom, VentureIntoTheDungeon
from bot.game.engine import Command
from bot.game.game import Game, Lobby, Mode, Order, Team
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
    LeaveLobby,
    LobbyChanged,
    OpenLobby,
    PlayersLeft,
    PodSeated,
    StartLobby,
    StartPod,
)
from bot.game.recap import PlayerRecap, recap
from bot.game.rules import AnyCommand, play
from bot.game.turns import AddExtraTurn, AddSkip
from tests.game.table import ANA, BEA, CAIO, DUDA, EVA, FABIO, NOBODY_HERE, POD, Table

LISTED, GIANTS = Order.LISTED, Mode.TWO_HEADED_GIANT
COMMANDS: tuple[type[Command[Game]], ...] = get_args(get_args(AnyCommand)[0])


# Sitting down


@pytest.mark.parametrize("size", [2, 3, 4, 5, 6])
def test_a_pod_is_two_to_six_players_and_turn_1_begins(size: int) -> None:
    table = Table().act(StartPod(players=POD[:size], order=LISTED))
    assert table.game.players == POD[:size]
    assert (table.number, len(table.active)) == (1, 1)
    assert table.kinds == ["pod_seated", "turn_began", "untap_began", "upkeep_began"]


@pytest.mark.parametrize(
    ("players", "mode", "rule", "match"),
    [
        (POD[:1], Mode.FREE_FOR_ALL, NO_RULE, "two to six players, not 1"),
        ((*POD, 17), Mode.FREE_FOR_ALL, NO_RULE, "two to six players, not 7"),
        ((), Mode.FREE_FOR_ALL, NO_RULE, "not 0"),
        (POD[:3], GIANTS, "CR 810.1", "four players, not 3"),
        (POD[:6], GIANTS, "CR 810.1", "four players, not 6"),
        ((ANA, BEA, ANA), Mode.FREE_FOR_ALL, NO_RULE, "<@11> is named twice"),
        ((ANA, BEA, CAIO, BEA), GIANTS, NO_RULE, "<@12> is named twice"),
    ],
)
def test_a_pod_of_the_wrong_size_is_refused(
    players: tuple[int, ...], mode: Mode, rule: str, match: str
) -> None:
    Table().refuses(StartPod(players=players, mode=mode), rule=rule, match=match)


def test_103_1_a_random_player_starts() -> None:
    starters = {
        play(Game(), StartPod(players=POD[:4], order=LISTED), Random(seed))[0].active
        for seed in range(60)
    }
    assert starters == {(player,) for player in POD[:4]}


def test_random_order_seats_everybody_somewhere_and_listed_as_listed() -> None:
    orders = {
        play(Game(), StartPod(players=POD[:4], order=Order.RANDOM), Random(seed))[0].players
        for seed in range(200)
    }
    assert len(orders) == 24
    assert all(sorted(order) == sorted(POD[:4]) for order in orders)
    listed = Table().act(StartPod(players=(DUDA, ANA, CAIO), order=LISTED))
    assert listed.game.players == (DUDA, ANA, CAIO)


def test_810_1_two_headed_giant_is_two_teams_of_two() -> None:
    table = Table.giants()
    assert table.game.turns.teams == (Team(players=(ANA, BEA), turns=1), Team(players=(CAIO, DUDA)))
    assert set(table.game.opponents(ANA)) == {CAIO, DUDA}


def test_sitting_down_begins_afresh() -> None:
    """What an unseated table did before is over."""
    table = Table().next().take(BEA).reveal("sovka").claim(ANA).next()
    table.act(StartPod(players=POD[:4]))
    game = table.game
    assert (game.initiative, game.delves, game.completed, game.turns.number) == (None, {}, {}, 1)
    assert game.bounties.offer is None
    assert (game.bounties.trophies, game.bounties.claims) == ((), ())
    assert not game.bounties.under_way
    assert len(game.bounties.pile) == 12


def test_a_deck_that_was_set_up_before_is_kept_and_shuffled_again() -> None:
    cards = ("paq", "sovka", "rissa", "miron", "eriana", "lyssa")
    table = Table().act(SetUpBounties(cards=cards)).act(StartPod(players=POD[:4]))
    assert sorted(table.game.bounties.pile) == sorted(cards)
    assert table.game.bounties.picked


def test_cards_that_were_seen_are_shuffled_anew_as_the_pod_sits_down() -> None:
    """The dice may fall as they did for the pile that was seen; they are new ones from there on."""
    cards = ("paq", "sovka", "rissa", "miron", "eriana", "lyssa")
    same = 0
    for seed in range(20):
        built, _ = play(Game(), SetUpBounties(cards=cards), Random(seed))
        seen, _ = play(built, RevealBounty(), Random(seed))
        unseen, _ = play(built, StartPod(players=POD[:4]), Random(seed + 1))
        again, _ = play(seen, StartPod(players=POD[:4]), Random(seed))
        assert unseen.bounties.pile == built.bounties.pile
        assert sorted(again.bounties.pile) == sorted(cards)
        assert unseen.bounties.deck == again.bounties.deck == built.bounties.deck
        assert (built.dice, unseen.dice, again.dice) == (0, 0, 1)
        same += again.bounties.pile == built.bounties.pile
    assert same < 3


def test_same_luck_same_seats_so_an_undo_is_no_reroll() -> None:
    start = StartPod(players=POD)
    for seed in range(10):
        assert play(Game(), start, Random(seed)) == play(Game(), start, Random(seed))


@pytest.mark.parametrize("order", Order)
def test_who_begins_does_not_hang_on_the_order_in_which_players_are_named(order: Order) -> None:
    """Nor does a random order of seats: to name them otherwise is no reroll."""
    for seed in range(10):
        there, back = (
            play(Game(), StartPod(players=players, order=order), Random(seed))[0]
            for players in (POD, POD[::-1])
        )
        assert there.active == back.active
        assert there.players == (back.players if order is Order.RANDOM else back.players[::-1])


def test_the_link_of_the_call_is_kept() -> None:
    table = Table().act(StartPod(players=POD[:2], link="https://spelltable.wizards.com/game/x"))
    assert table.game.link == "https://spelltable.wizards.com/game/x"


def test_a_second_pod_is_refused_while_one_is_playing() -> None:
    table = Table.seated()
    for command in (StartPod(players=POD[:4]), OpenLobby(player=NOBODY_HERE)):
        table.refuses(command, rule=NO_RULE, match="A pod is playing here")


# The lobby


def test_a_lobby_gathers_players_and_seats_them() -> None:
    table = Table().act(OpenLobby(player=ANA, order=LISTED, bounties=False, link="link"))
    table.act(JoinLobby(player=BEA)).act(JoinLobby(player=CAIO)).act(LeaveLobby(player=BEA))
    assert table.game.gathering == (ANA, CAIO)
    assert table.game.lobby == Lobby(players=(ANA, CAIO), order=LISTED, bounties=False, link="link")
    table.act(StartLobby(player=CAIO))
    assert table.game.players == (ANA, CAIO)
    assert table.game.lobby is None
    assert not table.game.bounties.on
    assert table.game.link == "link"


def test_opening_again_changes_how_the_pod_means_to_play_and_those_who_joined_stay() -> None:
    table = Table().act(OpenLobby(player=ANA)).act(OpenLobby(player=BEA, mode=GIANTS))
    table.act(OpenLobby(player=ANA, mode=GIANTS, order=LISTED))
    assert table.game.lobby == Lobby(players=(ANA, BEA), mode=GIANTS, order=LISTED)


def test_a_lobby_seats_the_pod_as_it_means_to_play() -> None:
    table = Table().act(OpenLobby(player=DUDA, mode=GIANTS, order=LISTED))
    for player in (CAIO, ANA, BEA):
        table.act(JoinLobby(player=player))
    game = table.act(StartLobby(player=BEA)).game
    assert game.mode is GIANTS
    assert [team.players for team in game.turns.teams] == [(DUDA, CAIO), (ANA, BEA)]


def test_a_lobby_tells_who_joined_and_who_left() -> None:
    table = Table()
    for command, joined, left in (
        (OpenLobby(player=ANA), ANA, None),
        (OpenLobby(player=BEA), BEA, None),
        (OpenLobby(player=ANA, order=LISTED), None, None),
        (JoinLobby(player=CAIO), CAIO, None),
        (LeaveLobby(player=BEA), None, BEA),
    ):
        [event] = table.act(command).happened(LobbyChanged)
        assert (event.joined, event.left) == (joined, left)


def test_a_lobby_of_four_turns_into_two_headed_giant() -> None:
    table = Table().act(OpenLobby(player=ANA))
    for player in (BEA, CAIO, DUDA):
        table.act(JoinLobby(player=player))
    table.act(OpenLobby(player=ANA, mode=GIANTS))
    assert table.game.lobby == Lobby(players=(ANA, BEA, CAIO, DUDA), mode=GIANTS)


@pytest.mark.parametrize(("mode", "most"), [(Mode.FREE_FOR_ALL, 6), (GIANTS, 4)])
def test_a_full_lobby_takes_nobody_more(mode: Mode, most: int) -> None:
    table = Table().act(OpenLobby(player=ANA, mode=mode))
    for player in POD[1:most]:
        table.act(JoinLobby(player=player))
    for command in (JoinLobby(player=17), OpenLobby(player=17, mode=mode)):
        table.refuses(command, rule=NO_RULE, match=f"All {most} places are taken")
    assert table.act(StartLobby(player=ANA)).game.seated


@pytest.mark.parametrize(
    ("command", "match"),
    [
        (JoinLobby(player=ANA), "You have joined already"),
        (LeaveLobby(player=BEA), "You have not joined"),
        (StartLobby(player=BEA), "Join first"),
        (StartLobby(player=ANA), "two to six players, not 1"),
    ],
)
def test_what_a_lobby_refuses(command: Command[Game], match: str) -> None:
    Table().act(OpenLobby(player=ANA)).refuses(command, rule=NO_RULE, match=match)


@pytest.mark.parametrize("command", [JoinLobby, LeaveLobby, StartLobby])
def test_without_a_lobby_nobody_joins(
    command: type[JoinLobby | LeaveLobby | StartLobby],
) -> None:
    Table().refuses(command(player=ANA), rule=NO_RULE, match="No lobby is open here")


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


# The recap


def test_the_recap_tells_what_each_player_did() -> None:
    table = Table.seated().offer("sovka", 3).claim(ANA, Pays.CARD).next()
    table.claim(BEA).take(BEA).next().claim(CAIO).take(ANA).leave(DUDA).next()
    table.act(EndGame(winner=BEA))
    told = recap(table.game)
    assert (told.turns, told.initiative, told.winners, told.draw) == (4, ANA, (BEA,), False)
    assert [
        (p.player, p.turns, p.bounties, p.treasures, p.cards, p.left) for p in told.players
    ] == [
        (ANA, 2, 1, 0, 1, False),
        (BEA, 1, 1, 1, 0, False),
        (CAIO, 1, 1, 1, 0, False),
        (DUDA, 0, 0, 0, 0, True),
    ]


def test_the_recap_counts_a_dungeon_twice_if_it_was_completed_twice() -> None:
    game = Table.seated().game
    for dungeon in ("undercity", "tomb-of-annihilation", "undercity"):
        game = DungeonCompleted(player=CAIO, dungeon=dungeon).evolve(game)
    assert recap(game).players[2].dungeons == {"undercity": 2, "tomb-of-annihilation": 1}


def test_the_recap_keeps_the_score_of_trophies_that_were_shuffled_back() -> None:
    cards = ("paq", "sovka", "rissa", "squeakers", "eriana", "outsider")
    table = Table().act(SetUpBounties(cards=cards)).act(StartPod(players=(ANA, BEA), order=LISTED))
    table.reveal()
    for _ in range(6):
        table.claim(table.active[0]).next()
    assert table.game.bounties.trophies == ()
    assert [player.bounties for player in recap(table.game).players] == [3, 3]


def test_the_recap_of_two_headed_giant_gives_both_heads_their_teams_turns() -> None:
    told = recap(Table.giants().turns(2).leave(ANA).game)
    assert [player.turns for player in told.players] == [2, 2, 1, 1]
    assert told.winners == (CAIO, DUDA)


def test_the_recap_of_a_draw_and_of_a_game_that_goes_on() -> None:
    assert recap(Table.seated().leave(*POD[:4]).game).draw
    goes_on = recap(Table.seated().game)
    assert (goes_on.winners, goes_on.draw) == ((), False)


def test_the_recap_of_an_unseated_table_names_whoever_did_something() -> None:
    table = Table().reveal("sovka").claim(FABIO).at(EVA, "throne-of-the-dead-three")
    table.act(ResolveLastRoom(player=EVA))
    assert [(player.player, player.turns) for player in recap(table.next().game).players] == [
        (FABIO, 0),
        (EVA, 0),
    ]


def test_what_everybody_may_see_of_a_seated_pod_hides_the_pile() -> None:
    event = Table.seated().events[0]
    assert isinstance(event, PodSeated)
    assert len(event.bounties.pile) == 12
    assert (event.public().bounties.pile, event.public().bounties.deck) == ((), ())
    picked = event.but(bounties=event.bounties.but(picked=True)).public()
    assert (picked.bounties.pile, picked.bounties.deck) == ((), event.bounties.deck)


def test_somebody_who_leaves_also_gives_up_their_place_in_the_lobby() -> None:
    table = Table().act(OpenLobby(player=ANA)).act(JoinLobby(player=BEA)).leave(BEA)
    assert table.game.lobby is not None
    assert table.game.lobby.players == (ANA,)


def test_nothing_ends_where_nothing_is_played() -> None:
    Table().refuses(EndGame(), rule=NO_RULE, match="Nothing is being played")


def test_opening_a_lobby_again_keeps_what_is_left_open() -> None:
    table = Table().act(OpenLobby(player=ANA, order=Order.LISTED, bounties=False, link="link"))
    lobby = table.act(OpenLobby(player=BEA)).game.lobby
    assert lobby is not None
    assert (lobby.order, lobby.bounties, lobby.link) == (Order.LISTED, False, "link")


def test_unless_told_otherwise_everybody_for_themselves_in_random_order_with_bounties() -> None:
    lobby = Table().act(OpenLobby(player=ANA)).game.lobby
    assert lobby is not None
    for pod in (lobby, StartPod(players=POD)):
        assert (pod.mode, pod.order, pod.bounties) == (Mode.FREE_FOR_ALL, Order.RANDOM, True)


def test_a_lobby_of_five_does_not_turn_into_two_headed_giant() -> None:
    table = Table().act(OpenLobby(player=1))
    for player in range(2, 6):
        table = table.act(JoinLobby(player=player))
    table.refuses(
        OpenLobby(player=1, mode=Mode.TWO_HEADED_GIANT), rule=NO_RULE, match="places are taken"
    )
