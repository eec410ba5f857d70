"""Benchmark of the agent search: latency, recall and prompt size with registries of up to 100,000 profiles.

Generated people (search_dataset) in registries of 1,000, 10,000 and 100,000. `search_recall_50` is the share of those
who fit a demand that are among the people shown, averaged over the demands; `search_p95_ms_100k` the time from the call
of the search to its 50 profiles. A search that begins while the index is built waits for it, and is not counted.
The demands' words come from four sets (`WordingSet`): `search_recall_50_tuned` (also under its old name,
`search_recall_50`), `_unseen`, `_composed` and `_heldout`; only the last one tells how a stranger's words fare, because
nobody who changes the search has read them. Each has a 95 % interval: `_low` and `_high`. Needs are searched by words
and by meaning, with the local embedder; the vectors of the profiles are computed before.
"""

import asyncio
import gc
import math
import statistics
import tempfile
import time
from collections.abc import Iterable, Sequence
from functools import cache, partial
from pathlib import Path

from benchmarks.search_dataset import (
    WORDING_SETS,
    DatasetQuery,
    PersonFacts,
    content_words,
    demands,
    people,
    profile,
    profile_words,
    shared_phrases,
)
from benchmarks.search_load import SearchMeasurement, run_searches
from benchmarks.search_memory import measure_private_memory
from benchmarks.search_shared import measure_shared
from negotiation.registry.memory_vector_store import MemoryVectorStore
from negotiation.registry.profile import Profile
from negotiation.registry.vector_backfill import backfill_vectors
from negotiation.registry.vector_store import VectorStore
from shared.embedding.local import LocalEmbedder
from shared.embedding.port import Embedder

SIZES = (1_000, 10_000, 100_000)
QUERY_COUNT = 240
MIN_STRANGER_SHARE = 0.4
"""Minimum share of matching people without a content word in common with the demand."""

MAX_PROMPT_GROWTH = 1.05
"""Maximum ratio of the lengths of prompt 2 with a larger and the smallest registry."""


@cache
def measure() -> dict[str, float]:
    """Measure both figures at 100,000 profiles and the values behind them.

    Raises:
        RuntimeError: The data set is unsuitable, or prompt 2 grows with the registry.
    """
    dataset = people(SIZES[-1])
    sets = {wording_set: demands(dataset, QUERY_COUNT, wording_set) for wording_set in WORDING_SETS}
    strangers = strangers_share(dataset, sets["tuned"])
    embedder = LocalEmbedder()
    vectors, embedding_s = asyncio.run(_embed_profiles(map(profile, dataset), embedder))
    gc.freeze()  # the measure's own people are none of a gateway's: its garbage collector would look through them
    measurements, shared, recalls, private = list[SearchMeasurement](), dict[str, float](), dict[str, float](), 0
    for size in SIZES:
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            run = partial(_run, dataset[:size], folder, embedder, vectors)
            measurements.append(run(sets["tuned"]))
            if size == SIZES[-1]:
                shared = measure_shared(map(profile, dataset), folder)
                private = measure_private_memory(size, folder)
                for wording_set, queries in sets.items():
                    measured = measurements[-1] if wording_set == "tuned" else run(queries)
                    recalls |= recall_figures(f"search_recall_50_{wording_set}", queries, measured)
    small, middle, large = measurements
    check_prompt_growth([statistics.fmean(each.characters) for each in measurements])
    return {
        "search_p95_ms_100k": p95(large.searching) * 1000,
        "search_recall_50": recalls["search_recall_50_tuned"],
        **recalls,
        "search_p95_ms_10k": p95(middle.searching) * 1000,
        "search_p95_ms_1k": p95(small.searching) * 1000,
        "search_prompt_characters_1k": statistics.fmean(small.characters),
        "search_prompt_characters_100k": statistics.fmean(large.characters),
        "search_no_word_shared": strangers,
        "search_loop_stall_ms_100k": large.stall * 1000,
        "search_first_s_100k": large.first,
        "search_memory_mb_100k": large.memory / 2**20,
        "search_private_memory_mb_100k": private / 2**20,
        "search_embedding_s_100k": embedding_s,
        **shared,
    }


def _run(
    dataset: Sequence[PersonFacts],
    folder: Path,
    embedder: Embedder,
    vectors: VectorStore,
    queries: Sequence[DatasetQuery],
) -> SearchMeasurement:
    return asyncio.run(run_searches(map(profile, dataset), queries, folder, embedder, vectors))


async def _embed_profiles(profiles: Iterable[Profile], embedder: Embedder) -> tuple[VectorStore, float]:
    """Return the vectors of profiles, and the time (s) that they took."""
    vectors, started = MemoryVectorStore(), time.perf_counter()
    await backfill_vectors(profiles, embedder, vectors)
    return vectors, time.perf_counter() - started


def recall_figures(name: str, queries: Sequence[DatasetQuery], measurement: SearchMeasurement) -> dict[str, float]:
    """Return the recall under a name, and its 95 % interval over the demands, by the normal approximation."""
    shares = recall_shares(queries, measurement)
    middle, half = statistics.fmean(shares), 1.96 * statistics.stdev(shares) / math.sqrt(len(shares))
    return {name: middle, f"{name}_low": middle - half, f"{name}_high": min(middle + half, 1.0)}


def strangers_share(dataset: Sequence[PersonFacts], queries: Sequence[DatasetQuery]) -> float:
    """Return the share of matching people without a content word in common with their demand.

    Raises:
        RuntimeError: It is below MIN_STRANGER_SHARE, or both sides choose their words from one list.
    """
    if shared := shared_phrases():
        raise RuntimeError(f"demands and profiles both say {sorted(shared)}")
    pairs = [(content_words(one.text), dataset[number]) for one in queries for number in one.fitting]
    share = statistics.fmean(not said & profile_words(profile(facts)) for said, facts in pairs)
    if share < MIN_STRANGER_SHARE:
        raise RuntimeError(f"only {share:.0%} of those who fit share no word with their demand")
    return share


def check_prompt_growth(characters: Sequence[float]) -> None:
    """Check that a larger registry does not lengthen prompt 2.

    Raises:
        RuntimeError: It does.
    """
    if max(characters) > characters[0] * MAX_PROMPT_GROWTH:
        raise RuntimeError(f"prompt 2 grows with the registry: {[round(each) for each in characters]} characters")


def recall(queries: Sequence[DatasetQuery], measurement: SearchMeasurement) -> float:
    """Return the share of matching people that were shown, averaged over the demands."""
    return statistics.fmean(recall_shares(queries, measurement))


def recall_shares(queries: Sequence[DatasetQuery], measurement: SearchMeasurement) -> Sequence[float]:
    """Return the share of matching people that were shown, of each demand."""
    return [len(one.fitting & shown) / len(one.fitting) for one, shown in zip(queries, measurement.shown, strict=True)]


def p95(values: Sequence[float]) -> float:
    """Return the 95th percentile."""
    return sorted(values)[-(-95 * len(values) // 100) - 1]
