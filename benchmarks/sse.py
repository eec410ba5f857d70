"""Benchmark of event streams: 2,000 SSE clients on one process and one negotiation of 2 events/s.

200 of them stall: they ask for a log of more than 5 MB from its first event and never read. Each must be dropped within
twice the send timeout, while the others get every event. A latency is from the instant before the commit (which waits
for the disk) to the receipt by the client's socket. The memory is the gateway's whole resident size at its largest, not
only what the clients added, which stands beside it.
"""

import asyncio
import json
import math
import os
import resource
import subprocess
import sys
import threading
import time
from collections.abc import Generator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import asdict
from functools import cache
from pathlib import Path
from secrets import token_hex
from urllib.parse import urlsplit

from benchmarks.errors import MeasurementSkipped
from benchmarks.services import BenchmarkServices, start_services
from benchmarks.sse_clients import ClientOptions, ClientResult
from shared.runtime.outbox_relay import OutboxRelay
from shared.runtime.settings import RuntimeSettings
from shared.store.port import Commit, NewEvent, Store
from shared.store.redis.connect import delete_namespace as remove_keys
from shared.telemetry.metrics import Metrics
from shared.transport.port import Transport
from shared.transport.rabbitmq.declare import delete_topology
from shared.transport.topology import Topology
from towow.bootstrap import connections
from towow.config import environment
from towow.config.demand_logger import build_logger

READERS, STALLED, PROCESSES = 1800, 200, 2
OLD, OLD_SIZE, AT_ONCE = 1300, 4500, 100
EVENTS, PAUSE, SIZE = 50, 0.5, 1000
SEND_TIMEOUT_S = 10.0
"""Seconds: what `stream_send_timeout` is by default."""

MAX_OPEN_FILES = 8192
START_TIMEOUT_S = 60.0
DEMAND = "d-benchmark"
PATH = f"/api/v1/events/negotiations/{DEMAND}/stream"


class BenchmarkLog:
    """The negotiation: a log that is written as a worker writes it, commit by commit."""

    def __init__(self, store: Store, transport: Transport) -> None:
        self._store = store
        self._relay = OutboxRelay(store, transport, build_logger("warning"), Metrics())
        self._written = 0

    async def write(self, amount: int, size: int) -> None:
        """One step with so many events."""
        events = [self._event(size) for _ in range(amount)]
        commit = Commit("bench", DEMAND, f"step-{self._written}", events=events)
        committed = await self._store.commit(commit)
        await self._relay.send("bench", committed.due_entries)

    def _event(self, size: int) -> NewEvent:
        self._written += 1
        payload = {"demand_id": DEMAND, "at": time.monotonic_ns(), "text": "x" * size}
        return NewEvent(
            f"evt-{self._written:06}", "towow.offer.submitted", "2026-01-22T10:00:00.000Z", json.dumps(payload).encode()
        )


class MemorySampler(threading.Thread):
    """Looks at a process's resident size until it is stopped, and keeps the largest (MB)."""

    def __init__(self, pid: int) -> None:
        super().__init__(daemon=True)
        self._status = Path(f"/proc/{pid}/statm")
        self._over = threading.Event()
        self.before = self.largest = self._now()

    def run(self) -> None:
        """Look, a few times a second."""
        while not self._over.wait(0.2):
            self.largest = max(self.largest, self._now())

    def stop(self) -> None:
        """Look no more."""
        self._over.set()
        self.join()

    def _now(self) -> float:
        return int(self._status.read_text().split()[1]) * resource.getpagesize() / 1e6


@contextmanager
def _gateway(where: BenchmarkServices, namespace: str) -> Generator[tuple[int, str]]:
    """Its process id and its URL."""
    environment = os.environ | {
        "TOWOW_BROKER_URL": where.broker,
        "TOWOW_STORE_URL": where.store,
        "TOWOW_NAMESPACE": namespace,
        "TOWOW_LOG_LEVEL": "warning",
        "TOWOW_API_KEYS": "",
        "TOWOW_STREAM_SEND_TIMEOUT": str(SEND_TIMEOUT_S),
    }
    command = [sys.executable, "-m", "towow.cli.main", "gateway", "--port", "0"]
    with subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True) as process:
        try:
            assert process.stdout is not None
            said = process.stdout.readline().split()
            if said[:1] != ["ready"]:
                raise RuntimeError("the gateway ended early")
            yield process.pid, said[1]
        finally:
            process.terminate()


@contextmanager
def _clients(url: str, after: int) -> Generator[list["subprocess.Popen[str]"]]:
    """All of them, connected; the last process has those who stall as well."""
    place = urlsplit(url)
    with ExitStack() as held:
        processes: list[subprocess.Popen[str]] = []
        for number in range(PROCESSES):
            command = [sys.executable, "-m", "benchmarks.sse_clients"]
            process = held.enter_context(
                subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
            )
            held.callback(process.kill)
            stalled = STALLED if number == PROCESSES - 1 else 0
            wanted = ClientOptions(
                place.hostname or "", place.port or 0, PATH, READERS // PROCESSES, stalled=stalled, after=after
            )
            assert process.stdin is not None
            process.stdin.write(json.dumps(asdict(wanted)) + "\n")
            process.stdin.flush()
            processes.append(process)
        for process in processes:
            assert process.stdout is not None
            if process.stdout.readline().strip() != "ready":
                raise RuntimeError("a client process ended early")
        yield processes


def _collect_results(processes: Sequence["subprocess.Popen[str]"]) -> Sequence[ClientResult]:
    return [ClientResult(**json.loads(process.communicate("\n", timeout=START_TIMEOUT_S)[0])) for process in processes]


async def _measure(where: BenchmarkServices, namespace: str) -> dict[str, float]:
    at, log = environment.ServiceUrls(where.broker, where.store, namespace), build_logger("warning")
    store, transport = (
        await connections.connect_store(at, RuntimeSettings(), log),
        await connections.connect_broker(at, log),
    )
    try:
        negotiation = BenchmarkLog(store, transport)
        for _ in range(OLD // AT_ONCE):
            await negotiation.write(AT_ONCE, OLD_SIZE)
        with _gateway(where, namespace) as (pid, url):
            memory = MemorySampler(pid)
            memory.start()
            with _clients(url, OLD) as processes:
                await _negotiate(negotiation)
                memory.stop()
                return _figures(_collect_results(processes), memory)
    finally:
        await transport.close()
        await store.close()


async def _negotiate(negotiation: BenchmarkLog) -> None:
    """2 events/s; then a moment for the last one, and the time that a staller has at most."""
    loop = asyncio.get_running_loop()
    begun = loop.time()
    for number in range(EVENTS):
        await negotiation.write(1, SIZE)
        await asyncio.sleep(begun + (number + 1) * PAUSE - loop.time())
    await asyncio.sleep(max(1.0, begun + 2 * SEND_TIMEOUT_S - loop.time()))


def _figures(results: Sequence[ClientResult], memory: MemorySampler) -> dict[str, float]:
    latencies = sorted(latency for part in results for latency in part.latencies)
    got = [amount for part in results for amount in part.got]
    dropped = [after for part in results for after in part.dropped]
    kept = STALLED - sum(after <= 2 * SEND_TIMEOUT_S for after in dropped)
    return {
        "sse_p99_ms": 1000 * latencies[math.ceil(0.99 * len(latencies)) - 1],
        "sse_p50_ms": 1000 * latencies[len(latencies) // 2],
        "sse_missing": float(READERS * EVENTS - sum(got) + sum(part.disordered for part in results)),
        "sse_received": float(len(latencies)),
        "sse_memory_mb": memory.largest,
        "sse_memory_more_mb": memory.largest - memory.before,
        "sse_kept_stallers": float(kept),
        "sse_dropped_s": max(dropped, default=0.0),
    }


def _allow_files() -> None:
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if hard not in (resource.RLIM_INFINITY, -1) and hard < MAX_OPEN_FILES:
        raise MeasurementSkipped(f"a process may open {hard} files, {MAX_OPEN_FILES} are needed: ulimit -n")
    if soft < MAX_OPEN_FILES:
        resource.setrlimit(resource.RLIMIT_NOFILE, (MAX_OPEN_FILES, hard))


@cache
def measure() -> dict[str, float]:
    """All figures of one run, made once: `sse_p99_ms`, `sse_missing`, `sse_memory_mb`, `sse_kept_stallers` and others.

    Raises Skipped.
    """
    if not Path("/proc/self/statm").exists():
        raise MeasurementSkipped("a process's memory cannot be read here: there is no /proc")
    _allow_files()
    namespace = f"bench-{token_hex(4)}"
    with start_services() as where:
        try:
            return asyncio.run(_measure(where, namespace))
        finally:
            asyncio.run(delete_topology(where.broker, Topology(namespace), connections.QUEUES))
            asyncio.run(remove_keys(where.store, namespace))
