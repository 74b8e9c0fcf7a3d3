"""What a running bot is measured by: hooks that do nothing unless somebody listens.

`bot.operations.metrics.Metrics` listens, for Prometheus. Nothing passed here tells who, where or
what was said: a label is one of few words that stand in the program.
"""

from enum import StrEnum


class ActOutcome(StrEnum):
    """How an act at a table ended."""

    DONE = "done"
    REFUSED = "refused"  # by the rules, or as a question back
    STALE = "stale"  # the table had moved on
    REPEATED = "repeated"  # it had been carried out before
    UNAVAILABLE = "unavailable"  # the store, or a game that cannot be read
    FAILED = "failed"  # an error of ours, or the bot stopped meanwhile


class Meter:
    """Takes in what happens, and forgets it. All times are in seconds."""

    def acted(self, game: str, command: str, outcome: ActOutcome) -> None:
        """Count an act: the kinds of game and command, and how it ended."""

    def waited(self, seconds: float) -> None:
        """Note how long an act waited for others at its table."""

    def committed(self, seconds: float) -> None:
        """Note how long the store took to keep a step durably."""

    def handled(self, kind: str, seconds: float, *, answered: bool) -> None:
        """Note an interaction: its type, how long it took, and whether Discord got an answer."""

    def called_scryfall(self, outcome: str) -> None:
        """Count a request to Scryfall: "ok", "missing", "limited", "unavailable" or "failed"."""

    def backed_up(self, *, well: bool) -> None:
        """Count a scheduled backup."""


UNMETERED = Meter()
