"""A `.env` file of a test's own."""

from pathlib import Path

import pytest


@pytest.fixture
def env_file(tmp_path: Path) -> Path:
    return tmp_path / ".env"
