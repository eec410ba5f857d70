"""The transport contract over memory, and what only the memory broker can be told to do."""

import asyncio
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager

import pytest

from shared.transport.memory.broker import MemoryTransport
from shared.transport.port import Delivery, PublishFailed, Transport, Unroutable
from tests.contract.transport_contract import Inbox, Server, TransportContract, command, event
from tests.support.faulty_broker import (
    BrokerFaults,
    DeliveryFault,
    FaultyMemoryBroker,
    PublishFault,
    ScriptedBrokerFaults,
)
from tests.support.manual_clock import ManualClock

pytestmark = pytest.mark.virtual_time


class MemoryServer:
    def __init__(self, max_length: int = 1000, faults: BrokerFaults | None = None) -> None:
        self.broker = FaultyMemoryBroker(ManualClock(), ("work", "other"), faults=faults, max_length=max_length)
        self.errors: list[str] = []

    async def connect(self) -> MemoryTransport:
        return MemoryTransport(self.broker, self._note)

    async def kill(self, client: Transport) -> None:
        assert isinstance(client, MemoryTransport)
        client.abort()

    async def quiet(self) -> None:
        await asyncio.sleep(0.001)  # in virtual time: when nothing else is left to do

    async def delete(self, queue: str) -> None:
        self.broker.delete(queue)

    def _note(self, delivery: Delivery, error: Exception) -> None:
        self.errors.append(f"{delivery.message.message_id}: {error}")


class TestMemoryTransport(TransportContract):
    @asynccontextmanager
    async def open_broker(self, max_length: int = 1000) -> AsyncGenerator[Server]:
        yield MemoryServer(max_length)


def faulty(*publishes: PublishFault | None, deliveries: tuple[DeliveryFault | None, ...] = ()) -> MemoryServer:
    return MemoryServer(faults=ScriptedBrokerFaults(list(publishes), list(deliveries)))


@pytest.mark.parametrize(("outcome", "stored"), [("refused", 0), ("lost", 0), ("unconfirmed", 1)])
async def test_a_publish_without_a_confirm_may_have_been_stored(outcome: str, stored: int) -> None:
    fault = PublishFault(outcome=outcome)  # pyright: ignore[reportArgumentType] - one of the three
    server = faulty(fault)
    client = await server.connect()
    with pytest.raises(PublishFailed):
        await client.publish(command("m1"))
    assert server.broker.count_ready("work") == stored
    await client.publish(command("m1"))
    assert server.broker.count_ready("work") == stored + 1


async def test_a_message_can_be_duplicated() -> None:
    server, inbox = faulty(PublishFault(copies=3)), Inbox()
    client = await server.connect()
    await client.consume("work", inbox, 10)
    await client.publish(command("m1"))
    assert await inbox.next_ids(3) == ["m1"] * 3


async def test_a_message_can_overtake_those_before_it() -> None:
    server, inbox = faulty(None, None, PublishFault(overtakes=True)), Inbox()
    client = await server.connect()
    for number in range(3):
        await client.publish(command(f"m{number}"))
    await client.consume("work", inbox, 10)
    assert await inbox.next_ids(3) == ["m2", "m0", "m1"]


async def test_a_delayed_publish_arrives_after_a_later_one() -> None:
    server, inbox = faulty(PublishFault(delay=60)), Inbox()
    client = await server.connect()
    await client.consume("work", inbox, 10)
    slow = asyncio.create_task(client.publish(command("slow")))
    await server.quiet()
    await client.publish(command("fast"))
    assert await inbox.next_ids(2) == ["fast", "slow"]
    await slow


async def test_a_delayed_publish_is_refused_when_the_broker_restarts_meanwhile() -> None:
    server = faulty(PublishFault(delay=60))
    client = await server.connect()
    publish = asyncio.create_task(client.publish(command("m1")))
    await server.quiet()
    server.broker.restart()
    with pytest.raises(PublishFailed):
        await publish
    assert server.broker.count_ready("work") == 0


async def test_a_delayed_delivery_counts_as_unsettled() -> None:
    server, inbox = faulty(None, None, deliveries=(DeliveryFault(delay=60),)), Inbox()
    client = await server.connect()
    await client.consume("work", inbox, 10)
    await client.publish(command("slow"))
    await client.publish(command("fast"))
    assert server.broker.count_unsettled("work") == 2
    assert await inbox.next_ids(2) == ["fast", "slow"]


async def test_a_restart_keeps_commands_loses_events_and_disconnects_everybody() -> None:
    server, inbox, events = MemoryServer(), Inbox(), Inbox()
    client = await server.connect()
    await client.consume("work", inbox, 1)
    await client.subscribe("#", events)
    await client.publish(command("m1"))
    await client.publish(command("m2"))
    held = await inbox.next()
    server.broker.restart()
    assert await client.wait_closed() == "the connection is gone"
    await held.ack()
    with pytest.raises(PublishFailed):
        await client.publish(command("m3"))
    fresh, heir = await server.connect(), Inbox()
    await fresh.publish(event("towow.offer.submitted.d-1"))
    await fresh.consume("work", heir, 10)
    assert await heir.next_ids(2) == ["m1", "m2"]
    await server.quiet()
    assert events.size == 0


async def test_losing_a_queue_disconnects_its_consumers_and_makes_it_unroutable() -> None:
    server = MemoryServer()
    worker, publisher = await server.connect(), await server.connect()
    await worker.consume("work", Inbox(), 1)
    server.broker.delete("work")
    assert (worker.is_connected, publisher.is_connected) == (False, True)
    with pytest.raises(Unroutable):
        await publisher.publish(command("m1"))
    server.broker.declare("work")
    await publisher.publish(command("m1"))


async def test_consuming_a_queue_that_was_never_declared_raises() -> None:
    with pytest.raises(LookupError):
        await (await MemoryServer().connect()).consume("nowhere", Inbox(), 1)


async def test_a_lost_connection_does_not_stop_a_handler_but_a_kill_does() -> None:
    server, done = MemoryServer(), Inbox()
    gates = {"zombie": asyncio.Event(), "killed": asyncio.Event()}

    async def handler(delivery: Delivery) -> None:
        await gates[delivery.message.message_id].wait()
        await done(delivery)

    zombie, killed = await server.connect(), await server.connect()
    await zombie.consume("work", handler, 1)
    await killed.consume("other", handler, 1)
    await zombie.publish(command("zombie", "work"))
    await zombie.publish(command("killed", "other"))
    await server.quiet()
    zombie.disconnect()
    killed.abort()
    for gate in gates.values():
        gate.set()
    await server.quiet()
    assert await done.next_ids(1) == ["zombie"]
    assert done.size == 0
    assert (server.broker.count_ready("work"), server.broker.count_ready("other")) == (1, 1)


async def test_a_handler_exception_is_reported_to_the_error_hook() -> None:
    server = MemoryServer()
    client = await server.connect()

    async def handler(delivery: Delivery) -> None:
        if not delivery.redelivered:
            raise ArithmeticError("on purpose")
        await delivery.ack()

    await client.consume("work", handler, 1)
    await client.publish(command("m1"))
    await server.quiet()
    assert server.errors == ["m1: on purpose"]
    assert (server.broker.count_ready("work"), server.broker.count_unsettled("work")) == (0, 0)


async def test_a_cancelled_handler_gives_its_message_back() -> None:
    server, attempts = MemoryServer(), list[bool]()
    client = await server.connect()

    async def handler(delivery: Delivery) -> None:
        attempts.append(delivery.redelivered)
        if not delivery.redelivered:
            raise asyncio.CancelledError
        await delivery.ack()

    await client.consume("work", handler, 1)
    await client.publish(command("m1"))
    await server.quiet()
    assert attempts == [False, True]


async def test_a_subscription_ends_with_its_consumer_or_its_client() -> None:
    server = MemoryServer()
    client = await server.connect()
    subscription, *_ = [await client.subscribe("#", Inbox()) for _ in range(3)]
    assert server.broker.subscriptions == 3
    await subscription.stop()
    assert server.broker.subscriptions == 2
    await client.close()
    assert server.broker.subscriptions == 0


async def test_a_slow_subscriber_loses_the_oldest_events() -> None:
    server, inbox, gate = MemoryServer(max_length=3), Inbox(), asyncio.Event()
    client = await server.connect()

    async def handler(delivery: Delivery) -> None:
        await gate.wait()
        await inbox(delivery)

    await client.subscribe("#", handler)
    for number in range(300):
        await client.publish(event("towow.offer.submitted.d-1", f"evt-{number}"))
    gate.set()
    ids = await inbox.next_ids(259)
    assert ids[-3:] == ["evt-297", "evt-298", "evt-299"]
