"""Centroids of the known skills: the mean vectors of each one's names in both languages.

Those of the local model are shipped, because it takes more than a second to embed the thousands of names.
`python -m negotiation.search.skill_centroids` writes the file anew after a change to the skills or the model.
"""

import asyncio
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from negotiation.registry.profile_texts import text_digest
from negotiation.registry.shipped_vectors import parse_vectors, render_vectors
from negotiation.search.synonyms import Term, load_thesaurus
from shared.embedding.model import EmbeddingModel
from shared.embedding.quantization import QuantizedVectors, from_bytes, quantize, to_bytes
from shared.telemetry.log import Log

if TYPE_CHECKING:
    from shared.embedding.port import Embedder

SHIPPED_FILE = Path(__file__).with_suffix(".bin")


@cache
def skill_terms() -> tuple[Term, ...]:
    """Return the known skills in the order of their centroids."""
    return load_thesaurus("skills").terms


@cache
def skill_number(label: str) -> int:
    """Return the number of the skill with an English label, in the order of `skill_terms`.

    Raises:
        KeyError: No skill is called so.
    """
    return {term.en[0]: number for number, term in enumerate(skill_terms())}[label]


def names_digest(term: Term) -> bytes:
    """Return the digest of a skill's names, by which its centroid is shipped."""
    return text_digest("\n".join(term.words))


async def load_skill_centroids(embedder: "Embedder", log: Log, shipped: Path = SHIPPED_FILE) -> QuantizedVectors:
    """Return the centroid of each known skill, shape (skills, dimension), in the order of `skill_terms`.

    Those that are not shipped for the model are computed. The embedder is called in any case, so that afterwards it has
    loaded its model, or is known to be away.

    Args:
        embedder: Embedder of the names.
        log: Receives `shipped_vectors_unreadable` if the file is damaged; then all are computed.
        shipped: File of the shipped centroids.

    Raises:
        EmbeddingUnavailable: The embedder has no answer.
    """
    known = _read_shipped(embedder.model, log, shipped)
    terms = skill_terms()
    missing = [term for term in terms if names_digest(term) not in known]
    if missing:
        computed = to_bytes(await embed_skill_centroids(embedder, missing))
        known = {**known, **dict(zip(map(names_digest, missing), computed, strict=True))}
    else:
        await embedder.embed([terms[0].words[0]])
    return from_bytes([known[names_digest(term)] for term in terms], embedder.model.dimension)


async def embed_skill_centroids(embedder: "Embedder", terms: Sequence[Term]) -> QuantizedVectors:
    """Return the centroids of skills (at least one), computed, shape (terms, dimension).

    Raises:
        EmbeddingUnavailable: The embedder has no answer.
    """
    vectors = await embedder.embed([name for term in terms for name in term.words])
    ends = np.cumsum([len(term.words) for term in terms])
    return quantize(np.stack([part.mean(axis=0) for part in np.split(vectors, ends[:-1])]))


def _read_shipped(model: EmbeddingModel, log: Log, path: Path) -> Mapping[bytes, bytes]:
    """Return the shipped centroids by `names_digest`; none if they are of another model or cannot be read."""
    try:
        shipped_model, centroids = parse_vectors(path.read_bytes())
    except (OSError, ValueError) as error:
        log.warning("shipped_vectors_unreadable", error=str(error))
        return {}
    return centroids if shipped_model == model else {}


async def compute_centroids() -> bytes:
    """Return the content of a new file, by the local embedder."""
    from shared.embedding.local import LocalEmbedder  # loaded only where it is chosen

    embedder, terms = LocalEmbedder(), skill_terms()
    centroids = to_bytes(await embed_skill_centroids(embedder, terms))
    return render_vectors(embedder.model, dict(zip(map(names_digest, terms), centroids, strict=True)))


if __name__ == "__main__":
    SHIPPED_FILE.write_bytes(asyncio.run(compute_centroids()))
