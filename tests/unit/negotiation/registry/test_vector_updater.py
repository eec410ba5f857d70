"""When the vectors of changed profiles are computed, and what happens while they cannot be."""

import asyncio
import json
from io import StringIO
from typing import Any

import pytest

from negotiation.registry.memory_vector_store import MemoryVectorStore
from negotiation.registry.profile import Profile
from negotiation.registry.vector_updater import MAX_PENDING, RETRY_INTERVAL_S, VectorUpdater
from shared.embedding.model import EmbeddingUnavailable
from shared.embedding.probe import FAILURE_INTERVAL_S, SUCCESS_INTERVAL_S
from shared.runtime.virtual_clock import VirtualClock
from shared.telemetry.log import build_logger
from tests.support.embedded_system import run_in_virtual_time
from tests.support.letter_embedder import LETTER_MODEL, LetterEmbedder


def person(number: int, summary: str = "") -> Profile:
    return Profile(agent_id=f"a{number}", display_name="A", summary=summary or f"number {number}")


class Updates:
    """An updater with all that a test looks at."""

    def __init__(
        self, embedder: LetterEmbedder | None, *, is_remote: bool = False, max_pending: int = MAX_PENDING
    ) -> None:
        self.embedder, self.store, self.lines = embedder, MemoryVectorStore(), StringIO()
        log = build_logger("info", "json", self.lines)
        self.updater = VectorUpdater(lambda: embedder, self.store, log, is_remote=is_remote, max_pending=max_pending)

    def logged(self) -> list[dict[str, Any]]:
        return [json.loads(line) for line in self.lines.getvalue().splitlines()]


async def test_scheduled_profiles_get_vectors_and_no_text_two() -> None:
    updates = Updates(embedder := LetterEmbedder())
    await updates.updater.schedule([person(1), person(2)])
    assert embedder.calls == 0
    await updates.updater.schedule([person(2), person(3)])
    await updates.updater.wait()
    assert sorted(embedder.texts) == ["number 1", "number 2", "number 3"]
    assert await updates.updater.check() == "letters/16, 3 vectors"
    await updates.updater.close()
    assert embedder.is_closed


async def test_a_profile_that_changes_while_its_vectors_are_computed_gets_those_of_its_last_texts() -> None:
    updates = Updates(embedder := LetterEmbedder())
    original = embedder.embed

    async def embed_and_change(texts: Any) -> Any:
        if embedder.calls == 0:
            await updates.updater.schedule([person(1, "changed")])
        return await original(texts)

    embedder.embed = embed_and_change
    await updates.updater.schedule([person(1)])
    await updates.updater.wait()
    assert embedder.texts == ["number 1", "changed"]


async def test_without_an_embedder_nothing_is_computed() -> None:
    updates = Updates(None)
    await updates.updater.schedule([person(1)])
    await updates.updater.wait()
    assert await updates.updater.check() == "none: agents are found by words alone"
    assert await updates.updater.backfill([person(1)], lambda _, __: None) is None
    assert await updates.store.count(LETTER_MODEL) == 0


def test_while_the_embedder_is_away_it_is_asked_at_intervals_and_nothing_is_lost() -> None:
    updates = Updates(embedder := LetterEmbedder(lambda call: call < 3))

    async def main(clock: VirtualClock) -> float:
        begun = clock.now()
        await updates.updater.schedule([person(1)])
        await updates.updater.wait()
        return (clock.now() - begun) / 1000

    assert run_in_virtual_time(main) == pytest.approx(3 * RETRY_INTERVAL_S)
    assert embedder.texts == ["number 1"]
    events = [(line["event"], line["count"]) for line in updates.logged()]
    assert events == [("vectors_missing", 1), ("vectors_computed", 1)]
    assert updates.logged()[0]["error"] == "the embedder is away"


async def test_of_too_many_waiting_profiles_the_longest_waiting_are_left_out() -> None:
    updates = Updates(embedder := LetterEmbedder(), max_pending=3)
    await updates.updater.schedule([person(number) for number in range(5)])
    await updates.updater.wait()
    assert sorted(embedder.texts) == ["number 2", "number 3", "number 4"]


def test_an_endpoint_is_probed_at_intervals_and_its_failure_said() -> None:
    updates = Updates(embedder := LetterEmbedder(lambda call: call == 0), is_remote=True)

    async def main(_clock: VirtualClock) -> None:
        for _ in range(3):
            with pytest.raises(EmbeddingUnavailable, match="away"):
                await updates.updater.check()
        assert embedder.calls == 1
        await asyncio.sleep(FAILURE_INTERVAL_S)
        for _ in range(3):
            assert await updates.updater.check() == "letters/16, 0 vectors"
        assert embedder.calls == 2
        await asyncio.sleep(SUCCESS_INTERVAL_S)
        await updates.updater.check()
        assert embedder.calls == 3
        await updates.updater.close()

    run_in_virtual_time(main)


async def test_an_embedder_in_this_process_is_not_probed() -> None:
    updates = Updates(embedder := LetterEmbedder(lambda _: True))
    assert await updates.updater.check() == "letters/16, 0 vectors"
    assert embedder.calls == 0


async def test_an_updater_that_was_never_used_loads_nothing_when_closed() -> None:
    def fail() -> LetterEmbedder:
        raise AssertionError("the embedder was built")

    await VectorUpdater(fail, MemoryVectorStore(), build_logger("error")).close()
