"""Board of a workspace: positions by its history, and the fields that a move changes."""

from typing import Any

from gamehive.contracts.turns import BoardContext
from gamehive.contracts.workspace import CandidateMove, GameOutcome, MoveRecord, ThreatAnalysis, Workspace
from gamehive.core.games.board import FIRST, Player, Point, other_player
from gamehive.core.games.game import Game, find_game
from gamehive.core.games.position import GamePosition, find_result, parse_position, play_move, start_position
from gamehive.core.phases.phase import find_phase


def game_of(workspace: Workspace) -> Game:
    """Return the rules of a workspace's game.

    Raises:
        LookupError: There is no such game.
    """
    game = find_game(workspace.game)
    if game is None:
        raise LookupError(f"no game {workspace.game!r}")
    return game


def replay_moves(game: Game, history: tuple[MoveRecord, ...], first_side: Player = FIRST) -> GamePosition:
    """Return the position after some moves.

    Raises:
        ValueError: A move is off the board, on a stone, out of turn, or after the end.
    """
    position = start_position(game, first_side)
    for move in history:
        if move.side != position.to_move:
            raise ValueError(f"move {move.ply} is made by side {move.side} out of turn")
        position = play_move(position, Point(move.x, move.y))
    return position


def current_position(workspace: Workspace) -> GamePosition:
    """Return the position of a workspace, whose board agrees with its history."""
    history = workspace.move_history
    last = Point(history[-1].x, history[-1].y) if history else None
    return parse_position(game_of(workspace), workspace.board_state, side_to_move(workspace), last)


def side_to_move(workspace: Workspace) -> Player:
    """Return the side whose turn it is."""
    return workspace.first_side if workspace.plies % 2 == 0 else other_player(workspace.first_side)


def last_own_move(workspace: Workspace) -> MoveRecord | None:
    """Return the last move of the team; None before its first."""
    return next((move for move in reversed(workspace.move_history) if move.side == workspace.my_side), None)


def current_candidates(workspace: Workspace) -> tuple[CandidateMove, ...]:
    """Return the candidates that were computed for the position on the board."""
    return tuple(each for each in workspace.candidate_moves if each.ply == workspace.plies)


def current_threat(workspace: Workspace) -> ThreatAnalysis | None:
    """Return the danger in the position on the board; None if it was computed for another one or not at all."""
    analysis = workspace.threat_analysis
    return analysis if analysis is not None and analysis.computed_at_ply == workspace.plies else None


def fields_after_moves(workspace: Workspace, history: tuple[MoveRecord, ...]) -> dict[str, Any]:
    """Return the fields of a workspace for another history: board, phase, outcome; analyses of then are cleared.

    Raises:
        ValueError: The history breaks the rules.
    """
    game = game_of(workspace)
    position = replay_moves(game, history, workspace.first_side)
    result = find_result(position)
    return {
        "move_history": history,
        "board_state": position.board.to_text(),
        "current_phase": find_phase(game, len(history)),
        "outcome": None if result is None else GameOutcome(winner=result.winner, reason=result.reason),
        "candidate_moves": (),
        "threat_analysis": None,
        "rag_context": "",
    }


def board_context(workspace: Workspace) -> BoardContext:
    """Return what every agent is told of the game (GH-28)."""
    return BoardContext(
        game=workspace.game,
        game_rule=workspace.game_rule,
        language=workspace.language,
        board=workspace.board_state,
        my_side=workspace.my_side,
        to_move=side_to_move(workspace),
        history=workspace.move_history,
        phase=workspace.current_phase,
        rule_interpretation=workspace.rule_interpretation,
        threat_analysis=workspace.threat_analysis,
        strategic_plan=workspace.strategic_plan,
        candidates=workspace.candidate_moves,
        rag_context=workspace.rag_context,
        lesson=workspace.undo_state.lesson,
        blacklist=tuple(each for each in workspace.undo_state.blacklist if each.board == workspace.board_state),
        summary=workspace.summary,
    )
