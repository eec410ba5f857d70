"""How do worker processes start, stop, and get over services that are missing at first or lost later?"""

import asyncio
import json
import resource
import signal
import subprocess
import time

import pytest

from shared.store.memo_claim import BudgetUsage
from shared.store.redis.connect import connect
from shared.transport.rabbitmq.broker_status import inspect_broker
from tests.e2e.distributed import Distributed, distributed
from tests.services.rabbitmq import free_port
from tests.services.redis import private_redis
from tests.services.tcp_proxy import TcpProxy
from tests.support.cli_runner import DEMAND, PATIENCE, close, stop, types, wait_for, wait_for_result
from tests.support.cpu_slowdown import measure_slowdown

pytestmark = pytest.mark.requires("services")

READY_WITHIN = 1.5


@pytest.mark.alone
def test_a_worker_is_ready_soon_after_its_start(services: Distributed) -> None:
    services.inside("init")
    took: list[float] = []
    for _ in range(3):
        slowdown = measure_slowdown()
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        with services.with_new_interpreter().working("all"):
            pass
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        # What it computes; how long the machine lets it wait is not its doing.
        took.append((after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime) / slowdown)
    assert min(took) < READY_WITHIN


def test_a_stopping_worker_finishes_messages_in_progress(services: Distributed) -> None:
    services.inside("init")
    with services.working("all", TOWOW_SIMULATED_LATENCY_MS="1500") as worker:
        demand_id = services.inside("submit", DEMAND, "--json").rows[0]["demand_id"]
        ended, seconds = stop(worker, signal.SIGTERM)
    assert (ended.code, ended.err) == (0, "")
    assert seconds < 10
    assert asyncio.run(spent(services, demand_id)).reserved_tokens == 0
    with services.working("all"):
        rows = services.inside("watch", demand_id, "--json").rows
    assert types(rows)[-1] == "demand.closed"
    # What was paid for before the end was not paid for again.
    assert asyncio.run(spent(services, demand_id)).usage.calls == rows[-1]["payload"]["totals"]["model_calls"]


async def spent(services: Distributed, demand_id: str) -> BudgetUsage:
    store = await connect(services.store, services.topology.namespace)
    try:
        return await store.get_budget_usage(demand_id)
    finally:
        await store.close()


def test_a_worker_consumes_the_queues_of_its_roles_only(services: Distributed) -> None:
    with services.working("user_agent", "skills") as process:
        found = asyncio.run(inspect_broker(services.broker, services.topology, ("user_agent", "skills", "coordinator")))
        consumers = {role: queue.consumers for role, queue in found.queues.items()}
        assert consumers == {"user_agent": 1, "skills": 1, "coordinator": 0, "dead": 1}
        ended, seconds = stop(process, signal.SIGINT)
    assert (ended.code, ended.err) == (130, "")
    assert seconds < 2


def test_an_unreachable_service_is_logged_once_and_waited_for(services: Distributed) -> None:
    port = free_port()
    gone = {
        "store": {"TOWOW_STORE_URL": f"redis://towow:secret@127.0.0.1:{port}/0"},
        "broker": {"TOWOW_BROKER_URL": f"amqp://towow:secret@127.0.0.1:{port}/"},
    }
    waiting = {name: services.start("worker", "user_agent", **variable) for name, variable in gone.items()}
    first = {name: said_of(process) for name, process in waiting.items()}
    time.sleep(2)  # several attempts
    for missing, process in waiting.items():
        assert process.poll() is None
        ended, seconds = stop(process, signal.SIGTERM)
        err = first[missing] + ended.err
        assert (ended.code, ended.out) == (0, "")
        assert err.count("service_missing") == 1, err
        assert f"service={missing}" in err
        assert f"127.0.0.1:{port}" in err
        assert "start one with `docker compose" in err
        assert "secret" not in err
        assert seconds < 1


def said_of(process: subprocess.Popen[bytes]) -> str:
    """The first line it says: from then on it can be told to stop."""
    assert process.stderr is not None
    return process.stderr.readline().decode()


def test_a_worker_waits_for_its_store_and_survives_its_outage() -> None:
    with (
        private_redis("--appendonly", "yes", "--appendfsync", "always") as server,
        distributed(None, server.url) as towow,
    ):
        assert towow.inside("init").code == 0
        server.stop()
        process = towow.start("worker", "all", TOWOW_LOG_FORMAT="json")
        assert said(process) == ("service_missing", "store")
        server.start()
        assert said(process) == ("service_back", "store")
        wait_for_result(process, b"ready worker all")
        server.kill()
        assert said(process) == ("service_missing", "store")
        time.sleep(1)
        server.start()
        assert said(process) == ("service_back", "store")
        assert types(towow.inside("submit", DEMAND, "--watch", "--json").rows)[-1] == "demand.closed"
        ended, _ = stop(process, signal.SIGTERM)
        assert (ended.code, ended.err) == (0, "")


def said(process: subprocess.Popen[bytes]) -> tuple[str, str]:
    """The next thing that a worker says of a service."""
    assert process.stderr is not None
    told = json.loads(process.stderr.readline())
    return told["event"], told["service"]


def test_a_broker_outage_is_logged_once_and_work_continues_after_it(services: Distributed) -> None:
    asyncio.run(_over_a_line_that_is_cut(services))


async def _over_a_line_that_is_cut(services: Distributed) -> None:
    async with TcpProxy(services.broker) as line:
        through = {"TOWOW_BROKER_URL": line.url, "TOWOW_LOG_FORMAT": "json"}
        worker = services.start("worker", "all", **through)
        events = services.start("events", "--json", **through)
        await asyncio.to_thread(wait_for_result, worker, b"ready worker all")
        await asyncio.to_thread(wait_for, events, b"listening to ")
        for _ in range(2):
            line.cut()
            for process in (worker, events):
                for word in ("service_missing", "service_back"):
                    assert await asyncio.to_thread(said, process) == (word, "broker")
            told = await asyncio.to_thread(services.run, "submit", DEMAND, "--watch", "--json")
            assert types(told.rows)[-1] == "demand.closed"
            await asyncio.to_thread(wait_for_result, events, told.out.splitlines()[-1].encode())
        for process in (worker, events):
            process.terminate()
            _, err = await asyncio.to_thread(process.communicate, timeout=PATIENCE)
            assert err == b""
            close(process)
