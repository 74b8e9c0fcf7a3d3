"""Where the rooms of a dungeon go on its map: in layers from top to bottom, with few crossings.

After Sugiyama, Tagawa and Toda (1981): every room is as deep as the longest way to it; arrows over
several layers get a passage in each layer between; and each layer is ordered by the barycentres of
what its rooms are connected with, neighbours switched where that is as good.
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations, pairwise
from typing import NamedTuple

ROUNDS = 6
"""How often all layers are ordered, down and up again. The dungeons there are need none."""


class Passage(NamedTuple):
    """Where an arrow passes through a layer on its way further down."""

    source: str
    target: str
    depth: int


Spot = str | Passage
"""A room, by its id, or a passage."""
Layers = tuple[tuple[Spot, ...], ...]
"""From top to bottom, each from left to right."""
Links = frozenset[tuple[Spot, Spot]]
"""Between neighbouring layers: the upper spot and the lower one."""


def layered(exits: Mapping[str, Sequence[str]]) -> Layers:
    """Return the rooms and passages of a dungeon in layers; ``exits`` are where arrows lead to.

    Raises:
        ValueError: arrows lead round in a circle, or to a room that is not there.
    """
    depth = _depths(exits)
    layers: list[list[Spot]] = [[] for _ in range(max(depth.values(), default=-1) + 1)]
    for room in exits:
        layers[depth[room]].append(room)
    for source, target in _arrows(exits):
        for passage in _passages(source, target, depth):
            layers[passage.depth].append(passage)
    links = frozenset(link for arrow in _arrows(exits) for link in pairwise(way(*arrow, depth)))
    return _ordered(tuple(map(tuple, layers)), links)


def way(source: str, target: str, depth: Mapping[str, int]) -> tuple[Spot, ...]:
    """Return the spots that an arrow leads through, both ends included."""
    return source, *_passages(source, target, depth), target


def depths(layers: Layers) -> dict[str, int]:
    """Return in which layer each room is."""
    return {
        spot: level for level, layer in enumerate(layers) for spot in layer if isinstance(spot, str)
    }


def crossings(layers: Layers, links: Links) -> int:
    """Return how many pairs of links cross."""
    total = 0
    for upper, lower in pairwise(layers):
        top, bottom = _places(upper), _places(lower)
        drawn = [(top[a], bottom[b]) for a, b in links if a in top and b in bottom]
        total += sum((a - c) * (b - d) < 0 for (a, b), (c, d) in combinations(drawn, 2))
    return total


def _passages(source: str, target: str, depth: Mapping[str, int]) -> list[Passage]:
    between = range(depth[source] + 1, depth[target])
    return [Passage(source, target, level) for level in between]


def _arrows(exits: Mapping[str, Sequence[str]]) -> Iterator[tuple[str, str]]:
    return ((room, exit_) for room, leads in exits.items() for exit_ in leads)


def _depths(exits: Mapping[str, Sequence[str]]) -> dict[str, int]:
    unknown = {target for _, target in _arrows(exits)} - exits.keys()
    if unknown:
        raise ValueError(f"no such room: {', '.join(sorted(unknown))}")
    depth = dict.fromkeys(exits, 0)
    for _ in exits:  # the longest way has at most as many rooms as there are
        deeper = [(t, depth[s] + 1) for s, t in _arrows(exits) if depth[t] <= depth[s]]
        if not deeper:
            return depth
        for room, level in deeper:
            depth[room] = max(depth[room], level)
    if exits:
        raise ValueError("arrows lead round in a circle")
    return depth


def _ordered(layers: Layers, links: Links) -> Layers:
    best, fewest = layers, crossings(layers, links)
    for _ in range(ROUNDS):
        for change in (_swept_down, _swept_up, _switched):
            if not fewest:
                return best
            layers = change(layers, links)
            count = crossings(layers, links)
            if count < fewest:
                best, fewest = layers, count
    return best


def _swept_down(layers: Layers, links: Links) -> Layers:
    """Return the layers, each ordered by the one above it."""
    swept = [layers[0]]
    for layer in layers[1:]:
        mean = _means(layer, swept[-1], links)
        swept.append(tuple(sorted(layer, key=mean.__getitem__)))
    return tuple(swept)


def _swept_up(layers: Layers, links: Links) -> Layers:
    """Return the layers, each ordered by the one below it."""
    return _swept_down(layers[::-1], frozenset((lower, upper) for upper, lower in links))[::-1]


def _switched(layers: Layers, links: Links) -> Layers:
    """Return the layers with every two neighbours switched that cross no more afterwards."""
    count = crossings(layers, links)
    for level, layer in enumerate(layers):
        for left in range(len(layer) - 1):
            order = layers[level]
            switched = (*order[:left], order[left + 1], order[left], *order[left + 2 :])
            tried = (*layers[:level], switched, *layers[level + 1 :])
            if (after := crossings(tried, links)) <= count:
                layers, count = tried, after
    return layers


def _means(layer: Sequence[Spot], above: Sequence[Spot], links: Links) -> dict[Spot, float]:
    """Return the mean place of what each spot is connected with in the layer ``above``."""
    places, own = _places(above), _places(layer)
    means = {}
    for spot in layer:
        found = [places[other] for other, here in links if here == spot and other in places]
        means[spot] = sum(found) / len(found) if found else float(own[spot])
    return means


def _places(layer: Sequence[Spot]) -> dict[Spot, int]:
    return {spot: place for place, spot in enumerate(layer)}
