"""Names as people misspell them: compared by how alike they are, as far as they were typed."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator
from typing import NamedTuple

from rapidfuzz import fuzz, process

LIKENESS = 70.0
"""How alike a misspelt name must be to be offered while typing, of 100."""

_SURE = 80.0
"""As alike as this, it is not looked for among the names that begin otherwise, too."""

_EVERY_REACH, _REACH_STEP = 16, 8


class _Reached(NamedTuple):
    """What names begin with, up to so many letters.

    ``positions`` has the names that begin so; ``with_letter`` what has a letter as its first or
    second one.
    """

    positions: dict[str, list[int]]
    with_letter: dict[str, list[str]]


class Misspelt:
    """Finds the names that begin much as a text does. It never changes."""

    def __init__(self, starts: Iterable[tuple[str, int]]) -> None:
        """Hold what people may begin a name with, each with the position of that name."""
        self._starts = tuple(starts)
        self._reached: dict[int, _Reached] = {}

    def positions(self, typed: str, limit: int) -> Iterator[int]:
        """Return the positions of names like a text of two or more letters, the best first.

        ``limit`` is how many beginnings are looked at; a position may come more than once.
        """
        # Only as far as was typed: people misspell names that they have not finished typing.
        positions, with_letter = self._reaching(_reach(len(typed)))
        # Hardly anybody gets both of the first two letters wrong, or swaps them with later ones.
        likely = with_letter.get(typed[0], []) + with_letter.get(typed[1], [])
        found = _most_alike(typed, likely, limit)
        if not found or found[0][1] < _SURE:
            found = _most_alike(typed, positions.keys(), limit)
        return (at for start, _ in found for at in positions[start])

    def _reaching(self, reach: int) -> _Reached:
        """Return what the names begin with, up to ``reach`` letters, and the names that do.

        Few lengths are ever typed, and many names begin alike: kept, this is most of the work.
        """
        known = self._reached.get(reach)
        if known is None:
            known = self._reached[reach] = _reached(self._starts, reach)
        return known


def _reached(starts: Iterable[tuple[str, int]], reach: int) -> _Reached:
    found = _Reached(defaultdict(list), defaultdict(list))
    for start, at in starts:
        found.positions[start[:reach]].append(at)
    for start in found.positions:
        for letter in set(start[:2]):
            found.with_letter[letter].append(start)
    return found


def _most_alike(typed: str, starts: Collection[str], limit: int) -> list[tuple[str, float]]:
    found = process.extract(typed, starts, scorer=fuzz.ratio, score_cutoff=LIKENESS, limit=limit)
    return [(start, likeness) for start, likeness, _ in found]


def _reach(typed: int) -> int:
    """Return how far to compare names with so many letters; in steps, so that they are few."""
    reach = typed + 1
    return reach if reach <= _EVERY_REACH else -(-reach // _REACH_STEP) * _REACH_STEP
