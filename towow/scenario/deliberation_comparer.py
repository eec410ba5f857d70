"""Comparer of positions of a deliberation's scenario: similarities are those of the file (INTERFACES § 10)."""

import asyncio
from collections.abc import Mapping, Sequence

from typing_extensions import override

from deliberation.contracts.messages import ComparePositions, PositionsCompared
from deliberation.contracts.roles import Discussant
from deliberation.host.comparer_port import PositionComparer
from deliberation.host.scripted_comparer import ScriptedPositionComparer
from towow.scenario.deliberation_schema import SimilarityEntry, SimilarityFields, entry_of_round


class ScenarioComparer(PositionComparer):
    """Comparer with the similarities of a file and the seed's thresholds; contradictions are found by code."""

    def __init__(self, entries: Sequence[SimilarityEntry]) -> None:
        """Create the comparer from the entries of the rounds, of which the last one repeats."""
        self._entries = entries

    @override
    async def compare(self, body: ComparePositions) -> PositionsCompared:
        """Return the comparison of a round; for `silent` it waits until it is cancelled."""
        entry = entry_of_round(self._entries, body.round)
        if entry == "silent":
            await asyncio.Event().wait()
        if isinstance(entry, SimilarityFields):
            compared = await _compare(body, entry.consensus)
            return _with_self_similarity(compared, {"planner": entry.planner, "critic": entry.critic})
        return await _compare(body, entry if isinstance(entry, float) else None)


async def _compare(body: ComparePositions, similarity: float | None) -> PositionsCompared:
    """Return the comparison with this similarity; without one keywords stand in, if there is a pair to compare."""
    similarities = {} if similarity is None else {body.round: similarity}
    return await ScriptedPositionComparer(similarities).compare(body)


def _with_self_similarity(compared: PositionsCompared, given: Mapping[Discussant, float | None]) -> PositionsCompared:
    """Return the comparison in which the given values replace those of agents that have one."""
    own = {
        agent: value if (replaced := given[agent]) is None else replaced
        for agent, value in compared.self_similarity.items()
    }
    return compared.model_copy(update={"self_similarity": own})
