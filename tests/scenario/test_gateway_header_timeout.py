"""How long may a client take over the head of a request? Over real sockets (FAULTS § 4 T13)."""

import asyncio
import json
import time

import pytest

from shared.llm.rule_based_model import RuleBasedModel
from tests.scenario.test_gateway_raw_http import BODY, JSON, request
from tests.support.embedded_system import ANSWERS
from tests.support.gateway_harness import GatewayHarness

pytestmark = pytest.mark.sockets


async def until_cut(running: GatewayHarness, *parts: bytes, pause: float = 0.0) -> float:
    """Send these bytes, then nothing; return the seconds until the gateway ends the line, connecting included."""
    began = time.monotonic()  # before the gateway, whose timeout begins when it accepts
    reader, writer = await asyncio.open_connection(running.http.base_url.host, running.http.base_url.port)
    try:
        for part in parts:
            writer.write(part)
            await asyncio.sleep(pause)
        while await reader.read(65536):
            pass
    except ConnectionError:
        pass
    writer.close()
    return time.monotonic() - began


SLOW = request("/demands", method="GET")


@pytest.mark.parametrize(
    ("parts", "pause"),
    [
        ((), 0),
        ((b"\r\n",), 0),
        ((SLOW[:-2],), 0),
        ((*(SLOW[at : at + 1] for at in range(40)),), 0.05),
        ((SLOW, SLOW[:-2]), 0.2),
    ],
    ids=["nothing", "an empty line", "half a head", "a head in drops", "half of a second head"],
)
async def test_a_connection_without_a_complete_head_is_closed_after_the_timeout(
    parts: tuple[bytes, ...], pause: float, monkeypatch: pytest.MonkeyPatch, running: GatewayHarness
) -> None:
    monkeypatch.setattr("gateway.http.http_protocol.HEAD_TIMEOUT_S", 0.5)
    took = await asyncio.wait_for(until_cut(running, *parts, pause=pause), 4)
    assert took >= 0.5
    assert (await running.get("//healthz")).status_code == 200


@pytest.mark.gateway(model=RuleBasedModel(ANSWERS, 1000))
async def test_the_head_timeout_does_not_apply_after_a_complete_head(
    monkeypatch: pytest.MonkeyPatch, running: GatewayHarness
) -> None:
    """Its body in parts, its answer, and the next request on the same line."""
    monkeypatch.setattr("gateway.http.http_protocol.HEAD_TIMEOUT_S", 0.3)
    reader, writer = await asyncio.open_connection(running.http.base_url.host, running.http.base_url.port)
    for _ in range(2):
        writer.write(request("/demand/submit", BODY[:9], JSON, f"Content-Length: {len(BODY)}"))
        await asyncio.sleep(0.5)
        writer.write(BODY[9:])
        head = await reader.readuntil(b"\r\n\r\n")
        assert head.startswith(b"HTTP/1.1 200")
        length = next(line for line in head.lower().split(b"\r\n") if line.startswith(b"content-length"))
        assert json.loads(await reader.readexactly(int(length.split(b":")[1])))["understanding"]
        await asyncio.sleep(0.5)
    writer.close()
