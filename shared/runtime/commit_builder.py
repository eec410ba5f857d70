"""Builder of commits: an entity's decision or a task's messages as one write with deterministic ids (DESIGN § 3)."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from pydantic import BaseModel, TypeAdapter

from shared.core.address import Address
from shared.core.decision import Decision, Send, Timer
from shared.core.envelope import Envelope
from shared.core.ids import event_id, timer_id
from shared.core.message_base import EventPayload, Message, ReceivedMessage, TimerFired
from shared.core.timestamps import to_iso8601
from shared.core.trace import LogRecord, SpanRecord, TraceContext, step_trace
from shared.runtime.actor import Entity, Task
from shared.runtime.outbox_entry_builder import Causation, Routes, build_command, build_outbox_entry
from shared.runtime.state_cache import CachedState
from shared.store.port import Commit, NewEvent, OutboxEntry, StepPrecheck

_json = TypeAdapter(dict[str, Any])


@dataclass(frozen=True, slots=True)
class EntityCommit:
    """Commit of an entity's step, the new state (None if the state does not change), and what to tell once it holds."""

    commit: Commit
    state: BaseModel | None
    spans: Sequence[SpanRecord] = ()
    logs: Sequence[LogRecord] = ()


class CommitBuilder:
    """Builds the commits of steps."""

    def __init__(self, routes: Routes, *, journal: bool = False) -> None:
        """Create a builder; `routes` maps address kinds to roles, `journal` adds each entity message to its commit."""
        self._routes = routes
        self._journal = journal

    def has_route(self, address: Address) -> bool:
        """Return whether the kind of `address` has a route, that is a queue; addresses outside the system have none."""
        return address.kind in self._routes

    def build_entity_commit(
        self,
        entity: Entity[Any],
        received: ReceivedMessage[Message],
        envelope: Envelope,
        precheck: StepPrecheck,
        cached: CachedState,
    ) -> EntityCommit:
        """Run an entity's `decide` and return the commit of its decision, which is not written yet.

        Args:
            entity: Entity that receives the message.
            received: Decoded message, which `decide` is given.
            envelope: Envelope of that message.
            precheck: Version, record and time as the store returned them.
            cached: Cached state of that version, used when `precheck.record` is None.

        Returns:
            The commit and the new state. If `decide` returns None, the commit only marks the message as processed and
            the state is None.

        Raises:
            Exception: `decide` raised it.
            ValidationError: The record does not fit the entity's state class.
            InvalidEnvelope: A message to send is larger than an envelope may be ("oversized").
            KeyError: A message to send has an address without a route.
        """
        state = _state(entity, precheck, cached)
        decision = entity.decide(state, received, precheck.now)
        if decision is None:
            return EntityCommit(Commit(entity.role, envelope.correlation_id, envelope.message_id), None)
        commit = self._entity_commit(entity, envelope, decision, state, precheck)
        return EntityCommit(commit, decision.state, decision.spans, decision.logs)

    def build_task_commit(self, task: Task, envelope: Envelope, sends: Sequence[Send], now: int) -> Commit:
        """Return the commit of a task's step, which is not written yet.

        Args:
            task: Task that processed the message.
            envelope: Envelope of that message.
            sends: Messages that the task sends.
            now: Time of the store's clock (ms since the epoch), the timestamp of the messages.

        Raises:
            InvalidEnvelope: A message to send is larger than an envelope may be ("oversized").
            KeyError: A message to send has an address without a route.
        """
        return Commit(
            role=task.role,
            correlation_id=envelope.correlation_id,
            message_id=envelope.message_id,
            outbox=self._outbox_entries(envelope, sends, now),
        )

    def _entity_commit(
        self,
        entity: Entity[Any],
        envelope: Envelope,
        decision: Decision[Any],
        state_before: Any,
        precheck: StepPrecheck,
    ) -> Commit:
        previous: Timer | None = state_before.timer if state_before is not None else None
        timer = decision.timer
        outbox = self._outbox_entries(envelope, decision.sends, precheck.now)
        if timer is not None and timer != previous:
            outbox.append(self._timer_entry(envelope, timer, precheck.now))
        stale = previous is not None and timer != previous
        return Commit(
            role=entity.role,
            correlation_id=envelope.correlation_id,
            message_id=envelope.message_id,
            address=envelope.recipient,
            version=precheck.version,
            record=decision.state.model_dump_json().encode(),
            events=[
                build_event(envelope.message_id, ordinal, event, precheck.now)
                for ordinal, event in enumerate(decision.events)
            ],
            outbox=outbox,
            cancelled_timers=(timer_id(envelope.recipient, previous.name, previous.generation),)
            if previous and stale
            else (),
            close=decision.closes,
            journal_entry=self._journal_entry(envelope, precheck) if self._journal else None,
            notes=[note.model_dump_json().encode() for note in decision.notes],
        )

    def _outbox_entries(self, envelope: Envelope, sends: Sequence[Send], now: int) -> list[OutboxEntry]:
        cause = Causation(envelope.message_id, envelope.correlation_id, envelope.recipient, now, _trace(envelope))
        return [build_outbox_entry(cause, ordinal, send, self._routes) for ordinal, send in enumerate(sends)]

    def _timer_entry(self, cause: Envelope, timer: Timer, now: int) -> OutboxEntry:
        identifier = timer_id(cause.recipient, timer.name, timer.generation)
        fired = TimerFired(name=timer.name, generation=timer.generation, due=timer.due)
        envelope = Envelope(
            message_id=identifier,
            type=TimerFired.type,
            sender=cause.recipient,
            recipient=cause.recipient,
            correlation_id=cause.correlation_id,
            causation_id=cause.message_id,
            timestamp=now,
            traceparent=_trace(cause).traceparent,
            body=fired.model_dump(mode="json"),
        )
        message = build_command(envelope, self._routes[cause.recipient.partition("/")[0]])
        return OutboxEntry(identifier, cause.correlation_id, message, timer.due)

    def _journal_entry(self, envelope: Envelope, precheck: StepPrecheck) -> bytes:
        return _json.dump_json(
            {"version": precheck.version, "now": to_iso8601(precheck.now), "message": envelope.model_dump(mode="json")}
        )


def _trace(envelope: Envelope) -> TraceContext:
    return step_trace(envelope.message_id, envelope.correlation_id, envelope.traceparent)[0]


def _state(entity: Entity[Any], precheck: StepPrecheck, cached: CachedState) -> Any:
    if precheck.version == 0:
        return None
    if precheck.record is None:
        return cached.state
    return entity.state.model_validate_json(precheck.record, extra="ignore")  # fields of newer versions


def build_event(cause: str, ordinal: int, event: EventPayload, now: int) -> NewEvent:
    """Return an event of a step with its id, timestamp and encoded payload, ready for a commit.

    Args:
        cause: Id of the message that triggered the step, or idempotency key of the request that did.
        ordinal: Position among the events of the step, from 0; the event's id is derived from `cause` and it.
        event: Payload.
        now: Time of the step (ms since the epoch), the event's timestamp.
    """
    payload = event.model_dump_json(by_alias=True).encode()
    return NewEvent(event_id(cause, ordinal), event.type, to_iso8601(now), payload)
