"""Declaration of the exchanges and queues with their limits (DESIGN § 4, FAULTS § 1.2)."""

from collections.abc import Awaitable, Callable, Iterable
from contextlib import suppress

from aio_pika import ExchangeType
from aio_pika.abc import AbstractChannel, AbstractConnection
from aiormq.exceptions import (
    ChannelAccessRefused,
    ChannelLockedResource,
    ChannelNotFoundEntity,
    ChannelPreconditionFailed,
)
from pamqp.common import FieldTable

from shared.transport.port import BrokerMisconfigured
from shared.transport.rabbitmq.connect import open_for_requests, parse_url
from shared.transport.rabbitmq.decode import DELIVERY_LIMIT
from shared.transport.topology import DEAD, Topology

MAX_LENGTH = 100_000
"""Messages that wait in a queue; beyond that the broker rejects a publish and the outbox entry waits in the store."""

NO_DELIVERY_LIMIT = 2**31 - 1
"""For the dead-letter queue: RabbitMQ 4 drops messages after 20 returns by default; 3.10 cannot express "unlimited"."""

Request = Callable[[AbstractChannel], Awaitable[object]]


async def declare_topology(
    url: str, topology: Topology, roles: Iterable[str], *, max_length: int = MAX_LENGTH, timeout: float = 10.0
) -> None:
    """Create the missing exchanges and queues of a namespace.

    A login without the permission to configure succeeds if everything exists.

    Args:
        url: AMQP URL with credentials.
        topology: Names of the exchanges and queues.
        roles: Roles that need a queue; the dead-letter queue is always created.
        max_length: Maximum number of messages that wait in a queue.
        timeout: Seconds for connecting, and again for all declarations.

    Raises:
        BrokerUnavailable: The broker cannot be reached, or does not answer in time; some may be created.
        BrokerMisconfigured: The URL or the credentials are wrong, or something is missing and may not be created, or
            exists with other arguments.
    """
    async with open_for_requests(parse_url(url), "towow declare", timeout) as connection:
        broker = _TopologyDeclarer(connection)
        for name, kind in _exchanges(topology):
            await broker.declare_exchange(name, kind)
        for role in (DEAD, *roles):
            name = topology.queue(role)
            if await broker.declare_queue(name, _arguments(topology, role, max_length)):
                await broker.bind(name, topology.dead if role == DEAD else topology.commands, role)


async def delete_topology(url: str, topology: Topology, roles: Iterable[str], *, timeout: float = 10.0) -> None:
    """Delete the exchanges and queues of a namespace with their messages; ignore missing ones.

    Args:
        url: AMQP URL with credentials.
        topology: Names of the exchanges and queues.
        roles: Roles whose queues are deleted, beside the dead-letter queue.
        timeout: Seconds for connecting, and again for all deletions.

    Raises:
        BrokerUnavailable: The broker cannot be reached, or does not answer in time; some may be deleted.
        BrokerMisconfigured: The URL or the credentials are wrong, or this login may not delete.
    """
    async with open_for_requests(parse_url(url), "towow remove", timeout) as connection:
        broker = _TopologyDeclarer(connection)
        for queue in map(topology.queue, (*roles, DEAD)):
            await broker.send(lambda channel, name=queue: channel.queue_delete(name))
        for exchange, _ in _exchanges(topology):
            await broker.send(lambda channel, name=exchange: channel.exchange_delete(name))


async def get_queue_depths(
    url: str, topology: Topology, roles: Iterable[str], *, timeout: float = 10.0
) -> dict[str, int]:
    """Return the number of waiting messages per queue: role, or "dead" → messages; a missing queue has no key.

    Args:
        url: AMQP URL with credentials.
        topology: Names of the exchanges and queues.
        roles: Roles whose queues are read, beside the dead-letter queue.
        timeout: Seconds for connecting, and again for all queues.

    Raises:
        BrokerUnavailable: The broker cannot be reached, or does not answer in time.
        BrokerMisconfigured: The URL or the credentials are wrong, or this login may not inspect a queue.
    """
    found: dict[str, int] = {}
    async with open_for_requests(parse_url(url), "towow depths", timeout) as connection:
        broker = _TopologyDeclarer(connection)
        for role in (*roles, DEAD):
            with suppress(LookupError):
                found[role] = await broker.count_ready(topology.queue(role))
    return found


def _exchanges(topology: Topology) -> list[tuple[str, ExchangeType]]:
    return [
        (topology.commands, ExchangeType.DIRECT),
        (topology.events, ExchangeType.TOPIC),
        (topology.private, ExchangeType.TOPIC),
        (topology.dead, ExchangeType.FANOUT),
    ]


def _arguments(topology: Topology, role: str, max_length: int) -> FieldTable:
    arguments: FieldTable = {
        "x-queue-type": "quorum",
        "x-overflow": "reject-publish",
        "x-max-length": max_length,
        "x-delivery-limit": NO_DELIVERY_LIMIT if role == DEAD else DELIVERY_LIMIT,
    }
    if role != DEAD:
        # at-least-once: the message stays in its queue until the dead-letter queue has confirmed it.
        arguments |= {"x-dead-letter-exchange": topology.dead, "x-dead-letter-strategy": "at-least-once"}
    return arguments


class _TopologyDeclarer:
    """Sends one request at a time; a rejection closes the channel, and the next request opens a new one."""

    def __init__(self, connection: AbstractConnection) -> None:
        self._connection = connection
        self._channel: AbstractChannel | None = None
        # After one rejection declaring is not tried again: each rejection is a line in the broker's log.
        self._may_not_declare = False

    async def send(self, request: Request) -> object:
        """Return the broker's answer. Raises AMQPError, or LookupError if the broker does not know the name."""
        if self._channel is None or self._channel.is_closed:
            self._channel = self._connection.channel()
            await self._channel.initialize()
        try:
            return await request(self._channel)
        except ChannelNotFoundEntity as error:
            raise LookupError(str(error)) from error

    async def declare_exchange(self, name: str, kind: ExchangeType) -> None:
        """Create an exchange unless it exists."""
        await self._declare_or_check(
            f"exchange {name}",
            lambda channel: channel.declare_exchange(name, kind, durable=True),
            lambda channel: channel.declare_exchange(name, passive=True),
        )

    async def declare_queue(self, name: str, arguments: FieldTable) -> bool:
        """Create a queue unless it exists; return False if it exists and this login may not declare it."""
        return await self._declare_or_check(
            f"queue {name}",
            lambda channel: channel.declare_queue(name, durable=True, arguments=arguments),
            lambda channel: channel.declare_queue(name, passive=True),
        )

    async def bind(self, queue: str, exchange: str, routing_key: str) -> None:
        """Bind a queue; a login without the permission relies on whoever created the queue."""
        with suppress(ChannelAccessRefused):
            await self.send(lambda channel: _bind(channel, queue, exchange, routing_key))

    async def count_ready(self, queue: str) -> int:
        """Return the number of waiting messages of `queue`. Raises LookupError if it does not exist."""
        waiting = 0

        async def check(channel: AbstractChannel) -> None:
            nonlocal waiting
            found = await channel.declare_queue(queue, passive=True)
            waiting = found.declaration_result.message_count or 0

        await self.send(check)
        return waiting

    async def _declare_or_check(self, what: str, declare: Request, check: Request) -> bool:
        """Create something unless it exists; return whether this login may."""
        if self._may_not_declare and await self._exists(check):
            return False
        try:
            await self.send(declare)
        except (ChannelPreconditionFailed, ChannelLockedResource) as error:
            raise BrokerMisconfigured(
                f"{what} exists with other arguments: {error}. Empty and delete it "
                f"(rabbitmqctl delete_queue NAME), or choose another namespace"
            ) from error
        except ChannelAccessRefused as error:
            self._may_not_declare = True
            if await self._exists(check):
                return False
            raise BrokerMisconfigured(
                f"{what} does not exist and this user may not create it: run `towow init` as a user who may ({error})"
            ) from error
        return True

    async def _exists(self, check: Request) -> bool:
        try:
            await self.send(check)
        except LookupError:
            return False
        return True


async def _bind(channel: AbstractChannel, queue: str, exchange: str, routing_key: str) -> None:
    bound = await channel.get_queue(queue, ensure=False)
    await bound.bind(exchange, routing_key)
