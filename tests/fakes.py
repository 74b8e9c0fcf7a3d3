"""Stand-ins that behave as the real thing does, without its cost."""

import asyncio
from collections.abc import AsyncIterator, Callable
from dataclasses import replace
from datetime import datetime

from bot.errors import StoreUnavailable
from bot.store.persons import occurs, replaced
from bot.store.port import AlreadyDone, Place, Step, VersionConflict, never
from bot.store.rows import made_at

Row = tuple[int, str, int]


class MemoryStore:
    """Keeps steps in memory; implements `bot.store.port.Store`.

    ``reachable`` set to False makes every call fail, as a database does that has gone away.
    ``at_rest`` set to False: others use its files. ``wiped`` counts how often it tried to wipe.
    """

    def __init__(self) -> None:
        self.reachable = True
        self.rows: dict[Row, Step] = {}
        self.thinned: list[int] = []
        self.at_rest = True
        self.wiped = 0
        self._taken: set[Row] = set()
        self._panels: dict[tuple[int, str], int] = {}
        self._panel_guilds: dict[tuple[int, str], int | None] = {}
        self._channels: dict[int, tuple[int | None, str | None]] = {}
        self._marks: dict[str, str] = {}

    async def append(self, step: Step) -> None:
        await self._reach()
        earlier = self._by_interaction(step.interaction)
        if earlier is not None:
            raise AlreadyDone(earlier)
        if _row(step.place, step.seq) in self.rows.keys() | self._taken:
            raise VersionConflict
        self.rows[_row(step.place, step.seq)] = step

    async def latest(self, place: Place) -> Step | None:
        await self._reach()
        rows = [row for row in self.rows if row[:2] == (place.channel, place.kind)]
        return self.rows[max(rows)] if rows else None

    async def step(self, place: Place, seq: int) -> Step | None:
        await self._reach()
        return self.rows.get(_row(place, seq))

    async def first(self, place: Place) -> Step | None:
        await self._reach()
        here = [step for step in self.rows.values() if step.place == place]
        return min(here, key=lambda step: step.seq, default=None)

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
        self._panel_guilds[key] = place.guild

    async def channel(self, channel: int) -> str | None:
        await self._reach()
        return self._channels.get(channel, (None, None))[1]

    async def set_channel(self, channel: int, guild: int | None, settings: str) -> None:
        await self._reach()
        self._channels[channel] = guild, settings

    async def about(self, person: int) -> AsyncIterator[Step]:
        await self._reach()
        for row in sorted(self.rows):
            if occurs(person, self.rows[row]):
                yield self.rows[row]

    async def erase(self, person: int, tombstone: int) -> int:
        rows = [_row(step.place, step.seq) async for step in self.about(person)]
        places = {row[:2] for row in rows}
        newest = {row[:2]: row for row in sorted(self.rows) if row[:2] in places}.values()
        for row in {*rows, *newest}:
            step = _without(self.rows.pop(row), person, tombstone)
            if row in newest:
                seq = step.seq + 1
                self._taken.add(row)
                step = replace(
                    step, seq=seq, cursor=seq if step.cursor == step.seq else step.cursor
                )
            self.rows[_row(step.place, step.seq)] = step
        return len(rows)

    async def forget_guild(self, guild: int, unless: Callable[[], bool] = never) -> int:
        await self._reach()
        if unless():
            return 0
        rows = [row for row, step in self.rows.items() if step.place.guild == guild]
        panels = [key for key, where in self._panel_guilds.items() if where == guild]
        self._taken = {row for row in self._taken if row[:2] not in {r[:2] for r in rows}}
        for row in rows:
            del self.rows[row]
        for key in panels:
            del self._panels[key], self._panel_guilds[key]
        channels = [channel for channel, (where, _) in self._channels.items() if where == guild]
        for channel in channels:
            del self._channels[channel]
        return len(rows) + len(panels) + len(channels)

    async def guilds(self) -> set[int]:
        await self._reach()
        found = [step.place.guild for step in self.rows.values()]
        found += [*self._panel_guilds.values(), *(guild for guild, _ in self._channels.values())]
        return {guild for guild in found if guild is not None}

    async def last_act(self, guild: int) -> datetime | None:
        await self._reach()
        acts = [step.interaction for step in self.rows.values() if step.place.guild == guild]
        return made_at(max(acts)) if acts else None

    async def wipe(self, *, at_leisure: bool = False) -> bool:
        await self._reach()
        self.wiped += 1
        return self.at_rest

    async def retire(self, before: datetime) -> int:
        await self._reach()
        latest = {row[:2]: self.rows[row] for row in sorted(self.rows)}
        last = {
            (*row[:2], step.game): made_at(step.interaction)
            for row, step in sorted(self.rows.items())
        }
        old = [
            row
            for row, step in self.rows.items()
            if last[*row[:2], step.game] < before
            and (latest[row[:2]].ended or latest[row[:2]].game != step.game)
        ]
        for row in old:
            del self.rows[row]
        return len(old)

    async def mark(self, key: str) -> str | None:
        await self._reach()
        return self._marks.get(key)

    async def swap_mark(self, key: str, known: str | None, value: str) -> bool:
        await self._reach()
        if self._marks.get(key) != known:
            return False
        self._marks[key] = value
        return True

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


def _without(step: Step, person: int, tombstone: int) -> Step:
    return replace(
        step,
        actor=tombstone if step.actor == person else step.actor,
        command=replaced(step.command, person, tombstone),
        events=replaced(step.events, person, tombstone),
        state=replaced(step.state, person, tombstone),
    )
