"""Limits of a request head, over real sockets: 32 KiB, 100 fields, 16 pipelined requests (FAULTS § 4 T13)."""

import asyncio
import json

import pytest

from gateway.http.http_protocol import MAX_HEAD_BYTES, MAX_HEADER_FIELDS, MAX_PIPELINED_REQUESTS
from tests.scenario.test_gateway_raw_http import BODY, JSON, raw, request
from tests.support.gateway_harness import GatewayHarness

pytestmark = pytest.mark.sockets

ZH = "Accept-Language: zh"


def head(size: int, *headers: str) -> bytes:
    """A request whose head has so many bytes."""
    empty = request("/demands", b"", *headers, "X: ", method="GET")
    return request("/demands", b"", *headers, "X: " + "a" * (size - len(empty)), method="GET")


async def everything(running: GatewayHarness, *parts: bytes, pause: float = 0.0) -> bytes:
    """What the gateway sends until it closes the connection."""
    reader, writer = await asyncio.open_connection(running.http.base_url.host, running.http.base_url.port)
    for part in parts:
        writer.write(part)
        await asyncio.sleep(pause)
    writer.write_eof()
    got = await asyncio.wait_for(reader.read(), 10)
    writer.close()
    return got


async def test_a_head_of_32_kib_is_accepted_and_one_byte_more_is_refused(running: GatewayHarness) -> None:
    assert len(head(MAX_HEAD_BYTES)) == MAX_HEAD_BYTES == 32 * 1024
    assert (await raw(running, head(MAX_HEAD_BYTES)))[0] == 200
    status, headers, body = await raw(running, head(MAX_HEAD_BYTES + 1))
    assert (status, headers["connection"], headers["content-language"]) == (431, "close", "en")
    assert json.loads(body) == {
        "error_code": "E016",
        "message": "the request is too large",
        "details": "the request head must have at most 32768 bytes",
    }
    chinese = json.loads((await raw(running, head(MAX_HEAD_BYTES + 1, ZH)))[2])
    assert chinese["message"] == "请求内容过大"
    lines = running.system.logged("head_too_large")
    assert [(line["client"], line["suppressed"]) for line in lines] == [("127.0.0.1", 0)]
    assert (await running.get("//healthz")).status_code == 200


async def test_a_request_head_in_parts_is_measured_as_a_whole(running: GatewayHarness) -> None:
    data = head(MAX_HEAD_BYTES + 1)
    parts = [data[at : at + 9000] for at in range(0, len(data), 9000)]
    got = await everything(running, *parts, pause=0.05)
    assert got.startswith(b"HTTP/1.1 431 ")
    fine = head(MAX_HEAD_BYTES)
    got = await everything(running, *(fine[at : at + 9000] for at in range(0, len(fine), 9000)), pause=0.05)
    assert got.startswith(b"HTTP/1.1 200 ")


async def test_each_request_of_a_connection_has_its_own_head_limit(running: GatewayHarness) -> None:
    reader, writer = await asyncio.open_connection(running.http.base_url.host, running.http.base_url.port)
    for size in (20_000, MAX_HEAD_BYTES, 20_000, MAX_HEAD_BYTES + 1):
        writer.write(head(size))
        answer = await reader.readuntil(b"\r\n\r\n")
        assert answer.startswith(b"HTTP/1.1 200 " if size <= MAX_HEAD_BYTES else b"HTTP/1.1 431 ")
        length = next(line for line in answer.lower().split(b"\r\n") if line.startswith(b"content-length"))
        await reader.readexactly(int(length.split(b":")[1]))
    assert await reader.read() == b""
    writer.close()


async def test_a_hundred_header_fields_are_accepted_and_one_more_is_refused(running: GatewayHarness) -> None:
    fields = [f"X-{number}: a" for number in range(MAX_HEADER_FIELDS)]
    assert (await raw(running, request("/demands", b"", *fields[1:], method="GET")))[0] == 200
    status, _, body = await raw(running, request("/demands", b"", *fields, method="GET"))
    assert (status, json.loads(body)["error_code"]) == (431, "E016")
    assert json.loads(body)["details"] == "the request must have at most 100 header fields"
    assert len(running.system.logged("head_too_large")) == 1


async def test_trailer_fields_of_a_body_count_as_well(running: GatewayHarness) -> None:
    chunk = f"{len(BODY):x}\r\n".encode() + BODY + b"\r\n0\r\n"
    begun = request("/demand/submit", chunk, JSON, "Transfer-Encoding: chunked")
    assert (await raw(running, begun + b"X: a\r\n\r\n"))[0] == 200
    assert await everything(running, begun, b"X: " + b"a" * 40_000) == b""
    assert len(running.system.logged("head_too_large")) == 1
    assert running.system.logged("request_failed") == []


@pytest.mark.parametrize(("amount", "answered"), [(1 + MAX_PIPELINED_REQUESTS, True), (100, False)])
async def test_the_number_of_pipelined_requests_is_limited(
    amount: int, running: GatewayHarness, *, answered: bool
) -> None:
    got = await everything(running, request("/demands", method="GET") * amount, pause=0.5)
    assert got.count(b"HTTP/1.1 200 ") == (amount if answered else 0)
    assert len(running.system.logged("too_many_pipelined")) == (0 if answered else 1)
    assert (await running.get("//healthz")).status_code == 200


async def test_a_truncated_request_head_leaves_the_gateway_serving(running: GatewayHarness) -> None:
    whole = head(20_000)
    for end in (1, 20, 4096, 19_999):
        await raw(running, whole[:end], cut=True)
        assert await everything(running, whole[:end]) in (b"",)
    assert (await raw(running, whole))[0] == 200
    assert running.system.logged("request_failed") == []
    assert running.system.logged("head_too_large") == []


async def test_a_head_after_a_body_in_the_same_packet_is_served(running: GatewayHarness) -> None:
    submit = request("/demand/submit?wait_s=0", BODY, JSON, f"Content-Length: {len(BODY)}")
    got = await everything(running, submit + head(4096 * 3) + submit, pause=0.5)
    assert got.count(b"HTTP/1.1 200 ") == 3


async def test_repeated_invalid_requests_write_one_log_line(running: GatewayHarness) -> None:
    for _ in range(5):
        assert (await everything(running, b"GARBAGE\r\n\r\n")).startswith(b"HTTP/1.1 400 ")
    assert [line["client"] for line in running.system.logged("invalid_request")] == ["127.0.0.1"]
