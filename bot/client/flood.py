"""Slowing a member who floods: a bucket for each, that fills with every act and drains with time.

Nothing is kept but a level and a time for those who acted lately.
"""

from collections import OrderedDict
from dataclasses import dataclass
from datetime import datetime
from enum import Enum, auto

SECONDS = 5.0
"""Within how many seconds a bucket that is full drains."""
MOST_KNOWN = 10_000


class Verdict(Enum):
    """What becomes of an act: carried out, refused with a sentence, or refused in silence."""

    PASS = auto()
    TELL = auto()
    SILENCE = auto()


@dataclass(frozen=True)
class _Bucket:
    level: float
    at: datetime
    told: bool = False


class Flood:
    """Who has acted how often just now."""

    def __init__(self, limit: int, most_known: int = MOST_KNOWN) -> None:
        """Let each member act ``limit`` times in `SECONDS`, any number of times if it is 0.

        The buckets of at most ``most_known`` members are remembered, the latest to act.
        """
        self._limit = limit
        self._most_known = most_known
        self._buckets: OrderedDict[int, _Bucket] = OrderedDict()

    def judge(self, member: int, at: datetime) -> Verdict:
        """Return what becomes of an act that Discord received ``at`` this time.

        What is refused does not fill the bucket: whoever goes on pressing is slowed, not shut out.
        The sentence is told once until the bucket has been empty.
        """
        if not self._limit:
            return Verdict.PASS
        bucket = self._drained(member, at)
        if bucket.level + 1 <= self._limit:
            self._keep(member, _Bucket(bucket.level + 1, bucket.at, bucket.told))
            return Verdict.PASS
        self._keep(member, _Bucket(bucket.level, bucket.at, told=True))
        return Verdict.SILENCE if bucket.told else Verdict.TELL

    def _drained(self, member: int, at: datetime) -> _Bucket:
        known = self._buckets.get(member)
        if known is None:
            return _Bucket(0, at)
        # Acts may arrive in another order than they were done in: time does not go back.
        at = max(at, known.at)
        level = known.level - (at - known.at).total_seconds() * self._limit / SECONDS
        return _Bucket(level, at, known.told) if level > 0 else _Bucket(0, at)

    def _keep(self, member: int, bucket: _Bucket) -> None:
        self._buckets[member] = bucket
        self._buckets.move_to_end(member)
        while len(self._buckets) > self._most_known:
            self._buckets.popitem(last=False)
