"""Findings of a gomoku search, and the answer that is made of them."""

import math
import time
from dataclasses import dataclass, field

from gamehive.engines.gomoku.layout import PROVED_WIN, WIN
from gamehive.engines.gomoku.pattern_board import to_point
from gamehive.engines.search import STOP_CANCELLED, STOP_NONE, MoveCandidate, Proof, SearchAnswer, SearchStop

_CANDIDATES = 8
_LINE_MOVES = 30
_SCALE = 200.0
"""Balance at which the expected score is 1 / (1 + 1/e) = 0.73."""

_ONE_REPLY, _DOUBLE_THREAT = 0.9, 0.8


@dataclass(slots=True)
class Findings:
    """State of knowledge about a position during a search.

    Attributes:
        proof: The result, if it is proved.
        line: Expected moves; the first one is the answer.
        scores: Moves that the alpha-beta search compared, each with its score or bound, the best first.
        lost: Moves that are proved to lose, each with the opponent's winning line.
        one_reply: Whether one move alone does not lose at once.
        in_danger: Whether the opponent is proved to win if he were to move.
        depth: Plies of the last complete iteration.
        at_limit: Whether the limits of the level ended the search.
    """

    proof: Proof | None = None
    line: list[int] = field(default_factory=list[int])
    scores: list[tuple[int, int]] = field(default_factory=list[tuple[int, int]])
    lost: dict[int, list[int]] = field(default_factory=dict[int, list[int]])
    one_reply: bool = False
    in_danger: bool = False
    depth: int = 0
    at_limit: bool = False


def build_answer(found: Findings, nodes: int, stop: SearchStop, started: float) -> SearchAnswer:
    """Return the answer for the player to move; `started` is a time of `time.perf_counter`."""
    move = found.line[0]
    scores = dict(found.scores)
    score = _proved_score(found.proof) if found.proof else _expected_score(scores.get(move, 0))
    candidates = [MoveCandidate(to_point(move), score, found.proof)]
    for other, value in sorted(found.scores, key=lambda each: -each[1]):
        if other != move and len(candidates) < _CANDIDATES:
            proof = _proof(value)
            expected = min(score, _expected_score(value))
            candidates.append(MoveCandidate(to_point(other), expected, proof, is_bound=proof is None))
    known = {candidate.point for candidate in candidates}
    lost = [to_point(other) for other in found.lost]
    candidates += [MoveCandidate(point, 0.0, "lost") for point in lost if point not in known]
    cancelled = stop[0] == STOP_CANCELLED
    finished = "solved" if found.proof else "limit" if found.at_limit or stop[0] == STOP_NONE else "deadline"
    return SearchAnswer(
        point=to_point(move),
        score=score,
        proof=found.proof,
        threat=_threat(found, score),
        candidates=tuple(candidates[:_CANDIDATES]),
        line=tuple(to_point(each) for each in found.line[:_LINE_MOVES]),
        completion="cancelled" if cancelled and not found.proof else finished,
        nodes=nodes,
        depth=found.depth,
        playouts=None,
        elapsed_s=time.perf_counter() - started,
    )


def _proved_score(proof: Proof) -> float:
    return {"won": 1.0, "drawn": 0.5, "lost": 0.0}[proof]


def _proof(score: int) -> Proof | None:
    """Return what a score proves of a move that is not the best: no more than a loss, since it is an upper bound."""
    return "lost" if score <= -PROVED_WIN else None


def _expected_score(score: int) -> float:
    if score <= -PROVED_WIN:
        return 0.0
    if score >= PROVED_WIN:
        return 1.0
    return min(0.99, max(0.01, 1 / (1 + math.exp(-max(-WIN, score) / _SCALE))))


def _threat(found: Findings, score: float) -> float:
    """Return the danger before the move on the scale of GH-145."""
    if found.proof == "won":
        return 0.0
    if found.proof == "lost":
        return 1.0
    if found.one_reply:
        return _ONE_REPLY
    if found.in_danger:
        return _DOUBLE_THREAT
    if score >= 0.5:
        return 1 - score
    return 0.5 + (0.5 - score) * 2 * (_DOUBLE_THREAT - 0.5)
