"""An evening is played with every entry written, and the log tells nobody's name and no token."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

from bot.errors import StoreUnavailable
from bot.operations import logs
from bot.tables.tables import Tables
from tests.pods import EVERYBODY, POD, Pod

pytestmark = pytest.mark.usefixtures("logging_as_it_was")
SECRET = "nobody must read this"
TOKENS = re.compile(r"/(?:interactions|webhooks)/\d+/([^/?]+)")


def failing(error: BaseException) -> Any:
    async def fail(*_: object, **__: object) -> None:
        raise error

    return fail


@pytest.mark.parametrize("style", ["text", "json"])
async def test_an_evening_leaves_no_name_no_token_and_no_text(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    style: str,
) -> None:
    logs.set_up("DEBUG", style)
    async with Pod.open(tmp_path) as pod:
        await pod.seat(*POD)
        await pod.press("Ana", "Next turn")
        await pod.press("Eva", "Next turn")
        await pod.undo("Bruno")
        await pod.type("Carla", "dfc show", "card", SECRET)
        await pod.slash("Carla", "dfc show", card=SECRET)
        pod.break_answers(10062)
        await pod.press("Ana", "Next turn")
        pod.break_edits()
        await pod.slash("Ana", "pod status")
        pod.mend_edits()
        member = pod.channel.guild.id, pod.bot.get_guild(pod.channel.guild.id)
        errors = (
            StoreUnavailable("Full."),
            KeyError(f"<Member id=1 name={'ana'!r} global_name={'Ana'!r} nick=None>"),
            LookupError(member),
        )
        for error in errors:
            with monkeypatch.context() as patch:
                patch.setattr(Tables, "act", failing(error))
                await pod.press("Ana", "Next turn")
        tokens = {match[1] for path in pod.requests() if (match := TOKENS.match(path))}

    said = capsys.readouterr().err
    assert len(tokens) > 5
    assert "KeyError" in said
    assert "<Guild id=" in said
    for word in (*EVERYBODY, *map(str.lower, EVERYBODY), "Friday Night", SECRET, *tokens):
        assert not re.search(rf"\b{re.escape(word)}\b", said), word
    if style == "json":
        for line in said.splitlines():
            assert {"time", "level", "logger", "message"} <= json.loads(line).keys()
