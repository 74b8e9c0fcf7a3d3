"""The erasures under way, noted in the database until they are done: none stays half done.

An erasure rewrites many rows, and the bot may stop in the middle. So it is noted first, with its
tombstone, by one of several processes; one that has not ended after a while is taken up again, with
the same tombstone. A person's id is in the note for as long as it is needed.
"""

import logging
import time
from collections.abc import Callable
from dataclasses import dataclass

from pydantic import BaseModel, ConfigDict, ValidationError

from bot.errors import StoreUnavailable
from bot.store import trouble
from bot.store.port import Store
from bot.tombstones import tombstone_after

log = logging.getLogger(__name__)

MARK = "erasures"
GIVEN_UP = 300.0
"""Seconds after which an erasure that has not ended is taken up by whoever notices."""


@dataclass(frozen=True)
class Erasure:
    """Whose id is to be replaced, and with what."""

    person: int
    tombstone: int


class _Noted(BaseModel):
    model_config = ConfigDict(frozen=True)

    tombstone: int
    since: float

    def given_up(self, now: float) -> bool:
        # A clock that was put back must not keep it waiting.
        return not 0 <= now - self.since < GIVEN_UP


class _Notes(BaseModel):
    model_config = ConfigDict(frozen=True)

    last: int = 0
    under_way: dict[int, _Noted] = {}

    def with_entry(self, person: int, entry: _Noted) -> "_Notes":
        last = min(self.last, entry.tombstone)
        return _Notes(last=last, under_way={**self.under_way, person: entry})

    def without(self, person: int) -> "_Notes":
        rest = {other: entry for other, entry in self.under_way.items() if other != person}
        return _Notes(last=self.last, under_way=rest)


class Erasures:
    """Takes up erasures, one process each, and crosses them off.

    All methods raise `StoreUnavailable` if the notes cannot be read now, or not at all any more.
    """

    def __init__(self, store: Store, clock: Callable[[], float] = time.time) -> None:
        """Note them in ``store``. ``clock`` gives seconds since 1970, for all processes alike."""
        self._store = store
        self._clock = clock

    async def take_up(self, person: int) -> Erasure | None:
        """Note the erasure of a person; None if it is under way already, here or elsewhere."""
        while True:
            known, notes = await self._read()
            noted = notes.under_way.get(person)
            if noted is not None and not noted.given_up(self._clock()):
                return None
            tombstone = noted.tombstone if noted else tombstone_after(notes.last)
            entry = _Noted(tombstone=tombstone, since=self._clock())
            if await self._write(known, notes.with_entry(person, entry)):
                return Erasure(person, tombstone)

    async def given_up(self) -> list[int]:
        """Return whose erasures have not ended in time."""
        _, notes = await self._read()
        now = self._clock()
        return [person for person, noted in notes.under_way.items() if noted.given_up(now)]

    async def cross_off(self, erasure: Erasure) -> None:
        """Note that an erasure is done: the id is nowhere any more."""
        while True:
            known, notes = await self._read()
            noted = notes.under_way.get(erasure.person)
            if noted is None or noted.tombstone != erasure.tombstone:
                return
            if await self._write(known, notes.without(erasure.person)):
                return

    async def version(self) -> str | None:
        """Return what is another text once an erasure has begun or ended."""
        return await self._store.mark(MARK)

    async def _read(self) -> tuple[str | None, _Notes]:
        known = await self._store.mark(MARK)
        if known is None:
            return None, _Notes()
        try:
            return known, _Notes.model_validate_json(known)
        except ValidationError:
            # Not begun anew: a tombstone used twice would make one of two people. And the error
            # is not passed on, since it would quote the ids.
            log.error("the notes on erasures cannot be read: nobody can be erased (mark: %s)", MARK)
            raise StoreUnavailable(trouble.DAMAGED) from None

    async def _write(self, known: str | None, notes: _Notes) -> bool:
        return await self._store.swap_mark(MARK, known, notes.model_dump_json())
