"""What a system survives when the broker takes no more: a queue that is full, a broker short of memory (F5, F6)."""

import asyncio
import time

import pytest

from tests.chaos.invariants import violations
from tests.chaos.state_reader import Endpoints
from tests.chaos.system import TWO_OF_EACH, system
from tests.services.rabbitmq import PrivateRabbit
from tests.services.redis import PrivateServer

pytestmark = [pytest.mark.requires("services"), pytest.mark.long]

SLOW = {"TOWOW_SIMULATED_LATENCY_MS": "200"}
DEMANDS = 14
FEW = 6

FULL = 4
"""Messages in a queue that is full, where two at a time are taken from it by each worker."""


async def test_messages_that_a_full_queue_rejects_are_published_later(
    rabbit: PrivateRabbit, durable: PrivateServer, figures: dict[str, object]
) -> None:
    links = Endpoints(rabbit.url, durable.url, broker_by=rabbit.limited_url, max_length=FULL)  # who may not declare
    async with system(links) as running:
        workers = await running.start(*TWO_OF_EACH, **SLOW, TOWOW_CONCURRENCY="2")
        await running.submit(FEW)
        await running.all_ended()
        remains = await running.stop()
        figures["calls paid again"] = remains.paid_again
        refused = sum(len(worker.lines("not_published")) for worker in workers)
        figures["refused"] = refused
    assert refused > 0
    assert violations(remains) == []


async def test_a_memory_alarm_of_the_broker_delays_demands_and_loses_none(
    rabbit: PrivateRabbit, durable: PrivateServer, figures: dict[str, object]
) -> None:
    async with system(Endpoints(rabbit.url, durable.url)) as running:
        await running.start(*TWO_OF_EACH, **SLOW)
        await running.submit(DEMANDS)
        await running.told("offer.submitted", 20)
        await asyncio.to_thread(rabbit.alarm)
        begun = time.time()
        await running.submit(FEW)  # accepted none the less
        figures["s to accept demands meanwhile"] = time.time() - begun
        assert not all(demand.ended for demand in running.demands)
        await asyncio.to_thread(rabbit.calm)
        calm = time.time()
        await running.all_ended()
        figures["s from the end of the alarm to the last end"] = time.time() - calm
        remains = await running.stop()
        figures["calls paid again"] = remains.paid_again
    assert violations(remains) == []
