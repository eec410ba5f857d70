"""How a log line is made: structured, one line each, with the demand, address and message it is about (DESIGN § 3)."""

import sys
from typing import Any, Literal, TextIO

import structlog
from structlog.typing import FilteringBoundLogger

Log = FilteringBoundLogger
"""A logger that takes an event name and fields."""

LEVELS = {"debug": 10, "info": 20, "warning": 30, "error": 40}


_TRACEBACKS = structlog.processors.ExceptionRenderer(
    # Local variables hold people's words, and passwords.
    structlog.tracebacks.ExceptionDictTransformer(show_locals=False)
)


def build_logger(
    level: str = "info", output_format: Literal["json", "console"] = "console", stream: TextIO | None = None
) -> Log:
    """A logger of its own (nothing global) that writes lines of at least `level` to `stream` (standard error)."""
    out = stream or sys.stderr
    last: Any = (
        structlog.processors.JSONRenderer(ensure_ascii=False)
        if output_format == "json"
        else structlog.dev.ConsoleRenderer(colors=out.isatty())
    )
    return structlog.wrap_logger(
        structlog.PrintLogger(out),
        processors=[
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso", utc=True),
            _TRACEBACKS if output_format == "json" else structlog.processors.format_exc_info,
            last,
        ],
        wrapper_class=structlog.make_filtering_bound_logger(LEVELS[level]),
    )
