"""Dependencies shared by all gateway routes; built once at startup."""

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Literal

from gateway.inspection.service_checks import ServiceInspection
from gateway.settings import GatewaySettings
from shared.core.clock import Clock
from shared.core.model_kind import ModelName
from shared.runtime.dead_letters import DeadLetters
from shared.runtime.ingress import Ingress
from shared.store.port import Store
from shared.telemetry.log import Log
from shared.telemetry.metrics import Metrics
from shared.transport.port import Transport


@dataclass(frozen=True, slots=True)
class GatewayContext:
    """Dependencies of the routes that do not belong to an application.

    Attributes:
        today: Returns the current day (YYYY-MM-DD) and the IANA time zone of this process.
        roles: Roles whose outboxes are measured for the system's load.
        breaker_name: Name of the model's circuit breaker in the store; None when the model has none.
        is_broker_connected: Returns whether the broker is connected now.
        new_inspection: Returns new checks of the services, those of `towow doctor`.
        breaker_open_s: Seconds that the circuit breaker stays open before a probe.
        allow_anonymous_admin: Whether anonymous callers may administer while there are no API keys.
        namespace: First word of the broker's names.
        shutdown: Set when the gateway begins to stop; open streams end then.
    """

    settings: GatewaySettings
    store: Store
    transport: Transport
    ingress: Ingress
    dead_letters: DeadLetters
    clock: Clock
    log: Log
    metrics: Metrics
    model: ModelName
    mode: Literal["embedded", "distributed"]
    today: Callable[[], tuple[str, str]]
    roles: Sequence[str]
    breaker_name: str | None
    is_broker_connected: Callable[[], bool]
    new_inspection: Callable[[], ServiceInspection]
    breaker_open_s: float
    allow_anonymous_admin: bool
    namespace: str = "towow"
    shutdown: asyncio.Event = field(default_factory=asyncio.Event)
