"""Comparison of positions whose similarities a scenario file gives, round by round."""

from collections.abc import Mapping
from typing import Literal

from typing_extensions import override

from deliberation.contracts.control import SEED_THRESHOLDS
from deliberation.contracts.messages import ComparePositions, PositionsCompared
from deliberation.contracts.position import Position, comparison_text
from deliberation.core.contradiction import find_contradictions
from deliberation.core.keyword_comparer import compare_by_keywords, compared_agents, previous_pairs, standing_pair
from deliberation.core.keyword_comparison import keyword_index
from deliberation.host.comparer_port import PositionComparer

MAX_SELF_SIMILARITY = SEED_THRESHOLDS.stubborn
"""Similarity of an agent's positions that are not the same word by word: no repetition."""

SCRIPTED_EMBEDDER = "scripted"

ScriptedSimilarity = float | Literal["error"]


class ScriptedPositionComparer(PositionComparer):
    """Comparer with the seed's thresholds. Contradictions are found by code; a round without an entry has none."""

    def __init__(self, similarities: Mapping[int, ScriptedSimilarity]) -> None:
        """Answer with the similarity (-1 to 1) of each round, from 1; `error`: the embedder fails in that round."""
        self._similarities = similarities

    @override
    async def compare(self, body: ComparePositions) -> PositionsCompared:
        is_pair = standing_pair(body) is not None
        similarity = self._similarities.get(body.round, "error" if is_pair else 1.0)
        if similarity == "error":
            return compare_by_keywords(body, f"the scenario has no similarity in round {body.round}")
        agents, pair, previous = compared_agents(body), standing_pair(body), previous_pairs(body)
        return PositionsCompared(
            session_id=body.session_id,
            round=body.round,
            agents=agents,
            similarity_matrix=tuple(tuple(1.0 if row == column else similarity for column in agents) for row in agents),
            self_similarity={agent: _self_similarity(*positions) for agent, positions in previous.items()},
            contradictions=find_contradictions(*pair) if pair else (),
            changed_in_substance=tuple(agent for agent, both in previous.items() if find_contradictions(*both)),
            thresholds=SEED_THRESHOLDS,
            embedder=SCRIPTED_EMBEDDER,
        )


def _self_similarity(first: Position, second: Position) -> float:
    """Return 1 for a repetition word by word, else the keyword index."""
    if comparison_text(first) == comparison_text(second):
        return 1.0
    return min(keyword_index(first, second), MAX_SELF_SIMILARITY)
