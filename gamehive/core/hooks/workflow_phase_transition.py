"""Hook 13: hands over to the persona of a new phase, once for each change (GH-80, GH-151, GH-152)."""

from gamehive.contracts.agents import PHASE_PERSONAS
from gamehive.contracts.workspace import Workspace, WorkspaceChange
from gamehive.core.hooks.hook import Hook, HookResult
from gamehive.core.hooks.texts import render_text
from gamehive.core.loop.call_window import HANDOFF_TOOL, has_handoff_tool
from gamehive.core.loop.loop import Loop
from gamehive.core.phases.phase import Phase
from shared.core.language import Language, join_sentences

_NAME = "WorkflowPhaseTransitionHook"
_PHASE_NAMES: dict[Language, dict[Phase, str]] = {
    "zh": {"opening": "开局", "midgame": "中盘", "endgame": "残局"},
    "en": {"opening": "opening", "midgame": "midgame", "endgame": "endgame"},
}


def _is_changed(_workspace: Workspace, loop: Loop) -> bool:
    return loop.phase_changed


def _change_persona(workspace: Workspace, loop: Loop) -> HookResult:
    """Force the handoff, unless the persona is the phase's already or handoffs have been stopped in this loop."""
    phase = workspace.current_phase
    persona = PHASE_PERSONAS[phase]
    handled = WorkspaceChange(
        type="PHASE", description=f"{phase}: {persona}", actor=_NAME, fields={"persona_phase": phase}
    )
    is_stopped = not has_handoff_tool(loop) or persona in workspace.handoff_exclude_agents
    if persona == workspace.current_agent_name or is_stopped:
        return HookResult(change=handled, loop={"phase_changed": False})
    plan, language = workspace.strategic_plan, workspace.language
    sentences = [
        render_text("phase_handoff", language, phase=_PHASE_NAMES[language][phase], plies=workspace.plies),
        *([] if plan is None else [render_text("phase_plan", language, plan=plan.goal)]),
    ]
    summary = join_sentences(sentences, language)
    return HookResult(
        continue_to_next_hook=False,
        change=handled,
        loop={"phase_changed": False},
        force_call_tool=HANDOFF_TOOL,
        force_call_args={"agentName": persona, "currentAgentOutputSummary": summary},
    )


WORKFLOW_PHASE_TRANSITION = Hook(
    name=_NAME,
    layer="workflow",
    phases=frozenset(("LOOP_START",)),
    should_execute=_is_changed,
    execute=_change_persona,
)
