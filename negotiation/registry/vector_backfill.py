"""Backfill of vectors: those that the texts of profiles lack are computed and stored."""

import asyncio
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from negotiation.registry.profile import Profile
from negotiation.registry.profile_texts import profile_texts, text_digest
from negotiation.registry.vector_store import VectorStore
from shared.embedding.model import EmbeddingModel, EmbeddingUnavailable
from shared.store.port import StoreMisconfigured, StoreUnavailable

if TYPE_CHECKING:  # NumPy takes a while to load
    from shared.embedding.port import Embedder

BATCH_SIZE = 256
"""Texts that are embedded and stored together: the work that an interrupted backfill loses at most."""

PAGE_SIZE = 1000
"""Texts whose vectors are looked up together."""

RETRY_DELAYS_S = (1.0, 4.0, 16.0)
"""Pauses before a batch is repeated, once an earlier one succeeded: endpoints limit the rate of many texts."""

PROFILES_PER_SLICE = 500
"""Profiles that are read before other tasks of the event loop run."""

ReportProgress = Callable[[int, int], None]
"""Receives the number of vectors computed so far and of all that were missing."""

BACKFILL_ERRORS = (EmbeddingUnavailable, StoreUnavailable, StoreMisconfigured)


@dataclass(frozen=True, slots=True)
class BackfillResult:
    """Result of a backfill.

    Attributes:
        texts: Number of different texts of the profiles.
        computed: Number of vectors that were computed and stored.
        missing: Number of texts that have no vector yet; None if the vector store could not be read.
        error: Why some are missing; empty if none are.
    """

    texts: int
    computed: int = 0
    missing: int | None = 0
    error: str = ""


def ignore_progress(computed: int, total: int) -> None:
    """Do nothing."""


async def backfill_vectors(
    profiles: Iterable[Profile],
    embedder: "Embedder",
    store: VectorStore,
    report: ReportProgress = ignore_progress,
) -> BackfillResult:
    """Compute and store the vectors that the profiles' texts lack, in batches of texts of similar length.

    Each text is embedded once, however many profiles have it. What an interrupted call has stored stays; the next one
    goes on from there. Errors of embedder and store are not raised but returned.

    Args:
        profiles: Profiles, stored or not.
        embedder: Maker of the vectors.
        store: Vector store.
        report: Called after each batch, unless no vector was missing.
    """
    texts = await collect_texts(profiles)
    try:
        missing = await find_missing(texts, embedder.model, store)
    except BACKFILL_ERRORS as error:
        return BackfillResult(len(texts), missing=None, error=str(error))
    computed, failure = 0, ""
    for batch in _batches(missing):
        try:
            await _embed_batch(batch, embedder, store, RETRY_DELAYS_S if computed else ())
        except BACKFILL_ERRORS as error:
            failure = str(error)
            break
        computed += len(batch)
        report(computed, len(missing))
    return BackfillResult(len(texts), computed, len(missing) - computed, failure)


async def collect_texts(profiles: Iterable[Profile]) -> dict[bytes, str]:
    """Return the different texts of profiles by digest; other tasks run in between."""
    texts: dict[bytes, str] = {}
    for number, profile in enumerate(profiles, start=1):
        texts.update((text_digest(text), text) for text in profile_texts(profile).non_empty())
        if number % PROFILES_PER_SLICE == 0:
            await asyncio.sleep(0)
    return texts


async def find_missing(texts: Mapping[bytes, str], model: EmbeddingModel, store: VectorStore) -> dict[bytes, str]:
    """Return the texts, by digest, that have no usable vector of a model; short ones first.

    Raises:
        StoreUnavailable, StoreMisconfigured: The vector store does not answer, or rejects the call.
    """
    digests, missing = list(texts), list[bytes]()
    for start in range(0, len(digests), PAGE_SIZE):
        page = digests[start : start + PAGE_SIZE]
        found = await store.get(model, page)
        missing.extend(digest for digest in page if digest not in found)
    return {digest: texts[digest] for digest in sorted(missing, key=lambda digest: (len(texts[digest]), digest))}


def _batches(texts: Mapping[bytes, str]) -> Iterable[Mapping[bytes, str]]:
    rows = list(texts.items())
    return (dict(rows[start : start + BATCH_SIZE]) for start in range(0, len(rows), BATCH_SIZE))


async def _embed_batch(
    texts: Mapping[bytes, str], embedder: "Embedder", store: VectorStore, delays_s: Sequence[float]
) -> None:
    """Store the vectors of texts; embed again after each of `delays_s` if the embedder gives none."""
    from shared.embedding.quantization import quantize, to_bytes  # NumPy takes a while to load

    for delay_s in (*delays_s, None):
        try:
            vectors = await embedder.embed(list(texts.values()))
            break
        except EmbeddingUnavailable:
            if delay_s is None:
                raise
            await asyncio.sleep(delay_s)
    else:
        raise AssertionError("the last attempt neither returned nor raised")
    await store.put(embedder.model, dict(zip(texts, to_bytes(quantize(vectors)), strict=True)))
