"""Task steps per second, compared with request–response pairs of autogen-core's in-process runtime.

A step here: a request is decoded, looked up, performed, committed with its answer, relayed with a confirm, and
settled; all of it as bytes. A pair there: `send_message` and its reply. 50 in flight, best of 3, interleaved.
"""

import asyncio
import time
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass

from autogen_core import AgentId, MessageContext, RoutedAgent, SingleThreadedAgentRuntime, message_handler

from shared.core.decision import Send
from shared.core.envelope import Envelope, decode_envelope, encode_envelope
from shared.core.ids import digest
from shared.core.message_base import Message, ReceivedMessage
from shared.llm.rule_based_model import RuleBasedModel
from shared.runtime.actor import Task, TaskContext
from shared.runtime.settings import RuntimeSettings
from shared.runtime.system_clock import SystemClock
from shared.runtime.worker import Worker
from shared.store.memory.store import MemoryStore
from shared.telemetry.metrics import Metrics
from shared.transport.memory.broker import MemoryBroker, MemoryTransport
from shared.transport.port import BrokerMessage, Delivery
from towow.config.demand_logger import build_logger

MESSAGES = 5000
IN_FLIGHT = 50
RUNS = 3
ACTORS = 10
TEXT = "x" * 100


class EchoRequest(Message):
    """Request to our runtime."""

    type = "ask"
    number: int
    text: str


class EchoReply(Message):
    """Reply of our runtime."""

    type = "reply"
    number: int
    text: str


@dataclass
class AutogenRequest:
    """Request to autogen-core."""

    number: int
    text: str


@dataclass
class AutogenReply:
    """Reply of autogen-core."""

    number: int
    text: str


class Echo(RoutedAgent):
    """Answers there."""

    def __init__(self) -> None:
        super().__init__("echo")

    @message_handler
    async def answer(self, message: AutogenRequest, ctx: MessageContext) -> AutogenReply:
        """The same back."""
        return AutogenReply(message.number, message.text)


async def perform(task: ReceivedMessage[EchoRequest], _: TaskContext) -> Sequence[Send]:
    """The same back."""
    return [Send(task.sender, EchoReply(number=task.body.number, text=task.body.text))]


async def measure_throughput(send_request: Callable[[int], Awaitable[object]]) -> float:
    """Return the requests per second with IN_FLIGHT concurrent ones."""
    gate = asyncio.Semaphore(IN_FLIGHT)

    async def limited(number: int) -> None:
        async with gate:
            await send_request(number)

    begun = time.perf_counter()
    await asyncio.gather(*(limited(number) for number in range(MESSAGES)))
    return MESSAGES / (time.perf_counter() - begun)


async def measure_runtime() -> float:
    """Task steps a second through broker, dispatch and store."""
    clock, log = SystemClock(), build_logger("warning")
    transport = MemoryTransport(MemoryBroker(clock, ["echo", "asker"]))
    worker = Worker(
        [Task("echo", "echo", perform, (EchoRequest,))],
        routes={"echo": "echo", "asker": "asker"},
        store=MemoryStore(clock),
        transport=transport,
        model=RuleBasedModel({}),
        clock=clock,
        settings=RuntimeSettings(concurrency=64),
        log=log,
        metrics=Metrics(),
    )
    await worker.start()
    waiting: dict[int, asyncio.Future[Envelope]] = {}

    async def resolve_reply(delivery: Delivery) -> None:
        envelope = decode_envelope(delivery.message.data)
        waiting.pop(int(envelope.body["number"])).set_result(envelope)
        await delivery.ack()

    async def ask(number: int) -> None:
        waiting[number] = asyncio.get_running_loop().create_future()
        message = Envelope(
            message_id=digest("ask", number),
            type=EchoRequest.type,
            sender="asker/1",
            recipient=f"echo/{number % ACTORS}",
            correlation_id=f"c-{number % ACTORS}",
            timestamp=clock.now(),
            body={"number": number, "text": TEXT},
        )
        future = waiting[number]
        await transport.publish(
            BrokerMessage("commands", "echo", message.message_id, EchoRequest.type, encode_envelope(message))
        )
        await future

    await transport.consume("asker", resolve_reply, 64)
    try:
        return await measure_throughput(ask)
    finally:
        await worker.stop()
        await transport.close()


async def measure_autogen() -> float:
    """Pairs a second through autogen-core."""
    runtime = SingleThreadedAgentRuntime()
    await Echo.register(runtime, "echo", Echo)
    runtime.start()

    async def ask(number: int) -> None:
        await runtime.send_message(AutogenRequest(number, TEXT), AgentId("echo", str(number % ACTORS)))

    try:
        return await measure_throughput(ask)
    finally:
        await runtime.stop_when_idle()


def measure() -> dict[str, float]:
    """The figure, and the two rates it is made of."""
    rates = [(asyncio.run(measure_runtime()), asyncio.run(measure_autogen())) for _ in range(RUNS)]
    here, there = max(rate for rate, _ in rates), max(rate for _, rate in rates)
    return {"steps_vs_autogen": here / there, "steps_per_s": here, "autogen_pairs_per_s": there}
