"""What does a stream look like on the wire, where does it go on, whom is it kept from, and when does it end?"""

import asyncio
import json
import socket
from collections.abc import AsyncGenerator, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from errno import ECONNRESET
from time import monotonic
from typing import Any
from urllib.parse import urlsplit

import pytest

from gateway.streaming import log_tails, subscriber
from gateway.streaming.epoch import read_epoch, renew_epoch
from gateway.streaming.log_tails import EPOCH_POLL_INTERVAL_S
from shared.core.usage import NO_USAGE
from shared.runtime.system_clock import SystemClock
from shared.transport.memory.broker import MemoryTransport
from tests.e2e.stream_client import id_of, is_last, open_stream, stream_path, type_of
from tests.support.async_tests import OpenedInTest, options_of
from tests.support.committed_log import CommittedLog
from tests.support.faulty_store import no_faults
from tests.support.gateway_harness import ALICE, API, BOB, KEYS, ROOT, GatewayHarness, gateway_harness


async def becomes(true: Callable[[], bool]) -> None:
    """Return once it is so; the story's own limit bounds it."""
    while True:
        if true():
            return
        await asyncio.sleep(0.01)


class Watched(GatewayHarness):
    """A gateway on a port, and a log that a test writes."""

    @property
    def url(self) -> str:
        return str(self.http.base_url)

    def log_of(self, demand_id: str = "d-stream", owner: str | None = None) -> CommittedLog:
        return CommittedLog(self.system.store, MemoryTransport(self.system.broker), demand_id, owner)

    @property
    def clients(self) -> float:
        return self.context.metrics.read_value("towow_sse_clients")

    async def until_clients(self, amount: int) -> None:
        await becomes(lambda: self.clients == amount)


@asynccontextmanager
async def watched(**options: Any) -> AsyncGenerator[Watched]:
    async with gateway_harness(SystemClock(), sockets=True, **options) as found:
        yield Watched(found.system, found.context, found.http)


@pytest.fixture
def gateway(request: pytest.FixtureRequest) -> OpenedInTest:
    """Start a gateway; `@pytest.mark.gateway(...)`: arguments of gateway_harness."""
    return OpenedInTest(lambda _: watched(**options_of(request, "gateway")))


async def test_a_stream_delivers_a_negotiation_from_first_to_last_event(gateway: Watched) -> None:
    demand_id = (await gateway.submit())["demand_id"]
    async with open_stream(gateway.url, stream_path(demand_id)) as stream:
        assert await stream.block() == b"retry: 3000\n\n"
        frames = await stream.frames()
    assert [id_of(frame) for frame in frames] == [str(number) for number in range(1, len(frames) + 1)]
    assert type_of(frames[0]) == "towow.demand.submitted"
    assert is_last(frames[-1])
    page = (await gateway.get(f"/demands/{demand_id}/events")).json()["events"]
    for event, frame in zip(page, frames, strict=True):
        data = json.loads(frame.split(b"\n")[2].removeprefix(b"data: "))
        assert list(data) == ["event_id", "event_type", "timestamp", "payload"]
        assert {"seq": int(id_of(frame)), **data} == event
    await gateway.until_clients(0)


async def test_a_stream_response_has_the_documented_headers(gateway: Watched) -> None:
    await gateway.log_of().write()
    async with open_stream(gateway.url, stream_path("d-stream")) as stream:
        assert stream.status == 200
        said = {name: stream.headers[name] for name in ("content-type", "cache-control", "connection")}
        assert said == {"content-type": "text/event-stream", "cache-control": "no-cache", "connection": "keep-alive"}
        assert stream.headers["x-accel-buffering"] == "no"
        assert "content-encoding" not in stream.headers
    async with open_stream(gateway.url, stream_path("d-stream"), method="HEAD") as head:
        assert (head.status, head.headers["content-type"]) == (200, "text/event-stream")
    await gateway.until_clients(0)


async def test_a_stream_resumes_from_its_cursor_and_the_header_overrides_the_query(gateway: Watched) -> None:
    log = gateway.log_of()
    await log.write(5)
    frames = await log.frames()
    for after, cursor, first in ((None, "2", 3), ("3", None, 4), ("4", "1", 2), ("4", "nonsense", 1)):
        async with open_stream(gateway.url, stream_path("d-stream", after), cursor=cursor) as stream:
            assert await stream.frame() == frames[first - 1]


async def test_a_stream_with_a_cursor_beyond_the_log_waits(gateway: Watched) -> None:
    log = gateway.log_of()
    await log.write(2)
    async with open_stream(gateway.url, stream_path("d-stream"), cursor="4") as stream:
        assert stream.status == 200
        assert await stream.block() == b"retry: 3000\n\n"
        await log.write(2)
        with pytest.raises(TimeoutError):
            await stream.block(0.3)
        await log.write()
        assert await stream.frame() == (await log.frames())[4]


async def test_a_closed_demand_is_streamed_once_and_resuming_returns_204(gateway: Watched) -> None:
    log = gateway.log_of()
    await log.write(3)
    await log.close()
    async with open_stream(gateway.url, stream_path("d-stream")) as stream:
        frames = await stream.frames()
    assert frames == await log.frames()
    for method in ("GET", "HEAD"):
        async with open_stream(gateway.url, stream_path("d-stream"), cursor=id_of(frames[-1]), method=method) as over:
            assert over.status == 204
    async with open_stream(gateway.url, stream_path("d-stream"), cursor=id_of(frames[-2])) as stream:
        assert await stream.frames() == frames[-1:]
    async with open_stream(gateway.url, stream_path("d-stream"), cursor="999999") as stream:
        assert stream.status == 200
    assert gateway.system.broker.subscriptions == 0


@pytest.mark.parametrize("demand_id", ["d-nobody", "d-", "%23", "x", "d-a%0d%0aevent:"])
async def test_a_stream_of_an_unknown_demand_is_refused_as_json(demand_id: str) -> None:
    async with (
        watched() as gateway,
        open_stream(gateway.url, stream_path(demand_id), headers={"Accept-Language": "zh"}) as stream,
    ):
        assert stream.status == 404
        assert json.loads(await stream.body())["error_code"] == "E002"
        assert gateway.clients == 0


@pytest.mark.gateway(keys=KEYS)
async def test_a_private_stream_checks_its_user_at_each_connection(gateway: Watched) -> None:
    log = gateway.log_of(owner="user_alice")
    await log.write(3)
    for who, status in ((ALICE, 200), (ROOT, 200), (BOB, 404), ({}, 404)):
        for cursor in (None, "2"):
            async with open_stream(gateway.url, stream_path("d-stream"), headers=who, cursor=cursor) as stream:
                assert stream.status == status
    async with open_stream(gateway.url, stream_path("d-stream"), headers=ALICE) as stream:
        assert await stream.frames(3) == await log.frames()
        await log.write()  # its hint comes by the private exchange
        assert await stream.frame(2.0) == (await log.frames())[3]


@pytest.mark.gateway(keys=KEYS)
async def test_the_stream_of_a_private_demand_ends_with_the_session(
    monkeypatch: pytest.MonkeyPatch, gateway: Watched
) -> None:
    monkeypatch.setattr("gateway.auth.session_cookies.SESSION_LIFETIME_S", 3)
    await gateway.log_of(owner="user_alice").write()
    answer = await gateway.post("/session", {"key": KEYS.split(":", maxsplit=1)[0]})
    cookie = {"Cookie": answer.headers["set-cookie"].partition(";")[0]}
    async with open_stream(gateway.url, stream_path("d-stream"), headers=cookie) as stream:
        begun = monotonic()
        assert await stream.frame()
        assert await stream.frame() == b""
        assert monotonic() - begun < 5


async def test_the_number_of_streams_of_a_user_is_limited() -> None:
    async with watched(keys=KEYS, max_streams_per_user=2) as gateway, AsyncExitStack() as held:
        await gateway.log_of().write()
        path = stream_path("d-stream")
        first = AsyncExitStack()
        await first.enter_async_context(open_stream(gateway.url, path, headers=ALICE))
        await held.enter_async_context(open_stream(gateway.url, path, headers=ALICE))
        async with open_stream(gateway.url, path, headers=ALICE) as third:
            assert (third.status, json.loads(await third.body())["error_code"]) == (429, "E017")
            assert int(third.headers["retry-after"]) > 0
        for who in (BOB, {}, {}, {}):
            assert (await held.enter_async_context(open_stream(gateway.url, path, headers=who))).status == 200
        await first.aclose()
        await gateway.until_clients(5)
        assert (await held.enter_async_context(open_stream(gateway.url, path, headers=ALICE))).status == 200


async def test_a_stopping_gateway_ends_streams_between_frames(gateway: Watched) -> None:
    log = gateway.log_of()
    await log.write(3)
    async with open_stream(gateway.url, stream_path("d-stream")) as stream:
        assert await stream.frames(3) == await log.frames()
        gateway.context.shutdown.set()
        assert await stream.frame(2.0) == b""  # the end of a whole answer, not a cut line
    await gateway.until_clients(0)
    assert gateway.system.broker.subscriptions == 0


async def test_a_late_second_subscriber_gets_the_whole_log(gateway: Watched) -> None:
    log = gateway.log_of()
    await log.write(3)
    async with open_stream(gateway.url, stream_path("d-stream")) as first:
        early = await first.frames(3)
        await log.write(400)
        async with open_stream(gateway.url, stream_path("d-stream")) as second:
            assert gateway.system.broker.subscriptions == 1
            await log.close()
            late = await second.frames()
            early += await first.frames()
    assert early == late == await log.frames()


async def test_a_log_tail_stays_subscribed_until_its_idle_timeout(
    monkeypatch: pytest.MonkeyPatch, gateway: Watched
) -> None:
    monkeypatch.setattr(log_tails, "IDLE_TIMEOUT_S", 0.3)
    log, broker = gateway.log_of(), gateway.system.broker
    await log.write()
    assert broker.subscriptions == 0
    async with open_stream(gateway.url, stream_path("d-stream")) as stream:
        await stream.frame()
        assert broker.subscriptions == 1
    await gateway.until_clients(0)
    assert broker.subscriptions == 1
    await becomes(lambda: broker.subscriptions == 0)
    async with open_stream(gateway.url, stream_path("d-stream"), cursor="1") as stream:
        await stream.block()
        await log.write()
        assert id_of(await stream.frame()) == "2"


async def test_a_stream_restarts_with_a_reset_event_after_a_restore(gateway: Watched) -> None:
    log = gateway.log_of()
    await log.write(3)
    async with open_stream(gateway.url, stream_path("d-stream")) as open_one:
        assert [id_of(frame) for frame in await open_one.frames(3)] == ["1", "2", "3"]
        epoch = await renew_epoch(gateway.system.store)
        assert await open_one.frame(EPOCH_POLL_INTERVAL_S + 1) == b""  # it comes back with a cursor of before
    assert await read_epoch(gateway.system.store) == epoch
    async with open_stream(gateway.url, stream_path("d-stream"), cursor="3") as stream:
        told = await stream.frame()
        assert (type_of(told), id_of(told)) == ("towow.stream.reset", f"{epoch}-0")
        assert await stream.frames(3) == await log.frames(epoch)
    for cursor, first in ((f"{epoch}-0", 1), (f"{epoch}-2", 3)):
        async with open_stream(gateway.url, stream_path("d-stream"), cursor=cursor) as stream:
            assert id_of(await stream.frame()) == f"{epoch}-{first}"
    assert int(await renew_epoch(gateway.system.store)) > int(epoch)


@pytest.mark.parametrize(
    ("keeps_on", "behind"), [(False, ""), (True, ""), (True, "GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n")]
)
async def test_a_stalled_reader_is_disconnected_and_delays_no_other(keeps_on: bool, behind: str) -> None:
    """Also one that has sent a further request, which waits behind the stream."""
    timeout = 2.0

    def connected(url: str, asked: str) -> socket.socket:
        place = urlsplit(url)
        line = socket.socket()
        line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        line.connect((place.hostname, place.port))
        line.sendall(asked.encode())
        return line

    async with watched(stream_send_timeout=timeout) as gateway:
        log = gateway.log_of()
        await log.write(1000, size=5000)
        if not keeps_on:
            await log.close()
        expected = await log.frames()
        assert sum(map(len, expected)) > 5_000_000
        stalled = connected(gateway.url, f"GET {stream_path('d-stream')} HTTP/1.1\r\nHost: x\r\n\r\n{behind}")
        begun = monotonic()
        await gateway.until_clients(1)
        async with open_stream(gateway.url, stream_path("d-stream")) as other:
            frames = await other.frames(len(expected))
            assert monotonic() - begun < timeout
        assert frames == expected
        await gateway.until_clients(0)
        assert monotonic() - begun < 2 * timeout
        with stalled:
            assert stalled.getsockopt(socket.SOL_SOCKET, socket.SO_ERROR) == ECONNRESET  # what waited is thrown away
        assert not [line for line in gateway.system.lines.getvalue().splitlines() if '"error"' in line]


async def test_a_stream_stays_open_during_a_store_outage_and_catches_up(monkeypatch: pytest.MonkeyPatch) -> None:
    away = no_faults()
    monkeypatch.setattr(subscriber, "PING_INTERVAL_S", 0.4)
    async with watched(faults=away) as gateway:
        log = gateway.log_of()
        await log.write(2)
        async with open_stream(gateway.url, stream_path("d-stream")) as stream:
            frames = await stream.frames(2)
            away.active = True
            await log.write(3, hint=False)
            assert await stream.block() == b": ping\n\n"
            async with open_stream(gateway.url, stream_path("d-stream")) as other:
                assert (other.status, json.loads(await other.body())["error_code"]) == (503, "E018")
            away.active = False
            await log.close()
            frames += await stream.frames()
        assert frames == await log.frames()


async def test_a_stream_over_another_asgi_server_has_the_same_bytes() -> None:
    async with gateway_harness(SystemClock()) as gateway:
        log = CommittedLog(gateway.system.store, MemoryTransport(gateway.system.broker))
        await log.write(40, size=3000)
        await log.close()
        answer = await gateway.get("/events/negotiations/d-stream/stream", after=7)
        assert answer.content == b"retry: 3000\n\n" + b"".join((await log.frames())[7:])
        assert answer.headers["content-type"] == "text/event-stream"


async def test_the_stream_route_is_documented_and_refuses_other_methods() -> None:
    async with gateway_harness(SystemClock()) as gateway:
        document = (await gateway.get("//openapi.json")).json()
        described = document["paths"][API + "/events/negotiations/{demand_id}/stream"]
        assert set(described) == {"get"}
        assert {"200", "204", "404", "429", "503"} <= set(described["get"]["responses"])
        names = {parameter["name"] for parameter in described["get"]["parameters"]}
        assert names == {"demand_id", "after", "Last-Event-ID"}
        refused = await gateway.post("/events/negotiations/d-stream/stream")
        assert (refused.status_code, refused.json()["error_code"]) == (405, "E020")
        assert {"GET", "HEAD"} <= set(refused.headers["allow"].split(", "))


async def test_the_frames_contain_the_spending_of_the_log(gateway: Watched) -> None:
    log = gateway.log_of()
    await log.write()
    async with open_stream(gateway.url, stream_path("d-stream")) as stream:
        data = json.loads((await stream.frame()).split(b"\n")[2].removeprefix(b"data: "))
    assert data["payload"]["spent"]["calls"] == NO_USAGE.calls
