"""A database of an earlier version is taken over with all that is in it."""

import pytest

from bot.errors import StoreUnavailable
from bot.store import migrations
from bot.store.open import open_any, open_store
from bot.store.rows import COLUMNS, to_row
from tests.store.steps import POD, SQUIRRELS, a_step

NEWEST = len(migrations.scripts("sqlite"))


async def test_games_and_panels_of_the_first_schema_are_there_as_they_were(
    address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as earlier:
        scripts = {engine: migrations.scripts(engine)[:1] for engine in ("sqlite", "postgres")}
        earlier.setattr(migrations, "scripts", scripts.get)
        old = await open_any(address)
    columns = COLUMNS.removesuffix(", ended")
    for step in (a_step(1), a_step(2)):
        row = to_row(step)[:-1]
        marks = ", ".join("?" for _ in row)
        await old.engine.write(f"INSERT INTO steps ({columns}) VALUES ({marks})", row)
    for place in (POD, SQUIRRELS, POD._replace(channel=5)):
        await old.engine.write(
            "INSERT INTO panels (channel, kind, message) VALUES (?, ?, ?)",
            [place.channel, place.kind, 7],
        )
    secret = await old.secret()
    await old.close()

    new = await open_store(address)
    assert await new.log(POD, 1) == [a_step(2), a_step(1)]
    assert await new.secret() == secret
    assert f"schema {NEWEST}" in await new.check()
    await new.append(a_step(3, ended=True))
    # Panels of a channel with games are known to belong to its server, and go with it.
    assert await new.forget_guild(POD.guild or 0) == 5
    assert await new.panel(POD._replace(channel=5)) == 7
    await new.close()


async def test_what_the_program_before_writes_meanwhile_is_understood(address: str) -> None:
    """In a rolling deploy it goes on with the new schema, and knows nothing of it."""
    store = await open_store(address)
    row = to_row(a_step(1))[:-1]
    columns, marks = COLUMNS.removesuffix(", ended"), ", ".join("?" for _ in row)
    await store.engine.write(f"INSERT INTO steps ({columns}) VALUES ({marks})", row)
    assert await store.latest(POD) == a_step(1)
    await store.close()


async def test_both_engines_have_the_same_schema_version(address: str) -> None:
    with pytest.MonkeyPatch.context() as later:
        scripts = {
            engine: (*migrations.scripts(engine), "SELECT 1;\n")
            for engine in ("sqlite", "postgres")
        }
        later.setattr(migrations, "scripts", scripts.get)
        await (await open_store(address)).close()
    with pytest.raises(StoreUnavailable, match=rf"schema {NEWEST + 1} .* knows schema {NEWEST}\."):
        await open_store(address)
