"""What a step writes: a decision or a task's answers turned into one commit with deterministic ids (DESIGN § 3)."""

from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from pydantic import BaseModel, TypeAdapter

from shared.core.address import Address
from shared.core.decision import Decision, Send, Timer
from shared.core.envelope import Envelope
from shared.core.ids import event_id, timer_id
from shared.core.message import EventPayload, Message, ReceivedMessage, TimerFired
from shared.core.timestamps import to_iso8601
from shared.runtime.actor import Entity, Task
from shared.runtime.outbox_entry import Causation, Routes, build_command, build_outbox_entry
from shared.store.port import Commit, NewEvent, OutboxEntry, StepPrecheck

REMEMBERED = 4096

_json = TypeAdapter(dict[str, Any])


@dataclass(frozen=True, slots=True)
class CachedState:
    """An entity's record as this process last saw it."""

    version: int
    state: BaseModel | None


NOTHING = CachedState(0, None)


@dataclass(frozen=True, slots=True)
class EntityCommit:
    """The commit of an entity's step and the state it writes, None when it changes nothing."""

    commit: Commit
    state: BaseModel | None


class CommitBuilder:
    """Builds commits, and keeps the last record of each entity so that it need not be read again."""

    def __init__(self, routes: Routes, *, journal: bool = False) -> None:
        self._routes = routes
        self._journal = journal
        self._records: OrderedDict[str, CachedState] = OrderedDict()

    def has_route(self, address: Address) -> bool:
        """Whether anybody reads what is sent there. Who comes in from outside has no queue."""
        return address.kind in self._routes

    def recall(self, address: str) -> "CachedState":
        """The record that is remembered, version 0 when none is."""
        return self._records.get(address, NOTHING)

    def forget(self, address: str) -> None:
        """The remembered record is stale."""
        self._records.pop(address, None)

    def remember(self, address: str, version: int, state: BaseModel) -> None:
        """This is the entity's present record."""
        self._records[address] = CachedState(version, state)
        self._records.move_to_end(address)
        if len(self._records) > REMEMBERED:
            self._records.popitem(last=False)

    def build_entity_commit(
        self,
        entity: Entity[Any],
        received: ReceivedMessage[Message],
        envelope: Envelope,
        begun: StepPrecheck,
        known: "CachedState",
    ) -> "EntityCommit":
        """What an entity's step writes. Raises whatever `decide` raises."""
        state = _state(entity, begun, known)
        decision = entity.decide(state, received, begun.now)
        if decision is None:
            return EntityCommit(Commit(entity.role, envelope.correlation_id, envelope.message_id), None)
        return EntityCommit(self._entity_commit(entity, envelope, decision, state, begun), decision.state)

    def build_task_commit(self, task: Task, envelope: Envelope, sends: Sequence[Send], now: int) -> Commit:
        """The commit of a task's step."""
        return Commit(
            role=task.role,
            correlation_id=envelope.correlation_id,
            message_id=envelope.message_id,
            outbox=self._mail(envelope, sends, now),
        )

    def _entity_commit(
        self, entity: Entity[Any], envelope: Envelope, decision: Decision[Any], before: Any, begun: StepPrecheck
    ) -> Commit:
        old: Timer | None = before.timer if before is not None else None
        timer = decision.timer
        mail = self._mail(envelope, decision.sends, begun.now)
        if timer is not None and timer != old:
            mail.append(self._timer_mail(envelope, timer, begun.now))
        stale = old is not None and timer != old
        return Commit(
            role=entity.role,
            correlation_id=envelope.correlation_id,
            message_id=envelope.message_id,
            address=envelope.recipient,
            version=begun.version,
            record=decision.state.model_dump_json().encode(),
            events=[
                build_event(envelope.message_id, place, event, begun.now) for place, event in enumerate(decision.events)
            ],
            outbox=mail,
            cancelled_timers=(timer_id(envelope.recipient, old.name, old.generation),) if old and stale else (),
            close=decision.closes,
            journal_entry=self._entry(envelope, begun) if self._journal else None,
        )

    def _mail(self, envelope: Envelope, sends: Sequence[Send], now: int) -> list[OutboxEntry]:
        cause = Causation(envelope.message_id, envelope.correlation_id, envelope.recipient, now)
        return [build_outbox_entry(cause, place, send, self._routes) for place, send in enumerate(sends)]

    def _timer_mail(self, cause: Envelope, timer: Timer, now: int) -> OutboxEntry:
        identifier = timer_id(cause.recipient, timer.name, timer.generation)
        fired = TimerFired(name=timer.name, generation=timer.generation, due=timer.due)
        message = Envelope(
            message_id=identifier,
            type=TimerFired.type,
            sender=cause.recipient,
            recipient=cause.recipient,
            correlation_id=cause.correlation_id,
            causation_id=cause.message_id,
            timestamp=now,
            body=fired.model_dump(mode="json"),
        )
        parcel = build_command(message, self._routes[cause.recipient.partition("/")[0]])
        return OutboxEntry(identifier, cause.correlation_id, parcel, timer.due)

    def _entry(self, envelope: Envelope, begun: StepPrecheck) -> bytes:
        return _json.dump_json(
            {"version": begun.version, "now": to_iso8601(begun.now), "message": envelope.model_dump(mode="json")}
        )


def _state(entity: Entity[Any], begun: StepPrecheck, known: CachedState) -> Any:
    if begun.version == 0:
        return None
    return known.state if begun.record is None else entity.state.model_validate_json(begun.record)


def build_event(cause: str, place: int, event: EventPayload, now: int) -> NewEvent:
    """The event number `place` (from 0) of the step that the message `cause` made at `now` (ms)."""
    payload = event.model_dump_json(by_alias=True).encode()
    return NewEvent(event_id(cause, place), event.type, to_iso8601(now), payload)
