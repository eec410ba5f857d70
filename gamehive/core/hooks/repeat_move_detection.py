"""Hook 7: notices a move that is proposed again after it was rejected or taken back (GH-74)."""

from gamehive.contracts.workspace import Workspace
from gamehive.core.hooks.hook import SKIP, Hook, HookAlert, HookResult
from gamehive.core.hooks.texts import render_text
from gamehive.core.loop.loop import Loop
from gamehive.core.loop.move_parser import parse_move
from gamehive.core.workspace.undo import taken_back_points

_NAME = "RepeatMoveDetectionHook"


def _has_message(_workspace: Workspace, loop: Loop) -> bool:
    return loop.reply is not None and not loop.reply.calls and bool(loop.reply.message)


def _find_repetition(workspace: Workspace, loop: Loop) -> HookResult:
    """Report the repetition and tell the agent; whether the move stands is for the validation to say."""
    try:
        move = parse_move((loop.reply and loop.reply.message) or "")
    except ValueError:
        return SKIP
    if (move.x, move.y) not in {*loop.rejected_moves, *taken_back_points(workspace)}:
        return SKIP
    note = render_text("repeated_move", workspace.language, x=move.x, y=move.y)
    alert = HookAlert(_NAME, "warning", "repeated_move", f"({move.x},{move.y})")
    return HookResult(alerts=(alert,), inject_messages=(note,))


REPEAT_MOVE_DETECTION = Hook(
    name=_NAME,
    layer="loop guard",
    phases=frozenset(("LOOP_PROCESS_LLM_RESPONSE",)),
    should_execute=_has_message,
    execute=_find_repetition,
)
