"""Stand-ins that behave as the real thing does, without its cost."""

import asyncio
from dataclasses import replace

from bot.errors import StoreUnavailable
from bot.store.port import AlreadyDone, Place, Step, VersionConflict

Row = tuple[int, str, int]


class MemoryStore:
    """Keeps steps in memory; implements `bot.store.port.Store`.

    ``reachable`` set to False makes every call fail, as a database does that has gone away.
    """

    def __init__(self) -> None:
        self.reachable = True
        self.rows: dict[Row, Step] = {}
        self.thinned: list[int] = []
        self._panels: dict[tuple[int, str], int] = {}

    async def append(self, step: Step) -> None:
        await self._reach()
        earlier = self._by_interaction(step.interaction)
        if earlier is not None:
            raise AlreadyDone(earlier)
        if _row(step.place, step.seq) in self.rows:
            raise VersionConflict
        self.rows[_row(step.place, step.seq)] = step

    async def latest(self, place: Place) -> Step | None:
        await self._reach()
        rows = [row for row in self.rows if row[:2] == (place.channel, place.kind)]
        return self.rows[max(rows)] if rows else None

    async def step(self, place: Place, seq: int) -> Step | None:
        await self._reach()
        return self.rows.get(_row(place, seq))

    async def by_interaction(self, interaction: int) -> Step | None:
        await self._reach()
        return self._by_interaction(interaction)

    async def log(
        self, place: Place, game: int, *, before: int | None = None, limit: int | None = None
    ) -> list[Step]:
        await self._reach()
        steps = [self.rows[row] for row in reversed(self._of_game(place, game))]
        return [step for step in steps if before is None or step.seq < before][:limit]

    async def thin_out(self, place: Place, game: int) -> None:
        await self._reach()
        self.thinned.append(game)
        *old, last = self._of_game(place, game)
        for row in old:
            if row[-1] != self.rows[last].cursor:
                self.rows[row] = replace(self.rows[row], state=None)

    async def panel(self, place: Place) -> int | None:
        await self._reach()
        return self._panels.get((place.channel, place.kind))

    async def set_panel(self, place: Place, message: int) -> None:
        await self._reach()
        key = place.channel, place.kind
        self._panels[key] = max(message, self._panels.get(key, 0))

    async def secret(self) -> str:
        await self._reach()
        return "a secret"

    async def check(self) -> str:
        await self._reach()
        return f"memory: {len(self.rows)} steps"

    async def close(self) -> None:
        self.reachable = False

    async def _reach(self) -> None:
        await asyncio.sleep(0)  # others get their turn here, as with a real database
        if not self.reachable:
            raise StoreUnavailable("The table's notebook is out of reach.")

    def _of_game(self, place: Place, game: int) -> list[Row]:
        here = (place.channel, place.kind)
        return sorted(r for r, step in self.rows.items() if r[:2] == here and step.game == game)

    def _by_interaction(self, interaction: int) -> Step | None:
        return next((s for s in self.rows.values() if s.interaction == interaction), None)


def _row(place: Place, seq: int) -> Row:
    return place.channel, place.kind, seq
