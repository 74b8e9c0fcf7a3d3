"""The engine: a command decides, an event evolves the game, triggered abilities follow.

    play = Rulebook(turns, bounty, initiative).play
    game, events = play(game, NextTurn(), luck)

A generator that yields an event gets back the game as it stands after that event *and* everything
it triggered: ``game = yield TurnBegan(...)``.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Generator
from dataclasses import dataclass
from random import Random
from types import ModuleType
from typing import Any, ClassVar, Generic, Literal, Self, TypeVar, overload

from pydantic import BaseModel, ConfigDict, TypeAdapter


class Frozen(BaseModel):
    """A value. It never changes; `but` gives a changed copy."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    def but(self, **changes: Any) -> Self:
        """Return a copy with these fields changed.

        Raises:
            TypeError: a name is not a field (``model_copy`` would accept it in silence).
        """
        fields = type(self).model_fields.keys()
        if not changes.keys() <= fields:
            unknown = ", ".join(sorted(changes.keys() - fields))
            raise TypeError(f"{type(self).__name__} has no field {unknown}")
        return self.model_copy(update=changes)


class State(Frozen, ABC):
    """A game as a whole, with what its table needs to know whatever is played."""

    @property
    @abstractmethod
    def players(self) -> tuple[int, ...]:
        """Everybody who sat down, in turn order, those who left included."""

    @property
    @abstractmethod
    def over(self) -> bool:
        """The game has ended."""

    @property
    def seated(self) -> bool:
        """Players have sat down: the table is theirs."""
        return bool(self.players)

    @property
    def gathering(self) -> tuple[int, ...]:
        """Those who wait in a lobby: what was done there is theirs to take back."""
        return ()

    @property
    def dice(self) -> int:
        """What the next dice hang on, besides the game they are thrown in.

        As long as it stays the same they fall the same way: no detour makes undo a reroll.
        """
        return 0


G = TypeVar("G", bound=State)


class Event(Frozen, ABC, Generic[G]):
    """Something that happened, in the past tense. Replaying events gives the same game for ever."""

    schema_version: Literal[1] = 1

    @abstractmethod
    def evolve(self, game: G) -> G:
        """Return the game after this happened. Total: it never raises and rolls no dice."""

    def public(self) -> Self:
        """Return what everybody may see of it: hidden information left out."""
        return self


Happenings = Generator[Event[G], G, None]


class Command(Frozen, ABC, Generic[G]):
    """A player's wish, in the imperative.

    ``opens_a_game``: where a game has ended, it begins a new one instead of being refused.
    ``settles_a_lobby``: where players gather, it is only for those who have joined.
    """

    opens_a_game: ClassVar[bool] = False
    settles_a_lobby: ClassVar[bool] = False

    @abstractmethod
    def decide(self, game: G, luck: Random) -> Happenings[G]:
        """Yield what happens.

        Raises:
            RuleViolation: the rules do not allow it. What was yielded before is discarded.
        """


E = TypeVar("E", bound=Event[Any])
F = TypeVar("F", bound=Event[Any])


@dataclass(frozen=True)
class Trigger(Generic[G]):
    """A triggered ability of the game itself: *whenever* ``on``, ``effect``."""

    on: tuple[type[Event[G]], ...]
    effect: Callable[[Any, G, Random], Happenings[G]]


Effect = Callable[[E, G, Random], Happenings[G]]


@overload
def whenever(on: type[E], /) -> Callable[[Effect[E, G]], Trigger[G]]: ...
@overload
def whenever(on: type[E], or_on: type[F], /) -> Callable[[Effect[E | F, G]], Trigger[G]]: ...
def whenever(*on: type[Any]) -> Callable[[Effect[Any, G]], Trigger[G]]:
    """Declare a triggered ability: ``@whenever(TurnBegan)``."""
    return lambda effect: Trigger(on, effect)


class Rulebook(Generic[G]):
    """The triggered abilities of some rule modules, in the order in which they are worked off."""

    def __init__(self, *subjects: ModuleType) -> None:
        """Take every `Trigger` of ``subjects``: module by module, top to bottom."""
        self.triggers: tuple[Trigger[G], ...] = tuple(
            value
            for subject in subjects
            for value in vars(subject).values()
            if isinstance(value, Trigger) and value.effect.__module__ == subject.__name__
        )
        self._by_event: dict[type[Event[G]], tuple[Trigger[G], ...]] = {}

    def triggered_by(self, kind: type[Event[G]]) -> tuple[Trigger[G], ...]:
        """Return the abilities that trigger on events of a kind, in the order of the rulebook."""
        if kind not in self._by_event:
            found = (trigger for trigger in self.triggers if issubclass(kind, trigger.on))
            self._by_event[kind] = tuple(found)
        return self._by_event[kind]

    def play(self, game: G, command: Command[G], luck: Random) -> tuple[G, tuple[Event[G], ...]]:
        """Carry out ``command`` and everything it triggers, depth first.

        Returns the new game and all events, in the order in which they happened.

        Raises:
            RuleViolation: the rules do not allow the command; ``game`` stands as it was.
        """
        events: list[Event[G]] = []

        def work_off(happenings: Happenings[G], game: G) -> G:
            try:
                event = next(happenings)
                while True:
                    game = event.evolve(game)
                    events.append(event)
                    for trigger in self.triggered_by(type(event)):
                        game = work_off(trigger.effect(event, game, luck), game)
                    event = happenings.send(game)
            except StopIteration:
                return game

        game = work_off(command.decide(game, luck), game)
        return game, tuple(events)


@dataclass(frozen=True)
class Ruleset(Generic[G]):
    """A kind of game: its name, how it begins, its rules, and how to read its events back."""

    kind: str
    fresh: G
    rulebook: Rulebook[G]
    events: TypeAdapter[Any]

    def read(self, state: str) -> G:
        """Return the game that a JSON text holds.

        Raises:
            pydantic.ValidationError: it is none of this kind.
        """
        return type(self.fresh).model_validate_json(state)


def replay(game: G, events: tuple[Event[G], ...]) -> G:
    """Return the game after ``events`` happened to ``game``."""
    for event in events:
        game = event.evolve(game)
    return game
