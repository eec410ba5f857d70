"""Hook 8: reads the move of a final message and checks it by the rules (GH-75, GH-211)."""

from gamehive.contracts.workspace import Workspace
from gamehive.core.games.board import Point
from gamehive.core.games.position import is_ended_by_move, is_playable, safe_moves
from gamehive.core.hooks.hook import Hook, HookResult
from gamehive.core.loop.loop import Loop, MoveError, MoveVerdict, ProposedMove
from gamehive.core.loop.move_parser import parse_move
from gamehive.core.workspace.board_state import current_position
from gamehive.core.workspace.undo import taken_back_points


def judge_message(workspace: Workspace, message: str) -> MoveVerdict:
    """Return the move of a final message, or why it is none.

    A move that loses at once is accepted when no other is left; so is one that was taken back in this position.
    """
    try:
        move = parse_move(message)
    except ValueError as error:
        return MoveVerdict(error="INVALID_FORMAT", detail=str(error))
    problem = _find_move_problem(workspace, move)
    if problem is None:
        return MoveVerdict(move=move)
    return MoveVerdict(error=problem, detail=f"({move.x},{move.y})")


def _find_move_problem(workspace: Workspace, move: ProposedMove) -> MoveError | None:
    position, point = current_position(workspace), Point(move.x, move.y)
    if is_ended_by_move(position):
        return "GAME_OVER"
    if not position.board.has_point(point):
        return "OUT_OF_BOUNDS"
    if not is_playable(position, point):
        return "POSITION_OCCUPIED"
    safe, taken_back = safe_moves(position), taken_back_points(workspace)
    if safe and point not in safe:
        return "SELF_LOSING"
    if point in taken_back and any(each not in taken_back for each in safe):
        return "TAKEN_BACK"
    return None


def _has_reply(_workspace: Workspace, loop: Loop) -> bool:
    return loop.reply is not None


def _judge(workspace: Workspace, loop: Loop) -> HookResult:
    verdict = judge_message(workspace, (loop.reply and loop.reply.message) or "")
    return HookResult(loop={"verdict": verdict}, final_decision=verdict.move)


MOVE_VALIDATION = Hook(
    name="MoveValidationHook",
    layer="move check",
    phases=frozenset(("LOOP_END_WITH_MESSAGE",)),
    should_execute=_has_reply,
    execute=_judge,
    is_critical=True,
)
