"""What does a broker say of itself: its version, how fast it answers, what waits in which queue, and who consumes?"""

import asyncio
import time
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from aio_pika.abc import AbstractConnection
from aiormq.exceptions import AMQPError, ChannelAccessRefused, ChannelNotFoundEntity

from shared.transport.port import BrokerMisconfigured, BrokerUnavailable
from shared.transport.rabbitmq.connect import close_quietly, open_connection, parse_url, redact_url
from shared.transport.topology import DEAD, Topology


@dataclass(frozen=True, slots=True)
class QueueInfo:
    """How many messages wait, and how many consumers there are."""

    ready: int
    consumers: int


@dataclass(frozen=True, slots=True)
class BrokerInfo:
    """`where`: without password. `latency`: ms of one question. `queues`: by role and `dead`; those that are there."""

    url: str
    version: str
    latency_ms: float
    queues: Mapping[str, QueueInfo]


async def inspect_broker(url: str, topology: Topology, roles: Iterable[str], *, timeout: float = 5.0) -> BrokerInfo:
    """Look, and change nothing. `timeout` in s, for everything. Raises BrokerLost or BrokerMisconfigured."""
    address = parse_url(url)
    connection = await open_connection(address, "towow inspect", timeout)
    try:
        async with asyncio.timeout(timeout):
            began = time.monotonic()
            found = {role: await _queue(connection, topology.queue(role)) for role in (*roles, DEAD)}
            latency = (time.monotonic() - began) * 1000 / len(found)
            version = _version(connection)
    except TimeoutError as error:
        raise BrokerUnavailable(f"the broker at {redact_url(address)} did not answer within {timeout:g} s") from error
    except (AMQPError, OSError, RuntimeError) as error:
        raise BrokerUnavailable(f"the connection to the broker at {redact_url(address)} was lost: {error}") from error
    finally:
        await close_quietly(connection)
    queues = {role: queue for role, queue in found.items() if queue is not None}
    return BrokerInfo(redact_url(address), version, latency, queues)


async def _queue(connection: AbstractConnection, name: str) -> QueueInfo | None:
    """A refusal costs a channel, so each question has its own."""
    channel = connection.channel()
    try:
        await channel.initialize()
        asked = await channel.declare_queue(name, passive=True)
    except ChannelNotFoundEntity:
        return None
    except ChannelAccessRefused as error:
        raise BrokerMisconfigured(f"may not look at {name}: {error}; see rabbitmqctl set_permissions") from error
    result = asked.declaration_result
    await channel.close()
    return QueueInfo(result.message_count or 0, result.consumer_count or 0)


def _version(connection: AbstractConnection) -> str:
    transport = connection.transport
    about = transport.connection.server_properties if transport else {}
    return f"{about.get('product', 'a broker')} {about.get('version', 'of unknown version')}"
