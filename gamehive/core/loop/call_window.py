"""Counts of calls among the last messages of a loop (GH-73, GH-255, GH-256)."""

from gamehive.contracts.tools import ToolName
from gamehive.core.loop.loop import Loop, RecentMessage

ABNORMAL_HANDOFF_THRESHOLD, HANDOFF_WINDOW = 4, 20
SAME_TOOL_CALL_THRESHOLD, SAME_CALL_WINDOW = 5, 30

HANDOFF_TOOL: ToolName = "handoff_to_agent"
"""Also the key in `Loop.filtered_calls` by which no handoff is offered, and none accepted, in the rest of a loop."""


def list_handoffs(loop: Loop) -> tuple[RecentMessage, ...]:
    """Return the results of handoffs among the last HANDOFF_WINDOW (20) messages."""
    return tuple(each for each in loop.recent[-HANDOFF_WINDOW:] if each.kind == "tool" and each.tool == HANDOFF_TOOL)


def count_calls(loop: Loop, key: str) -> int:
    """Return how many of the last SAME_CALL_WINDOW (30) messages are results of the call with a key."""
    return sum(each.kind == "tool" and each.call_key == key for each in loop.recent[-SAME_CALL_WINDOW:])


def has_handoff_tool(loop: Loop) -> bool:
    """Return whether the handoff tool has not been removed from a loop."""
    return HANDOFF_TOOL not in loop.filtered_calls
