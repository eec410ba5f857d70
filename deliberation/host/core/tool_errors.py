"""Failure of a tool as viewers are told of it (DL-151)."""

from deliberation.contracts.events import ErrorReported
from deliberation.contracts.tools import ToolError
from deliberation.host.core.transition import SessionTransition


def report_tool_error(transition: SessionTransition, error: ToolError) -> None:
    """Emit the failure of a tool, with what stands in for it."""
    transition.emit(
        ErrorReported(
            session_id=transition.session_id,
            error=error.error,
            message=error.detail or error.fallback,
            round=transition.state.current_round,
            tool=error.tool,
            fallback=error.fallback,
        )
    )
