"""Structured logging: one line per event, as JSON or for a console (DESIGN § 3)."""

import sys
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


def build_logger(
    level: str = "info", output_format: Literal["json", "console"] = "console", stream: TextIO | None = None
) -> Log:
    """Return a logger without global state.

    Args:
        level: Lowest level that is logged.
        output_format: "json", or "console" for readable lines.
        stream: Destination; standard error by default.
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
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso", utc=True),
            _TRACEBACKS if output_format == "json" else structlog.processors.format_exc_info,
            last,
        ],
        wrapper_class=structlog.make_filtering_bound_logger(LEVELS[level]),
    )
