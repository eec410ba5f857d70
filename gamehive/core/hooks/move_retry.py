"""Hook 9: asks for another move after a wrong one, three times at most (GH-76, GH-182, GH-200…202)."""

from gamehive.contracts.workspace import Workspace
from gamehive.core.games.board import Point
from gamehive.core.games.position import GamePosition, safe_moves
from gamehive.core.hooks.hook import SKIP, Hook, HookAlert, HookResult
from gamehive.core.hooks.texts import render_points, render_text
from gamehive.core.loop.loop import MAX_MOVE_RETRY, ControlInstruction, Loop, MoveError
from gamehive.core.loop.move_parser import parse_move
from gamehive.core.workspace.board_state import current_candidates, current_position
from gamehive.core.workspace.undo import taken_back_points
from shared.core.language import join_sentences

_NAME = "MoveRetryHook"
_EXAMPLES = 3


def _was_rejected(_workspace: Workspace, loop: Loop) -> bool:
    return loop.verdict is not None and loop.verdict.error is not None


def _retry(workspace: Workspace, loop: Loop) -> HookResult:
    """Say what is wrong and what is right, and go on; out of retries, or after the end of the game, stop."""
    if loop.verdict is None or loop.verdict.error is None:
        return SKIP
    error, retries = loop.verdict.error, loop.retries.get(_NAME, 0)
    point = _read_point(loop)
    rejected = loop.rejected_moves if point is None else tuple(dict.fromkeys((*loop.rejected_moves, point)))
    is_over = error == "GAME_OVER" or retries >= MAX_MOVE_RETRY
    count = retries if is_over else retries + 1
    x, y = point or (0, 0)
    problem = render_text(error, workspace.language, x=x, y=y)
    detail = render_text("move_rejected", workspace.language, problem=problem, count=count)
    alert = HookAlert(_NAME, "warning", "move_rejected", detail, loop.verdict.detail)
    if is_over:
        return HookResult(
            alerts=(alert,), continue_loop=False, is_out_of_retries=True, loop={"rejected_moves": rejected}
        )
    control = ControlInstruction(hook_unique_key=_NAME, current_retry_count=count, max_retry_count=MAX_MOVE_RETRY)
    return HookResult(
        alerts=(alert,),
        inject_messages=(_render_correction(workspace, error, point, rejected),),
        continue_loop=True,
        loop={"rejected_moves": rejected, "retries": {**loop.retries, _NAME: count}, "control": control},
    )


def _read_point(loop: Loop) -> tuple[int, int] | None:
    try:
        move = parse_move((loop.reply and loop.reply.message) or "")
    except ValueError:
        return None
    return move.x, move.y


def _render_correction(
    workspace: Workspace, error: MoveError, point: tuple[int, int] | None, rejected: tuple[tuple[int, int], ...]
) -> str:
    position, language = current_position(workspace), workspace.language
    board = position.board
    x, y = point or (0, 0)
    points = _suggest_points(workspace, position, {*rejected, *taken_back_points(workspace)})
    sentences = (
        render_text(error, language, x=x, y=y),
        render_text("answer_format", language, last_row=board.rows - 1, last_column=board.columns - 1),
        render_text("examples", language, points=render_points(points)) if points else "",
    )
    return join_sentences(sentences, language)


def _suggest_points(
    workspace: Workspace, position: GamePosition, excluded: set[tuple[int, int]]
) -> tuple[tuple[int, int], ...]:
    """Return a few possible points: verified candidates, the best first, then from the centre outwards."""
    board = position.board
    possible = safe_moves(position) or board.empty_points()
    lost = {(each.x, each.y) for each in current_candidates(workspace) if each.proof == "lost"}
    verified = sorted((each for each in current_candidates(workspace) if each.verified), key=lambda each: -each.score)

    def distance(point: Point) -> int:
        return abs(2 * point.x - board.rows + 1) + abs(2 * point.y - board.columns + 1)

    ordered = dict.fromkeys((*((each.x, each.y) for each in verified), *sorted(possible, key=distance)))
    allowed = [(x, y) for x, y in ordered if (x, y) in possible and (x, y) not in excluded]
    return tuple([each for each in allowed if each not in lost] or allowed)[:_EXAMPLES]


MOVE_RETRY = Hook(
    name=_NAME,
    layer="move check",
    phases=frozenset(("LOOP_END_WITH_MESSAGE",)),
    should_execute=_was_rejected,
    execute=_retry,
)
