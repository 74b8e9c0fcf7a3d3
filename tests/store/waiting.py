"""Waiting for what other tasks or processes bring about."""

import asyncio
import inspect
from collections.abc import Callable


async def until(condition: Callable[[], object]) -> None:
    """Return once ``condition``, which may be a coroutine function, holds."""
    async with asyncio.timeout(60):
        while True:
            holds = condition()
            if await holds if inspect.isawaitable(holds) else holds:
                return
            await asyncio.sleep(0.005)
