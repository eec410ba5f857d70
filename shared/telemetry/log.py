"""Structured logging: one line per event, as JSON or for a console (DESIGN § 3)."""

import sys
from collections.abc import MutableMapping
from typing import Any, Literal, TextIO

import structlog
from structlog.typing import FilteringBoundLogger

Log = FilteringBoundLogger
"""Logger whose methods take an event name and fields."""

LEVELS = {"debug": 10, "info": 20, "warning": 30, "error": 40}


_TRACEBACKS = structlog.processors.ExceptionRenderer(
    # Local variables may hold users' texts and passwords.
    structlog.tracebacks.ExceptionDictTransformer(show_locals=False)
)


CORRELATION = "correlation"
"""Field that names the correlation a line is about."""


SILENT: Log = structlog.wrap_logger(
    structlog.ReturnLogger(), wrapper_class=structlog.make_filtering_bound_logger(50), processors=[]
)
"""Logger that writes nothing."""


class _Renaming:
    """Processor that writes one field under another name, in the same place."""

    def __init__(self, field: str, name: str) -> None:
        self._field = field
        self._name = name

    def __call__(self, _: Any, __: str, fields: MutableMapping[str, Any]) -> MutableMapping[str, Any]:
        if self._field == self._name or self._field not in fields:
            return fields
        return {self._name if field == self._field else field: value for field, value in fields.items()}


def build_logger(
    level: str = "info",
    output_format: Literal["json", "console"] = "console",
    stream: TextIO | None = None,
    *,
    correlation_field: str = CORRELATION,
) -> Log:
    """Return a logger that writes one line per call, for example `log.info("step", queue="orders")`.

    Loggers are independent of each other and of the module `logging`.

    Args:
        level: Lowest level that is logged: "debug", "info", "warning" or "error".
        output_format: "json" for one JSON object per line, "console" for lines that people read.
        stream: Destination, which the logger never closes; None writes to standard error.
        correlation_field: Name under which the field `correlation` of a call is written.

    Raises:
        KeyError: `level` is none of these.
    """
    out = stream or sys.stderr
    last: Any = (
        structlog.processors.JSONRenderer(ensure_ascii=False)
        if output_format == "json"
        else structlog.dev.ConsoleRenderer(colors=out.isatty())
    )
    return structlog.wrap_logger(
        structlog.PrintLogger(out),
        processors=[
            _Renaming(CORRELATION, correlation_field),
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso", utc=True),
            _TRACEBACKS if output_format == "json" else structlog.processors.format_exc_info,
            last,
        ],
        wrapper_class=structlog.make_filtering_bound_logger(LEVELS[level]),
    )
