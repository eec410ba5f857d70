"""Guard of the team's choice: what an engine proves wrong with it, and the move to play in its place (GH-59, § 10)."""

from collections.abc import Collection, Sequence
from typing import Literal

from gamehive.contracts.messages import SearchedCandidate
from gamehive.core.loop.loop import ProposedMove

Proof = Literal["won", "drawn", "lost"]
GuardProblem = Literal["loses", "misses_win", "misses_draw"]

BETTER_BY = 0.05
"""Gain in the expected result from which another move counts as better."""


def reverse_proof(proof: Proof | None) -> Proof | None:
    """Return what a proof for one player means for the other."""
    match proof:
        case "won":
            return "lost"
        case "lost":
            return "won"
        case _:
            return proof


def find_overruling(
    choice: ProposedMove,
    candidates: Sequence[SearchedCandidate],
    proof: Proof | None,
    taken_back: Collection[tuple[int, int]] = (),
) -> SearchedCandidate | None:
    """Return the candidate to play instead of a choice; None if the choice may be played.

    Args:
        choice: The team's choice.
        candidates: Candidates of the engine on the board to decide on, the best first, with what a search after a
            choice has proved (`add_verification`).
        proof: Proof of that position for the team.
        taken_back: Points of moves that were taken back in it; such a move replaces the choice only if no other can.

    Returns:
        A candidate if the choice is proved to give away a result that it is not proved to give away.
    """
    point = (choice.x, choice.y)
    own = next((each.proof for each in candidates if (each.x, each.y) == point), None)
    others = [each for each in candidates if (each.x, each.y) != point and each.proof != "lost"]
    others.sort(key=lambda each: (each.x, each.y) in taken_back)
    won = next((each for each in others if each.proof == "won"), None)
    if won is not None and own != "won":
        return won
    if own != "lost" or proof == "lost" or not others:
        return None
    return others[0]


def add_verification(
    candidates: Sequence[SearchedCandidate], choice: ProposedMove, danger: float, proof_after: Proof | None
) -> tuple[SearchedCandidate, ...]:
    """Return candidates with what the search after a choice has found; those proved to lose come last.

    Args:
        candidates: Candidates of the engine on the board to decide on, the best first; the choice need not be among
            them.
        choice: The move after which an engine has searched.
        danger: Danger after it: 0 won, 1 lost.
        proof_after: Proof of the position after it, for the opponent, who is to move.
    """
    proof = reverse_proof(proof_after)
    listed = next((each for each in candidates if (each.x, each.y) == (choice.x, choice.y)), None)
    if listed is not None and listed.proof is not None and proof is None:
        return tuple(candidates)
    found = SearchedCandidate(x=choice.x, y=choice.y, score=1 - danger, proof=proof)
    updated = [found if each is listed else each for each in candidates] if listed is not None else [*candidates, found]
    return tuple(sorted(updated, key=lambda each: each.proof == "lost"))


def find_better(
    choice: ProposedMove,
    danger: float,
    candidates: Sequence[SearchedCandidate],
    taken_back: Collection[tuple[int, int]] = (),
) -> SearchedCandidate | None:
    """Return a candidate whose verified result is better than that of a choice by BETTER_BY (0.05); None if none is.

    Args:
        choice: The team's choice.
        danger: Danger after it: 0 won, 1 lost.
        candidates: Candidates of the engine, the best first.
        taken_back: Points of moves that were taken back in the position, which are not better.
    """
    ruled_out = {(choice.x, choice.y), *taken_back}
    others = (each for each in candidates if (each.x, each.y) not in ruled_out and not each.is_bound)
    return next((each for each in others if each.proof != "lost" and each.score >= 1 - danger + BETTER_BY), None)
