"""Finding a person's id in the JSON texts of a step, and putting another number in its place.

Ids are numbers there, and in an object with an entry for each player they are its keys, which JSON
writes as strings. Other strings are texts: an id in one is no id.
"""

import re

from bot.store.port import Step

# A string, with what makes it a key, or a number. JSON has no digits elsewhere.
_TOKEN = re.compile(r'"(?:[^"\\]|\\.)*"(?P<key>\s*:)?|-?\d[0-9.eE+-]*', re.DOTALL)


def occurs(person: int, step: Step) -> bool:
    """Tell whether ``person`` did this step, or is in its command, its events or its state."""
    texts = (step.command, step.events, step.state or "")
    return step.actor == person or any(_occurs(person, text) for text in texts)


def replaced(text: str | None, person: int, tombstone: int) -> str | None:
    """Return a JSON text with ``tombstone`` for every ``person``; all else stays, to the byte."""
    number = str(person)
    if text is None or number not in text:
        return text
    key = f'"{number}"'

    def other(token: re.Match[str]) -> str:
        if token[0] == number:
            return str(tombstone)
        return token[0].replace(key, f'"{tombstone}"') if _is_key(token, key) else token[0]

    return _TOKEN.sub(other, text)


def _occurs(person: int, text: str) -> bool:
    number = str(person)
    key = f'"{number}"'
    return number in text and any(
        token[0] == number or _is_key(token, key) for token in _TOKEN.finditer(text)
    )


def _is_key(token: re.Match[str], key: str) -> bool:
    return token["key"] is not None and token[0].startswith(key)
