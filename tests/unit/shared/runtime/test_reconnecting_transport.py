"""Does a client that loses its connection go on over the next one, and say so once?"""

import asyncio
import json
from io import StringIO

import pytest

from shared.runtime.reconnecting_transport import ReconnectingTransport
from shared.runtime.virtual_clock import VirtualClock
from shared.transport.memory.broker import MemoryBroker, MemoryTransport
from shared.transport.port import (
    BrokerMessage,
    BrokerMisconfigured,
    BrokerUnavailable,
    Delivery,
    PublishFailed,
    Transport,
)
from towow.config.demand_logger import build_logger


class Client:
    """A lasting client of a broker that can be away, and what its subscription received."""

    def __init__(self, clock: VirtualClock) -> None:
        self.broker = MemoryBroker(clock, ["role"])
        self.transports: list[MemoryTransport] = []
        self.away = False
        self.received: list[str] = []
        self.log = StringIO()
        self.lasting = ReconnectingTransport(self._connect, build_logger("info", "json", self.log))

    async def _connect(self) -> Transport:
        if self.away:
            raise BrokerUnavailable("nobody there")
        self.transports.append(MemoryTransport(self.broker))
        return self.transports[-1]

    async def receive(self, delivery: Delivery) -> None:
        self.received.append(delivery.message.message_id)
        await delivery.ack()

    async def publish(self, identifier: str, exchange: str = "events") -> None:
        """Somebody else publishes."""
        key = "towow.x.d-1" if exchange == "events" else "role"
        other = MemoryTransport(self.broker)
        await other.publish(
            BrokerMessage("events" if exchange == "events" else "commands", key, identifier, "x", b"{}")
        )
        await asyncio.sleep(0.1)
        await other.close()

    def said(self) -> list[str]:
        return [json.loads(line)["event"] for line in self.log.getvalue().splitlines()]


async def test_subscriptions_are_renewed_on_the_next_connection(clock: VirtualClock) -> None:
    client = Client(clock)
    await client.lasting.start()
    subscription = await client.lasting.subscribe("#.d-1", client.receive)
    await client.lasting.consume("role", client.receive, 8)
    await client.publish("m1")
    for number in (2, 4):
        client.away = True
        client.transports[-1].disconnect()
        await asyncio.sleep(10)
        client.away = False
        await asyncio.sleep(10)
        await client.publish(f"m{number}")
        await client.publish(f"m{number + 1}", "commands")
    assert client.received == ["m1", "m2", "m3", "m4", "m5"]
    assert client.said() == ["service_missing", "service_back"] * 2
    await subscription.stop()
    client.transports[-1].disconnect()
    await asyncio.sleep(10)
    await client.publish("m6")
    assert client.received[-1] == "m5"
    await client.lasting.close()
    await client.lasting.wait_closed()


async def test_a_publish_without_connection_fails_and_subscriptions_are_kept(clock: VirtualClock) -> None:
    client = Client(clock)
    await client.lasting.start()
    client.away = True
    client.transports[-1].disconnect()
    await asyncio.sleep(1)
    with pytest.raises(PublishFailed):
        await client.lasting.publish(BrokerMessage("events", "towow.x.d-1", "m1", "x", b"{}"))
    await client.lasting.subscribe("#", client.receive)
    client.away = False
    await asyncio.sleep(10)
    await client.lasting.publish(BrokerMessage("events", "towow.x.d-1", "m2", "x", b"{}"))
    await asyncio.sleep(1)
    assert client.received == ["m2"]
    await client.lasting.close()


async def test_a_misconfiguration_is_raised_by_start(clock: VirtualClock) -> None:
    async def refuse() -> Transport:
        raise BrokerMisconfigured("wrong password")

    with pytest.raises(BrokerMisconfigured, match="wrong password"):
        await ReconnectingTransport(refuse, build_logger("error")).start()
