"""The gateway over real sockets: cut lines, bodies that lie about their length, limits (FAULTS § 4 T13, F21)."""

import asyncio
import json
import time

import pytest

from shared.llm.rule_based_model import RuleBasedModel
from shared.runtime.virtual_clock import VirtualClock
from tests.support.embedded_system import ANSWERS
from tests.support.gateway_harness import ALICE, BOB, KEYS, NOBODY, GatewayHarness, event_payloads, gateway_harness

pytestmark = pytest.mark.sockets

BODY = json.dumps({"raw_input": "I need a venue", "user_id": "user_alice"}).encode()


async def raw(running: GatewayHarness, data: bytes, *, cut: bool = False) -> tuple[int, dict[str, str], bytes]:
    """What is answered to these bytes: status, headers, body. `cut`: hang up as soon as they are sent."""
    host, port = running.http.base_url.host, running.http.base_url.port or 80
    reader, writer = await asyncio.open_connection(host, port)
    writer.write(data)
    await writer.drain()
    if cut:
        writer.transport.abort()
        return 0, {}, b""
    head = await reader.readuntil(b"\r\n\r\n")
    lines = head.decode("latin-1").split("\r\n")
    headers = {name.lower(): value for name, _, value in (line.partition(": ") for line in lines[1:] if line)}
    body = await reader.readexactly(int(headers.get("content-length", "0")))
    writer.close()
    return int(lines[0].split()[1]), headers, body


def request(path: str, body: bytes = b"", *headers: str, method: str = "POST") -> bytes:
    lines = [f"{method} /api/v1{path} HTTP/1.1", "Host: 127.0.0.1", *headers]
    return "\r\n".join((*lines, "", "")).encode() + body


JSON = "Content-Type: application/json"


async def test_a_body_beyond_the_limit_is_refused_before_and_during_sending(running: GatewayHarness) -> None:
    said = request("/demand/submit", b"", JSON, "Content-Length: 100000000")
    status, _, body = await raw(running, said)
    assert (status, json.loads(body)["error_code"]) == (413, "E016")
    chunks = b"".join(b"2000\r\n" + b" " * 0x2000 + b"\r\n" for _ in range(20)) + b"0\r\n\r\n"
    status, _, body = await raw(running, request("/demand/submit", chunks, JSON, "Transfer-Encoding: chunked"))
    assert (status, json.loads(body)["error_code"]) == (413, "E016")
    chunk = f"{len(BODY):x}\r\n".encode() + BODY + b"\r\n0\r\n\r\n"
    status, _, body = await raw(running, request("/demand/submit", chunk, JSON, "Transfer-Encoding: chunked"))
    assert status == 200


@pytest.mark.gateway(model=RuleBasedModel(ANSWERS, 100))
async def test_dozens_of_aborted_requests_with_one_idempotency_key_make_one_demand(running: GatewayHarness) -> None:
    said = request("/demand/submit", BODY, JSON, f"Content-Length: {len(BODY)}", "Idempotency-Key: k")
    await asyncio.gather(*(raw(running, said, cut=True) for _ in range(25)))
    await asyncio.gather(*(raw(running, said[:-20], cut=True) for _ in range(10)))
    answers = await asyncio.gather(*(raw(running, said) for _ in range(15)))
    assert {status for status, _, _ in answers} == {200}
    assert len({body for _, _, body in answers}) == 1
    assert len(await running.system.store.list_correlations()) == 1
    assert running.system.logged("request_failed") == []


@pytest.mark.parametrize(
    "said",
    [
        b"GET /api/v1/demands/d-\r\nSet-Cookie: a=b HTTP/1.1\r\nHost: x\r\n\r\n",
        b"GARBAGE\r\n\r\n",
        b"GET /api/v1/demands HTTP/1.1\r\nHost: x\r\nContent-Length: x\r\n\r\n",
        b"POST /api/v1/demand/submit HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\nx",
    ],
)
async def test_invalid_http_is_refused_and_leaves_the_gateway_serving(said: bytes, running: GatewayHarness) -> None:
    status, headers, _ = await raw(running, said)
    assert status in (400, 404)
    assert "set-cookie" not in headers
    assert (await running.get("//healthz")).status_code == 200


@pytest.mark.parametrize(
    "header", ["X-Forwarded-For: 1.2.3.4", "Accept-Language: zh\x01", "Cookie: towow_session=;;;==", "Origin: x"]
)
async def test_odd_headers_cause_no_server_error(header: str, running: GatewayHarness) -> None:
    status, _, _ = await raw(running, request("/demands", b"", header, method="GET"))
    assert status in (200, 400)
    assert running.system.logged("request_failed") == []


@pytest.mark.gateway(keys=KEYS, rate_limit_per_minute=3)
async def test_a_user_beyond_the_change_limit_gets_retry_after_and_may_read(running: GatewayHarness) -> None:
    for _ in range(3):
        assert (await running.post("/demands/d-none/cancel", who=ALICE)).status_code == 404
    refused = await running.post("/demands/d-none/cancel", who=ALICE)
    assert event_payloads(refused) == (429, "E017")
    assert 1 <= int(refused.headers["retry-after"]) <= 61
    chinese = await running.post("/demands/d-none/cancel", who={**ALICE, "Accept-Language": "zh"})
    assert chinese.json()["message"] == "请求过于频繁"
    assert (await running.get("/demands", ALICE)).status_code == 200
    for other in (BOB, NOBODY):  # another user; and an address
        assert (await running.post("/demands/d-none/cancel", who=other)).status_code == 404


@pytest.mark.gateway(keys=KEYS, rate_limit_per_minute=3)
async def test_attendance_renewals_have_a_rate_limit_of_their_own(running: GatewayHarness) -> None:
    for _ in range(3):
        assert (await running.ask("PUT", "/agents/none/attendance", ALICE)).status_code == 404
    assert event_payloads(await running.ask("PUT", "/agents/none/attendance", ALICE)) == (429, "E017")
    assert (await running.post("/demands/d-none/cancel", who=ALICE)).status_code == 404


@pytest.mark.gateway(keys=KEYS, rate_limit_per_minute=4)
async def test_wrong_keys_are_limited_and_a_right_one_is_accepted_meanwhile(running: GatewayHarness) -> None:
    """By header as by sign-in; both count against one limit of the address."""
    wrong = {"Authorization": "Bearer wrong-key"}
    for _ in range(2):
        assert event_payloads(await running.get("/demands", wrong)) == (401, "E012")
        assert event_payloads(await running.post("/session", {"key": "wrong-key"})) == (401, "E012")
    for refused in (
        await running.get("/demands", wrong),
        await running.post("/session", {"key": "other-wrong-key"}),
        await running.get("/demands", {"Authorization": "Bearer other-wrong-key"}),
    ):
        assert event_payloads(refused) == (429, "E017")
        assert 1 <= int(refused.headers["retry-after"]) <= 61
        assert refused.json()["details"] == "at most 4 wrong keys per minute"
    chinese = await running.get("/demands", {**wrong, "Accept-Language": "zh"})
    assert chinese.json()["details"] == "每分钟最多使用错误的密钥 4 次"
    for _ in range(10):
        assert (await running.get("/demands", ALICE)).status_code == 200
        assert (await running.post("/session", {"key": "alice-key-1"})).status_code == 200
    running.http.cookies.clear()
    assert (await running.get("/demands")).status_code == 200


async def test_five_hundred_users_of_one_address_submit_within_a_minute(clock: VirtualClock) -> None:
    """Nobody is signed in. A flood from the address is refused in the end; who is signed in is served meanwhile."""
    model = RuleBasedModel(ANSWERS, 600_000)
    async with gateway_harness(clock, keys=KEYS, open=True, model=model, rate_limit_per_minute=60) as running:
        begun = clock.now()
        for number in range(500):
            body = {"raw_input": "I need a venue", "user_id": f"guest_{number}"}
            assert (await running.post("/demand/submit", body, wait_s=0)).status_code == 200
        assert clock.now() - begun <= 60_000
        flood = [await running.post("/demands/d-none/cancel") for _ in range(1200)]
        assert [answer.status_code for answer in flood] == [404] * 700 + [429] * 500
        assert event_payloads(flood[-1]) == (429, "E017")
        for _ in range(60):
            assert (await running.post("/demands/d-none/cancel", who=ALICE)).status_code == 404
        assert event_payloads(await running.post("/demands/d-none/cancel", who=ALICE)) == (429, "E017")
        elsewhere = {"X-Forwarded-For": "192.0.2.7"}  # the test's own address is a trusted proxy's
        assert (await running.post("/demands/d-none/cancel", who=elsewhere)).status_code == 404


@pytest.mark.gateway(keys=KEYS, rate_limit_per_minute=3)
async def test_requests_with_valid_keys_are_not_counted_as_failures(running: GatewayHarness) -> None:
    assert {(await running.get("/demands", ALICE)).status_code for _ in range(10)} == {200}


@pytest.mark.gateway(rate_limit_per_minute=0)
async def test_a_zero_rate_limit_refuses_nobody(running: GatewayHarness) -> None:
    answers = [await running.post("/demands/d-none/cancel") for _ in range(100)]
    assert {answer.status_code for answer in answers} == {404}
    wrong = {"Authorization": "Bearer wrong-key"}
    assert {(await running.get("/demands", wrong)).status_code for _ in range(100)} == {401}


async def test_an_import_has_its_own_body_limit_and_reports_bad_lines(running: GatewayHarness) -> None:
    lines = [json.dumps({"agent_id": f"a{n}", "display_name": "A", "summary": "x" * 1000}) for n in range(1000)]
    lines[10:12] = ["{", json.dumps({"agent_id": "A B", "display_name": "A"})]
    lines[20] = json.dumps({"agent_id": "long", "display_name": "A", "summary": "x" * 70_000})
    types = {"Content-Type": "application/x-ndjson"}
    data = "\n".join(lines).encode()
    answer = await running.ask("POST", "/admin/agents/import", types, content=data)
    said = answer.json()
    assert (answer.status_code, said["imported"], said["updated"], said["rejected"]) == (200, 997, 0, 3)
    assert [error["line"] for error in said["errors"]] == [11, 12, 21]
    assert said["errors"][0]["error"].startswith("not JSON")
    chinese = {**types, "Accept-Language": "zh-CN"}
    told_so = await running.ask("POST", "/admin/agents/import", chinese, content=data)
    assert told_so.headers["content-language"] == "zh"
    words = ["不是合法的 JSON（从第 2 个字符起）", "agent_id 应为 1 到 64 个小写字母", "每行最多 65536 字节"]
    reasons = [error["error"] for error in told_so.json()["errors"]]
    assert [reason[: len(word)] for reason, word in zip(reasons, words, strict=True)] == words
    again = await running.ask("POST", "/admin/agents/import", types, content=data)
    assert (again.json()["imported"], again.json()["updated"]) == (0, 997)
    big = await running.ask("POST", "/admin/agents/import", types, content=b"x" * (8 * 1024 * 1024 + 1))
    assert event_payloads(big) == (413, "E016")
    for said in ("application/json", "text/plain; charset=utf-8", "application/jsonl", None):
        known = {"Content-Type": said} if said else {}
        same = await running.ask("POST", "/admin/agents/import", known, content=data)
        assert (same.status_code, same.json()["updated"]) == (200, 997), said
    for said in ("text/plain; charset=latin-1", "multipart/form-data"):
        other = await running.ask("POST", "/admin/agents/import", {"Content-Type": said}, content=data)
        assert event_payloads(other) == (415, "E020"), said
    assert (await running.get("/agents/a0")).json()["display_name"] == "A"


@pytest.mark.alone
async def test_responses_are_sent_without_nagle_delay(running: GatewayHarness) -> None:
    """Head and body are two writes: with Nagle's delay each answer on a kept line would take 40 ms."""
    await running.get("//healthz")
    began = time.monotonic()
    for _ in range(50):
        await running.get("//healthz")
    assert time.monotonic() - began < 50 * 0.04


@pytest.mark.alone
@pytest.mark.gateway(model=RuleBasedModel(ANSWERS, 1500))
async def test_no_middleware_buffers_a_stream(running: GatewayHarness) -> None:
    """The first event arrives while the negotiation still runs."""
    demand = (await running.post("/demand/submit", json.loads(BODY), wait_s=0)).json()["demand_id"]
    began = time.monotonic()
    path = f"/api/v1/events/negotiations/{demand}/stream"
    async with running.http.stream("GET", path) as stream:
        async for line in stream.aiter_lines():
            if line.startswith("event: towow.demand.submitted"):
                break
    assert time.monotonic() - began < 1.4
