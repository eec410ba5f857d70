"""Hook 11: has the conversation summarized for the persona that takes over (GH-78, GH-147, GH-178)."""

from gamehive.contracts.agents import find_persona
from gamehive.contracts.workspace import Workspace
from gamehive.core.hooks.hook import Hook, HookResult
from gamehive.core.loop.call_window import HANDOFF_TOOL, has_handoff_tool
from gamehive.core.loop.loop import Loop


def summary_key(call_id: str) -> str:
    """Return the key in `Loop.forced` by which the summary for a handoff is known to be made."""
    return f"summary:{call_id}"


def _is_handing_over(workspace: Workspace, loop: Loop) -> bool:
    """Return whether the next call is a handoff that will succeed, and its summary is still to be made."""
    if not loop.calls or loop.calls[0].tool != HANDOFF_TOOL or not has_handoff_tool(loop):
        return False
    call = loop.calls[0]
    target = find_persona(str(call.arguments.get("agentName", "")))
    is_possible = target not in (None, workspace.current_agent_name, *workspace.handoff_exclude_agents)
    return is_possible and summary_key(call.call_id) not in loop.forced


def _need_summary(_workspace: Workspace, _loop: Loop) -> HookResult:
    return HookResult(continue_to_next_hook=False, need="handoff_summary")


MEMORY_SUMMARY = Hook(
    name="MemorySummaryHook",
    layer="context",
    phases=frozenset(("LOOP_END_WITH_TOOL_CALL",)),
    should_execute=_is_handing_over,
    execute=_need_summary,
)
