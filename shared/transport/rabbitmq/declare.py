"""Which exchanges and queues there must be on the broker, and with which limits (DESIGN § 4, FAULTS § 1.2)."""

import asyncio
from collections.abc import AsyncGenerator, Awaitable, Callable, Iterable
from contextlib import asynccontextmanager, suppress

from aio_pika import ExchangeType
from aio_pika.abc import AbstractChannel, AbstractConnection
from aiormq.exceptions import (
    AMQPError,
    ChannelAccessRefused,
    ChannelLockedResource,
    ChannelNotFoundEntity,
    ChannelPreconditionFailed,
)
from pamqp.common import FieldTable

from shared.transport.port import BrokerMisconfigured, BrokerUnavailable
from shared.transport.rabbitmq.connect import close_quietly, open_connection, parse_url, redact_url
from shared.transport.rabbitmq.decode import DELIVERY_LIMIT
from shared.transport.topology import DEAD, Topology

MAX_LENGTH = 100_000
"""How many messages wait in a queue; then the broker refuses more, and what is to be sent waits in the store."""

NO_DELIVERY_LIMIT = 2**31 - 1
"""For the dead letters: RabbitMQ 4 drops after 20 returns when nothing is said, and 3.10 knows no word for `never`."""

Ask = Callable[[AbstractChannel], Awaitable[object]]


async def declare_topology(
    url: str, topology: Topology, roles: Iterable[str], *, max_length: int = MAX_LENGTH, timeout: float = 10.0
) -> None:
    """Make all exchanges and queues that are not there. Raises BrokerLost or BrokerMisconfigured.

    A user who may not do so is content when all of them are there, and asks for a refusal only once: every one is a
    line in the broker's log. `timeout` in s, for everything.
    """
    async with _asking(url, "towow declare", timeout) as broker:
        for name, kind in _exchanges(topology):
            await broker.exchange(name, kind)
        for role in (DEAD, *roles):
            name = topology.queue(role)
            if await broker.queue(name, _arguments(topology, role, max_length)):
                await broker.bind(name, topology.dead if role == DEAD else topology.commands, role)


async def delete_topology(url: str, topology: Topology, roles: Iterable[str], *, timeout: float = 10.0) -> None:
    """Delete the exchanges and queues of a namespace with all that is in them; what is not there is no error."""
    async with _asking(url, "towow remove", timeout) as broker:
        for queue in map(topology.queue, (*roles, DEAD)):
            await broker.ask(lambda channel, name=queue: channel.queue_delete(name))
        for exchange, _ in _exchanges(topology):
            await broker.ask(lambda channel, name=exchange: channel.exchange_delete(name))


async def get_queue_depths(
    url: str, topology: Topology, roles: Iterable[str], *, timeout: float = 10.0
) -> dict[str, int]:
    """How many messages wait, by role and for `dead`; a queue that is not there is not in the answer."""
    found: dict[str, int] = {}
    async with _asking(url, "towow depths", timeout) as broker:
        for role in (*roles, DEAD):
            with suppress(LookupError):
                found[role] = await broker.ready(topology.queue(role))
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
        # at-least-once: kept where it was until the queue of the dead letters has confirmed it.
        arguments |= {"x-dead-letter-exchange": topology.dead, "x-dead-letter-strategy": "at-least-once"}
    return arguments


class _TopologyDeclarer:
    """Asks a broker one thing at a time; a refusal costs a channel, and the next question gets a new one."""

    def __init__(self, connection: AbstractConnection) -> None:
        self._connection = connection
        self._channel: AbstractChannel | None = None
        self._refused = False

    async def ask(self, question: Ask) -> object:
        """The broker's answer. Raises AMQPError; LookupError when it does not know what is asked for."""
        if self._channel is None or self._channel.is_closed:
            self._channel = self._connection.channel()
            await self._channel.initialize()
        try:
            return await question(self._channel)
        except ChannelNotFoundEntity as error:
            raise LookupError(str(error)) from error

    async def exchange(self, name: str, kind: ExchangeType) -> None:
        """Make an exchange, unless it is there."""
        await self._make(
            f"exchange {name}",
            lambda channel: channel.declare_exchange(name, kind, durable=True),
            lambda channel: channel.declare_exchange(name, passive=True),
        )

    async def queue(self, name: str, arguments: FieldTable) -> bool:
        """Make a queue, unless it is there; False when this user may not, and somebody else made it."""
        return await self._make(
            f"queue {name}",
            lambda channel: channel.declare_queue(name, durable=True, arguments=arguments),
            lambda channel: channel.declare_queue(name, passive=True),
        )

    async def bind(self, queue: str, exchange: str, routing_key: str) -> None:
        """Let `queue` receive; who may declare it and not bind it relies on whoever else made it."""
        with suppress(ChannelAccessRefused):
            await self.ask(lambda channel: _bind(channel, queue, exchange, routing_key))

    async def ready(self, queue: str) -> int:
        """How many messages wait in `queue`. Raises LookupError."""
        waiting = 0

        async def look(channel: AbstractChannel) -> None:
            nonlocal waiting
            found = await channel.declare_queue(queue, passive=True)
            waiting = found.declaration_result.message_count or 0

        await self.ask(look)
        return waiting

    async def _make(self, what: str, declare: Ask, check: Ask) -> bool:
        """Make it, unless it is there; whether this user did, or would have been let."""
        if self._refused and await self._is_there(check):
            return False
        try:
            await self.ask(declare)
        except (ChannelPreconditionFailed, ChannelLockedResource) as error:
            raise BrokerMisconfigured(
                f"{what} exists, but not as it must be: {error}. Empty and delete it "
                f"(rabbitmqctl delete_queue NAME), or choose another namespace"
            ) from error
        except ChannelAccessRefused as error:
            self._refused = True
            if await self._is_there(check):
                return False
            raise BrokerMisconfigured(
                f"{what} is not there, and this user may not make it: run `towow init` as one who may ({error})"
            ) from error
        return True

    async def _is_there(self, check: Ask) -> bool:
        try:
            await self.ask(check)
        except LookupError:
            return False
        return True


async def _bind(channel: AbstractChannel, queue: str, exchange: str, routing_key: str) -> None:
    bound = await channel.get_queue(queue, ensure=False)
    await bound.bind(exchange, routing_key)


@asynccontextmanager
async def _asking(url: str, name: str, timeout: float) -> AsyncGenerator[_TopologyDeclarer]:
    """A short connection. Raises BrokerLost or BrokerMisconfigured, whatever goes wrong on it."""
    address = parse_url(url)
    connection = await open_connection(address, name, timeout)
    try:
        async with asyncio.timeout(timeout):
            yield _TopologyDeclarer(connection)
    except ChannelAccessRefused as error:
        raise BrokerMisconfigured(f"{error}; see rabbitmqctl set_permissions") from error
    except TimeoutError as error:
        raise BrokerUnavailable(f"the broker at {redact_url(address)} did not answer within {timeout:g} s") from error
    except (AMQPError, OSError, RuntimeError) as error:
        raise BrokerUnavailable(f"the connection to the broker at {redact_url(address)} was lost: {error}") from error
    finally:
        await close_quietly(connection)
