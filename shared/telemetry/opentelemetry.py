"""Span exporters of OpenTelemetry: JSON lines on a stream, or OTLP over HTTP. Imported only where traces are on."""

import asyncio
import sys
import threading
from collections.abc import Mapping, Sequence
from typing import TextIO

from opentelemetry.sdk.resources import Resource
from opentelemetry.sdk.trace import ReadableSpan, SpanProcessor
from opentelemetry.sdk.trace.export import BatchSpanProcessor, ConsoleSpanExporter, SimpleSpanProcessor
from opentelemetry.sdk.util.instrumentation import InstrumentationScope
from opentelemetry.trace import SpanContext, SpanKind, Status, StatusCode, TraceFlags

from shared.core.trace import SpanRecord

KINDS: Mapping[str, SpanKind] = {
    "internal": SpanKind.INTERNAL,
    "producer": SpanKind.PRODUCER,
    "consumer": SpanKind.CONSUMER,
}

CLOSE_TIMEOUT_S = 3.0
"""Seconds that the spans of a stopping process get to leave it."""

_SCOPE = InstrumentationScope("towow")


class OpenTelemetryExporter:
    """`SpanExporter` over a span processor of the SDK."""

    def __init__(self, processor: SpanProcessor, service: str) -> None:
        """Hand spans to `processor`, as those of the service with this name (`service.name`)."""
        self._processor = processor
        self._resource = Resource.create({"service.name": service})

    def export(self, spans: Sequence[SpanRecord]) -> None:
        """Hand the spans to the processor."""
        for span in spans:
            self._processor.on_end(self._convert(span))

    async def close(self) -> None:
        """Send what is left on, for CLOSE_TIMEOUT_S (3 s) at most."""
        # A daemon thread does not hold the process up while the endpoint does not answer.
        thread = threading.Thread(target=self._processor.shutdown, daemon=True)
        thread.start()
        await asyncio.to_thread(thread.join, CLOSE_TIMEOUT_S)

    def _convert(self, span: SpanRecord) -> ReadableSpan:
        return ReadableSpan(
            span.name,
            context=_context(span.context.trace_id, span.context.span_id),
            parent=None if span.parent_id is None else _context(span.context.trace_id, span.parent_id),
            resource=self._resource,
            attributes=span.attributes,
            kind=KINDS[span.kind],
            status=Status() if span.error is None else Status(StatusCode.ERROR, span.error),
            start_time=span.start * 1_000_000,
            end_time=span.end * 1_000_000,
            instrumentation_scope=_SCOPE,
        )


def build_console_exporter(service: str, stream: TextIO | None = None) -> OpenTelemetryExporter:
    """Build an exporter that writes each span as one line of JSON, by default to standard error."""
    console = ConsoleSpanExporter(out=stream or sys.stderr, formatter=lambda span: span.to_json(indent=None) + "\n")
    return OpenTelemetryExporter(SimpleSpanProcessor(console), service)


def build_otlp_exporter(service: str) -> OpenTelemetryExporter:
    """Build an exporter that sends spans to the endpoint of OTEL_EXPORTER_OTLP_ENDPOINT, in the background.

    Spans are dropped while the endpoint does not answer and 2,048 are waiting. The SDK reads its standard environment
    variables.
    """
    from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter  # needed for nothing else

    return OpenTelemetryExporter(BatchSpanProcessor(OTLPSpanExporter()), service)


def _context(trace_id: str, span_id: str) -> SpanContext:
    return SpanContext(int(trace_id, 16), int(span_id, 16), is_remote=False, trace_flags=TraceFlags(TraceFlags.SAMPLED))
