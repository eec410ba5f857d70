"""Ingress: commits what enters the system from outside, and publishes it (DESIGN § 3)."""

import asyncio
from collections.abc import Sequence

from shared.core.decision import Send
from shared.core.message_base import EventPayload
from shared.core.trace import SpanRecord, TraceContext, correlation_trace, derive_span_id, derive_trace_id
from shared.runtime.commit_builder import build_event
from shared.runtime.outbox_entry_builder import Causation, Routes, build_outbox_entry
from shared.runtime.outbox_relay import OutboxRelay, OutboxSweep
from shared.runtime.settings import MAX_SWEEP_INTERVAL_S
from shared.store.port import Commit, OutboxEntry, Store
from shared.store.retry import retry_until_available
from shared.telemetry.log import Log
from shared.telemetry.metrics import Metrics
from shared.telemetry.span_exporter import SpanExporter
from shared.transport.port import Transport

SEND_TIMEOUT_S = 1.0
"""Default seconds that `submit` and `stop` wait for the broker."""


class Ingress:
    """Transactional entry of commands from outside, under a role of its own with its own outbox."""

    def __init__(
        self,
        role: str,
        routes: Routes,
        store: Store,
        transport: Transport,
        log: Log,
        metrics: Metrics,
        spans: SpanExporter | None = None,
    ) -> None:
        self._role = role
        self._spans = spans
        self._routes = routes
        self._store = store
        self._relay = OutboxRelay(store, transport, log, metrics)
        self._sweep = OutboxSweep(role, store, self._relay, log, MAX_SWEEP_INTERVAL_S)
        self._sweep_task: asyncio.Task[None] | None = None
        self._send_tasks: dict[asyncio.Task[None], None] = {}

    async def start(self) -> None:
        """Start sweeping the role's outbox in the background; call it once.

        The sweep also publishes entries that an earlier process of the role left. While the store is unavailable it
        retries.
        """
        self._sweep_task = asyncio.create_task(self._sweep.run())

    async def stop(self) -> None:
        """Wait up to SEND_TIMEOUT_S (1 s) for publishes in progress, cancel the rest, and stop the sweep.

        Entries that are not published stay in the outbox for the next process of this role. No effect if stopped
        already.
        """
        if self._send_tasks:
            await asyncio.wait(tuple(self._send_tasks), timeout=SEND_TIMEOUT_S)
        tasks = [*self._send_tasks, *([self._sweep_task] if self._sweep_task else [])]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await self._relay.flush()

    async def submit(
        self,
        correlation_id: str,
        *,
        cause: str,
        sends: Sequence[Send],
        events: Sequence[EventPayload] = (),
        budget: int | None = None,
        private: bool = False,
        owner: str | None = None,
        owner_token_digest: str | None = None,
        trace: str | None = None,
        send_timeout_s: float = SEND_TIMEOUT_S,
    ) -> bool:
        """Commit messages and events in one write, then publish them.

        Idempotent: the same `cause` again has no second effect. Once committed, messages and events are published in
        any case: by the sweep if the broker does not answer in time.

        Args:
            correlation_id: Correlation that the messages and events belong to.
            cause: Idempotency key of the request, any text that no other request has; the ids of messages and events
                are derived from it.
            sends: Messages to send.
            events: Events to append to the correlation's log.
            budget: Token budget of the correlation; ignored if it has one already. None or 0 sets none: usage is not
                limited.
            private: Mark the correlation's events as visible to authorised readers only, from now on.
            owner: Id of the correlation's owner; ignored if it has one already. None sets none.
            owner_token_digest: Digest of the token that proves a request to be the owner's; stored with `owner`.
            trace: Name of the trace that begins with this request; None: it is part of the correlation's trace.
            send_timeout_s: Seconds to wait for the broker; 0 does not wait. The publishes continue in the background.

        Returns:
            True if the commit was new. False if nothing was written, because it is a repetition (also of a commit whose
            reply was lost) or the correlation is closed.

        Raises:
            StoreUnavailable: The outcome is unknown; repeat the call unchanged.
            InvalidEnvelope: A message or the whole commit is too large ("oversized"); nothing was written.
            KeyError: A message has an address without a route; nothing was written.
        """
        now = await retry_until_available(self._store.now)
        root = correlation_trace(correlation_id)
        context = TraceContext(
            trace_id=root.trace_id if trace is None else derive_trace_id(trace), span_id=derive_span_id(cause)
        )
        origin = Causation(cause, correlation_id, f"{self._role}/{correlation_id}", now, context)
        commit = Commit(
            role=self._role,
            correlation_id=correlation_id,
            message_id=cause,
            events=[build_event(cause, ordinal, event, now) for ordinal, event in enumerate(events)],
            outbox=[build_outbox_entry(origin, ordinal, send, self._routes) for ordinal, send in enumerate(sends)],
            budget_tokens=budget,
            private=private,
            owner=owner,
            owner_token_digest=owner_token_digest,
        )
        committed = await retry_until_available(lambda: self._store.commit(commit))
        if committed.status == "ok" and self._spans is not None:
            parent_id = root.span_id if trace is None else None
            self._spans.export((self._build_span(commit, sends, context, parent_id, now, committed.now),))
        await self._send(committed.due_entries, send_timeout_s)
        return committed.status == "ok"

    def _build_span(
        self, commit: Commit, sends: Sequence[Send], context: TraceContext, parent_id: str | None, start: int, end: int
    ) -> SpanRecord:
        return SpanRecord(
            name=f"{self._role} {sends[0].body.type if sends else 'request'}",
            context=context,
            parent_id=parent_id,
            start=start,
            end=max(start, end),
            attributes={
                "messaging.message.conversation_id": commit.correlation_id,
                "messaging.message.id": commit.message_id,
            },
            kind="producer",
        )

    async def _send(self, entries: Sequence[OutboxEntry], timeout_s: float) -> None:
        task = asyncio.create_task(self._relay.send(self._role, entries))
        self._send_tasks[task] = None
        task.add_done_callback(lambda done: self._send_tasks.pop(done, None))
        if timeout_s > 0:
            await asyncio.wait((task,), timeout=timeout_s)
