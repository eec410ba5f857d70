"""Move of the team that is placed before it is decided: placed, taken away again, or left (GH-142)."""

from gamehive.contracts.workspace import Author, MoveRecord, WorkspaceChange
from gamehive.core.loop.loop import ProposedMove
from gamehive.core.workspace.board_state import fields_after_moves, side_to_move
from gamehive.core.workspace.undo import find_newest_plan
from gamehive.host.core.transition import GameTransition


def place_move(transition: GameTransition, move: ProposedMove, by: Author, score: float | None = None) -> None:
    """Put a move of the side whose turn it is on the board of the workspace.

    Raises:
        ValueError: It cannot be played.
    """
    workspace = transition.workspace
    record = MoveRecord(
        ply=workspace.plies + 1,
        x=move.x,
        y=move.y,
        side=side_to_move(workspace),
        by=by,
        reason=move.reason or None,
        score=score,
        at=transition.now,
    )
    fields = fields_after_moves(workspace, (*workspace.move_history, record))
    transition.commit(WorkspaceChange(type="MOVE", description=f"({move.x},{move.y})", actor=by, fields=fields))


def annotate_tentative_move(transition: GameTransition, danger: float | None, reason: str | None = None) -> None:
    """Record what the engine expects of the tentative move, and the reason for it if another one is given.

    Without `danger` (0 won, 1 lost) no result is recorded.
    """
    workspace = transition.workspace
    placed = workspace.move_history[-1]
    changes: dict[str, object] = {} if danger is None else {"score": 1 - danger}
    if reason is not None:
        changes["reason"] = reason
    if not changes:
        return
    description = "reason" if danger is None else f"expected {1 - danger:.2f}"
    history = (*workspace.move_history[:-1], placed.model_copy(update=changes))
    fields = {"move_history": history, "snapshots": workspace.snapshots}
    transition.commit(WorkspaceChange(type="SCORE", description=description, actor="engine", fields=fields))


def remove_tentative_move(transition: GameTransition) -> None:
    """Take the tentative move off the board again, with the snapshot that it pushed."""
    workspace = transition.workspace
    snapshot = workspace.snapshots[-1]
    fields = fields_after_moves(workspace, workspace.move_history[:-1])
    fields |= {
        "snapshots": workspace.snapshots[:-1],
        "threat_analysis": snapshot.threat_analysis,
        "candidate_moves": snapshot.candidate_moves,
    }
    change = WorkspaceChange(
        type="MOVE", description="tentative move removed", actor="host", fields=fields, is_undo=True
    )
    transition.commit(change)
    transition.update(proposal=None)


def restore_referee_board(transition: GameTransition) -> None:
    """Put the board as the referee has it back: without a tentative move, and outside of an undo."""
    branch = transition.workspace.undo_state.branch
    if branch is not None:
        workspace = transition.workspace
        fields = fields_after_moves(workspace, branch.move_history)
        fields |= {
            "snapshots": branch.snapshots,
            "threat_analysis": branch.threat_analysis,
            "strategic_plan": find_newest_plan(workspace, branch),
        }
        fields["undo_state"] = workspace.undo_state.model_copy(update={"branch": None, "phase": "playing"})
        change = WorkspaceChange(type="UNDO", description="what-if ended", actor="host", fields=fields, is_undo=True)
        transition.commit(change)
    elif transition.state.proposal is not None:
        remove_tentative_move(transition)
    state = transition.workspace.undo_state
    if state.phase != "playing":
        fields = {"undo_state": state.model_copy(update={"phase": "playing"})}
        transition.commit(WorkspaceChange(type="UNDO", description="undo ended", actor="host", fields=fields))
