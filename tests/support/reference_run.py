"""The undisturbed negotiation that every disturbed one is compared with, and what a test asks of a system."""

import asyncio
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from pydantic import BaseModel

from shared.core.envelope import Envelope
from shared.runtime.virtual_clock import VirtualClock
from shared.store.port import DeadLetter
from shared.transport.port import BrokerMessage
from tests.support.async_tests import START
from tests.support.embedded_system import FaultyEmbeddedSystem, event_payloads, run_in_virtual_time
from tests.support.faulty_broker import DeliveryFault, PublishFault


async def reference_outcome(clock: VirtualClock) -> list[tuple[str, dict[str, Any]]]:
    async with FaultyEmbeddedSystem(clock) as system:
        return event_payloads(await system.negotiate())


CALM = run_in_virtual_time(reference_outcome)


def message(**changes: Any) -> Envelope:
    """A message that a channel can read, to a channel that there is not."""
    plain: dict[str, Any] = {
        "message_id": "m1",
        "type": "demand_understood",
        "sender": "coordinator/collab-none",
        "recipient": "channel/collab-none",
        "correlation_id": "d-none",
        "timestamp": START,
        "body": {"demand_id": "d-none", "channel_id": "collab-none", "understanding": {"surface_demand": "x"}},
    }
    return Envelope.model_validate({**plain, **changes})


async def list_dead_letters(system: FaultyEmbeddedSystem, count: int = 1) -> list[DeadLetter]:
    """The dead letters, once there are that many."""
    for _ in range(100):
        await asyncio.sleep(0.5)
        if len(await system.store.list_dead_letters()) >= count:
            break
    return list(await system.store.list_dead_letters())


@dataclass
class OnPublish:
    """A broker whose publishes go wrong as a function says; it remembers what was published."""

    fault: Callable[[BrokerMessage, int], PublishFault | None]
    messages: list[BrokerMessage] = field(default_factory=list[BrokerMessage])
    times: Counter[str] = field(default_factory=Counter[str])

    def on_publish(self, message: BrokerMessage) -> PublishFault | None:
        self.messages.append(message)
        self.times[message.message_id] += 1
        return self.fault(message, self.times[message.message_id])

    def on_delivery(self, queue: str, message: BrokerMessage) -> DeliveryFault | None:
        return None


@dataclass
class RepeatingFault:
    """A rule that fails always, and remembers when it was asked."""

    clock: VirtualClock
    error: Exception
    asked: list[int] = field(default_factory=list[int])

    def __call__(self, _: Any) -> BaseModel:
        self.asked.append(self.clock.now() - START)
        raise self.error
