"""A process whose connection is lost works on over a new one; what a missing service is said about, once."""

import asyncio
import json
from collections.abc import Callable
from io import StringIO

import pytest

from shared.llm.rule_based_model import RuleBasedModel
from shared.runtime.reconnect_loop import ReconnectLoop, retry_connect, run_until
from shared.runtime.virtual_clock import VirtualClock
from shared.store.port import StoreUnavailable
from shared.telemetry.log import Log
from shared.transport.memory.broker import MemoryTransport
from shared.transport.port import BrokerMisconfigured, BrokerUnavailable, Consumer, Handler, Transport
from tests.support.embedded_system import ANSWERS, FaultyEmbeddedSystem, in_any_order
from tests.support.reference_run import CALM
from towow.bootstrap.applications import ROUTES
from towow.config.demand_logger import build_logger


class Process:
    """A worker process beside a system whose own worker is not started: it alone does the work."""

    def __init__(self, system: FaultyEmbeddedSystem, connect: Callable[[], Transport] | None = None) -> None:
        self.system = system
        self.transports: list[Transport] = []
        self.readies = 0
        self._connect = connect or (lambda: MemoryTransport(system.broker))
        self._stop = asyncio.Event()
        self._lifecycle = ReconnectLoop(self._new, system.build_worker, system.log, self._ready)
        self._running = asyncio.create_task(self._lifecycle.run(self._stop))

    async def stop(self) -> None:
        self._stop.set()
        await self._running

    async def cancel(self) -> None:
        self._running.cancel()
        await asyncio.gather(self._running, return_exceptions=True)

    @property
    def is_connected(self) -> bool:
        return any(isinstance(each, MemoryTransport) and each.is_connected for each in self.transports)

    async def _new(self) -> Transport:
        transport = self._connect()
        self.transports.append(transport)
        return transport

    def _ready(self) -> None:
        self.readies += 1


def calm() -> list[str]:
    return sorted(f"{kind} {json.dumps(payload, sort_keys=True)}" for kind, payload in CALM)


@pytest.mark.parametrize("every", [0.05, 0.4, 1.1])
async def test_a_broker_that_restarts_again_and_again_changes_no_outcome(every: float, clock: VirtualClock) -> None:
    """In the middle of model calls, between commit and publish, between publish and acknowledgement."""
    system = FaultyEmbeddedSystem(clock, model=RuleBasedModel(ANSWERS, 300))
    process = Process(system)

    async def restart() -> None:
        for _ in range(20):
            await asyncio.sleep(every)
            system.broker.restart()

    restarting = asyncio.create_task(restart())
    demand = await system.submit()
    events = await system.finished(demand)
    await restarting
    assert [e.seq for e in events] == list(range(1, len(CALM) + 1))
    assert in_any_order(events) == calm()
    await process.stop()
    assert process.readies >= 10
    assert await system.store.list_dead_letters() == ()


async def test_a_deleted_queue_is_declared_again_and_its_messages_are_repeated(clock: VirtualClock) -> None:
    """The request in it is lost; its channel's timer sends a new one."""
    system = FaultyEmbeddedSystem(clock, model=RuleBasedModel(ANSWERS, 300))

    def connect() -> Transport:
        for queue in set(ROUTES.values()):
            system.broker.declare(queue)
        return MemoryTransport(system.broker)

    process = Process(system, connect)
    demand = await system.submit()
    await asyncio.sleep(0.5)
    for queue in ("coordinator", "user_agent", "skills"):
        system.broker.delete(queue)
    events = await system.finished(demand)
    assert in_any_order(events) == calm()
    await process.stop()


async def test_a_task_running_during_a_connection_loss_is_committed(clock: VirtualClock) -> None:
    """A model call is not thrown away: the answer is committed, and sent over the next connection."""
    model = RuleBasedModel(ANSWERS, 300)
    system = FaultyEmbeddedSystem(clock, model=model)
    process = Process(system)
    demand = await system.submit()
    watching = asyncio.create_task(system.finished(demand))
    await asyncio.sleep(0.1)
    system.broker.restart()
    events = await watching
    assert in_any_order(events) == calm()
    closed = json.loads(events[-1].data)["payload"]["totals"]
    assert closed["model_calls"] == json.loads(events[-1].data)["payload"]["spent"]["calls"]
    await process.stop()
    assert CALM[-1][1]["totals"]["model_calls"] == closed["model_calls"]


async def test_a_stop_waits_for_tasks_started_before_a_connection_loss(clock: VirtualClock) -> None:
    """A model call that is being paid for is not cut off because the connection went just before the stop."""
    system = FaultyEmbeddedSystem(clock, model=RuleBasedModel(ANSWERS, 300))
    process = Process(system)
    demand = await system.submit()
    await asyncio.sleep(0.1)
    system.broker.restart()
    await asyncio.sleep(0.1)
    assert (await system.store.get_budget_usage(demand.demand_id)).usage.calls == 0
    await process.stop()
    assert (await system.store.get_budget_usage(demand.demand_id)).usage.calls == 1


def lines(out: StringIO) -> list[dict[str, str]]:
    return [json.loads(line) for line in out.getvalue().splitlines()]


@pytest.mark.parametrize("lost", [BrokerUnavailable, StoreUnavailable])
async def test_an_outage_and_its_end_are_logged_once_each(lost: type[Exception], clock: VirtualClock) -> None:
    out, tries = StringIO(), [0]
    log: Log = build_logger("info", "json", out)

    async def connect() -> str:
        tries[0] += 1
        if tries[0] < 20:
            raise lost("nobody at host:1")
        return "connected"

    assert await retry_connect("broker", connect, log) == "connected"
    assert [(line["event"], line["service"]) for line in lines(out)] == [
        ("service_missing", "broker"),
        ("service_back", "broker"),
    ]
    assert lines(out)[0]["error"] == "nobody at host:1"


async def test_a_misconfiguration_ends_a_process_only_at_startup(clock: VirtualClock) -> None:
    system = FaultyEmbeddedSystem(clock)
    refusals = [BrokerMisconfigured("wrong password")]

    def connect() -> Transport:
        if refusals:
            raise refusals.pop()
        return MemoryTransport(system.broker)

    with pytest.raises(BrokerMisconfigured):
        await Process(system, connect)._running  # pyright: ignore[reportPrivateUsage]
    process = Process(system, connect)
    await asyncio.sleep(1)
    refusals.append(BrokerMisconfigured("the broker is still starting"))
    system.broker.restart()
    await asyncio.sleep(30)
    assert (process.readies, refusals) == (2, [])
    await process.stop()


async def test_a_process_that_waits_for_its_broker_can_be_stopped(clock: VirtualClock) -> None:
    def connect() -> Transport:
        raise BrokerUnavailable("nobody")

    process = Process(FaultyEmbeddedSystem(clock), connect)
    await asyncio.sleep(100)
    await asyncio.wait_for(process.stop(), 1)
    assert process.readies == 0


async def test_a_stop_finishes_running_tasks(clock: VirtualClock) -> None:
    system = FaultyEmbeddedSystem(clock, model=RuleBasedModel(ANSWERS, 300))
    process = Process(system)
    await system.submit()
    await asyncio.sleep(0.1)
    await process.stop()
    assert all(system.broker.count_unsettled(queue) == 0 for queue in ROUTES.values())
    assert system.broker.count_ready("channel_admin") == 1  # the answer was committed and sent before the end


@pytest.mark.parametrize("after", [0.0, 0.1, 1.0])
async def test_a_cancelled_process_closes_its_connection_and_leaves_its_messages_to_others(
    after: float, clock: VirtualClock
) -> None:
    system = FaultyEmbeddedSystem(clock, model=RuleBasedModel(ANSWERS, 300))
    before = asyncio.all_tasks()
    process = Process(system)
    demand = await system.submit()
    await asyncio.sleep(after)
    await process.cancel()
    assert not process.is_connected
    await asyncio.sleep(1)  # the gateway's part, which has submitted the demand, ends its own tasks
    assert asyncio.all_tasks() == before
    assert all(system.broker.count_unsettled(queue) == 0 for queue in ROUTES.values())
    other = Process(system)
    assert in_any_order(await system.finished(demand)) == calm()
    await other.stop()


async def test_a_process_cancelled_while_stopping_closes_its_connection(clock: VirtualClock) -> None:
    system = FaultyEmbeddedSystem(clock, model=RuleBasedModel(ANSWERS, 5000))
    before = asyncio.all_tasks()
    process = Process(system)
    await system.submit()
    await asyncio.sleep(0.1)
    stopping = asyncio.create_task(process.stop())
    await asyncio.sleep(0.1)
    await process.cancel()
    await asyncio.gather(stopping, return_exceptions=True)
    assert len(process.transports) == 1
    assert not process.is_connected
    assert asyncio.all_tasks() == before


async def test_run_until_abandons_work_when_the_stop_comes_first(clock: VirtualClock) -> None:
    stopping = asyncio.create_task(asyncio.sleep(5))
    assert await run_until(stopping, asyncio.sleep(1, "done")) == "done"
    assert await run_until(stopping, asyncio.sleep(100, "late")) is None

    async def breaks() -> str:
        raise ValueError("broken")

    with pytest.raises(ValueError, match="broken"):
        await run_until(asyncio.create_task(asyncio.sleep(5)), breaks())


async def test_a_session_without_connection_accepts_no_deliveries(clock: VirtualClock) -> None:
    """Half a connection may still bring messages: whoever cannot publish must not take them."""
    system = FaultyEmbeddedSystem(clock, model=RuleBasedModel(ANSWERS, 300))
    await system.worker.start()
    await system.worker.drain_disconnected()
    await system.submit()
    await asyncio.sleep(5)
    assert system.broker.count_ready("channel_admin") == 1


class SlowTransport(MemoryTransport):
    """A broker that is slow to let the second queue be consumed."""

    async def consume(self, queue: str, handler: Handler, prefetch: int) -> Consumer:
        consumer = await super().consume(queue, handler, prefetch)
        if queue == "user_agent":
            await asyncio.sleep(1000)
        return consumer


async def test_a_stop_during_startup_keeps_its_deadline(clock: VirtualClock) -> None:
    """One message is in hand already, and the store does not answer."""
    system = FaultyEmbeddedSystem(clock, model=RuleBasedModel(ANSWERS, 10_000))
    await system.submit()
    process = Process(system, lambda: SlowTransport(system.broker))
    await asyncio.sleep(3)
    await asyncio.wait_for(process.stop(), 11)
    assert process.readies == 0
