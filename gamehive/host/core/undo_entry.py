"""Entry into the undo workflow during a decision: when it is allowed, and how it begins (GH-131…135, GH-144)."""

from gamehive.contracts.workspace import WorkspaceChange
from gamehive.core.workspace.undo import can_roll_back, may_undo, next_undo_state
from gamehive.host.core.transition import GameTransition

NEEDED_SHARE = 1 / 3
"""Share of a decision's time that must be left for an undo in it."""


def can_undo(transition: GameTransition) -> bool:
    """Return whether an undo is allowed in the current decision and there is time for it."""
    request = transition.state.loop.request if transition.state.loop is not None else None
    needed_ms = 0 if request is None else (request.deadline - request.received_at) * NEEDED_SHARE
    has_time = request is None or request.deadline - transition.now > needed_ms
    return has_time and may_undo(transition.workspace) and can_roll_back(transition.workspace)


def enter_undo(transition: GameTransition) -> None:
    """Begin the undo workflow, for which the flag is raised: the next turn of the loop rolls back."""
    state = next_undo_state(transition.workspace.undo_state, "undo_check")
    transition.commit(
        WorkspaceChange(type="UNDO", description="undo checked", actor="host", fields={"undo_state": state})
    )
    transition.update_loop(is_undoing=True)
