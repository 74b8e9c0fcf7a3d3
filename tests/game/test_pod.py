"""The pod: the lobby and sitting down."""

from random import Random

import pytest

from bot.errors import NO_RULE
from bot.game.bounty import RevealBounty, SetUpBounties
from bot.game.engine import Command
from bot.game.game import Game, Lobby, Mode, Order, Team
from bot.game.pod import (
    JoinLobby,
    LeaveLobby,
    LobbyChanged,
    OpenLobby,
    StartLobby,
    StartPod,
)
from bot.game.rules import play
from tests.game.table import ANA, BEA, CAIO, DUDA, NOBODY_HERE, POD, Table

LISTED, GIANTS = Order.LISTED, Mode.TWO_HEADED_GIANT


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


def test_somebody_who_leaves_also_gives_up_their_place_in_the_lobby() -> None:
    table = Table().act(OpenLobby(player=ANA)).act(JoinLobby(player=BEA)).leave(BEA)
    assert table.game.lobby is not None
    assert table.game.lobby.players == (ANA,)


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
