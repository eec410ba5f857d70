"""The engine's view of the board to decide on, as agents and viewers see it."""

from gamehive.contracts.events import BoardAnalysed
from gamehive.contracts.messages import MoveSearched
from gamehive.contracts.workspace import CandidateMove, ThreatAnalysis, WorkspaceChange
from gamehive.core.analysis.board_analysis import analyze_board
from gamehive.core.analysis.threat_score import defence_urgency
from gamehive.core.loop.loop import ProposedMove
from gamehive.core.proof_check import add_verification
from gamehive.core.workspace.board_state import current_position
from gamehive.host.core.state import RootSearch
from gamehive.host.core.transition import GameTransition

MAX_CANDIDATES = 8
"""Candidates of the engine that the agents are shown."""


def is_root_current(transition: GameTransition) -> bool:
    """Return whether the engine has looked at the board to decide on."""
    root = transition.state.root
    return root is not None and root.board == transition.workspace.board_state


def take_root(transition: GameTransition, answer: MoveSearched | None) -> None:
    """Take the engine's view of the board, None if it gave none, and show it.

    A choice that the guard has set aside is proved to lose, whatever this search says of it.
    """
    board = transition.workspace.board_state
    root = RootSearch(board=board)
    if answer is not None and answer.failure is None:
        root = RootSearch(
            board=board, candidates=answer.candidates, score=answer.score, proof=answer.proof, threat=answer.threat
        )
    choice = transition.state.replaced
    if choice is not None and root.candidates:
        lost = ProposedMove(x=choice.x, y=choice.y, reason=choice.reason)
        root = root.model_copy(update={"candidates": add_verification(root.candidates, lost, 1.0, "won")})
    transition.update(root=root)
    show_root_search(transition)


def show_root_search(transition: GameTransition) -> None:
    """Put the engine's view into the workspace, where agents and viewers see it."""
    root, workspace = transition.state.root, transition.workspace
    if root is None or not root.candidates:
        return
    candidates = tuple(
        CandidateMove(
            x=each.x,
            y=each.y,
            score=each.score,
            source="engine",
            verified=True,
            proof=each.proof,
            is_bound=each.is_bound,
            ply=workspace.plies,
        )
        for each in root.candidates[:MAX_CANDIDATES]
    )
    threats = analyze_board(current_position(workspace)).threats
    threat = ThreatAnalysis(
        threat=root.threat,
        urgency=defence_urgency(threats, root.threat),
        threats=threats,
        computed_at_ply=workspace.plies,
    )
    others = tuple(each for each in workspace.candidate_moves if each.source != "engine")
    transition.commit(
        WorkspaceChange(
            type="THREAT",
            description=f"threat {root.threat:.2f}, {len(candidates)} candidates",
            actor="engine",
            fields={"threat_analysis": threat, "candidate_moves": (*candidates, *others)},
        )
    )
    transition.emit(
        BoardAnalysed(game_id=transition.game_id, source="engine", candidates=candidates, threat_analysis=threat)
    )
