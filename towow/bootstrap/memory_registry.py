"""In-memory registry that searches by meaning: shipped vectors, and those of further texts computed once."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from negotiation.registry.memory import MemoryProfileRegistry
from negotiation.registry.memory_vector_store import MemoryVectorStore
from negotiation.registry.profile import Profile
from negotiation.registry.shipped_vectors import load_shipped_vectors
from negotiation.registry.vector_backfill import backfill_vectors
from shared.telemetry.log import Log

if TYPE_CHECKING:  # NumPy takes a while to load
    from shared.embedding.port import Embedder


async def build_searchable_registry(
    profiles: Sequence[Profile], embedder: "Embedder | None", log: Log
) -> MemoryProfileRegistry:
    """Return a registry of these profiles whose vectors are all computed and loaded; without an embedder by words.

    If the embedder does not answer, the texts that it did not embed are found by words.
    """
    store = MemoryVectorStore()
    load_shipped_vectors(store.add, log)
    if embedder is not None:
        await backfill_vectors(profiles, embedder, store)
    registry = MemoryProfileRegistry(profiles, embedder=embedder, vectors=store, log=log)
    await registry.load_vectors()
    return registry
