"""An evening as text: what people did, and every message that the bot sent, as its readers see it.

Ids are told as names and times as ``<time>``, so that two evenings can be compared.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from tests.pods import Pod

Json = dict[str, Any]

REPLY, DEFERRED, DEFERRED_EDIT, EDIT, CHOICES, FORM = range(4, 10)
EPHEMERAL = 1 << 6
ROW, BUTTON, TEXT, GALLERY, FILE, SEPARATOR, CONTAINER, LABEL = 1, 2, 10, 12, 13, 14, 17, 18
SECTION, THUMBNAIL, TEXT_INPUT = 9, 11, 4
USER_MENU = 5
MENUS = {3, USER_MENU}
SHORT = 3
"""A part with fewer lines is always told in full."""


class Sent(NamedTuple):
    """Something that was sent: a ``message``, a ``form`` or ``choices``, and for what act.

    ``private``: only whoever acted sees it.
    """

    act: str
    kind: str
    body: Json
    private: bool


class Transcript:
    """Writes down what is done, with what came of it."""

    def __init__(self, pod: Pod) -> None:
        self._pod = pod
        self._read = len(pod.env.http_requests)
        self._shown: set[tuple[str, ...]] = set()
        self._private: dict[str, bool] = {}
        self._act, self._in_private = "", False
        self.lines: list[str] = []
        self.requests: list[tuple[str, Json]] = []
        """Every request: ``callback``, ``followup``, ``edit`` or ``channel edit``, and its body."""
        self.sent: list[Sent] = []
        """What was in them."""

    def did(self, act: str, *, in_private: bool = False) -> None:
        """Write down what somebody did, and every request since the last time.

        ``in_private``: on a message that only they see.
        """
        self._act, self._in_private = act, in_private
        self.lines.append(f"\n>>> {act}")
        requests = self._pod.env.http_requests
        for request in requests[self._read :]:
            if isinstance(request.json, dict):
                self.lines += self._told(request.method, request.path, request.json)
        self._read = len(requests)

    def text(self) -> str:
        """Return all of it."""
        names = {str(person.id): name for name, person in self._pod.people.items()}
        told = re.sub(
            r"<@(\d+)>", lambda found: f"@{names.get(found[1], '?')}", "\n".join(self.lines)
        )
        told = re.sub(r"<t:\d+:R>", "<time>", told)
        told = re.sub(r"https://discord\.com/channels/[\d/]+", "<this channel>", told)
        return told.strip() + "\n"

    def _told(self, method: str, path: str, body: Json) -> Iterator[str]:
        kind = _kind(method, path)
        self.requests.append((kind, body))
        token = path.split("/")[3]
        if kind == "callback":
            yield from self._answered(token, body)
        elif "/webhooks/" in path or "/messages" in path:
            private = path.endswith("/@original") and self._private.get(token, False)
            yield from self._message("an edit" if method == "PATCH" else "a message", body, private)

    def _answered(self, token: str, body: Json) -> Iterator[str]:
        kind, data = body["type"], body.get("data") or {}
        of_its_own = kind in (REPLY, DEFERRED)
        private = _is_private(data) if of_its_own else self._in_private
        self._private[token] = private
        if kind in (REPLY, EDIT):
            yield from self._message("a message" if kind == REPLY else "an edit", data, private)
        elif kind == CHOICES:
            self.sent.append(Sent(self._act, "choices", data, private=True))
            yield "--- offered"
            yield from (f"  - {choice['name']}" for choice in data["choices"])
        elif kind == FORM:
            self.sent.append(Sent(self._act, "form", data, private=True))
            yield f"--- a form: {data['title']}"
            yield from (line for part in data["components"] for line in shown(part))

    def _message(self, kind: str, body: Json, private: bool) -> Iterator[str]:
        private = private or _is_private(body)
        self.sent.append(Sent(self._act, "message", body, private))
        yield f"--- {kind}{', private' if private else ''}"
        for part in body.get("components") or ():
            if part["type"] == CONTAINER:
                for each in part["components"]:
                    yield from (f"| {line}" for line in self._once(shown(each)))
            else:
                yield from self._once(shown(part))

    def _once(self, lines: Iterable[str]) -> Iterable[str]:
        """Return the lines of a part, but only the first where they have all been told already."""
        told = tuple(lines)
        if len(told) < SHORT or told not in self._shown:
            self._shown.add(told)
            return told
        return (f"{told[0]} [and so on, as before]",)


def _is_private(body: Json) -> bool:
    return bool((body.get("flags") or 0) & EPHEMERAL)


def _kind(method: str, path: str) -> str:
    if path.endswith("/callback"):
        return "callback"
    if method == "POST":
        return "followup"
    return "edit" if "/webhooks/" in path else "channel edit"


def shown(part: Json) -> Iterator[str]:
    """Yield a component as lines of text."""
    match part["type"]:
        case kind if kind == TEXT:
            yield from part["content"].split("\n")
        case kind if kind == ROW:
            buttons = [_button(each) for each in part["components"] if each["type"] == BUTTON]
            if buttons:
                yield " ".join(buttons)
            for each in part["components"]:
                if each["type"] in MENUS:
                    yield from _menu(each)
        case kind if kind == GALLERY:
            yield from (f"<picture: {item.get('description') or ''}>" for item in part["items"])
        case kind if kind == THUMBNAIL:
            yield f"<picture: {part.get('description') or ''}>"
        case kind if kind == FILE:
            yield f"<file {part['file']['url'].rpartition('/')[2]}>"
        case kind if kind == SEPARATOR:
            yield "-----"
        case kind if kind == SECTION:
            for each in (*part["components"], part["accessory"]):
                yield from shown(each)
        case kind if kind == LABEL:
            yield f"{part['label']}: {part.get('description') or ''}"
            yield from shown(part["component"])
        case kind if kind == TEXT_INPUT:
            yield f"<a field: {part.get('placeholder') or ''!r} {part.get('value') or ''!r}>"
        case kind if kind == BUTTON:
            yield _button(part)
        case _:
            raise AssertionError(f"how is this shown? {part}")


def _button(part: Json) -> str:
    words = [(part.get("emoji") or {}).get("name"), part.get("label")]
    label = " ".join(word for word in words if word)
    return f"({label})" if part.get("disabled") else f"[{label}]"


def _menu(part: Json) -> Iterator[str]:
    yield f"[{part.get('placeholder') or ''} v]"
    for option in part.get("options") or ():
        about = f": {option['description']}" if option.get("description") else ""
        yield f"  - {option['label']}{about}"
