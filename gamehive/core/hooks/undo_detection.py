"""Hook 2: decides whether the last move of the team is thought over again (GH-69, GH-131…134)."""

from gamehive.contracts.workspace import UndoTrigger, Workspace
from gamehive.core.hooks.hook import SKIP, Hook, HookResult
from gamehive.core.hooks.texts import render_text
from gamehive.core.loop.loop import Loop
from gamehive.core.workspace.board_state import current_threat, last_own_move
from gamehive.core.workspace.undo import (
    LOW_SCORE,
    SCORE_LOSS,
    THREAT_UNDO_THRESHOLD,
    can_roll_back,
    may_undo,
    next_undo_state,
    request_undo,
)

_NAME = "UndoDetectionHook"
_THREAT_KEY = "threat"
"""Key in `Loop.forced` of the request for the danger, which is made once: without an answer no undo is detected."""


def _may_detect(workspace: Workspace, loop: Loop) -> bool:
    return not loop.is_undoing and may_undo(workspace) and can_roll_back(workspace)


def _detect(workspace: Workspace, loop: Loop) -> HookResult:
    """Ask for the danger on this board, then raise the flag and start the undo workflow if there is a reason.

    A low score of the last own move is looked for before the danger alone: it is the narrower reason.
    """
    if current_threat(workspace) is None and _THREAT_KEY not in loop.forced:
        return HookResult(continue_to_next_hook=False, need="threat", loop={"forced": (*loop.forced, _THREAT_KEY)})
    found = _find_trigger(workspace)
    if found is None:
        return SKIP
    trigger, reason = found
    change = request_undo(workspace, trigger, reason, _NAME)
    checked = next_undo_state(change.fields["undo_state"], "undo_check")
    return HookResult(
        continue_to_next_hook=False,
        force_workflow="UNDO_WORKFLOW",
        change=change.model_copy(update={"fields": {**change.fields, "undo_state": checked}}),
        loop={"is_undoing": True},
    )


def _find_trigger(workspace: Workspace) -> tuple[UndoTrigger, str] | None:
    state = workspace.undo_state
    if state.requested:
        return state.trigger or "self_reflection", state.reason
    analysis, own_move = current_threat(workspace), last_own_move(workspace)
    if analysis is None or own_move is None:
        return None
    score = round(1 - analysis.threat, 9)
    if own_move.score is not None and score <= LOW_SCORE and round(own_move.score - score, 9) >= SCORE_LOSS:
        values = {"score": f"{score:.2f}", "expected": f"{own_move.score:.2f}"}
        return "low_score", render_text("undo_low_score", workspace.language, **values)
    if analysis.threat > THREAT_UNDO_THRESHOLD and _has_risen(own_move.score, score):
        return "threat", render_text("undo_threat", workspace.language, danger=f"{analysis.threat:.2f}")
    return None


def _has_risen(expected: float | None, score: float) -> bool:
    """Return whether the danger is greater than expected after the own move; a forced reply alone is no reason."""
    return expected is None or round(expected - score, 9) >= SCORE_LOSS


UNDO_DETECTION = Hook(
    name=_NAME, layer="undo", phases=frozenset(("BEFORE_LOOP",)), should_execute=_may_detect, execute=_detect
)
