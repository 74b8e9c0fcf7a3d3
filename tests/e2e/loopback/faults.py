"""What may go wrong between the bot and Discord, on demand: one rule a fault."""

from __future__ import annotations

import asyncio
import re
from dataclasses import dataclass, field
from enum import Enum
from typing import Any


class Cut(Enum):
    """How a connection ends without an answer."""

    DROPPED = "dropped"
    """It is closed, as by a server that stops."""
    RESET = "reset"
    """It is reset, as by a machine between that has forgotten it."""


@dataclass
class Fault:
    """Goes wrong ``times`` times with requests whose "METHOD /path" holds ``where``.

    A fault with a ``status`` answers in place of Discord: the request is not carried out. One with
    a ``cut`` is not carried out either, unless ``carried_out``: then only the answer is lost.
    ``meeting`` is set once a request has met it.
    """

    where: re.Pattern[str]
    times: int = 1
    status: int | None = None
    body: dict[str, Any] | str | None = None
    headers: dict[str, str] | None = None
    delay: float = 0.0
    hold: asyncio.Event | None = None
    cut: Cut | None = None
    carried_out: bool = False
    met: int = 0
    meeting: asyncio.Event = field(default_factory=asyncio.Event)


class Faults:
    """The faults in force, oldest first. A request meets the first one that concerns it."""

    def __init__(self) -> None:
        self._rules: list[Fault] = []

    def meet(self, request: str) -> Fault | None:
        """Return the fault that a request ("METHOD /path") meets, and count it off."""
        for rule in self._rules:
            if rule.met < rule.times and rule.where.search(request):
                rule.met += 1
                rule.meeting.set()
                return rule
        return None

    def fail(self, where: str, status: int, *, code: int = 0, times: int = 1) -> Fault:
        """Answer with an error of this status; ``code`` is Discord's own number for it."""
        body = {"code": code, "message": f"{status} on demand"}
        return self._add(Fault(re.compile(where), times, status, body))

    def limit(
        self, where: str, retry_after: float, *, everywhere: bool = False, times: int = 1
    ) -> Fault:
        """Answer 429 with the headers that Discord sends; ``everywhere``: the global limit."""
        text = f"{retry_after:.3f}"
        headers = {
            "Via": "1.1 loopback",
            "Retry-After": str(max(1, round(retry_after))),
            "X-RateLimit-Scope": "global" if everywhere else "user",
        }
        if everywhere:
            headers["X-RateLimit-Global"] = "true"
        else:
            headers |= {
                "X-RateLimit-Limit": "5",
                "X-RateLimit-Remaining": "0",
                "X-RateLimit-Reset-After": text,
                "X-RateLimit-Bucket": "loopback",
            }
        body = {
            "message": "You are being rate limited.",
            "retry_after": float(text),
            "global": everywhere,
        }
        return self._add(Fault(re.compile(where), times, 429, body, headers))

    def slow(self, where: str, delay: float, *, times: int = 1) -> Fault:
        """Carry out and answer only after ``delay`` seconds."""
        return self._add(Fault(re.compile(where), times, delay=delay))

    def hold(self, where: str, *, times: int = 1) -> Fault:
        """Carry out and answer only when the fault's ``hold`` is set."""
        return self._add(Fault(re.compile(where), times, hold=asyncio.Event()))

    def cut(self, where: str, how: Cut, *, carried_out: bool = False, times: int = 1) -> Fault:
        """End the connection without an answer, before or after the request is carried out."""
        return self._add(Fault(re.compile(where), times, cut=how, carried_out=carried_out))

    def mend(self) -> None:
        """End all faults."""
        for rule in self._rules:
            if rule.hold is not None:
                rule.hold.set()
        self._rules.clear()

    def _add(self, rule: Fault) -> Fault:
        self._rules.append(rule)
        return rule
