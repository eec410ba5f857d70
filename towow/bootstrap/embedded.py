"""A whole system in one process: all roles, broker and store in memory (DESIGN § 8)."""

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager

from negotiation.resources import NegotiationResources
from shared.llm.circuit_breaker import CircuitBreaker
from shared.llm.concurrency_limit import limit_concurrency
from shared.runtime.worker import Worker
from shared.store.memory.store import MemoryStore
from shared.transport.memory.broker import MemoryBroker, MemoryTransport
from towow.bootstrap.embedded_probes import EmbeddedProbes
from towow.bootstrap.system import DemandSystem, SystemDependencies


class EmbeddedSystem(DemandSystem):
    """System in one process. `start` it, use it, and `stop` it."""

    def __init__(self, dependencies: SystemDependencies) -> None:
        settings, clock = dependencies.settings, dependencies.clock
        applications = dependencies.applications
        store = MemoryStore(clock, journal=settings.runtime.journal, retention_days=settings.runtime.retention_days)
        self.broker = MemoryBroker(clock, sorted(applications.roles))
        self._client = MemoryTransport(self.broker)
        super().__init__(dependencies, store, self._client)
        self.resources = applications.build_in_memory_resources(clock, settings, dependencies.resources)
        self.probes = EmbeddedProbes(self.broker, store, self._count_agents)
        self.breaker = CircuitBreaker(dependencies.model, store, settings.model, self.metrics)
        self._worker = Worker(
            applications.actors(self.resources, settings),
            routes=applications.routes,
            store=store,
            transport=self._client,
            model=limit_concurrency(self.breaker, settings.model),
            clock=clock,
            settings=settings.runtime,
            log=dependencies.log,
            metrics=self.metrics,
            spans=dependencies.spans,
        )

    async def start(self) -> None:
        """Start the worker, which consumes messages, and the publication of the outbox; both run in the background."""
        await self._worker.start()
        await super().start()

    async def stop(self) -> None:
        """Stop the worker, then stop publishing and close broker and store.

        The worker gets up to TOWOW_STOP_TIMEOUT seconds for messages in progress; those still queued are lost with the
        process. The model stays open.
        """
        await self._worker.stop()
        await super().stop()

    async def _count_agents(self) -> int:
        return await self.resources.get(NegotiationResources).profiles.count()

    def kill(self) -> None:
        """Cut the connection to the broker and cancel all handlers at once, as if the process was killed.

        It waits for nothing, and closes neither store nor model.
        """
        self._client.abort()


@asynccontextmanager
async def run_embedded(dependencies: SystemDependencies) -> AsyncGenerator[EmbeddedSystem]:
    """Context manager that starts a system in this process, yields it, and on exit stops it and closes its model.

    If the body of the `async with` raises, the system is killed instead (see `EmbeddedSystem.kill`), its model is
    closed, and the exception passes through.
    """
    system = EmbeddedSystem(dependencies)
    try:
        await system.start()
        yield system
    except BaseException:
        system.kill()
        raise
    else:
        await system.stop()
    finally:
        await dependencies.close()
