"""Attacks of clients without a key on a gateway process: the others are served meanwhile, and its memory stays flat."""

import json
import resource
import socket
import threading
import time
from collections import Counter
from collections.abc import Callable, Generator, Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, field
from http.client import HTTPConnection
from itertools import count, repeat
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from tests.support.cli_runner import CommandRunner, close, wait_for_result

ATTACK_S = 3.0
ATTACKERS = 6
MAX_P99_S = 0.25
MAX_GROWTH_MB = 25.0
"""What six connections may cost with all their buffers, those of the kernel's side of asyncio included."""


@dataclass
class GatewayProcess:
    """A `towow demo --idle` in a process of its own."""

    pid: int
    host: str
    port: int
    errors: Path
    latencies: list[float] = field(default_factory=list[float])

    @property
    def rss_mb(self) -> float:
        """Resident memory."""
        pages = int(Path(f"/proc/{self.pid}/statm").read_text(encoding="ascii").split()[1])
        return pages * 4096 / 1e6

    def lines(self, event: str) -> list[dict[str, object]]:
        """Lines of its log about an event."""
        lines = (json.loads(line) for line in self.errors.read_text(encoding="utf-8").splitlines() if line[:1] == "{")
        return [line for line in lines if line["event"] == event]

    def connect(self) -> socket.socket:
        """Open a connection from the address of the attackers."""
        return socket.create_connection((self.host, self.port), timeout=5, source_address=("127.0.0.9", 0))

    def ask(self, path: str = "/healthz") -> int:
        """Request a path on a new connection; return the status."""
        connection = HTTPConnection(self.host, self.port, timeout=10)
        connection.request("GET", path)
        status = connection.getresponse().status
        connection.close()
        return status

    @contextmanager
    def asked_meanwhile(self) -> Generator[None]:
        """Request /healthz every 10 ms on new connections and keep the latencies."""
        over = threading.Event()

        def ask() -> None:
            while not over.wait(0.01):
                begun = time.monotonic()
                assert self.ask() == 200
                self.latencies.append(time.monotonic() - begun)

        with _threads(ask):
            try:
                yield
            finally:
                over.set()

    @property
    def p99_s(self) -> float:
        """99th percentile of the latencies."""
        return sorted(self.latencies)[int(0.99 * len(self.latencies))]


@contextmanager
def _threads(*bodies: Callable[[], None]) -> Generator[None]:
    """Run functions in threads; those that fail make the test fail, by the filter of warnings."""
    threads = [threading.Thread(target=body, daemon=True) for body in bodies]
    for thread in threads:
        thread.start()
    try:
        yield
    finally:
        for thread in threads:
            thread.join(30)


@contextmanager
def gateway_process(
    towow: CommandRunner, *, open_files: int | None = None, **environment: str
) -> Generator[GatewayProcess]:
    """Yield a running gateway, whose log is a file; `open_files`: how many it may have."""
    errors = towow.folder / "log"
    process = towow.start("demo", "--idle", "--port", "0", TOWOW_LOG_FORMAT="json", **environment)
    if open_files:
        resource.prlimit(process.pid, resource.RLIMIT_NOFILE, (open_files, open_files))
    assert process.stderr is not None
    stderr = process.stderr

    def keep_log() -> None:
        with errors.open("wb", buffering=0) as file:
            for line in stderr:
                file.write(line)

    reader = threading.Thread(target=keep_log, daemon=True)
    reader.start()
    try:
        url = urlsplit(wait_for_result(process, b"ready ").split()[1].decode())
        assert url.hostname
        assert url.port
        yield GatewayProcess(process.pid, url.hostname, url.port, errors)
    finally:
        process.kill()
        process.wait()
        reader.join(10)
        close(process)


GET = b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n"
POST = b"POST /api/v1/session HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n"


def long_headers() -> Iterator[bytes]:
    yield GET
    yield from (b"X-%d: %s\r\n" % (number, b"a" * 65_000) for number in count())


def one_long_header() -> Iterator[bytes]:
    yield GET + b"X: "
    yield from repeat(b"a" * 65_000)


def many_headers() -> Iterator[bytes]:
    yield GET
    yield from (b"X-%d: a\r\n" % number for number in count())


def long_target() -> Iterator[bytes]:
    yield b"GET /"
    yield from repeat(b"a" * 65_000)


def trailers() -> Iterator[bytes]:
    yield POST
    yield from repeat(b"X: " + b"a" * 8_000 + b"\r\n")


def one_long_trailer() -> Iterator[bytes]:
    yield POST + b"X: "
    yield from repeat(b"a" * 65_000)


def pipelined() -> Iterator[bytes]:
    yield from repeat((GET + b"\r\n") * 2000)


ATTACKS = (long_headers, one_long_header, many_headers, long_target, trailers, one_long_trailer, pipelined)


@pytest.mark.parametrize("attack", ATTACKS)
def test_a_request_without_end_costs_the_gateway_nothing_and_the_others_no_time(
    attack: Callable[[], Iterator[bytes]], towow: CommandRunner
) -> None:
    with gateway_process(towow) as gateway:
        for _ in range(20):
            assert gateway.ask() == 200
        before = gateway.rss_mb
        largest = [before]
        end = time.monotonic() + ATTACK_S

        def attacker() -> None:
            while time.monotonic() < end:
                with suppress(OSError), gateway.connect() as line:
                    for data in attack():
                        line.sendall(data)
                        if time.monotonic() > end:
                            break
                largest.append(gateway.rss_mb)

        with gateway.asked_meanwhile(), _threads(*[attacker] * ATTACKERS):
            time.sleep(ATTACK_S)
        assert gateway.ask() == 200
        assert len(gateway.latencies) > 20
        assert max(largest) - before < MAX_GROWTH_MB
        assert gateway.p99_s < MAX_P99_S
        lines = [*gateway.lines("head_too_large"), *gateway.lines("too_many_pipelined")]
        assert 1 <= len(lines) <= 2
        assert lines[0]["client"] == "127.0.0.9"


@contextmanager
def open_streams(gateway: GatewayProcess, path: str, *addresses: str, each: int) -> Generator[Counter[int]]:
    """Open so many streams from each address and hold those that are accepted; count the statuses."""
    held: list[socket.socket] = []
    statuses: Counter[int] = Counter()
    request = f"GET {path} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode()
    try:
        for address in addresses:
            for _ in range(each):
                line = socket.create_connection((gateway.host, gateway.port), 10, source_address=(address, 0))
                line.sendall(request)
                head = line.recv(4096)
                statuses[int(head.split()[1])] += 1
                if b" 200 " in head:
                    held.append(line)
                else:
                    line.close()
        yield statuses
    finally:
        for line in held:
            line.close()


@contextmanager
def gateway_with_open_demand(towow: CommandRunner, **environment: str) -> Generator[tuple[GatewayProcess, str]]:
    """Yield a gateway with 512 open files, and the path of a stream that does not end."""
    slow = {"TOWOW_SIMULATED_LATENCY_MS": "60000", **environment}
    with gateway_process(towow, open_files=512, **slow) as gateway:
        connection = HTTPConnection(gateway.host, gateway.port, timeout=10)
        body = json.dumps({"raw_input": "I need a venue", "user_id": "somebody"})
        path = "/api/v1/demand/submit?wait_s=0"
        connection.request("POST", path, body, {"Content-Type": "application/json"})
        demand_id = json.loads(connection.getresponse().read())["demand_id"]
        connection.close()
        yield gateway, f"/api/v1/events/negotiations/{demand_id}/stream"


MAX_STREAMS = 512 - 64
"""Of 512 open files; an address has a quarter."""


def test_streams_of_one_address_shut_no_other_address_out(towow: CommandRunner) -> None:
    with (
        gateway_with_open_demand(towow, TOWOW_TRUSTED_PROXIES="none") as (gateway, path),
        gateway.asked_meanwhile(),
        open_streams(gateway, path, "127.0.0.9", each=600) as statuses,
    ):
        assert statuses == {200: MAX_STREAMS // 4, 429: 600 - MAX_STREAMS // 4}
        with open_streams(gateway, path, "127.0.0.10", each=10) as others:
            assert others == {200: 10}
    assert gateway.p99_s < MAX_P99_S
    assert [line["client"] for line in gateway.lines("stream_refused")] == ["127.0.0.9"]


def test_when_all_streams_are_taken_ordinary_requests_are_served(towow: CommandRunner) -> None:
    addresses = [f"127.0.0.{number}" for number in range(10, 16)]
    with (
        gateway_with_open_demand(towow, TOWOW_TRUSTED_PROXIES="none") as (gateway, path),
        gateway.asked_meanwhile(),
        open_streams(gateway, path, *addresses, each=100) as statuses,
    ):
        assert statuses == {200: MAX_STREAMS, 503: 600 - MAX_STREAMS}
        connection = HTTPConnection(gateway.host, gateway.port, timeout=10)
        connection.request("GET", path, headers={"Accept-Language": "zh"})
        answer = connection.getresponse()
        assert (answer.status, int(answer.headers["Retry-After"])) == (503, 10)
        assert json.loads(answer.read())["details"] == "此网关已有 448 个事件流，暂时无法接受更多"
        connection.close()
    assert gateway.p99_s < MAX_P99_S
    assert len(gateway.lines("streams_full")) == 1


def test_idle_connections_of_one_address_shut_no_other_address_out(towow: CommandRunner) -> None:
    with gateway_with_open_demand(towow, TOWOW_TRUSTED_PROXIES="none") as (gateway, _), ExitStack() as held:
        end = time.monotonic() + ATTACK_S
        with gateway.asked_meanwhile():
            while time.monotonic() < end:
                for _ in range(600):
                    with suppress(ConnectionResetError):  # refused before `connect` returns
                        held.enter_context(gateway.connect())
                time.sleep(0.3)
                held.close()
        assert len(gateway.latencies) > 20
        assert gateway.p99_s < MAX_P99_S
        assert [line["client"] for line in gateway.lines("connection_refused")] == ["127.0.0.9"]
