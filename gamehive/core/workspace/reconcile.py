"""Reconciliation of a workspace with the referee's history, which a request carries (GH-166)."""

from typing import Any

from gamehive.contracts.decision import DecisionRequest, PlyRecord
from gamehive.contracts.workspace import MAX_UNDO_DEPTH, MoveRecord, Snapshot, Workspace, WorkspaceChange
from gamehive.core.games.board import Player
from gamehive.core.workspace.board_state import fields_after_moves


def reconcile(workspace: Workspace, request: DecisionRequest, actor: str) -> WorkspaceChange | None:
    """Return the change after which a workspace has the moves and sides of a request; None if it has them.

    Moves that follow the known ones are appended, with one snapshot a ply. Any other difference replaces the history
    from the first move that differs, without snapshots, and a request to undo a move of it is dropped. An undo that an
    earlier request left unfinished is ended: the moves it had taken back for the time being count as known.

    Args:
        workspace: Workspace before the decision, while no undo of the same decision runs.
        request: Valid request.
        actor: Who makes the change.
    """
    known = _known_state(workspace)
    common = _common_plies(known.move_history, request.history)
    added = tuple(_record_ply(request, index) for index in range(common, len(request.history)))
    history = (*known.move_history[:common], *added)
    sided = known.model_copy(update={"first_side": first_side(request), "my_side": request.side})
    is_appended = common == known.plies
    fields: dict[str, Any] = {"first_side": sided.first_side, "my_side": sided.my_side, "undo_state": sided.undo_state}
    if added or not is_appended or workspace.undo_state.branch is not None:
        fields |= fields_after_moves(sided, history)
        fields["snapshots"] = (*known.snapshots, *_new_snapshots(known, len(history)))[-MAX_UNDO_DEPTH:]
        fields["strategic_plan"] = known.strategic_plan
    elif workspace.my_side != request.side:
        fields |= {"candidate_moves": (), "threat_analysis": None}
    if not is_appended:
        fields["snapshots"] = ()
        fields["undo_state"] = known.undo_state.model_copy(update={"requested": False})
    if all(getattr(workspace, name) == value for name, value in fields.items()):
        return None
    return WorkspaceChange(
        type="MOVE" if is_appended else "REBUILD",
        description=f"{len(added)} plies of the request" if is_appended else "rebuilt from the request",
        detail=f"ply {workspace.plies} → {len(history)}",
        actor=actor,
        fields=fields,
    )


def first_side(request: DecisionRequest) -> Player:
    """Return the side that made the first move of a request's history, or is to make it."""
    return request.history[0].side if request.history else request.side


def _known_state(workspace: Workspace) -> Workspace:
    """Return the workspace with the referee's history and without a flag, as if no undo had been left unfinished."""
    state = workspace.undo_state
    if state.phase == "playing":
        return workspace
    update: dict[str, Any] = {
        "undo_state": state.model_copy(update={"phase": "playing", "requested": False, "branch": None})
    }
    if state.branch is not None:
        update |= {
            "move_history": state.branch.move_history,
            "snapshots": state.branch.snapshots,
            "strategic_plan": workspace.strategic_plan or state.branch.strategic_plan,
            "threat_analysis": state.branch.threat_analysis,
            "candidate_moves": (),
        }
    return workspace.model_copy(update=update)


def _common_plies(known: tuple[MoveRecord, ...], history: tuple[PlyRecord, ...]) -> int:
    pairs = zip(known, history, strict=False)
    same = [(old.x, old.y, old.side) == (new.x, new.y, new.side) for old, new in pairs]
    return same.index(False) if False in same else len(same)


def _record_ply(request: DecisionRequest, index: int) -> MoveRecord:
    ply = request.history[index]
    return MoveRecord(ply=index + 1, x=ply.x, y=ply.y, side=ply.side, by=ply.by, at=request.received_at)


def _new_snapshots(known: Workspace, plies: int) -> tuple[Snapshot, ...]:
    """Return a snapshot before each appended ply; only the first one had analyses."""
    analysed = Snapshot(
        ply=known.plies,
        version=known.version,
        threat_analysis=known.threat_analysis,
        strategic_plan=known.strategic_plan,
        candidate_moves=known.candidate_moves,
    )
    bare = analysed.model_copy(update={"threat_analysis": None, "candidate_moves": ()})
    return tuple(
        analysed if ply == known.plies else bare.model_copy(update={"ply": ply}) for ply in range(known.plies, plies)
    )
