"""Transaction on a workspace: the only way to change one (GH-114…124, GH-262)."""

from typing import Any

from gamehive.contracts.workspace import (
    MAX_RECENT_CHANGES,
    MAX_UNDO_DEPTH,
    ChangeRecord,
    Snapshot,
    Workspace,
    WorkspaceChange,
)
from gamehive.core.workspace.invariants import check_invariants
from shared.core.timestamps import Instant


class WorkspaceConflict(Exception):
    """The change was decided under an older epoch of the workspace, so that nothing was written (GH-121)."""


def commit_change(workspace: Workspace, change: WorkspaceChange, *, epoch: int, now: Instant) -> Workspace:
    """Return the workspace with a change, its entry in the change list, and a snapshot if it adds moves.

    Without a difference the same workspace is returned, and nothing is recorded. The caller commits the result together
    with everything else that its step writes; the store refuses it if the version is no longer the current one.

    Args:
        workspace: Workspace to change; it is not modified.
        change: New values of its fields.
        epoch: Epoch under which the change was decided.
        now: Time of the change (ms since the epoch).

    Raises:
        WorkspaceConflict: The epoch is older than the workspace's.
        InvalidWorkspace: The result would contradict the rules or itself.
        ValidationError: A field does not exist or has a value of another type.
    """
    if epoch < workspace.epoch:
        raise WorkspaceConflict(f"{change.type} was decided under epoch {epoch}; the game is in {workspace.epoch}")
    values = _validate(workspace, change)
    fields = tuple(sorted(name for name, value in values.items() if getattr(workspace, name) != value))
    if not fields:
        return workspace
    if "move_history" in fields and not change.is_undo and "snapshots" not in values:
        values["snapshots"] = _push_snapshot(workspace)
    changed = workspace.model_copy(update=values)
    check_invariants(changed, workspace)
    version = workspace.version + 1
    record = ChangeRecord(
        seq=version,
        at=now,
        actor=change.actor,
        type=change.type,
        description=change.description,
        detail=change.detail,
        fields=fields,
        version=version,
    )
    changes = (*workspace.changes, record)[-MAX_RECENT_CHANGES:]
    return changed.model_copy(update={"version": version, "changes": changes, "updated_at": now})


def _validate(workspace: Workspace, change: WorkspaceChange) -> dict[str, Any]:
    """Return the new values; only a pydantic model of the right class passes unvalidated."""
    whole = {**{name: getattr(workspace, name) for name in Workspace.model_fields}, **change.fields}
    checked = Workspace.model_validate(whole)
    return {name: getattr(checked, name) for name in change.fields}


def _push_snapshot(workspace: Workspace) -> tuple[Snapshot, ...]:
    """Return the snapshots with that of the state before the move, at most MAX_UNDO_DEPTH (5), the oldest first."""
    snapshot = Snapshot(
        ply=workspace.plies,
        version=workspace.version,
        threat_analysis=workspace.threat_analysis,
        strategic_plan=workspace.strategic_plan,
        candidate_moves=workspace.candidate_moves,
    )
    return (*workspace.snapshots, snapshot)[-MAX_UNDO_DEPTH:]
