"""The one door to a game: load it, play, append the step, return what happened.

`Tables.act` is the only way to change a game. An act is decided against the latest state, kept by
the store, and only then returned; whoever replies to a player does so after that.
"""

import asyncio
import json
import logging
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from random import Random
from weakref import WeakValueDictionary

from pydantic import ValidationError

from bot.errors import (
    NotSeated,
    PodkeeperError,
    StoreUnavailable,
    TableMovedOn,
    UnreadableTable,
    who,
)
from bot.game.engine import Command, Event
from bot.game.game import Game, Team
from bot.game.pod import PodSeated
from bot.game.rules import EVENTS, play
from bot.store.port import AlreadyDone, Place, Step, Store, VersionConflict
from bot.table import Actor, Entry, Outcome, Table, Version

log = logging.getLogger(__name__)

MOST_TRIES = 5
MOST_CACHED = 2_000

Key = tuple[int, str]


@dataclass(frozen=True)
class Draft:
    """A step that was decided but not kept yet. ``cursor`` None: the step itself comes in force."""

    base: Table
    command: str
    game: Game
    began: datetime | None
    events: tuple[Event[Game], ...] = ()
    cursor: int | None = None
    parent: int = 0
    redo: tuple[int, ...] = ()


Decide = Callable[[Table], Awaitable[Draft]]


def _now() -> datetime:
    return datetime.now(UTC)


class Tables:
    """All tables of a store."""

    def __init__(self, store: Store, clock: Callable[[], datetime] = _now) -> None:
        """Keep games in ``store``; ``clock`` gives aware UTC times."""
        self.store = store
        self._clock = clock
        self._secret: str | None = None
        self._cache: OrderedDict[Key, Table] = OrderedDict()
        # Weak values: a lock lives exactly as long as somebody holds or awaits it, so that it can
        # never be evicted while held.
        self._locks: WeakValueDictionary[Key, asyncio.Lock] = WeakValueDictionary()

    async def table(self, place: Place) -> Table:
        """Return the table as it stands.

        Raises:
            UnreadableTable: this version cannot read it; the stored row stays as it is.
        """
        key = _key(place)
        if key not in self._cache:
            step = await self.store.latest(place)
            if key not in self._cache:  # else an act was kept meanwhile, and remembered
                self._remember(key, Table(Version(0, 0), Game()) if step is None else _table(step))
        self._cache.move_to_end(key)
        return self._cache[key]

    async def act(
        self,
        place: Place,
        actor: Actor,
        command: Command[Game],
        *,
        interaction: int,
        seen: Version | None = None,
    ) -> Outcome:
        """Carry out ``command``, durably, once.

        Raises:
            TableMovedOn: ``seen`` is not the table's version any more.
            NotSeated, RuleViolation: not allowed; nothing has changed.
            UnreadableTable, StoreUnavailable: not possible now; nothing has changed.
        """

        async def decide(table: Table) -> Draft:
            if table.game.over and command.opens_a_game:
                table = table.next_game
            require_seat(table.game, actor)
            game, events = play(table.game, command, await self._luck(place, table))
            began = self._clock() if any(isinstance(e, PodSeated) for e in events) else table.began
            return Draft(table, command.model_dump_json(), game, began, events, parent=table.cursor)

        return await self._do(place, actor, interaction, seen, decide)

    async def undo(
        self, place: Place, actor: Actor, *, interaction: int, seen: Version | None = None
    ) -> Outcome:
        """Take back the act in force. Raises as `act` does."""

        async def decide(table: Table) -> Draft:
            require_seat(table.game, actor)
            undone = await self._step(place, table, table.cursor)
            if undone is None:
                raise PodkeeperError("There is nothing to undo.")
            before = await self._step(place, table, undone.parent)
            return Draft(
                table,
                json.dumps({"kind": "undo", "step": undone.seq}),
                Game() if before is None else _game(before),
                None if before is None else before.began,
                cursor=undone.parent,
                parent=undone.parent,
                redo=(*table.redo, undone.seq),
            )

        return await self._do(place, actor, interaction, seen, decide)

    async def redo(
        self, place: Place, actor: Actor, *, interaction: int, seen: Version | None = None
    ) -> Outcome:
        """Do again what was undone last. Raises as `act` does."""

        async def decide(table: Table) -> Draft:
            require_seat(table.game, actor)
            again = await self._step(place, table, table.redo[-1] if table.redo else 0)
            if again is None:
                raise PodkeeperError("There is nothing to redo.")
            return Draft(
                table,
                json.dumps({"kind": "redo", "step": again.seq}),
                _game(again),
                again.began,
                cursor=again.seq,
                parent=again.parent,
                redo=table.redo[:-1],
            )

        return await self._do(place, actor, interaction, seen, decide)

    async def entry(self, place: Place, table: Table, seq: int) -> Entry | None:
        """Return one step of the table's game as the log shows it, or None if there is none."""
        step = await self._step(place, table, seq)
        return None if step is None else _entry(step, _game(step).turns.teams)

    async def log(self, place: Place, table: Table) -> list[Entry]:
        """Return the steps of the table's game, newest first."""
        in_force = table.cursor
        steps = await self.store.log(place, table.version.game)
        seats = _seats(steps)
        entries = []
        for step in steps:
            is_act = step.cursor == step.seq
            undone = is_act and step.seq != in_force
            entries.append(_entry(step, seats[step.seq], undone=undone))
            if step.seq == in_force:
                in_force = step.parent
        return entries

    async def _do(
        self, place: Place, actor: Actor, interaction: int, seen: Version | None, decide: Decide
    ) -> Outcome:
        lock = self._locks.setdefault(_key(place), asyncio.Lock())
        async with lock:
            for _ in range(MOST_TRIES):
                try:
                    table = await self.table(place)
                    if seen is not None and seen != table.version:
                        raise TableMovedOn("The table had moved on, so nothing was done.")
                    draft = await decide(table)
                except PodkeeperError:
                    # Discord may deliver an interaction twice; then its first outcome counts.
                    if (done := await self.store.by_interaction(interaction)) is not None:
                        return await self._again(place, done)
                    if await self._overtaken(place):
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
                return await self._kept(place, step, draft)
        raise TableMovedOn("The table keeps moving on, so nothing was done. Try again.")

    def _to_step(self, place: Place, actor: Actor, interaction: int, draft: Draft) -> Step:
        base = draft.base
        game = max(base.version.game, 1)
        seq = base.version.seq + 1
        return Step(
            place=place,
            game=game,
            seq=seq,
            interaction=interaction,
            actor=actor.id,
            at=self._clock(),
            command=draft.command,
            events=EVENTS.dump_json(draft.events).decode(),  # type: ignore[arg-type]
            state=draft.game.model_dump_json(),
            cursor=seq if draft.cursor is None else draft.cursor,
            parent=draft.parent,
            redo=draft.redo,
            began=draft.began,
        )

    async def _kept(self, place: Place, step: Step, draft: Draft) -> Outcome:
        table = Table(
            Version(step.game, step.seq), draft.game, step.cursor, step.redo, step.began, step.at
        )
        self._remember(_key(place), table)
        if step.seq == 1 and step.game > 1:
            await self._thin_out(place, step.game - 1)
        return Outcome(table, draft.events, step.actor, _kind(step))

    async def _thin_out(self, place: Place, game: int) -> None:
        """Let the old states of a finished game go, which can be undone no more."""
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
        del self._cache[_key(place)]
        return True

    async def _again(self, place: Place, done: Step) -> Outcome:
        table = await self.table(place)
        return Outcome(table, _events(done), done.actor, _kind(done), repeated=True)

    async def _step(self, place: Place, table: Table, seq: int) -> Step | None:
        return await self.store.step(place, table.version.game, seq) if seq else None

    async def _luck(self, place: Place, table: Table) -> Random:
        """Return dice that fall the same way in the same position of a game: undo is no reroll.

        The database's secret makes them unguessable.
        """
        secret = await self.store.secret()
        number = max(table.version.game, 1)
        moment = (secret, place.channel, place.kind, number, table.game.model_dump_json())
        return Random(":".join(map(str, moment)))  # noqa: S311  # a game, not a key

    def _remember(self, key: Key, table: Table) -> None:
        self._cache[key] = table
        self._cache.move_to_end(key)
        while len(self._cache) > MOST_CACHED:
            self._cache.popitem(last=False)


def _key(place: Place) -> Key:
    return place.channel, place.kind


def require_seat(game: Game, actor: Actor) -> None:
    """Refuse somebody who may not act for a seated pod.

    Whoever left the game still sits at the table: friends help each other, and may undo.

    Raises:
        NotSeated: ``actor`` is a bystander.
    """
    if game.seated and actor.id not in game.players and not actor.may_repair:
        raise NotSeated(
            "This table belongs to {players}. Only they, or a moderator, can act for it.",
            players=who(*game.players),
        )


def _table(step: Step) -> Table:
    version = Version(step.game, step.seq)
    return Table(version, _game(step), step.cursor, step.redo, step.began, step.at)


def _game(step: Step) -> Game:
    try:
        return Game.model_validate_json(step.state or "")
    except ValidationError as error:
        log.exception("step %s.%s of %s cannot be read", step.game, step.seq, step.place)
        raise UnreadableTable(
            "The game kept for this channel cannot be read by this version of Podkeeper. It stays "
            "as it is. Tell whoever runs the bot; meanwhile, another channel or a thread works."
        ) from error


def _events(step: Step) -> tuple[Event[Game], ...]:
    try:
        return EVENTS.validate_json(step.events)
    except ValidationError:
        log.warning("events of step %s.%s of %s cannot be read", step.game, step.seq, step.place)
        return ()


def _kind(step: Step) -> str:
    return str(json.loads(step.command)["kind"])


def _entry(step: Step, teams: tuple[Team, ...], *, undone: bool = False) -> Entry:
    events = tuple(event.public() for event in _events(step))
    return Entry(step.seq, step.actor, step.at, _kind(step), events, teams, undone)


def _seats(steps: Sequence[Step]) -> dict[int, tuple[Team, ...]]:
    """Return who sat where after each of ``steps``, which are all of a game, newest first."""
    seats: dict[int, tuple[Team, ...]] = {0: ()}
    for step in reversed(steps):
        seated = [event.teams for event in _events(step) if isinstance(event, PodSeated)]
        is_act = step.cursor == step.seq
        before = seats.get(step.parent if is_act else step.cursor, ())
        seats[step.seq] = seated[-1] if seated else before
    return seats
