"""Hook 1: checks a request, and brings the workspace to its board (GH-68, GH-166)."""

from gamehive.contracts.decision import DecisionRequest
from gamehive.contracts.workspace import Workspace
from gamehive.core.games.game import find_sized_game, games
from gamehive.core.hooks.hook import SKIP, Hook, HookResult
from gamehive.core.hooks.texts import render_text
from gamehive.core.loop.loop import Loop
from gamehive.core.workspace.reconcile import reconcile
from gamehive.core.workspace.request_check import find_request_problem
from gamehive.core.workspace.request_texts import other_game_text, request_problem_text

_NAME = "InputValidationHook"


def find_problem(workspace: Workspace, request: DecisionRequest) -> str | None:
    """Return why a request cannot be decided in this game, with the value at fault; None if it can."""
    problem = find_request_problem(request)
    if problem is not None:
        return request_problem_text(problem, workspace.language)
    game = find_sized_game(request.game, len(request.board), len(request.board[0]))
    if game is not None and game.key != workspace.game:
        return other_game_text(games()[workspace.game], workspace.language)
    match workspace.outcome.reason if workspace.outcome is not None else None:
        case "resigned":
            return render_text("game_resigned", workspace.language)
        case "abandoned":
            return render_text("game_abandoned", workspace.language)
        case _:
            return None


def _has_request(_workspace: Workspace, loop: Loop) -> bool:
    return loop.request is not None


def _validate(workspace: Workspace, loop: Loop) -> HookResult:
    """Reject the request, or bring the workspace to it; not while an undo of this decision has left its board."""
    request = loop.request
    if request is None:
        return SKIP
    problem = find_problem(workspace, request)
    if problem is not None:
        return HookResult(continue_to_next_hook=False, rejection=problem)
    return SKIP if loop.is_undoing else HookResult(change=reconcile(workspace, request, _NAME))


INPUT_VALIDATION = Hook(
    name=_NAME,
    layer="input",
    phases=frozenset(("BEFORE_LOOP",)),
    should_execute=_has_request,
    execute=_validate,
    is_critical=True,
)
