"""What `python -m bot copy-database` says of a database that it cannot open."""

import asyncio
from pathlib import Path

import pytest

from bot.__main__ import main
from bot.store.open import open_store

NOWHERE = "postgresql://podkeeper:hunter2@127.0.0.1:1/podkeeper"


@pytest.mark.parametrize("which", ["FROM", "TO"])
def test_it_says_which_of_the_two(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], which: str
) -> None:
    here = f"sqlite:///{tmp_path / 'podkeeper.db'}"

    async def make() -> None:
        await (await open_store(here)).close()

    asyncio.run(make())
    route = (NOWHERE, here) if which == "FROM" else (here, NOWHERE)
    assert main(["copy-database", *route]) == 1
    complaint = capsys.readouterr().err
    assert complaint.startswith(f"{which}: The table's notebook is out of reach")
    assert "hunter2" not in complaint
