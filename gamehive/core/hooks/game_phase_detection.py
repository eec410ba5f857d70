"""Hook 5: notices that the board is in another phase than the one for which the persona was chosen (GH-72, GH-151)."""

from gamehive.contracts.workspace import Workspace
from gamehive.core.hooks.hook import Hook, HookResult
from gamehive.core.loop.loop import Loop


def _is_new_phase(workspace: Workspace, loop: Loop) -> bool:
    """Return whether the phase is not the one last handled; not while an undo has left the referee's board."""
    is_on_board = workspace.undo_state.phase in ("playing", "undo_decide")
    return is_on_board and not loop.phase_changed and workspace.persona_phase != workspace.current_phase


def _flag_change(_workspace: Workspace, _loop: Loop) -> HookResult:
    return HookResult(loop={"phase_changed": True})


GAME_PHASE_DETECTION = Hook(
    name="GamePhaseDetectionHook",
    layer="phase",
    phases=frozenset(("BEFORE_LOOP", "LOOP_START")),
    should_execute=_is_new_phase,
    execute=_flag_change,
)
