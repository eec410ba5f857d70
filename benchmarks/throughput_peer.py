"""Peer process of `steps_vs_raw`: `python -m benchmarks.throughput_peer SIDE …`.

Sides: `publish` and `consume` speak plain aio-pika; `ping` and `pong` are workers that send a message back and forth.
"""

import asyncio
import sys
import time

import aio_pika

from shared.core.address import Address
from shared.core.decision import Decision, Send
from shared.core.frozen_model import FrozenModel
from shared.core.message_base import EventPayload, Message, ReceivedMessage
from shared.llm.rule_based_model import RuleBasedModel
from shared.runtime.actor import Entity
from shared.runtime.settings import RuntimeSettings
from shared.runtime.system_clock import SystemClock
from shared.runtime.worker import Worker
from shared.store.redis.connect import connect as connect_store
from shared.telemetry.metrics import Metrics
from shared.transport.rabbitmq.transport import connect as connect_broker
from shared.transport.topology import Topology
from towow.config.demand_logger import build_logger

IN_FLIGHT = 64
SIZE = 1024
DONE = "done"
SIDES = {"ping": "pong", "pong": "ping"}
ROUTES = {"ping": "ping", "pong": "pong", DONE: DONE}


class PingMessage(Message):
    """Message sent back and forth; `left` steps remain."""

    type = "ball"
    left: int
    text: str


class StepEvent(EventPayload):
    """Event of a step, in the comparison with events."""

    type = "towow.bench.hit"
    left: int
    text: str


class HitCount(FrozenModel):
    """State of the entity; it arms no timer."""

    hits: int = 0
    timer: None = None


def build_player(side: str, with_event: bool) -> Entity[HitCount]:
    """Build the entity that returns each message, and the last one to the counter; optionally with an event."""

    def decide(state: HitCount | None, received: ReceivedMessage[PingMessage], _: int) -> Decision[HitCount]:
        left, text = received.body.left - 1, received.body.text
        to = Address(SIDES[side] if left else DONE, received.recipient.id)
        events = (StepEvent(left=left, text=text[:256]),) if with_event else ()
        count = HitCount(hits=state.hits + 1 if state else 1)
        return Decision(count, (Send(to, PingMessage(left=left, text=text)),), events)

    return Entity(role=side, kind=side, state=HitCount, decide=decide, messages=(PingMessage,))


async def run_worker(side: str, broker: str, store: str, namespace: str, with_event: bool) -> None:
    """Run the worker until the process is killed."""
    transport = await connect_broker(broker, Topology(namespace))
    worker = Worker(
        [build_player(side, with_event)],
        routes=ROUTES,
        store=await connect_store(store, namespace),
        transport=transport,
        model=RuleBasedModel({}),
        clock=SystemClock(),
        settings=RuntimeSettings(concurrency=IN_FLIGHT),
        log=build_logger("warning"),
        metrics=Metrics(),
    )
    await worker.start()
    print("ready", flush=True)
    await asyncio.Event().wait()


async def publish(broker: str, queue: str, count: int) -> None:
    """Publish `count` confirmed, mandatory messages, IN_FLIGHT at a time."""
    connection = await aio_pika.connect(broker)
    channel = await connection.channel(publisher_confirms=True, on_return_raises=True)
    semaphore, body = asyncio.Semaphore(IN_FLIGHT), b"x" * SIZE

    async def publish_message(number: int) -> None:
        async with semaphore:
            message = aio_pika.Message(
                body, message_id=f"m{number}", delivery_mode=aio_pika.DeliveryMode.PERSISTENT, type="ball"
            )
            await channel.default_exchange.publish(message, routing_key=queue, mandatory=True)

    print("ready", flush=True)
    sys.stdin.readline()
    print(time.time(), flush=True)
    await asyncio.gather(*map(publish_message, range(count)))


async def consume(broker: str, queue: str, count: int) -> None:
    """Acknowledge `count` messages and print the time of the last one."""
    connection = await aio_pika.connect(broker)
    channel = await connection.channel()
    await channel.set_qos(prefetch_count=IN_FLIGHT)
    remaining, finished = [count], asyncio.Event()

    async def acknowledge(message: aio_pika.abc.AbstractIncomingMessage) -> None:
        await message.ack()
        remaining[0] -= 1
        if not remaining[0]:
            finished.set()

    await (await channel.get_queue(queue)).consume(acknowledge)
    print("ready", flush=True)
    await finished.wait()
    print(time.time(), flush=True)


def main(side: str, broker: str, *rest: str) -> None:
    """Run the peer of one side."""
    if side in SIDES:
        store, namespace, event_mode = rest
        asyncio.run(run_worker(side, broker, store, namespace, event_mode == "events"))
    else:
        queue, amount = rest
        asyncio.run({"publish": publish, "consume": consume}[side](broker, queue, int(amount)))


if __name__ == "__main__":
    main(*sys.argv[1:])
