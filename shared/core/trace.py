"""Traces as data: contexts of spans, and the spans and log lines that a decision declares (W3C Trace Context).

All ids are derived from what a span is about, so that a repeated step names the same spans.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from hashlib import blake2b
from typing import Any, Literal

from shared.core.frozen_model import FrozenModel
from shared.core.timestamps import Instant

AttributeValue = str | bool | int | float
LogLevel = Literal["debug", "info", "warning", "error"]

_TRACEPARENT = re.compile(r"00-([0-9a-f]{32})-([0-9a-f]{16})-[0-9a-f]{2}")


@dataclass(frozen=True, slots=True)
class TraceContext:
    """Place of a span among all others: id of its trace (32 hex digits) and its own (16 hex digits)."""

    trace_id: str
    span_id: str

    @property
    def traceparent(self) -> str:
        """The W3C `traceparent` of what this span causes: `00-<trace id>-<span id>-01`."""
        return f"00-{self.trace_id}-{self.span_id}-01"

    def child(self, *parts: object) -> "TraceContext":
        """Return the context of another span of the trace; equal parts give the same one."""
        return TraceContext(trace_id=self.trace_id, span_id=derive_span_id(*parts))


class OpenSpan(FrozenModel):
    """Span that has begun, as an entity keeps it in its state until it ends. `key` is the entity's name for it."""

    key: str
    name: str
    context: TraceContext
    parent_id: str | None = None
    start: Instant
    attributes: dict[str, AttributeValue]

    def end(self, now: Instant, error: str | None = None, /, **attributes: AttributeValue) -> "SpanRecord":
        """Return the span as it ends at `now` (ms), with further attributes."""
        return SpanRecord(
            name=self.name,
            context=self.context,
            parent_id=self.parent_id,
            start=self.start,
            end=now,
            attributes={**self.attributes, **attributes},
            error=error,
        )


@dataclass(frozen=True, slots=True)
class SpanRecord:
    """Span that has ended.

    Attributes:
        name: What was done, such as `<role> <message type>`.
        context: The span's ids.
        parent_id: Id of the span that it is part of, in the same trace; None for the root.
        start: Begin, ms since the epoch.
        end: End, ms since the epoch.
        attributes: What is known about it.
        kind: `producer` for what sends a message from outside, `consumer` for what processes one.
        error: Why it failed; None if it did not.
    """

    name: str
    context: TraceContext
    parent_id: str | None
    start: int
    end: int
    attributes: Mapping[str, AttributeValue] = field(default_factory=dict[str, AttributeValue])
    kind: Literal["internal", "producer", "consumer"] = "internal"
    error: str | None = None


@dataclass(frozen=True, slots=True)
class LogRecord:
    """Log line that a decision declares: its level, the name of its event, and its fields."""

    level: LogLevel
    event: str
    fields: Mapping[str, Any] = field(default_factory=dict[str, Any])


def derive_trace_id(name: str) -> str:
    """Return the id of the trace with this name: 32 hex digits."""
    return _hex(name, 32)


def derive_span_id(*parts: object) -> str:
    """Return the id of the span that these parts name: 16 hex digits. One part is the id of a message."""
    return _hex("\x1f".join(map(str, parts)), 16)


@lru_cache(maxsize=1024)
def correlation_trace(correlation_id: str) -> TraceContext:
    """Return the context of the root of a correlation's trace, a span that lasts as long as the correlation."""
    return TraceContext(trace_id=derive_trace_id(correlation_id), span_id=derive_span_id("correlation", correlation_id))


def step_trace(message_id: str, correlation_id: str, traceparent: str | None) -> tuple[TraceContext, str]:
    """Return the context of the span of a message's step, and the id of its parent.

    Args:
        message_id: Id of the message.
        correlation_id: Its correlation, whose trace it belongs to if `traceparent` is missing or malformed.
        traceparent: The message's `traceparent`, which names the parent.
    """
    match = _TRACEPARENT.fullmatch(traceparent or "")
    span_id = derive_span_id(message_id)
    if match is None:
        root = correlation_trace(correlation_id)
        return TraceContext(trace_id=root.trace_id, span_id=span_id), root.span_id
    return TraceContext(trace_id=match[1], span_id=span_id), match[2]


def _hex(text: str, length: int) -> str:
    return blake2b(text.encode("utf-8", "surrogatepass"), digest_size=length // 2, person=b"trace").hexdigest()
