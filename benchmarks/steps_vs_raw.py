"""Worker steps per second over RabbitMQ and Redis, compared with the same number of messages in plain aio-pika.

A step: dispatched, looked up, decided, committed with its state and one send, relayed with a confirm, acknowledged.
Two workers play 64 balls to and fro, so that each step is one message through the broker, as each message is there.
One process each side, prefetch 64, 64 in flight, 1 KiB, the same quorum arguments; runs interleaved, medians.
"""

import asyncio
import statistics
import subprocess
import sys
import time
from collections.abc import Sequence
from secrets import token_hex

from benchmarks.services import BenchmarkServices, start_services
from benchmarks.throughput_peer import DONE, IN_FLIGHT, ROUTES, SIZE, PingMessage
from shared.core.envelope import Envelope, encode_envelope
from shared.core.ids import digest
from shared.store.redis.connect import delete_namespace as remove_keys
from shared.transport.port import BrokerMessage, Delivery
from shared.transport.rabbitmq.declare import declare_topology, delete_topology
from shared.transport.rabbitmq.transport import connect
from shared.transport.topology import Topology

MESSAGES = 20_000
RUNS = 3
ENVELOPE = 480
"""Bytes of a message that are not its text, about."""


class PeerProcess:
    """A process of `benchmarks.throughput_peer`."""

    def __init__(self, *arguments: str) -> None:
        command = [sys.executable, "-m", "benchmarks.throughput_peer", *arguments]
        self._process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.line()

    def line(self) -> str:
        """The next line it prints."""
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        if not line:
            raise RuntimeError("a side of the benchmark ended early")
        return line.strip()

    def start(self) -> None:
        """Tell it to begin."""
        assert self._process.stdin is not None
        print(file=self._process.stdin, flush=True)

    def stop(self) -> None:
        """End it, gone or not."""
        self._process.kill()
        self._process.communicate()


async def measure_raw(where: BenchmarkServices) -> float:
    """Messages a second in plain aio-pika."""
    topology = Topology(f"bench-{token_hex(4)}")
    await declare_topology(where.broker, topology, ["raw"])
    taker = PeerProcess("consume", where.broker, topology.queue("raw"), str(MESSAGES))
    giver = PeerProcess("publish", where.broker, topology.queue("raw"), str(MESSAGES))
    try:
        giver.start()
        begun = float(giver.line())
        ended = float(await asyncio.to_thread(taker.line))
    finally:
        giver.stop()
        taker.stop()
        await delete_topology(where.broker, topology, ["raw"])
    return MESSAGES / (ended - begun)


async def measure_steps(where: BenchmarkServices, with_event: bool) -> float:
    """Worker steps a second."""
    namespace = f"bench-{token_hex(4)}"
    topology = Topology(namespace)
    await declare_topology(where.broker, topology, sorted(ROUTES.values()))
    sides = [
        PeerProcess(side, where.broker, where.store, namespace, "events" if with_event else "")
        for side in ("ping", "pong")
    ]
    try:
        return await _run_ping_pong(where, topology)
    finally:
        for side in sides:
            side.stop()
        await delete_topology(where.broker, topology, sorted(ROUTES.values()))
        await remove_keys(where.store, namespace)


async def _run_ping_pong(where: BenchmarkServices, topology: Topology) -> float:
    transport = await connect(where.broker, topology)
    left, over = [IN_FLIGHT], asyncio.Event()

    async def finished(delivery: Delivery) -> None:
        await delivery.ack()
        left[0] -= 1
        if not left[0]:
            over.set()

    await transport.consume(DONE, finished, IN_FLIGHT)
    hops = MESSAGES // IN_FLIGHT
    begun = time.perf_counter()
    await asyncio.gather(*(transport.publish(_first_message(number, hops)) for number in range(IN_FLIGHT)))
    await over.wait()
    elapsed = time.perf_counter() - begun
    await transport.close()
    return hops * IN_FLIGHT / elapsed


def _first_message(number: int, hops: int) -> BrokerMessage:
    ball = PingMessage(left=hops, text="x" * (SIZE - ENVELOPE))
    message = Envelope(
        message_id=digest("serve", number),
        type=PingMessage.type,
        sender=f"{DONE}/{number}",
        recipient=f"ping/{number}",
        correlation_id=f"c-{number}",
        timestamp=int(time.time() * 1000),
        body=ball.model_dump(mode="json"),
    )
    return BrokerMessage("commands", "ping", message.message_id, PingMessage.type, encode_envelope(message))


def _compare(with_event: bool) -> tuple[Sequence[float], Sequence[float]]:
    with start_services() as where:
        print(f"  Redis with appendfsync {where.fsync}", file=sys.stderr)
        pairs = [(asyncio.run(measure_raw(where)), asyncio.run(measure_steps(where, with_event))) for _ in range(RUNS)]
    return [there for there, _ in pairs], [here for _, here in pairs]


def measure() -> dict[str, float]:
    """Without an event."""
    there, here = map(statistics.median, _compare(with_event=False))
    return {"steps_vs_raw": here / there, "distributed_steps_per_s": here, "raw_messages_per_s": there}


def measure_event() -> dict[str, float]:
    """With one event more in each step."""
    there, here = map(statistics.median, _compare(with_event=True))
    return {"steps_vs_raw_event": here / there, "distributed_event_steps_per_s": here}
