"""Dependencies that a worker's executors share, and the checks before a step (DESIGN § 3)."""

from dataclasses import dataclass

from shared.core.api_error import InternalError, PlatformErrorCode
from shared.core.envelope import Envelope
from shared.core.message_base import Message, ReceivedMessage, TimerFired
from shared.runtime.commit_builder import CommitBuilder
from shared.runtime.outbox_relay import OutboxRelay
from shared.runtime.retry_policy import FailureHandler, WakeSweep
from shared.runtime.state_cache import StateCache
from shared.store.port import StepPrecheck, Store
from shared.telemetry.log import Log
from shared.telemetry.metrics import Metrics

DEDUPLICATION_WINDOW_MS = 24 * 3600 * 1000
"""Milliseconds for which a processed message is recognised at least."""


@dataclass(frozen=True, slots=True)
class DecodedMessage:
    """Envelope and validated body of a delivery."""

    envelope: Envelope
    received: ReceivedMessage[Message]

    @property
    def log_fields(self) -> dict[str, str]:
        """Fields of each log line about this message: `correlation`, `address`, `message_id`, `type`, `traceparent`.

        `address` is the recipient's; `traceparent` is "" if the envelope has none.
        """
        envelope = self.envelope
        return {
            "correlation": envelope.correlation_id,
            "address": envelope.recipient,
            "message_id": envelope.message_id,
            "type": envelope.type,
            "traceparent": envelope.traceparent or "",
        }


@dataclass(frozen=True, slots=True)
class WorkerContext:
    """Dependencies of the executors, and what both do alike."""

    store: Store
    relay: OutboxRelay
    commit_builder: CommitBuilder
    states: StateCache
    failure_handler: FailureHandler
    wake_sweep: WakeSweep
    log: Log
    metrics: Metrics

    async def dead_letter_if_stale(self, decoded: DecodedMessage, role: str, precheck: StepPrecheck) -> bool:
        """Dead-letter a message that is older than the deduplication window (24 h); return whether it was.

        Beyond the window it is unknown whether the message was processed. Timers are exempt: their generation number
        tells their entity whether they are stale. The delivery stays unsettled: the caller acknowledges it afterwards.

        Args:
            decoded: Message whose step is about to run.
            role: Role in whose queue it was.
            precheck: The store's answer for the message; its `now` is the time of the comparison.

        Raises:
            StoreUnavailable: The store did not answer for 30 s.
        """
        envelope = decoded.envelope
        if precheck.now - envelope.timestamp <= DEDUPLICATION_WINDOW_MS or isinstance(
            decoded.received.body, TimerFired
        ):
            return False
        await self.failure_handler.dead_letter_copy(
            envelope, role, "older than 24 h: it is unknown whether it was processed"
        )
        return True

    def log_failure(self, decoded: DecodedMessage, error: Exception) -> None:
        """Log an exception that the step of a message raised, with traceback and attempt number, as a warning.

        The line of a `InternalError` has its code as `error_code`, and the error is counted.
        """
        code = {}
        if isinstance(error, InternalError):
            self.metrics.count_error(error.code)
            code = {"error_code": error.code.name}
        self.log.warning("step_failed", attempt=decoded.envelope.attempt, exc_info=error, **code, **decoded.log_fields)

    def report_duplicate(self, decoded: DecodedMessage) -> None:
        """Count and log, at level debug, a message that was processed before and is ignored (E011)."""
        self.metrics.count_error(PlatformErrorCode.E011)
        self.log.debug("duplicate_ignored", error_code=PlatformErrorCode.E011.name, **decoded.log_fields)

    def complete_step(self, decoded: DecodedMessage, role: str) -> str:
        """Count and log a step of `role` that the caller has committed; return its outcome for the metrics, "done"."""
        self.metrics.count_step(role, decoded.envelope.type)
        self.log.debug("step", **decoded.log_fields)
        return "done"


def skip_reason(envelope: Envelope, precheck: StepPrecheck) -> str | None:
    """Return the outcome of a message that needs no step, or None if its step must run.

    Args:
        envelope: The message.
        precheck: The store's answer for the message; its `now` is compared with the deadline.

    Returns:
        "seen" (processed before), "closed" (its correlation is closed), "expired" (`now` is after its deadline) or
        None, in this order of precedence.
    """
    if precheck.seen:
        return "seen"
    if precheck.closed:
        return "closed"
    if envelope.deadline is not None and precheck.now > envelope.deadline:
        return "expired"
    return None
