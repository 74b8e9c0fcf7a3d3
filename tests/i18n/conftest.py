"""A table with a reader of each language."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.i18n.stage import Stage
from tests.i18n.tongues import PORTUGUESE, speak


@pytest.fixture
async def stage(tmp_path: Path) -> AsyncIterator[Stage]:
    """A Portuguese server. Ana reads Spanish, Bruno Portuguese, Carla English, Diego Polish."""
    async with Stage.open(tmp_path, PORTUGUESE) as stage:
        speak(
            stage.pod, server=PORTUGUESE, Ana="es-419", Bruno=PORTUGUESE, Carla="en-GB", Diego="pl"
        )
        await stage.pod.slash(
            "Ana",
            "pod start",
            order="listed",
            player1="Ana",
            player2="Bruno",
            player3="Carla",
            player4="Diego",
        )
        yield stage
