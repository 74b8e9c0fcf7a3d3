"""Foraging Squirrels, around the game: gathering, starting, leaving, stopping, a rematch."""

from collections import Counter
from typing import get_args

import pytest

from bot.errors import NO_RULE
from bot.game.engine import Command
from bot.game.forage.board import SPACES, food_in_line
from bot.game.forage.cards import CARDS, SQUIRREL_ART, Food
from bot.game.forage.game import EndedBy, Forage, ForageLobby, legal_moves
from bot.game.forage.lobby import (
    ArtCalled,
    CallArt,
    EndForage,
    ForageLobbyChanged,
    ForageStarted,
    JoinForage,
    LeaveForage,
    LeaveForageLobby,
    OpenForageLobby,
    StartForage,
    StartForageLobby,
    clean,
    rematch,
)
from bot.game.forage.rules import AnyForageCommand
from bot.ui.forage.telling import tell_forage
from tests.game.forest import ANA, BEA, CAIO, DOWN, DUDA, NOBODY_HERE, POD, RIGHT, Forest

CARD, HOUSE = "Foraging Squirrels", "House rule"
FOOD = tuple(Food(number=number) for number in range(1, 25))


def start(*players: int, seed: str | None = None, own: tuple[Food, ...] = ()) -> StartForage:
    return StartForage(players=players or POD, seed=seed, own=own)


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


# Seeds


def test_the_same_seed_lays_the_same_grid() -> None:
    one, other = Forest(seed=1).act(start(seed="Acorn")), Forest(seed=2).act(start(seed="Acorn"))
    assert one.game.grid == other.game.grid
    assert one.game.squirrel == other.game.squirrel
    assert {Forest(seed=n).act(start(seed="Acorn")).game.first for n in range(30)} == set(POD)


def test_a_seed_is_the_same_however_a_phone_capitalises_it() -> None:
    grids = {Forest().act(start(seed=seed)).game.grid for seed in ("acorn 7", " ACORN  7 ")}
    assert len(grids) == 1


def test_without_a_seed_one_is_drawn_and_can_be_said_in_a_call() -> None:
    seeds = {Forest(seed=n).act(start()).game.seed for n in range(50)}
    assert len(seeds) == 50
    assert all(len(seed) == 6 and seed.isalnum() for seed in seeds)
    assert Forest().act(start(seed="  ")).game.seed != ""


@pytest.mark.parametrize("seed", ["x" * 33, "ß" * 17, "ﬄ" * 11])
def test_a_seed_is_not_a_novel(seed: str) -> None:
    Forest().refuses(start(seed=seed), rule=NO_RULE, match="at most 32 characters")
    Forest().refuses(OpenForageLobby(player=ANA, seed=seed), rule=NO_RULE, match="at most 32")
    assert len(Forest().act(start(seed="x" * 32)).game.seed) == 32


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        ("`nuts`", "'NUTS'"),
        (" a\tb\n c ", "A B C"),
        ("a\u200bc\u202eo\x00rn\ufeff", "ACORN"),
        ("   ", None),
        ("\u200b \u2060", None),
        ("", None),
        (None, None),
        ("straße", "STRASSE"),
        ("cafe\u0301", "CAF\u00c9"),
    ],
)
def test_a_seed_is_kept_clean(typed: str | None, kept: str | None) -> None:
    assert clean(typed) == kept
    lobby = Forest().act(OpenForageLobby(player=ANA, seed=typed)).game.lobby
    assert lobby is not None
    assert lobby.seed == kept


def test_a_clean_seed_stays_as_it_is() -> None:
    for point in range(0x3000):
        seed = clean(f"a{chr(point)}b")
        assert clean(seed) == seed
        assert seed is not None
        assert "`" not in seed


def test_a_rematch_is_on_the_same_grid() -> None:
    forest = Forest(seed=3).act(start())
    laid = forest.game.grid
    forest.act(EndForage())
    forest.act(rematch(forest.game))
    assert forest.game.grid == laid
    assert forest.game.players == POD
    assert not forest.game.over


def test_a_rematch_keeps_what_the_pod_said_about_squirrels() -> None:
    forest = Forest(seed=3).act(start(own=FOOD)).act(CallArt(player=ANA, number=5, squirrel=True))
    assert tell_forage(forest.happened(ArtCalled))[0].startswith("<@11> says: **")
    forest.act(EndForage())
    forest.act(rematch(forest.game))
    assert forest.game.squirrels == tuple(sorted({*SQUIRREL_ART, 5}))
    forest.act(EndForage()).act(start(own=FOOD))
    assert forest.game.squirrels == SQUIRREL_ART


def test_a_rematch_with_own_cards_sets_the_same_surplus_aside() -> None:
    own = tuple(Food(number=number) for number in range(1, 31))
    forest = Forest(seed=3).act(start(own=own))
    before = forest.game
    again = Forest(seed=4).act(rematch(forest.act(EndForage()).game, players=(BEA, CAIO))).game
    assert (again.grid, again.set_aside, again.own) == (before.grid, before.set_aside, own)
    assert again.players == (BEA, CAIO)


# The pod's own boosters


def test_own_cards_are_laid_out() -> None:
    game = Forest().act(start(own=FOOD)).game
    assert Counter(game.grid) == Counter((*FOOD, None))
    assert game.set_aside == ()


def test_surplus_is_set_aside_at_random_and_recorded() -> None:
    own = tuple(Food(number=number) for number in range(1, 27))
    aside = set()
    for seed in range(30):
        forest = Forest(seed=seed).act(start(own=own))
        (started,) = forest.happened(ForageStarted)
        assert len(started.set_aside) == 2
        assert Counter((*started.grid, *started.set_aside)) == Counter((*own, None))
        aside |= set(started.set_aside)
    assert len(aside) > 15


def test_fewer_cards_leave_empty_spaces() -> None:
    game = Forest().act(start(own=FOOD[:20])).game
    assert sum(food is not None for food in game.grid) == 20
    assert len(game.empty) == 4


@pytest.mark.parametrize("cards", [1, 2, 3])
def test_however_few_the_cards_there_is_a_first_move(cards: int) -> None:
    for seed in range(50):
        game = Forest(seed=seed).act(start(own=FOOD[:cards])).game
        assert food_in_line(game.grid, game.squirrel)
        assert legal_moves(game)


def test_own_cards_are_of_the_set_and_not_a_whole_box() -> None:
    many = tuple(Food(number=1) for _ in range(61))
    Forest().refuses(start(own=many), rule=NO_RULE, match="Those are 61 cards")
    assert len(Forest().act(start(own=many[:60])).game.set_aside) == 60 - 24
    strange = (*FOOD, Food(number=9999))
    assert 9999 not in CARDS
    Forest().refuses(start(own=strange), rule=NO_RULE, match="no such card")


# Leaving and stopping


def test_a_player_leaves_and_the_game_goes_on() -> None:
    forest = Forest.floor("S W U B R\nW", players=3).leave(BEA)
    assert forest.kinds == ["foragers_left"]
    assert forest.whose == ANA
    forest.move("W", RIGHT)
    assert forest.whose == CAIO


def test_the_turn_of_a_leaver_passes_on() -> None:
    forest = Forest.floor("S W U B R", players=3, turn=2).leave(BEA)
    assert forest.whose == CAIO
    assert forest.game.turn == 3
    assert not forest.game.moved


def test_a_leaver_who_had_moved_may_have_ended_the_game() -> None:
    forest = Forest.floor("S W . . .\nU", players=3, turn=2).move("W", RIGHT)
    assert not forest.game.over
    forest.leave(BEA)
    assert forest.game.ending is not None
    assert forest.game.ending.by is EndedBy.NO_FOOD_IN_LINE
    assert forest.game.ending.winners == (ANA, CAIO)


def test_a_leavers_haul_stays_out_of_the_game() -> None:
    forest = Forest.floor("S W U . .\n. . B", players=3).move("W", RIGHT).leave(ANA)
    assert forest.has(". S U . .\n. . B")
    assert forest.haul(ANA) == "W"
    assert ANA not in forest.totals()


def test_the_first_player_leaving_makes_nobody_else_first() -> None:
    forest = Forest.floor("S W U B R", players=3).leave(ANA)
    assert forest.game.first == ANA
    assert forest.whose == BEA
    forest.dig("E1", "E5")


def test_the_last_one_left_wins() -> None:
    forest = Forest.floor("S W U B R", players=3).leave(ANA, CAIO)
    assert forest.kinds == ["foragers_left", "forage_ended"]
    assert forest.game.ending is not None
    assert forest.game.ending.by is EndedBy.LAST_ONE_LEFT
    assert forest.game.ending.winners == (BEA,)


def test_if_everybody_leaves_nobody_wins() -> None:
    forest = Forest.floor("S W U B R").leave(ANA, BEA)
    assert forest.game.ending is not None
    assert forest.game.ending.winners == ()
    assert forest.game.ending.score.players == ()


def test_who_left_does_not_come_back() -> None:
    forest = Forest.floor("S W U B R", players=3).leave(BEA)
    forest.refuses(LeaveForage(players=(BEA,)), rule=NO_RULE, match="<@12> has left")
    forest.refuses(forest.moving("W", DOWN, by=BEA), rule=NO_RULE, match="<@12> has left")
    forest.refuses(LeaveForage(players=()), rule=NO_RULE, match="Name at least one player")
    forest.refuses(LeaveForage(players=(NOBODY_HERE,)), rule=NO_RULE, match="does not play")


def test_a_stopped_game_tells_the_score_and_has_no_winner() -> None:
    forest = Forest.floor("S W U B R\nU").move("W", RIGHT).act(EndForage())
    assert forest.game.ending is not None
    assert forest.game.ending.by is EndedBy.STOPPED
    assert forest.game.ending.winners == ()
    assert forest.game.ending.score.leaders == (ANA,)
    forest.refuses(EndForage(), rule=NO_RULE, match="game is over")


def test_a_lobby_can_open_after_a_game() -> None:
    forest = Forest.floor("S W U B R").act(EndForage()).act(OpenForageLobby(player=CAIO))
    assert forest.game.lobby is not None
    assert not forest.game.over
    assert not forest.game.seated
    forest.refuses(LeaveForage(players=()), rule=NO_RULE, match="No squirrels are foraging here")


def test_what_begins_a_game_or_a_lobby_does_so_where_one_has_ended() -> None:
    """What a lobby plays with, and whether it stays, is for those who have joined."""
    commands: tuple[type[Command[Forage]], ...] = get_args(get_args(AnyForageCommand)[0])
    assert {command.__name__ for command in commands if command.opens_a_game} == {
        "OpenForageLobby",
        "StartForage",
    }
    assert {command.__name__ for command in commands if command.settles_a_lobby} == {
        "EndForage",
        "LeaveForageLobby",
        "StartForage",
    }
