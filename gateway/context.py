"""What a gateway stands on: everything its routes need, put together once by whoever starts it."""

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Literal

from gateway.settings import GatewaySettings
from negotiation.attendance.port import AttendanceStore
from negotiation.registry.port import ProfileRegistry
from shared.core.clock import Clock
from shared.core.model_name import ModelName
from shared.runtime.dead_letters import DeadLetters
from shared.runtime.ingress import Ingress
from shared.store.port import Store
from shared.telemetry.log import Log
from shared.telemetry.metrics import Metrics
from shared.transport.port import Transport


@dataclass(frozen=True, slots=True)
class GatewayContext:
    """A gateway's surroundings.

    `today`: the day (YYYY-MM-DD) and the time zone that a new demand gets. `roles`: whose dues tell how far behind the
    system is. `breaker`: the name of the model's breaker cell, None when the model has none. `broker_up`: whether
    there is a connection to the broker. `admin_without_key`: whether who does not sign in may administer. `namespace`:
    the first word of the broker's names. `human_timeout`: s that agents wait for people, as far as this process knows.
    `leaving` is set when the gateway is about to stop: what streams ends.
    """

    settings: GatewaySettings
    store: Store
    transport: Transport
    profiles: ProfileRegistry
    attendance: AttendanceStore
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
    allow_anonymous_admin: bool
    human_timeout_s: float
    namespace: str = "towow"
    shutdown: asyncio.Event = field(default_factory=asyncio.Event)
