"""Dependencies that a worker's executors share, and the checks before a step (DESIGN § 3)."""

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass

from shared.core.api_error import InternalError, PlatformErrorCode
from shared.core.envelope import Envelope
from shared.core.message_base import Message, ReceivedMessage, TimerFired
from shared.core.trace import LogRecord, SpanRecord, TraceContext, correlation_trace
from shared.runtime.commit_builder import CommitBuilder
from shared.runtime.outbox_relay import OutboxRelay
from shared.runtime.retry_policy import FailureHandler, WakeSweep
from shared.runtime.state_cache import StateCache
from shared.store.port import StepPrecheck, Store, StoreUnavailable
from shared.telemetry.log import Log
from shared.telemetry.metrics import Metrics
from shared.telemetry.span_exporter import SpanExporter

DEDUPLICATION_WINDOW_MS = 24 * 3600 * 1000
"""Milliseconds for which a processed message is recognised at least."""


@dataclass(frozen=True, slots=True)
class DecodedMessage:
    """Envelope and validated body of a delivery, the span of its step, and the id of that span's parent."""

    envelope: Envelope
    received: ReceivedMessage[Message]
    trace: TraceContext
    parent_id: str

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
    """Dependencies of the executors, and what both do alike. `spans` is None if no traces are recorded."""

    store: Store
    relay: OutboxRelay
    commit_builder: CommitBuilder
    states: StateCache
    failure_handler: FailureHandler
    wake_sweep: WakeSweep
    log: Log
    metrics: Metrics
    spans: SpanExporter | None = None

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

    def export_step(
        self, decoded: DecodedMessage, role: str, *, start: int, end: int, declared: Sequence[SpanRecord] = ()
    ) -> None:
        """Export the span of a committed step and those that its decision declares; nothing if traces are off.

        Args:
            decoded: Message of the step.
            role: Role that executed it.
            start: Begin of the step, in ms of the store's clock.
            end: Time of the commit, in ms of the store's clock.
            declared: Spans of the decision (`Decision.spans`).
        """
        if self.spans is None:
            return
        envelope = decoded.envelope
        step = SpanRecord(
            name=f"{role} {envelope.type}",
            context=decoded.trace,
            parent_id=decoded.parent_id,
            start=start,
            end=max(start, end),
            attributes={
                "messaging.destination.name": role,
                "messaging.message.id": envelope.message_id,
                "messaging.message.conversation_id": envelope.correlation_id,
                "towow.address": envelope.recipient,
                "towow.attempt": envelope.attempt,
            },
            kind="consumer",
        )
        self.spans.export((step, *declared))

    async def export_correlation(self, decoded: DecodedMessage, end: int) -> None:
        """Export the root of a correlation's trace after the commit that closed it.

        Nothing if traces are off, or if the step belongs to another trace, which has a root of its own.
        """
        root = correlation_trace(decoded.envelope.correlation_id)
        if self.spans is None or decoded.trace.trace_id != root.trace_id:
            return
        with suppress(StoreUnavailable):
            info = await self.store.get_correlation(decoded.envelope.correlation_id)
            start = end if info is None else info.opened_at
            attributes = {"messaging.message.conversation_id": decoded.envelope.correlation_id}
            kind = decoded.received.recipient.kind
            self.spans.export((SpanRecord(kind, root, None, start, max(start, end), attributes),))

    def write_logs(self, decoded: DecodedMessage, logs: Sequence[LogRecord]) -> None:
        """Write the log lines that the decision of a committed step declares, with the fields of its message."""
        for record in logs:
            fields = {**decoded.log_fields, "trace_id": decoded.trace.trace_id, **record.fields}
            getattr(self.log, record.level)(record.event, **fields)

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
