"""Hook 3: takes the last move of the team back and has it evaluated again (GH-70, GH-137…141)."""

from gamehive.contracts.workspace import ThreatAnalysis, Workspace, WorkspaceChange
from gamehive.core.hooks.hook import Hook, HookAlert, HookResult
from gamehive.core.hooks.texts import render_text
from gamehive.core.loop.loop import Loop
from gamehive.core.workspace.board_state import current_threat, last_own_move
from gamehive.core.workspace.undo import can_roll_back, next_undo_state, roll_back

_NAME = "UndoExecutionHook"


def _is_checking(workspace: Workspace, loop: Loop) -> bool:
    return loop.is_undoing and workspace.undo_state.phase == "undo_check"


def _execute_undo(workspace: Workspace, _loop: Loop) -> HookResult:
    """Roll back: for good if the last move is the team's own, which is then only tentative, or else as a what-if."""
    own_move = last_own_move(workspace)
    if own_move is None or not can_roll_back(workspace):
        return _skip_undo(workspace)
    is_tentative = workspace.move_history[-1].side == workspace.my_side
    change = roll_back(workspace, tentative=is_tentative, actor=_NAME)
    evaluated = next_undo_state(change.fields["undo_state"], "undo_reeval")
    analysis = current_threat(workspace)
    prompt = render_text(
        "undo_task",
        workspace.language,
        x=own_move.x,
        y=own_move.y,
        reason=_describe_reason(workspace, analysis),
    )
    return HookResult(
        continue_to_next_hook=False,
        change=change.model_copy(update={"fields": {**change.fields, "undo_state": evaluated}}),
        force_call_tool="call_task_agent",
        force_call_args={"agentName": "undo_reevaluator", "prompt": prompt},
    )


def _describe_reason(workspace: Workspace, analysis: ThreatAnalysis | None) -> str:
    """Return why the move is thought over, with the danger on the board if an engine has told it."""
    reason = workspace.undo_state.reason or str(workspace.undo_state.trigger)
    if analysis is None:
        return reason
    return render_text("undo_danger", workspace.language, reason=reason, danger=f"{analysis.threat:.2f}")


def _skip_undo(workspace: Workspace) -> HookResult:
    state = next_undo_state(workspace.undo_state, "playing", requested=False)
    change = WorkspaceChange(
        type="UNDO", description="no snapshot to roll back to", actor=_NAME, fields={"undo_state": state}
    )
    detail = render_text("snapshots", workspace.language, count=len(workspace.snapshots))
    alert = HookAlert(_NAME, "info", "undo_without_snapshot", detail)
    return HookResult(change=change, loop={"is_undoing": False}, alerts=(alert,))


UNDO_EXECUTION = Hook(
    name=_NAME, layer="undo", phases=frozenset(("LOOP_START",)), should_execute=_is_checking, execute=_execute_undo
)
