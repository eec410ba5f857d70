"""Ids of traces and spans, and what of them a `traceparent` carries."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shared.core.trace import (
    OpenSpan,
    TraceContext,
    correlation_trace,
    derive_span_id,
    derive_trace_id,
    step_trace,
)

TEXT = st.text(max_size=20)


@given(TEXT, TEXT, TEXT)
def test_a_message_without_traceparent_is_part_of_its_correlations_trace(demand: str, one: str, two: str) -> None:
    context, parent = step_trace(one, demand, None)
    assert (context.trace_id, parent) == (correlation_trace(demand).trace_id, correlation_trace(demand).span_id)
    assert (step_trace(two, demand, None)[0] == context) == (one == two)
    assert step_trace(one, demand, "00-nonsense-01") == (context, parent)


@given(TEXT, TEXT)
def test_a_step_is_part_of_the_span_in_its_traceparent(demand: str, message: str) -> None:
    sender = TraceContext(trace_id=derive_trace_id("t"), span_id=derive_span_id("s"))
    version, trace, span, flags = sender.traceparent.split("-")
    assert (version, len(trace), len(span), flags) == ("00", 32, 16, "01")
    assert int(trace, 16)
    assert int(span, 16)
    context, parent = step_trace(message, demand, sender.traceparent)
    assert (context.trace_id, parent) == (sender.trace_id, sender.span_id)
    assert context.span_id == derive_span_id(message)


@pytest.mark.parametrize(("error", "outcome"), [(None, "done"), ("late", "failed")])
def test_a_span_ends_with_what_is_known_then(error: str | None, outcome: str) -> None:
    context = TraceContext(trace_id=derive_trace_id("t"), span_id=derive_span_id("s"))
    begun = OpenSpan(key="k", name="work", context=context, start=5, attributes={"a": 1})
    ended = begun.end(9, error, outcome=outcome)
    assert (ended.name, ended.start, ended.end, ended.error) == ("work", 5, 9, error)
    assert ended.attributes == {"a": 1, "outcome": outcome}
    assert OpenSpan.model_validate_json(begun.model_dump_json()) == begun
    assert context.child("x", 1) == context.child("x", 1) != context.child("x", 2)
