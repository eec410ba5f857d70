"""Decisions of entities as data: new state, messages to send, events, timer, notes, telemetry."""

from dataclasses import dataclass
from typing import Generic, TypeVar

from shared.core.address import Address
from shared.core.frozen_model import FrozenModel
from shared.core.message_base import EventPayload, Message
from shared.core.timestamps import Instant
from shared.core.trace import LogRecord, SpanRecord, TraceContext

S = TypeVar("S")


@dataclass(frozen=True, slots=True)
class Send:
    """Message to send once the step is committed; after `deadline` (ms) its receiver ignores it.

    `trace` is the span that the receiver's step is part of; None: the span of the step that sends it.
    """

    to: Address
    body: Message
    deadline: int | None = None
    trace: TraceContext | None = None


class Timer(FrozenModel):
    """Timer of an entity: its name, its due time, and a generation number that no other timer of the entity has."""

    name: str
    due: Instant
    generation: int


@dataclass(frozen=True, slots=True)
class Decision(Generic[S]):
    """Outcome of `decide`.

    Attributes:
        state: New state of the entity.
        sends: Messages to send.
        events: Events to append to the correlation's log.
        timer: Timer that replaces any earlier one; None cancels it.
        closes: Close the correlation: nothing is delivered, logged or timed for it afterwards.
        notes: Notes to append, in this order, to the entity's list. Only tasks read it (`TaskContext.read_notes`).
        spans: Spans that have ended, exported once the step is committed, if traces are recorded.
        logs: Log lines, written once the step is committed.
    """

    state: S
    sends: tuple[Send, ...] = ()
    events: tuple[EventPayload, ...] = ()
    timer: Timer | None = None
    closes: bool = False
    notes: tuple[FrozenModel, ...] = ()
    spans: tuple[SpanRecord, ...] = ()
    logs: tuple[LogRecord, ...] = ()
