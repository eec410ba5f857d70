"""Export of spans with OpenTelemetry: lines of JSON, OTLP, and what happens without a collector."""

import json
import time
from io import StringIO

import pytest
from opentelemetry.sdk.trace.export import SimpleSpanProcessor
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter

from shared.core.trace import SpanRecord, TraceContext
from shared.telemetry.opentelemetry import (
    CLOSE_TIMEOUT_S,
    OpenTelemetryExporter,
    build_console_exporter,
    build_otlp_exporter,
)
from tests.support.otlp_collector import otlp_collector

CONTEXT = TraceContext(trace_id="0af7651916cd43dd8448eb211c80319c", span_id="b7ad6b7169203331")
SPAN = SpanRecord(
    "planner draft_plan", CONTEXT, "00f067aa0ba902b7", 1_000, 1_250, {"towow.attempt": 1}, "consumer", "failed"
)


def test_a_span_becomes_one_of_the_sdk() -> None:
    memory = InMemorySpanExporter()
    OpenTelemetryExporter(SimpleSpanProcessor(memory), "towow-planner").export([SPAN])
    (span,) = memory.get_finished_spans()
    assert span.context is not None
    assert span.parent is not None
    assert (f"{span.context.trace_id:032x}", f"{span.context.span_id:016x}") == (CONTEXT.trace_id, CONTEXT.span_id)
    assert (span.parent.trace_id, f"{span.parent.span_id:016x}") == (span.context.trace_id, SPAN.parent_id)
    assert (span.start_time, span.end_time) == (1_000_000_000, 1_250_000_000)
    assert (span.kind.name, span.status.status_code.name, span.status.description) == ("CONSUMER", "ERROR", "failed")
    assert span.resource.attributes["service.name"] == "towow-planner"
    assert dict(span.attributes or {}) == {"towow.attempt": 1}


async def test_the_console_gets_a_line_of_json_for_each_span() -> None:
    exporter = build_console_exporter("towow-planner", stream := StringIO())
    exporter.export([SPAN, SPAN])
    await exporter.close()
    lines = [json.loads(line) for line in stream.getvalue().splitlines()]
    assert [line["name"] for line in lines] == ["planner draft_plan"] * 2
    assert lines[0]["context"]["trace_id"] == f"0x{CONTEXT.trace_id}"


async def test_otlp_reaches_a_collector_at_the_latest_when_it_is_closed(monkeypatch: pytest.MonkeyPatch) -> None:
    with otlp_collector() as collector:
        monkeypatch.setenv("OTEL_EXPORTER_OTLP_ENDPOINT", collector.url)
        exporter = build_otlp_exporter("towow-planner")
        exporter.export([SPAN])
        await exporter.close()
        (span,) = collector.spans
    assert (span.service, span.name, span.trace_id) == ("towow-planner", SPAN.name, CONTEXT.trace_id)
    assert (span.span_id, span.parent_id) == (CONTEXT.span_id, SPAN.parent_id)


@pytest.mark.alone
async def test_without_a_collector_nothing_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OTEL_EXPORTER_OTLP_ENDPOINT", "http://127.0.0.1:9")
    exporter = build_otlp_exporter("towow-planner")
    begin = time.monotonic()
    exporter.export([SPAN] * 3_000)
    assert time.monotonic() - begin < 1
    await exporter.close()
    assert time.monotonic() - begin < CLOSE_TIMEOUT_S + 2
