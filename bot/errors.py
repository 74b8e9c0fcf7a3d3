"""What can go wrong at a table, each with a sentence for the player who asked.

A sentence is a template: ``{name}`` is filled from ``details``, a `Who` as a mention, an `Either`
with names as the reader knows them. The words
stay one unit for translators, and the rules need not know how Discord writes a name.
"""

from typing import Any, NamedTuple


class Who(NamedTuple):
    """One or several players, by Discord id, inside a sentence."""

    ids: tuple[int, ...]

    def __str__(self) -> str:
        names = [f"<@{player}>" for player in self.ids]
        return " and ".join(filter(None, (", ".join(names[:-1]), names[-1])))


def who(*ids: int) -> Who:
    """Name players in a sentence: ``who(1, 2)`` reads "<@1> and <@2>"."""
    return Who(ids)


class Either(NamedTuple):
    """Several things of which one is meant, by their English names, inside a sentence."""

    names: tuple[str, ...]

    def __str__(self) -> str:
        return " or ".join(filter(None, (", ".join(self.names[:-1]), *self.names[-1:])))


class PodkeeperError(Exception):
    """Something the player should hear about. Nothing has changed."""

    def __init__(self, sentence: str, /, **details: object) -> None:
        super().__init__(sentence)
        self.sentence = sentence
        self.details = details

    def __str__(self) -> str:
        return self.sentence.format(**self.details)


NO_RULE = ""
"""What forbids that which makes no sense as things stand, such as joining twice."""


class RuleViolation(PodkeeperError):
    """The rules do not allow it.

    ``rule`` names what forbids it: ``CR 726.4``, ``Bounty rules``, ``House rule``, or `NO_RULE`.
    """

    def __init__(self, rule: str, sentence: str, /, **details: object) -> None:
        super().__init__(sentence, **details)
        self.rule = rule


class Doubt(RuleViolation):
    """Allowed, but so often a mistake that the player is asked first.

    ``sure`` is the command that does it all the same.
    """

    def __init__(self, rule: str, sentence: str, /, *, sure: Any, **details: object) -> None:
        super().__init__(rule, sentence, **details)
        self.sure = sure


class NotSeated(PodkeeperError):
    """A bystander tried to act for a seated pod."""


class TableMovedOn(PodkeeperError):
    """The panel that was pressed shows an older state of the table. Nothing was done."""


class UnreadableTable(PodkeeperError):
    """The stored game cannot be read by this version. The row is left as it is."""


class StoreUnavailable(PodkeeperError):
    """The database cannot be reached or written just now. The act was not done."""
