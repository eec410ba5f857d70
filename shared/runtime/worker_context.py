"""What is known of a message once it is read, and why there may be nothing to do about it (DESIGN § 3)."""

from dataclasses import dataclass

from shared.core.envelope import Envelope
from shared.core.message import Message, ReceivedMessage, TimerFired
from shared.runtime.commit_builder import CommitBuilder
from shared.runtime.outbox_relay import OutboxRelay
from shared.runtime.retry_policy import FailureHandler, WakeSweep
from shared.store.port import StepPrecheck, Store
from shared.telemetry.log import Log
from shared.telemetry.metrics import Metrics

DEDUPLICATION_WINDOW_MS = 24 * 3600 * 1000
"""How long (ms) a message that had its effect is recognised at least."""


@dataclass(frozen=True, slots=True)
class DecodedMessage:
    """A decoded message."""

    envelope: Envelope
    received: ReceivedMessage[Message]

    @property
    def log_fields(self) -> dict[str, str]:
        """What every log line says: which demand, which actor, which message, and its trace."""
        envelope = self.envelope
        return {
            "demand": envelope.correlation_id,
            "address": envelope.recipient,
            "message_id": envelope.message_id,
            "type": envelope.type,
            "traceparent": envelope.traceparent or "",
        }


@dataclass(frozen=True, slots=True)
class WorkerContext:
    """What every step is made with."""

    store: Store
    relay: OutboxRelay
    commit_builder: CommitBuilder
    failure_handler: FailureHandler
    wake_sweep: WakeSweep
    log: Log
    metrics: Metrics

    async def dead_letter_if_stale(self, handled: DecodedMessage, role: str, begun: StepPrecheck) -> bool:
        """Whether the message is older than what is remembered of messages: then nobody knows if it had its effect.

        It becomes a dead letter, unread. A timer may be late by any time: its generation tells whether it holds.
        """
        envelope = handled.envelope
        if begun.now - envelope.timestamp <= DEDUPLICATION_WINDOW_MS or isinstance(handled.received.body, TimerFired):
            return False
        await self.failure_handler.dead_letter_copy(
            envelope, role, "older than 24 h: whether it had its effect is not known any more"
        )
        return True

    def log_failure(self, handled: DecodedMessage, error: Exception) -> None:
        """A handler raised something."""
        self.log.warning("step_failed", attempt=handled.envelope.attempt, exc_info=error, **handled.log_fields)

    def complete_step(self, handled: DecodedMessage, role: str) -> str:
        """A step was committed and sent."""
        self.metrics.count_step(role, handled.envelope.type)
        self.log.debug("step", **handled.log_fields)
        return "done"


def skip_reason(envelope: Envelope, begun: StepPrecheck) -> str | None:
    """Why the message needs no step: it was seen, its correlation is closed, or its deadline has passed."""
    if begun.seen:
        return "seen"
    if begun.closed:
        return "closed"
    if envelope.deadline is not None and begun.now > envelope.deadline:
        return "expired"
    return None
