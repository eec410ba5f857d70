"""Comparison of positions by the platform's embedder, with keywords in its place when it fails (DL-82…90, DL-168)."""

from collections.abc import Mapping
from typing import TYPE_CHECKING

from typing_extensions import override

from deliberation.contracts.messages import ComparePositions, PositionsCompared
from deliberation.contracts.position import Position, comparison_text
from deliberation.contracts.roles import Discussant
from deliberation.core.agreement import (
    agreement_weights,
    difference_texts,
    estimate_agreement,
    measure_similarities,
    own_texts,
)
from deliberation.core.contradiction import find_contradictions
from deliberation.core.keyword_comparer import compare_by_keywords, compared_agents, previous_pairs, standing_pair
from deliberation.core.position_similarity import InvalidVector, Vector, similarity_matrix
from deliberation.embedding_cache.cached_embedder import CachedEmbedder
from deliberation.embedding_cache.port import EmbeddingCache
from deliberation.host.comparer_port import PositionComparer
from deliberation.host.thresholds import thresholds_of
from shared.embedding.model import EmbeddingUnavailable

if TYPE_CHECKING:  # NumPy takes a while to load
    from shared.embedding.port import Embedder

NO_EMBEDDER = "embedder=none"


class EmbeddingPositionComparer(PositionComparer):
    """Comparer of positions by their vectors; without an embedder it compares keywords."""

    def __init__(self, embedder: "Embedder | None", cache: EmbeddingCache) -> None:
        """Use an embedder of `build_embedder` (None: there is to be none), which the caller closes, and a cache."""
        self._embedder = None if embedder is None else CachedEmbedder(embedder, cache)

    @override
    async def compare(self, body: ComparePositions) -> PositionsCompared:
        if self._embedder is None:
            return compare_by_keywords(body, NO_EMBEDDER)
        try:
            vectors = await self._embedder.embed(texts_to_embed(body))
            return compare_by_vectors(body, vectors, self._embedder.model.name)
        except (EmbeddingUnavailable, InvalidVector) as error:
            return compare_by_keywords(body, str(error))


def texts_to_embed(body: ComparePositions) -> tuple[str, ...]:
    """Return the texts whose vectors a comparison needs, each once."""
    pair = standing_pair(body)
    pairs = [*([pair] if pair else []), *previous_pairs(body).values()]
    texts = [text for position in body.positions.values() for text in own_texts(position)]
    for first, second in pairs:
        texts += (*own_texts(first), *own_texts(second), *difference_texts(first, second))
    return tuple(dict.fromkeys(texts))


def compare_by_vectors(body: ComparePositions, vectors: Mapping[str, Vector], model: str) -> PositionsCompared:
    """Return the comparison by the vectors of `texts_to_embed`, which are those of a model, given by its name.

    Raises:
        InvalidVector: A vector cannot be compared.
    """
    agents, pair, previous = compared_agents(body), standing_pair(body), previous_pairs(body)
    thresholds = thresholds_of(model)
    texts = [comparison_text(body.positions[agent]) for agent in agents]
    own: dict[Discussant, float] = {agent: _similarity(*both, vectors) for agent, both in previous.items()}
    return PositionsCompared(
        session_id=body.session_id,
        round=body.round,
        agents=agents,
        similarity_matrix=similarity_matrix(texts, [vectors[text] for text in texts]),
        self_similarity=own,
        contradictions=explain_contradiction(*pair, vectors, model) if pair else (),
        changed_in_substance=tuple(
            agent
            for agent, both in previous.items()
            if own[agent] <= thresholds.low or explain_contradiction(*both, vectors, model)
        ),
        thresholds=thresholds,
        embedder=model,
    )


def explain_contradiction(
    first: Position, second: Position, vectors: Mapping[str, Vector], model: str
) -> tuple[str, ...]:
    """Return why two conclusions exclude each other; by code alone if no weights are fitted to the model's vectors.

    Raises:
        InvalidVector: A vector cannot be compared.
    """
    weights = agreement_weights(model)
    if weights is None:
        return find_contradictions(first, second)
    return estimate_agreement(first, second, measure_similarities(first, second, vectors), weights).reasons


def _similarity(first: Position, second: Position, vectors: Mapping[str, Vector]) -> float:
    texts = comparison_text(first), comparison_text(second)
    return similarity_matrix(texts, [vectors[text] for text in texts])[0][1]
