"""Spans of a decision: those that are open in the game's state, and those that a transition ends (GH-232…240).

The first open span is the decision's, and all others hang below it. Their ids are derived from what they are about, so
that a repeated transition names the same ones.
"""

from typing import Literal

from shared.core.timestamps import Instant
from shared.core.trace import AttributeValue, OpenSpan, SpanRecord, TraceContext, derive_span_id, derive_trace_id

SpanName = Literal[
    "agent.decision",
    "agent.init",
    "agent.switch_agent",
    "agent.run_loop_prepare",
    "agent.run_loop_llm_turn",
    "agent.tool_call",
    "agent.hook_execute",
    "agent.undo_rollback",
    "agent.final_decision",
]

DECISION, PREPARE, TURN, FINAL = "decision", "prepare", "turn", "final"
"""Keys of the spans of which only one is open at a time; a tool call's key is that of `call_key`."""


def call_span(call_id: str) -> str:
    """Return the key of the span of a tool call."""
    return f"call/{call_id}"


class DecisionSpans:
    """Spans of one transition of a game.

    Attributes:
        open: Spans that are open after the changes so far, in the order of their begin.
    """

    def __init__(
        self, step: TraceContext, open_spans: tuple[OpenSpan, ...], now: Instant, *, is_request: bool = False
    ) -> None:
        """Begin with the spans that an earlier transition left open.

        Args:
            step: Span of the step that runs the transition.
            open_spans: Spans that are open before it.
            now: Time of the step, ms since the epoch.
            is_request: Whether the step was requested from outside, so that a decision continues its trace.
        """
        self.open = open_spans
        self._step = step
        self._now = now
        self._is_request = is_request
        self._ended: list[SpanRecord] = []

    @property
    def ended(self) -> tuple[SpanRecord, ...]:
        """Spans that have ended in this transition."""
        return tuple(self._ended)

    @property
    def trace_id(self) -> str:
        """Id of the decision's trace, or of the step's between decisions."""
        return self.open[0].context.trace_id if self.open else self._step.trace_id

    def context(self, key: str) -> TraceContext | None:
        """Return the context of an open span, for what is sent within it; None if no such span is open."""
        return next((span.context for span in self.open if span.key == key), None)

    def begin_decision(self, request_id: str, **attributes: AttributeValue) -> None:
        """Begin the span of a decision: in the trace of the request from outside, else as the root of a new trace."""
        trace_id, parent_id = derive_trace_id(request_id), None
        if self._is_request:
            trace_id, parent_id = self._step.trace_id, self._step.span_id
            self._is_request = False
        context = TraceContext(trace_id=trace_id, span_id=derive_span_id(trace_id, DECISION, request_id))
        self.open = (
            OpenSpan(
                key=DECISION,
                name="agent.decision",
                context=context,
                parent_id=parent_id,
                start=self._now,
                attributes=attributes,
            ),
        )

    def begin(self, key: str, name: SpanName, unique: str, within: str, **attributes: AttributeValue) -> None:
        """Open a span. Nothing happens outside of a decision.

        Args:
            key: Name by which it is ended; an open span of that name is ended first.
            name: The span's name.
            unique: Text that no other span of the name has in the decision.
            within: Key of the span that it is part of; the decision's if that one is not open.
            attributes: What is known about it.
        """
        if not self.open:
            return
        self.end(key, outcome="abandoned")
        parent = self.context(within) or self.open[0].context
        span = OpenSpan.model_construct(
            key=key,
            name=name,
            context=parent.child(parent.trace_id, name, unique),
            parent_id=parent.span_id,
            start=self._now,
            attributes=attributes,
        )
        self.open = (*self.open, span)

    def end(self, key: str, error: str | None = None, /, **attributes: AttributeValue) -> None:
        """End an open span; nothing happens if it is not open."""
        for span in self.open:
            if span.key == key:
                self._ended.append(span.end(self._now, error, **attributes))
        self.open = tuple(span for span in self.open if span.key != key)

    def add(
        self,
        name: SpanName,
        within: str,
        error: str | None = None,
        /,
        **attributes: AttributeValue,
    ) -> None:
        """Add a span that begins and ends in this transition, as part of the open span `within`."""
        if not self.open:
            return
        parent = self.context(within) or self.open[0].context
        self._ended.append(
            SpanRecord(
                name=name,
                context=parent.child(self._step.span_id, name, len(self._ended)),
                parent_id=parent.span_id,
                start=self._now,
                end=self._now,
                attributes=attributes,
                error=error,
            )
        )

    def end_decision(self, outcome: str, error: str | None = None, /, **attributes: AttributeValue) -> None:
        """End the decision's span, and before it what is still open below it."""
        for span in reversed(self.open[1:]):
            self.end(span.key, outcome="abandoned")
        self.end(DECISION, error, outcome=outcome, **attributes)
