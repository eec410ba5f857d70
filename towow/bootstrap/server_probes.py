"""Probes of RabbitMQ and Redis, each over connections of its own, so that they tell what a new process would find."""

from collections.abc import Awaitable, Callable, Coroutine, Mapping, Sequence
from functools import partial
from typing import Any, TypeVar

from typing_extensions import override

from gateway.inspection.check_result import CheckFailed
from gateway.inspection.probes import ServiceProbes
from gateway.streaming.epoch import renew_epoch
from negotiation.registry.redis.registry import connect_registry
from shared.llm.circuit_breaker import read_breaker_state
from shared.llm.circuit_breaker_state import CircuitBreakerState
from shared.store.port import StoreUnavailable
from shared.store.redis.connect import connect, count_outbox_entries
from shared.store.redis.server_status import get_server_status
from shared.store.redis.store import RedisStore
from shared.store.server_status import ServerStatus
from shared.transport.broker_status import BrokerStatus
from shared.transport.port import BrokerUnavailable
from shared.transport.rabbitmq.broker_status import inspect_broker
from shared.transport.topology import Topology
from towow.bootstrap.connections import START_HINTS
from towow.config.environment import ServiceUrls

T = TypeVar("T")


class ServerProbes(ServiceProbes):
    """Probes of the services at the given URLs; the methods are described in `ServiceProbes`."""

    def __init__(self, services: ServiceUrls, roles: Sequence[str]) -> None:
        self._services = services
        self._roles = roles

    @property
    @override
    def namespace(self) -> str:
        return self._services.namespace

    @override
    async def inspect_broker(self) -> BrokerStatus:
        services = self._services
        return await _query(inspect_broker(services.broker, Topology(services.namespace), self._roles))

    @override
    async def get_server_status(self) -> ServerStatus:
        return await _query(get_server_status(self._services.store, self._services.namespace))

    @override
    async def count_outbox_entries(self) -> Mapping[str, int]:
        return await _query(self._ask_store(count_outbox_entries))

    @override
    async def renew_epoch(self) -> str:
        return await _query(self._ask_store(renew_epoch))

    @override
    async def count_agents(self) -> int:
        return await _query(self._count_agents())

    @override
    async def read_breaker(self, model: str) -> CircuitBreakerState:
        return await _query(self._ask_store(partial(read_breaker_state, model)))

    async def _ask_store(self, query: Callable[[RedisStore], Awaitable[T]]) -> T:
        """Return the result of `query` on the store, which is connected for it alone."""
        store = await connect(self._services.store, self._services.namespace)
        try:
            return await query(store)
        finally:
            await store.close()

    async def _count_agents(self) -> int:
        profiles = await connect_registry(self._services.store, self._services.namespace)
        try:
            return await profiles.count()
        finally:
            await profiles.close()


async def _query(query: Coroutine[Any, Any, T]) -> T:
    """Return the query's result; if a service is unavailable, the hint says how to start one."""
    try:
        return await query
    except BrokerUnavailable as error:
        raise CheckFailed(str(error), START_HINTS["broker"]) from error
    except StoreUnavailable as error:
        raise CheckFailed(str(error), START_HINTS["store"]) from error
