"""Clock of a task: the store's time, however wrong the worker's own clock is."""

import asyncio
from collections.abc import Sequence

import pytest

from shared.core.address import Address
from shared.core.decision import Send
from shared.core.message_base import Message, ReceivedMessage
from shared.llm.rule_based_model import RuleBasedModel
from shared.runtime.actor import Task, TaskContext
from shared.runtime.task_executor import TaskContextFactory
from shared.store.memory.store import MemoryStore
from shared.telemetry.log import SILENT
from shared.telemetry.metrics import Metrics

HOUR_MS = 3_600_000
STORE_TIME = 1_700_000_000_000


class WorkerClock:
    """Clock that is wrong by some hours."""

    def __init__(self, hours: int) -> None:
        self.time = STORE_TIME + hours * HOUR_MS

    def now(self) -> int:
        return self.time


class Ping(Message):
    type = "ping"


@pytest.mark.parametrize("hours", [-1, 0, 1])
def test_a_task_reads_the_time_of_the_store(hours: int) -> None:
    clock, seen = WorkerClock(hours), list[int]()

    async def perform(_: ReceivedMessage[Ping], context: TaskContext) -> Sequence[Send]:
        seen.append(context.clock.now())
        clock.time += 1_500
        seen.append(context.clock.now())
        return []

    async def run() -> None:
        factory = TaskContextFactory(RuleBasedModel({}), MemoryStore(clock), clock, Metrics(), SILENT)
        ping = ReceivedMessage(Ping(), Address("game", "g"), Address("pinger", "any"), "m-1", "c-1")
        async with factory.run_task(Task("pinger", "pinger", perform, (Ping,)), ping, STORE_TIME):
            pass

    asyncio.run(run())
    assert seen == [STORE_TIME, STORE_TIME + 1_500]
