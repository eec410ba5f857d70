"""Games that we referee: the moves of a person, of an engine, and whose turn it is (INTERFACES § 11)."""

from gamehive.contracts.decision import DecisionRequest, PlyRecord
from gamehive.contracts.events import MovePlayed, MovesRemoved
from gamehive.contracts.messages import MoveSearched, PlayMove, Seat, TakeBackMove
from gamehive.contracts.workspace import Author, GameOutcome, Workspace, WorkspaceChange
from gamehive.core.games.board import Point, other_player
from gamehive.core.games.position import is_playable
from gamehive.core.loop.loop import ProposedMove
from gamehive.core.workspace.board_state import current_position, fields_after_moves, side_to_move
from gamehive.host.core.continuation import Continuation
from gamehive.host.core.decision_start import begin_decision
from gamehive.host.core.final_decision import choose_without_search
from gamehive.host.core.move_placement import place_move, restore_referee_board
from gamehive.host.core.search_requests import request_search
from gamehive.host.core.state import NOTHING_PROPOSED
from gamehive.host.core.transition import GameTransition
from shared.core.ids import digest
from shared.core.timestamps import seconds_to_ms

RESERVE_MS = 5_000
"""Time of a decision that is kept for its delivery, at most half of it (GH-44)."""


def call_next_seat(transition: GameTransition) -> Continuation | None:
    """Have the player whose turn it is move: the team by a decision, the engine by a search, a person by waiting."""
    state = transition.state
    if state.referee == "server" or transition.workspace.game_ended:
        return None
    match _seat_to_move(transition):
        case "team":
            return begin_decision(transition, _own_request(transition))
        case "engine":
            request_search(transition, "opponent")
            return None
        case _:
            return None


def _seat_to_move(transition: GameTransition) -> Seat | str:
    return transition.state.seats[side_to_move(transition.workspace) - 1]


def _own_request(transition: GameTransition) -> DecisionRequest:
    workspace, settings = transition.workspace, transition.state.settings
    allowed_ms = seconds_to_ms(settings.game_move_time)
    history = tuple(PlyRecord(x=each.x, y=each.y, side=each.side, by=each.by) for each in workspace.move_history)
    return DecisionRequest(
        request_id=digest("decision", workspace.game_id, workspace.epoch + 1, workspace.plies),
        game=workspace.game,
        game_rule=workspace.game_rule,
        board=workspace.board_state,
        side=side_to_move(workspace),
        history=history,
        allowed_ms=allowed_ms,
        received_at=transition.now,
        deadline=transition.now + allowed_ms - min(RESERVE_MS, allowed_ms // 2),
    )


def take_person_move(transition: GameTransition, body: PlayMove) -> bool:
    """Play the move of the person if it is their turn and this ply, and return whether it was played.

    While the team decides it is not their turn, whatever move it has placed tentatively.
    """
    workspace = transition.workspace
    point = Point(body.x, body.y)
    if transition.state.loop is not None or workspace.game_ended:
        return False
    if _seat_to_move(transition) != "human" or body.ply != workspace.plies + 1:
        return False
    if not is_playable(current_position(workspace), point):
        return False
    _play(transition, ProposedMove(x=body.x, y=body.y, reason=""), "human")
    return True


def take_engine_move(transition: GameTransition, answer: MoveSearched | None) -> Continuation:
    """Play the move of an engine that plays a side; without one, the first safe move."""
    if answer is not None and answer.candidates:
        best = answer.candidates[0]
        move = ProposedMove(x=best.x, y=best.y, reason="")
    else:
        workspace = transition.workspace
        move = choose_without_search(current_position(workspace), "engine_silent", workspace.language)
    _play(transition, move, "engine")
    return Continuation("next_seat")


def _play(transition: GameTransition, move: ProposedMove, by: Author) -> None:
    side = side_to_move(transition.workspace)
    place_move(transition, move, by)
    workspace = transition.workspace
    transition.emit(
        MovePlayed(
            game_id=transition.game_id,
            ply=workspace.plies,
            side=side,
            x=move.x,
            y=move.y,
            by=by,
            board=workspace.board_state,
            reason=move.reason or None,
        )
    )


def take_back(transition: GameTransition, body: TakeBackMove) -> bool:
    """Remove the person's last move and what followed it, and return whether it was done."""
    if "human" not in transition.state.seats or transition.state.referee == "server":
        return False
    if "undo_takeback" not in transition.workspace.feature_flags:
        return False
    if transition.workspace.game_ended or body.ply != settled_plies(transition.workspace, transition):
        return False
    restore_referee_board(transition)
    transition.update(loop=None, task=None, pending=None, **NOTHING_PROPOSED)
    workspace = transition.workspace
    last = next((each for each in reversed(workspace.move_history) if each.by == "human"), None)
    if last is None:
        return False
    fields = fields_after_moves(workspace, workspace.move_history[: last.ply - 1])
    fields |= {
        "epoch": workspace.epoch + 1,
        "snapshots": tuple(each for each in workspace.snapshots if each.ply < last.ply - 1),
        "undo_state": workspace.undo_state.model_copy(update={"requested": False}),
    }
    transition.commit(
        WorkspaceChange(
            type="TAKE_BACK", description=f"back to ply {last.ply - 1}", actor="human", fields=fields, is_undo=True
        )
    )
    workspace = transition.workspace
    transition.emit(MovesRemoved(game_id=transition.game_id, plies=workspace.plies, board=workspace.board_state))
    return True


def settled_plies(workspace: Workspace, transition: GameTransition) -> int:
    """Return the number of moves that were played, without one that is only placed tentatively."""
    branch = workspace.undo_state.branch
    if branch is not None:
        return len(branch.move_history)
    return workspace.plies - (transition.state.proposal is not None)


def resign(transition: GameTransition) -> bool:
    """End the game with a victory of the person's opponent, and return whether it was done."""
    seats = transition.state.seats
    if "human" not in seats or transition.workspace.game_ended:
        return False
    restore_referee_board(transition)
    side = 1 if seats[0] == "human" else 2
    outcome = GameOutcome(winner=other_player(side), reason="resigned")
    end_without_move(transition, outcome, "human")
    return True


def end_without_move(transition: GameTransition, outcome: GameOutcome, actor: str) -> None:
    """End a game otherwise than by a move, unless one has ended it; a decision that is being made is given up."""
    restore_referee_board(transition)
    outcome = transition.workspace.outcome or outcome
    fields = {"outcome": outcome, "epoch": transition.workspace.epoch + 1}
    transition.commit(WorkspaceChange(type="END", description=outcome.reason, actor=actor, fields=fields))
    transition.update(loop=None, task=None, pending=None, undelivered=(), **NOTHING_PROPOSED)
