"""Does a registry of 100,000 make a demand slower or dearer? How long prompt 2 waits for the search, and whom it sees.

Generated people (search_world.py) in registries of 1,000, 10,000 and 100,000. `search_recall_50` is the share of those
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

from benchmarks.search_asking import Seen, asked
from benchmarks.search_shared import measure_shared
from benchmarks.search_world import Facts, Sought, content_words, demands, of_profile, people, profile, shared_phrases

SIZES = (1_000, 10_000, 100_000)
DEMANDS = 240
STRANGERS = 0.4
"""The least share of those who fit that have no content word in common with the demand."""

GROWTH = 1.05
"""How much longer prompt 2 may be in a larger registry, for its people are others: nothing else may grow."""


@cache
def measure() -> dict[str, float]:
    """Both figures at 100,000, and what stands behind them. Raises RuntimeError when the measure is not as it must be,
    or prompt 2 grows.
    """
    everybody = people(SIZES[-1])
    sought, unseen = demands(everybody, DEMANDS), demands(everybody, DEMANDS, unseen=True)
    strangers = strangers_share(everybody, sought)
    gc.freeze()  # the measure's own people are none of a gateway's: its garbage collector would look through them
    seen, shared = list[Seen](), dict[str, float]()
    for size in SIZES:
        with tempfile.TemporaryDirectory() as folder:
            seen.append(asyncio.run(asked(map(profile, everybody[:size]), sought, Path(folder))))
            shared = measure_shared(map(profile, everybody[:size]), Path(folder)) if size == SIZES[-1] else {}
    with tempfile.TemporaryDirectory() as folder:
        strange = asyncio.run(asked(map(profile, everybody), unseen, Path(folder)))
    small, middle, large = seen
    refuse_growth([statistics.fmean(each.characters) for each in seen])
    return {
        "search_p95_ms_100k": p95(large.searching) * 1000,
        "search_recall_50": recall(sought, large),
        "search_recall_50_unseen": recall(unseen, strange),
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


def strangers_share(everybody: Sequence[Facts], sought: Sequence[Sought]) -> float:
    """The share of those who fit that have no content word in common with their demand.

    Raises RuntimeError when it is below STRANGERS, or both sides choose their words from the same ones.
    """
    if shared := shared_phrases():
        raise RuntimeError(f"demands and profiles both say {sorted(shared)}")
    pairs = [(content_words(one.text), everybody[number]) for one in sought for number in one.fitting]
    share = statistics.fmean(not said & of_profile(profile(facts)) for said, facts in pairs)
    if share < STRANGERS:
        raise RuntimeError(f"only {share:.0%} of those who fit share no word with their demand")
    return share


def refuse_growth(characters: Sequence[float]) -> None:
    """Raises RuntimeError when a larger registry has a longer prompt 2."""
    if max(characters) > characters[0] * GROWTH:
        raise RuntimeError(f"prompt 2 grows with the registry: {[round(each) for each in characters]} characters")


def recall(sought: Sequence[Sought], seen: Seen) -> float:
    """The share of those who fit that were shown, averaged over the demands."""
    return statistics.fmean(
        len(one.fitting & shown) / len(one.fitting) for one, shown in zip(sought, seen.shown, strict=True)
    )


def p95(values: Sequence[float]) -> float:
    """The value that 95 % do not exceed."""
    return sorted(values)[-(-95 * len(values) // 100) - 1]
