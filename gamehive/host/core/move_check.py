"""Check of the team's choice before it is played: placed tentatively, searched, and perhaps taken back (GH-142)."""

from gamehive.contracts.events import MoveProposed, MoveTakenBack
from gamehive.contracts.messages import MoveSearched
from gamehive.core.analysis.threat_score import threat_after_move
from gamehive.core.loop.loop import ProposedMove
from gamehive.core.proof_check import add_verification, find_better, find_overruling
from gamehive.core.workspace.board_state import game_of
from gamehive.core.workspace.undo import THREAT_UNDO_THRESHOLD, request_undo, taken_back_points
from gamehive.host.core.continuation import Continuation
from gamehive.host.core.decision_spans import FINAL
from gamehive.host.core.final_decision import FinalMove, begin_final_span, play_final_move
from gamehive.host.core.host_texts import render_host_text
from gamehive.host.core.move_placement import annotate_tentative_move, place_move
from gamehive.host.core.move_replacement import (
    play_replaced_choice,
    play_replacement,
    replace_choice,
    set_choice_aside,
    try_replacement,
)
from gamehive.host.core.root_search import take_root
from gamehive.host.core.search_requests import request_search
from gamehive.host.core.transition import GameTransition
from gamehive.host.core.undo_entry import can_undo, enter_undo


def propose(transition: GameTransition, move: ProposedMove) -> Continuation | None:
    """Place a valid choice tentatively and have the engine look at the board after it."""
    workspace = transition.workspace
    begin_final_span(transition, move)
    transition.emit(
        MoveProposed(
            game_id=transition.game_id,
            agent=workspace.current_agent_name,
            x=move.x,
            y=move.y,
            reason=move.reason,
        )
    )
    place_move(transition, move, "team")
    transition.update(proposal=move)
    flags = workspace.feature_flags
    if transition.workspace.game_ended or not flags & {"engine_guard", "undo_enabled"}:
        return _accept(transition, None)
    request_search(transition, "verification")
    return None


def take_verification(transition: GameTransition, answer: MoveSearched | None) -> Continuation | None:
    """Take what the engine sees after a move: play it, take it back, or try the engine's move in its place.

    Without an answer the proofs of the searches before it count.
    """
    move = transition.state.proposal
    assert move is not None
    danger, proof = None, None
    if answer is not None and answer.failure is None:
        danger, proof = threat_after_move(game_of(transition.workspace).goal, answer.score, answer.proof), answer.proof
    root = transition.state.root
    if root is None or not root.candidates:
        if proof == "won" and transition.state.replaced is None and _is_guarded(transition):
            return _search_again(transition)
        return _accept(transition, danger)
    if danger is not None:
        root = root.model_copy(update={"candidates": add_verification(root.candidates, move, danger, proof)})
        transition.update(root=root)
    taken_back = taken_back_points(transition.workspace, root.board)
    known = next((each.proof for each in root.candidates if (each.x, each.y) == (move.x, move.y)), None)
    is_doubtful = danger is not None and danger > THREAT_UNDO_THRESHOLD and known not in ("won", "drawn")
    if danger is not None and is_doubtful and transition.state.replaced is None:
        better = find_better(move, danger, root.candidates, taken_back)
        if better is not None and can_undo(transition):
            return _take_back(transition, move, danger)
    better = find_overruling(move, root.candidates, root.proof, taken_back)
    if better is not None and _is_guarded(transition):
        return replace_choice(transition, better)
    return _accept(transition, danger)


def _is_guarded(transition: GameTransition) -> bool:
    return "engine_guard" in transition.workspace.feature_flags


def _search_again(transition: GameTransition) -> None:
    """Have the engine look at the board to decide on once more: it gave no candidates, and the choice loses."""
    set_choice_aside(transition)
    request_search(transition, "root")


def take_second_root(transition: GameTransition, answer: MoveSearched | None) -> Continuation | None:
    """Take the engine's view of the board after a choice has been proved to lose, and replace the choice."""
    choice = transition.state.replaced
    assert choice is not None
    take_root(transition, answer)
    root = transition.state.root
    assert root is not None
    move = ProposedMove(x=choice.x, y=choice.y, reason=choice.reason)
    taken_back = taken_back_points(transition.workspace, root.board)
    better = find_overruling(move, root.candidates, root.proof, taken_back)
    return play_replaced_choice(transition) if better is None else try_replacement(transition, better)


def _take_back(transition: GameTransition, move: ProposedMove, danger: float) -> Continuation:
    """Enter the undo workflow with the tentative move (GH-135, GH-142)."""
    reason = render_host_text("undo_after_move", transition.workspace.language, danger=f"{danger:.2f}")
    transition.commit(request_undo(transition.workspace, "pre_commit", reason, "host"))
    transition.spans.end(FINAL, outcome="taken_back", danger=danger)
    enter_undo(transition)
    transition.update(proposal=None)
    transition.emit(
        MoveTakenBack(
            game_id=transition.game_id,
            x=move.x,
            y=move.y,
            trigger="pre_commit",
            threat=danger,
            reason=reason,
            tentative=True,
        )
    )
    return Continuation("turn")


def _accept(transition: GameTransition, danger: float | None) -> Continuation:
    """Play the tentative move; the team's choice after all if what was to replace it loses as well."""
    state = transition.state
    move, root = state.proposal, state.root
    assert move is not None
    if state.replaced is not None:
        listed = () if root is None else root.candidates
        loses = any((each.x, each.y) == (move.x, move.y) and each.proof == "lost" for each in listed)
        return play_replaced_choice(transition) if loses else play_replacement(transition, danger)
    annotate_tentative_move(transition, danger)
    return play_final_move(transition, FinalMove(move=move, source="llm", danger=danger, is_placed=True))
