"""How long does a gateway keep a response that its client does not read? Over real sockets (FAULTS § 4 T13)."""

import asyncio
import socket
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.support.gateway_harness import GatewayHarness

REQUEST = b"GET /openapi.json HTTP/1.1\r\nHost: localhost\r\n"

pytestmark = pytest.mark.sockets


@contextmanager
def small_receiver(running: GatewayHarness) -> Generator[socket.socket]:
    """A client whose kernel receives few bytes that it does not read."""
    with socket.socket() as line:
        line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
        line.connect((running.http.base_url.host, running.http.base_url.port))
        line.setblocking(False)
        yield line


def open_files() -> int:
    return len(list(Path("/proc/self/fd").iterdir()))


@pytest.mark.parametrize("end", [b"\r\n", b"Connection: close\r\n\r\n"], ids=["kept", "closed"])
@pytest.mark.parametrize("amount", [2, 4, 12])
async def test_an_unread_response_is_aborted_after_the_send_timeout(
    amount: int, end: bytes, monkeypatch: pytest.MonkeyPatch, running: GatewayHarness
) -> None:
    """Whether the response waits for the client, or is complete and only its end is buffered."""
    monkeypatch.setattr("gateway.http.http_protocol.SEND_TIMEOUT_S", 0.5)
    await running.get("//openapi.json")
    before = open_files()
    with small_receiver(running) as line:
        line.sendall((REQUEST + b"\r\n") * (amount - 1) + REQUEST + end)
        await asyncio.sleep(0.2)
        assert open_files() == before + 2
        async with asyncio.timeout(4):
            while open_files() > before + 1:  # noqa: ASYNC110 - nothing tells when it is closed
                await asyncio.sleep(0.05)
    assert [entry["client"] for entry in running.system.logged("response_not_read")] == ["127.0.0.1"]
    assert running.system.logged("request_failed") == []
    assert (await running.get("//healthz")).status_code == 200


@pytest.mark.alone
async def test_a_slow_reader_gets_every_response(monkeypatch: pytest.MonkeyPatch, running: GatewayHarness) -> None:
    """One after the other on one connection, for longer than the timeout in all."""
    monkeypatch.setattr("gateway.http.http_protocol.SEND_TIMEOUT_S", 3.0)
    whole = len((await running.get("//openapi.json")).content)
    loop = asyncio.get_running_loop()
    with small_receiver(running) as line:
        for _ in range(6):
            line.sendall(REQUEST + b"\r\n")
            got = b""
            while b"\r\n\r\n" not in got or len(got.partition(b"\r\n\r\n")[2]) < whole:
                part = await asyncio.wait_for(loop.sock_recv(line, 8192), 5)
                assert part
                got += part
                await asyncio.sleep(0.01)
            assert got.startswith(b"HTTP/1.1 200 ")
    assert running.system.logged("response_not_read") == []
