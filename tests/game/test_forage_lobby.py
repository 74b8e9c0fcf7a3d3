"""Foraging Squirrels, before the game: gathering and starting."""

from collections import Counter

import pytest

from bot.errors import NO_RULE
from bot.game.forage.board import SPACES
from bot.game.forage.cards import SQUIRREL_ART
from bot.game.forage.game import Forage, ForageLobby
from bot.game.forage.lobby import (
    EndForage,
    ForageLobbyChanged,
    JoinForage,
    LeaveForageLobby,
    OpenForageLobby,
    StartForage,
    StartForageLobby,
)
from bot.ui.forage.telling import tell_forage
from tests.game.forest import (
    ANA,
    BEA,
    CAIO,
    CARD,
    DUDA,
    FOOD,
    HOUSE,
    NOBODY_HERE,
    POD,
    Forest,
    start,
)

# Gathering


def test_players_gather_in_a_lobby_and_start() -> None:
    forest = Forest().act(OpenForageLobby(player=ANA)).act(JoinForage(player=BEA))
    lobby = forest.game.lobby
    assert lobby is not None
    assert lobby.players == forest.game.gathering == (ANA, BEA)
    assert not forest.game.seated
    forest.act(StartForageLobby(player=BEA))
    assert forest.game.players == (ANA, BEA)
    assert forest.game.lobby is None
    assert forest.game.gathering == ()
    assert forest.kinds == ["forage_started", "forage_turn_began"]


def test_a_lobby_keeps_seed_and_cards() -> None:
    forest = Forest().act(OpenForageLobby(player=ANA, seed="nuts", own=FOOD))
    forest.act(JoinForage(player=BEA)).act(StartForageLobby(player=ANA))
    assert forest.game.seed == "NUTS"
    assert forest.game.own == FOOD


def test_opening_again_changes_the_cards_and_keeps_who_joined() -> None:
    forest = Forest().act(OpenForageLobby(player=ANA)).act(OpenForageLobby(player=BEA, seed="X"))
    assert forest.game.lobby is not None
    assert forest.game.lobby.players == (ANA, BEA)
    assert forest.game.lobby.seed == "X"


def test_four_squirrels_fill_a_lobby() -> None:
    forest = Forest().act(OpenForageLobby(player=ANA))
    for player in (BEA, CAIO, DUDA):
        forest.act(JoinForage(player=player))
    forest.refuses(JoinForage(player=NOBODY_HERE), rule=CARD, match="All 4 places are taken")
    forest.refuses(OpenForageLobby(player=NOBODY_HERE), rule=CARD, match="All 4 places")


def test_who_is_in_a_full_lobby_still_changes_what_it_plays_with() -> None:
    forest = Forest().act(OpenForageLobby(player=ANA))
    for player in (BEA, CAIO, DUDA):
        forest.act(JoinForage(player=player))
    forest.act(OpenForageLobby(player=BEA, seed="nuts"))
    assert forest.game.lobby == ForageLobby(players=POD, seed="NUTS")


def test_a_lobby_tells_who_joined_and_who_left() -> None:
    forest = Forest().act(OpenForageLobby(player=ANA))
    for command, joined, left in (
        (JoinForage(player=BEA), BEA, None),
        (OpenForageLobby(player=CAIO), CAIO, None),
        (OpenForageLobby(player=CAIO), None, None),
        (LeaveForageLobby(player=BEA), None, BEA),
    ):
        [event] = forest.act(command).happened(ForageLobbyChanged)
        assert (event.joined, event.left) == (joined, left)
        assert (event.new_cards, event.new_seed) == (False, False)


def test_a_player_joins_once_and_can_leave_the_lobby() -> None:
    forest = Forest().act(OpenForageLobby(player=ANA))
    forest.refuses(JoinForage(player=ANA), rule=NO_RULE, match="joined already")
    forest.refuses(LeaveForageLobby(player=BEA), rule=NO_RULE, match="have not joined")
    forest.act(JoinForage(player=BEA)).act(LeaveForageLobby(player=ANA))
    assert forest.game.lobby is not None
    assert forest.game.lobby.players == (BEA,)


def test_the_last_one_leaving_closes_the_lobby() -> None:
    forest = Forest().act(OpenForageLobby(player=ANA, own=FOOD))
    forest.act(LeaveForageLobby(player=ANA))
    assert forest.game == Forage()
    forest.act(OpenForageLobby(player=BEA))
    assert forest.game.lobby == ForageLobby(players=(BEA,))


def test_end_closes_a_lobby() -> None:
    forest = Forest().act(OpenForageLobby(player=ANA)).act(JoinForage(player=BEA))
    forest.act(EndForage())
    assert forest.game == Forage()
    assert tell_forage(forest.happened(ForageLobbyChanged)) == ["The lobby is closed."]
    forest.refuses(EndForage(), rule=NO_RULE, match="No squirrels are foraging")


def test_opening_again_keeps_the_cards_and_the_seed() -> None:
    forest = Forest().act(OpenForageLobby(player=ANA, seed="nuts", own=FOOD))
    forest.act(OpenForageLobby(player=BEA))
    assert forest.game.lobby == ForageLobby(players=(ANA, BEA), seed="NUTS", own=FOOD)
    assert tell_forage(forest.happened(ForageLobbyChanged)) == ["<@12> is in."]
    forest.act(OpenForageLobby(player=BEA, seed="other"))
    assert forest.game.lobby == ForageLobby(players=(ANA, BEA), seed="OTHER", own=FOOD)
    assert tell_forage(forest.happened(ForageLobbyChanged)) == ["The seed is `OTHER`."]
    forest.act(OpenForageLobby(player=BEA, own=FOOD))
    assert tell_forage(forest.happened(ForageLobbyChanged)) == ["The lobby is as it was."]


def test_cards_can_be_given_to_a_lobby_once() -> None:
    forest = Forest().act(OpenForageLobby(player=ANA)).act(OpenForageLobby(player=BEA, own=FOOD))
    told = "<@12> is in. It plays with your own boosters: 24 cards."
    assert tell_forage(forest.happened(ForageLobbyChanged)) == [told]
    no = "already plays with its own cards"
    forest.refuses(OpenForageLobby(player=BEA, own=FOOD[1:]), rule=HOUSE, match=no)
    forest.refuses(start(ANA, BEA, own=FOOD[1:]), rule=HOUSE, match=no)
    forest.act(start(ANA, CAIO, seed="nuts"))
    assert (forest.game.own, forest.game.seed) == (FOOD, "NUTS")


def test_who_starts_by_name_plays_with_what_the_lobby_has() -> None:
    forest = Forest().act(OpenForageLobby(player=ANA, seed="nuts", own=FOOD)).act(start(ANA, BEA))
    assert (forest.game.seed, forest.game.own) == ("NUTS", FOOD)


def test_only_who_joined_starts_and_two_are_needed() -> None:
    forest = Forest().act(OpenForageLobby(player=ANA))
    forest.refuses(StartForageLobby(player=BEA), rule=NO_RULE, match="Join first")
    forest.refuses(StartForageLobby(player=ANA), rule=CARD, match="Two to four squirrels")


def test_without_a_lobby_nobody_joins() -> None:
    for command in (JoinForage(player=ANA), LeaveForageLobby(player=ANA)):
        Forest().refuses(command, rule=NO_RULE, match="No lobby is open here")


# Starting


@pytest.mark.parametrize("number", [0, 1, 5])
def test_two_to_four_players(number: int) -> None:
    command = StartForage(players=tuple(range(1, number + 1)))
    Forest().refuses(command, rule=CARD, match=f"Two to four .*, not {number}")


def test_nobody_plays_twice() -> None:
    Forest().refuses(start(ANA, BEA, ANA), rule=NO_RULE, match="<@11> is named twice")
    Forest().refuses(start(ANA, BEA, BEA), rule=NO_RULE, match="<@12> is named twice")


def test_two_boosters_and_the_squirrel_fill_the_grid() -> None:
    game = Forest().act(start()).game
    assert len(game.grid) == SPACES
    assert sum(food is not None for food in game.grid) == 24
    assert game.grid[game.squirrel] is None
    assert game.empty == ()
    assert game.squirrels == SQUIRREL_ART


def test_who_goes_first_is_chance() -> None:
    firsts = Counter(Forest(seed=seed).act(start()).game.first for seed in range(400))
    assert set(firsts) == set(POD)
    assert min(firsts.values()) > 60


def test_naming_players_otherwise_or_a_seed_is_no_reroll_of_who_goes_first() -> None:
    for seed in range(40):
        firsts = {
            Forest(seed=seed).act(start(*players, seed=grid, own=own)).game.first
            for players in ((ANA, BEA, CAIO), (CAIO, ANA, BEA), (BEA, CAIO, ANA))
            for grid in (None, "Acorn", "Nut")
            for own in ((), FOOD)
        }
        gathered = Forest(seed=seed).act(OpenForageLobby(player=ANA, seed="Oak"))
        gathered.act(JoinForage(player=BEA)).act(JoinForage(player=CAIO))
        gathered.act(LeaveForageLobby(player=ANA)).act(JoinForage(player=ANA))
        gathered.act(StartForageLobby(player=BEA))
        assert firsts == {gathered.game.first}


def test_the_order_is_the_one_named_from_the_first_player_on() -> None:
    forest = Forest().act(start(CAIO, ANA, BEA))
    assert forest.game.players == (CAIO, ANA, BEA)
    assert forest.game.active == (forest.game.first,)
    assert forest.game.turn == 1
    turns = {forager.player: forager.turns for forager in forest.game.foragers}
    assert turns == {player: int(player == forest.game.first) for player in (CAIO, ANA, BEA)}


def test_a_game_in_progress_is_not_replaced() -> None:
    forest = Forest().act(start())
    forest.refuses(start(), rule=NO_RULE, match="A game is going on here")
    forest.refuses(OpenForageLobby(player=ANA), rule=NO_RULE, match="A game is going on here")
