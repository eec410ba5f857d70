"""The whole system in one process: every role, the memory broker, the memory store (DESIGN § 8)."""

from collections.abc import AsyncIterator
from dataclasses import dataclass

from gateway.core.submission import Submission
from shared.contracts.events import DemandClosed
from shared.contracts.messages import CancelDemand
from shared.core.address import Address
from shared.core.clock import Clock
from shared.core.decision import Send
from shared.core.ids import digest
from shared.llm.breaker import Breaker
from shared.llm.port import Model
from shared.registry.port import Profiles
from shared.runtime.entrance import Entrance
from shared.runtime.follow import follow
from shared.runtime.worker import Worker
from shared.store.memory import MemoryStore
from shared.store.port import LoggedEvent
from shared.telemetry.log import Log
from shared.telemetry.metrics import Metrics
from shared.transport.memory import MemoryBroker, MemoryTransport
from towow.roles import GATEWAY, ROUTES, actors
from towow.settings import Settings


@dataclass(frozen=True, slots=True)
class Place:
    """What a system runs on and with."""

    settings: Settings
    profiles: Profiles
    model: Model
    clock: Clock
    log: Log


class Embedded:
    """A running system. `start` it, submit, follow, and `stop` it."""

    def __init__(self, place: Place) -> None:
        self.place = place
        self.metrics = Metrics()
        kept = place.settings.runtime
        self.store = MemoryStore(place.clock, journal=kept.journal, retention_days=kept.retention_days)
        self._broker = MemoryBroker(place.clock, sorted(set(ROUTES.values())))
        self._transport = MemoryTransport(self._broker)
        self.breaker = Breaker(place.model, self.store, place.settings.model)
        self._entrance = Entrance(GATEWAY, ROUTES, self.store, self._transport, place.log)
        self._worker = Worker(
            actors(place.profiles, place.settings),
            routes=ROUTES,
            store=self.store,
            transport=self._transport,
            model=self.breaker,
            clock=place.clock,
            settings=place.settings.runtime,
            log=place.log,
            metrics=self.metrics,
        )

    async def start(self) -> None:
        """Begin to work."""
        await self._worker.start()
        await self._entrance.start()

    async def stop(self) -> None:
        """Finish what is in hand and let go."""
        await self._entrance.stop()
        await self._worker.stop()
        await self._transport.close()
        await self.store.close()

    def die(self) -> None:
        """End as a killed process does: nothing is finished and nobody waited for."""
        self._transport.die()

    async def submit(self, submission: Submission) -> bool:
        """Accept a demand; False when it was submitted before."""
        return await self._entrance.post(
            submission.demand_id,
            cause=digest("submit", submission.demand_id),
            sends=[Send(Address("channel", submission.channel_id), submission.message)],
            events=[submission.event],
            budget=submission.message.limits.budget_tokens,
            private=submission.message.visibility == "private",
        )

    async def cancel(self, demand_id: str, cancelled_by: str, reason: str | None = None) -> None:
        """Ask the demand's channel to stop. A second time it has no effect."""
        channel_id = "collab-" + demand_id.removeprefix("d-")
        order = CancelDemand(demand_id=demand_id, channel_id=channel_id, cancelled_by=cancelled_by, reason=reason)
        await self._entrance.post(
            demand_id,
            cause=digest("cancel", demand_id, cancelled_by),
            sends=[Send(Address("channel", channel_id), order)],
        )

    def follow(self, demand_id: str, after: int = 0) -> AsyncIterator[LoggedEvent]:
        """The demand's events with seq > `after`, live, up to its last one."""
        return follow(self.store, self._transport, demand_id, last=DemandClosed.type, after=after)
