"""Port of a span exporter, to which a process hands the spans of what it has committed."""

from collections.abc import Sequence
from typing import Protocol

from shared.core.trace import SpanRecord


class SpanExporter(Protocol):
    """Receiver of spans that have ended. Where traces are off there is none, and no span is built."""

    def export(self, spans: Sequence[SpanRecord]) -> None:
        """Take spans to send them on; never wait for what receives them, and never raise."""
        ...

    async def close(self) -> None:
        """Send what is left on, for a few seconds at most; spans that come later are dropped."""
        ...
