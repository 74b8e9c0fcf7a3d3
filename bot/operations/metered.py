"""Tables and a store that are measured as they work; what they do stays the same."""

import time
from collections.abc import Awaitable
from typing import Any, cast

from bot.errors import PodkeeperError, StoreUnavailable, TableMovedOn, UnreadableTable
from bot.game.engine import Command, G, Ruleset
from bot.meter import ActOutcome, Meter
from bot.store.port import Place, Step, Store
from bot.table import Actor, Outcome, Version
from bot.tables.tables import Tables


class MeteredTables(Tables[G]):
    """Tables whose acts are counted, by kind and outcome."""

    def __init__(self, store: Store, rules: Ruleset[G], meter: Meter) -> None:
        """Keep games of ``rules`` in ``store``, and tell ``meter`` of them."""
        super().__init__(store, rules, waited=meter.waited)
        self._meter = meter

    async def act(
        self,
        place: Place,
        actor: Actor,
        command: Command[G],
        *,
        interaction: int,
        seen: Version | None = None,
    ) -> Outcome[G]:
        """Carry out ``command``, and count it. Raises as `Tables.act` does."""
        act = super().act(place, actor, command, interaction=interaction, seen=seen)
        # Every command class has its own, which tells it from others where it is kept.
        return await self._counted(str(getattr(command, "kind", "unknown")), act)

    async def undo(
        self, place: Place, actor: Actor, *, interaction: int, seen: Version | None = None
    ) -> Outcome[G]:
        """Take back the act in force, and count it. Raises as `Tables.act` does."""
        undo = super().undo(place, actor, interaction=interaction, seen=seen)
        return await self._counted("undo", undo)

    async def redo(
        self, place: Place, actor: Actor, *, interaction: int, seen: Version | None = None
    ) -> Outcome[G]:
        """Do again what was undone last, and count it. Raises as `Tables.act` does."""
        redo = super().redo(place, actor, interaction=interaction, seen=seen)
        return await self._counted("redo", redo)

    async def _counted(self, command: str, act: Awaitable[Outcome[G]]) -> Outcome[G]:
        ended = ActOutcome.FAILED
        try:
            outcome = await act
            ended = ActOutcome.REPEATED if outcome.repeated else ActOutcome.DONE
            return outcome
        except TableMovedOn:
            ended = ActOutcome.STALE
            raise
        except (StoreUnavailable, UnreadableTable):
            ended = ActOutcome.UNAVAILABLE
            raise
        except PodkeeperError:
            ended = ActOutcome.REFUSED
            raise
        finally:
            self._meter.acted(self.rules.kind, command, ended)


def metered(store: Store, meter: Meter) -> Store:
    """Return the same store, whose durable writes are timed."""
    return cast("Store", _MeteredStore(store, meter))


class _MeteredStore:
    def __init__(self, store: Store, meter: Meter) -> None:
        self._store = store
        self._meter = meter

    async def append(self, step: Step) -> None:
        began = time.perf_counter()
        await self._store.append(step)
        self._meter.committed(time.perf_counter() - began)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._store, name)  # all else is the store's own affair
