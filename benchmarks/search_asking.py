"""What does the coordinator show to prompt 2, and how long does it wait for the search? For the search benchmark."""

import asyncio
import time
from collections.abc import Coroutine, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from benchmarks.search_world import Sought
from coordinator.actors import Coordinator
from coordinator.core.candidate_selection import FilterReply
from coordinator.prompts import UnderstandingFacts
from coordinator.settings import CoordinatorSettings
from coordinator.simulated.rules import understand
from negotiation.contracts.demand import SubmissionContext
from negotiation.contracts.messages import ChooseCandidates
from negotiation.registry.memory import MemoryProfileRegistry
from negotiation.registry.port import SearchHit
from negotiation.registry.profile import Profile
from negotiation.search.synonyms import known
from shared.core.address import Address
from shared.core.message import ReceivedMessage
from shared.core.usage import Usage
from shared.llm.port import Answer, Prompt
from shared.runtime.actor import TaskContext
from shared.runtime.system_clock import SystemClock

BEAT = 0.001
"""Seconds between two looks at how long the event loop was held up."""


@dataclass
class Seen:
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


async def asked(profiles: Iterable[Profile], sought: Sequence[Sought], folder: Path) -> Seen:
    """Have every demand choose its candidates from a registry of `profiles`, whose index is kept in `folder`."""
    tasks = [_task(number, one) for number, one in enumerate(sought)]
    known.cache_clear()  # or the search would find its words already looked up
    before = _memory()
    seen = Seen()
    registry = _Timed(profiles, folder, seen)
    began = time.perf_counter()
    seen.stall = await held_up(registry.search(["warm"]))
    seen.first = time.perf_counter() - began
    seen.searching.clear()
    tools = TaskContext(_Listening(seen), SystemClock())
    coordinator = Coordinator(registry, CoordinatorSettings())
    for task in tasks:
        await coordinator.perform(task, tools)
    seen.memory = _memory() - before
    return seen


def _task(number: int, one: Sought) -> ReceivedMessage[ChooseCandidates]:
    setting = SubmissionContext(user_id="user_bench", language=one.language, today="2026-01-22", timezone="UTC")
    ids: dict[str, Any] = {"demand_id": f"d-{number}", "channel_id": f"collab-{number}", "setting": setting}
    demand = understand(UnderstandingFacts(**ids, raw_input=one.text))
    body = ChooseCandidates(**ids, answer_by=SystemClock().now() + 90_000, raw_input=one.text, demand=demand)
    address = Address("channel", ids["channel_id"])
    return ReceivedMessage(body, address, Address("coordinator", ids["channel_id"]), f"m-{number}", ids["demand_id"])


class _Timed(MemoryProfileRegistry):
    """A registry that notes how long each search took."""

    def __init__(self, profiles: Iterable[Profile], folder: Path, seen: Seen) -> None:
        super().__init__(profiles, folder=folder)
        self._seen = seen

    async def search(self, words: Sequence[str], **options: Any) -> Sequence[SearchHit]:
        """As the registry does."""
        began = time.perf_counter()
        hits = await super().search(words, **options)
        self._seen.searching.append(time.perf_counter() - began)
        return hits


class _Listening:
    """A model that notes what prompt 2 shows, and names the first."""

    name = "listening"

    def __init__(self, seen: Seen) -> None:
        self._seen = seen

    def estimate(self, prompt: Prompt[Any]) -> int:
        """Nothing is paid."""
        return 0

    async def answer(self, prompt: Prompt[Any]) -> Answer[Any]:
        """The first one shown."""
        facts: Any = prompt.facts
        shown: list[str] = [card.agent_id for card in facts.profiles]
        self._seen.shown.append(frozenset(int(agent_id.rpartition("_")[2]) for agent_id in shown))
        self._seen.characters.append(len(prompt.system) + len(prompt.user))
        return Answer(FilterReply.model_validate({"definitely_related": [{"agent_id": shown[0]}]}), Usage())


async def held_up(work: Coroutine[Any, Any, object]) -> float:
    """The longest (s) that nothing else on the event loop got its turn while `work` was done."""
    task, longest = asyncio.ensure_future(work), 0.0
    while not task.done():
        began = time.perf_counter()
        await asyncio.sleep(BEAT)
        longest = max(longest, time.perf_counter() - began - BEAT)
    await task
    return longest


def _memory() -> int:
    """Bytes of this process that lie in memory, those of mapped files too; 0 where nobody tells."""
    with suppress(OSError):
        return int(Path("/proc/self/statm").read_text().split()[1]) * 4096
    return 0
