"""Benchmark of the agent search: latency, recall and prompt size with registries of up to 100,000 profiles.

Generated people (search_dataset) in registries of 1,000, 10,000 and 100,000. `search_recall_50` is the share of those
who fit a demand that are among the people shown, averaged over the demands; `search_p95_ms_100k` the time from the call
of the search to its 50 profiles. A search that begins while the index is built waits for it, and is not counted.
`search_recall_50_unseen`, which no bound holds: the same where the demands' words were written without sight of the
synonyms, which know most words of the other list. It tells how a stranger's words fare when no model reads them first.
"""

import asyncio
import gc
import statistics
import tempfile
from collections.abc import Sequence
from functools import cache
from pathlib import Path

from benchmarks.search_dataset import (
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
from benchmarks.search_shared import measure_shared

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
    queries, unseen_queries = demands(dataset, QUERY_COUNT), demands(dataset, QUERY_COUNT, unseen=True)
    strangers = strangers_share(dataset, queries)
    gc.freeze()  # the measure's own people are none of a gateway's: its garbage collector would look through them
    measurements, shared = list[SearchMeasurement](), dict[str, float]()
    for size in SIZES:
        with tempfile.TemporaryDirectory() as folder:
            measurements.append(asyncio.run(run_searches(map(profile, dataset[:size]), queries, Path(folder))))
            shared = measure_shared(map(profile, dataset[:size]), Path(folder)) if size == SIZES[-1] else {}
    with tempfile.TemporaryDirectory() as folder:
        unseen_measurement = asyncio.run(run_searches(map(profile, dataset), unseen_queries, Path(folder)))
    small, middle, large = measurements
    check_prompt_growth([statistics.fmean(each.characters) for each in measurements])
    return {
        "search_p95_ms_100k": p95(large.searching) * 1000,
        "search_recall_50": recall(queries, large),
        "search_recall_50_unseen": recall(unseen_queries, unseen_measurement),
        "search_p95_ms_10k": p95(middle.searching) * 1000,
        "search_p95_ms_1k": p95(small.searching) * 1000,
        "search_prompt_characters_1k": statistics.fmean(small.characters),
        "search_prompt_characters_100k": statistics.fmean(large.characters),
        "search_no_word_shared": strangers,
        "search_loop_stall_ms_100k": large.stall * 1000,
        "search_first_s_100k": large.first,
        "search_memory_mb_100k": large.memory / 2**20,
        **shared,
    }


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
    return statistics.fmean(
        len(one.fitting & shown) / len(one.fitting) for one, shown in zip(queries, measurement.shown, strict=True)
    )


def p95(values: Sequence[float]) -> float:
    """Return the 95th percentile."""
    return sorted(values)[-(-95 * len(values) // 100) - 1]
