"""The one door to a game: load it, play, append the step, return what happened.

`Tables.act` is the only way to change a game. An act is decided against the latest state, kept by
the store, and only then returned; whoever replies to a player does so after that.
"""

import json
import logging
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from random import Random
from typing import Generic

from bot.errors import (
    NotSeated,
    PodkeeperError,
    StoreUnavailable,
    TableMovedOn,
)
from bot.game.engine import Command, Event, G, Ruleset
from bot.meter import UNMETERED
from bot.store.port import AlreadyDone, Place, Step, Store, VersionConflict
from bot.table import Actor, Entry, Outcome, Table, Version
from bot.tables.locks import Key, TableLocks
from bot.tables.seats import require_own, require_seat
from bot.tables.step_reader import StepReader, concerned, kind_of

log = logging.getLogger(__name__)

MOST_TRIES = 5
MOST_CACHED = 2_000
_DISCORD_EPOCH = datetime(2015, 1, 1, tzinfo=UTC)
KEPT_GAMES = 2
"""How many games of a place keep the states that undo needs: this one and the one before."""


@dataclass(frozen=True)
class Draft(Generic[G]):
    """A step that was decided but not kept yet.

    ``number`` is that of the game it belongs to, ``about`` what an undo or redo concerns.
    ``cursor`` None: the step itself comes in force.
    """

    base: Table[G]
    command: str
    game: G
    began: datetime | None
    number: int
    events: tuple[Event[G], ...] = ()
    about: tuple[Event[G], ...] = ()
    cursor: int | None = None
    parent: int = 0
    redo: tuple[int, ...] = ()


Decide = Callable[[Table[G]], Awaitable[Draft[G]]]


def _now() -> datetime:
    return datetime.now(UTC)


class Tables(Generic[G]):
    """All tables of a store at which one kind of game is played."""

    def __init__(
        self,
        store: Store,
        rules: Ruleset[G],
        clock: Callable[[], datetime] = _now,
        waited: Callable[[float], None] = UNMETERED.waited,
    ) -> None:
        """Keep games of ``rules`` in ``store``.

        ``clock`` gives aware UTC times; ``waited`` is told how many seconds an act waited for
        others at its table.
        """
        self.store = store
        self.rules = rules
        self._reader = StepReader(rules)
        self._clock = clock
        self._secret: str | None = None
        self._cache: OrderedDict[Key, Table[G]] = OrderedDict()
        self._origins: OrderedDict[Key, int] = OrderedDict()
        self._forgotten = 0
        self._locks = TableLocks(waited)

    async def table(self, place: Place) -> Table[G]:
        """Return the table as it stands.

        Raises:
            UnreadableTable: this version cannot read it; the stored row stays as it is.
        """
        key, forgotten = _key(place), self._forgotten
        if key not in self._cache:
            step = await self.store.latest(place)
            if key not in self._cache:  # else an act was kept meanwhile, and remembered
                table = (
                    Table(Version(1, 0), self.rules.fresh)
                    if step is None
                    else self._reader.table(step)
                )
                self._remember(key, table, forgotten)
                return table
        self._cache.move_to_end(key)
        return self._cache[key]

    def forget(self) -> None:
        """Read every table anew: the store has changed, other than by steps that were appended.

        What is being read or kept just now may be from before, and is not remembered either.
        """
        self._forgotten += 1
        self._cache.clear()
        self._origins.clear()

    async def act(
        self,
        place: Place,
        actor: Actor,
        command: Command[G],
        *,
        interaction: int,
        seen: Version | None = None,
    ) -> Outcome[G]:
        """Carry out ``command``, durably, once.

        Raises:
            TableMovedOn: ``seen`` is not the table's version any more.
            NotSeated, RuleViolation: not allowed; nothing has changed.
            UnreadableTable, StoreUnavailable: not possible now; nothing has changed.
        """

        async def decide(table: Table[G]) -> Draft[G]:
            if table.game.over and command.opens_a_game:
                table = self._next(table)
            if command.settles_a_lobby:
                require_own(table.game, actor)
            require_seat(table.game, actor)
            luck = await self._luck(place, table, interaction)
            game, events = self.rules.rulebook.play(table.game, command, luck)
            sat_down = game.seated and not table.game.seated
            began = self._clock() if sat_down else table.began
            return Draft(
                table,
                command.model_dump_json(),
                game,
                began,
                table.version.game,
                events,
                parent=table.cursor,
            )

        return await self._do(place, actor, interaction, seen, decide)

    async def undo(
        self, place: Place, actor: Actor, *, interaction: int, seen: Version | None = None
    ) -> Outcome[G]:
        """Take back the act in force. Raises as `act` does."""

        async def decide(table: Table[G]) -> Draft[G]:
            undone = await self._step(place, table.cursor)
            if undone is None:
                raise PodkeeperError("There is nothing to undo.")
            before = await self._step(place, undone.parent)
            if undone.parent and (before is None or before.state is None):
                raise PodkeeperError("That lies too far back to be undone.")
            await self.require_undo(place, table, actor)
            game = self.rules.fresh if before is None else self._reader.game(before)
            return Draft(
                table,
                json.dumps({"kind": "undo", "step": undone.seq}),
                game,
                None if before is None else before.began,
                number=1 if before is None else before.game,
                about=self._reader.events(undone),
                cursor=undone.parent,
                parent=undone.parent,
                redo=(*table.redo, undone.seq),
            )

        return await self._do(place, actor, interaction, seen, decide)

    async def redo(
        self, place: Place, actor: Actor, *, interaction: int, seen: Version | None = None
    ) -> Outcome[G]:
        """Do again what was undone last. Raises as `act` does."""

        async def decide(table: Table[G]) -> Draft[G]:
            require_own(table.game, actor)
            again = await self._step(place, table.redo[-1] if table.redo else 0)
            if again is None:
                raise PodkeeperError("There is nothing to redo.")
            return Draft(
                table,
                json.dumps({"kind": "redo", "step": again.seq}),
                self._reader.game(again),
                again.began,
                number=again.game,
                about=self._reader.events(again),
                cursor=again.seq,
                parent=again.parent,
                redo=table.redo[:-1],
            )

        return await self._do(place, actor, interaction, seen, decide)

    async def require_undo(self, place: Place, table: Table[G], actor: Actor) -> None:
        """Refuse somebody who may not take back the act in force.

        A slip is put right by whoever made it, and a game or a lobby by those whose it was.

        Raises:
            NotSeated: ``actor`` is a bystander.
        """
        try:
            require_own(table.game, actor)
        except NotSeated:
            undone = await self._step(place, table.cursor)
            before = await self._step(place, undone.parent) if undone else None
            game = self._reader.game(before) if before and before.state else self.rules.fresh
            theirs = undone is not None and actor.id == undone.actor
            if not theirs and actor.id not in (*game.players, *game.gathering):
                raise

    async def entry(self, place: Place, table: Table[G], seq: int) -> Entry[G] | None:
        """Return one step of the table's game as the log shows it, or None if there is none."""
        step = await self._step(place, seq)
        return None if step is None else self._reader.entry(step)

    async def log(self, place: Place, table: Table[G]) -> list[Entry[G]]:
        """Return the steps of the table's game, newest first."""
        in_force = table.cursor
        entries = []
        steps = {step.seq: step for step in await self.store.log(place, table.version.game)}
        for step in steps.values():
            is_act = step.cursor == step.seq
            about = None if is_act else await self._about(place, steps, concerned(step))
            entries.append(self._reader.entry(step, about, undone=is_act and step.seq != in_force))
            if step.seq == in_force:
                in_force = step.parent
        return entries

    async def _do(
        self, place: Place, actor: Actor, interaction: int, seen: Version | None, decide: Decide[G]
    ) -> Outcome[G]:
        async with self._locks.alone(_key(place)):
            for _ in range(MOST_TRIES):
                forgotten = self._forgotten
                try:
                    table = await self.table(place)
                    if seen is not None and seen != table.version:
                        raise TableMovedOn("The table had moved on, so nothing was done.")
                    draft = await decide(table)
                except PodkeeperError:
                    # Discord may deliver an interaction twice; then its first outcome counts.
                    if (done := await self.store.by_interaction(interaction)) is not None:
                        return await self._again(place, done)
                    if forgotten != self._forgotten or await self._overtaken(place):
                        continue
                    raise
                step = self._to_step(place, actor, interaction, draft)
                try:
                    await self.store.append(step)
                except VersionConflict:
                    self._cache.pop(_key(place), None)  # another process was faster: decide again
                    continue
                except AlreadyDone as done:
                    self._cache.pop(_key(place), None)
                    return await self._again(place, done.step)
                except BaseException:
                    self._cache.pop(_key(place), None)  # it may have been kept all the same
                    raise
                return await self._kept(place, step, draft, forgotten)
        raise TableMovedOn("The table keeps moving on, so nothing was done. Try again.")

    def _to_step(self, place: Place, actor: Actor, interaction: int, draft: Draft[G]) -> Step:
        base = draft.base
        seq = base.version.seq + 1
        return Step(
            place=place,
            game=draft.number,
            seq=seq,
            interaction=interaction,
            actor=actor.id,
            # A machine's clock that is behind must not make a new act look old.
            at=max(self._clock(), moment_of(interaction)),
            command=draft.command,
            events=self.rules.events.dump_json(draft.events).decode(),
            state=draft.game.model_dump_json(),
            cursor=seq if draft.cursor is None else draft.cursor,
            parent=draft.parent,
            redo=draft.redo,
            began=draft.began,
            ended=draft.game.over,
        )

    async def _kept(self, place: Place, step: Step, draft: Draft[G], forgotten: int) -> Outcome[G]:
        table = Table(
            Version(step.game, step.seq), draft.game, step.cursor, step.redo, step.began, step.at
        )
        self._remember(_key(place), table, forgotten)
        if step.seq == 1:
            self._note_origin(_key(place), step.interaction)
        if draft.base.game is self.rules.fresh and step.game > KEPT_GAMES:
            await self._thin_out(place, step.game - KEPT_GAMES)
        return Outcome(table, draft.events, step.actor, kind_of(step), draft.about)

    async def _thin_out(self, place: Place, game: int) -> None:
        """Let the old states of an old game go: it can be undone no more."""
        try:
            await self.store.thin_out(place, game)
        except StoreUnavailable as error:
            # The act itself is kept: to refuse it now would be a lie.
            log.warning("game %s of %s was not thinned out: %s", game, place, error)

    async def _overtaken(self, place: Place) -> bool:
        """Tell whether another process moved the table on; then what was known is forgotten."""
        known = self._cache.get(_key(place))
        latest = await self.store.latest(place)
        if known is None or latest is None or known.version == (latest.game, latest.seq):
            return False
        self._cache.pop(_key(place), None)
        return True

    async def _again(self, place: Place, done: Step) -> Outcome[G]:
        table = await self.table(place)
        return Outcome(table, self._reader.events(done), done.actor, kind_of(done), repeated=True)

    async def _about(self, place: Place, steps: dict[int, Step], seq: int) -> Step | None:
        """Return the step that an undo or redo concerns, which may be in another game's log."""
        return steps.get(seq) or await self._step(place, seq)

    async def _step(self, place: Place, seq: int) -> Step | None:
        return await self.store.step(place, seq) if seq else None

    async def _luck(self, place: Place, table: Table[G], interaction: int) -> Random:
        """Return dice that fall the same way until they were thrown: undo is not a reroll.

        The database's secret makes them unguessable, and the act with which the place began keeps
        them from falling alike again, where all of a place was deleted.
        """
        if self._secret is None:
            self._secret = await self.store.secret()
        origin = await self._origin(place, table, interaction)
        game = table.version.game, table.game.dice
        moment = (self._secret, origin, place.channel, place.kind, *game)
        return Random(":".join(map(str, moment)))  # noqa: S311  # a game, not a key

    async def _origin(self, place: Place, table: Table[G], interaction: int) -> int:
        """Return the interaction of a place's first step; that of a first step is its own."""
        if not table.version.seq:
            return interaction
        key = _key(place)
        if key not in self._origins:
            first = await self.store.first(place)
            self._note_origin(key, first.interaction if first else 0)
        return self._origins.get(key, 0)

    def _note_origin(self, key: Key, interaction: int) -> None:
        self._origins[key] = interaction
        while len(self._origins) > MOST_CACHED:
            self._origins.popitem(last=False)

    def _remember(self, key: Key, table: Table[G], forgotten: int) -> None:
        if forgotten != self._forgotten:
            return
        self._cache[key] = table
        self._cache.move_to_end(key)
        while len(self._cache) > MOST_CACHED:
            self._cache.popitem(last=False)

    def _next(self, table: Table[G]) -> Table[G]:
        """Return a fresh game after one that has ended; undo leads back to the end of that."""
        version = table.version._replace(game=table.version.game + 1)
        return replace(table, version=version, game=self.rules.fresh, began=None)


def moment_of(interaction: int) -> datetime:
    """Return when Discord made an id, which is written in it."""
    return _DISCORD_EPOCH + timedelta(milliseconds=interaction >> 22)


def _key(place: Place) -> Key:
    return place.channel, place.kind
