"""Undo of a move: its states, the rollback, and the return to the referee's board (GH-130…145)."""

from collections.abc import Mapping
from typing import Any

from gamehive.contracts.workspace import (
    MAX_UNDOS_PER_GAME,
    MAX_UNDOS_PER_REQUEST,
    RejectedMove,
    Snapshot,
    StrategicPlan,
    UndoBranch,
    UndoPhase,
    UndoState,
    UndoTrigger,
    Workspace,
    WorkspaceChange,
)
from gamehive.core.workspace.board_state import fields_after_moves

THREAT_UNDO_THRESHOLD = 0.8
"""Danger above which a move is reconsidered (GH-259)."""

LOW_SCORE, SCORE_LOSS = 0.1, 0.4
"""Score of the last own move, seen now, and its loss against the expected one, from which it is reconsidered."""

TRANSITIONS: Mapping[UndoPhase, frozenset[UndoPhase]] = {
    "playing": frozenset(("undo_check",)),
    "undo_check": frozenset(("playing", "undo_rollback")),
    "undo_rollback": frozenset(("undo_reeval",)),
    "undo_reeval": frozenset(("undo_decide",)),
    "undo_decide": frozenset(("playing",)),
}
"""Every state with those that may follow it (GH-135)."""


class IllegalUndoTransition(Exception):
    """The undo workflow cannot go from its state to the wanted one (GH-136)."""


def next_undo_state(state: UndoState, phase: UndoPhase, **changes: Any) -> UndoState:
    """Return the undo state in its next phase.

    Raises:
        IllegalUndoTransition: The table does not allow it.
    """
    if phase not in TRANSITIONS[state.phase]:
        raise IllegalUndoTransition(f"no undo from {state.phase} to {phase}")
    return state.model_copy(update={"phase": phase, **changes})


def may_undo(workspace: Workspace) -> bool:
    """Return whether an undo is possible and allowed now (GH-140, GH-144)."""
    state = workspace.undo_state
    return (
        "undo_enabled" in workspace.feature_flags
        and state.phase == "playing"
        and bool(workspace.snapshots)
        and state.attempts_this_request < MAX_UNDOS_PER_REQUEST
        and state.attempts_in_game < MAX_UNDOS_PER_GAME
    )


def can_roll_back(workspace: Workspace) -> bool:
    """Return whether a snapshot is before a move of the team."""
    return any(workspace.move_history[each.ply].side == workspace.my_side for each in workspace.snapshots)


def taken_back_points(workspace: Workspace, board: tuple[str, ...] | None = None) -> frozenset[tuple[int, int]]:
    """Return the points of the moves that were taken back in the position on a board, the current one by default.

    A move that was taken back is not proposed again there (GH-144).
    """
    at = workspace.board_state if board is None else board
    return frozenset((each.x, each.y) for each in workspace.undo_state.blacklist if each.board == at)


def request_undo(workspace: Workspace, trigger: UndoTrigger, reason: str, actor: str) -> WorkspaceChange:
    """Return the change that raises the flag; whether an undo follows is decided after it (GH-C11)."""
    state = workspace.undo_state.model_copy(update={"requested": True, "trigger": trigger, "reason": reason})
    return WorkspaceChange(
        type="UNDO", description=f"undo requested: {trigger}", detail=reason, actor=actor, fields={"undo_state": state}
    )


def roll_back(workspace: Workspace, *, tentative: bool, actor: str) -> WorkspaceChange:
    """Return the change that rolls back to before the last own move and forbids that move there (GH-128, GH-137).

    Args:
        workspace: Workspace in the phase `undo_check`, with a snapshot.
        tentative: The last own move is the last one and was only placed tentatively; else the referee's history is kept
            to be restored (GH-141).
        actor: Who makes the change.

    Raises:
        IllegalUndoTransition: The workflow is in another phase.
        LookupError: No snapshot is before an own move.
    """
    snapshots, snapshot = _pop_snapshots(workspace)
    kept = workspace.move_history[: snapshot.ply]
    undone = workspace.move_history[snapshot.ply]
    state = workspace.undo_state
    fields = fields_after_moves(workspace, kept)
    branch = UndoBranch(
        move_history=workspace.move_history,
        snapshots=workspace.snapshots,
        threat_analysis=workspace.threat_analysis,
        strategic_plan=workspace.strategic_plan,
    )
    blacklist = (*state.blacklist, RejectedMove(board=fields["board_state"], x=undone.x, y=undone.y))
    rolled_back = next_undo_state(
        state,
        "undo_rollback",
        requested=False,
        attempts_this_request=state.attempts_this_request + 1,
        attempts_in_game=state.attempts_in_game + 1,
        blacklist=blacklist[-MAX_BLACKLIST:],
        branch=None if tentative else branch,
    )
    fields |= {
        "snapshots": snapshots,
        "threat_analysis": snapshot.threat_analysis,
        "strategic_plan": snapshot.strategic_plan,
        "undo_state": rolled_back,
    }
    if tentative:
        fields["candidate_moves"] = snapshot.candidate_moves
    return WorkspaceChange(
        type="UNDO",
        description=f"rolled back to ply {snapshot.ply}",
        detail=f"({undone.x},{undone.y}) taken back",
        actor=actor,
        fields=fields,
        is_undo=True,
    )


MAX_BLACKLIST = 8
"""Moves that were taken back and are remembered; three undos a game add at most three of the team's own."""


def fast_forward(workspace: Workspace, actor: str) -> WorkspaceChange:
    """Return the change to the phase `undo_decide`, on the referee's board again if it was left (GH-141).

    Raises:
        IllegalUndoTransition: The workflow is not in `undo_reeval`.
    """
    state = workspace.undo_state
    fields: dict[str, Any] = {}
    if state.branch is not None:
        fields = fields_after_moves(workspace, state.branch.move_history)
        fields |= {
            "snapshots": state.branch.snapshots,
            "threat_analysis": state.branch.threat_analysis,
            "strategic_plan": find_newest_plan(workspace, state.branch),
        }
    fields["undo_state"] = next_undo_state(state, "undo_decide", branch=None)
    return WorkspaceChange(
        type="UNDO", description="back on the referee's board", actor=actor, fields=fields, is_undo=True
    )


def find_newest_plan(workspace: Workspace, branch: UndoBranch) -> StrategicPlan | None:
    """Return the plan of the re-evaluation if it has made one, else the one from before the rollback."""
    rolled_back = next(
        (each.strategic_plan for each in reversed(branch.snapshots) if each.ply == workspace.plies), None
    )
    return branch.strategic_plan if workspace.strategic_plan == rolled_back else workspace.strategic_plan


def _pop_snapshots(workspace: Workspace) -> tuple[tuple[Snapshot, ...], Snapshot]:
    """Return the snapshots left and the newest one before a move of the team (GH-128)."""
    snapshots = workspace.snapshots
    while snapshots:
        snapshot, snapshots = snapshots[-1], snapshots[:-1]
        if snapshot.ply < workspace.plies and workspace.move_history[snapshot.ply].side == workspace.my_side:
            return snapshots, snapshot
    raise LookupError("no snapshot before a move of the team")
