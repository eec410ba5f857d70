"""Inspection of a RabbitMQ broker: version, latency, queue lengths, consumers, and whether it blocks publishers."""

import asyncio
import time
from collections.abc import Iterable
from contextlib import suppress

import aio_pika
from aio_pika.abc import AbstractConnection
from aiormq.exceptions import ChannelAccessRefused, ChannelNotFoundEntity

from shared.transport.broker_status import BrokerStatus, QueueStatus
from shared.transport.port import BrokerMisconfigured
from shared.transport.rabbitmq.aiormq_internals import record_block_reasons
from shared.transport.rabbitmq.connect import open_for_requests, parse_url, redact_url
from shared.transport.topology import DEAD, Topology

CONFIRM_TIMEOUT_S = 1.0
"""Time in which a broker that does not block publishers confirms a message."""


async def inspect_broker(url: str, topology: Topology, roles: Iterable[str], *, timeout: float = 5.0) -> BrokerStatus:
    """Return the status of a broker; nothing changes, since the message that it has to confirm reaches no queue.

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
        blocked = await _find_block_reason(connection, topology)
    queues = {role: queue for role, queue in found.items() if queue is not None}
    return BrokerStatus(redact_url(address), version, latency, queues, blocked)


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


async def _find_block_reason(connection: AbstractConnection, topology: Topology) -> str | None:
    """Return why the broker takes no messages; None if it does, or if this login may not try.

    It tells a connection that it is blocked only when that one publishes.
    """
    reasons = record_block_reasons(connection)
    with suppress(ChannelAccessRefused, ChannelNotFoundEntity):
        channel = await connection.channel()
        exchange = await channel.get_exchange(topology.commands, ensure=False)
        try:
            async with asyncio.timeout(CONFIRM_TIMEOUT_S):
                await exchange.publish(aio_pika.Message(b""), f"{topology.commands}.probe", mandatory=False)
                await channel.close()
        except TimeoutError:
            return reasons[0] if reasons else f"no confirm within {CONFIRM_TIMEOUT_S:g} s"
    return None


def _version(connection: AbstractConnection) -> str:
    transport = connection.transport
    about = transport.connection.server_properties if transport else {}
    return f"{about.get('product', 'a broker')} {about.get('version', 'of unknown version')}"
