"""Spans of a running system in memory, and the trees that they form."""

from collections import Counter
from collections.abc import Sequence

from opentelemetry.sdk.trace import ReadableSpan
from opentelemetry.sdk.trace.export import SimpleSpanProcessor
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter

from shared.telemetry.opentelemetry import OpenTelemetryExporter


class SpanMemory(OpenTelemetryExporter):
    """Exporter that keeps what it gets; several workers may share it."""

    def __init__(self) -> None:
        self._memory = InMemorySpanExporter()
        super().__init__(SimpleSpanProcessor(self._memory), "towow-test")

    @property
    def spans(self) -> Sequence[ReadableSpan]:
        return self._memory.get_finished_spans()

    def by_trace(self) -> dict[int, list[ReadableSpan]]:
        traces: dict[int, list[ReadableSpan]] = {}
        for span in self.spans:
            assert span.context is not None
            traces.setdefault(span.context.trace_id, []).append(span)
        return traces

    def trace_with(self, name: str) -> list[ReadableSpan]:
        """The one trace that has a span of this name."""
        (found,) = [spans for spans in self.by_trace().values() if any(span.name == name for span in spans)]
        return found


def span_id(span: ReadableSpan) -> int:
    assert span.context is not None
    return span.context.span_id


def root_of_tree(spans: Sequence[ReadableSpan]) -> ReadableSpan:
    """The root of spans that form one tree, in which no span occurs twice and none is without its parent."""
    ids = Counter(span_id(span) for span in spans)
    assert max(ids.values()) == 1, [span.name for span in spans if ids[span_id(span)] > 1]
    orphans = [span.name for span in spans if span.parent is not None and span.parent.span_id not in ids]
    assert not orphans
    (root,) = [span for span in spans if span.parent is None]
    return root


def children(spans: Sequence[ReadableSpan], parent: ReadableSpan) -> list[ReadableSpan]:
    return [span for span in spans if span.parent is not None and span.parent.span_id == span_id(parent)]


def names(spans: Sequence[ReadableSpan]) -> Counter[str]:
    return Counter(span.name for span in spans)
