"""Does a stream go on where it stopped on another gateway process, whatever happens to gateway, broker and hints?"""

import asyncio
import socket
import subprocess
from collections.abc import AsyncGenerator, Awaitable, Callable, Generator, Sequence
from contextlib import ExitStack, asynccontextmanager, contextmanager
from pathlib import Path
from time import monotonic
from urllib.parse import urlsplit

import httpx2
import pytest

from gateway.streaming.log_tail import DEGRADED_POLL_INTERVAL_S, POLL_INTERVAL_S
from shared.store.redis.connect import connect as connect_store
from shared.transport.rabbitmq.transport import connect as connect_broker
from tests.e2e.distributed import Distributed, distributed
from tests.e2e.stream_client import id_of, is_last, open_stream, stream_path, type_of
from tests.services.rabbitmq import PrivateRabbit, private_rabbit
from tests.support.cli_runner import DEMAND, close, wait_for_result
from tests.support.committed_log import CommittedLog

pytestmark = pytest.mark.requires("services")

SUBNETS = Path("examples/scenarios/subnet-closes-a-gap.yaml").resolve()
LIMIT = 60
SLACK = 2.0
"""Seconds that a busy machine may take besides."""


def run(story: Callable[[], Awaitable[None]]) -> None:
    asyncio.run(asyncio.wait_for(story(), LIMIT))


class Gateway:
    """A gateway process."""

    def __init__(self, process: "subprocess.Popen[bytes]", url: str) -> None:
        self.process = process
        self.url = url

    def submit(self) -> str:
        body = {"raw_input": DEMAND, "user_id": "user_alice"}
        answer = httpx2.post(f"{self.url}/api/v1/demand/submit?wait_s=0", json=body, timeout=LIMIT)
        assert answer.status_code == 200, answer.text
        return answer.json()["demand_id"]


@contextmanager
def gateway(towow: Distributed) -> Generator[Gateway]:
    process = towow.start("gateway", "--port", "0")
    try:
        yield Gateway(process, wait_for_result(process, b"ready ").split()[1].decode())
    finally:
        process.kill()
        close(process)


@contextmanager
def two(towow: Distributed) -> Generator[Sequence[Gateway]]:
    with gateway(towow) as first, gateway(towow) as second:
        yield first, second


@pytest.fixture(scope="module")
def prepared() -> Generator[Distributed]:
    with distributed() as towow:
        assert towow.inside("init").code == 0
        yield towow


@pytest.fixture(scope="module")
def gateways(prepared: Distributed) -> Generator[Sequence[Gateway]]:
    with two(prepared) as both:
        yield both


@asynccontextmanager
async def written(towow: Distributed, demand_id: str) -> AsyncGenerator[CommittedLog]:
    """A log over the real store and broker that the test writes."""
    store = await connect_store(towow.store, towow.topology.namespace)
    broker = await connect_broker(towow.broker, towow.topology)
    try:
        yield CommittedLog(store, broker, demand_id)
    finally:
        await broker.close()
        await store.close()


async def joined(gateways: Sequence[Gateway], demand_id: str) -> list[bytes]:
    """The frames of a reader whose line is cut after every single event, and who comes back to the other gateway."""
    found: list[bytes] = []
    while not (found and is_last(found[-1])):
        cursor = id_of(found[-1]) if found else None
        async with open_stream(gateways[len(found) % 2].url, stream_path(demand_id), cursor=cursor) as stream:
            found.append(await stream.frame())
    return found


async def whole(gateway: Gateway, demand_id: str) -> list[bytes]:
    """The frames of a reader whom nothing interrupts."""
    async with open_stream(gateway.url, stream_path(demand_id)) as stream:
        return await stream.frames()


def test_a_stream_resumed_on_another_gateway_after_every_event_misses_and_repeats_none(
    prepared: Distributed, gateways: Sequence[Gateway]
) -> None:
    answers = {"TOWOW_LLM": f"scenario:{SUBNETS}", "TOWOW_SIMULATED_LATENCY_MS": "0"}

    async def story() -> None:
        demand_id = await asyncio.to_thread(gateways[0].submit)
        followed = [whole(gateway, demand_id) for gateway in gateways]
        first, second, cut = await asyncio.gather(*followed, joined(gateways, demand_id))
        assert first == second == cut
        assert [id_of(frame) for frame in cut] == [str(number) for number in range(1, len(cut) + 1)]
        assert {"towow.subnet.triggered", "towow.subnet.completed"} <= {type_of(frame) for frame in cut}
        assert await joined(gateways, demand_id) == cut  # and again, long after
        async with open_stream(gateways[1].url, stream_path(demand_id), cursor=id_of(cut[-1])) as over:
            assert over.status == 204

    with prepared.working("all", **answers):
        run(story)


def test_a_stream_resumes_on_another_gateway_after_a_kill(prepared: Distributed) -> None:
    async def story(gateways: Sequence[Gateway]) -> None:
        async with written(prepared, "d-killed") as log:
            await log.write(3, size=2000)
            async with open_stream(gateways[0].url, stream_path("d-killed")) as stream:
                found = await stream.frames(3)
                gateways[0].process.kill()
                with pytest.raises((asyncio.IncompleteReadError, ConnectionResetError)):
                    await stream.frame()
            await log.write(3)
            async with open_stream(gateways[1].url, stream_path("d-killed"), cursor=id_of(found[-1])) as stream:
                await log.close()
                found += await stream.frames()
            assert found == await log.frames()

    with two(prepared) as both:
        run(lambda: story(both))


def test_a_terminated_gateway_process_ends_its_streams_and_exits_with_0(prepared: Distributed) -> None:
    async def story(one: Gateway) -> None:
        async with written(prepared, "d-stopped") as log:
            await log.write(400, size=5000)
            place = urlsplit(one.url)
            with socket.create_connection((place.hostname, place.port)) as stalled:  # who takes nothing holds nobody up
                stalled.sendall(f"GET {stream_path('d-stopped')} HTTP/1.1\r\nHost: x\r\n\r\n".encode())
                async with open_stream(one.url, stream_path("d-stopped")) as stream:
                    assert await stream.frames(400) == await log.frames()
                    begun = monotonic()
                    one.process.terminate()
                    assert await stream.frame() == b""
                    assert monotonic() - begun < SLACK
                code = await asyncio.to_thread(one.process.wait, LIMIT)
        assert one.process.stderr is not None
        said = one.process.stderr.read()
        assert (code, b"Traceback" in said) == (0, False), said

    with gateway(prepared) as one:
        run(lambda: story(one))


async def test_a_gateway_process_finds_an_event_whose_hint_was_lost(
    prepared: Distributed, gateways: Sequence[Gateway]
) -> None:
    async with (
        written(prepared, "d-hintless") as log,
        open_stream(gateways[0].url, stream_path("d-hintless-not-there")) as unknown,
    ):
        assert unknown.status == 404
        await log.write()
        async with open_stream(gateways[0].url, stream_path("d-hintless")) as stream:
            found = [await stream.frame()]
            await log.write()  # by a hint, or by the first read
            found.append(await stream.frame())
            begun = monotonic()
            await log.close(hint=False)
            found += await stream.frames()
            assert monotonic() - begun < POLL_INTERVAL_S + SLACK
        assert found == await log.frames()


def test_a_stream_continues_during_a_broker_outage_without_duplicates() -> None:
    async def story(towow: Distributed, one: Gateway, rabbit: PrivateRabbit) -> None:
        async with written(towow, "d-brokerless") as log:
            await log.write(2)
            async with open_stream(one.url, stream_path("d-brokerless")) as stream:
                found = await stream.frames(2)
                await asyncio.to_thread(rabbit.stop)
                await until_broker(one, up=False)
                for _ in range(3):
                    begun = monotonic()
                    await log.write(hint=False)
                    found.append(await stream.frame())
                    assert monotonic() - begun < DEGRADED_POLL_INTERVAL_S + SLACK
                await asyncio.to_thread(rabbit.start)
                await until_broker(one, up=True)
                log.transport = broker = await connect_broker(towow.broker, towow.topology)
                await log.write(20)
                await log.close()
                found += await stream.frames()
                await broker.close()
            assert found == await log.frames()

    with ExitStack() as held:
        rabbit = held.enter_context(private_rabbit())
        towow = held.enter_context(distributed(broker=rabbit.url))
        assert towow.inside("init").code == 0
        one = held.enter_context(gateway(towow))
        run(lambda: story(towow, one, rabbit))


async def until_broker(one: Gateway, *, up: bool) -> None:
    """Return once the gateway knows."""
    async with httpx2.AsyncClient(base_url=one.url, timeout=LIMIT) as http:
        while True:
            checks = {check["name"]: check["ok"] for check in (await http.get("/readyz")).json()["checks"]}
            if checks["broker"] is up:
                return
            await asyncio.sleep(0.05)
