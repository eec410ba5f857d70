"""Probes of a system whose broker and store are in this process."""

from collections.abc import Awaitable, Callable, Mapping

from typing_extensions import override

from gateway.inspection.probes import ServiceProbes
from gateway.streaming.epoch import renew_epoch
from shared.llm.circuit_breaker import read_breaker_state
from shared.llm.circuit_breaker_state import CircuitBreakerState
from shared.store.keys import SCHEMA_VERSION
from shared.store.memory.store import MemoryStore
from shared.store.server_status import ServerStatus
from shared.transport.broker_status import BrokerStatus, QueueStatus
from shared.transport.memory.broker import MemoryBroker

MEMORY_URL = "memory://"


class EmbeddedProbes(ServiceProbes):
    """Probes of a memory broker, a memory store and a registry; the methods are described in `ServiceProbes`."""

    def __init__(
        self,
        broker: MemoryBroker,
        store: MemoryStore,
        count_agents: Callable[[], Awaitable[int]],
        namespace: str = "towow",
    ) -> None:
        self._broker = broker
        self._store = store
        self._count_agents = count_agents
        self._namespace = namespace

    @property
    @override
    def namespace(self) -> str:
        return self._namespace

    @override
    async def inspect_broker(self) -> BrokerStatus:
        broker = self._broker
        queues = {role: QueueStatus(broker.count_ready(role), broker.count_consumers(role)) for role in broker.queues}
        return BrokerStatus(MEMORY_URL, "memory broker", 0.0, queues)

    @override
    async def get_server_status(self) -> ServerStatus:
        return ServerStatus(
            url=MEMORY_URL,
            version="memory store",
            latency_ms=0.0,
            schema=SCHEMA_VERSION,
            functions=True,
            fsync="memory",
            memory=None,
            dead_letters=await self._store.count_dead_letters(),
        )

    @override
    async def count_outbox_entries(self) -> Mapping[str, int]:
        return self._store.count_outbox_entries()

    @override
    async def renew_epoch(self) -> str:
        return await renew_epoch(self._store)

    @override
    async def count_agents(self) -> int:
        return await self._count_agents()

    @override
    async def read_breaker(self, model: str) -> CircuitBreakerState:
        return await read_breaker_state(model, self._store)
