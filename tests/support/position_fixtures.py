"""Positions for tests of their comparison."""

from deliberation.contracts.messages import ComparePositions
from deliberation.contracts.position import Position
from deliberation.contracts.roles import Discussant
from shared.core.timestamps import parse_iso8601

SESSION = "s-aaaaaaaaaaaaaaaaaaaaaaaaaa"


def held(conclusion: str, *reasons: str) -> Position:
    """Return a position with a conclusion and its reasons."""
    return Position(conclusion=conclusion, key_reasons=reasons or ("because of it",), confidence=0.5)


def request(
    planner: Position | None = None,
    critic: Position | None = None,
    previous: dict[Discussant, Position] | None = None,
    *,
    number: int = 1,
) -> ComparePositions:
    """Return the request to compare the positions of a round."""
    positions: dict[Discussant, Position] = {}
    if critic is not None:
        positions["critic"] = critic
    if planner is not None:
        positions["planner"] = planner
    return ComparePositions(
        session_id=SESSION,
        round=number,
        positions=positions,
        previous=previous or {},
        answer_by=parse_iso8601("2026-01-22T10:00:10Z"),
    )
