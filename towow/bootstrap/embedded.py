"""How a system lives as long as it is needed, and no longer."""

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager

from negotiation.attendance.memory import MemoryAttendanceStore
from shared.llm.circuit_breaker import CircuitBreaker
from shared.llm.concurrency_limit import limit_concurrency
from shared.runtime.worker import Worker
from shared.store.memory.store import MemoryStore
from shared.telemetry.metrics import Metrics
from shared.transport.memory.broker import MemoryBroker, MemoryTransport
from towow.bootstrap.applications import ROUTES, actors
from towow.bootstrap.system import DemandSystem, SystemDependencies


class EmbeddedSystem(DemandSystem):
    """A running system. `start` it, submit, follow, and `stop` it."""

    def __init__(self, place: SystemDependencies) -> None:
        kept = place.settings.runtime
        store = MemoryStore(place.clock, journal=kept.journal, retention_days=kept.retention_days)
        self._client = MemoryTransport(MemoryBroker(place.clock, sorted(set(ROUTES.values()))))
        super().__init__(place, store, self._client)
        self.attending = MemoryAttendanceStore(place.clock)
        self.metrics = Metrics()
        self.breaker = CircuitBreaker(place.model, store, place.settings.model, self.metrics)
        self._worker = Worker(
            actors(place.profiles, place.settings, self.attending),
            routes=ROUTES,
            store=store,
            transport=self._client,
            model=limit_concurrency(self.breaker, place.settings.model),
            clock=place.clock,
            settings=place.settings.runtime,
            log=place.log,
            metrics=self.metrics,
        )

    async def start(self) -> None:
        """Begin to work."""
        await self._worker.start()
        await super().start()

    async def stop(self) -> None:
        """Finish what is in hand and let go."""
        await self._worker.stop()
        await super().stop()

    def kill(self) -> None:
        """End as a killed process does: nothing is finished and nobody waited for."""
        self._client.abort()


@asynccontextmanager
async def run_embedded(place: SystemDependencies) -> AsyncGenerator[EmbeddedSystem]:
    """A started system, stopped at the end; when something breaks in there is nothing to wait for, it ends at once."""
    system = EmbeddedSystem(place)
    await system.start()
    try:
        yield system
    except BaseException:
        system.kill()
        raise
    else:
        await system.stop()
    finally:
        await place.close()
