"""End of a decision: the move that is played, whoever chose it, and its delivery (GH-167, GH-196)."""

from collections.abc import Collection
from dataclasses import dataclass
from typing import Literal

from gamehive.contracts.decision import DecisionRequest, DecisionSource, MoveDecision
from gamehive.contracts.events import GameEnded, MovePlayed
from gamehive.contracts.messages import DeliverDecision
from gamehive.contracts.transcript import Note
from gamehive.contracts.workspace import WorkspaceChange
from gamehive.core.analysis.board_analysis import analyze_board
from gamehive.core.analysis.threat_score import FOUR_KINDS
from gamehive.core.games.board import Point
from gamehive.core.games.position import GamePosition, is_safe, safe_moves
from gamehive.core.hooks.hook import HookAlert
from gamehive.core.loop.loop import ProposedMove
from gamehive.core.workspace.board_state import current_position
from gamehive.core.workspace.undo import taken_back_points
from gamehive.host.core.continuation import Continuation
from gamehive.host.core.decision_spans import DECISION, FINAL
from gamehive.host.core.host_texts import DecisionProblem, render_host_text
from gamehive.host.core.move_placement import place_move, restore_referee_board
from gamehive.host.core.search_requests import request_last_search
from gamehive.host.core.state import MAX_KEPT_DECISIONS, NOTHING_PROPOSED
from gamehive.host.core.transition import CALLBACK_KIND, GameTransition
from shared.core.language import Language


@dataclass(frozen=True, slots=True)
class FinalMove:
    """Move to play.

    Attributes:
        move: The move with its reason.
        source: Whose choice it is.
        score: Expected result; None if no engine looked at it.
        danger: Danger after the move; None if no engine looked at it.
        overruled: Choice of the team that it replaces.
        is_placed: Whether it is on the board of the workspace already.
    """

    move: ProposedMove
    source: DecisionSource
    score: float | None = None
    danger: float | None = None
    overruled: tuple[int, int] | None = None
    is_placed: bool = False


def decide_by_default(transition: GameTransition, problem: DecisionProblem) -> Continuation | None:
    """Decide without the team, which has no time or no answer; None while a last search of the engine is awaited.

    A choice of the team that awaits its check is played if the engine has not said anything of this board. Else moves
    are tried in the order of GH-196: the best candidate of the engine that is neither proved to lose nor taken back, a
    search of a second, a point that the shapes on the board demand, the first safe move from the centre outwards, any
    empty point.
    """
    if _is_choice_unknown(transition):
        assert transition.state.proposal is not None
        return play_final_move(transition, FinalMove(transition.state.proposal, "llm", is_placed=True))
    restore_referee_board(transition)
    is_new = transition.state.default_problem is None
    transition.update(task=None, pending=None)
    language = transition.workspace.language
    text = render_host_text(problem, language)
    if is_new and not transition.state.decided_by_engine:
        transition.raise_alerts((HookAlert("RunLoop", "warning", "default_decision", text, problem),))
    root, board, replaced = transition.state.root, transition.workspace.board_state, transition.state.replaced
    taken_back = taken_back_points(transition.workspace)
    if replaced is not None:
        taken_back |= {(replaced.x, replaced.y)}
    if root is not None and root.board == board and root.candidates:
        best = min(
            root.candidates,
            key=lambda each: (each.proof == "lost", each.proof != "won", (each.x, each.y) in taken_back),
        )
        move = ProposedMove(x=best.x, y=best.y, reason=render_host_text("by_engine", language, problem=text))
        score = None if best.danger is None else best.score
        return play_final_move(transition, FinalMove(move, "engine", score=score, danger=best.danger))
    if is_new and request_last_search(transition):
        transition.update(default_problem=problem)
        return None
    cause = "nobody_answered" if replaced is None else "choice_lost"
    move = choose_without_search(current_position(transition.workspace), cause, language, taken_back)
    return play_final_move(transition, FinalMove(move, "fallback"))


def _is_choice_unknown(transition: GameTransition) -> bool:
    """Return whether the team has chosen a move of which no engine has said anything, nor of any other one."""
    state = transition.state
    is_silent = state.root is None or not state.root.candidates
    return state.proposal is not None and state.replaced is None and is_silent


def choose_without_search(
    position: GamePosition,
    cause: Literal["nobody_answered", "engine_silent", "choice_lost"],
    language: Language,
    taken_back: Collection[tuple[int, int]] = (),
) -> ProposedMove:
    """Return a move that nobody has searched, with the reason: what the shapes demand, else the first safe move.

    Args:
        position: The position, with the side to move.
        cause: Key of the text that says why nobody has.
        language: Language of the reason.
        taken_back: Points that are chosen only if no other is safe.
    """
    point, key = find_urgent_point(position, taken_back), "point_of_shape"
    if point is None:
        point = first_safe_move(position, taken_back)
        key = "safe_point" if is_safe(position, point) else "unsafe_point"
    why, how = render_host_text(cause, language), render_host_text(key, language)
    return ProposedMove(x=point.x, y=point.y, reason=render_host_text("without_search", language, cause=why, point=how))


def find_urgent_point(position: GamePosition, taken_back: Collection[tuple[int, int]] = ()) -> Point | None:
    """Return where a line is completed, else where the opponent's must be stopped; None if nothing is that urgent.

    Only shapes are looked at, so that it takes no time; in games without a winning line nothing is urgent.

    Args:
        position: The position, with the side to move.
        taken_back: Points that are not chosen.
    """
    threats = analyze_board(position).threats
    own = [each for each in threats if each.side == position.to_move and each.kind in FOUR_KINDS]
    forced = [each for each in threats if each.must_reply]
    forced.sort(key=lambda each: each.kind not in FOUR_KINDS)
    points = (point for each in (*own, *forced) for point in each.points)
    return next((Point(*point) for point in points if tuple(point) not in taken_back), None)


def first_safe_move(position: GamePosition, taken_back: Collection[tuple[int, int]] = ()) -> Point:
    """Return the safe move nearest to the centre, or the nearest empty point if none is safe; ties row by row.

    Args:
        position: The position, with the side to move.
        taken_back: Points that are chosen only if no other is safe.

    Raises:
        ValueError: The board is full.
    """
    rows, columns = position.board.rows, position.board.columns

    def distance(point: Point) -> int:
        return (2 * point.x - rows + 1) ** 2 + (2 * point.y - columns + 1) ** 2

    safe = safe_moves(position)
    free = [point for point in safe if point not in taken_back]
    return min(free or safe or position.board.empty_points(), key=distance)


def play_final_move(transition: GameTransition, final: FinalMove) -> Continuation:
    """Play the move of the team, record the decision, and have it delivered to the game server."""
    loop = transition.state.loop
    assert loop is not None
    assert loop.request is not None
    request, move = loop.request, final.move
    begin_final_span(transition, move)
    if not final.is_placed:
        place_move(transition, move, "team", final.score)
    _end_undo(transition)
    workspace = transition.workspace
    decision = MoveDecision(
        request_id=request.request_id,
        ply=workspace.plies,
        x=move.x,
        y=move.y,
        reason=move.reason[:MAX_REASON_CHARACTERS],
        agent=workspace.current_agent_name,
        phase=workspace.current_phase,
        loops=loop.turns,
        elapsed_ms=max(0, transition.now - request.received_at),
        source=final.source,
        threat=final.danger,
        overruled=final.overruled,
    )
    transition.emit(
        MovePlayed(
            game_id=transition.game_id,
            ply=decision.ply,
            side=request.side,
            x=move.x,
            y=move.y,
            by="team",
            board=workspace.board_state,
            request_id=request.request_id,
            agent=decision.agent,
            reason=decision.reason,
            source=decision.source,
            threat=decision.threat,
            loops=decision.loops,
            elapsed_ms=decision.elapsed_ms,
        )
    )
    transition.add_note(Note(loop=loop.id, kind="decision", agent=decision.agent, text=decision.model_dump_json()))
    _log_decision(transition, decision)
    decisions = (*transition.state.decisions, decision)[-MAX_KEPT_DECISIONS:]
    transition.update(
        decisions=decisions,
        loop=None,
        task=None,
        pending=None,
        root=None,
        decided_by_engine=False,
        **NOTHING_PROPOSED,
    )
    if request.user_id is not None:
        _deliver(transition, decision, request.user_id, request.received_at + request.allowed_ms)
    _end_spans(transition, decision)
    return Continuation("next_seat")


MAX_REASON_CHARACTERS = 1000


def _log_decision(transition: GameTransition, decision: MoveDecision) -> None:
    """Log a decision (GH-244)."""
    transition.log(
        "info",
        "decided",
        ply=decision.ply,
        x=decision.x,
        y=decision.y,
        reason=decision.reason,
        source=decision.source,
        loops=decision.loops,
        elapsed_ms=decision.elapsed_ms,
    )


def begin_final_span(transition: GameTransition, move: ProposedMove) -> None:
    """Begin the span of the final decision, unless the check of a proposed move has begun it."""
    if transition.spans.context(FINAL) is None:
        transition.begin_span(FINAL, "agent.final_decision", str(transition.state.steps), DECISION, x=move.x, y=move.y)


def _end_spans(transition: GameTransition, decision: MoveDecision) -> None:
    """End the spans of a decision, once its delivery is sent within them."""
    transition.spans.end(FINAL, x=decision.x, y=decision.y, outcome=decision.source)
    transition.spans.end_decision(decision.source, **{"agent.loop_index": decision.loops})


def _end_undo(transition: GameTransition) -> None:
    """End the undo workflow, if one has led to the decision; a request is not the next decision's (GH-139, GH-144)."""
    state = transition.workspace.undo_state
    if state.phase == "playing" and not state.requested:
        return
    ended = state.model_copy(update={"phase": "playing", "branch": None, "requested": False})
    transition.commit(WorkspaceChange(type="UNDO", description="decided", actor="host", fields={"undo_state": ended}))


def _deliver(transition: GameTransition, decision: MoveDecision, user_id: int, deadline: int) -> None:
    transition.update(undelivered=(*transition.state.undelivered, decision.request_id))
    transition.send(
        CALLBACK_KIND,
        DeliverDecision(
            game_id=transition.game_id,
            decision=decision,
            user_id=user_id,
            deadline=deadline,
            notes_end=transition.state.notes_length,
        ),
        within=FINAL,
    )


def deliver_again(transition: GameTransition, request: DecisionRequest) -> Continuation:
    """Deliver the last decision again, whose first delivery failed, within the time of its repeated request."""
    assert request.user_id is not None
    transition.update(failed_delivery=None)
    _deliver(transition, transition.state.decisions[-1], request.user_id, request.received_at + request.allowed_ms)
    return Continuation("wait")


def end_game(transition: GameTransition) -> None:
    """Close the log of a game that is over, once nothing has to be decided or delivered any more.

    In NoGo a game server may ask for the last move of a side that has no safe one (GH-212).
    """
    state, outcome = transition.state, transition.workspace.outcome
    if outcome is None or state.loop is not None or state.undelivered or state.is_over:
        return
    transition.emit(
        GameEnded(
            game_id=transition.game_id,
            winner=outcome.winner,
            reason=outcome.reason,
            plies=transition.workspace.plies,
        )
    )
    transition.update(is_over=True, loop=None, task=None, pending=None)
