"""Where demands are stated, cancelled and followed, whatever broker and store stand behind it (DESIGN § 2)."""

from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass

from gateway.negotiation import submission_service
from negotiation.contracts.events import DemandClosed
from negotiation.registry.port import ProfileRegistry
from negotiation.submission import Submission
from shared.core.clock import Clock
from shared.llm.port import Model
from shared.runtime.ingress import Ingress
from shared.runtime.log_follower import follow_log
from shared.store.port import LoggedEvent, Store
from shared.telemetry.log import Log
from shared.transport.port import Transport
from towow.bootstrap.applications import GATEWAY, ROUTES
from towow.config.settings import Settings


async def _nothing() -> None:
    """Most models hold nothing that must be let go of."""


@dataclass(frozen=True, slots=True)
class SystemDependencies:
    """What a system runs on and with. `close` lets go of what the model holds, when nobody works here any more."""

    settings: Settings
    profiles: ProfileRegistry
    model: Model
    clock: Clock
    log: Log
    close: Callable[[], Awaitable[None]] = _nothing


class DemandSystem:
    """The side of a system that people speak to. Workers, here or elsewhere, do the rest."""

    def __init__(self, place: SystemDependencies, store: Store, transport: Transport) -> None:
        self.place = place
        self.store = store
        self.transport = transport
        self.entrance = Ingress(GATEWAY, ROUTES, store, transport, place.log)

    async def start(self) -> None:
        """Begin to send what an earlier desk could not."""
        await self.entrance.start()

    async def stop(self) -> None:
        """Stop sending, and let go of broker and store."""
        await self.entrance.stop()
        await self.transport.close()
        await self.store.close()

    async def submit(self, submission: Submission) -> bool:
        """Accept a demand; False when it was submitted before."""
        return await submission_service.accept(self.entrance, submission)

    async def cancel(self, demand_id: str, cancelled_by: str, reason: str | None = None) -> None:
        """Ask the demand's channel to stop. A second time it has no effect."""
        await submission_service.cancel(self.entrance, demand_id, cancelled_by, reason)

    def follow(self, demand_id: str, after: int = 0) -> AsyncIterator[LoggedEvent]:
        """The demand's events with seq > `after`, live, up to its last one."""
        return follow_log(self.store, self.transport, demand_id, last_event_type=DemandClosed.type, after=after)
