"""What the doctor says of one thing."""

from typing import NamedTuple


class Finding(NamedTuple):
    """What was looked at, whether it is well, and a sentence about it."""

    subject: str
    well: bool
    sentence: str

    def __str__(self) -> str:
        return f"{'ok' if self.well else 'PROBLEM':<8} {self.subject:<11} {self.sentence}"
