"""One side of the comparison in `steps_vs_raw`, as a process of its own: `python -m benchmarks.steps_side SIDE …`.

Sides: `publish` and `consume` speak plain aio-pika; `ping` and `pong` are workers that send a message to and fro.
"""

import asyncio
import sys
import time

import aio_pika

from shared.core.address import Address
from shared.core.decision import Decision, Send
from shared.core.frozen_model import FrozenModel
from shared.core.message import EventPayload, Message, ReceivedMessage
from shared.llm.rule_based_model import RuleBasedModel
from shared.runtime.actor import Entity
from shared.runtime.settings import RuntimeSettings
from shared.runtime.system_clock import SystemClock
from shared.runtime.worker import Worker
from shared.store.redis.connect import connect as connect_store
from shared.telemetry.log import build_logger
from shared.telemetry.metrics import Metrics
from shared.transport.rabbitmq.transport import connect as connect_broker
from shared.transport.topology import Topology

IN_FLIGHT = 64
SIZE = 1024
DONE = "done"
SIDES = {"ping": "pong", "pong": "ping"}
ROUTES = {"ping": "ping", "pong": "pong", DONE: DONE}


class Ball(Message):
    """What goes to and fro; `left` steps are still to be made."""

    type = "ball"
    left: int
    text: str


class Hit(EventPayload):
    """What a step tells, where it tells anything."""

    type = "towow.bench.hit"
    left: int
    text: str


class Count(FrozenModel):
    """An entity's whole state. It never waits."""

    hits: int = 0
    timer: None = None


def played(side: str, told: bool) -> Entity[Count]:
    """An actor that sends each ball back, the last one to whoever counts the games; `told`: with an event."""

    def decide(state: Count | None, received: ReceivedMessage[Ball], _: int) -> Decision[Count]:
        left, text = received.body.left - 1, received.body.text
        to = Address(SIDES[side] if left else DONE, received.recipient.id)
        events = (Hit(left=left, text=text[:256]),) if told else ()
        count = Count(hits=state.hits + 1 if state else 1)
        return Decision(count, (Send(to, Ball(left=left, text=text)),), events)

    return Entity(role=side, kind=side, state=Count, decide=decide, messages=(Ball,))


async def work(side: str, broker: str, store: str, namespace: str, told: bool) -> None:
    """Play until killed."""
    transport = await connect_broker(broker, Topology(namespace))
    worker = Worker(
        [played(side, told)],
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


async def publish(broker: str, queue: str, amount: int) -> None:
    """Confirmed and mandatory, IN_FLIGHT at a time."""
    connection = await aio_pika.connect(broker)
    channel = await connection.channel(publisher_confirms=True, on_return_raises=True)
    gate, body = asyncio.Semaphore(IN_FLIGHT), b"x" * SIZE

    async def one(number: int) -> None:
        async with gate:
            message = aio_pika.Message(
                body, message_id=f"m{number}", delivery_mode=aio_pika.DeliveryMode.PERSISTENT, type="ball"
            )
            await channel.default_exchange.publish(message, routing_key=queue, mandatory=True)

    print("ready", flush=True)
    sys.stdin.readline()
    print(time.time(), flush=True)
    await asyncio.gather(*map(one, range(amount)))


async def consume(broker: str, queue: str, amount: int) -> None:
    """Acknowledge each; say when the last one was there."""
    connection = await aio_pika.connect(broker)
    channel = await connection.channel()
    await channel.set_qos(prefetch_count=IN_FLIGHT)
    left, over = [amount], asyncio.Event()

    async def took(message: aio_pika.abc.AbstractIncomingMessage) -> None:
        await message.ack()
        left[0] -= 1
        if not left[0]:
            over.set()

    await (await channel.get_queue(queue)).consume(took)
    print("ready", flush=True)
    await over.wait()
    print(time.time(), flush=True)


def main(side: str, broker: str, *rest: str) -> None:
    """Run one side."""
    if side in SIDES:
        store, namespace, told = rest
        asyncio.run(work(side, broker, store, namespace, told == "told"))
    else:
        queue, amount = rest
        asyncio.run({"publish": publish, "consume": consume}[side](broker, queue, int(amount)))


if __name__ == "__main__":
    main(*sys.argv[1:])
