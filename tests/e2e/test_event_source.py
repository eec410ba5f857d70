"""How does a browser's EventSource fare: with a negotiation as it runs, with a gateway that leaves, with what is over?"""

import asyncio
import json
import threading
from collections.abc import Generator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from typing import Any

import pytest
from playwright.sync_api import Page

from shared.runtime.system_clock import SystemClock
from shared.transport.memory.broker import MemoryTransport
from tests.e2e.stream_client import id_of, type_of
from tests.support.committed_log import CommittedLog
from tests.support.gateway_harness import GatewayHarness, gateway_harness

pytestmark = pytest.mark.requires("browser")

LISTEN = """([url, types]) => {
    window.told = [];
    window.states = [];
    window.source = new EventSource(url);
    for (const type of types)
        source.addEventListener(type, event => told.push([event.lastEventId, type, event.data]));
    source.onopen = () => states.push("open");
    source.onerror = () => states.push(source.readyState === EventSource.CLOSED ? "closed" : "lost");
}"""
RECONNECTING = 3.0
"""Seconds that the stream tells an EventSource to wait."""


@dataclass
class Asked:
    """What the browser asked for: each request's Last-Event-ID, and the status of its answer."""

    cursors: list[str | None] = field(default_factory=list[str | None])
    statuses: list[int] = field(default_factory=list[int])


@dataclass
class Running:
    """A gateway in a thread of its own, for a browser that is driven from this one."""

    gateway: GatewayHarness
    log: CommittedLog
    loop: asyncio.AbstractEventLoop

    @property
    def url(self) -> str:
        return str(self.gateway.http.base_url).rstrip("/")

    def do(self, work: Any) -> Any:
        return asyncio.run_coroutine_threadsafe(work, self.loop).result(30)


@contextmanager
def running() -> Generator[Running]:
    loop = asyncio.new_event_loop()
    thread = threading.Thread(target=loop.run_forever)
    thread.start()
    with ExitStack() as held:
        held.callback(loop.close)
        held.callback(thread.join)
        held.callback(loop.call_soon_threadsafe, loop.stop)
        coming = gateway_harness(SystemClock(), sockets=True)
        found = asyncio.run_coroutine_threadsafe(coming.__aenter__(), loop).result(30)
        held.callback(lambda: asyncio.run_coroutine_threadsafe(coming.__aexit__(None, None, None), loop).result(30))
        log = CommittedLog(found.system.store, MemoryTransport(found.system.broker))
        yield Running(found, log, loop)


@pytest.fixture
def page(browser: Any) -> Generator[Page]:
    opened = browser.new_page(bypass_csp=True)  # for what the test itself asks the page
    yield opened
    opened.close()


def follow(page: Page, system: Running, types: set[str]) -> Asked:
    """A page of the gateway's own listens to the log's stream from now on."""
    asked = Asked()

    def note(response: Any) -> None:
        if "/stream" in response.url:
            asked.cursors.append(response.request.all_headers().get("last-event-id"))
            asked.statuses.append(response.status)

    page.on("response", note)
    page.goto(f"{system.url}/healthz")
    page.evaluate(LISTEN, [f"/api/v1/events/negotiations/{system.log.demand_id}/stream", sorted(types)])
    return asked


def check(page: Page, frames: list[bytes]) -> None:
    """The page was told exactly this."""
    told = page.evaluate("told")
    assert [row[:2] for row in told] == [[id_of(frame), type_of(frame)] for frame in frames]
    for (_, _, data), frame in zip(told, frames, strict=True):
        assert f"data: {data}\n\n".encode() in frame
        assert json.loads(data)["event_type"]


def test_an_event_source_ends_with_its_demand_and_does_not_reconnect(page: Page) -> None:
    with running() as system:
        system.do(system.log.write(5))
        system.do(system.log.close())
        frames = system.do(system.log.frames())
        asked = follow(page, system, {type_of(frame) for frame in frames})
        page.wait_for_function("states.at(-1) === 'closed'", timeout=15_000)
        check(page, frames)
        assert asked.statuses == [200, 204]  # the stream, and the answer that it is over
        assert asked.cursors == [None, id_of(frames[-1])]
        page.wait_for_timeout(2 * RECONNECTING * 1000)  # in which it would
        assert page.evaluate("states") == ["open", "lost", "closed"]
        assert asked.statuses == [200, 204]
        check(page, frames)


def test_an_event_source_resumes_after_a_cut_stream(page: Page) -> None:
    with running() as system:
        system.do(system.log.write(3))
        first = system.do(system.log.frames())
        asked = follow(page, system, {type_of(first[0]), "towow.demand.closed"})
        page.wait_for_function("told.length === 3", timeout=15_000)
        context = system.gateway.context
        system.loop.call_soon_threadsafe(context.shutdown.set)
        page.wait_for_function("states.includes('lost')", timeout=15_000)
        system.do(system.log.write(2))
        system.loop.call_soon_threadsafe(context.shutdown.clear)
        page.wait_for_function("told.length === 5", timeout=15_000)
        system.do(system.log.close())
        page.wait_for_function("states.at(-1) === 'closed'", timeout=15_000)
        check(page, system.do(system.log.frames()))
        assert asked.cursors == [None, "3", "6"]
        assert asked.statuses == [200, 200, 204]
