"""Whether Discord takes what was sent: its limits, as `tests.e2e.loopback` knows them."""

from __future__ import annotations

from collections.abc import Iterable

from tests.e2e.loopback import command_limits, limits
from tests.i18n.transcript import Json, Sent


def overflows(sent: Iterable[Sent]) -> list[str]:
    """Return what Discord would refuse of messages, forms and what is offered."""
    return [broken for each in sent for broken in _broken(each.kind, each.body)]


def _broken(kind: str, body: Json) -> Iterable[str]:
    match kind:
        case "form":
            return limits.modal(body)
        case "choices":
            answer = {"type": command_limits.CHOICES, "data": body}
            return command_limits.callback(answer, command_limits.AUTOCOMPLETE, {})
        case _:
            return limits.components(body.get("components") or [])
