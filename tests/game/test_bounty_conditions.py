"""What the condition of a bounty reads as the turn begins: neighbours, and who has the most."""

import pytest

from bot.errors import NO_RULE
from bot.game.bounty import (
    MostNoted,
    NeighboursSeen,
    NoteMost,
    Pays,
)
from bot.game.facts import Reads
from bot.game.game import Neighbours
from tests.game.table import ANA, BEA, CAIO, DUDA, EVA, FABIO, NOBODY_HERE, POD, Table

CARD, TREASURES = Pays.CARD, Pays.TREASURES


@pytest.mark.parametrize("card", ["miron", "vara-beth"])
@pytest.mark.parametrize(
    ("left_the_game", "left", "right"),
    [
        ((), BEA, FABIO),
        ((BEA,), CAIO, FABIO),
        ((FABIO,), BEA, EVA),
        ((BEA, CAIO, FABIO), DUDA, EVA),
        ((BEA, CAIO, DUDA, FABIO), EVA, EVA),
    ],
)
def test_neighbours_are_the_nearest_living_opponents_as_the_turn_begins(
    card: str, left_the_game: tuple[int, ...], left: int, right: int
) -> None:
    """Turn order goes to the left. Who left earlier is passed over."""
    table = Table.seated(*POD, starting=FABIO).offer(card, 1)
    for player in left_the_game:
        table.leave(player)
    table.next(ANA)
    assert table.happened(NeighboursSeen) == [
        NeighboursSeen(neighbours=(Neighbours(player=ANA, left=left, right=right),))
    ]


def test_neighbours_are_seen_as_such_a_bounty_is_revealed_and_again_each_turn() -> None:
    table = Table.seated().reveal("miron")
    assert len(table.happened(NeighboursSeen)) == 1
    table.turns(4)
    assert table.level == 4
    assert len(table.happened(NeighboursSeen)) == 1, "also at the top level"
    assert table.game.this_turn.neighbours == (Neighbours(player=ANA, left=BEA, right=DUDA),)


def test_house_somebody_who_leaves_later_does_not_change_the_neighbours() -> None:
    """By analogy with CR 800.4i: damage that was dealt counts."""
    table = Table.seated().offer("miron", 1).next().leave(CAIO)
    assert table.game.this_turn.neighbours == (Neighbours(player=BEA, left=CAIO, right=ANA),)


def test_house_also_where_the_bounty_was_revealed_after_they_left() -> None:
    table = Table.seated().leave(BEA).reveal("miron")
    assert table.game.this_turn.neighbours == (Neighbours(player=ANA, left=BEA, right=DUDA),)
    assert table.turns(3).game.this_turn.neighbours == (
        Neighbours(player=ANA, left=CAIO, right=DUDA),
    )


def test_house_also_where_they_left_one_after_the_other() -> None:
    table = Table.seated().leave(BEA).leave(DUDA).reveal("miron")
    assert table.game.this_turn.neighbours == (Neighbours(player=ANA, left=BEA, right=DUDA),)


def test_in_two_headed_giant_each_heads_neighbours_are_opposing_heads() -> None:
    table = Table.giants().reveal("vara-beth")
    assert table.game.this_turn.neighbours == (
        Neighbours(player=ANA, left=CAIO, right=DUDA),
        Neighbours(player=BEA, left=CAIO, right=DUDA),
    )
    assert table.next().game.this_turn.neighbours == (
        Neighbours(player=CAIO, left=ANA, right=BEA),
        Neighbours(player=DUDA, left=ANA, right=BEA),
    )


@pytest.mark.parametrize("card", ["sovka", "frankie", "lyssa", "gorra-tash"])
def test_other_bounties_read_no_neighbours(card: str) -> None:
    table = Table.seated().offer(card, 1).next()
    assert not table.happened(NeighboursSeen)


def test_without_a_pod_or_an_active_player_there_are_no_neighbours() -> None:
    assert not Table().reveal("miron").happened(NeighboursSeen)
    assert not Table.seated().leave(ANA).reveal("miron").happened(NeighboursSeen)


@pytest.mark.parametrize(("card", "reads"), [("frankie", Reads.LIFE), ("lyssa", Reads.HAND)])
def test_who_had_the_most_is_noted_for_this_turn_several_on_a_tie(card: str, reads: Reads) -> None:
    table = Table.seated().offer(card, 1).act(NoteMost(players=(BEA, DUDA)))
    assert table.happened(MostNoted) == [MostNoted(reads=reads, players=(BEA, DUDA))]
    assert table.game.this_turn.most == (BEA, DUDA)
    assert table.act(NoteMost(players=(CAIO,))).game.this_turn.most == (CAIO,)
    assert table.next().game.this_turn.most is None


def test_810_4_in_two_headed_giant_life_is_the_teams_and_the_hand_each_heads() -> None:
    life = Table.giants().offer("frankie", 1).act(NoteMost(players=(DUDA,)))
    assert life.game.this_turn.most == (CAIO, DUDA)
    hand = Table.giants().offer("lyssa", 1).act(NoteMost(players=(DUDA,)))
    assert hand.game.this_turn.most == (DUDA,)


def test_house_who_had_the_most_may_have_left_since_the_turn_began() -> None:
    """They had it as the turn began, and died of the damage."""
    table = Table.seated().offer("frankie", 1).leave(DUDA).act(NoteMost(players=(DUDA,)))
    assert table.game.this_turn.most == (DUDA,)
    table.next().refuses(NoteMost(players=(DUDA,)), rule="CR 800.4a", match="has left")


@pytest.mark.parametrize(
    ("card", "players", "rule", "match"),
    [
        ("sovka", (ANA,), "Bounty rules", "does not ask for that"),
        ("miron", (ANA,), "Bounty rules", "does not ask for that"),
        ("lyssa", (), "Bounty rules", "at least one player"),
        ("lyssa", (ANA, NOBODY_HERE), NO_RULE, "not seated"),
    ],
)
def test_what_is_noted_is_what_the_bounty_asks_for(
    card: str, players: tuple[int, ...], rule: str, match: str
) -> None:
    Table.seated().offer(card, 1).refuses(NoteMost(players=players), rule=rule, match=match)


def test_nothing_is_noted_without_a_bounty_or_a_pod() -> None:
    note = NoteMost(players=(ANA,))
    Table.seated().refuses(note, rule="Bounty rules", match="does not ask for that")
    Table().refuses(note, rule=NO_RULE, match="No pod is seated")
