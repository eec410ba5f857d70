"""What a system survives: workers killed with SIGKILL, a broker stopped and started, a store killed (F1, F4, F8).

Everything is private to this file: the store keeps on disk whatever it acknowledged.
"""

import asyncio
import time

import pytest

from tests.chaos.invariants import violations
from tests.chaos.state_reader import Endpoints
from tests.chaos.system import CONCURRENCY, TWO_OF_EACH, System, system
from tests.chaos.worker_process import WorkerProcess
from tests.services.rabbitmq import PrivateRabbit
from tests.services.redis import PrivateServer

pytestmark = pytest.mark.requires("services")

DEMANDS = 20
SLOW = {"TOWOW_SIMULATED_LATENCY_MS": "200"}
"""So that there is always something in hand."""

RESTART = 1.0
"""Seconds until somebody has noticed that a process is gone, and starts another one."""

LATER = 6
"""How many demands come when everybody is there again, so that each worker has something to do."""


async def test_killed_workers_lose_and_duplicate_no_effect(
    rabbit: PrivateRabbit, durable: PrivateServer, figures: dict[str, object]
) -> None:
    async with system(Endpoints(rabbit.url, durable.url)) as running:
        _, channel, agent, *_ = await running.start(*TWO_OF_EACH, **SLOW)
        await running.submit(DEMANDS - LATER)
        await running.told("offer.submitted", 20)
        for victim in (channel, agent):
            assert victim.steps(), f"{victim.name} has done nothing yet"
            victim.kill()
        killed = time.time()
        await asyncio.sleep(RESTART)
        successors = await running.start(channel.roles, agent.roles, **SLOW)
        figures["s from the kill until the successors are ready"] = time.time() - killed
        await running.submit(LATER)
        steps = [await running.steps(successor, killed) for successor in successors]
        figures["s from the kill to the successors' first steps"] = steps
        await running.all_ended()
        remains = await running.stop()
        figures["calls paid again"] = remains.paid_again
    assert violations(remains, interrupted=CONCURRENCY) == []


@pytest.mark.parametrize("service", ["broker", "store"])
async def test_demands_end_after_an_outage_of_broker_or_store(
    service: str, rabbit: PrivateRabbit, durable: PrivateServer, figures: dict[str, object]
) -> None:
    """The broker is stopped, the store killed; nothing that was acknowledged is forgotten."""
    async with system(Endpoints(rabbit.url, durable.url)) as running:
        workers = await running.start(*TWO_OF_EACH, **SLOW)
        await running.submit(DEMANDS - LATER)
        await running.told("offer.submitted", 30)
        await asyncio.to_thread(rabbit.stop if service == "broker" else durable.kill)
        gone = time.time()
        await running.missed(service)
        await asyncio.to_thread(rabbit.start if service == "broker" else durable.start)
        back = time.time()
        figures[f"{service} away, s"] = back - gone
        await running.heard_of(service)
        await running.submit(LATER)
        figures[f"{service} back, s to each worker's first step"] = await first_steps(running, back)
        await running.all_ended()
        remains = await running.stop()
        figures["calls paid again"] = remains.paid_again
        said = [told(worker, service) for worker in workers]
    assert violations(remains, interrupted=CONCURRENCY * len(workers)) == []
    assert said == [["service_missing", "service_back"]] * len(workers)


async def first_steps(running: System, after: float) -> list[float]:
    """Seconds from an instant until each worker committed something, the soonest first."""
    return sorted(await asyncio.gather(*(running.steps(worker, after) for worker in running.running)))


def told(worker: WorkerProcess, service: str) -> list[str]:
    """What a worker said of a service that was away."""
    lines = worker.lines("service_missing") + worker.lines("service_back")
    return [line.event for line in sorted(lines, key=lambda line: line.at) if line.fields["service"] == service]
