"""Load of the search benchmark: runs candidate selection for each demand and records latency and prompt 2."""

import asyncio
import time
from collections.abc import Coroutine, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from benchmarks.search_dataset import DatasetQuery
from coordinator.actors import Coordinator
from coordinator.core.candidate_selection import FilterReply
from coordinator.prompts import UnderstandingFacts
from coordinator.settings import CoordinatorSettings
from coordinator.simulated.rules import understand_demand
from negotiation.contracts.demand import Need, SubmissionContext
from negotiation.contracts.messages import ChooseCandidates
from negotiation.registry.memory import MemoryProfileRegistry
from negotiation.registry.port import SearchHit
from negotiation.registry.profile import Profile
from negotiation.registry.vector_store import VectorStore
from negotiation.search.synonyms import load_thesaurus
from shared.core.address import Address
from shared.core.message_base import ReceivedMessage
from shared.core.usage import Usage
from shared.embedding.port import Embedder
from shared.llm.port import Answer, Prompt
from shared.runtime.actor import TaskContext
from shared.runtime.system_clock import SystemClock

PROBE_INTERVAL_S = 0.001
"""Interval (s) of the probe that measures event-loop stalls."""


@dataclass
class SearchMeasurement:
    """Of every demand: how long the search took (s), whom prompt 2 showed (their numbers), how long it was.

    `first`: seconds of the first search, which waits for the index; `stall`: the longest that nothing else on the event
    loop got its turn meanwhile; `memory`: bytes that the process grew by, index and all.
    """

    searching: list[float] = field(default_factory=list)
    shown: list[frozenset[int]] = field(default_factory=list)
    characters: list[int] = field(default_factory=list)
    first: float = 0.0
    stall: float = 0.0
    memory: int = 0


async def run_searches(
    profiles: Iterable[Profile],
    queries: Sequence[DatasetQuery],
    folder: Path,
    embedder: Embedder | None = None,
    vectors: VectorStore | None = None,
) -> SearchMeasurement:
    """Select the candidates of every demand from a registry of `profiles` with its index in `folder`.

    With an embedder and the profiles' vectors, the demands' needs are searched by meaning, too.
    """
    tasks = [_task(number, one) for number, one in enumerate(queries)]
    load_thesaurus.cache_clear()  # or the search would find its words already looked up
    memory_before = _resident_bytes()
    measurement = SearchMeasurement()
    registry = _TimedRegistry(profiles, folder, measurement, embedder, vectors)
    started = time.perf_counter()
    measurement.stall = await measure_loop_stall(registry.search(["warm"]))
    measurement.first = time.perf_counter() - started
    await registry.load_vectors()
    measurement.searching.clear()
    tools = TaskContext(_RecordingModel(measurement), SystemClock())
    coordinator = Coordinator(registry, CoordinatorSettings())
    for task in tasks:
        await coordinator.perform(task, tools)
    measurement.memory = _resident_bytes() - memory_before
    return measurement


def _task(number: int, query: DatasetQuery) -> ReceivedMessage[ChooseCandidates]:
    setting = SubmissionContext(user_id="user_bench", language=query.language, today="2026-01-22", timezone="UTC")
    ids: dict[str, Any] = {"demand_id": f"d-{number}", "channel_id": f"collab-{number}", "setting": setting}
    understood = understand_demand(UnderstandingFacts(**ids, raw_input=query.text))
    # A bare wording is its own need: what reads sentences is measured elsewhere.
    needs = tuple(Need(id=f"n{place}", need=text) for place, text in enumerate(query.wordings, 1))
    demand = understood.model_copy(update={"needs": needs})
    body = ChooseCandidates(**ids, answer_by=SystemClock().now() + 90_000, raw_input=query.text, demand=demand)
    address = Address("channel", ids["channel_id"])
    return ReceivedMessage(body, address, Address("coordinator", ids["channel_id"]), f"m-{number}", ids["demand_id"])


class _TimedRegistry(MemoryProfileRegistry):
    """Registry that records the duration of each search."""

    def __init__(
        self,
        profiles: Iterable[Profile],
        folder: Path,
        seen: SearchMeasurement,
        embedder: Embedder | None,
        vectors: VectorStore | None,
    ) -> None:
        super().__init__(profiles, folder=folder, embedder=embedder, vectors=vectors)
        self._seen = seen

    async def search(self, words: Sequence[str], **options: Any) -> Sequence[SearchHit]:
        """Search and record the duration."""
        began = time.perf_counter()
        hits = await super().search(words, **options)
        self._seen.searching.append(time.perf_counter() - began)
        return hits


class _RecordingModel:
    """Model that records the profiles in prompt 2 and selects the first."""

    name = "listening"

    def __init__(self, seen: SearchMeasurement) -> None:
        self._seen = seen

    def estimate_tokens(self, prompt: Prompt[Any]) -> int:
        """Return 0: no tokens are paid."""
        return 0

    async def answer(self, prompt: Prompt[Any]) -> Answer[Any]:
        """Select the first profile shown."""
        facts: Any = prompt.facts
        shown: list[str] = [card.agent_id for card in facts.profiles]
        self._seen.shown.append(frozenset(int(agent_id.rpartition("_")[2]) for agent_id in shown))
        self._seen.characters.append(len(prompt.system) + len(prompt.user))
        return Answer(FilterReply.model_validate({"definitely_related": [{"agent_id": shown[0]}]}), Usage())


async def measure_loop_stall(work: Coroutine[Any, Any, object]) -> float:
    """Return the longest event-loop stall (s) while `work` runs."""
    task, longest = asyncio.ensure_future(work), 0.0
    while not task.done():
        began = time.perf_counter()
        await asyncio.sleep(PROBE_INTERVAL_S)
        longest = max(longest, time.perf_counter() - began - PROBE_INTERVAL_S)
    await task
    return longest


def _resident_bytes() -> int:
    """Return the resident memory of this process in bytes, mapped files included; 0 if unknown."""
    with suppress(OSError):
        return int(Path("/proc/self/statm").read_text().split()[1]) * 4096
    return 0
