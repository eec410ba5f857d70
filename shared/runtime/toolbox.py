"""What a task is given: a model bound to its demand, the time, and no more time than its message has (DESIGN § 6)."""

import asyncio
from collections.abc import AsyncGenerator, Sequence
from contextlib import asynccontextmanager
from itertools import count
from secrets import token_hex

from shared.core.clock import Clock
from shared.core.decision import Send
from shared.core.message import Message, ReceivedMessage
from shared.llm.memo import MemoizedModel
from shared.llm.port import CorrelationClosed, Model
from shared.runtime.actor import Task, TaskContext
from shared.store.port import Store
from shared.telemetry.metrics import Metrics


class TaskContextFactory:
    """Makes the tools of each task."""

    def __init__(self, model: Model, store: Store, clock: Clock, metrics: Metrics) -> None:
        """`model` is what answers, breaker included; who pays is decided per message."""
        self._model = model
        self._store = store
        self._clock = clock
        self._metrics = metrics
        self._name = token_hex(8)
        self._turns = count()

    @asynccontextmanager
    async def run_task(
        self, task: Task, received: ReceivedMessage[Message], now: int
    ) -> AsyncGenerator[Sequence[Send]]:
        """What the task has to say; at the end of the block what its answers cost is counted too.

        Raises Abandoned when the message's deadline passes meanwhile.
        """
        paid = MemoizedModel(
            self._model,
            self._store,
            correlation_id=received.correlation_id,
            # One claim per turn: the same message, delivered twice at once, must not pay twice.
            owner=f"{self._name}/{next(self._turns)}",
            metrics=self._metrics,
        )
        try:
            yield await self._perform(task, received, TaskContext(paid, self._clock), now)
        finally:
            await paid.wait_until_stored()

    async def _perform(
        self, task: Task, received: ReceivedMessage[Message], tools: TaskContext, now: int
    ) -> Sequence[Send]:
        if received.deadline is None:
            return await task.perform(received, tools)
        limit = asyncio.timeout((received.deadline - now) / 1000)
        try:
            async with limit:
                return await task.perform(received, tools)
        except TimeoutError as error:
            if limit.expired():
                raise CorrelationClosed("its deadline has passed") from error
            raise
