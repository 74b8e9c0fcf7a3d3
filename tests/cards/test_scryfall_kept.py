"""The file of what Scryfall told can be deleted, damaged or locked away: nothing is lost."""

import os
import sqlite3
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

import pytest

from bot.cards.scryfall import kept as module
from bot.cards.scryfall.assembling import assemble
from bot.cards.scryfall.kept import Kept, KeptUnusable
from tests.cards import scryfall_shapes as shapes

KNOWN = assemble([shapes.transform(), *shapes.meld()]).cards


def nobody_is_gone(_: str) -> bool:
    return False


async def test_what_was_put_is_there(kept: Kept) -> None:
    await kept.put(KNOWN)
    assert await Kept(kept.path).cards() == list(KNOWN)


async def test_asking_makes_no_file(kept: Kept) -> None:
    assert await kept.cards() == []
    assert await kept.answer("named dusk") is None
    assert await kept.as_of() is None
    assert not kept.path.parent.exists()


async def test_it_can_be_deleted_while_it_is_in_use(kept: Kept) -> None:
    await kept.put(KNOWN)
    kept.path.unlink()
    assert await kept.cards() == []
    await kept.put(KNOWN)
    assert len(await kept.cards()) == len(KNOWN)


@pytest.mark.parametrize(
    "spoil",
    [
        lambda path: path.write_text("not a database " * 100),
        lambda path: path.write_bytes(path.read_bytes()[:100] + b"\xa5" * 20_000),
        lambda path: path.write_bytes(path.read_bytes()[:5000]),
        lambda path: path.write_bytes(b""),
    ],
)
async def test_a_damaged_one_is_made_anew(kept: Kept, spoil: object) -> None:
    await kept.put(KNOWN)
    assert callable(spoil)
    spoil(kept.path)
    assert await kept.cards() == []
    await kept.put(KNOWN)
    assert await kept.cards() == list(KNOWN)


@pytest.mark.parametrize("version", [module.SCHEMA + 1, -1])
async def test_one_of_another_version_is_made_anew(
    kept: Kept, version: int, caplog: pytest.LogCaptureFixture
) -> None:
    await kept.put(KNOWN)
    with closing(sqlite3.connect(kept.path)) as file:
        file.execute(f"PRAGMA user_version = {version}")
    assert await kept.cards() == []
    await kept.put(KNOWN)
    assert await kept.cards() == list(KNOWN)
    assert "is made anew" in caplog.text


async def test_one_with_other_tables_is_made_anew(kept: Kept) -> None:
    kept.path.parent.mkdir()
    with closing(sqlite3.connect(kept.path)) as file:
        file.execute("CREATE TABLE cards (name TEXT)")
        file.execute(f"PRAGMA user_version = {module.SCHEMA}")
    await kept.put(KNOWN)
    assert await kept.cards() == list(KNOWN)


@pytest.mark.skipif(
    not hasattr(os, "geteuid") or os.geteuid() == 0, reason="an administrator may write anywhere"
)
async def test_a_read_only_one_is_read(kept: Kept) -> None:
    await kept.put(KNOWN)
    kept.path.chmod(0o400)
    kept.path.parent.chmod(0o500)
    try:
        assert await kept.cards() == list(KNOWN)
        with pytest.raises(KeptUnusable):
            await kept.put(KNOWN)
    finally:
        kept.path.parent.chmod(0o700)


async def test_where_no_file_can_be_it_says_so(tmp_path: Path) -> None:
    (tmp_path / "catalogue.db").mkdir()
    (tmp_path / "file").touch()
    for path in (tmp_path / "catalogue.db", tmp_path / "file" / "catalogue.db"):
        with pytest.raises(KeptUnusable, match="cannot be used"):
            await Kept(path).put(KNOWN)


async def test_another_programs_lock_is_waited_for_and_no_reason_to_delete(
    kept: Kept, monkeypatch: pytest.MonkeyPatch
) -> None:
    await kept.put(KNOWN)
    monkeypatch.setattr(module, "PATIENCE", 0.05)
    with closing(sqlite3.connect(kept.path, isolation_level=None)) as other:
        other.execute("BEGIN EXCLUSIVE")
        with pytest.raises(KeptUnusable, match="locked"):
            await kept.put(KNOWN)
        other.execute("ROLLBACK")
    assert await kept.cards() == list(KNOWN)


async def test_a_card_that_cannot_be_read_is_passed_over(
    kept: Kept, caplog: pytest.LogCaptureFixture
) -> None:
    await kept.put(KNOWN)
    with closing(sqlite3.connect(kept.path)) as file, file:
        file.execute("UPDATE cards SET card = '{}' WHERE id = ?", [KNOWN[0].card.id])
    assert await kept.cards() == list(KNOWN[1:])
    assert KNOWN[0].card.id in caplog.text


async def test_answers_have_an_age(kept: Kept) -> None:
    await kept.keep_answer("named dusk", {"card": "x"})
    found = await kept.answer("named dusk")
    assert found is not None
    assert found.answer == {"card": "x"}
    assert 0 <= found.age < 60


async def test_an_answer_from_the_future_is_of_any_age(kept: Kept) -> None:
    await kept.keep_answer("named dusk", None)
    with closing(sqlite3.connect(kept.path)) as file, file:
        file.execute("UPDATE answers SET at = at + 9000")
    found = await kept.answer("named dusk")
    assert found is not None
    assert found.age == float("inf")


async def test_of_too_many_answers_the_oldest_are_forgotten(
    kept: Kept, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "MOST_ANSWERS", 3)
    for number in range(5):
        await kept.keep_answer(str(number), number)
    assert [await kept.answer(str(n)) is not None for n in range(5)] == [False, False, *[True] * 3]


async def test_a_sync_comes_to_an_end_in_one_step(kept: Kept) -> None:
    await kept.stage([{"id": "1"}], {"page": 1})
    await kept.stage([{"id": "2"}], {"page": 2})
    assert await kept.staged() == [{"id": "1"}, {"id": "2"}]
    assert await kept.note("sync") == {"page": 2}
    before = datetime.now(UTC)
    await kept.complete(KNOWN)
    assert (await kept.staged(), await kept.note("sync")) == ([], None)
    as_of = await kept.as_of()
    assert as_of is not None
    assert before <= as_of <= datetime.now(UTC)


async def test_one_at_a_time_holds_the_lease(kept: Kept) -> None:
    assert await kept.lease("ana", 60, nobody_is_gone)
    assert await kept.lease("ana", 60, nobody_is_gone)
    assert not await kept.lease("bruno", 60, nobody_is_gone)
    await kept.release("bruno")
    assert not await kept.lease("bruno", 60, nobody_is_gone)
    await kept.release("ana")
    assert await kept.lease("bruno", 60, nobody_is_gone)


async def test_the_lease_of_who_is_gone_or_late_is_free(kept: Kept) -> None:
    assert await kept.lease("ana", 60, nobody_is_gone)
    assert await kept.lease("bruno", 60, lambda holder: holder == "ana")
    assert await kept.lease("bruno", 0, nobody_is_gone)
    assert await kept.lease("carla", 60, nobody_is_gone)
