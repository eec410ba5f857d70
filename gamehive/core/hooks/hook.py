"""Hook: a pure function on workspace and loop, run at a fixed phase of the run loop (GH-61…67)."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Literal

from gamehive.contracts.tools import ToolName
from gamehive.contracts.workspace import Workspace, WorkspaceChange
from gamehive.core.loop.loop import Loop, ProposedMove

HookPhase = Literal[
    "BEFORE_LOOP", "LOOP_START", "LOOP_PROCESS_LLM_RESPONSE", "LOOP_END_WITH_TOOL_CALL", "LOOP_END_WITH_MESSAGE"
]
Workflow = Literal["UNDO_WORKFLOW"]
HookNeed = Literal["threat", "handoff_summary", "compression"]
"""What a hook cannot compute itself: the host has it made by a task, and runs the phase again on the answer."""

AlertLevel = Literal["info", "warning", "error"]


@dataclass(frozen=True, slots=True)
class HookAlert:
    """Alert of a hook, logged and shown to viewers.

    Attributes:
        hook: Name of the hook.
        level: Level in the log.
        code: Fixed word.
        detail: What happened, in the game's language.
        cause: The same for the log alone, for example an exception.
    """

    hook: str
    level: AlertLevel
    code: str
    detail: str = ""
    cause: str = ""


@dataclass(frozen=True, slots=True)
class HookResult:
    """Result of one hook, or of a whole phase (GH-64).

    Attributes:
        continue_to_next_hook: Whether the next hook runs.
        force_workflow: Workflow that the run loop starts in place of the loop.
        force_call_tool: Tool that must be called next.
        force_call_args: Arguments of that call; with them the model is not asked.
        forced_by: Hook that forces the call; the chain fills it in.
        use_tools: White list of tools, `never` for none, None for no restriction.
        inject_messages: Texts that the agent is told before its next turn.
        continue_loop: Whether another turn follows a final message; None if the hook does not say.
        final_decision: Valid move of a final message.
        is_out_of_retries: Whether the decision has to be made in FIX_MODE.
        rejection: Problem of a request that cannot be decided.
        alerts: Alerts.
        change: Change of the workspace, committed before the next hook runs (GH-67).
        loop: New values of fields of the loop.
        need: What has to be made first; the phase then runs again.
        guides: Whether the instruction is shown to the model as a call of `get_workflow_guide` with its result.
    """

    continue_to_next_hook: bool = True
    force_workflow: Workflow | None = None
    force_call_tool: ToolName | None = None
    force_call_args: dict[str, Any] | None = None
    forced_by: str | None = None
    use_tools: tuple[ToolName, ...] | Literal["never"] | None = None
    inject_messages: tuple[str, ...] = ()
    continue_loop: bool | None = None
    final_decision: ProposedMove | None = None
    is_out_of_retries: bool = False
    rejection: str | None = None
    alerts: tuple[HookAlert, ...] = ()
    change: WorkspaceChange | None = None
    loop: dict[str, Any] = field(default_factory=dict[str, Any])
    need: HookNeed | None = None
    guides: bool = False


SKIP = HookResult()
"""Result of a hook that changes nothing."""


@dataclass(frozen=True, slots=True)
class Hook:
    """Hook of the registry.

    Attributes:
        name: Name as in the seed, for example `MoveValidationHook`.
        layer: What it is about, for example `move check`.
        phases: Phases in which it runs.
        should_execute: Whether it has something to do.
        execute: Does it; neither function modifies its arguments, waits, or reads a clock.
        for_task_agents: Whether it also runs in the loops of task agents.
        is_critical: Whether a failure of the hook fails the decision; else it is logged and the hook is skipped.
    """

    name: str
    layer: str
    phases: frozenset[HookPhase]
    should_execute: Callable[[Workspace, Loop], bool]
    execute: Callable[[Workspace, Loop], HookResult]
    for_task_agents: bool = False
    is_critical: bool = False
