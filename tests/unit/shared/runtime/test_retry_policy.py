"""What is put off is delivered again, also when the clock was set back and it comes to the same instant twice."""

import asyncio
from dataclasses import dataclass
from io import StringIO

from shared.core.envelope import Envelope, decode_envelope
from shared.runtime.outbox_relay import OutboxRelay
from shared.runtime.retry_policy import FailureHandler
from shared.store.memory.store import MemoryStore
from shared.telemetry.metrics import Metrics
from shared.transport.memory.broker import MemoryBroker, MemoryTransport
from towow.config.logger import build_logger

NOW = 1_769_076_000_000
UNTIL = NOW + 60_000
ASKED = Envelope(
    message_id="m1",
    type="demand_offer",
    sender="channel/collab-a",
    recipient="user_agent/agent_bob",
    correlation_id="d-a",
    timestamp=NOW,
    body={},
)


@dataclass
class Moved:
    """A clock that is set by hand."""

    at: int = NOW

    def now(self) -> int:
        return self.at


class FailureHarness:
    """A worker's way to put something off, and the store that it goes to."""

    def __init__(self) -> None:
        self.clock = Moved()
        self.store = MemoryStore(self.clock)
        log = build_logger("error", "json", StringIO())
        relay = OutboxRelay(self.store, MemoryTransport(MemoryBroker(self.clock, ["user_agent"])), log, Metrics())
        self.failing = FailureHandler(self.store, relay, log, Metrics(), lambda _role, _due: None)

    async def put_off(self) -> None:
        await self.failing.postpone(ASKED, "user_agent", UNTIL)


def test_what_is_put_off_to_the_same_instant_again_outlives_the_entry_that_brought_it() -> None:
    asyncio.run(_twice_to_the_same_instant())


async def _twice_to_the_same_instant() -> None:
    desk = FailureHarness()
    await desk.put_off()
    desk.clock.at = UNTIL
    brought = await desk.store.claim_due("user_agent", 10)
    assert [decode_envelope(mail.message.data) for mail in brought] == [ASKED]
    desk.clock.at = UNTIL - 700  # the clock is set back, so it is too early again
    await desk.put_off()
    await desk.store.mark_published("user_agent", brought)  # the sweep learns only now that it was published
    desk.clock.at = UNTIL
    (again,) = await desk.store.claim_due("user_agent", 10)
    assert decode_envelope(again.message.data) == ASKED
    await desk.store.mark_published("user_agent", [again])
    assert await desk.store.get_next_due("user_agent") is None


def test_the_same_postponement_has_the_same_id_in_any_worker() -> None:
    asyncio.run(_by_two_workers())


async def _by_two_workers() -> None:
    one, other = FailureHarness(), FailureHarness()
    await asyncio.gather(one.put_off(), other.put_off())
    one.clock.at = other.clock.at = UNTIL
    assert await one.store.claim_due("user_agent", 10) == await other.store.claim_due("user_agent", 10)
