"""A collector of OTLP over HTTP, in a thread of this process, that keeps the spans it gets."""

import time
from collections.abc import Callable, Generator
from contextlib import contextmanager
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread

from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import ExportTraceServiceRequest


@dataclass(frozen=True)
class CollectedSpan:
    """A span as a collector has it; ids in hexadecimal digits, `parent_id` "" for a root."""

    service: str
    name: str
    trace_id: str
    span_id: str
    parent_id: str


class OtlpCollector:
    """What has come, and where it is received."""

    def __init__(self, port: int) -> None:
        self.url = f"http://127.0.0.1:{port}"
        self.spans: list[CollectedSpan] = []

    def receive(self, data: bytes) -> None:
        for resource in ExportTraceServiceRequest.FromString(data).resource_spans:
            (service,) = [
                each.value.string_value for each in resource.resource.attributes if each.key == "service.name"
            ]
            for span in (span for scope in resource.scope_spans for span in scope.spans):
                ids = (span.trace_id.hex(), span.span_id.hex(), span.parent_span_id.hex())
                self.spans.append(CollectedSpan(service, span.name, *ids))

    def wait_for(self, condition: Callable[[list[CollectedSpan]], bool], limit_s: float = 20) -> list[CollectedSpan]:
        """Return all spans once a condition holds for them. AssertionError after `limit_s`."""
        until = time.monotonic() + limit_s
        while not condition(self.spans):
            assert time.monotonic() < until, [(each.service, each.name) for each in self.spans]
            time.sleep(0.05)
        return list(self.spans)


@contextmanager
def otlp_collector() -> Generator[OtlpCollector]:
    """Run a collector on a free port."""

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            data = self.rfile.read(int(self.headers["content-length"]))
            assert self.path == "/v1/traces"
            collector.receive(data)
            self.send_response(200)
            self.send_header("content-length", "0")
            self.end_headers()

        def log_message(self, format: str, *args: object) -> None:
            """Print nothing."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    collector = OtlpCollector(server.server_address[1])
    thread = Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield collector
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
