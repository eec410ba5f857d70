"""Comparison of positions by their words, which needs no embedder (DL-151, DL-152)."""

from deliberation.contracts.control import KEYWORD_THRESHOLDS
from deliberation.contracts.messages import ComparePositions, PositionsCompared
from deliberation.contracts.position import Position
from deliberation.contracts.roles import DISCUSSANTS, Discussant
from deliberation.contracts.tools import ToolError
from deliberation.core.contradiction import find_contradictions
from deliberation.core.keyword_comparison import compare_keywords

KEYWORD_FALLBACK = "rule-based judgement (keyword matching)"
"""What stands in for an embedder that fails, as the seed names it (DL-151)."""

MAX_DETAIL = 500


def compared_agents(body: ComparePositions) -> tuple[Discussant, ...]:
    """Return the agents whose positions are compared, in the order of rows and columns."""
    return tuple(agent for agent in DISCUSSANTS if agent in body.positions)


def standing_pair(body: ComparePositions) -> tuple[Position, Position] | None:
    """Return the positions of both discussants; None if one has none."""
    agents = compared_agents(body)
    return (body.positions[agents[0]], body.positions[agents[1]]) if len(agents) == len(DISCUSSANTS) else None


def previous_pairs(body: ComparePositions) -> dict[Discussant, tuple[Position, Position]]:
    """Return the previous and the present position of each agent that has both."""
    pairs: dict[Discussant, tuple[Position, Position]] = {}
    for agent in compared_agents(body):
        if agent in body.previous:
            pairs[agent] = body.previous[agent], body.positions[agent]
    return pairs


def compare_by_keywords(body: ComparePositions, detail: str) -> PositionsCompared:
    """Return the comparison by keywords, and why there is none by vectors.

    There is no similarity of an agent with itself, so nobody counts as stubborn (DL-128). What changed in substance is
    what contradicts the agent's previous position.
    """
    agents, pair, previous = compared_agents(body), standing_pair(body), previous_pairs(body)
    return PositionsCompared(
        session_id=body.session_id,
        round=body.round,
        agents=agents,
        similarity_matrix=compare_keywords([body.positions[agent] for agent in agents]),
        contradictions=find_contradictions(*pair) if pair else (),
        changed_in_substance=tuple(agent for agent, both in previous.items() if find_contradictions(*both)),
        method="keyword",
        thresholds=KEYWORD_THRESHOLDS,
        error=ToolError(tool="compare_positions", fallback=KEYWORD_FALLBACK, detail=detail[:MAX_DETAIL]),
    )
