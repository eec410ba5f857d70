"""Status of a broker: version, latency, queue lengths and consumers."""

import time
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from aio_pika.abc import AbstractConnection
from aiormq.exceptions import ChannelAccessRefused, ChannelNotFoundEntity

from shared.transport.port import BrokerMisconfigured
from shared.transport.rabbitmq.connect import open_for_requests, parse_url, redact_url
from shared.transport.topology import DEAD, Topology


@dataclass(frozen=True, slots=True)
class QueueStatus:
    """Number of waiting messages and of consumers of a queue."""

    ready: int
    consumers: int


@dataclass(frozen=True, slots=True)
class BrokerStatus:
    """Status of a broker.

    Attributes:
        url: Address without the password.
        version: Product and version.
        latency_ms: Mean round trip of one request.
        queues: Existing queues by role, the dead-letter queue as "dead".
    """

    url: str
    version: str
    latency_ms: float
    queues: Mapping[str, QueueStatus]


async def inspect_broker(url: str, topology: Topology, roles: Iterable[str], *, timeout: float = 5.0) -> BrokerStatus:
    """Return the status of a broker without changing anything.

    Args:
        url: AMQP URL with credentials.
        topology: Names of the exchanges and queues.
        roles: Roles whose queues are inspected, beside the dead-letter queue; missing queues are left out.
        timeout: Seconds for connecting, and again for the inspection.

    Raises:
        BrokerUnavailable: The broker cannot be reached, or does not answer in time.
        BrokerMisconfigured: The URL is invalid, or credentials, virtual host or permissions are rejected.
    """
    address = parse_url(url)
    async with open_for_requests(address, "towow inspect", timeout) as connection:
        began = time.monotonic()
        found = {role: await _queue(connection, topology.queue(role)) for role in (*roles, DEAD)}
        latency = (time.monotonic() - began) * 1000 / len(found)
        version = _version(connection)
    queues = {role: queue for role, queue in found.items() if queue is not None}
    return BrokerStatus(redact_url(address), version, latency, queues)


async def _queue(connection: AbstractConnection, name: str) -> QueueStatus | None:
    """Return a queue's status on a channel of its own: a missing queue closes the channel."""
    channel = connection.channel()
    try:
        await channel.initialize()
        declared = await channel.declare_queue(name, passive=True)
    except ChannelNotFoundEntity:
        return None
    except ChannelAccessRefused as error:
        raise BrokerMisconfigured(
            f"no permission to inspect {name}: {error}; see rabbitmqctl set_permissions"
        ) from error
    result = declared.declaration_result
    await channel.close()
    return QueueStatus(result.message_count or 0, result.consumer_count or 0)


def _version(connection: AbstractConnection) -> str:
    transport = connection.transport
    about = transport.connection.server_properties if transport else {}
    return f"{about.get('product', 'a broker')} {about.get('version', 'of unknown version')}"
