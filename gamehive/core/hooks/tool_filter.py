"""Hook 12: applies the control instruction to the tools of the next turn (GH-79, GH-198, GH-199)."""

from gamehive.contracts.workspace import Workspace
from gamehive.core.hooks.hook import SKIP, Hook, HookResult
from gamehive.core.loop.loop import Loop


def _has_instruction(_workspace: Workspace, loop: Loop) -> bool:
    return loop.control is not None


def _filter_tools(_workspace: Workspace, loop: Loop) -> HookResult:
    control = loop.control
    if control is None:
        return SKIP
    return HookResult(
        force_call_tool=control.force_call_tool,
        force_call_args=control.force_call_args,
        use_tools=control.use_tools,
    )


TOOL_FILTER = Hook(
    name="ToolFilterHook",
    layer="tool filter",
    phases=frozenset(("LOOP_START",)),
    should_execute=_has_instruction,
    execute=_filter_tools,
    for_task_agents=True,
)
