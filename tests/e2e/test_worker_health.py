"""Does a worker say over HTTP whether it can do its work, and what it has counted?"""

import asyncio
import socket
from time import monotonic, sleep

import httpx2
import pytest

from tests.e2e.distributed import Distributed
from tests.services.rabbitmq import free_port
from tests.services.redis import private_redis
from tests.services.tcp_proxy import TcpProxy
from tests.support.cli_runner import DEMAND, PATIENCE, close, types, wait_for_result

pytestmark = pytest.mark.requires("services")


def missing(port: int, wanted: list[str]) -> None:
    """Wait until it says that just these services are missing."""
    end = monotonic() + PATIENCE
    while True:
        answer = httpx2.get(f"http://127.0.0.1:{port}/healthz", timeout=PATIENCE)
        assert answer.status_code == (503 if answer.json()["missing"] else 200)
        assert answer.json()["ok"] is not bool(answer.json()["missing"])
        if answer.json()["missing"] == wanted:
            return
        assert monotonic() < end, answer.json()
        sleep(0.05)


def test_a_workers_metrics_count_its_deliveries(services: Distributed) -> None:
    assert services.inside("init").code == 0
    port = free_port()
    with services.working("all", TOWOW_METRICS_PORT=str(port)):
        missing(port, [])
        rows = services.inside("submit", DEMAND, "--watch", "--json").rows
        assert types(rows)[-1] == "demand.closed"
        text = httpx2.get(f"http://127.0.0.1:{port}/metrics").text
        assert 'towow_steps_total{role="channel_admin"' in text
        calls = [line for line in text.splitlines() if line.startswith("towow_model_calls_total{")]
        assert sum(float(line.split()[-1]) for line in calls) == rows[-1]["payload"]["totals"]["model_calls"]
        assert httpx2.get(f"http://127.0.0.1:{port}/").status_code == 404


def test_worker_readiness_names_a_lost_service_during_its_outage(services: Distributed) -> None:
    assert services.inside("init").code == 0
    asyncio.run(_over_a_line_that_stalls(services))


async def _over_a_line_that_stalls(services: Distributed) -> None:
    port = free_port()
    async with TcpProxy(services.broker) as line:
        line.stall()
        worker = services.start("worker", "skills", TOWOW_METRICS_PORT=str(port), TOWOW_BROKER_URL=line.url)
        try:
            await asyncio.to_thread(_answers, port)
            await asyncio.to_thread(missing, port, ["broker"])
            line.cut()
            line.resume()
            await asyncio.to_thread(wait_for_result, worker, b"ready ")
            await asyncio.to_thread(missing, port, [])
            line.stall()
            line.cut()
            await asyncio.to_thread(missing, port, ["broker"])
            line.cut()
            line.resume()
            await asyncio.to_thread(missing, port, [])
        finally:
            worker.kill()
            close(worker)


def _answers(port: int) -> None:
    """Wait until somebody listens there."""
    end = monotonic() + PATIENCE
    while True:
        try:
            socket.create_connection(("127.0.0.1", port), timeout=1).close()
        except OSError:
            assert monotonic() < end
            sleep(0.05)
        else:
            return


def test_worker_readiness_names_a_lost_store_during_its_outage(services: Distributed) -> None:
    port = free_port()
    with (
        private_redis() as server,
        services.working("skills", TOWOW_METRICS_PORT=str(port), TOWOW_STORE_URL=server.url),
    ):
        missing(port, [])
        server.stop()
        missing(port, ["store"])
        server.start()
        missing(port, [])


def test_an_occupied_health_port_is_reported(services: Distributed) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        told = services.run("worker", "skills", TOWOW_METRICS_PORT=port)
    assert (told.code, told.out) == (2, "")
    assert f"TOWOW_METRICS_PORT={port}" in told.err
