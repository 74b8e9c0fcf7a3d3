"""What is stored about one person, as a JSON file that they can read: an object for each act.

The ids of other people are left out, and so is what is hidden at a table, such as the pile: the
state of a game is named, but not shown.
"""

import asyncio
import json
from collections.abc import AsyncIterator, Mapping
from dataclasses import dataclass
from io import BytesIO
from typing import Any

from bot.game.engine import Ruleset
from bot.store.persons import replaced
from bot.store.port import Step
from bot.tables.step_reader import StepReader
from bot.tombstones import is_tombstone

YOU, ANOTHER = "you", "another player"
SMALLEST_ID = 10**12
"""Whatever number of a game is greater is the id of a person: its own numbers are far smaller."""
BREATH = 20
"""After so many acts others get their turn."""

_BEGINNING = (
    '{\n"about": "Everything that Podkeeper has stored about you: the acts in which your Discord '
    "id occurs. Times are UTC. 'your_id_is_in' names the parts of an act that hold it; the game "
    'after the act is not shown, since it holds what is hidden at the table.",\n"acts": ['
)
_END = '\n],\n"complete": %s\n}\n'


@dataclass(frozen=True)
class Report:
    """A UTF-8 JSON file, with how many acts there are in it. Not ``complete``: it was cut."""

    content: bytes
    acts: int
    complete: bool


async def report(
    steps: AsyncIterator[Step], person: int, rules: Mapping[str, Ruleset[Any]], limit: int
) -> Report:
    """Return a file of at most ``limit`` bytes on the ``steps`` in which ``person`` occurs.

    ``rules`` are those of each kind of game. No more than the file is ever in memory.
    """
    readers = {kind: StepReader(ruleset) for kind, ruleset in rules.items()}
    file = BytesIO()
    file.write(_BEGINNING.encode())
    room = limit - len((_END % "false").encode())
    count, complete = 0, True
    async for step in steps:
        told = json.dumps(_act(step, person, readers), ensure_ascii=False, indent=1)
        entry = f"{',' if count else ''}\n{told}".encode()
        if file.tell() + len(entry) > room:
            complete = False
            break
        file.write(entry)
        count += 1
        if count % BREATH == 0:
            await asyncio.sleep(0)
    file.write((_END % json.dumps(complete)).encode())
    return Report(file.getvalue(), count, complete)


def _act(step: Step, person: int, readers: Mapping[str, StepReader[Any]]) -> dict[str, Any]:
    command = json.loads(step.command)
    act = {
        "when": step.at.isoformat(),
        "server": None if step.place.guild is None else str(step.place.guild),
        "channel": str(step.place.channel),
        "kind_of_game": step.place.kind,
        "game": step.game,
        "step": step.seq,
        "act": command.pop("kind", None),
        "by": step.actor,
        "details": command,
        "what_happened": _events(step, readers.get(step.place.kind)),
    }
    return {**_without_others(act, person), "your_id_is_in": _parts(step, person)}


def _parts(step: Step, person: int) -> list[str]:
    """Return which parts of an act hold an id."""
    texts = {
        "details": step.command,
        "what_happened": step.events,
        "the game after it": step.state,
    }
    held = [part for part, text in texts.items() if replaced(text, person, 0) != text]
    return ["by", *held] if step.actor == person else held


def _events(step: Step, reader: StepReader[Any] | None) -> list[Any]:
    """Return what everybody may see of what happened."""
    events = reader.events(step) if reader else ()
    return [event.public().model_dump(mode="json", exclude={"schema_version"}) for event in events]


def _without_others(value: Any, person: int) -> Any:
    """Return a JSON value with words for all ids of people, which are numbers or keys in it."""
    if isinstance(value, dict):
        return {_key(key, person): _without_others(told, person) for key, told in value.items()}
    if isinstance(value, list):
        return [_without_others(told, person) for told in value]
    if isinstance(value, int) and not isinstance(value, bool):
        return _who(value, person)
    return value


def _key(key: str, person: int) -> str:
    return str(_who(int(key), person)) if key.removeprefix("-").isdecimal() else key


def _who(number: int, person: int) -> int | str:
    if number == person:
        return YOU
    return ANOTHER if is_tombstone(number) or number >= SMALLEST_ID else number
