"""Construction of the span exporter that TOWOW_TRACES selects."""

from shared.runtime.settings import RuntimeSettings
from shared.telemetry.span_exporter import SpanExporter


def build_span_exporter(settings: RuntimeSettings, service: str) -> SpanExporter | None:
    """Build the exporter of a process; None if traces are off. The SDK is imported only where they are on.

    Args:
        settings: Settings of the runtime, which `check_traces` has accepted.
        service: What the process does; spans are those of the service `towow-<service>`.
    """
    if settings.traces == "off":
        return None
    from shared.telemetry.opentelemetry import build_console_exporter, build_otlp_exporter

    build = build_console_exporter if settings.traces == "console" else build_otlp_exporter
    return build(f"towow-{service}")
