"""Reactions in the background of somebody who outlives every gateway through which they see events."""

import asyncio
from collections.abc import Coroutine
from contextvars import copy_context
from typing import Any


class Reactions:
    """Tasks that belong to no process. Create it outside of all of them."""

    def __init__(self) -> None:
        self._outside = copy_context()
        self._tasks: list[asyncio.Task[None]] = []

    def start(self, doing: Coroutine[Any, Any, None]) -> None:
        """Do something from now on."""
        self._tasks.append(asyncio.get_running_loop().create_task(doing, context=self._outside.copy()))

    async def stop(self) -> None:
        """End what is still being done."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
