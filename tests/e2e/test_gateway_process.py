"""How does a gateway process start, stop, and get over services that are missing at first or lost later?"""

import asyncio
import json
import re
import resource
import signal
import subprocess
from collections.abc import Generator
from contextlib import contextmanager
from time import monotonic, sleep
from typing import Any

import httpx2
import pytest

from gateway.streaming.epoch import read_epoch
from shared.store.redis.connect import connect
from tests.e2e.distributed import Distributed, distributed
from tests.services.rabbitmq import free_port
from tests.services.redis import private_redis
from tests.services.tcp_proxy import TcpProxy
from tests.support.cli_runner import DEMAND, PATIENCE, CommandRunner, close, stop, types, wait_for, wait_for_result
from tests.support.cpu_slowdown import measure_slowdown
from towow.bootstrap.applications import QUEUES

pytestmark = pytest.mark.requires("services")

READY_CHECKS = ("ready", "store", "functions", "broker", "breaker", "registry", "embedder")
READY_WITHIN = 2.0
KEYS = "key-of-alice:user_alice:user,key-of-root:root:admin"


@contextmanager
def gateway(
    towow: CommandRunner, *arguments: str, **environment: str
) -> Generator[tuple[subprocess.Popen[bytes], str]]:
    """A gateway process that is ready, and its URL; killed at the end when it still runs."""
    process = towow.start("gateway", *(arguments or ("--port", "0")), **environment)
    try:
        yield process, wait_for_result(process, b"ready ").split()[1].decode()
    finally:
        process.kill()
        close(process)


def checks(url: str) -> dict[str, bool]:
    """What it says of the things that it needs, and whether it is ready."""
    said = httpx2.get(f"{url}/readyz", timeout=PATIENCE).json()
    return {"ready": said["ready"], **{check["name"]: check["ok"] for check in said["checks"]}}


def becomes(url: str, **wanted: bool) -> None:
    """Wait until it says so."""
    end = monotonic() + PATIENCE
    while wanted.items() - checks(url).items():
        assert monotonic() < end, checks(url)
        sleep(0.05)


def submitted(url: str) -> httpx2.Response:
    body = {"raw_input": DEMAND, "user_id": "user_alice"}
    return httpx2.post(f"{url}/api/v1/demand/submit?wait_s=0", json=body, timeout=PATIENCE)


def test_a_gateway_without_service_urls_is_a_usage_error(towow: CommandRunner) -> None:
    told = towow.run("gateway", "--port", "0")
    assert (told.code, told.out) == (2, "")
    assert "TOWOW_BROKER_URL" in told.err
    assert "towow demo" in told.err


def test_a_gateway_answers_soon_after_its_start_and_stops_quietly(services: Distributed) -> None:
    services.inside("init")
    took: list[float] = []
    for number, code in ((signal.SIGTERM, 0), (signal.SIGINT, 130), (signal.SIGTERM, 0)):
        slowdown = measure_slowdown()
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        with gateway(services.with_new_interpreter()) as (process, url):
            assert httpx2.get(f"{url}/healthz").status_code == 200
            assert checks(url) == dict.fromkeys(READY_CHECKS, True)
            ended, seconds = stop(process, number)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        # What it computes; how long the machine lets it wait is not its doing.
        took.append((after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime) / slowdown)
        assert (ended.code, ended.out, ended.err) == (code, "", "")
        assert seconds < 3
        assert not (services.folder / "towow" / f"{services.topology.namespace}.url").exists()
    assert min(took) < READY_WITHIN


def test_demands_accepted_during_a_broker_outage_are_negotiated_after_it(services: Distributed) -> None:
    assert services.inside("init").code == 0
    asyncio.run(_with_a_broker_that_comes_later(services))


async def _with_a_broker_that_comes_later(services: Distributed) -> None:
    async with TcpProxy(services.broker) as line:
        line.stall()  # it takes connections and says nothing
        through = {"TOWOW_BROKER_URL": line.url, "TOWOW_LOG_FORMAT": "json"}
        process = services.start("gateway", "--port", "0", **through)
        try:
            url = (await asyncio.to_thread(wait_for_result, process, b"ready ")).split()[1].decode()
            assert await asyncio.to_thread(checks, url) == {
                **dict.fromkeys(READY_CHECKS, True),
                "broker": False,
            }
            answer = await asyncio.to_thread(submitted, url)
            assert answer.status_code == 200
            line.cut()
            line.resume()
            await asyncio.to_thread(lambda: becomes(url, broker=True))
            with services.working("all"):
                watching = ("watch", answer.json()["demand_id"], "--json", "--gateway", url)
                rows = (await asyncio.to_thread(services.run, *watching)).rows
            assert types(rows)[-1] == "demand.closed"
        finally:
            process.kill()
            close(process)


def test_a_gateway_waits_for_its_store_and_survives_its_outage() -> None:
    with (
        private_redis("--appendonly", "yes", "--appendfsync", "always") as server,
        distributed(None, server.url) as towow,
    ):
        assert towow.inside("init").code == 0
        server.stop()
        with gateway(towow, TOWOW_LOG_FORMAT="json") as (process, url):
            for first in (True, False):
                if not first:
                    server.kill()
                    assert httpx2.get(f"{url}/api/v1/demands", timeout=PATIENCE).status_code == 503
                assert said(process) == ("service_missing", "store")
                refused = submitted(url)
                assert (refused.status_code, refused.json()["error_code"]) == (503, "E018")
                assert int(refused.headers["retry-after"]) > 0
                assert httpx2.get(f"{url}/healthz").status_code == 200
                assert httpx2.get(f"{url}/readyz", timeout=PATIENCE).status_code == 503
                server.start()
                assert said(process) == ("service_back", "store")
                becomes(url, ready=True, registry=True)
                assert submitted(url).status_code == 200
            ended, _ = stop(process, signal.SIGTERM)
            assert ended.code == 0
            assert "service" not in ended.err


def said(process: subprocess.Popen[bytes]) -> tuple[str, str]:
    """The next thing that it says of a service, not of a request."""
    assert process.stderr is not None
    told = next(told for told in map(json.loads, process.stderr) if "service" in told)
    return told["event"], told["service"]


@pytest.mark.parametrize("service", ["broker", "store"])
def test_a_gateway_reports_a_wrong_service_password_at_once(services: Distributed, service: str) -> None:
    wrong = {
        "broker": {"TOWOW_BROKER_URL": services.broker.replace("guest:guest@", "guest:secret@")},
        "store": {"TOWOW_STORE_URL": services.store.replace("redis://", "redis://nobody:secret@")},
    }
    told = services.run("gateway", "--port", "0", **wrong[service])
    assert told.code == 2
    assert service in told.err
    assert "secret" not in told.err


def test_anonymous_access_needs_an_explicit_setting(uninitialized: Distributed) -> None:
    told = uninitialized.run("gateway", "--host", "0.0.0.0", "--port", "0")
    assert (told.code, told.out) == (2, "")
    assert "TOWOW_API_KEYS" in told.err
    assert "TOWOW_OPEN=1" in told.err
    broken = uninitialized.run("gateway", "--port", "0", TOWOW_API_KEYS="secret-of-alice:user_alice")
    assert (broken.code, broken.out) == (2, "")
    assert "entry 1" in broken.err
    assert "secret-of-alice" not in broken.err


ROOT = {"Authorization": "Bearer key-of-root"}
STRANGERS = [({"TOWOW_OPEN": "1"}, 403, 401), ({"TOWOW_API_KEYS": KEYS}, 401, 200)]


@pytest.mark.parametrize(("given", "status", "with_key"), STRANGERS, ids=["open", "keys"])
def test_an_anonymous_client_never_administers(
    uninitialized: Distributed, given: dict[str, str], status: int, with_key: int
) -> None:
    with gateway(uninitialized, "--host", "0.0.0.0", "--port", "0", **given) as (_, url):
        assert httpx2.get(f"{url}/api/v1/admin/breaker").status_code == status
        assert httpx2.get(f"{url}/api/v1/admin/breaker", headers=ROOT).status_code == with_key


def test_a_local_client_may_administer(uninitialized: Distributed) -> None:
    with gateway(uninitialized) as (_, url):
        assert httpx2.get(f"{url}/api/v1/admin/breaker").status_code == 200
    with gateway(uninitialized, TOWOW_OPEN="1") as (_, url):  # perhaps a proxy lets strangers in
        assert httpx2.get(f"{url}/api/v1/admin/breaker").status_code == 403


def test_an_occupied_gateway_port_is_reported_with_a_hint(uninitialized: Distributed) -> None:
    with gateway(uninitialized) as (_, url):
        told = uninitialized.run("gateway", "--port", url.rpartition(":")[2])
    assert (told.code, told.out) == (2, "")
    assert "is in use" in told.err
    assert "--port 0" in told.err


def test_watch_resumes_after_a_gateway_restart(running_workers: Distributed) -> None:
    port = str(free_port())
    with running_workers.working("all", TOWOW_SIMULATED_LATENCY_MS="200"):
        with gateway(running_workers, "--port", port) as (first, url):
            watching = running_workers.start("submit", DEMAND, "--watch", "--json", "--gateway", url, "--wait", "20")
            assert watching.stdout is not None
            seen = [watching.stdout.readline() for _ in range(3)]
            stop(first, signal.SIGKILL)
        wait_for(watching, b"http://127.0.0.1:")  # it says that it is trying
        with gateway(running_workers, "--port", port) as (_, url):
            rest = watching.stdout.read()
            close(watching)
            joined = b"".join([*seen, rest])
            demand_id = json.loads(seen[0])["payload"]["demand_id"]
            whole = running_workers.inside("watch", demand_id, "--json").out.encode()
    assert watching.returncode == 0
    assert joined == whole


def test_a_submission_with_a_lost_response_is_made_once(running_workers: Distributed) -> None:
    asyncio.run(_through_a_line_that_loses_answers(running_workers))


async def _through_a_line_that_loses_answers(running_workers: Distributed) -> None:
    process = running_workers.start("gateway", "--port", "0")
    try:
        url = (await asyncio.to_thread(wait_for_result, process, b"ready ")).split()[1].decode()
        before = await asyncio.to_thread(demands, url)
        async with TcpProxy(url) as line:
            line.withhold(1)
            submitting = running_workers.start("submit", DEMAND, "--json", "--gateway", line.url, "--wait", "20")
            await asyncio.to_thread(wait_for, submitting, line.url.rstrip("/").encode())
            assert line.withheld >= 1
            line.withhold(0)
            out, _ = await asyncio.to_thread(submitting.communicate, timeout=PATIENCE)
        assert submitting.returncode == 0
        after = await asyncio.to_thread(demands, url)
        assert after - before == {json.loads(out)["demand_id"]}
    finally:
        process.kill()
        close(process)


def demands(url: str) -> set[str]:
    items: list[dict[str, Any]] = httpx2.get(f"{url}/api/v1/demands?limit=200", timeout=PATIENCE).json()["items"]
    return {item["demand_id"] for item in items}


def test_the_gateway_reports_the_same_facts_as_doctor(running_workers: Distributed) -> None:
    with gateway(running_workers) as (_, url):
        report = httpx2.get(f"{url}/api/v1/admin/system", timeout=PATIENCE).json()
    (told,) = running_workers.inside("doctor", "--json").rows
    names = [check["name"] for check in report["checks"]]
    assert names == ["broker", "store", "registry", "workers", "breaker"]
    of_doctor = [check for check in told["checks"] if check["name"] in names]
    assert [steady(check) for check in report["checks"]] == [steady(check) for check in of_doctor]
    assert {role["role"]: role["workers"] for role in report["roles"] if "workers" in role} == dict.fromkeys(QUEUES, 1)
    assert (report["mode"], report["memory"]["used_bytes"] > 100_000) == ("distributed", True)


def steady(check: dict[str, Any]) -> dict[str, Any]:
    """A check without the figures that change from one moment to the next: latency, memory, entries to be sent."""
    unsteady = r"\d+ ms|memory [\d.]+( of [\d.]+)? MiB( \(\d+%\))?|to be sent: [^;]+"
    return {**check, "detail": re.sub(unsteady, "…", check["detail"])}


def test_watch_restarts_with_new_ids_after_a_restore(running_workers: Distributed) -> None:
    demand_id = running_workers.inside("submit", DEMAND, "--json").rows[0]["demand_id"]
    with gateway(running_workers) as (_, url):
        whole = running_workers.run("watch", demand_id, "--json", "--gateway", url).out
        told = running_workers.run("doctor", "--restored", "--json")
        (report,) = told.rows
        (epoch,) = (check for check in report["checks"] if check["name"] == "epoch")
        assert epoch["ok"] is True, epoch
        now = asyncio.run(_epoch(running_workers))
        assert now in epoch["detail"]
        end = monotonic() + PATIENCE
        while not _first_id(url, demand_id).startswith(f"{now}-"):
            assert monotonic() < end
        # Who watches anew has the same events under their new ids.
        assert running_workers.run("watch", demand_id, "--json", "--gateway", url).out == whole
        assert running_workers.run("watch", demand_id, "--json", "--after", "5", "--gateway", url).out == "".join(
            whole.splitlines(keepends=True)[5:]
        )


async def _epoch(towow: Distributed) -> str:
    store = await connect(towow.store, towow.topology.namespace)
    try:
        return await read_epoch(store)
    finally:
        await store.close()


def _first_id(url: str, demand_id: str) -> str:
    """The id of the first frame that a new reader gets."""
    with httpx2.stream("GET", f"{url}/api/v1/events/negotiations/{demand_id}/stream", timeout=PATIENCE) as stream:
        return next(event.id for event in httpx2.EventSource(stream) if event.data)
