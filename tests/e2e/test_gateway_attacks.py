"""Attacks of clients without a key on a gateway process: the others are served meanwhile, and its memory stays flat.

On `towow gateway` as docker compose starts it, and in `make test-long` also on `towow demo`, whose event loop is another.
"""

import json
import resource
import socket
import struct
import threading
import time
from collections import Counter
from collections.abc import Callable, Generator, Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, field
from functools import partial
from http.client import HTTPConnection
from itertools import count, repeat
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from tests.e2e.distributed import distributed
from tests.support.cli_runner import CommandRunner, close, wait_for_result

pytestmark = pytest.mark.requires("services")

COMMANDS = {"gateway": ("gateway", "--host", "0.0.0.0"), "demo": ("demo", "--idle")}
AS_IN_COMPOSE = {
    "TOWOW_OPEN": "1",
    "TOWOW_TRUSTED_PROXIES": "local-networks,127.0.0.0/8,::1",
    "TOWOW_LOG_FORMAT": "json",
}

ATTACK_S = 3.0
ATTACKERS = 6
MAX_P99_S = 0.25
TRIES = 3
"""A pause of the machine delays requests, too: the best of so many attacks, and the first good one ends them."""
MAX_GROWTH_MB = 25.0
"""What six connections may cost with all their buffers, those of the kernel's side of asyncio included."""


@dataclass
class GatewayProcess:
    """A gateway in a process of its own."""

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

    def ask(self, path: str = "/healthz", **headers: str) -> int:
        """Request a path on a new connection; return the status."""
        connection = HTTPConnection(self.host, self.port, timeout=10)
        connection.request("GET", path, headers=headers)
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

        self.latencies.clear()
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


@dataclass(frozen=True, slots=True)
class Launcher:
    """Starts gateways by one of COMMANDS."""

    towow: CommandRunner
    command: str


@pytest.fixture(params=["gateway", pytest.param("demo", marks=[pytest.mark.long, pytest.mark.alone])])
def launcher(request: pytest.FixtureRequest, towow: CommandRunner) -> Iterator[Launcher]:
    """Return the launcher of gateways: on RabbitMQ and Redis without workers, or embedded."""
    if request.param == "demo":
        yield Launcher(towow, "demo")
        return
    with distributed() as services:
        assert services.inside("init").code == 0
        yield Launcher(services, "gateway")


@contextmanager
def gateway_process(
    launcher: Launcher, *, open_files: int | None = None, **environment: str
) -> Generator[GatewayProcess]:
    """Yield a gateway whose memory is its own and whose log is a file; `open_files`: how many it may have."""
    errors = launcher.towow.folder / "log"
    chosen = {**AS_IN_COMPOSE, **environment}
    process = launcher.towow.with_new_interpreter().start(*COMMANDS[launcher.command], "--port", "0", **chosen)
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
        loaded = Path(f"/proc/{process.pid}/maps").read_text(encoding="utf-8")
        assert ("uvloop" in loaded) == (launcher.command == "gateway")
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


FIRST_ATTACKS = (one_long_header, pipelined)
"""Attacks that `make test` tries; `make test-long` tries the others, whose limits tests/scenario checks at once."""


@pytest.mark.parametrize(
    "attack", [pytest.param(each, marks=() if each in FIRST_ATTACKS else pytest.mark.long) for each in ATTACKS]
)
def test_an_endless_request_costs_bounded_memory_and_delays_nobody(
    attack: Callable[[], Iterator[bytes]], launcher: Launcher
) -> None:
    with gateway_process(launcher) as gateway:
        for _ in range(20):
            assert gateway.ask() == 200
        before = gateway.rss_mb
        largest = [before]
        p99s: list[float] = []

        def attacker(end: float) -> None:
            while time.monotonic() < end:
                with suppress(OSError), gateway.connect() as line:
                    for data in attack():
                        line.sendall(data)
                        if time.monotonic() > end:
                            break
                largest.append(gateway.rss_mb)

        while len(p99s) < TRIES and (not p99s or min(p99s) >= MAX_P99_S):
            attacking = partial(attacker, time.monotonic() + ATTACK_S)
            with gateway.asked_meanwhile(), _threads(*[attacking] * ATTACKERS):
                time.sleep(ATTACK_S)
            assert gateway.ask() == 200
            assert gateway.ask("/readyz") == 200
            assert len(gateway.latencies) > 20
            p99s.append(gateway.p99_s)
        assert max(largest) - before < MAX_GROWTH_MB
        assert min(p99s) < MAX_P99_S, p99s
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
def gateway_with_open_demand(launcher: Launcher, **environment: str) -> Generator[tuple[GatewayProcess, str]]:
    """Yield a gateway with 512 open files, and the path of a stream that does not end."""
    slow = {"TOWOW_SIMULATED_LATENCY_MS": "60000", **environment}
    with gateway_process(launcher, open_files=512, **slow) as gateway:
        connection = HTTPConnection(gateway.host, gateway.port, timeout=10)
        body = json.dumps({"raw_input": "I need a venue", "user_id": "somebody"})
        path = "/api/v1/demand/submit?wait_s=0"
        connection.request("POST", path, body, {"Content-Type": "application/json"})
        demand_id = json.loads(connection.getresponse().read())["demand_id"]
        connection.close()
        yield gateway, f"/api/v1/events/negotiations/{demand_id}/stream"


def test_truncated_request_heads_leave_no_connection_open(launcher: Launcher) -> None:
    """More than the connections of the address; half of them end with a reset, and some are 32 KiB and a byte."""
    whole = GET + b"X: " + b"a" * (32 * 1024 + 1)
    with gateway_process(launcher, open_files=512, TOWOW_TRUSTED_PROXIES="none") as gateway:
        assert gateway.ask() == 200
        open_files = len(list(Path(f"/proc/{gateway.pid}/fd").iterdir()))
        with gateway.asked_meanwhile():
            for number in range(600):
                with gateway.connect() as line, suppress(OSError):
                    line.sendall(whole[: (1, 20, len(GET), 4096, 32 * 1024 - 1, len(whole))[number % 6]])
                    if number % 2:
                        line.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        with gateway.connect() as line:
            line.sendall(GET + b"\r\n")
            assert line.recv(100).startswith(b"HTTP/1.1 200 ")
        end = time.monotonic() + 12  # a connection that sends nothing more is cut after 10 s at the latest
        while len(list(Path(f"/proc/{gateway.pid}/fd").iterdir())) > open_files + 2:
            assert time.monotonic() < end
            time.sleep(0.1)
        assert gateway.lines("request_failed") == gateway.lines("connection_refused") == []
        assert len(gateway.lines("head_too_large")) == 1
    assert gateway.p99_s < MAX_P99_S


def submit(gateway: GatewayProcess, user: str, **headers: str) -> int:
    """Submit a demand from the address of the attackers; return the status."""
    connection = HTTPConnection(gateway.host, gateway.port, timeout=10, source_address=("127.0.0.9", 0))
    body = json.dumps({"raw_input": "I need a venue", "user_id": user})
    connection.request("POST", "/api/v1/demand/submit?wait_s=0", body, {"Content-Type": "application/json", **headers})
    status = connection.getresponse().status
    connection.close()
    return status


def test_five_hundred_users_of_one_address_submit_during_a_key_guessing_attack(launcher: Launcher) -> None:
    """All behind one address, within a minute; the guesses are refused, and a right key never is."""
    statuses: dict[str, Counter[int]] = {who: Counter() for who in ("guest", "guesser", "alice")}
    guests, over = iter(range(500)), threading.Event()

    with gateway_process(
        launcher,
        TOWOW_API_KEYS="key-of-alice:user_alice:user",
        TOWOW_TRUSTED_PROXIES="none",
        TOWOW_SIMULATED_LATENCY_MS="600000",
    ) as gateway:

        def guest() -> None:
            for number in guests:
                statuses["guest"][submit(gateway, f"guest_{number}")] += 1

        def guesser() -> None:
            number = 0
            while not over.wait(0.005) or 429 not in statuses["guesser"]:  # guests may be served before its turn comes
                number += 1
                statuses["guesser"][submit(gateway, "x", Authorization=f"Bearer key-number-{number}")] += 1

        def alice() -> None:
            while not over.wait(0.01):  # all guests are served in half a second on a fast machine
                status = gateway.ask("/api/v1/demands?limit=1", Authorization="Bearer key-of-alice")
                statuses["alice"][status] += 1

        with _threads(guesser, alice):
            begun = time.monotonic()
            with _threads(*[guest] * 4):
                """Until all are served."""
            took = time.monotonic() - begun
            over.set()
    assert statuses["guest"] == {200: 500}
    assert took < 60
    assert statuses["guesser"].keys() == {401, 429}
    assert statuses["guesser"][401] == 60
    assert statuses["alice"].keys() == {200}
    assert statuses["alice"].total() > 10


MAX_STREAMS = 512 - 64
"""Of 512 open files; an address has a quarter."""


def test_the_streams_of_one_address_leave_slots_to_other_addresses(launcher: Launcher) -> None:
    with (
        gateway_with_open_demand(launcher, TOWOW_TRUSTED_PROXIES="none") as (gateway, path),
        gateway.asked_meanwhile(),
        open_streams(gateway, path, "127.0.0.9", each=600) as statuses,
    ):
        assert statuses == {200: MAX_STREAMS // 4, 429: 600 - MAX_STREAMS // 4}
        with open_streams(gateway, path, "127.0.0.10", each=10) as others:
            assert others == {200: 10}
    assert gateway.p99_s < MAX_P99_S
    assert [line["client"] for line in gateway.lines("stream_refused")] == ["127.0.0.9"]


def test_requests_are_served_while_all_stream_slots_are_taken(launcher: Launcher) -> None:
    addresses = [f"127.0.0.{number}" for number in range(10, 16)]
    with (
        gateway_with_open_demand(launcher, TOWOW_TRUSTED_PROXIES="none") as (gateway, path),
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


def test_the_idle_connections_of_one_address_leave_room_for_others(launcher: Launcher) -> None:
    with gateway_with_open_demand(launcher, TOWOW_TRUSTED_PROXIES="none") as (gateway, _), ExitStack() as held:
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
