"""The stream that a start answers with, over real sockets: it leaves with its client, the session does not."""

import asyncio
import json
from typing import Any

import httpx2
import pytest

from shared.core.clock import Clock
from tests.support.gateway_harness import GatewayHarness, gateway_harness
from tests.support.session_events import SessionLogWriter
from tests.support.session_gateway import start_body

pytestmark = pytest.mark.sockets
API = "/api/v1/deliberations"


async def first_event(response: httpx2.Response) -> dict[str, Any]:
    """The first object of a stream."""
    async for line in response.aiter_lines():
        if line.startswith("data: "):
            return json.loads(line.removeprefix("data: "))
    raise AssertionError("the stream ended without an event")


def open_streams(running: GatewayHarness) -> int:
    """The number that the metrics report."""
    return int(running.context.metrics.read_value("towow_sse_clients"))


async def until_no_stream_is_open(running: GatewayHarness) -> None:
    """Wait for at most ten seconds."""
    for _ in range(1000):
        if not open_streams(running):
            return
        await asyncio.sleep(0.01)
    raise AssertionError("a stream outlived its client")


async def test_a_client_that_closes_its_connection_leaves_the_session_running(clock: Clock) -> None:
    async with gateway_harness(clock, sockets=True) as running:
        async with running.http.stream("POST", API, json=start_body()) as response:
            assert response.status_code == 200
            session_id = response.headers["x-session-id"]
            assert (await first_event(response))["session_id"] == session_id
            assert open_streams(running) == 1
        await until_no_stream_is_open(running)
        log = SessionLogWriter(running.system.store, running.context.transport, session_id)
        assert not [row for row in running.system.lines.getvalue().splitlines() if '"request_failed"' in row]
        async with running.http.stream("GET", f"{API}/{session_id}/stream", headers={"last-event-id": "1"}) as again:
            await log.append(log.plan())
            found = await first_event(again)
        assert found["seq"] >= 2


async def test_a_head_and_options_of_the_routes(clock: Clock) -> None:
    async with gateway_harness(clock, sockets=True) as running:
        options = await running.http.options(API)
        assert (options.status_code, options.headers["allow"]) == (204, "GET, HEAD, POST, OPTIONS")
        wrong = await running.http.delete(API)
        assert (wrong.status_code, wrong.json()["error_code"]) == (405, "E020")
