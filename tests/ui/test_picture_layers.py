"""Where the rooms of a dungeon go on its map."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.game.facts import DUNGEONS, Dungeon
from bot.ui.pictures.layers import Layers, Passage, crossings, depths, layered, way

Exits = dict[str, tuple[str, ...]]


def exits_of(dungeon: Dungeon) -> Exits:
    return {room.id: room.exits for room in dungeon.rooms}


def crossed(exits: Exits, layers: Layers) -> int:
    depth = depths(layers)
    arrows = [(room, exit_) for room, leads in exits.items() for exit_ in leads]
    return crossings(layers, frozenset(k for arrow in arrows for k in pairwise(way(*arrow, depth))))


@pytest.mark.parametrize("dungeon", DUNGEONS.values(), ids=DUNGEONS.keys())
def test_no_arrows_cross_in_a_dungeon_that_was_printed(dungeon: Dungeon) -> None:
    exits = exits_of(dungeon)
    assert crossed(exits, layered(exits)) == 0


def test_undercity_has_the_layers_of_its_card() -> None:
    assert layered(exits_of(DUNGEONS["undercity"])) == (
        ("secret-entrance",),
        ("forge", "lost-well"),
        ("trap", "arena", "stash"),
        ("archives", "catacombs"),
        ("throne-of-the-dead-three",),
    )


def test_an_arrow_over_several_layers_has_a_passage_through_those_between() -> None:
    exits = exits_of(DUNGEONS["tomb-of-annihilation"])
    passage = Passage("oubliette", "cradle-of-the-death-god", 2)
    assert layered(exits)[2] == ("sandfall-cell", passage)


def test_rooms_change_places_where_arrows_would_cross() -> None:
    exits: Exits = {"a": ("b", "c"), "b": ("e",), "c": ("d",), "d": (), "e": ()}
    assert layered(exits) == (("a",), ("b", "c"), ("e", "d"))


def test_rooms_change_places_where_only_two_changes_together_help() -> None:
    exits: Exits = {
        "top": ("b", "c", "d"), "b": ("f",), "c": ("g",), "d": ("f", "h"),
        "f": ("end",), "g": ("end",), "h": ("end",), "end": (),
    }  # fmt: skip
    assert crossed(exits, layered(exits)) == 0


def test_rooms_need_not_be_listed_from_top_to_bottom() -> None:
    assert layered({"c": (), "b": ("c",), "a": ("b", "c")}) == (
        ("a",),
        ("b", Passage("a", "c", 1)),
        ("c",),
    )


def test_arrows_in_a_circle_are_refused() -> None:
    with pytest.raises(ValueError, match="circle"):
        layered({"a": ("b",), "b": ("a",)})


def test_an_arrow_to_nowhere_is_refused() -> None:
    with pytest.raises(ValueError, match="no such room: b"):
        layered({"a": ("b",)})


@st.composite
def dungeons(draw: st.DrawFn) -> Exits:
    """Any dungeon: arrows lead to rooms further down the list, at most three from a room."""
    count = draw(st.integers(1, 9))
    exits: Exits = {}
    for number in range(count):
        further = [str(other) for other in range(number + 1, count)]
        leads = st.lists(st.sampled_from(further or [""]), max_size=3, unique=True)
        exits[str(number)] = tuple(draw(leads)) if further else ()
    return exits


@given(dungeons())
def test_every_arrow_leads_down_and_every_room_is_there_once(exits: Exits) -> None:
    layers = layered(exits)
    depth = depths(layers)
    assert sorted(depth) == sorted(exits)
    assert sum(isinstance(spot, str) for layer in layers for spot in layer) == len(exits)
    for room, leads in exits.items():
        for exit_ in leads:
            spots = way(room, exit_, depth)
            assert [next(i for i, lay in enumerate(layers) if s in lay) for s in spots] == list(
                range(depth[room], depth[exit_] + 1)
            )
