"""What is put off is delivered again, also when the clock was set back and it comes to the same instant twice."""

import asyncio
from io import StringIO

from shared.core.envelope import MAX_ENVELOPE_BYTES, Envelope, decode_envelope
from shared.runtime.outbox_relay import OutboxRelay
from shared.runtime.retry_policy import FailureHandler
from shared.store.memory.store import MemoryStore
from shared.telemetry.metrics import Metrics
from shared.transport.memory.broker import MemoryBroker, MemoryTransport
from tests.support.manual_clock import ManualClock
from towow.config.demand_logger import build_logger

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


class FailureHarness:
    """A worker's way to put something off, and the store that it goes to."""

    def __init__(self) -> None:
        self.clock = ManualClock(NOW)
        self.store = MemoryStore(self.clock)
        log = build_logger("error", "json", StringIO())
        self.metrics = Metrics()
        relay = OutboxRelay(self.store, MemoryTransport(MemoryBroker(self.clock, ["user_agent"])), log, self.metrics)
        self.failing = FailureHandler(self.store, relay, log, self.metrics, lambda _role, _due: None)

    async def put_off(self) -> None:
        await self.failing.postpone(ASKED, "user_agent", UNTIL)


async def test_a_retry_at_the_same_instant_is_not_removed_with_the_current_entry() -> None:
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


async def test_a_retry_has_the_same_id_in_any_worker() -> None:
    one, other = FailureHarness(), FailureHarness()
    await asyncio.gather(one.put_off(), other.put_off())
    one.clock.at = other.clock.at = UNTIL
    assert await one.store.claim_due("user_agent", 10) == await other.store.claim_due("user_agent", 10)


FOREIGN = (
    b'{"message_id":"m2","type":"demand_offer","sender":"channel/collab-a","recipient":"user_agent/agent_bob",'
    + (
        b'"correlation_id":"d-a","timestamp":"2026-01-22T10:00:00Z","body":{"numbers":[%b]}}'
        % b",".join([b"1E9"] * 60_000)
    )
)
"""The message of another program, whose numbers are short."""


async def test_a_foreign_message_that_would_grow_past_the_limit_is_a_dead_letter() -> None:
    """Not an error that the broker answers by delivering it again and again."""
    assert 200_000 < len(FOREIGN) <= MAX_ENVELOPE_BYTES
    desk, envelope = FailureHarness(), decode_envelope(FOREIGN)
    assert await desk.failing.retry(envelope, "user_agent", "it failed") == "dead"
    assert await desk.failing.postpone(envelope, "user_agent", UNTIL) == "dead"
    assert await desk.failing.retry(envelope.model_copy(update={"attempt": 5}), "user_agent", "it failed") == "dead"
    assert desk.metrics.read_value("towow_dead_letters_total", reason="oversized") == 2
    assert desk.metrics.read_value("towow_dead_letters_total", reason="handler_failed") == 1
    assert await desk.failing.postpone(ASKED, "user_agent", UNTIL) == "postponed"
