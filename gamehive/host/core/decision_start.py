"""Begin of a decision: the request, the engine's view of the board, and the hooks before the loop (GH-163)."""

from gamehive.contracts.decision import DecisionRequest
from gamehive.contracts.events import BoardReplaced, DecisionRefused, DecisionRequested, DecisionSettled
from gamehive.contracts.messages import MoveSearched
from gamehive.contracts.transcript import Note
from gamehive.contracts.workspace import Workspace, WorkspaceChange
from gamehive.core.hooks.chain import CriticalHookFailure
from gamehive.core.loop.loop import Loop
from gamehive.host.core.continuation import Continuation
from gamehive.host.core.decision_spans import DECISION, PREPARE
from gamehive.host.core.hook_run import run_phase
from gamehive.host.core.host_texts import DecisionProblem, render_host_text
from gamehive.host.core.move_placement import restore_referee_board
from gamehive.host.core.root_search import is_root_current, take_root
from gamehive.host.core.search_requests import request_search
from gamehive.host.core.state import NOTHING_PROPOSED
from gamehive.host.core.transition import GameTransition


def begin_decision(transition: GameTransition, request: DecisionRequest, *, by_engine: bool = False) -> Continuation:
    """Begin to decide on a valid request; a decision that is still being made is given up.

    The ownership epoch is raised, so that no answer to an earlier step counts any more.
    """
    _give_up_current(transition)
    workspace = transition.workspace
    fields = {
        "epoch": workspace.epoch + 1,
        "my_side": request.side,
        "handoff_exclude_agents": (),
        "undo_state": workspace.undo_state.model_copy(
            update={"requested": False, "attempts_this_request": 0, "phase": "playing", "branch": None, "lesson": ""}
        ),
    }
    change = WorkspaceChange(
        type="REQUEST", description=f"decision {request.request_id} requested", actor="host", fields=fields
    )
    loop = Loop(
        id=request.request_id,
        agent=workspace.current_agent_name,
        request=request,
        notes_start=transition.state.notes_length,
    )
    transition.commit(change)
    transition.update(
        loop=loop, decided_by_engine=by_engine, root=None, step_due=None, failed_delivery=None, **NOTHING_PROPOSED
    )
    transition.begin_decision_span(request.request_id)
    transition.add_span("agent.init", DECISION)
    transition.begin_span(PREPARE, "agent.run_loop_prepare", request.request_id, DECISION)
    is_served = transition.state.referee == "server"
    if is_served and _is_replaced(workspace, request):
        transition.emit(BoardReplaced(game_id=transition.game_id, plies=request.ply, board=request.board))
    transition.emit(
        DecisionRequested(
            game_id=transition.game_id,
            request_id=request.request_id,
            ply=request.ply + 1,
            side=request.side,
            deadline=request.deadline,
            board=request.board,
            history=request.history if is_served else None,
        )
    )
    return Continuation("before_loop")


def _is_replaced(workspace: Workspace, request: DecisionRequest) -> bool:
    """Return whether a request does not go on from the moves that are known (GH-166)."""
    known = [(move.x, move.y, move.side) for move in workspace.move_history]
    return [(move.x, move.y, move.side) for move in request.history[: len(known)]] != known


def _give_up_current(transition: GameTransition) -> None:
    state = transition.state
    if state.loop is not None and state.loop.request is not None:
        transition.emit(
            DecisionSettled(game_id=transition.game_id, request_id=state.loop.request.request_id, outcome="superseded")
        )
        restore_referee_board(transition)
    transition.spans.end_decision("superseded")
    transition.update(loop=None, task=None, pending=None, **NOTHING_PROPOSED)


def run_before_loop(transition: GameTransition) -> Continuation | None:
    """Run the hooks before the loop, and enter it; what they need first is requested, and they run again after."""
    try:
        result = run_phase(transition, "BEFORE_LOOP")
    except CriticalHookFailure as failure:
        transition.log("error", "hook_failed", hook=failure.hook, detail=str(failure))
        return refuse(transition, render_host_text("request_unchecked", transition.workspace.language))
    if result.rejection is not None:
        return refuse(transition, result.rejection)
    if not is_root_current(transition):
        request_search(transition, "root", _engine_time(transition))
        return None
    transition.spans.end(PREPARE, outcome="ready")
    if transition.state.decided_by_engine:
        return Continuation("default", BY_ENGINE)
    if result.force_workflow == "UNDO_WORKFLOW":
        transition.update_loop(is_undoing=True)
    return Continuation("turn")


BY_ENGINE: DecisionProblem = "too_short"
"""Why the engine alone decides a request of less than 6 s."""

ENGINE_SHARE = 0.6
"""Share of the time that an engine which decides alone searches."""


def _engine_time(transition: GameTransition) -> float | None:
    """Return the seconds of the search if the engine decides alone; None for those of the settings."""
    request = transition.loop.request
    if not transition.state.decided_by_engine or request is None:
        return None
    return max(0.01, (request.deadline - transition.now) / 1000 * ENGINE_SHARE)


def refuse(transition: GameTransition, problem: str) -> None:
    """End a decision that has begun and cannot be made, since a hook before the loop failed.

    A request that is wrong is refused before it begins anything (`game.py`).
    """
    loop = transition.loop
    transition.add_note(Note(loop=loop.id, kind="hook", agent="", text=problem, hook="InputValidationHook"))
    transition.spans.end_decision("refused", "the request cannot be decided")
    show_refusal(transition, loop.id, problem)
    transition.update(loop=None, task=None, pending=None)


def show_refusal(transition: GameTransition, request_id: str, problem: str) -> None:
    """Tell viewers and the log that a request cannot be decided, and why."""
    transition.emit(DecisionRefused(game_id=transition.game_id, request_id=request_id, problem=problem))
    transition.log("warning", "decision_refused", request_id=request_id, problem=problem)


def take_root_search(transition: GameTransition, answer: MoveSearched | None) -> Continuation:
    """Take the engine's view of the board, None if it gave none, and go on."""
    take_root(transition, answer)
    return Continuation("before_loop")
