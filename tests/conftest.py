"""What every test can count on."""

from functools import partial
from threading import Thread

import aiosqlite.core
import pytest

from bot.cards.catalogue import Catalogue
from bot.settings.settings import NAMES, Settings


def pytest_configure() -> None:
    """Let pytest end, although a test that failed may have left a database open."""
    aiosqlite.core.Thread = partial(Thread, daemon=True)


@pytest.fixture(autouse=True)
def _no_settings_of_the_developer(monkeypatch: pytest.MonkeyPatch) -> None:
    """No test sees the environment or the `.env` of whoever runs it."""
    for name in NAMES:
        monkeypatch.delenv(name, raising=False)
        monkeypatch.delenv(name.lower(), raising=False)
    monkeypatch.setitem(Settings.model_config, "env_file", None)


@pytest.fixture(scope="session")
def catalogue() -> Catalogue:
    """The cards that come with the program."""
    return Catalogue.load()
