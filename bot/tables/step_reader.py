"""Reading kept steps back: the table after one, its events, and its entry in the log."""

import json
import logging
from typing import Generic

from pydantic import ValidationError

from bot.errors import UnreadableTable
from bot.game.engine import Event, G, Ruleset
from bot.store.port import Step
from bot.table import Entry, Table, Version

log = logging.getLogger(__name__)


class StepReader(Generic[G]):
    """Reads the steps of one kind of game."""

    def __init__(self, rules: Ruleset[G]) -> None:
        """Read with ``rules``."""
        self.rules = rules

    def table(self, step: Step) -> Table[G]:
        """Return the table as it stands after a step."""
        version = Version(step.game, step.seq)
        return Table(version, self.game(step), step.cursor, step.redo, step.began, step.at)

    def game(self, step: Step) -> G:
        """Return the game after a step.

        Raises:
            UnreadableTable: this version cannot read it; the row stays as it is.
        """
        try:
            return self.rules.read(step.state or "")
        except ValidationError as error:
            log.exception("step %s.%s of %s cannot be read", step.game, step.seq, step.place)
            raise UnreadableTable(
                "The game kept for this channel cannot be read by this version of Podkeeper. It "
                "stays as it is. Tell whoever runs the bot; meanwhile, another channel or a "
                "thread works."
            ) from error

    def events(self, step: Step) -> tuple[Event[G], ...]:
        """Return what happened in a step; nothing where this version cannot read it."""
        try:
            events: tuple[Event[G], ...] = self.rules.events.validate_json(step.events)
        except ValidationError:
            log.warning("events of %s.%s of %s cannot be read", step.game, step.seq, step.place)
            return ()
        return events

    def entry(self, step: Step, about: Step | None = None, *, undone: bool = False) -> Entry[G]:
        """Return a step as the log shows it; ``about`` is what an undo or redo concerns."""
        told = [self.events(told) if told else () for told in (step, about)]
        events, concerned = (tuple(event.public() for event in some) for some in told)
        return Entry(step.seq, step.actor, step.at, kind_of(step), events, concerned, undone)


def concerned(step: Step) -> int:
    """Return the seq of the step that an undo or redo concerns, 0 for other acts."""
    return int(json.loads(step.command).get("step", 0))


def kind_of(step: Step) -> str:
    """Return what kind of command a step carried out."""
    return str(json.loads(step.command)["kind"])
