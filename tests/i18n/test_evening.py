"""Every message of a whole evening, in each language, as it is meant to read.

``RENEW=1`` in the environment writes the snapshots anew instead of comparing: then read what
`git diff` says.
"""

from __future__ import annotations

import os
from difflib import unified_diff
from pathlib import Path
from unittest.mock import patch

import pytest

from bot.panels.pictures import Pictures
from tests.e2e.loopback import schema
from tests.i18n import evening
from tests.i18n.limits import overflows
from tests.i18n.stage import Stage
from tests.i18n.transcript import Transcript

SNAPSHOTS = Path(__file__).parent / "snapshots"
LOCALES = {"en": "en-GB", "pt": "pt-BR", "es": "es-419"}
MOST_SHOWN = 80


async def no_picture(self: Pictures, name: str, draw: object) -> bytes:
    """Stand in for a picture, whose twin in words is what is compared."""
    return b"picture"


async def played(folder: Path, locale: str) -> Transcript:
    """The whole evening in a language."""
    with patch.object(Pictures, "file", no_picture):
        async with Stage.open(folder, locale) as stage:
            await evening.whole(stage)
            return stage.told


@pytest.mark.parametrize("language", LOCALES)
async def test_every_message_of_an_evening(language: str, tmp_path: Path) -> None:
    told = await played(tmp_path, LOCALES[language])
    assert overflows(told.sent) == []
    snapshot = SNAPSHOTS / f"{language}.txt"
    if os.environ.get("RENEW"):
        snapshot.write_text(told.text(), encoding="utf-8")
        pytest.skip("written anew: look at it, and run the test again without RENEW")
    kept = snapshot.read_text(encoding="utf-8").splitlines()
    changed = list(unified_diff(kept, told.text().splitlines(), "kept", "now", n=2, lineterm=""))
    assert not changed, "\n".join([*changed[:MOST_SHOWN], f"({len(changed)} lines; RENEW=1 keeps)"])


@pytest.mark.skipif(schema.missing() is not None, reason=str(schema.missing()))
async def test_discord_understands_every_request_of_an_evening(tmp_path: Path) -> None:
    told = await played(tmp_path, LOCALES["pt"])
    schemas = schema.Schemas()
    assert len(told.requests) > 300
    assert [broken for kind, body in told.requests for broken in schemas.broken(kind, body)] == []
