"""What stands in the place of a person's id after they were erased: a negative number, nobody's id.

Discord's ids are positive. Each erasure has a number of its own, counted down for ever: two players
of one table never become the same.
"""


def is_tombstone(player: int) -> bool:
    """Tell whether ``player`` stands for somebody who was erased."""
    return player < 0


def tombstone_after(last: int) -> int:
    """Return the tombstone of the erasure after the one whose tombstone was ``last`` (0: none)."""
    return last - 1
