"""The recap of a game, and what everybody may see of it."""

from bot.game.bounty import Pays, SetUpBounties
from bot.game.dungeon import DungeonCompleted, ResolveLastRoom
from bot.game.game import Order
from bot.game.pod import (
    EndGame,
    PodSeated,
    StartPod,
)
from bot.game.recap import recap
from tests.game.table import ANA, BEA, CAIO, DUDA, EVA, FABIO, POD, Table


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
    table = (
        Table()
        .act(SetUpBounties(cards=cards))
        .act(StartPod(players=(ANA, BEA), order=Order.LISTED))
    )
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
