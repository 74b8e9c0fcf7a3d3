"""Everything that is said can be found by `make messages`: a literal, or marked, or of the data."""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterator
from importlib import import_module
from types import ModuleType
from typing import NamedTuple

import pytest

from bot.errors import PodkeeperError
from bot.i18n import messages
from bot.i18n.texts import of_data
from bot.store import trouble

SAYING = ("say", "say_many")
FOR_A_TERMINAL = {"CopyRefused", "KeptUnusable"}
"""Errors that only whoever runs the bot reads, in English."""


class Said(NamedTuple):
    """What something is said with, in the module where it is."""

    module: ModuleType
    line: int
    argument: ast.expr

    @property
    def where(self) -> str:
        return f"{self.module.__name__}:{self.line} {ast.unparse(self.argument)}"

    @property
    def is_literal(self) -> bool:
        return isinstance(self.argument, ast.Constant) and isinstance(self.argument.value, str)

    @property
    def constant(self) -> object:
        """What a constant in capitals holds, of this module or another; None for what is none."""
        named = self.argument.value if isinstance(self.argument, ast.Subscript) else self.argument
        match named:
            case ast.Name(id=name) if name.lstrip("_").isupper():
                return getattr(self.module, name)
            case ast.Attribute(value=ast.Name(id=module), attr=name) if name.isupper():
                return getattr(getattr(self.module, module), name)
        return None


def said_with(names: Collection[str]) -> Iterator[Said]:
    """Everything in the program that is said with one of these names."""
    for folder in ("bot", "cogs"):
        for path in sorted((messages.ROOT / folder).rglob("*.py")):
            dotted = ".".join(path.relative_to(messages.ROOT).with_suffix("").parts)
            module = import_module(dotted.removesuffix(".__init__"))
            for call in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                name = getattr(call.func, "id", "") if isinstance(call, ast.Call) else ""
                # A method may be called `mark` too: what is meant here, the module knows.
                if name in names and hasattr(module, name):
                    for at in messages.KEYWORDS[name]:
                        yield Said(module, call.lineno, call.args[at])


def texts(held: object) -> Iterator[str]:
    """Yield the sentences that a constant holds."""
    match held:
        case str():
            yield held
        case tuple():
            for each in held:
                yield from texts(each)
        case _ if hasattr(held, "values"):
            for each in held.values():
                yield from texts(each)


def errors() -> Iterator[type[PodkeeperError]]:
    """Every error with a sentence for whoever asked."""
    waiting = [PodkeeperError]
    while waiting:
        yield (kind := waiting.pop())
        waiting += kind.__subclasses__()


@pytest.fixture(scope="module")
def known() -> set[str]:
    """Every sentence that `make messages` finds."""
    ids = [message.id for message in messages.template() if message.id]
    return {said for id_ in ids for said in ((id_,) if isinstance(id_, str) else id_)}


def test_what_is_marked_is_a_literal() -> None:
    assert [said.where for said in said_with(["mark"]) if not said.is_literal] == []


def test_nothing_that_is_said_is_put_together() -> None:
    put_together = (ast.JoinedStr, ast.BinOp)
    wrong = [
        said.where
        for said in said_with(messages.KEYWORDS)
        if any(isinstance(part, put_together) for part in ast.walk(said.argument))
    ]
    assert wrong == []


def test_every_constant_that_is_said_is_marked(known: set[str]) -> None:
    found = [(said, text) for said in said_with(SAYING) for text in texts(said.constant)]
    assert len(found) > 100
    assert [(said.where, text) for said, text in found if text not in known] == []


def test_the_sentence_of_an_error_is_a_literal_or_marked(known: set[str]) -> None:
    raised = list(said_with({kind.__name__ for kind in errors()} & messages.KEYWORDS.keys()))
    assert len(raised) > 100
    unclear = [said for said in raised if not said.is_literal and said.constant is None]
    # The store looks a sentence up, and hands one on; `bot.store.trouble` has them.
    assert {said.module.__name__.rpartition(".")[0] for said in unclear} <= {"bot.store"}


def test_what_a_player_is_told_of_the_store_is_marked(known: set[str]) -> None:
    told = {name: text for name, text in vars(trouble).items() if name.isupper()}
    assert {name for name, text in told.items() if text not in known} == {"NEWER", "UNFINISHED"}


def test_every_error_that_a_player_reads_is_gathered() -> None:
    """By the name of its class; one with a sentence of its own has that marked."""
    import_module("bot.app")
    missing = {
        kind.__name__
        for kind in errors()
        if kind.__module__.partition(".")[0] in ("bot", "cogs")
        and "__init__" not in vars(kind)
        and kind.__name__ not in messages.KEYWORDS
    }
    assert missing <= FOR_A_TERMINAL


def test_every_sentence_of_the_data_is_gathered(known: set[str]) -> None:
    of_the_data = {sentence for _, sentence in of_data()}
    assert len(of_the_data) > 200
    assert of_the_data <= known
