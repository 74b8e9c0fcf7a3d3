"""A pod for the tests of commands and buttons."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests import foraging
from tests.pods import POD, Pod


@pytest.fixture
async def pod(tmp_path: Path) -> AsyncIterator[Pod]:
    """A channel with nobody seated."""
    async with Pod.open(tmp_path) as pod:
        yield pod


@pytest.fixture
async def seated(pod: Pod) -> Pod:
    """Ana, Bruno, Carla and Diego in this order; it is Ana's turn."""
    await pod.seat(*POD)
    return pod


@pytest.fixture
async def squirrels(pod: Pod) -> Pod:
    """Ana and Bruno forage; the grid is always the same."""
    await foraging.begin(pod, "Ana", "Bruno")
    return pod
