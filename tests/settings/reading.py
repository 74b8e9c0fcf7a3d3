"""Reading settings that are wrong."""

from pathlib import Path

import pytest

from bot.settings.settings import Settings, SettingsError


def problems(*required: str, env_file: Path) -> list[str]:
    """Return what is told of them."""
    with pytest.raises(SettingsError) as caught:
        Settings.load(*required, env_file=env_file)
    return [str(problem) for problem in caught.value.problems]
