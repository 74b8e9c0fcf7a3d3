"""The rulebook misses nothing: no event, no command, no triggered ability."""

import inspect
import pkgutil
from collections import Counter
from importlib import import_module
from types import ModuleType
from typing import Any

import pytest

import bot.game
from bot.game.engine import Command, Event, Rulebook, Trigger
from bot.game.game import Game
from bot.game.rules import RULES, AnyCommand, AnyEvent
from tests.game import wishes
from tests.game.table import union

SUBJECTS: list[ModuleType] = [
    import_module(f"bot.game.{module.name}") for module in pkgutil.iter_modules(bot.game.__path__)
]


def defined(kind: type[Any]) -> set[type[Any]]:
    """Return every class of this kind that a module of the rules defines."""
    return {
        value
        for subject in SUBJECTS
        for value in vars(subject).values()
        if inspect.isclass(value)
        and issubclass(value, kind)
        and not inspect.isabstract(value)
        and value.__module__ == subject.__name__
    }


@pytest.mark.parametrize(("kind", "known"), [(Event[Game], AnyEvent), (Command[Game], AnyCommand)])
def test_every_event_and_command_is_in_its_union(kind: type[Any], known: Any) -> None:
    assert len(defined(kind)) >= 20
    assert defined(kind) == union(known)


@pytest.mark.parametrize("known", [AnyEvent, AnyCommand])
def test_kinds_are_unique_and_named_after_the_class(known: Any) -> None:
    """They are what the database keeps, so each must go on meaning the same."""
    kinds = [member.model_fields["kind"].default for member in union(known)]
    assert len(set(kinds)) == len(kinds)
    for member in union(known):
        assert member.model_fields["kind"].default.replace("_", "") == member.__name__.lower()


def test_every_triggered_ability_is_in_one_rulebook_once() -> None:
    books = [v for s in SUBJECTS for v in vars(s).values() if isinstance(v, Rulebook)]
    assert RULES in books
    abilities = [
        value
        for subject in SUBJECTS
        for value in vars(subject).values()
        if isinstance(value, Trigger) and value.effect.__module__ == subject.__name__
    ]
    assert len(abilities) >= 6
    assert Counter(map(id, abilities)) == Counter(id(t) for book in books for t in book.triggers)


def test_every_command_is_asked_for_of_any_game() -> None:
    asked = repr(wishes.commands)
    assert [c.__name__ for c in union(AnyCommand) if f"builds({c.__name__}" not in asked] == []
