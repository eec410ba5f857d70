"""Port through which a gateway and `towow doctor` look at the services of a system."""

from collections.abc import Mapping
from typing import Protocol

from shared.llm.circuit_breaker_state import CircuitBreakerState
from shared.store.server_status import ServerStatus
from shared.transport.broker_status import BrokerStatus


class ServiceProbes(Protocol):
    """Questions to broker, store and registry. Each opens what it needs and closes it again.

    Every question may raise these:

    Raises:
        CheckFailed: The service does not answer; the hint says how to start one.
        BrokerMisconfigured: The broker rejects the login, or a request.
        StoreMisconfigured: The store rejects the login or a command, or holds data of another program.
    """

    @property
    def namespace(self) -> str:
        """First word of the names in broker and store."""
        ...

    async def inspect_broker(self) -> BrokerStatus:
        """Return the status of the broker, with the queues of all roles."""
        ...

    async def get_server_status(self) -> ServerStatus:
        """Return the status of the store's server."""
        ...

    async def count_outbox_entries(self) -> Mapping[str, int]:
        """Return the number of outbox entries, due or not, by role; roles without entries are left out."""
        ...

    async def renew_epoch(self) -> str:
        """Renew the stream epoch and return the new one."""
        ...

    async def count_agents(self) -> int:
        """Return the number of agents in the registry."""
        ...

    async def read_breaker(self, model: str) -> CircuitBreakerState:
        """Return the state of the circuit breaker of the model called `model`."""
        ...
