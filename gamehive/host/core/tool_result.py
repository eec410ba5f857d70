"""Results of tool calls in the conversation."""

from gamehive.contracts.events import ToolAnswered
from gamehive.contracts.tools import GameToolCall, GameToolResult
from gamehive.contracts.transcript import Note
from gamehive.core.loop.call_key import call_key
from gamehive.core.loop.call_window import SAME_TOOL_CALL_THRESHOLD, count_calls
from gamehive.host.core.decision_spans import call_span
from gamehive.host.core.transition import GameTransition

MAX_CACHED_RESULTS = 12
"""Results that a loop remembers of calls that are repeated so often that the next is answered by them (GH-73)."""


def finish_call(transition: GameTransition, call: GameToolCall, result: GameToolResult) -> None:
    """Write the result of the active loop's first call into the conversation, and remove the call."""
    loop, key = transition.loop, call_key(call.tool, call.arguments)
    transition.spans.end(
        call_span(call.call_id),
        "the call failed" if result.is_error else None,
        outcome="error" if result.is_error else "answered",
    )
    if result.is_error:
        transition.log(
            "error",
            "tool_failed",
            tool=call.tool,
            call_id=call.call_id,
            caller=loop.agent,
            arguments=call.arguments,
            error=result.content,
        )
    transition.emit(
        ToolAnswered(
            game_id=transition.game_id,
            loop=loop.id,
            call_id=call.call_id,
            tool=call.tool,
            is_error=result.is_error,
            content=result.content,
            duration_ms=result.duration_ms,
        )
    )
    is_handoff = call.tool == "handoff_to_agent" and not result.is_error
    transition.add_note(
        Note(loop=loop.id, kind="tool", agent=loop.agent, text=result.content, result=result),
        tool=call.tool,
        call_key=key,
        target=str(call.arguments.get("agentName", "")) if is_handoff else "",
    )
    loop = transition.loop
    cached = loop.cached_results
    if count_calls(loop, key) >= SAME_TOOL_CALL_THRESHOLD:
        cached = {**{other: each for other, each in cached.items() if other != key}, key: result}
    transition.update_loop(calls=loop.calls[1:], cached_results=dict(list(cached.items())[-MAX_CACHED_RESULTS:]))


def error_result(call: GameToolCall, problem: str) -> GameToolResult:
    """Return the result of a call that failed, with what the agent can do about it."""
    return GameToolResult(call_id=call.call_id, tool=call.tool, is_error=True, content=problem)
